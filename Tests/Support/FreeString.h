// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Core/Units.h"
#include "Level.h"
#include "Scene.h"

#include <catch2/catch.hpp>

/** A string of a single partial that was bowed for a moment and hangs free: a pure tone, whose pitch is read off its
    zeros. */
namespace kolophon::test
{
inline constexpr double freeRate = 48000.0;

/** [cents] to which the pitch of a free string up to 2 kHz is known over half a second: at w per sample, a straight
    line between samples misses a zero by 0.016 w^2 of a sample at most; at either end, of 24000 samples. */
inline constexpr double exact = 2.0 * 0.016 * 0.262 * 0.262 / 24000.0 * 1731.0;
/** [cents] the same over a single cycle of a tone up to 900 Hz, of 2 pi/w samples. */
inline constexpr double exactOfCycle = 2.0 * 0.016 * 0.118 * 0.118 * 0.118 / (2.0 * pi) * 1731.0;

/** A patch with one partial, no losses to speak of, no box, no room, and what is said besides. */
inline Patch freeString (Settings settings = {})
{
    auto patch = patchWith ({ { "body.modes", 1.0 },
                              { "body.torsion", 0.0 },
                              { "body.decay", 120.0 },
                              { "body.quality", 5000.0 },
                              { "out.box", 0.0 },
                              { "out.guard", 0.0 },
                              { "hand.lift_time", 0.001 } });
    turn (patch, settings);
    return patch;
}

/** A note that is bowed for a tenth of a second from sample 480 on, and what else happens: the left channel. */
inline std::vector<double> ring (const Patch& patch, std::vector<PerformanceEvent> events, double seconds, int key = 69,
                                 int channel = 0)
{
    events.push_back (noteOn (480, key, 80.0 / 127.0, channel));
    events.push_back (noteOff (480 + 4800, key, channel));
    PreparedSynth synth (patch, freeRate);
    return render (synth, events, static_cast<int> (seconds * freeRate)).left;
}

/** Level [dB] of a stretch between two times [s]. */
inline double levelBetween (const std::vector<double>& signal, double from, double to)
{
    return levelDb (signal, static_cast<int> (from * freeRate), static_cast<int> (to * freeRate));
}

/** Times [s] at which a signal rises through zero, between `from` and `to` [s]. */
inline std::vector<double> zeros (const std::vector<double>& signal, double from, double to)
{
    std::vector<double> times;
    const auto first = static_cast<std::size_t> (from * freeRate), last = static_cast<std::size_t> (to * freeRate);
    for (std::size_t n = first; n + 1 < std::min (last, signal.size()); ++n)
        if (signal[n] < 0.0 && signal[n + 1] >= 0.0)
            times.push_back ((static_cast<double> (n) + signal[n] / (signal[n] - signal[n + 1])) / freeRate);
    return times;
}

/** Mean frequency [Hz] over whole cycles. */
inline double meanFrequency (const std::vector<double>& signal, double from, double to)
{
    const auto times = zeros (signal, from, to);
    REQUIRE (times.size() > 20);
    return static_cast<double> (times.size() - 1) / (times.back() - times.front());
}

/** Pitch of a free string in cents above `key` at rest in equal temperament, half a second after all that was played.
    */
inline double centsOf (const Patch& patch, const std::vector<PerformanceEvent>& events, int key = 69, int channel = 0)
{
    const double nominal = 440.0 * std::exp2 ((key - 69) / 12.0);
    return 1200.0 * std::log2 (meanFrequency (ring (patch, events, 1.0, key, channel), 0.5, 1.0) / nominal);
}
} // namespace kolophon::test
