#include "RenderCommand.h"

#include "../Rendering/Accounts.h"
#include "../Reports/RenderReport.h"
#include "../Shell/Console.h"
#include "../Shell/Interrupt.h"
#include "../Shell/Progress.h"
#include "PatchOptions.h"
#include "RenderInput.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>

namespace kolophon
{
namespace
{
constexpr int ledgerRowsPerSecond = 100;

void refuseSharedFiles (const RenderOptions& options)
{
    const auto refuse = [] (const std::string& name)
    { throw Failure (ExitCode::usage, name + " cannot be two files at once"); };
    std::error_code ignored;
    std::vector<std::filesystem::path> outputs;
    for (const auto& output : { options.output, options.ledger, options.probes })
    {
        if (output.empty())
            continue;
        for (const auto& input : { options.song, options.preset, options.body, options.gesture, options.drive })
            if (std::filesystem::equivalent (output, input, ignored))
                refuse (output);
        outputs.push_back (std::filesystem::weakly_canonical (output, ignored));
        if (std::count (outputs.begin(), outputs.end(), outputs.back()) > 1)
            refuse (output);
    }
}

/** The files besides the sound. Opened before the work: an unwritable place is known at once. */
struct SideFiles
{
    explicit SideFiles (const RenderOptions& options)
    {
        if (! options.probes.empty())
            probes.emplace (options.probes);
        if (options.ledger.ends_with (".csv"))
            series.emplace (options.ledger);
        else if (options.ledger.ends_with (".json"))
            account.emplace (options.ledger);
    }

    /** True where committing would replace a file. */
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
        complaint = "check failed: the energy books are off by more than 1e-12 of the peak energy";
    report.checksPassed = complaint.empty();
    if (! complaint.empty())
        tell (complaint);
    return result.interrupted ? ExitCode::interrupted : (complaint.empty() ? ExitCode::ok : ExitCode::checkFailed);
}
/** Refuses what can't be written, and what nothing would be written into. */
RenderSettings settingsFrom (const RenderOptions& options)
{
    refuseOtherEndings ("--output", options.output, std::array<std::string_view, 2> { ".wav", ".wave" },
                        "WAV files (.wav), with samples of 16 or 24 bits or 32 of float (--bits)");
    if (! options.probes.empty())
        refuseOtherEndings ("--probes", options.probes, std::array<std::string_view, 1> { ".csv" }, "tables (.csv)");
    RenderSettings settings { options.rate, options.block, tailFromText (options.tail), 0, driveFromOptions (options) };
    if (! options.ledger.empty() && ! options.ledger.ends_with (".csv") && ! options.ledger.ends_with (".json"))
        throw Failure (ExitCode::usage, "--ledger: \"" + options.ledger + "\" should end in .csv or .json");
    if (options.ledger.ends_with (".csv"))
        settings.ledgerRowsPerSecond = ledgerRowsPerSecond;
    return settings;
}

RenderReport reportFor (const RenderOptions& options)
{
    RenderReport report;
    report.input = options.note.empty() ? options.song : options.note;
    report.output = options.output;
    report.bits = options.bits;
    report.sampleRate = options.rate;
    report.blockSize = options.block;
    return report;
}
} // namespace

ExitCode render (const RenderOptions& options)
{
    const auto format = wavFormatFromText (options.bits);
    const auto settings = settingsFrom (options);
    const auto preset = presetFromOptions (options);
    const bool ledgerOn = preset.patch.qualityLedger >= 0.5;
    if (! ledgerOn && ! options.ledger.empty())
        throw Failure (ExitCode::usage, "--ledger has nothing to write when quality.ledger is off");
    const auto song = songFromOptions (options, "render");
    refuseSharedFiles (options);
    if (song.hangingNotes > 0)
        tell (options.song + " leaves " + std::to_string (song.hangingNotes) +
              " keys held at its end; they are released there");

    const double maxSeconds = song.duration + longestTail;
    WavFile wav (options.output, options.rate, format, maxSeconds, song.title, manifest (options, preset));
    SideFiles side (options);
    Progress progress (Progress::styleFor (options.quiet));
    RenderSinks sinks;
    sinks.audio = [&wav] (auto left, auto right) { wav.write (left, right); };
    sinks.progress = [&progress] (double fraction, double speed) { progress.show (fraction, speed); };
    sinks.interrupted = interruptRequested;
    if (side.probes)
        sinks.probes = [&side] (auto frames) { side.probes->write (frames); };
    if (side.series)
        sinks.ledgerRow = [&side] (double seconds, const EnergyLedger& ledger)
        { side.series->write (seconds, ledger); };

    Synth synth;
    synth.prepare (options.rate);
    synth.setPatch (preset.patch);
    giveBody (synth, preset.customBody);
    synth.setGesture (preset.gesture.value_or (DrawnGesture::door()));
    synth.setModulation (preset.modulation);
    auto report = reportFor (options);
    report.result = renderEvents (synth, song.events, settings, sinks);
    progress.finish();
    const Closing closing;
    if (report.result.interrupted && (wav.replaces() || side.replaces()))
    {
        tell ("interrupted; nothing was written, " + options.output + " is unchanged");
        return ExitCode::interrupted;
    }
    wav.complete(); // all of them, before any is in its place: the disk may be full
    side.complete (report.result.ledger);
    wav.commit();
    side.commit();
    if (report.result.interrupted)
        tell ("interrupted; " + options.output + " holds what was finished");

    report.title = song.title;
    report.presetFingerprint = presetFingerprint (preset);
    report.preset = preset.info.name;
    report.clippedSamples = wav.clippedSamples();
    report.notes = song.noteCount;
    report.latencySamples = synth.latencySamples();
    report.ledgerOn = ledgerOn;
    const auto code = verdict (report);
    const auto text = options.json ? reportJson (report) : (options.quiet ? std::string() : reportText (report));
    std::fputs (text.c_str(), stdout);
    return code;
}
} // namespace kolophon
