// SPDX-License-Identifier: GPL-3.0-or-later
#include "TakeCommand.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Rendering/Takes/TakeFiles.h"
#include "../../Shell/Console.h"
#include "../../Shell/Interrupt.h"
#include "../../Shell/Progress.h"
#include "PatchOptions.h"
#include "RenderInput.h"
#include "SoundOutput.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>

namespace kolophon
{
namespace
{
template <class Value>
Value usage (const char* option, Result<Value> result)
{
    if (! result)
        throw Failure (ExitCode::usage, std::string (option) + ": " + result.error().what());
    return *std::move (result);
}

/** Names of all files, which must be different. */
std::vector<std::string> namesFrom (const TakeOptions& options)
{
    std::vector<std::string> names;
    for (int number = 1; number <= options.count; ++number)
        names.push_back (usage ("--output", takeName (options.sound.output, number)));
    refuseOtherEndings ("--output", names.front(), std::array<std::string_view, 2> { ".wav", ".wave" },
                        "WAV files (.wav)");
    if (options.count > 1 && names[0] == names[1])
        throw Failure (ExitCode::usage, "--output: \"" + options.sound.output +
                                            "\" is one file for all takes; insert {i} or {i:03} for their number");
    return names;
}

/** Path of the manifest: the pattern without its numbers, and ".takes.json". */
std::filesystem::path manifestPath (const TakeOptions& options, const std::vector<std::string>& names)
{
    if (! options.manifest.empty())
        return options.manifest;
    const std::filesystem::path first (names.front());
    auto stem = options.sound.output.find ('{') == std::string::npos
                    ? first.stem().string()
                    : std::filesystem::path (options.sound.output.substr (0, options.sound.output.find ('{')))
                          .filename()
                          .string();
    while (! stem.empty() && (stem.back() == '_' || stem.back() == '-' || stem.back() == '.' || stem.back() == ' '))
        stem.pop_back();
    return first.parent_path() / (stem.empty() ? std::string ("takes.json") : stem + ".takes.json");
}

/** The gesture of a take, and the preset that it varies. */
struct TakeSource
{
    PlayedInput input;
    Preset preset;
    RenderSettings settings;
};

TakeSource sourceFrom (TakeOptions& options)
{
    auto& sound = options.sound;
    TakeSource source;
    if (! options.from.empty())
    {
        if (! sound.note.empty() || sound.presetGiven)
            throw Failure (ExitCode::usage, "--from has its own notes and preset; use --note and --preset without it");
        sound.song = options.from;
        source.input = inputFromOptions (sound, "take");
        if (! source.input.performance)
            throw Failure (ExitCode::badInput, options.from + " is not a recorded performance");
        sound.rate = static_cast<int> (source.input.performance->log.sampleRate);
        source.preset = presetFromOptions (sound, source.input.performance->preset);
    }
    else
    {
        if (sound.note.empty())
            throw Failure (ExitCode::usage, "take needs --note A3, or a recorded performance (--from)");
        source.input = inputFromOptions (sound, "take");
        source.preset = presetFromOptions (sound);
        addCurves (sound, source.input.song, source.preset.patch);
    }
    source.settings = { sound.rate, sound.block, tailFromText (sound.tail), 0, driveFromOptions (sound) };
    return source;
}

TakeSession sessionFrom (const TakeOptions& options, const TakeSource& source)
{
    TakeSession session;
    session.preset = source.preset;
    session.variations = usage ("--vary", variationsFromText (options.vary));
    session.gestureVariation = 0.01 * options.varyGesturePercent;
    session.seed = options.seed;
    session.count = options.count;
    session.sampleRate = options.sound.rate;
    session.finishing.trimDb = options.trimDb;
    if (! options.fade.empty())
        session.finishing.fades = usage ("--fade", fadesFromText (options.fade));
    session.finishing.level = levelFromOption (options.sound.normalise);
    session.jobs = options.sound.jobs;
    session.stopped = interruptRequested;
    warn (source.input.name, source.input.song.warnings);
    session.warnings = warned();
    session.play = [&source] (const Preset& preset, const RenderSinks& sinks)
    {
        auto synth = std::make_unique<Synth>();
        synth->prepare (source.settings.sampleRate);
        if (source.input.performance)
            return replay (*synth, *source.input.performance, preset, source.settings, sinks);
        givePreset (*synth, preset);
        return renderEvents (*synth, source.input.song.events, source.settings, sinks);
    };
    return session;
}

std::string tableOf (const std::vector<Json>& takes)
{
    std::string text;
    for (const auto& take : takes)
    {
        const auto number = [&take] (const char* name)
        { return take[name].is_number() ? std::optional (take[name].get<double>()) : std::nullopt; };
        const auto peak = number ("peakDbfs"), loudness = number ("loudnessLufs");
        text += printable (take["file"].get<std::string>(), longestCell) +
                formatted ("  %.3f s", number ("lengthSeconds").value_or (0.0)) +
                (peak ? formatted ("  %.1f dBFS", *peak) : "  silence") +
                (loudness ? formatted ("  %.1f LUFS", *loudness) : "") +
                (take["heldByPeak"] == true ? "  held by its peak" : "") + "\n";
    }
    return text;
}

/** A finished take. */
struct FinishedTake
{
    bool faulty = false;
    Json line; // of the manifest
};

/** Renders the takes; those after an interrupt are missing. */
std::vector<std::optional<FinishedTake>> renderAll (const TakeSession& session, const TakeFiles& files, bool quiet)
{
    std::vector<std::optional<FinishedTake>> found (files.names.size());
    std::size_t count = 0;
    std::mutex guard;
    Progress progress (Progress::styleFor (quiet));
    renderTakes (session,
                 [&] (RenderedTake rendered)
                 {
                     const auto entry = writeTake (session, files, std::move (rendered));
                     const auto& result = entry.take.result;
                     const bool faulty = result.nonFiniteSamples > 0 || result.safetyNets > 0;
                     const std::scoped_lock lock (guard);
                     found[static_cast<std::size_t> (entry.take.number) - 1] =
                         FinishedTake { faulty, takeJson (session, entry) };
                     progress.showDone (++count, found.size());
                 });
    progress.finish();
    return found;
}
} // namespace

ExitCode take (const TakeOptions& given)
{
    auto options = given;
    const auto format = wavFormatFromText (options.sound.bits);
    const auto names = namesFrom (options);
    const auto source = sourceFrom (options);
    const auto session = sessionFrom (options, source);
    const TakeFiles files { names,
                            manifestPath (options, names),
                            format,
                            source.input.song.title,
                            source.input.name,
                            options.sound.commandLine };
    AtomicFile manifestFile (files.manifest); // reports a location without write access before the work begins
    std::vector<Json> takes;
    std::string faulty;
    for (auto& finished : renderAll (session, files, options.sound.quiet))
        if (finished)
        {
            if (finished->faulty && faulty.empty())
                faulty = finished->line["file"].get<std::string>();
            takes.push_back (std::move (finished->line));
        }
    const auto manifest = takesManifest (session, takes, source.input.name, options.sound.commandLine);
    manifestFile.commitText (manifest);
    if (takes.size() < names.size())
    {
        tell ("interrupted; " + std::to_string (takes.size()) + " of " + std::to_string (session.count) +
              " takes written");
        return ExitCode::interrupted;
    }
    print (options.sound.json ? manifest : (options.sound.quiet ? std::string() : tableOf (takes)));
    if (! faulty.empty())
        tell ("check failed: " + faulty + ": the engine computed something that is not a number");
    return faulty.empty() ? ExitCode::ok : ExitCode::checkFailed;
}
} // namespace kolophon
