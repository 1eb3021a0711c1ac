// SPDX-License-Identifier: GPL-3.0-or-later
#include "StudyTone.h"

#include "../Analysis/Notes/SteadyTone.h"
#include "../Core/Units.h"

#include <algorithm>
#include <cmath>

namespace kolophon::study
{
std::complex<double> lineAt (std::span<const double> signal, double rate, double f)
{
    std::complex<double> sum = 0.0;
    double weight = 0.0;
    const auto count = static_cast<double> (signal.size());
    for (std::size_t n = 0; n < signal.size(); ++n)
    {
        const double place = 2.0 * pi * (static_cast<double> (n) + 0.5) / count;
        const double window = 0.42 - 0.5 * std::cos (place) + 0.08 * std::cos (2.0 * place);
        const double turns = std::fmod (f / rate * (static_cast<double> (n) + 0.5 - 0.5 * count), 1.0);
        sum += window * signal[n] * std::polar (1.0, -2.0 * pi * turns);
        weight += window;
    }
    return 2.0 / weight * sum;
}

double frequencyNear (std::span<const double> signal, double rate, double guess)
{
    const auto length = signal.size() * 3 / 4, hop = signal.size() - length;
    const auto early = lineAt (signal.first (length), rate, guess), late = lineAt (signal.last (length), rate, guess);
    const double apart = static_cast<double> (hop) / rate;
    const double expected = guess * apart, gained = (std::arg (late) - std::arg (early)) / (2.0 * pi);
    return guess + std::remainder (gained - expected, 1.0) / apart;
}

double strongestBetween (std::span<const double> signal, double rate, double low, double high, double f, double apart)
{
    const auto amplitudes = amplitudeSpectrum (signal);
    const double bin = 0.5 * rate / static_cast<double> (amplitudes.size() - 1);
    double largest = 0.0;
    for (std::size_t i = 0; i < amplitudes.size(); ++i)
        if (const double here = bin * static_cast<double> (i);
            here >= low && here <= high && std::abs (std::remainder (here, f)) >= apart)
            largest = std::max (largest, amplitudes[i]);
    return largest;
}

void addSpectrum (Table& table, double which, std::span<const double> signal, double rate, double top, double floor)
{
    constexpr std::size_t points = 900, fromBin = 4; // lower bins contain the steady component
    const auto amplitudes = amplitudeSpectrum (signal);
    const double bin = 0.5 * rate / static_cast<double> (amplitudes.size() - 1);
    const auto bins = std::min (amplitudes.size(), static_cast<std::size_t> (top / bin));
    const auto each = std::max<std::size_t> (1, bins / points);
    const double loudest = *std::max_element (amplitudes.begin() + fromBin, amplitudes.end());
    for (std::size_t begin = fromBin; begin + each <= bins; begin += each)
    {
        const auto at = amplitudes.begin() + static_cast<std::ptrdiff_t> (begin);
        const auto peak = std::max_element (at, at + static_cast<std::ptrdiff_t> (each));
        table.rows.push_back ({ which, 1e-3 * bin * static_cast<double> (peak - amplitudes.begin()),
                                std::max (floor, dbFromGain (std::max (*peak, 1e-300) / loudest)) });
    }
}
} // namespace kolophon::study
