#include "PresetFile.h"

#include <algorithm>
#include <cctype>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace kolophon
{
/** Written at build time from Resources/Presets (see EmbedTexts.cmake). */
std::span<const std::string_view> embeddedPresetTexts () noexcept;

namespace
{
/** Where a preset's name stands in a text of ours: before the names of macros. */
std::string_view nameIn (std::string_view text)
{
    constexpr std::string_view before = "\"name\": \"";
    text.remove_prefix (std::min (text.find (before), text.size() - before.size()) + before.size());
    return text.substr (0, text.find ('"'));
}

/** Each is read when it is asked for: all of them take longer than anything else that a command begins with. */
class FactoryPresets
{
public:
    FactoryPresets() : texts (embeddedPresetTexts().begin(), embeddedPresetTexts().end())
    {
        std::stable_partition (texts.begin(), texts.end(),
                               [] (std::string_view text) { return nameIn (text) == "First Light"; });
        presets.resize (texts.size());
        isRead.resize (texts.size());
    }

    std::span<const Preset> all ()
    {
        for (std::size_t i = 0; i < texts.size(); ++i)
            at (i);
        return presets;
    }

    const Preset* find (std::string_view name)
    {
        const auto same = [name] (std::string_view text)
        {
            const auto other = nameIn (text);
            return std::equal (name.begin(), name.end(), other.begin(), other.end(),
                               [] (unsigned char a, unsigned char b) { return std::tolower (a) == std::tolower (b); });
        };
        const auto found = std::find_if (texts.begin(), texts.end(), same);
        return found == texts.end() ? nullptr : &at (static_cast<std::size_t> (found - texts.begin()));
    }

private:
    const Preset& at (std::size_t i)
    {
        const std::scoped_lock lock (mutex);
        if (! isRead[i])
        {
            auto result = presetFromJson (texts[i]);
            if (! result)
                throw std::logic_error (std::string ("factory preset: ") + result.error().what());
            if (result->info.name != nameIn (texts[i]))
                throw std::logic_error ("factory preset " + result->info.name + ": its name is not its first");
            presets[i] = *std::move (result);
            isRead[i] = true;
        }
        return presets[i];
    }

    std::vector<std::string_view> texts;
    std::vector<Preset> presets;
    std::vector<bool> isRead;
    std::mutex mutex;
};

FactoryPresets& presetsInside ()
{
    static FactoryPresets presets;
    return presets;
}
} // namespace

std::span<const Preset> factoryPresets ()
{
    static const auto all = presetsInside().all();
    return all;
}

const Preset* findFactoryPreset (std::string_view name)
{
    return presetsInside().find (name);
}
} // namespace kolophon
