// SPDX-License-Identifier: GPL-3.0-or-later
#include "NoteSpectrum.h"

#include "../../Core/KaiserWindow.h"
#include "../../Core/Units.h"
#include "Fourier.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>

namespace kolophon
{
namespace
{
constexpr double vibratoEdge = 10.0; // [Hz]: slower movements of the pitch are removed
constexpr double highest = 16000.0;  // [Hz] of noise and partials
constexpr double floorLowest = 2000.0, floorHighest = 8000.0;
constexpr int ownBins = 5, firstGapBin = 6, lastGapBin = 10; // of 16 per partial: its own, then the gap
constexpr int slopePartials = 16;
constexpr double slopeHighest = 6000.0;                                 // [Hz]
constexpr double weakestPartialLevel = -80.0, weakestBandLevel = -90.0; // [dB]
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/** |X|^2 of bins 0 … N/2 of a real signal, zero-padded to a power of two. */
std::vector<double> powerSpectrum (std::vector<double> signal)
{
    signal.resize (std::bit_ceil (signal.size()), 0.0);
    std::vector<double> powers;
    for (const auto& bin : fourier (signal))
        powers.push_back (std::norm (bin));
    return powers;
}

/** Kaiser-windowed sinc, -90 dB in its stop band, to read between samples: tabulated at 512 positions per sample. */
class Interpolator
{
public:
    Interpolator()
    {
        for (std::size_t i = 0; i < kernel.size(); ++i)
        {
            const double x = static_cast<double> (i) / places;
            const double sinc = i == 0 ? 1.0 : std::sin (pi * x) / (pi * x);
            kernel[i] = x < taps ? sinc * kaiserWindow (x / taps, 9.0) : 0.0;
        }
    }

    double at (std::span<const double> signal, double place) const
    {
        const auto middle = static_cast<std::ptrdiff_t> (std::floor (place));
        double sum = 0.0;
        for (auto n = std::max<std::ptrdiff_t> (0, middle - taps + 1);
             n <= std::min (middle + taps, static_cast<std::ptrdiff_t> (signal.size()) - 1); ++n)
        {
            const double distance = std::abs (static_cast<double> (n) - place) * places;
            const auto i = static_cast<std::size_t> (distance);
            sum += signal[static_cast<std::size_t> (n)] *
                   (kernel[i] + (distance - static_cast<double> (i)) * (kernel[i + 1] - kernel[i]));
        }
        return sum;
    }

private:
    static constexpr int taps = 24, places = 512; // to each side; per sample
    std::array<double, taps * places + 2> kernel {};
};

/** Low-passes the track with a Gaussian that is down to one half at 10 Hz. */
std::vector<double> smoothed (std::span<const double> track)
{
    const double sigma = std::sqrt (0.5 * std::log (2.0)) / (pi * vibratoEdge) / trackHop; // [values]
    const auto reach = static_cast<std::ptrdiff_t> (std::ceil (4.0 * sigma));
    const auto count = static_cast<std::ptrdiff_t> (track.size());
    std::vector<double> result;
    for (std::ptrdiff_t i = 0; i < count; ++i)
    {
        double sum = 0.0, weights = 0.0;
        for (auto j = std::max<std::ptrdiff_t> (0, i - reach); j <= std::min (count - 1, i + reach); ++j)
        {
            const double x = static_cast<double> (j - i) / sigma, weight = std::exp (-0.5 * x * x);
            sum += weight * track[static_cast<std::size_t> (j)];
            weights += weight;
        }
        result.push_back (sum / weights);
    }
    return result;
}

/** Resamples the part so that every period has `perPeriod` samples. */
std::vector<double> warped (std::span<const double> signal, double sampleRate, NotePart part,
                            std::span<const double> pitches, int perPeriod)
{
    const auto course = smoothed (pitches);
    static const Interpolator between;
    const double hop = trackHop * sampleRate;
    std::vector<double> result;
    double place = part.begin;
    // Pitches are means over a hop: that of the first one applies half a hop behind the beginning.
    while (place + 1.0 < part.end)
    {
        result.push_back (between.at (signal, place));
        const double at = std::clamp ((place - part.begin) / hop - 0.5, 0.0, static_cast<double> (course.size() - 1));
        const auto i = std::min (static_cast<std::size_t> (at), course.size() - 1);
        const double next = course[std::min (i + 1, course.size() - 1)];
        const double pitch = course[i] + (at - static_cast<double> (i)) * (next - course[i]);
        place += sampleRate / (pitch * perPeriod);
    }
    return result;
}

/** Mean |X|^2 of frames of 16 periods that overlap by half; partial k is at bin 16 k. */
std::vector<double> meanSpectrum (std::span<const double> periods, int perPeriod)
{
    const auto length = static_cast<std::size_t> (periodsOfFrame * perPeriod);
    std::vector<double> sum (length / 2 + 1, 0.0), frame (length);
    for (std::size_t begin = 0; begin + length <= periods.size(); begin += length / 2)
    {
        for (std::size_t n = 0; n < length; ++n)
        {
            const double angle = 2.0 * pi * static_cast<double> (n) / static_cast<double> (length);
            frame[n] = periods[begin + n] * (0.35875 - 0.48829 * std::cos (angle) + 0.14128 * std::cos (2.0 * angle) -
                                             0.01168 * std::cos (3.0 * angle));
        }
        const auto powers = powerSpectrum (frame);
        for (std::size_t bin = 0; bin < sum.size(); ++bin)
            sum[bin] += powers[bin];
    }
    return sum;
}

/** Divides a spectrum around partial k into the partial and noise. */
std::vector<Strength> strengths (const std::vector<double>& spectrum, double pitch, double top)
{
    std::vector<double> gaps; // density above partial k, per bin
    std::vector<Strength> found;
    const auto mean = [&spectrum] (int from, int to)
    {
        double sum = 0.0;
        for (int bin = from; bin <= to; ++bin)
            sum += spectrum[static_cast<std::size_t> (bin)];
        return sum / (to - from + 1);
    };
    for (int k = 1; k * pitch < top && (k + 1) * periodsOfFrame < static_cast<int> (spectrum.size()); ++k)
    {
        const int bin = k * periodsOfFrame;
        gaps.push_back (mean (bin + firstGapBin, bin + lastGapBin));
        const double density = gaps.size() > 1 ? 0.5 * (gaps.back() + gaps[gaps.size() - 2]) : gaps.back();
        const int own = 2 * ownBins + 1;
        found.push_back (
            { std::max (0.0, own * (mean (bin - ownBins, bin + ownBins) - density)), periodsOfFrame * density });
    }
    return found;
}

double decibels (double ratio, double least)
{
    return ratio > 0.0 ? std::max (least, 10.0 * std::log10 (ratio)) : least;
}

double slopeOf (const NoteMeasures& measures)
{
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (int k = 1; k <= slopePartials && (k <= 3 || k * measures.pitch < slopeHighest); ++k)
    {
        const double octave = std::log2 (k), level = measures.partials[static_cast<std::size_t> (k - 1)];
        if (! std::isfinite (level))
            break;
        n += 1.0;
        x += octave;
        y += level;
        xx += octave * octave;
        xy += octave * level;
    }
    return n > 1.0 ? (n * xy - x * y) / (n * xx - x * x) : nothing;
}

/** Sums over the bins of `spectrum` of power, and of power times frequency, between two frequencies. */
struct Moments
{
    double power = 0.0, weighted = 0.0;
};

void add (Moments& moments, const std::vector<double>& spectrum, double sampleRate, double from, double to)
{
    const double width = sampleRate / (2.0 * static_cast<double> (spectrum.size() - 1));
    const auto last = std::min (spectrum.size() - 1, static_cast<std::size_t> (to / width));
    for (auto bin = static_cast<std::size_t> (std::ceil (from / width)); bin <= last; ++bin)
    {
        moments.power += spectrum[bin];
        moments.weighted += spectrum[bin] * static_cast<double> (bin) * width;
    }
}

std::vector<double> hannFrame (std::span<const double> signal, double begin, double length)
{
    std::vector<double> frame (static_cast<std::size_t> (length));
    const auto first = static_cast<std::ptrdiff_t> (std::llround (begin));
    for (std::size_t n = 0; n < frame.size(); ++n)
    {
        const auto place = first + static_cast<std::ptrdiff_t> (n);
        const double x = place >= 0 && place < static_cast<std::ptrdiff_t> (signal.size())
                             ? signal[static_cast<std::size_t> (place)]
                             : 0.0;
        frame[n] = x * (0.5 - 0.5 * std::cos (2.0 * pi * (static_cast<double> (n) + 0.5) / length));
    }
    return frame;
}
} // namespace

std::vector<Strength> measurePartials (std::span<const double> signal, double sampleRate, NotePart part,
                                       std::span<const double> pitches, NoteMeasures& measures)
{
    const double top = std::min (highest, 0.45 * sampleRate), pitch = measures.pitch;
    const int perPeriod = static_cast<int> (std::bit_ceil (static_cast<unsigned> (std::ceil (sampleRate / pitch))));
    auto found =
        strengths (meanSpectrum (warped (signal, sampleRate, part, pitches, perPeriod), perPeriod), pitch, top);

    double all = 0.0, noise = 0.0, firstThirty = 0.0, between = 0.0, under = 0.0, amplitudes = 0.0, weighted = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        const double k = static_cast<double> (i + 1);
        all += found[i].partial;
        noise += found[i].noise;
        if (k * pitch >= floorLowest && k * pitch < floorHighest)
        {
            between += found[i].noise;
            under += found[i].partial;
        }
        if (i < measuredPartials)
        {
            firstThirty += found[i].partial;
            amplitudes += std::sqrt (found[i].partial);
            weighted += k * std::sqrt (found[i].partial);
        }
    }
    for (std::size_t i = 0; i < measures.partials.size(); ++i)
        measures.partials[i] =
            i < found.size() ? decibels (found[i].partial / firstThirty, weakestPartialLevel) : nothing;
    measures.centroid = weighted / amplitudes;
    measures.slope = slopeOf (measures);
    const auto limited = [] (double over, double below)
    { return std::clamp (10.0 * std::log10 (std::max (over, 1e-300) / std::max (below, 1e-300)), -100.0, 100.0); };
    measures.harmonicsToNoise = limited (all, noise);
    measures.floor = between > 0.0 || under > 0.0 ? limited (between, under) : nothing;
    return found;
}

double jitterOfNoise (std::span<const Strength> strengths, double pitch, double sampleRate, double lowest,
                      double highest)
{
    const auto count = std::min (strengths.size(), static_cast<std::size_t> (trackedPartialsOf (pitch, sampleRate)));
    double moved = 0.0, weight = 0.0;
    for (std::size_t i = 0; i < count; ++i)
    {
        const double k = static_cast<double> (i + 1);
        moved += k * k * strengths[i].partial * strengths[i].noise / pitch;
        weight += k * k * strengths[i].partial;
    }
    if (weight <= 0.0)
        return 0.0;
    const double squares = (highest * highest * highest - lowest * lowest * lowest) / 3.0; // integral of f^2
    return centsPerNeper * std::sqrt (moved * squares) / weight / pitch;
}

void measureThirdOctaves (std::span<const double> signal, double sampleRate, NotePart part, NoteMeasures& measures)
{
    const auto spectrum = powerSpectrum (hannFrame (signal, part.begin, part.length()));
    Moments total;
    add (total, spectrum, sampleRate, 20.0, std::min (20000.0, 0.5 * sampleRate));
    for (int n = firstThirdOctave; n <= lastThirdOctave; ++n)
    {
        const double centre = 1000.0 * std::exp2 (n / 3.0);
        Moments band;
        add (band, spectrum, sampleRate, centre * std::exp2 (-1.0 / 6.0), centre * std::exp2 (1.0 / 6.0));
        measures.thirdOctaves[static_cast<std::size_t> (n - firstThirdOctave)] =
            centre > 0.75 * measures.pitch && centre * std::exp2 (1.0 / 6.0) < 0.5 * sampleRate
                ? decibels (band.power / total.power, weakestBandLevel)
                : nothing;
    }
}

void measureAttack (std::span<const double> signal, double sampleRate, NotePart part, double start,
                    NoteMeasures& measures)
{
    const double length = std::max (0.02, 4.0 / measures.pitch) * sampleRate;
    const double low = 0.5 * measures.pitch, top = std::min (highest, 0.45 * sampleRate);
    const auto look = [&] (double middle, Moments& moments)
    { add (moments, powerSpectrum (hannFrame (signal, middle - 0.5 * length, length)), sampleRate, low, top); };
    Moments steady;
    for (double middle = part.begin; middle < part.end; middle += 0.05 * sampleRate)
        look (middle, steady);
    for (std::size_t i = 0; i < attackTimes.size(); ++i)
    {
        Moments now;
        look (start + attackTimes[i] * sampleRate, now);
        measures.attack[i] = now.power > 0.0 ? now.weighted / now.power * steady.power / steady.weighted : nothing;
    }
}
} // namespace kolophon
