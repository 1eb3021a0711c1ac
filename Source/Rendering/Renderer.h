// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/Songs/MidiFile.h"
#include "../Files/Songs/PerformanceFile.h"
#include "../Synth/Synth.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace kolophon
{
struct RenderSettings
{
    int sampleRate = 48000;            // [Hz]
    int blockSize = 256;               // [samples]
    std::optional<double> tailSeconds; // after the song's end; nothing: until it is silent after the last event
    int ledgerRowsPerSecond = 0;       // 0: none asked for
    std::vector<double> drive {}; // signal for the hands, from the first sample on; silence after its end; empty: none
    std::int64_t from = 0;        // [samples] before it, all is played and nothing given out
    double songSeconds = 0.0;     // the song's length; it ends there, or with its last event if that comes later
};

/** Receivers of the output. Empty functions are not called. */
struct RenderSinks
{
    std::function<void (std::span<const double> left, std::span<const double> right)> audio;
    std::function<void (std::span<const ProbeFrame>)> probes;
    std::function<void (double seconds, const EnergyLedger&)> ledgerRow;
    std::function<void (double fraction, double speed)> progress;
    std::function<bool()> interrupted;
};

struct RenderResult
{
    std::int64_t frames = 0;
    double peak = 0.0;              // largest |sample|
    std::optional<double> loudness; // [LUFS] integrated, ITU-R BS.1770; nothing when too short or silent
    std::uint64_t hash = 0;         // FNV-1a of the samples, double precision, before any conversion
    std::uint64_t nonFiniteSamples = 0;
    std::uint64_t safetyNets = 0;     // blocks in which the engine's safety net had to act
    std::uint64_t guardedSamples = 0; // that the guard of the ears held down
    double guardGain = 1.0;           // smallest that it came to
    int voices = 0;                   // most strings awake at once
    double processorSeconds = 0.0;    // time spent inside Synth::render
    bool interrupted = false;
    EnergyLedger ledger;
};

/** Plays the events from a synth that has its patch and is prepared; each at the sample nearest to its time. The
    samples do not depend on the block size, nor does their number. */
RenderResult renderEvents (Synth& synth, std::span<const TimedEvent> events, const RenderSettings& settings,
                           const RenderSinks& sinks);

/** Plays a recorded performance again, from its beginning on a synth that is prepared at its rate: what comes out from
    `log.from` on to `log.end`, and for settings.tailSeconds longer, are the samples that were heard then. `preset`: the
    performance's own, or what a take makes of it; what was set in mid-performance is set all the same. Throws
    InputError if a tuning is invalid. */
RenderResult replay (Synth& synth, const RecordedPerformance& performance, const Preset& preset,
                     const RenderSettings& settings, const RenderSinks& sinks);

/** Internal samples for each sample at the host's rate. */
int oversamplingOf (const Patch& patch) noexcept;
} // namespace kolophon
