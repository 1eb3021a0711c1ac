// SPDX-License-Identifier: GPL-3.0-or-later
#include "RenderInput.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Text/Pattern.h"
#include "../../Files/Bytes/WholeFile.h"
#include "../../Files/Tables/CurveFile.h"
#include "../../Rendering/Takes/TakeFiles.h"
#include "../../Reports/Sounds/RenderReport.h"
#include "../../Shell/Console.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "NoteName.h"
#include "PatchOptions.h"
#include "ReadOrFail.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace kolophon
{
std::optional<double> tailFromText (const std::string& text)
{
    if (text == "auto")
        return std::nullopt;
    const std::string_view digits = text.ends_with ('s') ? std::string_view (text).substr (0, text.size() - 1) : text;
    const auto seconds = numberIn (digits);
    if (! seconds || ! (*seconds >= 0.0 && *seconds <= longestTail))
        throw Failure (ExitCode::usage, "--tail: \"" + text + "\" is invalid; use auto or 0 to 600 seconds");
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

namespace
{
/** Distance of a curve's points [samples]: that of the control grid, where the engine moves its knobs, too. */
constexpr int curveStep = limits::controlInterval;
constexpr double longestOverhang = 10.0; // [s] of a curve behind the song, without a warning

void addCurve (const std::vector<CurvePoint>& points, std::uint16_t parameter, int rate,
               std::vector<TimedEvent>& events)
{
    using Type = PerformanceEvent::Type;
    const double step = static_cast<double> (curveStep) / rate;
    std::size_t next = 1;
    double last = -1e300; // no value of any parameter
    for (auto tick = static_cast<std::int64_t> (std::ceil (points.front().seconds / step));; ++tick)
    {
        const double now = static_cast<double> (tick) * step;
        while (next < points.size() && points[next].seconds <= now)
            ++next;
        const auto& from = points[next - 1];
        const double value = next == points.size()
                                 ? from.value
                                 : from.value + (points[next].value - from.value) * (now - from.seconds) /
                                                    (points[next].seconds - from.seconds);
        if (value != last)
            events.push_back ({ now, { 0, Type::setParameter, 0, parameter, last = value } });
        if (next == points.size())
            return;
    }
}
} // namespace

std::vector<std::string> filesOf (const std::vector<std::string>& patterns)
{
    std::vector<std::string> files;
    for (const auto& pattern : patterns)
    {
        std::error_code ignored;
        const std::filesystem::path path (pattern);
        const auto name = path.filename().string();
        if (pattern == "-" || name.find_first_of ("*?") == std::string::npos || std::filesystem::exists (path, ignored))
        {
            files.push_back (pattern);
            continue;
        }
        const auto before = files.size();
        const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path (".");
        for (const auto& entry : std::filesystem::directory_iterator (folder, ignored))
            if (const auto found = entry.path().filename().string();
                entry.is_regular_file (ignored) && found.front() != '.' && fitsPattern (name, found))
                files.push_back ((path.parent_path() / found).string());
        if (files.size() == before)
            throw Failure (ExitCode::badInput, "file not found: " + pattern);
        std::sort (files.begin() + static_cast<std::ptrdiff_t> (before), files.end());
    }
    return files;
}

void addCurves (const RenderOptions& options, Song& song, Patch& patch)
{
    std::vector<TimedEvent> events;
    for (const auto& curve : options.curves)
    {
        const auto equals = curve.find ('=');
        if (equals == std::string::npos)
            throw Failure (ExitCode::usage, "--curve expects id=file.csv, not \"" + curve + "\"");
        const auto index = parameterOf (std::string_view (curve).substr (0, equals));
        const auto& parameter = parameterTable()[index];
        if (parameter.isDiscrete())
            throw Failure (ExitCode::usage, "--curve: " + std::string (parameter.id) +
                                                " can't be automated; use a continuous parameter");
        const auto points = readOrFail (readCurveFile (curve.substr (equals + 1), parameter));
        if (const double beyond = points.back().seconds - song.duration; beyond > longestOverhang)
            warn (curve.substr (equals + 1), std::array { "it ends " + fixed (beyond, 0) +
                                                          " s after the last note, and the output lasts as long" });
        if (points.front().seconds == 0.0)
            parameter.in (patch) = points.front().value;
        addCurve (points, static_cast<std::uint16_t> (index), options.rate, events);
    }
    events.insert (events.end(), song.events.begin(), song.events.end());
    std::stable_sort (events.begin(), events.end(),
                      [] (const TimedEvent& a, const TimedEvent& b) { return a.seconds < b.seconds; });
    song.events = std::move (events);
}

PlayedInput inputFromOptions (const RenderOptions& options, const std::string& command)
{
    const auto performance = [] (RecordedPerformance read, std::string name)
    {
        PlayedInput input { std::move (name), {}, std::move (read) };
        input.song.title = input.performance->preset.info.name;
        const auto& log = input.performance->log;
        input.song.duration = static_cast<double> (log.end - log.from) / log.sampleRate;
        for (const auto& logged : log.events)
            input.song.noteCount += logged.event.type == PerformanceEvent::Type::noteOn ? 1 : 0;
        return input;
    };
    if (options.note.empty() && ! options.song.empty() && beginsAsJson (options.song))
    {
        Findings findings;
        auto input = performance (readOrFail (readPerformanceFile (options.song, findings)), shownName (options.song));
        input.song.warnings = findings.sentences();
        return input;
    }
    return { options.note.empty() ? shownName (options.song) : options.note, songFromOptions (options, command) };
}

Song songFromOptions (const RenderOptions& options, const std::string& command)
{
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
    return heldKeys (keysFromText (options.note), options.seconds, options.velocity / 127.0, options.note);
}

std::string manifest (const RenderOptions& options, const Preset& preset)
{
    return soundComment (preset, options.rate, options.commandLine);
}

void refuseOtherEndings (const std::string& option, const std::string& path, std::span<const std::string_view> endings,
                         const std::string& whatIsWritten)
{
    std::error_code ignored;
    const auto status = std::filesystem::status (path, ignored);
    if (std::filesystem::exists (status) && ! std::filesystem::is_regular_file (status))
        return; // a device; a folder is refused when it is opened
    const auto ending = lowerCase (std::filesystem::path (path).extension().string());
    if (std::find (endings.begin(), endings.end(), ending) == endings.end())
        throw Failure (ExitCode::usage,
                       option + ": \"" + path + "\" is not a supported output format: " + whatIsWritten);
}
} // namespace kolophon
