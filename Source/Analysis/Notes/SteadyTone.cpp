// SPDX-License-Identifier: GPL-3.0-or-later
#include "SteadyTone.h"

#include "../../Core/Units.h"
#include "Fourier.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numeric>

namespace kolophon
{
namespace
{
using Complex = std::complex<double>;

constexpr double repeatsAt = 0.7;       // correlation of a tone with itself one period later, at least
constexpr double peakThreshold = 0.9;   // of the highest maximum: the first one above it is the period
constexpr int periodsNeeded = 20;       // for a pitch to be determined
constexpr int periodsSearched = 8;      // of the lowest possible tone
constexpr int maxPartials = 10;         // used for the fit of the fundamental
constexpr double weakestPartial = 1e-3; // of the strongest amplitude: -60 dB
constexpr int helmholtzRun = 8;         // periods
constexpr double helmholtzTolerance = 0.08, shortestStick = 0.05; // of a period

bool allFinite (std::span<const double> signal)
{
    return std::all_of (signal.begin(), signal.end(), [] (double x) { return std::isfinite (x); });
}

double blackman (std::size_t n, std::size_t length)
{
    const double angle = 2.0 * pi * static_cast<double> (n) / static_cast<double> (length);
    return 0.42 - 0.5 * std::cos (angle) + 0.08 * std::cos (2.0 * angle);
}

/** Bins 0 … N/2 of the windowed signal, scaled so that a sine of amplitude A on a bin has the modulus A. */
std::vector<Complex> spectrumOf (std::span<const double> signal)
{
    const auto length = signal.size();
    std::vector<double> windowed (length);
    for (std::size_t n = 0; n < length; ++n)
        windowed[n] = signal[n] * blackman (n, length);
    auto bins = fourier (windowed);
    const double scale = 2.0 / (0.42 * static_cast<double> (length));
    for (auto& bin : bins)
        bin *= scale;
    return bins;
}

/** Vertex of the parabola through three neighbours, as an offset from the middle one. */
double vertex (double before, double middle, double after)
{
    const double curvature = before - 2.0 * middle + after;
    return curvature == 0.0 ? 0.0 : std::clamp (0.5 * (before - after) / curvature, -0.5, 0.5);
}

/** Normalised square difference function 2 r(lag) / m(lag), in -1 … 1, for lags 0 … maxLag. */
std::vector<double> squareDifference (std::span<const double> signal, std::size_t maxLag)
{
    std::vector<double> padded (std::bit_ceil (signal.size() + maxLag + 1), 0.0);
    std::copy (signal.begin(), signal.end(), padded.begin());
    auto bins = fourier (padded);
    for (auto& bin : bins)
        bin = std::norm (bin);
    const auto correlation = inverseFourier (bins, padded.size());

    std::vector<double> result (maxLag + 1, 0.0);
    double energy = 2.0 * std::inner_product (signal.begin(), signal.end(), signal.begin(), 0.0);
    for (std::size_t lag = 0; lag <= maxLag; ++lag)
    {
        if (lag > 0)
            energy -= signal[lag - 1] * signal[lag - 1] + signal[signal.size() - lag] * signal[signal.size() - lag];
        result[lag] = energy > 0.0 ? 2.0 * correlation[lag] / energy : 0.0;
    }
    return result;
}

struct Partial
{
    double frequency = 0.0, amplitude = 0.0; // [Hz], unit of the signal
};

/** Two Blackman frames of one signal, the second one `hop` samples later. */
class FramePair
{
public:
    FramePair (std::span<const double> signal, double rate)
        : length (frameLength (signal.size() / 2)), hop (std::min (signal.size() - length, 4 * length)),
          sampleRate (rate), early (spectrumOf (signal.first (length))),
          late (spectrumOf (signal.subspan (hop, length)))
    {
        for (std::size_t bin = 1; bin + 1 < early.size(); ++bin)
            strongest = std::max (strongest, std::abs (early[bin]));
    }

    /** The strongest partial within `tolerance` of `frequency` [Hz]; nullopt if it is at the edge or weak. */
    std::optional<Partial> partialNear (double frequency, double tolerance) const
    {
        const double width = sampleRate / static_cast<double> (length);
        const double reach = std::max (tolerance / width, 2.0), middle = frequency / width;
        const auto top = static_cast<double> (early.size()) - 2.0;
        const auto low = static_cast<std::size_t> (std::clamp (middle - reach, 1.0, top));
        const auto high = static_cast<std::size_t> (std::clamp (std::ceil (middle + reach), 1.0, top));
        auto peak = low;
        for (auto bin = low; bin <= high; ++bin)
            if (std::abs (early[bin]) > std::abs (early[peak]))
                peak = bin;
        const double before = std::abs (early[peak - 1]), here = std::abs (early[peak]),
                     after = std::abs (early[peak + 1]);
        if (here < before || here < after || before <= 0.0 || after <= 0.0 || here < weakestPartial * strongest)
            return std::nullopt;
        const double rough =
            (static_cast<double> (peak) + vertex (std::log (before), std::log (here), std::log (after))) * width;
        // The phase gained over the hop determines the frequency except for whole turns, which `rough` gives.
        const double seconds = static_cast<double> (hop) / sampleRate;
        const double turns = std::arg (late[peak] * std::conj (early[peak])) / (2.0 * pi);
        return Partial { (turns + std::round (rough * seconds - turns)) / seconds, here };
    }

private:
    std::size_t length, hop;
    double sampleRate, strongest = 0.0;
    std::vector<Complex> early, late;
};
} // namespace

std::optional<double> periodOf (std::span<const double> signal, double shortest, double longest)
{
    const auto first = std::max<std::size_t> (2, static_cast<std::size_t> (shortest));
    const auto last = std::min (static_cast<std::size_t> (std::ceil (longest)), signal.size() - 2);
    const auto function = squareDifference (signal, last + 1);
    const auto isPeak = [&function] (std::size_t lag)
    { return function[lag] >= function[lag - 1] && function[lag] > function[lag + 1]; };
    double highest = repeatsAt;
    for (auto lag = first; lag <= last; ++lag)
        if (isPeak (lag))
            highest = std::max (highest, function[lag]);
    for (auto lag = first; lag <= last; ++lag)
        if (isPeak (lag) && function[lag] >= std::max (repeatsAt, peakThreshold * highest))
            return static_cast<double> (lag) + vertex (function[lag - 1], function[lag], function[lag + 1]);
    return std::nullopt;
}

std::size_t frameLength (std::size_t available) noexcept
{
    return std::bit_floor (std::min (available, longestFrame));
}

std::vector<double> amplitudeSpectrum (std::span<const double> signal)
{
    const auto length = frameLength (signal.size());
    if (length < 2)
        return {};
    std::vector<double> amplitudes;
    for (const auto& bin : spectrumOf (signal.last (length)))
        amplitudes.push_back (std::abs (bin));
    return amplitudes;
}

std::optional<double> fundamentalFrequency (std::span<const double> signal, double sampleRate, double lowest,
                                            double highest)
{
    const double longest = sampleRate / lowest;
    if (static_cast<double> (signal.size()) < periodsSearched * longest || ! allFinite (signal))
        return std::nullopt;
    std::vector<double> centred (signal.begin(), signal.end());
    const double mean = std::accumulate (centred.begin(), centred.end(), 0.0) / static_cast<double> (centred.size());
    for (auto& x : centred)
        x -= mean;
    const auto period = periodOf (centred, sampleRate / highest, longest);
    if (! period || static_cast<double> (signal.size()) < periodsNeeded * *period)
        return std::nullopt;

    const FramePair frames (centred, sampleRate);
    double frequency = sampleRate / *period, top = 0.0, bottom = 0.0;
    for (int n = 1; n <= maxPartials && n * frequency < 0.45 * sampleRate; ++n)
    {
        // The correlation's period is accurate to a fraction of a sample; every partial found makes the next one more
        // certain.
        const double tolerance = bottom > 0.0 ? 0.002 * n * frequency : std::min (0.25, 0.03 * n) * frequency;
        if (const auto partial = frames.partialNear (n * frequency, tolerance))
        {
            const double energy = partial->amplitude * partial->amplitude;
            top += energy * n * partial->frequency;
            bottom += energy * n * n;
            frequency = top / bottom;
        }
    }
    return frequency;
}

std::optional<double> heardPitch (std::span<const double> signal, double sampleRate, double near)
{
    const auto period = static_cast<std::size_t> (std::lround (sampleRate / near));
    const std::size_t length = static_cast<std::size_t> (periodsSearched) * period;
    if (period < 2 || signal.size() < static_cast<std::size_t> (periodsNeeded) * period || ! allFinite (signal))
        return std::nullopt;
    std::vector<double> hann (length);
    for (std::size_t i = 0; i < length; ++i)
        hann[i] = 0.5 - 0.5 * std::cos (2.0 * pi * static_cast<double> (i) / static_cast<double> (length));
    std::vector<Complex> moved (signal.size()); // the partial, at 0 Hz
    double top = 0.0, bottom = 0.0;
    for (int n = 1; n <= maxPartials && n * near < 0.45 * sampleRate; ++n)
    {
        for (std::size_t i = 0; i < signal.size(); ++i)
            moved[i] = signal[i] * std::polar (1.0, -2.0 * pi * n * near / sampleRate * static_cast<double> (i));
        Complex gained = 0.0, last = 0.0; // phase from period to period, weighted by energy
        for (std::size_t start = 0; start + length <= signal.size(); start += period)
        {
            const auto now = std::inner_product (hann.begin(), hann.end(),
                                                 moved.begin() + static_cast<std::ptrdiff_t> (start), Complex (0.0));
            gained += now * std::conj (last);
            last = now;
        }
        const double energy = std::abs (gained);
        top += energy * n * std::arg (gained);
        bottom += energy * n * n;
    }
    if (! (bottom > 0.0))
        return std::nullopt;
    return near + top / bottom * sampleRate / (2.0 * pi * static_cast<double> (period));
}

std::optional<double> nonHarmonicDb (std::span<const double> signal, double sampleRate, double fundamental)
{
    const auto amplitudes = allFinite (signal) ? amplitudeSpectrum (signal) : std::vector<double>();
    const double spacing =
        amplitudes.empty() ? 0.0 : fundamental / sampleRate * 2.0 * static_cast<double> (amplitudes.size() - 1);
    if (! (spacing >= 3.0 * binsOfHarmonic))
        return std::nullopt;
    double all = 0.0, between = 0.0;
    for (std::size_t bin = binsOfHarmonic + 1; bin < amplitudes.size(); ++bin)
    {
        const double energy = amplitudes[bin] * amplitudes[bin], place = static_cast<double> (bin);
        const double harmonic = std::max (1.0, std::round (place / spacing)) * spacing;
        all += energy;
        between += std::abs (place - harmonic) > binsOfHarmonic ? energy : 0.0;
    }
    if (! (all > 0.0))
        return std::nullopt;
    return 10.0 * std::log10 (std::max (between / all, 1e-30));
}

void SlipRecorder::add (std::int64_t sample, double relativeVelocity, double bowVelocity, double normalForce)
{
    const bool goesOn = ! found.empty() && found.back().end == sample && next == sample;
    if (normalForce > 0.0 && std::abs (relativeVelocity) > slipThreshold * std::abs (bowVelocity))
    {
        if (! goesOn)
            found.push_back ({ sample, sample });
        found.back().end = sample + 1;
        displacement = (goesOn ? displacement : 0.0) + std::abs (relativeVelocity / bowVelocity);
    }
    else if (goesOn && displacement < smallestDisplacement)
        found.pop_back();
    next = sample + 1;
}

std::optional<std::int64_t> helmholtzOnset (std::span<const SlipPhase> phases, double period)
{
    std::vector<SlipPhase> merged;
    for (const auto& phase : phases)
        if (! merged.empty() && static_cast<double> (phase.begin - merged.back().end) < shortestStick * period)
            merged.back().end = phase.end;
        else
            merged.push_back (phase);

    int run = 0;
    for (std::size_t i = 1; i < merged.size(); ++i)
    {
        const double length = static_cast<double> (merged[i].begin - merged[i - 1].begin);
        run = std::abs (length / period - 1.0) <= helmholtzTolerance ? run + 1 : 0;
        if (run == helmholtzRun)
            return merged[i - helmholtzRun].begin;
    }
    return std::nullopt;
}

std::optional<double> median (std::vector<double> values)
{
    if (values.empty())
        return std::nullopt;
    std::sort (values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}
} // namespace kolophon
