// SPDX-License-Identifier: GPL-3.0-or-later
#include "CompareCommand.h"

#include "../../Files/Bytes/AtomicFile.h"
#include "../../Rendering/Measuring/CompareMeasure.h"
#include "../../Reports/Sounds/CompareReport.h"
#include "../../Reports/Sounds/RenderReport.h"
#include "../../Shell/ChosenIds.h"
#include "../../Shell/Console.h"
#include "../../Shell/Interrupt.h"
#include "../../Shell/Progress.h"
#include "../Sounds/PatchOptions.h"
#include "../Sounds/RenderInput.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

constexpr auto lawParameter = "contact.law";

/** One law's part of the folder while it is being made. */
struct LawRun
{
    const LawInfo* law = nullptr;
    Preset preset;
    std::unique_ptr<WavFile> sound, difference; // the first law has no difference
    std::unique_ptr<SampleStore> samples;
    std::vector<NoteSegmentResult> segments;
    ComparedLaw result;
};

Gesture gestureFromOptions (const RenderOptions& options, const Patch& patch)
{
    Gesture gesture;
    gesture.song = songFromOptions (options, "compare");
    gesture.latency = Synth().latencySamples();
    if (gesture.song.noteCount == 0)
        throw Failure (ExitCode::badInput, options.song + " contains no note to compare");
    gesture.segments = noteSegmentsOf (gesture.song.events, patch, options.rate);
    std::int64_t longest = 0;
    for (std::size_t i = 0; i < gesture.segments.size(); ++i)
        if (const auto length = gesture.segments[i].end - gesture.segments[i].begin; length > longest)
        {
            longest = length;
            gesture.traced = i;
        }
    for (const auto& [seconds, event] : gesture.song.events)
        if (event.type == PerformanceEvent::Type::noteOn)
        {
            gesture.firstNote = std::llround (seconds * options.rate);
            break;
        }
    return gesture;
}

/** The preset of the command line, adapted to a comparison: the ear guard would attenuate only the loudest law, and the
    live comparison of two contacts would cost time and play the contact of another law. */
Preset presetForLaw (const RenderOptions& options, const LawInfo& law)
{
    auto changed = options;
    changed.settings.insert (changed.settings.begin(), { "out.guard=off", "compare.on=off" });
    playUnaided (changed); // the guide would change the gesture differently for each law
    changed.settings.push_back (std::string (lawParameter) + "=" + std::string (law.name));
    return presetFromOptions (changed);
}

void refuseLawSetting (const RenderOptions& options)
{
    for (const auto& setting : options.settings)
        if (setting.starts_with (std::string (lawParameter) + "="))
            throw Failure (ExitCode::usage, "--set " + setting + ": compare chooses the law itself; use --laws");
}

/** Creates the folder if it doesn't exist. Throws Failure: 5 on failure, 2 if an output would replace an input. */
fs::path folderFor (const RenderOptions& options, const std::vector<std::string>& outputs)
{
    const fs::path folder = options.output;
    std::error_code error;
    for (const auto& input :
         { options.song, options.preset, options.body, options.box, options.gesture, options.drive })
        for (const auto& output : outputs)
            if (fs::equivalent (folder / output, input, error))
                throw Failure (ExitCode::usage, input + " can't be two files at once");
    return outputFolder (folder);
}

std::string differenceName (const LawInfo& first, const LawInfo& other)
{
    return std::string (first.id) + "-minus-" + std::string (other.id) + ".wav";
}

/** Plays the gesture through one law. False if interrupted. */
bool play (LawRun& run, const Gesture& gesture, const RenderOptions& options, const RenderSettings& settings,
           const std::function<void (double, double)>& progress)
{
    const int oversampling = oversamplingOf (run.preset.patch);
    ContactObserver observer (gesture.segments, gesture.traced, run.preset.patch, options.rate, oversampling,
                              tuningOf (run.preset));
    RenderSinks sinks;
    sinks.audio = [&run] (auto left, auto right) { run.samples->append (left, right); };
    sinks.probes = [&observer] (auto frames) { observer.add (frames); };
    sinks.progress = progress;
    sinks.interrupted = interruptRequested;

    Synth synth;
    synth.prepare (options.rate);
    givePreset (synth, run.preset);
    run.result.render = renderEvents (synth, gesture.song.events, settings, sinks);
    if (run.result.render.interrupted)
        return false;
    run.segments = observer.finish();
    run.result.trace = observer.trace();
    return true;
}

/** Writes the law's sound, and its difference from the first law's, if any. */
void write (LawRun& run, SampleStore& first, std::int64_t frames, double gain)
{
    readTogether (
        first, *run.samples, frames,
        [&run, gain] (const PieceOfTwo& piece)
        {
            for (std::size_t i = 0; i < piece.leftA.size(); ++i)
            {
                piece.leftA[i] = gain * (piece.leftA[i] - piece.leftB[i]);
                piece.rightA[i] = gain * (piece.rightA[i] - piece.rightB[i]);
                piece.leftB[i] *= gain;
                piece.rightB[i] *= gain;
            }
            if (run.difference)
                run.difference->write (piece.leftA, piece.rightA);
            run.sound->write (piece.leftB, piece.rightB);
        },
        interruptRequested);
}

/** Reports errors of laws; true without any. */
bool checksOut (const Comparison& comparison)
{
    bool well = true;
    for (const auto& law : comparison.laws)
    {
        const char* complaint = nullptr;
        if (law.render.nonFiniteSamples > 0 || law.render.safetyNets > 0)
            complaint = "the engine computed something that is not a number";
        else if (! (law.render.ledger.relativeResidual() <= ledgerLimit))
            complaint = "the energy ledger is off by more than 1e-12 of the peak energy";
        if (complaint != nullptr)
            tell ("check failed: " + std::string (law.law->id) + ": " + complaint);
        well = well && complaint == nullptr;
    }
    return well;
}
} // namespace

// Long: the order matters: refuse, play, measure, write temporary files, put in place.
ExitCode compare (const CompareOptions& compareOptions)
{
    const auto& options = compareOptions.sound;
    const auto format = wavFormatFromText (options.bits);
    RenderSettings settings { options.rate, options.block, tailFromText (options.tail), 0, driveFromOptions (options) };
    refuseLawSetting (options);
    std::vector<LawRun> runs;
    std::vector<std::string> outputs { "compare.csv", "compare.json", "compare.html" };
    for (const auto* law : chosenIds ("--laws", compareOptions.laws, lawTable(), findLaw))
    {
        auto& run = runs.emplace_back();
        run.law = run.result.law = law;
        run.preset = presetForLaw (options, *law);
        outputs.push_back (run.result.file = std::string (law->id) + ".wav");
        if (runs.size() > 1)
            outputs.push_back (run.result.differenceFile = differenceName (*runs.front().law, *law));
    }
    auto gesture = gestureFromOptions (options, runs.front().preset.patch);
    settings.songSeconds = gesture.song.duration;
    const auto folder = folderFor (options, outputs);
    warn (options.song, gesture.song.warnings);

    const auto open = [&] (const std::string& name, const LawRun& run)
    {
        return std::make_unique<WavFile> (folder / name, options.rate, format, gesture.song.duration + longestTail,
                                          gesture.song.title, manifest (options, run.preset));
    };
    for (auto& run : runs)
    {
        run.sound = open (run.result.file, run);
        if (! run.result.differenceFile.empty())
            run.difference = open (run.result.differenceFile, run);
        run.samples = std::make_unique<SampleStore> (folder / (std::string (run.law->id) + ".samples"));
    }
    AtomicFile csv (folder / outputs[0]), json (folder / outputs[1]), page (folder / outputs[2]);

    const auto abandoned = []
    {
        tell ("interrupted; no files written");
        return ExitCode::interrupted;
    };
    Progress progress (Progress::styleFor (options.quiet));
    std::int64_t frames = 0;
    for (std::size_t i = 0; i < runs.size(); ++i)
    {
        const auto tell = [&progress, i, &runs] (double fraction, double speed)
        { progress.show ((static_cast<double> (i) + fraction) / static_cast<double> (runs.size()), speed); };
        if (! play (runs[i], gesture, options, settings, tell))
        {
            progress.finish();
            return abandoned();
        }
        frames = std::max (frames, runs[i].samples->length());
    }
    progress.finish();

    Comparison comparison;
    auto& firstSamples = *runs.front().samples;
    std::vector<Distance> distances;
    double peak = 0.0;
    for (auto& run : runs)
    {
        distances.push_back (distanceBetween (firstSamples, *run.samples, frames, interruptRequested));
        peak = std::max ({ peak, run.result.render.peak, distances.back().peak });
    }
    comparison.gain = peak > minus1Dbfs ? minus1Dbfs / peak : 1.0;
    for (std::size_t i = 0; i < runs.size(); ++i)
    {
        write (runs[i], firstSamples, frames, comparison.gain);
        auto& row = runs[i].result;
        if (interruptRequested())
            return abandoned();
        measureContact (row, gesture, runs[i].segments, runs[i].preset);
        measureSound (row, gesture, *runs[i].samples, distances[i], comparison.gain, options.rate);
        comparison.laws.push_back (std::move (row));
    }

    comparison.input = options.note.empty() ? options.song : options.note;
    comparison.title = gesture.song.title;
    comparison.warnings = warned();
    comparison.preset = runs.front().preset.info.name;
    comparison.folder = options.output;
    comparison.commandLine = options.commandLine;
    comparison.bits = options.bits;
    comparison.sampleRate = options.rate;
    comparison.seconds = static_cast<double> (frames) / options.rate;
    if (gesture.traced)
        comparison.nominal = nominalFrequency (gesture.segments[*gesture.traced].key, runs.front().preset.patch,
                                               tuningOf (runs.front().preset));
    comparison.checksPassed = checksOut (comparison);
    if (interruptRequested())
        return abandoned();

    const Closing closing;
    const auto report = compareJson (comparison);
    // Either all files of the folder or none: the disk may be full.
    csv.write (compareCsv (comparison));
    json.write (report);
    page.write (comparePage (comparison));
    std::vector<WavFile*> sounds;
    for (auto& run : runs)
        for (auto* sound : { run.sound.get(), run.difference.get() })
            if (sound != nullptr)
                sounds.push_back (sound);
    for (auto* sound : sounds)
        sound->complete();
    for (auto* sound : sounds)
        sound->commit();
    for (auto* file : { &csv, &json, &page })
        file->commit();
    const auto text = options.json ? report : (options.quiet ? std::string() : compareText (comparison));
    print (text);
    return comparison.checksPassed ? ExitCode::ok : ExitCode::checkFailed;
}
} // namespace kolophon
