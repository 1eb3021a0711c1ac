// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/AsciiText.h"
#include "PresetFile.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace kolophon
{
/** Written at build time from Resources/Presets (see EmbedTexts.cmake). */
std::span<const std::string_view> embeddedPresetTexts () noexcept;

namespace
{
/** Name of a preset in an embedded text: it comes before the names of macros. */
std::string_view nameIn (std::string_view text)
{
    constexpr std::string_view before = "\"name\": \"";
    text.remove_prefix (std::min (text.find (before), text.size() - before.size()) + before.size());
    return text.substr (0, text.find ('"'));
}

/** Factory presets, parsed on demand: parsing all of them would take most of a command's start-up time. */
class FactoryPresets
{
public:
    FactoryPresets() : texts (embeddedPresetTexts().begin(), embeddedPresetTexts().end())
    {
        std::stable_partition (texts.begin(), texts.end(),
                               [] (std::string_view text) { return nameIn (text) == "First Light"; });
        for (const auto text : texts)
            names.push_back (nameIn (text));
        presets.resize (texts.size());
        read = std::make_unique<std::once_flag[]> (texts.size());
    }

    std::span<const Preset> all ()
    {
        for (std::size_t i = 0; i < texts.size(); ++i)
            at (i);
        return presets;
    }

    const Preset& at (std::size_t i)
    {
        std::call_once (read[i],
                        [&]
                        {
                            auto result = presetFromJson (texts[i]);
                            if (! result)
                                throw std::logic_error (std::string ("factory preset: ") + result.error().what());
                            if (result->info.name != names[i])
                                throw std::logic_error ("factory preset " + result->info.name +
                                                        ": the first field is not its name");
                            presets[i] = *std::move (result);
                        });
        return presets[i];
    }

    std::span<const std::string_view> allNames () const noexcept { return names; }

private:
    std::vector<std::string_view> texts, names;
    std::vector<Preset> presets;
    std::unique_ptr<std::once_flag[]> read;
};

/** Names that factory presets had in earlier versions, for commands, scenarios and sessions that use them. */
struct FormerName
{
    std::string_view former, now;
};
constexpr FormerName formerNames[] = { { "Gut Cello", "Dark Cello" } };

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

const Preset& factoryPreset (std::size_t place)
{
    return presetsInside().at (place);
}

std::span<const std::string_view> factoryPresetNames ()
{
    return presetsInside().allNames();
}

std::optional<std::size_t> findFactoryPlace (std::string_view name)
{
    for (const auto& renamed : formerNames)
        if (equalIgnoringCase (name, renamed.former))
            name = renamed.now;
    const auto same = [name] (std::string_view other) { return equalIgnoringCase (name, other); };
    const auto names = factoryPresetNames();
    const auto found = std::find_if (names.begin(), names.end(), same);
    return found == names.end() ? std::nullopt : std::optional (static_cast<std::size_t> (found - names.begin()));
}

const Preset* findFactoryPreset (std::string_view name)
{
    const auto place = findFactoryPlace (name);
    return place ? &factoryPreset (*place) : nullptr;
}
} // namespace kolophon
