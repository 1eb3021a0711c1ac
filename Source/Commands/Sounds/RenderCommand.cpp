// SPDX-License-Identifier: GPL-3.0-or-later
#include "RenderCommand.h"

#include "../../Analysis/Parallel.h"
#include "../../Core/Threads/SharedWork.h"
#include "../../Core/Units.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Bytes/Warnings.h"
#include "../../Rendering/Measuring/Accounts.h"
#include "../../Rendering/ScorePhrasing.h"
#include "../../Reports/Sounds/RenderReport.h"
#include "../../Shell/Console.h"
#include "../../Shell/Interrupt.h"
#include "../../Shell/Progress.h"
#include "PatchOptions.h"
#include "RenderInput.h"
#include "SoundOutput.h"
#include "Stems.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

namespace kolophon
{
namespace
{
constexpr int ledgerRowsPerSecond = 100;

void refuseSharedFiles (const RenderOptions& options)
{
    const auto refuse = [] (const std::string& name)
    { throw Failure (ExitCode::usage, name + " can't be two files at once"); };
    std::error_code ignored;
    std::vector<std::filesystem::path> outputs;
    for (const auto& output : { options.output, options.ledger, options.probes })
    {
        if (output.empty())
            continue;
        for (const auto& input :
             { options.song, options.preset, options.body, options.box, options.gesture, options.drive })
            if (std::filesystem::equivalent (output, input, ignored))
                refuse (output);
        outputs.push_back (std::filesystem::weakly_canonical (output, ignored));
        if (std::count (outputs.begin(), outputs.end(), outputs.back()) > 1)
            refuse (output);
    }
}

/** Output files other than the sound. Opened before the work, so that an unwritable folder is detected at once. */
struct SideFiles
{
    explicit SideFiles (const RenderOptions& options)
    {
        if (! options.probes.empty())
            probes.emplace (options.probes);
        if (options.ledger.ends_with (".csv"))
            series.emplace (options.ledger);
        else if (! options.ledger.empty())
            account.emplace (options.ledger);
    }

    /** True if commit() would replace a file. */
    bool replaces () const
    {
        return (probes && probes->replaces()) || (series && series->replaces()) || (account && account->replaces());
    }

    void complete (const EnergyLedger& ledger)
    {
        if (probes)
            probes->complete();
        if (series)
            series->complete();
        if (account)
            account->write (ledgerJson (ledger));
    }

    void commit ()
    {
        if (probes)
            probes->commit();
        if (series)
            series->commit();
        if (account)
            account->commit();
    }

    std::optional<ProbeFile> probes;
    std::optional<LedgerFile> series;
    std::optional<AtomicFile> account;
};

ExitCode verdict (RenderReport& report)
{
    const auto& result = report.result;
    std::string complaint;
    if (result.nonFiniteSamples > 0 || result.safetyNets > 0)
        complaint = "check failed: the engine computed something that is not a number";
    else if (report.ledgerOn && ! (result.ledger.relativeResidual() <= ledgerLimit))
        complaint = "check failed: the energy ledger is off by more than 1e-12 of the peak energy";
    report.checksPassed = complaint.empty();
    if (! complaint.empty())
        tell (complaint);
    return result.interrupted ? ExitCode::interrupted : (complaint.empty() ? ExitCode::ok : ExitCode::checkFailed);
}

bool usesStandardOutput (const RenderOptions& options)
{
    return options.output == "-" || options.ledger == "-" || options.probes == "-";
}

/** Makes the settings; refuses outputs that can't be written, and outputs without content. */
RenderSettings settingsFrom (const RenderOptions& options)
{
    const auto onStandardOutput = [] (const std::string& output) { return output == "-"; };
    if (usesStandardOutput (options) && options.json)
        throw Failure (ExitCode::usage, "--json and a file can't both write to standard output");
    if (! onStandardOutput (options.output))
        refuseOtherEndings ("--output", options.output, std::array<std::string_view, 2> { ".wav", ".wave" },
                            "WAV files (.wav), with samples of 16 or 24 bits or 32-bit float (--bits)");
    refuseUnknownStems (options);
    levelFromOption (options.normalise);
    if (! options.probes.empty() && ! onStandardOutput (options.probes))
        refuseOtherEndings ("--probes", options.probes, std::array<std::string_view, 1> { ".csv" }, "tables (.csv)");
    RenderSettings settings { options.rate, options.block, tailFromText (options.tail), 0, driveFromOptions (options) };
    if (! options.ledger.empty() && ! onStandardOutput (options.ledger) && ! options.ledger.ends_with (".csv") &&
        ! options.ledger.ends_with (".json"))
        throw Failure (ExitCode::usage, "--ledger: \"" + options.ledger + "\" must end in .csv or .json");
    if (options.ledger.ends_with (".csv"))
        settings.ledgerRowsPerSecond = ledgerRowsPerSecond;
    return settings;
}

RenderReport reportFor (const RenderOptions& options, const PlayedInput& input)
{
    RenderReport report;
    report.input = input.name;
    report.output = options.output == "-" ? "standard output" : options.output;
    report.bits = options.bits;
    report.sampleRate = options.rate;
    report.blockSize = options.block;
    return report;
}

/** One rendering: the input, and the preset that plays it. */
struct Job
{
    RenderOptions options;
    PlayedInput input;
    Preset preset;
    RenderSettings settings;

    /** With the help of so many threads, this one included. */
    RenderResult play (const Preset& asked, const RenderSinks& sinks, int threads) const
    {
        RenderResult result;
        SharedWork work (std::this_thread::yield);
        const auto lead = [&]
        {
            try
            {
                result = playAlone (asked, sinks, Synth::allVoices, &work);
            }
            catch (...)
            {
                work.end();
                throw;
            }
            work.end();
        };
        inParallel (static_cast<std::size_t> (threads), threads,
                    [&] (std::size_t number) { number == 0 ? lead() : work.help(); });
        return result;
    }

    RenderResult playAlone (const Preset& asked, const RenderSinks& sinks, int voice = Synth::allVoices,
                            SharedWork* helpers = nullptr) const
    {
        auto synth = std::make_unique<Synth>();
        synth->prepare (options.rate);
        synth->listenTo (voice);
        synth->workWith (helpers);
        if (input.performance)
            return replay (*synth, *input.performance, asked, settings, sinks);
        givePreset (*synth, asked);
        return renderEvents (*synth, input.song.events, settings, sinks);
    }
};

/** A recorded performance brings its own sound and sample rate. */
void followPerformance (Job& job)
{
    const auto& performance = *job.input.performance;
    if (job.options.presetGiven || ! job.options.curves.empty())
        throw Failure (ExitCode::usage, job.input.name + " is a recorded performance with its own preset and knobs; "
                                                         "use --preset and --curve with MIDI files and notes");
    job.options.rate = static_cast<int> (performance.log.sampleRate);
    if (! performance.log.beganAtRest)
        job.input.song.warnings.push_back ("it begins during sounding notes, so its first sounds differ");
    if (performance.log.driven && job.options.drive.empty())
        job.input.song.warnings.push_back ("it was played with a side-chain, which is not recorded (--drive)");
}

Job jobFrom (RenderOptions options)
{
    Job job { std::move (options), {}, {}, {} };
    wavFormatFromText (job.options.bits);
    job.settings = settingsFrom (job.options);
    job.input = inputFromOptions (job.options, "render");
    if (job.input.performance)
        followPerformance (job);
    job.settings.sampleRate = job.options.rate;
    job.settings.songSeconds = job.input.song.duration;
    job.preset = job.input.performance ? presetFromOptions (job.options, job.input.performance->preset)
                                       : presetFromOptions (job.options);
    const bool readsAhead = job.options.phrasing == "score";
    if (job.input.performance && readsAhead)
        throw Failure (ExitCode::usage, "--phrasing score is for songs; a recorded performance is played as it was");
    if (! job.input.performance)
        addCurves (job.options, job.input.song, job.preset.patch);
    if (readsAhead)
        job.input.song.events = phrasedFromScore (job.input.song.events, job.preset.patch);
    const bool ledgerOn = job.preset.patch.qualityLedger >= 0.5;
    if (! ledgerOn && ! job.options.ledger.empty())
        throw Failure (ExitCode::usage, "--ledger needs quality.ledger=on");
    refuseSharedFiles (job.options);
    if (const auto& warnings = job.input.song.warnings; ! warnings.empty())
        tell (printable (warningLine (job.input.name, warnings), longestLine));
    return job;
}

struct Outcome
{
    ExitCode code = ExitCode::ok;
    std::string text;
};

/** Writes --stems, with the gain of the sound. */
void writeStemsOf (const Job& job, double gain, double maxSeconds)
{
    if (job.options.stems.empty())
        return;
    auto unguarded = job.preset;
    unguarded.patch.outGuard = 0.0;
    writeStems (job.options, gain, maxSeconds, static_cast<int> (job.preset.patch.voiceCount),
                job.preset.patch.outSympatheticPercent > 0.0,
                [&job, &unguarded] (int voice, const RenderSinks& sinks)
                { return job.playAlone (unguarded, sinks, voice); });
}

// Long: the order matters: open, play, complete temporary files, put in place, report.
Outcome renderJob (const Job& job, int threads, const std::function<void (double, double)>& progress)
{
    const auto& options = job.options;
    const double maxSeconds = job.input.song.duration + longestTail;
    SoundOutput sound (options, options.output, maxSeconds, job.input.song.title, manifest (options, job.preset));
    SideFiles side (options);
    RenderSinks sinks;
    sinks.audio = [&sound] (auto left, auto right) { sound.write (left, right); };
    sinks.progress = progress;
    sinks.interrupted = interruptRequested;
    if (side.probes)
        sinks.probes = [&side] (auto frames) { side.probes->write (frames); };
    if (side.series)
        sinks.ledgerRow = [&side] (double seconds, const EnergyLedger& ledger)
        { side.series->write (seconds, ledger); };

    auto report = reportFor (options, job.input);
    report.result = job.play (job.preset, sinks, threads);
    const Closing closing;
    if (report.result.interrupted && (sound.replaces() || side.replaces() || usesStandardOutput (options)))
    {
        tell ("interrupted; nothing was written, " + report.output + " is unchanged");
        return { ExitCode::interrupted, {} };
    }
    const double gain = sound.gainFor (report.result.loudness, report.result.peak);
    sound.complete (gain); // all of them, before any is in its place: the disk may be full
    side.complete (report.result.ledger);
    if (! report.result.interrupted)
        writeStemsOf (job, gain, maxSeconds);
    sound.commit();
    side.commit();
    if (report.result.interrupted)
        tell ("interrupted; " + options.output + " contains the finished part");

    report.result.peak *= gain;
    if (report.result.loudness)
        report.result.loudness = *report.result.loudness + dbFromGain (gain);
    report.title = job.input.song.title;
    report.warnings = withFile (job.input.name, job.input.song.warnings);
    for (auto& warning : warned()) // of files used by all songs
        report.warnings.push_back (std::move (warning));
    report.presetFingerprint = presetFingerprint (job.preset);
    report.preset = job.preset.info.name;
    report.clippedSamples = sound.clippedSamples();
    report.notes = job.input.song.noteCount;
    report.latencySamples = Synth().latencySamples();
    report.ledgerOn = job.preset.patch.qualityLedger >= 0.5;
    const auto code = verdict (report);
    const bool silent = options.quiet || usesStandardOutput (options);
    return { code, options.json ? reportJson (report) : (silent ? std::string() : reportText (report)) };
}

ExitCode worse (ExitCode a, ExitCode b)
{
    return a == ExitCode::interrupted || b == ExitCode::interrupted ? ExitCode::interrupted : std::max (a, b);
}

constexpr std::string_view nameField = "{name}";

/** Output file of one of several songs: -o is a folder, or a pattern with {name}. */
std::string outputFor (const std::string& output, const std::string& song)
{
    const auto stem = song == "-" ? "standard-input" : std::filesystem::path (song).stem().string();
    if (const auto at = output.find (nameField); at != std::string::npos)
        return output.substr (0, at) + stem + output.substr (at + nameField.size());
    return (std::filesystem::path (output) / (stem + ".wav")).string();
}

/** One rendering for each song, all in parallel. */
ExitCode renderAll (const RenderOptions& options, const std::vector<std::string>& songs)
{
    if (options.output == "-" || ! options.ledger.empty() || ! options.probes.empty() || ! options.note.empty())
        throw Failure (ExitCode::usage, "several songs need files of their own (-o FOLDER, or -o FOLDER/{name}.wav); "
                                        "--note, --ledger and --probes are for one song");
    if (options.output.find (nameField) == std::string::npos)
        outputFolder (options.output);
    std::vector<Job> jobs;
    for (const auto& song : songs)
    {
        auto each = options;
        each.song = song;
        each.output = outputFor (options.output, song);
        for (const auto& other : jobs)
            if (other.options.output == each.output)
                throw Failure (ExitCode::usage,
                               other.options.song + " and " + song + " would both write " + each.output);
        jobs.push_back (jobFrom (std::move (each)));
    }
    std::vector<Outcome> outcomes (jobs.size());
    Progress progress (Progress::styleFor (options.quiet));
    std::mutex guard;
    std::size_t done = 0;
    inParallel (
        jobs.size(), threadsFor (options.jobs),
        [&] (std::size_t i)
        {
            outcomes[i] = renderJob (jobs[i], 1, {});
            const std::scoped_lock lock (guard);
            progress.showDone (++done, jobs.size());
        },
        interruptRequested);
    progress.finish();
    auto code = interruptRequested() ? ExitCode::interrupted : ExitCode::ok;
    std::string text;
    for (const auto& outcome : outcomes)
    {
        code = worse (code, outcome.code);
        text += (options.json && ! text.empty() && ! outcome.text.empty() ? "," : "") + outcome.text;
    }
    print (options.json ? "[" + text + "]\n" : text);
    return code;
}
} // namespace

ExitCode render (const RenderOptions& options)
{
    const auto songs = filesOf (options.songs);
    std::error_code ignored;
    // For a single song the name of the file is used literally, braces included.
    const bool oneByOne = songs == options.songs && songs.size() == 1;
    const bool intoFolder = options.output.ends_with ('/') ||
                            (! oneByOne && options.output.find (nameField) != std::string::npos) ||
                            std::filesystem::is_directory (options.output, ignored);
    if (songs.size() > 1 || (songs.size() == 1 && intoFolder))
        return renderAll (options, songs);
    auto single = options;
    single.song = songs.empty() ? std::string() : songs.front();
    const auto job = jobFrom (std::move (single));
    Progress progress (Progress::styleFor (options.quiet));
    const auto outcome = renderJob (job, threadsFor (options.jobs),
                                    [&progress] (double fraction, double speed) { progress.show (fraction, speed); });
    progress.finish();
    print (outcome.text);
    return outcome.code;
}
} // namespace kolophon
