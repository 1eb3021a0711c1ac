#include "CompareCommand.h"
#include "AtomicFile.h"
#include "CompareFigures.h"
#include "CompareReport.h"
#include "Gnuplot.h"
#include "PatchOptions.h"
#include "Progress.h"
#include "RenderInput.h"
#include "RenderReport.h"

#include "../Core/Units.h"
#include "../Synth/ParameterTable.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

constexpr double ceiling = 0.8912509381337456; // -1 dBFS: no file's peak is higher
constexpr std::size_t chunkFrames = 1u << 14;
constexpr auto lawParameter = "contact.law";

/** The laws named in "kolophon,lugre", in that order, or all. Throws Failure (2). */
std::vector<const LawInfo*> lawsFromText (const std::string& text)
{
    std::vector<const LawInfo*> laws;
    if (text == "all")
    {
        for (const auto& law : lawTable())
            laws.push_back (&law);
        return laws;
    }
    for (std::size_t begin = 0; begin <= text.size();)
    {
        const auto end = std::min (text.find (',', begin), text.size());
        const auto id = text.substr (begin, end - begin);
        const auto* law = findLaw (id);
        if (law == nullptr)
        {
            std::string ids;
            for (const auto& each : lawTable())
                ids += std::string (each.id) + ", ";
            throw Failure (ExitCode::usage, "--laws: \"" + id + "\" is not one of " + ids + "all");
        }
        if (std::find (laws.begin(), laws.end(), law) != laws.end())
            throw Failure (ExitCode::usage, "--laws names " + id + " twice");
        laws.push_back (law);
        begin = end + 1;
    }
    return laws;
}

/** Stereo samples that wait on disk until the gain of all files is known: songs through many laws outgrow memory. */
class SampleStore
{
public:
    /** Throws Failure (5). */
    explicit SampleStore (const fs::path& target) : place (target)
    {
        file = std::fopen (place.path().string().c_str(), "w+b");
        if (file == nullptr)
            refuse();
    }
    ~SampleStore() { std::fclose (file); }
    SampleStore (const SampleStore&) = delete;
    SampleStore& operator= (const SampleStore&) = delete;

    void append (std::span<const double> left, std::span<const double> right)
    {
        buffer.clear();
        for (std::size_t i = 0; i < left.size(); ++i)
        {
            buffer.push_back (left[i]);
            buffer.push_back (right[i]);
        }
        if (std::fwrite (buffer.data(), sizeof (double), buffer.size(), file) != buffer.size())
            refuse();
        frames += static_cast<std::int64_t> (left.size());
    }

    /** Both channels from `begin` on; silence before the start and after the end. */
    void read (std::int64_t begin, std::span<double> left, std::span<double> right)
    {
        std::fill (left.begin(), left.end(), 0.0);
        std::fill (right.begin(), right.end(), 0.0);
        const auto from = std::clamp<std::int64_t> (begin, 0, frames);
        const auto to = std::clamp<std::int64_t> (begin + static_cast<std::int64_t> (left.size()), from, frames);
        buffer.resize (2 * static_cast<std::size_t> (to - from));
        const auto bytes = from * static_cast<std::int64_t> (2 * sizeof (double));
        if (! seek (bytes) || std::fread (buffer.data(), sizeof (double), buffer.size(), file) != buffer.size())
            refuse();
        for (std::size_t i = 0; 2 * i < buffer.size(); ++i)
        {
            left[i + static_cast<std::size_t> (from - begin)] = buffer[2 * i];
            right[i + static_cast<std::size_t> (from - begin)] = buffer[2 * i + 1];
        }
    }

    std::int64_t length () const noexcept { return frames; }

private:
    bool seek (std::int64_t bytes)
    {
#if defined(_WIN32)
        return _fseeki64 (file, bytes, SEEK_SET) == 0;
#else
        return fseeko (file, bytes, SEEK_SET) == 0;
#endif
    }

    [[noreturn]] void refuse () const
    {
        throw Failure (ExitCode::notWritable, "cannot write " + place.path().string() + ": " + std::strerror (errno));
    }

    AtomicFile place; // never committed, so removed
    std::FILE* file = nullptr;
    std::int64_t frames = 0;
    std::vector<double> buffer;
};

/** One law's part of the folder while it is being made. */
struct Take
{
    const LawInfo* law = nullptr;
    Preset preset;
    std::unique_ptr<WavFile> sound, difference; // the first law has no difference
    std::unique_ptr<SampleStore> samples;
    std::vector<StretchResult> stretches;
    ComparedLaw result;
};

struct Gesture
{
    Song song;
    std::vector<Stretch> stretches;
    std::optional<std::size_t> traced; // the longest stretch
    std::int64_t firstNote = 0;        // [samples]
    int latency = 0;                   // of the sound against the contact [samples]
};

Gesture gestureFromOptions (const RenderOptions& options, const Patch& patch)
{
    Gesture gesture;
    gesture.song = songFromOptions (options, "compare");
    gesture.latency = Synth().latencySamples();
    if (gesture.song.noteCount == 0)
        throw Failure (ExitCode::badInput, options.song + " has no note to compare");
    gesture.stretches = stretchesOf (gesture.song.events, patch, options.rate);
    std::int64_t longest = 0;
    for (std::size_t i = 0; i < gesture.stretches.size(); ++i)
        if (const auto length = gesture.stretches[i].end - gesture.stretches[i].begin; length > longest)
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

/** The preset as the command line has it, but for what a comparison needs: the ear guard would turn down only the
    loudest law, and the live comparison of two contacts would cost and play another one's turn. */
Preset presetForLaw (const RenderOptions& options, const LawInfo& law)
{
    auto changed = options;
    changed.settings.insert (changed.settings.begin(), { "out.guard=off", "compare.on=off" });
    changed.settings.push_back (std::string (lawParameter) + "=" + std::string (law.name));
    return presetFromOptions (changed);
}

void refuseLawSetting (const RenderOptions& options)
{
    for (const auto& setting : options.settings)
        if (setting.starts_with (std::string (lawParameter) + "="))
            throw Failure (ExitCode::usage, "--set " + setting + ": compare sets the law itself; name it in --laws");
}

/** The folder, made when it is not there. Throws Failure: 5 when it cannot be, 2 when an output would replace an
    input. */
fs::path folderFor (const RenderOptions& options, const std::vector<std::string>& outputs)
{
    const fs::path folder = options.output;
    std::error_code error;
    for (const auto& input : { options.song, options.preset })
        for (const auto& output : outputs)
            if (fs::equivalent (folder / output, input, error))
                throw Failure (ExitCode::usage, input + " cannot be two files at once");
    fs::create_directories (folder, error);
    if (! fs::is_directory (folder, error))
        throw Failure (ExitCode::notWritable,
                       "cannot make the folder " + options.output + (error ? ": " + error.message() : ""));
    return folder;
}

std::string differenceName (const LawInfo& first, const LawInfo& other)
{
    return std::string (first.id) + "-minus-" + std::string (other.id) + ".wav";
}

/** Plays the gesture through one law. False when interrupted. */
bool play (Take& take, const Gesture& gesture, const RenderOptions& options, const RenderSettings& settings,
           const std::function<void (double, double)>& progress)
{
    const int oversampling = oversamplingOf (take.preset.patch);
    ContactObserver observer (gesture.stretches, gesture.traced, take.preset.patch, options.rate, oversampling);
    RenderSinks sinks;
    sinks.audio = [&take] (auto left, auto right) { take.samples->append (left, right); };
    sinks.probes = [&observer] (auto frames) { observer.add (frames); };
    sinks.progress = progress;
    sinks.interrupted = interruptRequested;

    Synth synth;
    synth.prepare (options.rate);
    synth.setPatch (take.preset.patch);
    take.result.render = renderEvents (synth, gesture.song.events, settings, sinks);
    if (take.result.render.interrupted)
        return false;
    take.stretches = observer.finish();
    take.result.trace = observer.trace();
    return true;
}

/** Calls `visit (leftA, rightA, leftB, rightB)` for all chunks of two recordings of `frames` samples. */
template <typename Visit>
void together (SampleStore& a, SampleStore& b, std::int64_t frames, Visit visit)
{
    std::vector<double> leftA (chunkFrames), rightA (chunkFrames), leftB (chunkFrames), rightB (chunkFrames);
    for (std::int64_t at = 0; at < frames; at += static_cast<std::int64_t> (chunkFrames))
    {
        const auto count = static_cast<std::size_t> (std::min<std::int64_t> (chunkFrames, frames - at));
        const auto la = std::span (leftA).first (count), ra = std::span (rightA).first (count);
        const auto lb = std::span (leftB).first (count), rb = std::span (rightB).first (count);
        a.read (at, la, ra);
        b.read (at, lb, rb);
        visit (la, ra, lb, rb);
    }
}

struct Distance
{
    double peak = 0.0, energy = 0.0, firstEnergy = 0.0;
};

Distance distance (SampleStore& first, SampleStore& other, std::int64_t frames)
{
    Distance d;
    together (first, other, frames,
              [&d] (auto leftA, auto rightA, auto leftB, auto rightB)
              {
                  for (std::size_t i = 0; i < leftA.size(); ++i)
                      for (const auto& [a, b] : { std::pair (leftA[i], leftB[i]), std::pair (rightA[i], rightB[i]) })
                      {
                          d.peak = std::max (d.peak, std::abs (a - b));
                          d.energy += (a - b) * (a - b);
                          d.firstEnergy += a * a;
                      }
              });
    return d;
}

/** Mean of both channels, `gain` applied. */
std::vector<double> meanOfChannels (SampleStore& samples, std::int64_t begin, std::int64_t length, double gain)
{
    std::vector<double> left (static_cast<std::size_t> (length)), right (left.size());
    samples.read (begin, left, right);
    for (std::size_t i = 0; i < left.size(); ++i)
        left[i] = 0.5 * gain * (left[i] + right[i]);
    return left;
}

Measured measured (std::optional<double> value, const std::string& otherwise)
{
    return value && std::isfinite (*value) ? Measured{ value, "", false } : Measured{ std::nullopt, otherwise, false };
}

/** Pitch, slips and Helmholtz motion of one law. */
void measureContact (Take& take, const Gesture& gesture)
{
    auto& row = take.result;
    const auto& patch = take.preset.patch;
    std::vector<double> errors, slips, times;
    std::size_t steady = 0;
    for (std::size_t i = 0; i < take.stretches.size(); ++i)
    {
        const auto& stretch = gesture.stretches[i];
        const auto& found = take.stretches[i];
        steady += stretch.steadyPitch ? 1 : 0;
        if (found.frequency && stretch.steadyPitch)
            errors.push_back (centsFromRatio (*found.frequency / nominalFrequency (stretch.key, patch)));
        if (found.slipsPerPeriod)
            slips.push_back (*found.slipsPerPeriod);
        if (found.helmholtz)
            times.push_back (*found.helmholtz);
    }
    const bool none = take.stretches.empty(), single = gesture.song.noteCount == 1;
    const std::string tooShort = "no note lasts 0.1 s undisturbed";
    const std::string noPitch = none          ? tooShort
                                : steady == 0 ? "bend, vibrato or glide move the pitch"
                                              : "no periodic tone, or too few periods of it";
    const Measured severalNotes{ std::nullopt, "several notes", true };
    row.pitch =
        single ? measured (errors.empty() ? std::nullopt : take.stretches.front().frequency, noPitch) : severalNotes;
    row.pitchError = single ? measured (median (errors), noPitch) : severalNotes;
    for (auto& error : errors)
        error = std::abs (error);
    row.medianPitchError =
        single ? Measured{ std::nullopt, "a single note", true } : measured (median (errors), noPitch);
    row.slipsPerPeriod = measured (median (slips), none ? tooShort : "the bow does not touch");
    row.helmholtzTime =
        measured (median (times), none ? tooShort : "never eight successive periods with one slip each");
    row.helmholtzShare =
        none ? measured (std::nullopt, tooShort)
             : measured (static_cast<double> (times.size()) / static_cast<double> (take.stretches.size()), "");
}

/** What the sound itself tells. */
void measureSound (Take& take, const Gesture& gesture, const Distance& toFirst, double gain, int sampleRate)
{
    auto& row = take.result;
    const auto& ledger = row.render.ledger;
    auto loudness = row.render.loudness;
    if (loudness)
        *loudness += dbFromGain (gain);
    row.loudness = measured (loudness, "silent, or shorter than 0.4 s");
    row.energyCreated = measured (ledger.created, "not a number");
    row.residual = measured (ledger.relativeResidual(), "not a number");
    if (take.difference)
        row.difference = measured (toFirst.firstEnergy > 0.0 && toFirst.energy > 0.0
                                       ? std::optional (10.0 * std::log10 (toFirst.energy / toFirst.firstEnergy))
                                       : std::nullopt,
                                   toFirst.firstEnergy > 0.0 ? "no difference at all" : "the first law is silent");
    else
        row.difference = { std::nullopt, "the first law", true };

    const auto margin = std::llround (beginningSeconds * sampleRate);
    row.beginning = meanOfChannels (*take.samples, gesture.firstNote, margin, gain);
    if (gesture.traced)
    {
        const auto& stretch = gesture.stretches[*gesture.traced];
        row.steady = meanOfChannels (*take.samples, stretch.steadyBegin() + gesture.latency,
                                     stretch.end - stretch.steadyBegin(), gain);
    }
    if (gesture.song.noteCount > 1)
        row.nonHarmonic = { std::nullopt, "several notes", true };
    else if (! row.pitch.value)
        row.nonHarmonic = row.pitch;
    else
        row.nonHarmonic = measured (nonHarmonicDb (row.steady, sampleRate, *row.pitch.value),
                                    "silent, or too short for so low a pitch");
}

void write (Take& take, SampleStore& first, std::int64_t frames, double gain)
{
    together (first, *take.samples, frames,
              [&take, gain] (auto leftA, auto rightA, auto leftB, auto rightB)
              {
                  for (std::size_t i = 0; i < leftA.size(); ++i)
                  {
                      leftA[i] = gain * (leftA[i] - leftB[i]);
                      rightA[i] = gain * (rightA[i] - rightB[i]);
                      leftB[i] *= gain;
                      rightB[i] *= gain;
                  }
                  if (take.difference)
                      take.difference->write (leftA, rightA);
                  take.sound->write (leftB, rightB);
              });
}

/** One figure a law; none, and the reason in `comparison`, where gnuplot cannot make them. */
std::vector<std::string> figuresOf (Comparison& comparison)
{
    std::vector<std::string> figures;
    try
    {
        for (const auto& law : comparison.laws)
            figures.push_back (inlineSvg (runGnuplot (figureScript (comparison, law)), std::string (law.law->id)));
    }
    catch (const NoFigure& problem)
    {
        comparison.noFigures = problem.what();
        figures.clear();
        std::fprintf (stderr, "kolophon: %s; the page has no figures, sounds and tables are complete\n",
                      problem.what());
    }
    return figures;
}

/** Says what is wrong with a law, and whether all is well. */
bool checksOut (const Comparison& comparison)
{
    bool well = true;
    for (const auto& law : comparison.laws)
    {
        const char* complaint = nullptr;
        if (law.render.nonFiniteSamples > 0 || law.render.safetyNets > 0)
            complaint = "the engine computed something that is not a number";
        else if (! (law.render.ledger.relativeResidual() <= ledgerLimit))
            complaint = "the energy books are off by more than 1e-12 of the peak energy";
        if (complaint != nullptr)
            std::fprintf (stderr, "kolophon: check failed: %s: %s\n", std::string (law.law->id).c_str(), complaint);
        well = well && complaint == nullptr;
    }
    return well;
}
} // namespace

ExitCode compare (const CompareOptions& compareOptions)
{
    const auto& options = compareOptions.sound;
    const auto format = wavFormatFromText (options.bits);
    const RenderSettings settings{ options.rate, options.block, tailFromText (options.tail), 0 };
    refuseLawSetting (options);
    std::vector<Take> takes;
    std::vector<std::string> outputs{ "compare.csv", "compare.json", "compare.html" };
    for (const auto* law : lawsFromText (compareOptions.laws))
    {
        auto& take = takes.emplace_back();
        take.law = take.result.law = law;
        take.preset = presetForLaw (options, *law);
        outputs.push_back (take.result.file = std::string (law->id) + ".wav");
        if (takes.size() > 1)
            outputs.push_back (take.result.differenceFile = differenceName (*takes.front().law, *law));
    }
    auto gesture = gestureFromOptions (options, takes.front().preset.patch);
    const auto folder = folderFor (options, outputs);
    if (gesture.song.hangingNotes > 0)
        std::fprintf (stderr, "kolophon: %s leaves %d keys down at its end; they are let go there\n",
                      options.song.c_str(), gesture.song.hangingNotes);

    const auto open = [&] (const std::string& name, const Take& take)
    {
        return std::make_unique<WavFile> (folder / name, options.rate, format, gesture.song.duration + longestTail,
                                          gesture.song.title, manifest (options, take.preset));
    };
    for (auto& take : takes)
    {
        take.sound = open (take.result.file, take);
        if (! take.result.differenceFile.empty())
            take.difference = open (take.result.differenceFile, take);
        take.samples = std::make_unique<SampleStore> (folder / (std::string (take.law->id) + ".samples"));
    }
    AtomicFile csv (folder / outputs[0]), json (folder / outputs[1]), page (folder / outputs[2]);

    watchForInterrupt();
    Progress progress (Progress::styleFor (options.quiet));
    std::int64_t frames = 0;
    for (std::size_t i = 0; i < takes.size(); ++i)
    {
        const auto tell = [&progress, i, &takes] (double share, double speed)
        { progress.show ((static_cast<double> (i) + share) / static_cast<double> (takes.size()), speed); };
        if (! play (takes[i], gesture, options, settings, tell))
        {
            progress.finish();
            std::fprintf (stderr, "kolophon: interrupted; nothing was written\n");
            return ExitCode::interrupted;
        }
        frames = std::max (frames, takes[i].samples->length());
    }
    progress.finish();

    Comparison comparison;
    auto& firstSamples = *takes.front().samples;
    std::vector<Distance> distances;
    double peak = 0.0;
    for (auto& take : takes)
    {
        distances.push_back (distance (firstSamples, *take.samples, frames));
        peak = std::max ({ peak, take.result.render.peak, distances.back().peak });
    }
    comparison.gain = peak > ceiling ? ceiling / peak : 1.0;
    for (std::size_t i = 0; i < takes.size(); ++i)
    {
        write (takes[i], firstSamples, frames, comparison.gain);
        measureContact (takes[i], gesture);
        measureSound (takes[i], gesture, distances[i], comparison.gain, options.rate);
        comparison.laws.push_back (takes[i].result);
    }

    comparison.input = options.note.empty() ? options.song : options.note;
    comparison.title = gesture.song.title;
    comparison.preset = takes.front().preset.info.name;
    comparison.folder = options.output;
    comparison.commandLine = options.commandLine;
    comparison.bits = options.bits;
    comparison.sampleRate = options.rate;
    comparison.seconds = static_cast<double> (frames) / options.rate;
    if (gesture.traced)
        comparison.nominal = nominalFrequency (gesture.stretches[*gesture.traced].key, takes.front().preset.patch);
    comparison.checksPassed = checksOut (comparison);
    const auto figures = figuresOf (comparison);

    for (auto& take : takes)
    {
        take.sound->finish();
        if (take.difference)
            take.difference->finish();
    }
    csv.commitText (compareCsv (comparison));
    const auto report = compareJson (comparison);
    json.commitText (report);
    page.commitText (comparePage (comparison, figures));
    const auto text = options.json ? report : (options.quiet ? std::string() : compareText (comparison));
    std::fputs (text.c_str(), stdout);
    return comparison.checksPassed ? ExitCode::ok : ExitCode::checkFailed;
}
} // namespace kolophon
