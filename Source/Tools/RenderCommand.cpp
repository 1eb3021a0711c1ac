#include "RenderCommand.h"
#include "Accounts.h"
#include "NoteName.h"
#include "PatchOptions.h"
#include "Progress.h"
#include "RenderReport.h"
#include "WavFile.h"

#include "../Synth/ParameterTable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>

namespace kolophon
{
namespace
{
constexpr int ledgerRowsPerSecond = 100;
constexpr double longestTail = 600.0; // [s]

volatile std::sig_atomic_t interruptRequested = 0;
extern "C" void requestInterrupt (int)
{
    interruptRequested = 1;
}

double tailFromText (const std::string& text)
{
    const std::string_view digits = text.ends_with ('s') ? std::string_view (text).substr (0, text.size() - 1) : text;
    double seconds = 0.0;
    const auto [end, error] = std::from_chars (digits.data(), digits.data() + digits.size(), seconds);
    if (error != std::errc{} || end != digits.data() + digits.size() || ! (seconds >= 0.0 && seconds <= longestTail))
        throw Failure (ExitCode::usage, "--tail: \"" + text + "\" is neither auto nor 0 to 600 seconds");
    return seconds;
}

WavFormat formatFromText (const std::string& text)
{
    if (text == "16")
        return WavFormat::pcm16;
    if (text == "24")
        return WavFormat::pcm24;
    if (text == "32f" || text == "32")
        return WavFormat::float32;
    throw Failure (ExitCode::usage, "--bits: \"" + text + "\" is not one of 16, 24, 32f");
}

Song songFromOptions (const RenderOptions& options)
{
    using Type = PerformanceEvent::Type;
    if (options.note.empty() == options.song.empty())
        throw Failure (ExitCode::usage, options.song.empty() ? "render wants a MIDI file, or --note G3"
                                                             : "render takes a MIDI file or --note, not both");
    if (options.note.empty())
    {
        auto result = readMidiFile (options.song);
        if (const auto* error = std::get_if<std::string> (&result))
            throw Failure (ExitCode::badInput, *error);
        return std::get<Song> (std::move (result));
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

/** How to get this sound again. No date and no instruction set: equal commands give equal files. */
std::string manifest (const RenderOptions& options, const Preset& preset)
{
    const auto& patch = preset.patch;
    const nlohmann::ordered_json json{ { "kolophon", KOLOPHON_VERSION },
                                       { "preset", preset.info.name },
                                       { "presetFingerprint", hexText (patchFingerprint (patch)) },
                                       { "seed", static_cast<int> (patch.voiceSeed) },
                                       { "sampleRate", options.rate },
                                       { "passes", static_cast<int> (patch.qualityPasses) },
                                       { "oversampling", patch.qualityOversampling >= 0.5 ? 2 : 1 },
                                       { "command", options.commandLine } };
    return json.dump (-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

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
        for (const auto& input : { options.song, options.preset })
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

    void finish (const EnergyLedger& ledger)
    {
        if (probes)
            probes->finish();
        if (series)
            series->finish();
        if (! account)
            return;
        const auto text = ledgerJson (ledger);
        auto* file = std::fopen (account->path().string().c_str(), "wb");
        const bool written = file != nullptr && std::fwrite (text.data(), 1, text.size(), file) == text.size();
        if ((file != nullptr && std::fclose (file) != 0) || ! written)
            throw Failure (ExitCode::notWritable, "writing " + account->target().string() + " failed");
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
        std::fprintf (stderr, "kolophon: %s\n", complaint.c_str());
    if (result.interrupted)
        std::fprintf (stderr, "kolophon: interrupted; %s holds what was finished\n", report.output.c_str());
    return result.interrupted ? ExitCode::interrupted : (complaint.empty() ? ExitCode::ok : ExitCode::checkFailed);
}
} // namespace

ExitCode render (const RenderOptions& options)
{
    const auto format = formatFromText (options.bits);
    RenderSettings settings{ options.rate, options.block, {}, 0 };
    if (options.tail != "auto")
        settings.tailSeconds = tailFromText (options.tail);
    if (! options.ledger.empty() && ! options.ledger.ends_with (".csv") && ! options.ledger.ends_with (".json"))
        throw Failure (ExitCode::usage, "--ledger: \"" + options.ledger + "\" should end in .csv or .json");
    if (options.ledger.ends_with (".csv"))
        settings.ledgerRowsPerSecond = ledgerRowsPerSecond;

    const auto preset = presetFromOptions (options);
    const bool ledgerOn = preset.patch.qualityLedger >= 0.5;
    if (! ledgerOn && ! options.ledger.empty())
        throw Failure (ExitCode::usage, "--ledger has nothing to write when quality.ledger is off");
    const auto song = songFromOptions (options);
    refuseSharedFiles (options);
    if (song.hangingNotes > 0)
        std::fprintf (stderr, "kolophon: %s leaves %d keys down at its end; they are let go there\n",
                      options.song.c_str(), song.hangingNotes);

    const double mostSeconds = song.duration + longestTail;
    WavFile wav (options.output, options.rate, format, mostSeconds, song.title, manifest (options, preset));
    SideFiles side (options);
    Progress progress (Progress::styleFor (options.quiet));
    RenderSinks sinks;
    sinks.audio = [&wav] (auto left, auto right) { wav.write (left, right); };
    sinks.progress = [&progress] (double share, double speed) { progress.show (share, speed); };
    sinks.interrupted = [] { return interruptRequested != 0; };
    if (side.probes)
        sinks.probes = [&side] (auto frames) { side.probes->write (frames); };
    if (side.series)
        sinks.ledgerRow = [&side] (double seconds, const EnergyLedger& ledger)
        { side.series->write (seconds, ledger); };

    Synth synth;
    synth.prepare (options.rate);
    synth.setPatch (preset.patch);
    std::signal (SIGINT, requestInterrupt);
    RenderReport report;
    report.result = renderEvents (synth, song.events, settings, sinks);
    progress.finish();
    wav.finish();
    side.finish (report.result.ledger);

    report.input = options.note.empty() ? options.song : options.note;
    report.title = song.title;
    report.output = options.output;
    report.bits = options.bits;
    report.preset = preset.info.name;
    report.presetFingerprint = patchFingerprint (preset.patch);
    report.clippedSamples = wav.clippedSamples();
    report.sampleRate = options.rate;
    report.blockSize = options.block;
    report.notes = song.noteCount;
    report.latencySamples = synth.latencySamples();
    report.ledgerOn = ledgerOn;
    const auto code = verdict (report);
    const auto text = options.json ? reportJson (report) : (options.quiet ? std::string() : reportText (report));
    std::fputs (text.c_str(), stdout);
    return code;
}
} // namespace kolophon
