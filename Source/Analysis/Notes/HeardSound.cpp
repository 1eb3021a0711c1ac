// SPDX-License-Identifier: GPL-3.0-or-later
#include "HeardSound.h"

#include "../../Core/Units.h"
#include "SteadyTone.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace kolophon
{
namespace
{
constexpr double silentLevel = -200.0;                                        // [dB]
constexpr double clickRise = 6.0, clickDepth = 25.0;                          // [dB]
constexpr double swellRise = 10.0, swellDepth = 12.0;                         // [dB]
constexpr double clickWindow = 0.003, pulseWindow = 0.02, swellWindow = 0.15; // [s]
constexpr double lowestHeard = 20.0, highestHeard = 20e3;                     // [Hz]
constexpr double slowestPulse = 0.3, fastestPulse = 30.0;                     // [1/s]
constexpr std::size_t frame = 8192;                                           // [samples]

std::size_t binOf (double frequency, double sampleRate)
{
    return static_cast<std::size_t> (std::max (0.0, frequency) * static_cast<double> (frame) / sampleRate);
}

/** Rises per second of a level. A rise is an increase by `rise` [dB] above the minimum since the last one, to no
    more than `depth` [dB] under the loudest. The rate is taken from the first rise to the last; a single one, the
    onset of a steady sound, has no rate: 0. */
double risesPerSecond (const Loudline& line, double rise, double depth)
{
    const double top = line.highest();
    if (top <= silentLevel)
        return 0.0;
    int count = 0;
    std::size_t first = 0, last = 0, now = 0;
    bool rises = false;
    double turned = silentLevel; // minimum since the last rise ended, or maximum since it began
    for (const double level : line.levels())
    {
        if (rises)
        {
            turned = std::max (turned, level);
            if (level < turned - rise)
            {
                rises = false;
                turned = level;
            }
        }
        else
        {
            turned = std::min (turned, level);
            if (level > turned + rise && level > top - depth)
            {
                first = count == 0 ? now : first;
                last = now;
                ++count;
                rises = true;
                turned = level;
            }
        }
        ++now;
    }
    return count < 2 ? 0.0 : (count - 1) / (Loudline::hop * static_cast<double> (last - first));
}
} // namespace

Loudline::Loudline (std::span<const double> signal, double sampleRate, double window)
{
    std::vector<double> sums { 0.0 };
    sums.reserve (signal.size() + 1);
    for (const double sample : signal)
        sums.push_back (sums.back() + sample * sample);
    const double length = static_cast<double> (signal.size());
    for (double time = 0.0; time * sampleRate < length; time = hop * static_cast<double> (decibels.size()))
    {
        const auto from = static_cast<std::size_t> (std::max (0.0, (time - 0.5 * window) * sampleRate));
        const auto to = static_cast<std::size_t> (std::min (length, (time + 0.5 * window) * sampleRate + 1.0));
        const double power = std::max (0.0, sums[to] - sums[from]) / static_cast<double> (to - from);
        decibels.push_back (power > 1e-20 ? 10.0 * std::log10 (power) : silentLevel);
    }
}

double Loudline::highest() const noexcept
{
    return decibels.empty() ? silentLevel : *std::max_element (decibels.begin(), decibels.end());
}

std::optional<double> Loudline::begins (double below) const noexcept
{
    const double top = highest();
    if (top <= silentLevel)
        return std::nullopt;
    const auto first = std::find_if (decibels.begin(), decibels.end(), [=] (double x) { return x >= top - below; });
    return hop * static_cast<double> (first - decibels.begin());
}

double Loudline::lasts (double below) const noexcept
{
    const double top = highest();
    const auto first = begins (below);
    if (! first)
        return 0.0;
    const auto last = std::find_if (decibels.rbegin(), decibels.rend(), [=] (double x) { return x >= top - below; });
    return hop * static_cast<double> (decibels.rend() - last) - *first;
}

double clicksPerSecond (std::span<const double> signal, double sampleRate)
{
    return risesPerSecond (Loudline (signal, sampleRate, clickWindow), clickRise, clickDepth);
}

double swellsPerSecond (std::span<const double> signal, double sampleRate)
{
    return risesPerSecond (Loudline (signal, sampleRate, swellWindow), swellRise, swellDepth);
}

std::vector<double> powerSpectrum (std::span<const double> signal, double)
{
    std::vector<double> power;
    for (std::size_t begin = 0; begin + frame <= signal.size(); begin += frame / 2)
    {
        const auto amplitudes = amplitudeSpectrum (signal.subspan (begin, frame));
        power.resize (amplitudes.size());
        for (std::size_t k = 0; k < amplitudes.size(); ++k)
            power[k] += amplitudes[k] * amplitudes[k];
    }
    return power;
}

double centroid (std::span<const double> spectrum, double sampleRate)
{
    double sum = 0.0, moment = 0.0;
    for (auto k = binOf (lowestHeard, sampleRate) + 1;
         k < std::min (spectrum.size(), binOf (highestHeard, sampleRate) + 1); ++k)
    {
        sum += spectrum[k];
        moment += static_cast<double> (k) * spectrum[k];
    }
    return sum > 0.0 ? moment / sum * sampleRate / static_cast<double> (frame) : 0.0;
}

double strongestPartial (std::span<const double> spectrum, double sampleRate)
{
    const auto first = binOf (lowestHeard, sampleRate) + 1;
    const auto last = std::min (spectrum.size(), binOf (highestHeard, sampleRate) + 1);
    if (first + 1 >= last)
        return 0.0;
    const auto peak =
        static_cast<std::size_t> (std::max_element (spectrum.begin() + static_cast<std::ptrdiff_t> (first),
                                                    spectrum.begin() + static_cast<std::ptrdiff_t> (last)) -
                                  spectrum.begin());
    if (spectrum[peak] <= 0.0 || peak + 1 >= spectrum.size())
        return 0.0;
    const double before = std::log (spectrum[peak - 1] + 1e-300), at = std::log (spectrum[peak]);
    const double after = std::log (spectrum[peak + 1] + 1e-300), bend = before - 2.0 * at + after;
    const double offset = bend < 0.0 ? std::clamp (0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
    return (static_cast<double> (peak) + offset) * sampleRate / static_cast<double> (frame);
}

double powerWithin (std::span<const double> spectrum, double sampleRate, double lowest, double highest)
{
    double inside = 0.0, all = 0.0;
    for (auto k = binOf (lowestHeard, sampleRate) + 1;
         k < std::min (spectrum.size(), binOf (highestHeard, sampleRate) + 1); ++k)
    {
        const double frequency = static_cast<double> (k) * sampleRate / static_cast<double> (frame);
        all += spectrum[k];
        inside += frequency >= lowest && frequency <= highest ? spectrum[k] : 0.0;
    }
    return all > 0.0 ? 100.0 * inside / all : 0.0;
}

Pulse pulseOf (std::span<const double> signal, double sampleRate)
{
    const Loudline line (signal, sampleRate, pulseWindow);
    std::vector<double> levels;
    for (std::size_t n = 0; n < line.levels().size(); n += 5)
        levels.push_back (std::max (line.levels()[n], line.highest() - 40.0));
    const double rate = 0.2 / Loudline::hop, count = static_cast<double> (levels.size());
    if (count < rate || line.highest() <= silentLevel)
        return {};
    // Subtracts the regression line and applies a Hann window; then searches in steps of a sixteenth of the resolution.
    double mean = 0.0, slope = 0.0, spread = 0.0;
    for (std::size_t n = 0; n < levels.size(); ++n)
    {
        const double from = static_cast<double> (n) - 0.5 * (count - 1.0);
        mean += levels[n] / count;
        slope += levels[n] * from;
        spread += from * from;
    }
    for (std::size_t n = 0; n < levels.size(); ++n)
    {
        const double at = static_cast<double> (n), from = at - 0.5 * (count - 1.0);
        levels[n] = (1.0 - std::cos (2.0 * pi * (at + 0.5) / count)) * (levels[n] - mean - slope / spread * from);
    }
    Pulse strongest;
    const double seconds = count / rate;
    for (double f = std::max (slowestPulse, 1.5 / seconds); f <= fastestPulse; f += 1.0 / (16.0 * seconds))
    {
        const auto turn = std::polar (1.0, -2.0 * pi * f / rate);
        std::complex<double> sum, phasor = 1.0;
        for (const double level : levels)
        {
            sum += level * phasor;
            phasor = { phasor.real() * turn.real() - phasor.imag() * turn.imag(),
                       phasor.real() * turn.imag() + phasor.imag() * turn.real() };
        }
        const double depth = 4.0 * std::abs (sum) / count;
        if (depth > strongest.depth)
            strongest = { f, depth };
    }
    return strongest;
}
} // namespace kolophon
