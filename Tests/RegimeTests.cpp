// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Bench/RegimeSigns.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

using namespace kolophon;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** Motions that were made up, so that it is known what they are. */
namespace
{
constexpr double period = 300.3;       // [samples] of the string; no whole number, as ever
constexpr std::int64_t length = 12000; // 40 periods
constexpr double bowSpeed = 0.1;       // [m/s]

// Slips begin and end at samples: of a period each end is known to one, of the mean of forty to a fortieth of that; of
// the slips in forty periods one lies across the end.
constexpr double sample = 1.0 / period, ofMean = sample / 39.0, ofEnds = 1.0 / 39.0;

/** Slips of a contact that slides at 1 m/s while `slips` (t) says so, t in samples. */
std::vector<SlipPhase> slipsWhile (const std::function<bool (double)>& slips)
{
    SlipRecorder recorder;
    for (std::int64_t n = 0; n < length; ++n)
        recorder.add (n, slips (static_cast<double> (n)) ? 1.0 : 0.0, bowSpeed, 1.0);
    return recorder.phases();
}

/** Slips of a tenth of a period that begin at the given shares of a motion with period `repeat` [periods of the
    string]. */
std::vector<SlipPhase> slipsAt (std::vector<double> fractions, double repeat)
{
    return slipsWhile (
        [&] (double t)
        {
            const double phase = std::fmod (t / (repeat * period), 1.0) * repeat;
            for (const double fraction : fractions)
                if (phase >= fraction && phase < fraction + 0.1)
                    return true;
            return false;
        });
}

RegimeMeasurement judge (const std::vector<SlipPhase>& slips)
{
    return motionOf (slips, 0, length, period);
}
} // namespace

TEST_CASE ("a contact that never slips sounds nothing, and one that never sticks is told apart", "[regime]")
{
    const auto resting = judge (slipsWhile ([] (double) { return false; }));
    CHECK (resting.regime == Regime::none);
    CHECK (resting.slipFraction == 0.0);
    const auto sliding = judge (slipsWhile ([] (double) { return true; }));
    CHECK (sliding.regime == Regime::constantSlip);
    CHECK (sliding.slipFraction == 1.0);
    CHECK (motionOf ({}, 100, 100, period).regime == Regime::none);
}

TEST_CASE ("one slip a period is Helmholtz motion, also a little flat, sharp or uneven", "[regime]")
{
    const auto ideal = judge (slipsAt ({ 0.3 }, 1.0));
    CHECK (ideal.regime == Regime::helmholtz);
    CHECK_THAT (ideal.period, WithinRel (period, ofMean));
    CHECK_THAT (ideal.slipFraction, WithinAbs (0.1, sample + 0.1 * ofEnds));
    CHECK_THAT (ideal.slipsPerPeriod, WithinAbs (1.0, ofEnds));
    CHECK (ideal.jitter < 2.0 / period);
    CHECK (judge (slipsAt ({ 0.3 }, 1.07)).regime == Regime::helmholtz);
    CHECK (judge (slipsAt ({ 0.3 }, 0.93)).regime == Regime::helmholtz);

    // One slip of forty comes 9 % of a period late: jitter 2 %.
    const auto stumbling = judge (slipsWhile (
        [] (double t)
        {
            const double phase = std::fmod (t / period, 1.0),
                         late = t > 20.0 * period && t < 21.0 * period ? 0.09 : 0.0;
            return phase >= 0.3 + late && phase < 0.4 + late;
        }));
    CHECK (stumbling.regime == Regime::helmholtz);
    CHECK_THAT (stumbling.jitter, WithinAbs (std::sqrt (2.0 * 0.09 * 0.09 / 39.0), sample));

    // Every other period 4 % longer: a subharmonic, told by its double period.
    const auto uneven = judge (slipsAt ({ 0.1, 1.14 }, 2.0));
    CHECK (uneven.regime == Regime::helmholtz);
    CHECK_THAT (uneven.period, WithinRel (2.0 * period, ofMean));
}

TEST_CASE ("ripples neither split a slip nor make one", "[regime]")
{
    const auto rippled = slipsWhile (
        [] (double t)
        {
            const double phase = std::fmod (t / period, 1.0);
            const bool slip = phase > 0.3 && phase<0.4, pause = phase> 0.34 && phase < 0.37;
            const bool ripple = phase > 0.8 && phase < 0.806;
            return (slip && ! pause) || ripple;
        });
    CHECK (rippled.size() > 100);
    const auto motion = judge (rippled);
    CHECK (motion.regime == Regime::helmholtz);
    CHECK_THAT (motion.slipFraction, WithinAbs (0.1, sample + 0.1 * ofEnds));
}

TEST_CASE ("several slips a period are multiple slip, even or not", "[regime]")
{
    for (const auto& fractions : { std::vector { 0.1, 0.5 }, std::vector { 0.0, 0.5 }, std::vector { 0.05, 0.3, 0.7 } })
    {
        const auto motion = judge (slipsAt (fractions, 1.0));
        CAPTURE (fractions.size());
        CHECK (motion.regime == Regime::multipleSlip);
        CHECK_THAT (motion.slipsPerPeriod, WithinAbs (static_cast<double> (fractions.size()), 3.0 * ofEnds));
    }
    CHECK_THAT (judge (slipsAt ({ 0.1, 0.5 }, 1.0)).period, WithinRel (period, ofMean));
    CHECK_THAT (judge (slipsAt ({ 0.0, 0.5 }, 1.0)).period, WithinRel (0.5 * period, ofMean)); // the same slip twice
}

TEST_CASE ("a longer period is an anomalous low one, up to the octave and with a slip inside", "[regime]")
{
    for (const double repeat : { 1.1, 1.5, 2.0 })
    {
        const auto motion = judge (slipsAt ({ 0.2 }, repeat));
        CAPTURE (repeat);
        CHECK (motion.regime == Regime::anomalousLow);
        CHECK_THAT (motion.period, WithinRel (repeat * period, repeat * ofMean));
    }
    CHECK (judge (slipsAt ({ 0.2, 0.9 }, 2.0)).regime == Regime::anomalousLow);
    CHECK (judge (slipsAt ({ 0.2 }, 3.0)).regime == Regime::anomalousLow);
}

TEST_CASE ("what does not repeat itself is raucous", "[regime]")
{
    // Onsets at the fractional parts of the golden section: no period, and no two intervals that follow each other
    // alike.
    const auto wild = slipsWhile (
        [] (double t)
        {
            const double which = std::floor (t / period), fraction = std::fmod (0.6180339887 * which, 1.0);
            const double phase = t / period - which;
            return phase >= 0.8 * fraction && phase < 0.8 * fraction + 0.1;
        });
    const auto motion = judge (wild);
    CHECK (motion.regime == Regime::raucous);
    CHECK (motion.period == 0.0);
    CHECK_THAT (motion.slipsPerPeriod, WithinAbs (1.0, ofEnds));

    // Six uneven slips that come again after four periods: not a pitch.
    CHECK (judge (slipsAt ({ 0.0, 0.7, 1.6, 2.1, 2.9, 3.6 }, 4.0)).regime == Regime::raucous);
    CHECK (judge (slipsAt ({ 0.2 }, 25.0)).regime == Regime::raucous); // two slips show no period
}

TEST_CASE ("only the slips of the stretch that is looked at count", "[regime]")
{
    // Two slips a period at first, then one.
    auto slips = slipsAt ({ 0.1, 0.5 }, 1.0);
    std::erase_if (slips, [] (const SlipPhase& s)
                   { return s.begin > length / 2 && std::fmod (static_cast<double> (s.begin) / period, 1.0) > 0.3; });
    CHECK (motionOf (slips, 0, length / 2, period).regime == Regime::multipleSlip);
    CHECK (motionOf (slips, length / 2 + 1, length, period).regime == Regime::helmholtz);
    CHECK (motionOf (slips, 0, length, period).regime == Regime::raucous);
    CHECK (regimeName (Regime::helmholtz) == "Helmholtz");
}

TEST_CASE ("hair that springs under a slow bow is no slip in pictures, but one that shares the bow's way is",
           "[regime]")
{
    // What the bow moves in a period is slipped in the same time: a corner that takes (1 - share) of it, and another
    // slip halfway, of share, at twice the bow's speed.
    const auto withSecond = [] (double share)
    {
        auto recorder = shownSlips (period);
        for (std::int64_t n = 0; n < length; ++n)
        {
            const double phase = std::fmod (static_cast<double> (n) / period, 1.0);
            const bool isCorner = phase < 0.1, isSecond = phase >= 0.5 && phase < 0.5 + 0.5 * share;
            recorder.add (n, bowSpeed * (isCorner ? 10.0 * (1.0 - share) : isSecond ? 2.0 : 0.0), bowSpeed, 1.0);
        }
        return shownMotion (recorder.phases(), 0, length, period).regime;
    };
    for (const double share : { 0.0, 0.02, 0.05 })
        CHECK (withSecond (share) == Regime::helmholtz);
    for (const double share : { 0.08, 0.2, 0.5 })
        CHECK (withSecond (share) == Regime::multipleSlip);
}

TEST_CASE ("pictures show one slip per period as such, however uneven, and nothing else", "[regime]")
{
    const auto shown = [] (const std::vector<SlipPhase>& slips) { return shownMotion (slips, 0, length, period); };
    // A flageolet on the fourth partial: four uneven periods make one of the string.
    const auto flageolet = slipsAt ({ 0.1, 1.3, 2.05, 3.2 }, 4.0);
    CHECK (judge (flageolet).regime == Regime::raucous);
    CHECK (shown (flageolet).regime == Regime::helmholtz);
    CHECK_THAT (shown (flageolet).slipsPerPeriod, WithinAbs (1.0, ofEnds));
    CHECK (shown (slipsAt ({ 0.1, 1.25 }, 2.0)).regime == Regime::helmholtz);

    CHECK (shown (slipsAt ({ 0.3 }, 1.2)).regime == Regime::anomalousLow);
    CHECK (shown (slipsAt ({ 0.1, 0.6 }, 2.0)).regime == Regime::anomalousLow); // two slips, then a period without
    CHECK (shown (slipsAt ({ 0.1, 0.7, 1.7, 2.1, 4.6 }, 5.0)).regime == Regime::raucous);
    for (const auto& same : { slipsAt ({ 0.3 }, 1.0), slipsAt ({ 0.1, 0.5 }, 1.0) })
        CHECK (shown (same).regime == judge (same).regime);
}
