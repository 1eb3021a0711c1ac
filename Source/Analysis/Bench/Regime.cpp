// SPDX-License-Identifier: GPL-3.0-or-later
#include "Regime.h"

#include "RegimeSigns.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double shortestPause = 0.05, shortestSlip = 0.01; // of a period
constexpr double neverSticks = 0.98;                        // fraction of the time
constexpr std::size_t maxSlips = 8;                         // in a period of the motion

struct Spread
{
    double mean, jitter;
};

/** Mean and relative standard deviation of the duration of `count` successive slips. */
Spread repeatsAfter (std::size_t count, const std::vector<SlipPhase>& slips)
{
    double sum = 0.0, squares = 0.0;
    const std::size_t spans = slips.size() - count;
    for (std::size_t i = 0; i < spans; ++i)
    {
        const auto span = static_cast<double> (slips[i + count].begin - slips[i].begin);
        sum += span;
        squares += span * span;
    }
    const double mean = sum / static_cast<double> (spans);
    const double variance = squares / static_cast<double> (spans) - mean * mean;
    return { mean, std::sqrt (std::max (0.0, variance)) / mean };
}
} // namespace

std::string_view regimeName (Regime regime) noexcept
{
    switch (regime)
    {
        case Regime::none: return "none";
        case Regime::helmholtz: return "Helmholtz";
        case Regime::multipleSlip: return "multiple slip";
        case Regime::anomalousLow: return "anomalous low";
        case Regime::raucous: return "raucous";
        case Regime::constantSlip: return "constant slip";
    }
    return "";
}

std::vector<SlipPhase> wholeSlips (std::span<const SlipPhase> phases, double period)
{
    std::vector<SlipPhase> slips;
    for (const auto& phase : phases)
        if (! slips.empty() && static_cast<double> (phase.begin - slips.back().end) < shortestPause * period)
            slips.back().end = phase.end;
        else
            slips.push_back (phase);
    std::erase_if (slips, [period] (const SlipPhase& slip)
                   { return static_cast<double> (slip.end - slip.begin) < shortestSlip * period; });
    return slips;
}

std::optional<std::int64_t> transientOf (std::span<const SlipPhase> phases, double period)
{
    const auto slips = wholeSlips (phases, period);
    const auto onset = helmholtzOnset (slips, period);
    return onset ? std::optional (*onset - slips.front().begin) : std::nullopt;
}

RegimeMeasurement motionOf (std::span<const SlipPhase> phases, std::int64_t from, std::int64_t to, double period)
{
    RegimeMeasurement motion;
    if (to <= from)
        return motion;
    std::vector<SlipPhase> slips;
    double slipping = 0.0;
    for (const auto& slip : wholeSlips (phases, period))
    {
        slipping +=
            static_cast<double> (std::max<std::int64_t> (0, std::min (slip.end, to) - std::max (slip.begin, from)));
        if (slip.begin >= from && slip.begin < to)
            slips.push_back (slip);
    }
    const auto duration = static_cast<double> (to - from);
    motion.slipFraction = slipping / duration;
    motion.slipsPerPeriod = static_cast<double> (slips.size()) * period / duration;
    if (motion.slipFraction >= neverSticks)
        motion.regime = Regime::constantSlip;
    if (motion.slipFraction == 0.0 || motion.slipFraction >= neverSticks)
        return motion;

    motion.regime = Regime::raucous;
    const auto offBeat = [period] (const SlipPhase& a, const SlipPhase& b)
    { return std::abs (static_cast<double> (b.begin - a.begin) / period - 1.0) > regimeTolerance; };
    const bool everyPeriod = std::adjacent_find (slips.begin(), slips.end(), offBeat) == slips.end();
    for (std::size_t count = 1; count <= maxSlips && slips.size() >= 2 * count + 1; ++count)
    {
        const auto [mean, jitter] = repeatsAfter (count, slips);
        if (jitter >= regimeJitter || (count > 1 && mean > 2.0 * (1.0 + regimeTolerance) * period && ! everyPeriod))
            continue;
        motion.period = mean;
        motion.jitter = jitter;
        if (everyPeriod || (count == 1 && std::abs (mean / period - 1.0) <= regimeTolerance))
            motion.regime = Regime::helmholtz;
        else if (mean > (1.0 + regimeTolerance) * period)
            motion.regime = Regime::anomalousLow;
        else
            motion.regime = Regime::multipleSlip;
        break;
    }
    return motion;
}

RegimeMeasurement shownMotion (std::span<const SlipPhase> phases, std::int64_t from, std::int64_t to, double period)
{
    constexpr double near = 1.0 / 3.0, usually = 0.9;
    auto motion = motionOf (phases, from, to, period);
    if ((motion.regime != Regime::raucous && motion.regime != Regime::anomalousLow) ||
        std::abs (motion.slipsPerPeriod - 1.0) > regimeTolerance)
        return motion;
    const auto slips = wholeSlips (phases, period);
    int spans = 0, single = 0;
    for (std::size_t i = 1; i < slips.size(); ++i)
        if (slips[i - 1].begin >= from && slips[i].begin < to)
        {
            ++spans;
            single += std::abs (static_cast<double> (slips[i].begin - slips[i - 1].begin) / period - 1.0) <= near;
        }
    if (single >= usually * spans)
        motion.regime = Regime::helmholtz;
    return motion;
}
} // namespace kolophon
