// SPDX-License-Identifier: GPL-3.0-or-later
#include "ModeEstimate.h"

#include "../../Core/KaiserWindow.h"
#include "../../Core/Units.h"
#include "ModeFit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

namespace kolophon
{
using namespace modefit;

namespace
{
using Matrix = Eigen::MatrixXcd;

constexpr double onsetThreshold = 0.1; // of the peak: the first sample at this level is the tap
constexpr double onsetTime = 0.001;    // [s] duration of the tap, after which the body is free
constexpr double narrowestBand = 80.0; // [Hz]
constexpr double relativeBand = 0.12;  // width over frequency, if this is wider
constexpr double narrowestRelativeBand = 0.025;
constexpr double overlap = 0.03; // of a band's width: poles this far outside still belong to the band
constexpr int bandSamples = 600; // decimated samples of a band, at most
constexpr int fewestBandSamples = 48;
constexpr double certainty = 25.0;                          // minimum energy of a mode over the noise energy per sample
constexpr double shortestRing = 0.004, longestRing = 600.0; // [s] T60: shorter is a thud, longer mains hum

std::vector<Band> bandsOf (double sampleRate)
{
    std::vector<Band> bands;
    const double top = std::min (highestMode, highestModeFraction * sampleRate);
    for (double low = lowestMode; low < top;)
    {
        const double high = low + std::max (narrowestBand, relativeBand * low);
        bands.push_back ({ low, top - high < 0.5 * (high - low) ? top : high });
        low = bands.back().high;
    }
    return bands;
}

/** Low-pass filter, shifted to the band's centre: flat over the band, -100 dB one bandwidth beside it (Kaiser, beta
    = 10). */
std::vector<Complex> bandFilter (const Band& band, double sampleRate)
{
    const double cutoff = band.width() / sampleRate; // middle of the slope [cycles per sample]
    const auto taps = static_cast<int> (std::ceil (6.4 / cutoff)) | 1;
    const double middle = 0.5 * (taps - 1);
    std::vector<Complex> filter;
    for (int j = 0; j < taps; ++j)
    {
        const double t = j - middle;
        const double sinc = t == 0.0 ? 2.0 * cutoff : std::sin (2.0 * pi * cutoff * t) / (pi * t);
        // The sinc changes its sign: std::polar of a negative length is undefined, and not a number with libc++.
        filter.push_back (sinc * kaiserWindow (t / middle, 10.0) *
                          std::polar (1.0, -2.0 * pi * band.centre() / sampleRate * j));
    }
    return filter;
}

/** The band shifted to 0 Hz, every `step`-th sample, as far as the filter fits into the signal. */
Vector decimated (std::span<const double> signal, const std::vector<Complex>& filter, int step, double turn)
{
    const auto room = static_cast<std::ptrdiff_t> (signal.size()) - static_cast<std::ptrdiff_t> (filter.size());
    const auto count = room < 0 ? 0 : std::min<std::ptrdiff_t> (bandSamples, room / step + 1);
    Vector out (count);
    for (std::ptrdiff_t k = 0; k < count; ++k)
    {
        Complex sum = 0.0;
        const auto* x = signal.data() + k * step;
        for (std::size_t j = 0; j < filter.size(); ++j)
            sum += filter[j] * x[j];
        out (k) = sum * std::polar (1.0, -turn * static_cast<double> (k));
    }
    return out;
}

double power (const std::vector<Vector>& channels, Eigen::Index from, Eigen::Index count)
{
    double sum = 0.0;
    for (const auto& y : channels)
        sum += y.segment (from, count).squaredNorm();
    return sum / static_cast<double> (count);
}

/** Number of a band's samples before the decay comes within 6 dB of `floor`, the power at the end of the recording. */
Eigen::Index soundingPart (const std::vector<Vector>& channels, double floor)
{
    const auto all = channels[0].size(), chunk = std::max<Eigen::Index> (1, all / 24);
    auto last = all;
    while (last > 2 * fewestBandSamples && power (channels, last - chunk, chunk) <= 4.0 * floor)
        last -= chunk;
    return last;
}

/** Adds H H* of the Hankel matrix with `rows` rows, lower half. Neighbours along a diagonal differ by their first
    and last product; starting from the end, where a decaying signal is smallest, avoids cancellation. */
void addGram (const Vector& y, Eigen::Index rows, Matrix& gram)
{
    const auto columns = y.size() - rows + 1, last = rows - 1;
    Matrix of (rows, rows);
    for (Eigen::Index j = last; j >= 0; --j)
    {
        of (last, j) = y.segment (j, columns).dot (y.segment (last, columns));
        for (Eigen::Index i = j; i < last; ++i)
            of (i, j) = of (i + 1, j + 1) + y (i) * std::conj (y (j)) - y (i + columns) * std::conj (y (j + columns));
        gram.col (j).tail (rows - j) += of.col (j).tail (rows - j);
    }
}

/** Finds the poles, per decimated sample, that several channels have in common. Hankel matrices of the channels
    stand side by side, H = [H_1 H_2]; the eigenvectors of H H* above the noise span the same space as the modes, and
    shifting them by a sample is a multiplication with the poles. */
Vector esprit (const std::vector<Vector>& channels)
{
    const auto rows = channels[0].size() / 3;
    Matrix gram = Matrix::Zero (rows, rows); // lower half, the only one that the solver reads
    for (const auto& y : channels)
        addGram (y, rows, gram);
    // Only a few of many eigenvectors are needed: all are computed for the real tridiagonal form, and those few
    // transformed back.
    const Eigen::Tridiagonalization<Matrix> form (gram);
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal (form.diagonal(), form.subDiagonal());
    const auto& energy = solver.eigenvalues(); // rising

    // The filter leaves noise in a third of the decimated spectrum: a quarter from the bottom of the list is at its
    // level, if fewer than that are modes.
    const double noise = energy (rows - 1 - rows / 4), threshold = std::max (6.0 * noise, 1e-13 * energy (rows - 1));
    Eigen::Index order = 0;
    while (order < rows / 3 && energy (rows - 1 - order) > threshold)
        ++order;
    if (order == 0)
        return {};
    const Matrix space = form.matrixQ() * solver.eigenvectors().rightCols (order).cast<Complex>();
    const Matrix shift = space.topRows (rows - 1).colPivHouseholderQr().solve (space.bottomRows (rows - 1));
    return Eigen::ComplexEigenSolver<Matrix> (shift, false).eigenvalues();
}

bool isMode (double frequency, double decayRate, double sampleRate)
{
    return frequency >= lowestMode && frequency <= std::min (highestMode, highestModeFraction * sampleRate) &&
           decayRate >= decayRateFromT60 (longestRing) && decayRate <= decayRateFromT60 (shortestRing) &&
           decayRate < pi * frequency;
}

/** Finds the poles of the band's own modes: inside it, decaying, and significantly above the noise. */
// Long: one band from its filter to its poles; no part of it is used twice.
void findPoles (const Channels& channels, const Band& band, double sampleRate, const Cancellation& cancellation,
                std::vector<Pole>& found)
{
    cancellation.check();
    const auto filter = bandFilter (band, sampleRate);
    const int step = std::max (1, static_cast<int> (sampleRate / (3.0 * band.width())));
    const double rate = sampleRate / step, turn = 2.0 * pi * band.centre() / rate;
    const auto ending = filter.size() + static_cast<std::size_t> (fewestBandSamples * step);
    if (channels[0].size() < ending)
        return;
    std::vector<Vector> decimatedChannels, endings;
    for (const auto& channel : channels)
    {
        decimatedChannels.push_back (decimated (channel, filter, step, turn));
        endings.push_back (decimated (channel.last (ending), filter, step, turn));
    }
    const auto samples = soundingPart (decimatedChannels, power (endings, 0, endings[0].size()));
    if (samples == bandSamples && band.width() >= 2.0 * std::max (narrowestBand, narrowestRelativeBand * band.low))
    {
        // The decay is longer than the samples: a band of half the width covers twice the time, and separates closer
        // neighbours.
        findPoles (channels, { band.low, band.centre() }, sampleRate, cancellation, found);
        findPoles (channels, { band.centre(), band.high }, sampleRate, cancellation, found);
        return;
    }
    for (auto& y : decimatedChannels)
        y.conservativeResize (samples);

    std::vector<Complex> poles;
    for (const auto& pole : esprit (decimatedChannels))
        if (std::abs (pole) < 1.0)
            poles.push_back (pole);
    const auto count = static_cast<Eigen::Index> (poles.size());
    if (count == 0)
        return;

    // Energy of each pole, and of the residual, by least squares.
    Matrix powers (samples, count);
    for (Eigen::Index m = 0; m < count; ++m)
    {
        Complex value = 1.0;
        for (Eigen::Index k = 0; k < samples; ++k, value *= poles[static_cast<std::size_t> (m)])
            powers (k, m) = value;
    }
    const auto fit = powers.colPivHouseholderQr();
    Eigen::VectorXd energy = Eigen::VectorXd::Zero (count);
    double rest = 0.0;
    for (const auto& y : decimatedChannels)
    {
        const Vector amplitude = fit.solve (y);
        rest += (y - powers * amplitude).squaredNorm();
        for (Eigen::Index m = 0; m < count; ++m)
            energy (m) += std::norm (amplitude (m)) * powers.col (m).squaredNorm();
    }
    const double noise = rest / static_cast<double> (samples);
    for (Eigen::Index m = 0; m < count; ++m)
    {
        const auto pole = poles[static_cast<std::size_t> (m)];
        const double f = band.centre() + std::arg (pole) * rate / (2.0 * pi), s = -std::log (std::abs (pole)) * rate;
        const double slack = overlap * band.width();
        const bool rumble = band.low == lowestMode && f > -0.1 * s && f < lowestMode;
        const bool inside = f >= std::max (lowestMode, band.low - slack) && f <= band.high + slack;
        if (! (rumble || (inside && isMode (f, s, sampleRate))) || energy (m) <= certainty * noise)
            continue;
        Complex gain = 0.0; // of the filter at this exponential
        const Complex full = Complex (-s, 2.0 * pi * f) / sampleRate;
        for (std::size_t j = 0; j < filter.size(); ++j)
            gain += filter[j] * std::exp (full * static_cast<double> (j));
        found.push_back ({ std::max (0.0, f), s, 2.0 * step * energy (m) / std::norm (gain), band });
    }
}

/** Removes duplicates at the border between bands, where both find the same pole: a pole of the upper band is
    dropped if one of the lower band is close to it. */
void dropTwins (std::vector<Pole>& poles)
{
    std::vector<bool> absorbed (poles.size(), false), absorbing (poles.size(), false);
    for (std::size_t i = 0; i < poles.size(); ++i)
    {
        std::size_t nearest = poles.size();
        double distance = std::max (0.5 * poles[i].decayRate / pi, 1e-4 * poles[i].frequency);
        for (std::size_t k = 0; k < poles.size(); ++k)
            if (const double d = std::abs (poles[k].frequency - poles[i].frequency);
                poles[k].band.high == poles[i].band.low && ! absorbing[k] && d < distance)
            {
                nearest = k;
                distance = d;
            }
        if (nearest < poles.size())
            absorbed[i] = absorbing[nearest] = true;
    }
    std::vector<Pole> kept;
    for (std::size_t i = 0; i < poles.size(); ++i)
        if (! absorbed[i])
            kept.push_back (poles[i]);
    poles = std::move (kept);
}

/** Drops modes weaker than the `maxCount` strongest or than -70 dB of the strongest; sorts by frequency, with rumble
    at the end. */
void keepStrongest (std::vector<Pole>& poles, std::size_t maxCount)
{
    std::vector<double> ranked;
    for (const auto& pole : poles)
        if (! pole.isRumble())
            ranked.push_back (pole.energy);
    if (ranked.empty())
        return poles.clear();
    std::sort (ranked.rbegin(), ranked.rend());
    const double weakestKept = std::max (weakest * ranked[0], ranked[std::min (maxCount, ranked.size()) - 1]);
    std::erase_if (poles, [weakestKept] (const Pole& pole) { return ! pole.isRumble() && pole.energy < weakestKept; });
    std::sort (poles.begin(), poles.end(),
               [] (const Pole& a, const Pole& b)
               { return std::pair (a.isRumble(), a.frequency) < std::pair (b.isRumble(), b.frequency); });
}

/** The part of the recording after the tap. */
struct Ringing
{
    Channels channels;
    std::size_t onset, begin, end; // in the recording: the tap, and the range of the channels [samples]
};

Result<Ringing> ringingOf (std::span<const double> left, std::span<const double> right, double sampleRate)
{
    const auto loudness = [&] (std::size_t n)
    { return std::max (std::abs (left[n]), right.empty() ? 0.0 : std::abs (right[n])); };
    double peak = 0.0;
    for (std::size_t n = 0; n < left.size(); ++n)
    {
        if (! std::isfinite (loudness (n)) || ! std::isfinite (left[n]))
            return inputError ("the recording contains a sample that is not a number");
        peak = std::max (peak, loudness (n));
    }
    if (peak == 0.0)
        return inputError ("the recording is silent");
    std::size_t onset = 0;
    while (loudness (onset) < onsetThreshold * peak)
        ++onset;

    const auto begin = onset + static_cast<std::size_t> (onsetTime * sampleRate);
    const auto end = std::min (left.size(), begin + static_cast<std::size_t> (longestRinging * sampleRate));
    Channels channels;
    for (const auto& channel : { left, right })
        if (! channel.empty() && begin < end)
            channels.push_back (channel.subspan (begin, end - begin));
    if (channels.empty() || static_cast<double> (end - begin) < 0.1 * sampleRate)
        return inputError ("the sound after the tap is too short: at least a tenth of a second is needed");
    return Ringing { std::move (channels), onset, begin, end };
}

/** Converts the poles to modes, with their amplitudes at the tap, `since` seconds before the channels begin. */
std::vector<EstimatedMode> modesOf (const std::vector<Pole>& poles, const Fitted& fitted, double since,
                                    double sampleRate)
{
    std::vector<EstimatedMode> modes;
    for (std::size_t m = 0; m < poles.size(); ++m)
    {
        if (! isMode (poles[m].frequency, poles[m].decayRate, sampleRate))
            continue;
        const double w = 2.0 * pi * poles[m].frequency, s = poles[m].decayRate;
        const Complex back = std::exp (-Complex (-s, w) * since);
        const auto at = static_cast<Eigen::Index> (m);
        modes.push_back ({ std::hypot (w, s) / (2.0 * pi), s, fitted.channels.front().amplitudes (at) * back,
                           fitted.channels.back().amplitudes (at) * back });
    }
    std::sort (modes.begin(), modes.end(),
               [] (const EstimatedMode& a, const EstimatedMode& b) { return a.frequency < b.frequency; });
    return modes;
}
ModeEstimate estimate (std::span<const double> left, std::span<const double> right, double sampleRate, int maxModes,
                       const Cancellation& cancellation)
{
    const auto [channels, onset, begin, end] = valueOrThrow (ringingOf (left, right, sampleRate));

    std::vector<Pole> poles;
    for (const auto& band : bandsOf (sampleRate))
        findPoles (channels, band, sampleRate, cancellation, poles);
    dropTwins (poles);
    keepStrongest (poles, poles.size());
    if (poles.empty())
        throw InputError ("no decaying mode found in the recording");
    weigh (poles, channels, sampleRate, cancellation);
    keepStrongest (poles, static_cast<std::size_t> (maxModes));
    auto fitted = refine (poles, channels, sampleRate, cancellation);
    // After the refinement some modes account for energy that others had represented before.
    if (const auto before = poles.size(); weigh (poles, channels, sampleRate, cancellation), poles.size() < before)
    {
        keepStrongest (poles, poles.size());
        fitted = refine (poles, channels, sampleRate, cancellation);
    }
    double energy = 0.0;
    for (const auto& channel : channels)
        for (const double sample : channel)
            energy += sample * sample;
    ModeEstimate found;
    found.onset = static_cast<double> (onset) / sampleRate;
    found.seconds = static_cast<double> (end - onset) / sampleRate;
    found.explained = std::clamp (fitted.explained / energy, 0.0, 1.0);
    const double since = static_cast<double> (begin - onset) / sampleRate;
    found.modes = modesOf (poles, fitted, since, sampleRate);
    return found;
}
} // namespace

Result<ModeEstimate> estimateModes (std::span<const double> left, std::span<const double> right, double sampleRate,
                                    int maxModes, const std::function<bool()>& stopped)
{
    return resultOf ([&] { return estimate (left, right, sampleRate, maxModes, Cancellation (stopped)); });
}
} // namespace kolophon
