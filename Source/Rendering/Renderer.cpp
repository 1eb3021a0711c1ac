// SPDX-License-Identifier: GPL-3.0-or-later
#include "Renderer.h"

#include "../Core/Fnv.h"
#include "../Files/Songs/PerformanceSteps.h"

#include <ebur128.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace kolophon
{
namespace
{
constexpr int silenceChecksPerSecond = 20;
constexpr int maxOversampling = 8;

/** Measures the sound while it is rendered. */
class Listener
{
public:
    explicit Listener (int sampleRate)
        : loudness (ebur128_init (2, static_cast<unsigned long> (sampleRate), EBUR128_MODE_I))
    {
        if (loudness == nullptr)
            throw std::runtime_error ("the loudness meter could not be initialised");
    }
    ~Listener() { ebur128_destroy (&loudness); }
    Listener (const Listener&) = delete;
    Listener& operator= (const Listener&) = delete;

    void hear (std::span<const double> left, std::span<const double> right, RenderResult& result)
    {
        interleaved.clear();
        for (std::size_t i = 0; i < left.size(); ++i)
        {
            for (const double sample : { left[i], right[i] })
            {
                fingerprint.add (sample);
                const bool finite = std::isfinite (sample);
                result.nonFiniteSamples += finite ? 0 : 1;
                result.peak = std::max (result.peak, finite ? std::abs (sample) : 0.0);
                interleaved.push_back (finite ? sample : 0.0);
            }
        }
        ebur128_add_frames_double (loudness, interleaved.data(), left.size());
    }

    std::optional<double> integrated () const
    {
        double value = 0.0;
        if (ebur128_loudness_global (loudness, &value) != EBUR128_SUCCESS || ! std::isfinite (value))
            return std::nullopt;
        return value;
    }

    std::uint64_t hash () const noexcept { return fingerprint.value(); }

private:
    ebur128_state* loudness;
    Fnv fingerprint;
    std::vector<double> interleaved;
};

std::vector<StampedEvent> stamped (std::span<const TimedEvent> events, int sampleRate)
{
    std::vector<StampedEvent> result;
    result.reserve (events.size());
    for (const auto& [seconds, event] : events)
        result.push_back ({ std::llround (seconds * sampleRate), event, {} });
    return result;
}

/** First multiple of `step` beyond `position`. */
std::int64_t nextMultiple (std::int64_t position, std::int64_t step) noexcept
{
    return (position / step + 1) * step;
}

/** Ends of blocks, in samples. With a fixed tail the length is exact; otherwise the ends of blocks would determine when
    silence is detected, so that they are cut at times that do not depend on the block size. */
struct Timetable
{
    Timetable (const RenderSettings& settings, std::int64_t itsSongEnd, double usualTail)
        : blockSize (settings.blockSize), songEnd (itsSongEnd), untilSilent (! settings.tailSeconds.has_value()),
          from (settings.from),
          end (songEnd +
               static_cast<std::int64_t> (std::ceil (settings.tailSeconds.value_or (usualTail) * settings.sampleRate))),
          silenceStep (every (settings.sampleRate, silenceChecksPerSecond)),
          ledgerStep (settings.ledgerRowsPerSecond > 0 ? every (settings.sampleRate, settings.ledgerRowsPerSecond) : 0)
    {
    }

    std::int64_t stopAfter (std::int64_t position) const noexcept
    {
        auto stop = std::min (position + blockSize, end);
        if (position < from)
            stop = std::min (stop, from);
        if (untilSilent && position >= songEnd)
            stop = std::min (stop, nextMultiple (position, silenceStep));
        else if (untilSilent && position < songEnd)
            stop = std::min (stop, songEnd);
        if (ledgerStep > 0)
            stop = std::min (stop, nextMultiple (position, ledgerStep));
        return stop;
    }
    bool hasLedgerRow (std::int64_t position) const noexcept { return ledgerStep > 0 && position % ledgerStep == 0; }
    bool mayEnd (std::int64_t position) const noexcept
    {
        return untilSilent && position > songEnd && position % silenceStep == 0;
    }

    static std::int64_t every (int sampleRate, int perSecond) noexcept
    {
        return std::max<std::int64_t> (1, sampleRate / perSecond);
    }

    std::int64_t blockSize, songEnd;
    bool untilSilent;
    std::int64_t from, end, silenceStep, ledgerStep;
};

/** The signal for the hands from `position` on, silent after its end. */
void loadDrive (const std::vector<double>& signal, std::int64_t position, std::span<double> block)
{
    for (std::size_t n = 0; n < block.size(); ++n)
    {
        const auto at = static_cast<std::size_t> (position) + n;
        block[n] = at < signal.size() ? signal[at] : 0.0;
    }
}
/** One rendering, block by block. */
class Rendering
{
public:
    Rendering (Synth& itsSynth, std::vector<StampedEvent> itsEvents, std::int64_t songEnd,
               const RenderSettings& itsSettings, const RenderSinks& itsSinks)
        : synth (itsSynth), events (std::move (itsEvents)), next (events.begin()), settings (itsSettings),
          sinks (itsSinks), timetable (itsSettings, songEnd, itsSynth.tailSeconds()),
          left (static_cast<std::size_t> (itsSettings.blockSize)), right (left.size()),
          frames (itsSinks.probes ? left.size() * maxOversampling : 0),
          drive (itsSettings.drive.empty() ? 0 : left.size()), listener (itsSettings.sampleRate)
    {
    }

    RenderResult run ()
    {
        while (position < timetable.end && ! result.interrupted)
        {
            const auto begin = position;
            renderTo (gather (timetable.stopAfter (position)));
            if (begin >= timetable.from)
                giveOut (static_cast<std::size_t> (position - begin));
            if (synth.collectMeters (meters))
            {
                result.voices = std::max (result.voices, meters.voicesAwake);
                result.guardGain = std::min (result.guardGain, meters.guardGain);
            }
            if (sinks.progress)
                sinks.progress (static_cast<double> (position) / static_cast<double> (timetable.end),
                                static_cast<double> (position) / settings.sampleRate /
                                    std::max (1e-9, result.processorSeconds));
            result.interrupted = sinks.interrupted && sinks.interrupted();
            if (next == events.end() && timetable.mayEnd (position) && synth.isSilent())
                break;
        }
        result.frames = std::max<std::int64_t> (0, position - timetable.from);
        result.loudness = listener.integrated();
        result.hash = listener.hash();
        result.ledger = synth.ledger();
        result.safetyNets = meters.nonFiniteBlocks;
        result.guardedSamples = meters.guardedSamples;
        return std::move (result);
    }

private:
    /** Collects the events of a block, and does what is to be done before it; returns where it ends. */
    std::int64_t gather (std::int64_t stop)
    {
        block.clear();
        for (; next != events.end() && next->sample < stop; ++next)
        {
            if (! next->act)
            {
                block.push_back (next->event);
                block.back().offset = static_cast<int> (next->sample - position);
                continue;
            }
            if (next->sample > position)
                return next->sample;
            synth.render (block, left.data(), right.data(), 0); // earlier events at the same sample
            block.clear();
            next->act (synth);
        }
        return stop;
    }

    void renderTo (std::int64_t stop)
    {
        using Time = std::chrono::steady_clock;
        const auto count = static_cast<std::size_t> (stop - position);
        probes = { frames.data(), frames.size(), 0 };
        loadDrive (settings.drive, position, std::span (drive).first (std::min (count, drive.size())));
        const auto before = Time::now();
        synth.render (block, left.data(), right.data(), static_cast<int> (count), sinks.probes ? &probes : nullptr,
                      drive.empty() ? nullptr : drive.data());
        result.processorSeconds += std::chrono::duration<double> (Time::now() - before).count();
        position = stop;
    }

    void giveOut (std::size_t count)
    {
        const auto l = std::span<const double> (left).first (count), r = std::span<const double> (right).first (count);
        listener.hear (l, r, result);
        if (sinks.audio)
            sinks.audio (l, r);
        if (sinks.probes)
            sinks.probes (std::span (frames).first (probes.count));
        if (sinks.ledgerRow && timetable.hasLedgerRow (position))
            sinks.ledgerRow (static_cast<double> (position) / settings.sampleRate, synth.ledger());
    }

    Synth& synth;
    const std::vector<StampedEvent> events;
    std::vector<StampedEvent>::const_iterator next;
    const RenderSettings& settings;
    const RenderSinks& sinks;
    const Timetable timetable;
    std::vector<double> left, right;
    std::vector<ProbeFrame> frames;
    std::vector<double> drive;
    std::vector<PerformanceEvent> block;
    ProbeBuffer probes;
    Listener listener;
    RenderResult result;
    MeterFrame meters;
    std::int64_t position = 0;
};
} // namespace

RenderResult renderEvents (Synth& synth, std::span<const TimedEvent> timedEvents, const RenderSettings& settings,
                           const RenderSinks& sinks)
{
    auto events = stamped (timedEvents, settings.sampleRate);
    const std::int64_t lastEvent = events.empty() ? 0 : events.back().sample;
    const std::int64_t songEnd =
        settings.tailSeconds ? std::llround (settings.songSeconds * settings.sampleRate) : lastEvent;
    return Rendering (synth, std::move (events), std::max (songEnd, lastEvent), settings, sinks).run();
}

RenderResult replay (Synth& synth, const RecordedPerformance& performance, const Preset& preset,
                     const RenderSettings& settings, const RenderSinks& sinks)
{
    const auto& log = performance.log;
    givePreset (synth, preset);
    synth.reset();
    synth.resumeFrom (log.past);
    auto replayed = settings;
    replayed.from = log.from;
    replayed.tailSeconds = settings.tailSeconds.value_or (0.0);
    return Rendering (synth, stamped (performance), log.end, replayed, sinks).run();
}

int oversamplingOf (const Patch& patch) noexcept
{
    return patch.qualityOversampling >= 0.5 ? 2 : 1;
}
} // namespace kolophon
