// SPDX-License-Identifier: GPL-3.0-or-later
#include "NoteTrack.h"

#include "../../Core/Units.h"
#include "NoteMeasures.h"
#include "SteadyTone.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>

namespace kolophon
{
namespace
{
using Complex = std::complex<double>;

constexpr double shortestWindow = 0.01, settling = 0.1; // [s]
constexpr double fadedAt = 0.25, loudFrom = 0.01;       // of the power
constexpr double shortestFrame = 0.012;                 // [s] in which a phase is looked at
constexpr int trackedPartials = 10;
constexpr double highestPartial = 5000.0; // [Hz] where 200 Hz, the most that a phase can tell, are 68 cents

constexpr std::array blackmanHarris { 0.35875, 0.48829, 0.14128, 0.01168 };

/** Seconds in which a phase is looked at: four periods of a Blackman-Harris window see one partial and none of its
    neighbours. */
double frameOf (double pitch)
{
    return std::max (shortestFrame, 4.0 / pitch);
}

/** sin (pi x)/(pi x) */
double sinc (double x)
{
    return std::abs (x) > 1e-9 ? std::sin (pi * x) / (pi * x) : 1.0;
}

std::vector<double> hann (std::size_t length)
{
    std::vector<double> window (length);
    for (std::size_t n = 0; n < length; ++n)
        window[n] = 0.5 - 0.5 * std::cos (2.0 * pi * (static_cast<double> (n) + 0.5) / static_cast<double> (length));
    return window;
}

/** Phase and power of the partials every 2.5 ms. */
class PhaseTracks
{
public:
    PhaseTracks (std::span<const double> itsSignal, double sampleRate, double itsPitch)
        : signal (itsSignal), rate (sampleRate), pitch (itsPitch)
    {
        const auto length = static_cast<std::size_t> (frameOf (pitch) * rate);
        window.resize (length);
        for (std::size_t n = 0; n < length; ++n)
        {
            const double angle = 2.0 * pi * (static_cast<double> (n) + 0.5) / static_cast<double> (length);
            for (int k = 0; k < 4; ++k)
                window[n] +=
                    (k % 2 == 0 ? 1.0 : -1.0) * blackmanHarris[static_cast<std::size_t> (k)] * std::cos (k * angle);
        }
        partials = trackedPartialsOf (pitch, rate);
    }

    /** Cycles that the fundamental gained over `pitch` between two frames. */
    double gained (double from, double to)
    {
        double top = 0.0, bottom = 0.0;
        for (int k = 1; k <= partials; ++k)
        {
            const auto early = at (k, from), late = at (k, to);
            const double weight = std::min (std::norm (early), std::norm (late));
            top += weight * k * std::arg (late * std::conj (early)) / (2.0 * pi);
            bottom += weight * k * k;
        }
        return bottom > 0.0 ? top / bottom : 0.0;
    }

private:
    /** Partial k around a sample, turned back by k times the pitch. The frames of last time are kept. */
    Complex at (int k, double middle)
    {
        auto& known = kept[static_cast<std::size_t> (k % 11)];
        for (const auto& [where, value] : known)
            if (where == middle)
                return value;
        const auto begin =
            static_cast<std::ptrdiff_t> (std::llround (middle)) - static_cast<std::ptrdiff_t> (window.size() / 2);
        const double turn = -2.0 * pi * k * pitch / rate;
        Complex phasor = std::polar (1.0, turn * static_cast<double> (begin)), sum = 0.0;
        const Complex step = std::polar (1.0, turn);
        for (std::size_t n = 0; n < window.size(); ++n, phasor *= step)
            if (const auto place = begin + static_cast<std::ptrdiff_t> (n);
                place >= 0 && place < static_cast<std::ptrdiff_t> (signal.size()))
                sum += signal[static_cast<std::size_t> (place)] * window[n] * phasor;
        known = { known.back(), { middle, sum } };
        return sum;
    }

    std::span<const double> signal;
    double rate, pitch;
    int partials = 1;
    std::vector<double> window;
    struct Frame
    {
        double where = -1e9;
        Complex value;
    };
    std::array<std::array<Frame, 2>, 11> kept {};
};
} // namespace

LevelTrack::LevelTrack (std::span<const double> signal, double sampleRate, double pitch)
    : rate (sampleRate), window (std::max (2.0, std::ceil (shortestWindow * pitch)) * rate / pitch)
{
    const auto weights = hann (static_cast<std::size_t> (std::llround (window)));
    double sum = 0.0;
    for (const double weight : weights)
        sum += weight;
    const auto length = static_cast<std::ptrdiff_t> (signal.size());
    for (std::size_t i = 0; static_cast<double> (i) * hop * rate < static_cast<double> (signal.size()); ++i)
    {
        const auto begin = static_cast<std::ptrdiff_t> (std::llround (static_cast<double> (i) * hop * rate)) -
                           static_cast<std::ptrdiff_t> (weights.size() / 2);
        double p = 0.0;
        for (std::size_t n = 0; n < weights.size(); ++n)
            if (const auto place = begin + static_cast<std::ptrdiff_t> (n); place >= 0 && place < length)
                p += weights[n] * signal[static_cast<std::size_t> (place)] * signal[static_cast<std::size_t> (place)];
        power.push_back (p / sum);
    }
    const double loudest = power.empty() ? 0.0 : *std::max_element (power.begin(), power.end());
    std::vector<double> loud;
    for (const double p : power)
        if (p > loudFrom * loudest)
            loud.push_back (p);
    reference = median (std::move (loud)).value_or (0.0);
}

double LevelTrack::reaches (double fraction) const
{
    const double wanted = fraction * reference;
    for (std::size_t i = 0; i < power.size(); ++i)
        if (power[i] >= wanted && wanted > 0.0)
        {
            const double before = i > 0 ? power[i - 1] : wanted;
            const double back = i > 0 && power[i] > before ? (power[i] - wanted) / (power[i] - before) : 0.0;
            return (static_cast<double> (i) - back) * hop * rate;
        }
    return -1.0;
}

NotePart LevelTrack::steadyPart() const
{
    const double begin = reaches (0.9) + settling * rate;
    auto last = power.size();
    while (last > 0 && power[last - 1] < fadedAt * reference)
        --last;
    // A window that already contains the end does not belong to the steady part.
    const double end = static_cast<double> (last) * hop * rate - 0.5 * window - 0.02 * rate;
    return { begin, std::min (end, begin + longestSteadyPart * rate) };
}

std::vector<double> LevelTrack::decibels (NotePart part) const
{
    std::vector<double> levels;
    const auto first = static_cast<std::size_t> (std::ceil (part.begin / (hop * rate)));
    const auto step = static_cast<std::size_t> (std::llround (trackHop / hop));
    for (auto i = first; i < power.size() && static_cast<double> (i) * hop * rate < part.end; i += step)
        levels.push_back (10.0 * std::log10 (std::max (power[i], 1e-30)));
    return levels;
}

std::vector<double> finePitchTrack (std::span<const double> signal, double sampleRate, NotePart part, double pitch)
{
    PhaseTracks phases (signal, sampleRate, pitch);
    const double step = trackHop * sampleRate / finePerHop, back = std::round (part.begin);
    std::vector<double> track;
    for (int i = 0; back + (i - i % finePerHop + finePerHop) * step < part.end; ++i) // whole hops
    {
        const double from = std::round (back + i * step), to = std::round (back + (i + 1) * step);
        track.push_back (pitch + phases.gained (from, to) * sampleRate / (to - from));
    }
    return track;
}

int trackedPartialsOf (double pitch, double sampleRate)
{
    int partials = 1;
    while (partials < trackedPartials && (partials + 1) * pitch < std::min (highestPartial, 0.45 * sampleRate))
        ++partials;
    return partials;
}

std::vector<double> pitchTrack (std::span<const double> fine)
{
    std::vector<double> track;
    for (std::size_t i = 0; i + finePerHop <= fine.size(); i += finePerHop)
        track.push_back (std::accumulate (fine.begin() + static_cast<std::ptrdiff_t> (i),
                                          fine.begin() + static_cast<std::ptrdiff_t> (i + finePerHop), 0.0) /
                         finePerHop);
    return track;
}

double shownByPitchTrack (double pitch, double frequency)
{
    // A phase under a window is the window's mean of it, as long as it swings little; so is a pitch.
    const double x = frequency * frameOf (pitch);
    double seen = blackmanHarris[0] * sinc (x);
    for (int k = 1; k < 4; ++k)
        seen += 0.5 * blackmanHarris[static_cast<std::size_t> (k)] * (sinc (x - k) + sinc (x + k));
    return seen / blackmanHarris[0] * sinc (frequency * trackHop / finePerHop);
}

double fluctuation (std::span<const double> values, double hop, double lowest, double highest,
                    const std::function<double (double frequency)>& shown)
{
    const auto count = values.size();
    if (count < 4)
        return 0.0;
    const double n = static_cast<double> (count), middle = 0.5 * (n - 1.0);
    double mean = 0.0, tilt = 0.0, spread = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        mean += values[i] / n;
    for (std::size_t i = 0; i < count; ++i)
    {
        tilt += (static_cast<double> (i) - middle) * values[i];
        spread += (static_cast<double> (i) - middle) * (static_cast<double> (i) - middle);
    }
    const auto window = hann (count);
    std::vector<double> windowed (count);
    double power = 0.0;
    for (std::size_t i = 0; i < count; ++i)
    {
        windowed[i] = window[i] * (values[i] - mean - tilt / spread * (static_cast<double> (i) - middle));
        power += window[i] * window[i];
    }
    // Bins of n points, the first one at or above `lowest` to the last one below `highest`.
    double sum = 0.0;
    for (std::size_t bin = 1; 2 * bin <= count; ++bin)
    {
        const double frequency = static_cast<double> (bin) / (n * hop);
        if (frequency < lowest || frequency >= highest)
            continue;
        Complex x = 0.0;
        for (std::size_t i = 0; i < count; ++i)
            x += windowed[i] * std::polar (1.0, -2.0 * pi * static_cast<double> ((bin * i) % count) / n);
        const double share = shown ? shown (frequency) : 1.0;
        sum += (2 * bin == count ? 1.0 : 2.0) * std::norm (x) / (share * share);
    }
    return std::sqrt (sum / (n * power));
}
} // namespace kolophon
