#include "DroppedFile.h"

#include "../Analysis/RecordedBody.h"

namespace kolophon
{
namespace
{
constexpr juce::int64 mostBytes = 64 << 20;

/** What the file calls itself. The whole of a broken file is not needed for that. */
bool saysPreset (const juce::File& file)
{
    juce::FileInputStream stream (file);
    return stream.openedOk() && stream.readString().contains ("kolophon-preset");
}
} // namespace

std::variant<Preset, std::string> readPreset (const juce::File& file)
{
    const auto name = file.getFileName().toStdString();
    if (! file.existsAsFile())
        return name + " is no file";
    if (file.getSize() > mostBytes)
        return name + " is larger than 64 MB";
    auto result = presetFromJson (file.loadFileAsString().toStdString());
    if (const auto* error = std::get_if<std::string> (&result))
        return name + ": " + *error;
    auto preset = std::get<Preset> (std::move (result));
    if (preset.info.name.empty())
        preset.info.name = file.getFileNameWithoutExtension().toStdString();
    return preset;
}

DroppedFile readDroppedFile (const juce::File& file)
{
    if (file.hasFileExtension ("json") && file.existsAsFile() && file.getSize() <= mostBytes && saysPreset (file))
    {
        auto preset = readPreset (file);
        if (auto* error = std::get_if<std::string> (&preset))
            return *error;
        return std::get<Preset> (std::move (preset));
    }
    const auto path = file.getFullPathName().toStdString();
    auto body = readAnyBody (std::u8string (path.begin(), path.end()));
    if (auto* error = std::get_if<std::string> (&body))
        return *error;
    return std::get<CustomBody> (std::move (body));
}
} // namespace kolophon
