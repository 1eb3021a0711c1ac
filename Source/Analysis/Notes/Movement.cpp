// SPDX-License-Identifier: GPL-3.0-or-later
#include "Movement.h"

#include "../../Core/Units.h"
#include "HeardSound.h"
#include "NoteTrack.h"
#include "SteadyTone.h"

#include <algorithm>
#include <cmath>
#include <complex>
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
constexpr double leastRise = 0.02;  // of the level itself: a steady tone ripples by a tenth of that
constexpr int slowRise = 12;        // bins
constexpr double quietFrame = 1e-3; // of the loudest's power
constexpr int periodsApart = 16, periodsCompared = 2, wanderingPartials = 8;
constexpr double wanderHop = 0.01, earlyWander = 0.05, lateWander = 0.4; // [s]

std::vector<double> withoutMean (std::span<const double> values)
{
    const double mean = std::accumulate (values.begin(), values.end(), 0.0) / static_cast<double> (values.size());
    std::vector<double> rest (values.begin(), values.end());
    for (double& value : rest)
        value -= mean;
    return rest;
}

/** Hann mean over `half` values to each side. */
std::vector<double> smoothed (std::span<const double> values, int half)
{
    std::vector<double> means;
    const auto count = static_cast<std::ptrdiff_t> (values.size());
    for (std::ptrdiff_t i = 0; i < count; ++i)
    {
        double sum = 0.0;
        for (auto j = std::max<std::ptrdiff_t> (0, i - half); j <= std::min (count - 1, i + half); ++j)
            sum +=
                (1.0 + std::cos (pi * static_cast<double> (j - i) / (half + 1))) * values[static_cast<std::size_t> (j)];
        means.push_back (sum / (half + 1));
    }
    return means;
}

/** Rises of a sound's level, `riseRate` per second, with level and power of each: the second difference lets clicks
    stand out of what rings on, and a Hann window of 1.1 ms smooths it. */
struct Rises
{
    std::vector<double> rise, level, power;

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
        level = smoothed (sharp, 4);
        double before = 0.0;
        for (double& now : level)
        {
            now = std::sqrt (now);
            rise.push_back (std::max (0.0, now - before));
            before = now;
        }
    }

    /** Period [bins] in which rises return; those of slow slips, which are narrow beside it, over 3 ms. */
    std::optional<double> periodIn (std::size_t begin, std::size_t length) const
    {
        const auto part = std::span (rise).subspan (begin, length);
        const auto sum = [] (std::span<const double> values)
        { return std::accumulate (values.begin(), values.end(), 0.0); };
        if (sum (part) < leastRise * sum (std::span (level).subspan (begin, length)))
            return std::nullopt;
        const auto found = periodOf (withoutMean (part), riseRate / fastestSlips, riseRate / slowestSlips);
        return found ? found
                     : periodOf (withoutMean (smoothed (part, slowRise)), 3.0 * slowRise, riseRate / slowestSlips);
    }
};

/** Partial k every 10 ms, turned back by k times the pitch, under a Hann window of eight periods and 20 ms at least,
    which sees none of its neighbours. */
std::vector<std::complex<double>> partialOver (std::span<const double> signal, double sampleRate, double pitch, int k)
{
    const auto length = static_cast<std::size_t> (std::max (8.0 / pitch, 0.02) * sampleRate);
    const auto hop = static_cast<std::size_t> (std::lround (wanderHop * sampleRate));
    const double turn = -2.0 * pi * k * pitch / sampleRate;
    std::vector<std::complex<double>> values;
    for (std::size_t begin = 0; begin + length <= signal.size(); begin += hop)
    {
        std::complex<double> sum = 0.0, phasor = std::polar (1.0, turn * static_cast<double> (begin));
        const auto step = std::polar (1.0, turn);
        for (std::size_t n = 0; n < length; ++n, phasor *= step)
            sum += signal[begin + n] * phasor *
                   (1.0 - std::cos (2.0 * pi * (static_cast<double> (n) + 0.5) / static_cast<double> (length)));
        values.push_back (sum);
    }
    return values;
}

/** Cycles that a tone has made at each sample, from its pitch [Hz] over each 10 ms, between whose middles it moves in a
    line. */
std::vector<double> cyclesOf (std::span<const double> pitches, double sampleRate, std::size_t samples)
{
    std::vector<double> cycles;
    const double last = static_cast<double> (pitches.size() - 1);
    double now = 0.0;
    for (std::size_t n = 0; n < samples; ++n)
    {
        const double at = std::clamp (static_cast<double> (n) / (trackHop * sampleRate) - 0.5, 0.0, last);
        const auto before = static_cast<std::size_t> (at), after = std::min (before + 1, pitches.size() - 1);
        const double part = at - static_cast<double> (before);
        cycles.push_back (now);
        now += ((1.0 - part) * pitches[before] + part * pitches[after]) / sampleRate;
    }
    return cycles;
}

/** Level [dB] every 10 ms of partial k under a Hann window of so many samples. */
std::vector<double> levelsOfPartial (std::span<const double> signal, std::span<const double> cycles, double sampleRate,
                                     std::size_t length, int k)
{
    const auto hop = static_cast<std::size_t> (std::lround (wanderHop * sampleRate));
    std::vector<std::complex<double>> turned;
    for (std::size_t n = 0; n < signal.size(); ++n)
        turned.push_back (signal[n] * std::polar (1.0, -2.0 * pi * k * cycles[n]));
    std::vector<double> levels;
    for (std::size_t begin = 0; begin + length <= signal.size(); begin += hop)
    {
        std::complex<double> sum = 0.0;
        for (std::size_t n = 0; n < length; ++n)
            sum += turned[begin + n] *
                   (1.0 - std::cos (2.0 * pi * (static_cast<double> (n) + 0.5) / static_cast<double> (length)));
        levels.push_back (dbFromGain (std::max (std::abs (sum), 1e-12)));
    }
    return levels;
}

/** Mean square of a phase's change over a time, without its mean slope: tied at its end to its beginning, it changes
    less the longer the time is. */
double meanSquareChange (std::span<const double> phase, double time)
{
    const auto lag = static_cast<std::size_t> (std::lround (time / wanderHop));
    const double steps = static_cast<double> (phase.size() - 1);
    const double slope = (phase.back() - phase.front()) / steps * static_cast<double> (lag);
    double sum = 0.0;
    for (std::size_t n = 0; n + lag < phase.size(); ++n)
        sum += (phase[n + lag] - phase[n] - slope) * (phase[n + lag] - phase[n] - slope);
    return sum / (static_cast<double> (phase.size() - lag) * (1.0 - static_cast<double> (lag) / steps));
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
    std::size_t loud = 0;
    for (std::size_t frame = 0; frame < powers.size(); ++frame)
    {
        if (powers[frame] <= quietFrame * loudest)
            continue;
        ++loud;
        if (const auto period = rises.periodIn (frame * step, length))
            rates.push_back (riseRate / *period);
    }
    if (rates.empty())
        return found;
    std::sort (rates.begin(), rates.end());
    const auto at = [&rates] (double part)
    { return rates[static_cast<std::size_t> (std::lround (part * static_cast<double> (rates.size() - 1)))]; };
    found.octaves = std::log2 (at (0.95) / at (0.05));
    found.median = at (0.5);
    found.fraction = static_cast<double> (rates.size()) / static_cast<double> (loud);
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
    for (std::size_t begin = 0; begin + static_cast<std::size_t> (apart + reach) + length <= signal.size();
         begin += hop)
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

double swingOfPartials (std::span<const double> signal, double sampleRate, std::span<const double> pitches,
                        double lowest, double highest)
{
    if (pitches.empty() || static_cast<double> (signal.size()) < shortestLevel * sampleRate)
        return unmeasured;
    const double pitch = std::accumulate (pitches.begin(), pitches.end(), 0.0) / static_cast<double> (pitches.size());
    const int partials = std::min (wanderingPartials, static_cast<int> (0.4 * sampleRate / pitch));
    const double window = std::max (8.0 / pitch, 0.02); // [s]
    highest = std::min (highest, 1.0 / window);         // where it still shows half
    if (lowest >= highest)
        return unmeasured;
    const auto cycles = cyclesOf (pitches, sampleRate, signal.size());
    std::vector<std::pair<double, double>> found; // level and swing
    for (int k = 1; k <= partials; ++k)
    {
        const auto levels =
            levelsOfPartial (signal, cycles, sampleRate, static_cast<std::size_t> (window * sampleRate), k);
        const double swing = fluctuation (levels, wanderHop, lowest, highest,
                                          [window] (double f) // a Hann window's mean of it
                                          {
                                              const double x = f * window;
                                              return std::sin (pi * x) / (pi * x * (1.0 - x * x));
                                          });
        found.emplace_back (*std::max_element (levels.begin(), levels.end()), swing);
    }
    const double strongest = found.empty() ? 0.0 : std::max_element (found.begin(), found.end())->first;
    double sum = 0.0, count = 0.0;
    for (const auto& [level, swing] : found)
        if (level > strongest - levelRange)
        {
            sum += swing * swing;
            count += 1.0;
        }
    return count > 0.0 ? std::sqrt (sum / count) : unmeasured;
}

double growthOfWander (std::span<const double> signal, double sampleRate, double pitch)
{
    const double all = static_cast<double> (signal.size()) / sampleRate;
    const int partials = std::min (wanderingPartials, static_cast<int> (0.4 * sampleRate / pitch));
    if (all < 1.0 || partials < 2)
        return unmeasured;
    const auto first = partialOver (signal, sampleRate, pitch, 1);
    double early = 0.0, late = 0.0;
    for (int k = 2; k <= partials; ++k)
    {
        const auto own = partialOver (signal, sampleRate, pitch, k);
        std::vector<double> phase { 0.0 };
        double power = 0.0;
        for (std::size_t n = 1; n < own.size(); ++n)
        {
            const double common = std::arg (first[n] * std::conj (first[n - 1]));
            phase.push_back (phase.back() + std::arg (own[n] * std::conj (own[n - 1]) * std::polar (1.0, -k * common)));
            power += std::norm (own[n]);
        }
        early += power * meanSquareChange (phase, earlyWander);
        late += power * meanSquareChange (phase, lateWander);
    }
    return early > 0.0 && late > 0.0 ? std::log2 (late / early) / std::log2 (lateWander / earlyWander) : unmeasured;
}
} // namespace kolophon
