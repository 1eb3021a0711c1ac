// SPDX-License-Identifier: GPL-3.0-or-later
#include "NoteStart.h"

#include "../../Core/Units.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace kolophon
{
namespace
{
constexpr int mostPartials = 12;
constexpr double highestHeard = 6000.0;                                             // [Hz]
constexpr double lowestTone = 30.0, highestTone = 3000.0;                           // [Hz]
constexpr double laterFrom = 0.5, laterTo = 1.2, wholeTime = 1.3, stepTime = 0.002; // [s]
constexpr double changeFrom = 0.05, changeTo = 0.1;                                 // [s]
constexpr double risenTo = 0.25;                                                    // of the steady power: 6 dB
constexpr double lagReach = 0.015, lagStep = 0.25;                                  // of the period; [samples]

/** Powers at a frequency under a Hann window, one per stepTime; the first window begins with the signal. */
std::vector<double> powersAt (std::span<const double> signal, double sampleRate, double frequency, double window)
{
    const auto length = static_cast<std::size_t> (window * sampleRate);
    std::vector<std::complex<double>> kernel (length);
    for (std::size_t n = 0; n < length; ++n)
    {
        const double place = (static_cast<double> (n) + 0.5) / static_cast<double> (length);
        kernel[n] = (1.0 - std::cos (2.0 * pi * place)) *
                    std::polar (1.0, -2.0 * pi * frequency * static_cast<double> (n) / sampleRate);
    }
    std::vector<double> powers;
    for (std::size_t i = 0;; ++i)
    {
        const auto from = static_cast<std::size_t> (static_cast<double> (i) * stepTime * sampleRate);
        if (from + length > signal.size())
            return powers;
        std::complex<double> sum;
        for (std::size_t n = 0; n < length; ++n)
            sum += signal[from + n] * kernel[n];
        powers.push_back (std::norm (sum));
    }
}

/** [s] at which the middle of the window finds the powers within 6 dB of their steady ones. */
double timeOfRise (const std::vector<double>& powers, double window)
{
    const auto at = [] (double seconds) { return static_cast<std::size_t> (seconds / stepTime); };
    double steady = 0.0;
    for (std::size_t i = at (laterFrom); i < at (laterTo - window); ++i)
        steady += powers[i] / static_cast<double> (at (laterTo - window) - at (laterFrom));
    const auto risen =
        std::find_if (powers.begin(), powers.end(), [&] (double power) { return power > risenTo * steady; });
    return stepTime * static_cast<double> (risen - powers.begin()) + 0.5 * window;
}

/** Signal at a place between samples, by a cubic through four of them. */
double valueAt (std::span<const double> signal, double place)
{
    const auto n = static_cast<std::size_t> (place);
    const double x = place - static_cast<double> (n);
    const double before = signal[n - 1], here = signal[n], next = signal[n + 1], after = signal[n + 2];
    return here +
           0.5 * x *
               (next - before +
                x * (2.0 * before - 5.0 * here + 4.0 * next - after + x * (3.0 * (here - next) + after - before)));
}

/** Power that a lag [samples] leaves of the signal between two times, over all of it: each of the two periods has half
    of the noise. */
double leftAfter (std::span<const double> signal, double sampleRate, double lag)
{
    double here = 0.0, there = 0.0, both = 0.0;
    for (auto n = static_cast<std::size_t> (changeFrom * sampleRate);
         n < static_cast<std::size_t> (changeTo * sampleRate); ++n)
    {
        const double before = valueAt (signal, static_cast<double> (n) - lag);
        here += signal[n] * signal[n];
        there += before * before;
        both += signal[n] * before;
    }
    return here > 0.0 && there > 0.0 ? 1.0 - std::max (0.0, both) / std::sqrt (here * there) : 1.0;
}
} // namespace

Result<NoteStart> measureStart (std::span<const double> signal, double sampleRate, double pitch)
{
    if (static_cast<double> (signal.size()) < wholeTime * sampleRate)
        return inputError ("the note lasts less than 1.3 s");
    if (! (pitch > lowestTone && pitch < highestTone))
        return inputError ("the pitch lies outside of 30 to 3000 Hz");
    if (std::all_of (signal.begin(), signal.end(), [] (double x) { return x == 0.0; }))
        return inputError ("silence");
    const double window = std::max (0.02, 2.5 / pitch);
    double first = wholeTime, last = 0.0;
    for (int partial = 1; partial <= mostPartials && partial * pitch < highestHeard; ++partial)
    {
        const double risen = timeOfRise (powersAt (signal.first (static_cast<std::size_t> (wholeTime * sampleRate)),
                                                   sampleRate, partial * pitch, window),
                                         window);
        first = std::min (first, risen);
        last = std::max (last, risen);
    }
    const double period = sampleRate / pitch;
    double least = 1.0;
    for (double lag = period * (1.0 - lagReach); lag <= period * (1.0 + lagReach); lag += lagStep)
        least = std::min (least, leftAfter (signal, sampleRate, lag));
    return NoteStart { 1000.0 * std::max (0.0, last - first), 10.0 * std::log10 (std::max (least, 1e-12)) };
}
} // namespace kolophon
