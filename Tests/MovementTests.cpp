// SPDX-License-Identifier: GPL-3.0-or-later
// What moves in a sound: measures of level, slips, periods and phases, on sounds whose numbers are known from how they
// were made.
#include "Analysis/Notes/Movement.h"
#include "Core/Noise.h"
#include "Support/MadeSound.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double rate = madeRate;

/** Clicks of 1 ms, one whenever `turns` [cycles] passes a whole number. */
template <class Turns>
std::vector<double> clicks (double seconds, Turns turns)
{
    double last = -1.0, before = 0.0;
    return made (seconds,
                 [&] (double t)
                 {
                     const double now = turns (t);
                     if (std::floor (now) > std::floor (before))
                         last = t;
                     before = now;
                     return last < 0.0 ? 0.0 : std::exp (-(t - last) / 0.001) * sine (3000.0 * (t - last));
                 });
}

/** Eight partials of 220 Hz, whose phases [cycles] are those of `phases` at each sample. */
template <class Phases>
std::vector<double> tone (double seconds, Phases phases)
{
    std::array<double, 9> phase {};
    return made (seconds,
                 [&] (double t)
                 {
                     phases (t, phase);
                     double sum = 0.0;
                     for (int k = 1; k <= 8; ++k)
                         sum += sine (k * 220.0 * t + phase[static_cast<std::size_t> (k)]) / k;
                     return 0.2 * sum;
                 });
}
} // namespace

TEST_CASE ("the swing of a level is counted where it lies, and nowhere else", "[measures]")
{
    for (const double swing : { 2.0, 15.0 })
    {
        CAPTURE (swing);
        const auto signal =
            made (4.0, [=] (double t) { return gainFromDb (-6.0 + 3.0 * sine (swing * t)) * sine (700.0 * t); });
        // rms of 3 dB, of which a window of 10 ms shows sin x/x, x = pi f 10 ms
        const double x = pi * swing * 0.01, wanted = 3.0 / std::sqrt (2.0) * std::sin (x) / x;
        CHECK_THAT (swingOfLevel (signal, rate, 0.5, 5.0), WithinAbs (swing < 5.0 ? wanted : 0.0, 0.06));
        CHECK_THAT (swingOfLevel (signal, rate, 9.0, 26.0), WithinAbs (swing > 5.0 ? wanted : 0.0, 0.06));
    }
    CHECK (swingOfLevel (made (0.3, [] (double t) { return sine (700.0 * t); }), rate, 0.5, 5.0) == 0.0);
}

TEST_CASE ("the rate of slips is found, and how far it glides", "[measures]")
{
    const auto steady = slipRatesOf (clicks (3.0, [] (double t) { return 100.0 * t; }), rate);
    constexpr double sample = 100.0 / 8000.0; // of a period, in which rises are counted
    CHECK_THAT (steady.median, WithinRel (100.0, sample));
    CHECK (steady.octaves < 2.0 * std::log2 (1.0 + sample));
    CHECK (steady.fraction > 0.95);
    // From 40 to 320 per second, evenly in octaves: nine tenths of three octaves lie between 5 and 95 %.
    const double octaves = 3.0, seconds = 3.0, growth = octaves * std::log (2.0) / seconds;
    const auto gliding =
        slipRatesOf (clicks (seconds, [=] (double t) { return 40.0 * (std::exp (growth * t) - 1.0) / growth; }), rate);
    // A frame lasts for 0.1 s, a tenth of an octave: at either end, and in the middle.
    CHECK_THAT (gliding.octaves, WithinAbs (0.9 * octaves, 0.2));
    CHECK_THAT (gliding.median, WithinRel (40.0 * std::exp2 (1.5), std::exp2 (0.1) - 1.0));
    // A tone does not click, and neither does silence.
    CHECK (slipRatesOf (made (2.0, [] (double t) { return sine (3000.0 * t); }), rate).fraction < 0.1);
    CHECK (slipRatesOf (made (1.0, [] (double) { return 0.0; }), rate).fraction == 0.0);
}

TEST_CASE ("periods sixteen apart change by as much as noise makes them", "[measures]")
{
    const auto still = [] (double, auto&) {};
    CHECK (changeOfPeriods (tone (1.0, still), rate, 220.0) < 0.001);
    // Two periods with independent noise of q of their power each correlate by 1/(1 + q). The mean over the signal is
    // as uncertain as sqrt ((2 q + q^2)/n)/(1 + q) of each piece of n samples. The best of several places is better:
    // there are as many as lie so close that what differs from place to place, `varies`, makes up for the tone's own
    // loss, w^2 d^2/2 at a distance d; and of m normal numbers the highest is sqrt (2 ln m) deviations above the mean.
    constexpr double pitch = 220.0, compared = 2.0 * rate / pitch, pieces = 3.0 / 0.02 - 5.0;
    double squares = 0.0;
    for (int k = 1; k <= 8; ++k)
        squares += 1.0 / (k * k);
    const double w = 2.0 * pi * pitch / rate * std::sqrt (8.0 / squares);
    for (const double q : { 0.02, 0.1 })
    {
        Noise noise (7);
        auto signal = tone (3.0, still);
        double power = 0.0;
        for (const double x : signal)
            power += x * x / static_cast<double> (signal.size());
        for (double& x : signal)
            x += std::sqrt (12.0 * q * power) * (noise.nextUniform() - 0.5);
        const double uncertain = 4.0 * std::sqrt ((2.0 * q + q * q) / (compared * pieces)) / (1.0 + q);
        const double loss = 3.0 * q / ((1.0 + q) * std::sqrt (compared));
        const double varies = std::sqrt ((q * q + 4.0 * q * loss) / compared) / (1.0 + q);
        const double better = varies * std::sqrt (2.0 * std::log (1.0 + 2.0 * std::sqrt (2.0 * loss) / w));
        const double expected = 1.0 - 1.0 / (1.0 + q), change = changeOfPeriods (signal, rate, pitch);
        CAPTURE (q, change, expected, uncertain, better);
        CHECK (change <= expected + uncertain);
        CHECK (change >= expected - uncertain - better);
        CHECK (uncertain + better < 0.5 * expected); // half as much, or twice, would be told
    }
    CHECK (std::isnan (changeOfPeriods (tone (0.15, still), rate, 220.0))); // 33 periods
}

TEST_CASE ("wander grows as a random walk does, or not at all, whatever the vibrato", "[measures]")
{
    const double vibrato = GENERATE (0.0, 0.06); // [cycles] of the first partial's phase
    const double memory = GENERATE (0.0, 0.02);  // [s] in which a phase returns; 0: never
    Noise noise (3);
    std::array<double, 9> own {};
    const double step = 1.0 / rate;
    const auto signal = tone (8.0,
                              [&] (double t, auto& phase)
                              {
                                  for (std::size_t k = 1; k < phase.size(); ++k)
                                  {
                                      const double kick = noise.nextUniform() - 0.5;
                                      own[k] += 0.3 * std::sqrt (step) * kick * (memory > 0.0 ? 3.0 : 1.0);
                                      own[k] -= memory > 0.0 ? own[k] * step / memory : 0.0;
                                      phase[k] = own[k] + static_cast<double> (k) * vibrato * sine (5.0 * t);
                                  }
                              });
    CAPTURE (vibrato, memory);
    CHECK_THAT (growthOfWander (signal, rate, 220.0), WithinAbs (memory > 0.0 ? 0.05 : 1.0, 0.25));
    CHECK (std::isnan (growthOfWander (std::span (signal).first (40000), rate, 220.0)));
}

TEST_CASE ("the swing of partials is their own, whatever the vibrato and the level of all", "[measures]")
{
    const double swing = GENERATE (5.5, 13.0), depth = GENERATE (0.0, 2.0); // [Hz], [dB]
    constexpr double pitch = 660.0, vibrato = 30.0, beat = 6.0;             // [Hz], [cent], [Hz]
    constexpr double perCent = 0.0005777895;                                // ln 2/1200
    const auto pitchAt = [] (double t) { return pitch * (1.0 + vibrato * perCent * sine (beat * t)); };
    const auto signal = made (4.0,
                              [&] (double t)
                              {
                                  const double cycles = pitch * t - pitch * vibrato * perCent / (2.0 * pi * beat) *
                                                                        (std::cos (2.0 * pi * beat * t) - 1.0);
                                  double sum = 0.0;
                                  for (int k = 1; k <= 8; ++k)
                                      sum += gainFromDb (depth * sine (swing * t + 0.125 * k)) * sine (k * cycles) / k;
                                  return 0.2 * sum;
                              });
    std::vector<double> pitches; // means over 10 ms
    for (int i = 0; i < 400; ++i)
    {
        double sum = 0.0;
        for (int n = 0; n < 20; ++n)
            sum += pitchAt (0.01 * i + 0.0005 * (n + 0.5)) / 20.0;
        pitches.push_back (sum);
    }
    CAPTURE (swing, depth);
    const double wanted = depth / std::sqrt (2.0);
    CHECK_THAT (swingOfPartials (signal, rate, pitches, 3.0, 8.0), WithinAbs (swing < 8.0 ? wanted : 0.0, 0.06));
    CHECK_THAT (swingOfPartials (signal, rate, pitches, 8.0, 20.0), WithinAbs (swing > 8.0 ? wanted : 0.0, 0.06));
    CHECK (std::isnan (swingOfPartials (std::span (signal).first (20000), rate, pitches, 3.0, 8.0)));
    // Of 55 Hz eight periods last 0.15 s.
    CHECK (std::isnan (swingOfPartials (signal, rate, std::vector (400, 55.0), 8.0, 20.0)));
}
