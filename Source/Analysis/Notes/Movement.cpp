// SPDX-License-Identifier: GPL-3.0-or-later
#include "Movement.h"

#include "../../Core/Units.h"
#include "HeardSound.h"
#include "NoteTrack.h"
#include "SteadyTone.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace kolophon
{
namespace
{
constexpr double unmeasured = std::numeric_limits<double>::quiet_NaN();
constexpr double levelWindow = 0.01, levelHop = 0.005, shortestLevel = 0.5, levelRange = 40.0; // [s], [dB]
constexpr double riseRate = 8000.0, slowestSlips = 20.0, fastestSlips = 700.0;                 // [Hz]
constexpr double slipFrame = 0.1, slipHop = 0.02;                                              // [s]
constexpr double quietFrame = 1e-3;                                                            // of the loudest's power
constexpr double largestStep = 0.5; // [octaves] from one frame to the next
constexpr std::size_t shortestWay = 5; // frames
constexpr int periodsApart = 16, periodsCompared = 2;

/** Rises of a sound's level, `riseRate` per second, with the power of each: the second difference lets clicks stand out
    of what rings on, and a Hann window of 1.1 ms smooths it. */
struct Rises
{
    std::vector<double> rise, power;

    Rises (std::span<const double> signal, double sampleRate)
    {
        const auto count = static_cast<std::size_t> (static_cast<double> (signal.size()) / sampleRate * riseRate);
        std::vector<double> sharp (count);
        power.resize (count);
        for (std::size_t n = 1; n + 1 < signal.size(); ++n)
        {
            const auto at = static_cast<std::size_t> (static_cast<double> (n) / sampleRate * riseRate);
            if (at >= count)
                break;
            const double bend = signal[n + 1] - 2.0 * signal[n] + signal[n - 1];
            sharp[at] += bend * bend;
            power[at] += signal[n] * signal[n];
        }
        constexpr int half = 4;
        double before = 0.0;
        for (std::size_t i = 0; i < count; ++i)
        {
            double smooth = 0.0;
            for (int k = -half; k <= half; ++k)
                if (const auto j = static_cast<std::ptrdiff_t> (i) + k; j >= 0 && j < static_cast<std::ptrdiff_t> (count))
                    smooth += (1.0 + std::cos (pi * k / (half + 1))) * sharp[static_cast<std::size_t> (j)];
            smooth = std::sqrt (smooth);
            rise.push_back (std::max (0.0, smooth - before));
            before = smooth;
        }
    }
};

std::vector<double> withoutMean (std::span<const double> values)
{
    const double mean = std::accumulate (values.begin(), values.end(), 0.0) / static_cast<double> (values.size());
    std::vector<double> rest (values.begin(), values.end());
    for (double& value : rest)
        value -= mean;
    return rest;
}

double dot (std::span<const double> a, std::span<const double> b)
{
    return std::inner_product (a.begin(), a.end(), b.begin(), 0.0);
}
} // namespace

double swingOfLevel (std::span<const double> signal, double sampleRate, double lowest, double highest)
{
    const Loudline line (signal, sampleRate, levelWindow);
    if (static_cast<double> (line.levels().size()) * Loudline::hop < shortestLevel)
        return 0.0;
    std::vector<double> levels;
    for (std::size_t n = 0; n < line.levels().size(); n += static_cast<std::size_t> (levelHop / Loudline::hop + 0.5))
        levels.push_back (std::max (line.levels()[n], line.highest() - levelRange));
    return fluctuation (levels, levelHop, lowest, highest);
}

SlipRates slipRatesOf (std::span<const double> signal, double sampleRate)
{
    const Rises rises (signal, sampleRate);
    constexpr auto length = static_cast<std::size_t> (slipFrame * riseRate);
    constexpr auto step = static_cast<std::size_t> (slipHop * riseRate);
    std::vector<double> powers;
    for (std::size_t begin = 0; begin + length <= rises.rise.size(); begin += step)
        powers.push_back (std::accumulate (rises.power.begin() + static_cast<std::ptrdiff_t> (begin),
                                           rises.power.begin() + static_cast<std::ptrdiff_t> (begin + length), 0.0));
    const double loudest = powers.empty() ? 0.0 : *std::max_element (powers.begin(), powers.end());
    SlipRates found;
    std::vector<double> rates;
    std::size_t loud = 0, together = 0;
    double low = 0.0, high = 0.0, before = 0.0;
    for (std::size_t frame = 0; frame < powers.size(); ++frame)
    {
        std::optional<double> period;
        if (powers[frame] > quietFrame * loudest)
        {
            ++loud;
            period = periodOf (withoutMean (std::span (rises.rise).subspan (frame * step, length)),
                               riseRate / fastestSlips, riseRate / slowestSlips);
        }
        if (! period)
        {
            together = 0;
            continue;
        }
        const double rate = riseRate / *period;
        rates.push_back (rate);
        const bool goesOn = together > 0 && std::abs (std::log2 (rate / before)) <= largestStep;
        together = goesOn ? together + 1 : 1;
        low = goesOn ? std::min (low, rate) : rate;
        high = goesOn ? std::max (high, rate) : rate;
        before = rate;
        if (together >= shortestWay)
            found.octaves = std::max (found.octaves, std::log2 (high / low));
    }
    found.share = loud > 0 ? static_cast<double> (rates.size()) / static_cast<double> (loud) : 0.0;
    found.median = median (std::move (rates)).value_or (0.0);
    return found;
}

double changeOfPeriods (std::span<const double> signal, double sampleRate, double pitch)
{
    const double period = sampleRate / pitch;
    const auto length = static_cast<std::size_t> (std::lround (periodsCompared * period));
    const auto apart = static_cast<std::ptrdiff_t> (std::lround (periodsApart * period));
    const auto reach = std::max<std::ptrdiff_t> (1, std::lround (0.25 * period));
    double sum = 0.0;
    int count = 0;
    const auto hop = std::max<std::size_t> (length, static_cast<std::size_t> (0.02 * sampleRate));
    for (std::size_t begin = 0; begin + static_cast<std::size_t> (apart + reach) + length <= signal.size(); begin += hop)
    {
        const auto one = signal.subspan (begin, length);
        double best = -1.0;
        for (auto shift = apart - reach; shift <= apart + reach; ++shift)
        {
            const auto other = signal.subspan (begin + static_cast<std::size_t> (shift), length);
            const double powers = dot (one, one) * dot (other, other);
            best = powers > 0.0 ? std::max (best, dot (one, other) / std::sqrt (powers)) : best;
        }
        sum += 1.0 - best;
        ++count;
    }
    return static_cast<double> (signal.size()) < 40.0 * period || count == 0 ? unmeasured : sum / count;
}

double growthOfWander (std::span<const double> pitches, double hop)
{
    const double all = static_cast<double> (pitches.size()) * hop;
    if (all < 1.0)
        return unmeasured;
    const auto changes = withoutMean (pitches);
    std::vector<double> phase { 0.0 }; // [cycles], from 0 to 0
    for (const double change : changes)
        phase.push_back (phase.back() + hop * change);
    const auto moved = [&] (double time)
    {
        const auto lag = static_cast<std::size_t> (std::lround (time / hop));
        double sum = 0.0;
        for (std::size_t n = 0; n + lag < phase.size(); ++n)
            sum += (phase[n + lag] - phase[n]) * (phase[n + lag] - phase[n]);
        return sum / (static_cast<double> (phase.size() - lag) * (1.0 - time / all)); // its end is tied to its beginning
    };
    constexpr double early = 0.1, late = 0.4; // [s]
    const double first = moved (early), second = moved (late);
    return first > 0.0 && second > 0.0 ? std::log2 (second / first) / std::log2 (late / early) : unmeasured;
}
} // namespace kolophon
