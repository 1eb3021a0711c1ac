#include "RenderInput.h"

#include "../Reports/RenderReport.h"
#include "NoteName.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>

namespace kolophon
{
std::optional<double> tailFromText (const std::string& text)
{
    if (text == "auto")
        return std::nullopt;
    const std::string_view digits = text.ends_with ('s') ? std::string_view (text).substr (0, text.size() - 1) : text;
    double seconds = 0.0;
    const auto [end, error] = std::from_chars (digits.data(), digits.data() + digits.size(), seconds);
    if (error != std::errc {} || end != digits.data() + digits.size() || ! (seconds >= 0.0 && seconds <= longestTail))
        throw Failure (ExitCode::usage, "--tail: \"" + text + "\" is neither auto nor 0 to 600 seconds");
    return seconds;
}

WavFormat wavFormatFromText (const std::string& text)
{
    if (text == "16")
        return WavFormat::pcm16;
    if (text == "24")
        return WavFormat::pcm24;
    if (text == "32f" || text == "32")
        return WavFormat::float32;
    throw Failure (ExitCode::usage, "--bits: \"" + text + "\" is not one of 16, 24, 32f");
}

Song songFromOptions (const RenderOptions& options, const std::string& command)
{
    using Type = PerformanceEvent::Type;
    if (options.note.empty() == options.song.empty())
        throw Failure (ExitCode::usage, command + (options.song.empty() ? " needs a MIDI file, or --note G3"
                                                                        : " takes a MIDI file or --note, not both"));
    if (options.note.empty())
    {
        auto result = readMidiFile (options.song);
        if (! result)
            throw Failure (ExitCode::badInput, result.error().what());
        return *std::move (result);
    }
    Song song;
    song.title = options.note;
    song.duration = options.seconds;
    for (const int key : keysFromText (options.note))
    {
        song.events.push_back (
            { 0.0, { 0, Type::noteOn, 0, static_cast<std::uint16_t> (key), options.velocity / 127.0 } });
        ++song.noteCount;
    }
    for (const int key : keysFromText (options.note))
        song.events.push_back ({ options.seconds, { 0, Type::noteOff, 0, static_cast<std::uint16_t> (key), 0.5 } });
    return song;
}

std::string manifest (const RenderOptions& options, const Preset& preset)
{
    const auto& patch = preset.patch;
    const nlohmann::ordered_json json { { "kolophon", KOLOPHON_VERSION },
                                        { "preset", preset.info.name },
                                        { "presetFingerprint", hexText (presetFingerprint (preset)) },
                                        { "seed", static_cast<int> (patch.voiceSeed) },
                                        { "sampleRate", options.rate },
                                        { "passes", static_cast<int> (patch.qualityPasses) },
                                        { "oversampling", oversamplingOf (patch) },
                                        { "command", options.commandLine } };
    return json.dump (-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void refuseOtherEndings (const std::string& option, const std::string& path, std::span<const std::string_view> endings,
                         const std::string& whatIsWritten)
{
    std::error_code ignored;
    const auto status = std::filesystem::status (path, ignored);
    if (std::filesystem::exists (status) && ! std::filesystem::is_regular_file (status))
        return; // a device; a folder is refused by who writes
    auto ending = std::filesystem::path (path).extension().string();
    std::transform (ending.begin(), ending.end(), ending.begin(),
                    [] (unsigned char c) { return static_cast<char> (std::tolower (c)); });
    if (std::find (endings.begin(), endings.end(), ending) == endings.end())
        throw Failure (ExitCode::usage,
                       option + ": \"" + path + "\" is not a format that can be written: " + whatIsWritten);
}
} // namespace kolophon
