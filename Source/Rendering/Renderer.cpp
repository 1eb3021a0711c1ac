#include "Renderer.h"

#include "../Core/Fnv.h"

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

/** What can be said about the sound as it passes. */
class Listener
{
public:
    explicit Listener (int sampleRate)
        : loudness (ebur128_init (2, static_cast<unsigned long> (sampleRate), EBUR128_MODE_I))
    {
        if (loudness == nullptr)
            throw std::runtime_error ("the loudness meter could not be set up");
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

struct StampedEvent
{
    std::int64_t sample;
    PerformanceEvent event;
};

std::vector<StampedEvent> stamped (std::span<const TimedEvent> events, int sampleRate)
{
    std::vector<StampedEvent> result;
    result.reserve (events.size());
    for (const auto& [seconds, event] : events)
        result.push_back ({ std::llround (seconds * sampleRate), event });
    return result;
}

/** First multiple of `step` beyond `position`. */
std::int64_t nextMultiple (std::int64_t position, std::int64_t step) noexcept
{
    return (position / step + 1) * step;
}

/** Where blocks end, in samples. With a fixed tail the length is exact; else the ends of blocks would decide when
    silence is noticed, so they are cut where the clock, not the block size, says. */
struct Timetable
{
    Timetable (const RenderSettings& settings, std::int64_t itsLastEvent, double usualTail)
        : blockSize (settings.blockSize), lastEvent (itsLastEvent), untilSilent (! settings.tailSeconds.has_value()),
          end (lastEvent +
               static_cast<std::int64_t> (std::ceil (settings.tailSeconds.value_or (usualTail) * settings.sampleRate))),
          silenceStep (every (settings.sampleRate, silenceChecksPerSecond)),
          ledgerStep (settings.ledgerRowsPerSecond > 0 ? every (settings.sampleRate, settings.ledgerRowsPerSecond) : 0)
    {
    }

    std::int64_t stopAfter (std::int64_t position) const noexcept
    {
        auto stop = std::min (position + blockSize, end);
        if (untilSilent && position >= lastEvent)
            stop = std::min (stop, nextMultiple (position, silenceStep));
        else if (untilSilent && position < lastEvent)
            stop = std::min (stop, lastEvent);
        if (ledgerStep > 0)
            stop = std::min (stop, nextMultiple (position, ledgerStep));
        return stop;
    }
    bool hasLedgerRow (std::int64_t position) const noexcept { return ledgerStep > 0 && position % ledgerStep == 0; }
    bool mayEnd (std::int64_t position) const noexcept
    {
        return untilSilent && position > lastEvent && position % silenceStep == 0;
    }

    static std::int64_t every (int sampleRate, int perSecond) noexcept
    {
        return std::max<std::int64_t> (1, sampleRate / perSecond);
    }

    std::int64_t blockSize, lastEvent;
    bool untilSilent;
    std::int64_t end, silenceStep, ledgerStep;
};

/** The signal for the hands from `position` on, silent after its end. */
void takeDrive (const std::vector<double>& signal, std::int64_t position, std::span<double> block)
{
    for (std::size_t n = 0; n < block.size(); ++n)
    {
        const auto at = static_cast<std::size_t> (position) + n;
        block[n] = at < signal.size() ? signal[at] : 0.0;
    }
}
} // namespace

RenderResult renderEvents (Synth& synth, std::span<const TimedEvent> timedEvents, const RenderSettings& settings,
                           const RenderSinks& sinks)
{
    using Time = std::chrono::steady_clock;
    const auto events = stamped (timedEvents, settings.sampleRate);
    const Timetable timetable (settings, events.empty() ? 0 : events.back().sample, synth.tailSeconds());
    std::vector<double> left (static_cast<std::size_t> (settings.blockSize)), right (left.size());
    std::vector<ProbeFrame> frames (sinks.probes ? left.size() * maxOversampling : 0);
    std::vector<double> drive (settings.drive.empty() ? 0 : left.size());
    std::vector<PerformanceEvent> block;
    Listener listener (settings.sampleRate);
    RenderResult result;
    MeterFrame meters;
    auto next = events.begin();
    std::int64_t position = 0;
    while (position < timetable.end)
    {
        const auto stop = timetable.stopAfter (position);
        block.clear();
        for (; next != events.end() && next->sample < stop; ++next)
        {
            block.push_back (next->event);
            block.back().offset = static_cast<int> (next->sample - position);
        }
        const auto count = static_cast<std::size_t> (stop - position);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        takeDrive (settings.drive, position, std::span (drive).first (std::min (count, drive.size())));
        const auto before = Time::now();
        synth.render (block, left.data(), right.data(), static_cast<int> (count), sinks.probes ? &probes : nullptr,
                      drive.empty() ? nullptr : drive.data());
        result.processorSeconds += std::chrono::duration<double> (Time::now() - before).count();
        position = stop;

        const auto l = std::span (left).first (count), r = std::span (right).first (count);
        listener.hear (l, r, result);
        if (sinks.audio)
            sinks.audio (l, r);
        if (sinks.probes)
            sinks.probes (std::span (frames).first (probes.count));
        if (sinks.ledgerRow && timetable.hasLedgerRow (position))
            sinks.ledgerRow (static_cast<double> (position) / settings.sampleRate, synth.ledger());
        if (synth.collectMeters (meters))
            result.voices = std::max (result.voices, meters.voicesAwake);
        if (sinks.progress)
            sinks.progress (static_cast<double> (position) / static_cast<double> (timetable.end),
                            static_cast<double> (position) / settings.sampleRate /
                                std::max (1e-9, result.processorSeconds));
        if (sinks.interrupted && sinks.interrupted())
        {
            result.interrupted = true;
            break;
        }
        if (next == events.end() && timetable.mayEnd (position) && synth.isSilent())
            break;
    }
    result.frames = position;
    result.loudness = listener.integrated();
    result.hash = listener.hash();
    result.ledger = synth.ledger();
    result.safetyNets = meters.nonFiniteBlocks;
    return result;
}

int oversamplingOf (const Patch& patch) noexcept
{
    return patch.qualityOversampling >= 0.5 ? 2 : 1;
}
} // namespace kolophon
