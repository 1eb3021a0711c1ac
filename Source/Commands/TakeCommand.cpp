// SPDX-License-Identifier: GPL-3.0-or-later
#include "TakeCommand.h"

#include "../Core/NumberText.h"
#include "../Core/Units.h"
#include "../Files/PrintableText.h"
#include "../Rendering/TakeFiles.h"
#include "../Shell/Console.h"
#include "../Shell/Interrupt.h"
#include "../Shell/Progress.h"
#include "PatchOptions.h"
#include "RenderInput.h"
#include "SoundOutput.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

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

std::string tableOf (const std::vector<TakeEntry>& entries)
{
    std::string text;
    for (const auto& entry : entries)
    {
        const auto& done = entry.take.finished;
        text += printable (entry.file, longestCell) + formatted ("  %.3f s", done.seconds) +
                (done.peak > 0.0 ? formatted ("  %.1f dBFS", dbFromGain (done.peak)) : "  silence") +
                (done.loudness ? formatted ("  %.1f LUFS", *done.loudness) : "") +
                (done.heldByPeak ? "  held by its peak" : "") + "\n";
    }
    return text;
}

/** Reports takes with samples that are not finite, or with an energy balance that doesn't close. */
ExitCode verdict (const std::vector<TakeEntry>& entries)
{
    for (const auto& entry : entries)
        if (entry.take.result.nonFiniteSamples > 0 || entry.take.result.safetyNets > 0)
        {
            tell ("check failed: " + entry.file + ": the engine computed something that is not a number");
            return ExitCode::checkFailed;
        }
    return ExitCode::ok;
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
    std::size_t count = 0;
    Progress progress (Progress::styleFor (options.sound.quiet));
    const auto entries =
        writeTakes (session, files, [&] (const TakeEntry&) { progress.showDone (++count, names.size()); });
    progress.finish();
    if (interruptRequested())
    {
        tell ("interrupted; " + std::to_string (entries.size()) + " of " + std::to_string (session.count) +
              " takes written");
        return ExitCode::interrupted;
    }
    std::fputs ((options.sound.json ? takesManifest (session, entries, source.input.name, options.sound.commandLine)
                                    : (options.sound.quiet ? std::string() : tableOf (entries)))
                    .c_str(),
                stdout);
    return verdict (entries);
}
} // namespace kolophon
