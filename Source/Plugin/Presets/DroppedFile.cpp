// SPDX-License-Identifier: GPL-3.0-or-later
#include "DroppedFile.h"

#include "../../Analysis/Bodies/RecordedBody.h"
#include "../../Core/Text/AsciiText.h"
#include "../../Files/Bytes/WholeFile.h"
#include "../../Files/Sounds/SoundFile.h"

#include <algorithm>

namespace kolophon
{
namespace
{
std::filesystem::path pathOf (const juce::File& file)
{
    const auto path = file.getFullPathName().toStdString();
    return std::u8string (path.begin(), path.end());
}

/** Checks for the name of the format in the file. The file need not be valid or complete. */
bool saysPreset (const std::filesystem::path& path)
{
    try
    {
        return wholeFile (path, largestPresetFile).find ("kolophon-preset") != std::string::npos;
    }
    catch (const InputError&)
    {
        return false;
    }
}
} // namespace

bool canBeDropped (const juce::File& file)
{
    const auto ending = lowerCase (file.getFileExtension().toStdString());
    return file.hasFileExtension ("json;scl;kbm") ||
           std::find (soundEndings.begin(), soundEndings.end(), ending) != soundEndings.end();
}

Result<Preset> readPreset (const juce::File& file)
{
    Findings findings;
    auto result = readPresetFile (pathOf (file), findings);
    if (result && ! findings.empty())
        result->warnings = { file.getFileName().toStdString() + ": " + findings.summary() };
    if (result && result->info.name.empty())
        result->info.name = file.getFileNameWithoutExtension().toStdString();
    return result;
}

Result<KeyTuning> readTuning (const juce::File& file, KeyTuning tuning)
{
    return resultOf (
        [&]
        {
            if (file.hasFileExtension ("kbm"))
                tuning.mapping = valueOrThrow (readMappingFile (pathOf (file)));
            else
                tuning.scale = valueOrThrow (readScaleFile (pathOf (file)));
            valueOrThrow (inFile (file.getFileName().toStdString(), tuningOf (tuning)));
            return tuning;
        });
}

Result<MeasuredBox> readBox (const juce::File& file)
{
    return readBoxFile (pathOf (file));
}

Result<DroppedFile> readDroppedFile (const juce::File& file, const KeyTuning& tuning,
                                     const std::function<bool()>& stopped, DropPlace on)
{
    const auto dropped = [] (auto&& it) { return DroppedFile (std::move (it)); };
    if (file.hasFileExtension ("scl;kbm"))
        return readTuning (file, tuning).map (dropped);
    if (file.hasFileExtension ("json") && saysPreset (pathOf (file)))
        return readPreset (file).map (dropped);
    if (on == DropPlace::box && isRecording (pathOf (file)))
        return readBox (file).map (dropped);
    return readAnyBody (pathOf (file), stopped).map (dropped);
}

void DroppedFileReader::start (const juce::File& file, const KeyTuning& tuning, DropPlace on)
{
    reading = std::async (std::launch::async,
                          [this, file, tuning, on]
                          {
                              return readDroppedFile (
                                  file, tuning, [this] { return closing.load(); }, on);
                          });
}

std::optional<Result<DroppedFile>> DroppedFileReader::take()
{
    if (! isReading() || reading.wait_for (std::chrono::seconds (0)) != std::future_status::ready)
        return std::nullopt;
    return reading.get();
}
} // namespace kolophon
