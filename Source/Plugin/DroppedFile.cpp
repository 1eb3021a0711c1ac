#include "DroppedFile.h"

#include "../Analysis/RecordedBody.h"
#include "../Files/WholeFile.h"

namespace kolophon
{
namespace
{
std::filesystem::path pathOf (const juce::File& file)
{
    const auto path = file.getFullPathName().toStdString();
    return std::u8string (path.begin(), path.end());
}

/** What the file calls itself. The whole of a broken file is not needed for that. */
bool saysPreset (const std::filesystem::path& path)
{
    try
    {
        return wholeFile (path, largestPresetFile).find ("kolophon-preset") != std::string::npos;
    }
    catch (const Refusal&)
    {
        return false;
    }
}
} // namespace

std::variant<Preset, std::string> readPreset (const juce::File& file)
{
    auto result = readPresetFile (pathOf (file));
    if (auto* preset = std::get_if<Preset> (&result); preset != nullptr && preset->info.name.empty())
        preset->info.name = file.getFileNameWithoutExtension().toStdString();
    return result;
}

DroppedFile readDroppedFile (const juce::File& file)
{
    if (file.hasFileExtension ("json") && saysPreset (pathOf (file)))
    {
        auto preset = readPreset (file);
        if (auto* error = std::get_if<std::string> (&preset))
            return *error;
        return std::get<Preset> (std::move (preset));
    }
    auto body = readAnyBody (pathOf (file));
    if (auto* error = std::get_if<std::string> (&body))
        return *error;
    return std::get<CustomBody> (std::move (body));
}
} // namespace kolophon
