#include "ModeEstimate.h"

#include "../Core/Units.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

namespace kolophon
{
namespace
{
using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;
using Vector = Eigen::VectorXcd;

constexpr double beginningShare = 0.1;  // of the peak: here the blow has come
constexpr double blowTime = 0.001;      // [s] after it nothing drives the body any more
constexpr double narrowestBand = 80.0;  // [Hz]
constexpr double relativeBand = 0.12;   // width over frequency, where that is wider
constexpr double narrowestRelativeBand = 0.025;
constexpr double overlap = 0.03;        // of a band's width: what lies this far outside is still its own
constexpr int bandSamples = 600;        // decimated samples of a band, at most
constexpr int fewestBandSamples = 48;
constexpr double weakest = 1e-7;        // of the strongest mode's energy
constexpr double certainty = 25.0;      // energy of a mode over the noise's per sample, at least
constexpr int refinements = 8;
constexpr double shortestRing = 0.004, longestRing = 600.0; // [s] T60: a thud, a hum of the mains

struct Band
{
    double low, high; // [Hz]
    double centre() const noexcept { return 0.5 * (low + high); }
    double width() const noexcept { return high - low; }
};

struct Pole
{
    double frequency, decayRate; // w_d/(2 pi), s
    double energy;               // of all channels together
    Band band;                   // where it was found

    /** Below what is heard: part of the fit, so that no mode has to stand in for it, and no mode. */
    bool isRumble() const noexcept { return frequency < lowestMode; }
};

using Channels = std::vector<std::span<const double>>;

std::vector<Band> bandsOf (double sampleRate)
{
    std::vector<Band> bands;
    const double top = std::min (highestMode, highestModeShare * sampleRate);
    for (double low = lowestMode; low < top;)
    {
        const double high = low + std::max (narrowestBand, relativeBand * low);
        bands.push_back ({ low, top - high < 0.5 * (high - low) ? top : high });
        low = bands.back().high;
    }
    return bands;
}

/** I_0, its power series. */
double bessel (double x)
{
    double term = 1.0, sum = 1.0;
    for (int k = 1; term > 1e-17 * sum; ++k)
    {
        term *= 0.25 * x * x / (static_cast<double> (k) * k);
        sum += term;
    }
    return sum;
}

/** A low pass moved to the band's centre: flat over the band, -100 dB a band's width beside it (Kaiser, beta = 10). */
std::vector<Complex> bandFilter (const Band& band, double sampleRate)
{
    const double cutoff = band.width() / sampleRate; // half way down the slope [cycles a sample]
    const auto taps = static_cast<int> (std::ceil (6.4 / cutoff)) | 1;
    const double middle = 0.5 * (taps - 1);
    std::vector<Complex> filter;
    for (int j = 0; j < taps; ++j)
    {
        const double t = j - middle, way = t / middle;
        const double sinc = t == 0.0 ? 2.0 * cutoff : std::sin (2.0 * pi * cutoff * t) / (pi * t);
        const double window = bessel (10.0 * std::sqrt (1.0 - way * way)) / bessel (10.0);
        filter.push_back (std::polar (sinc * window, -2.0 * pi * band.centre() / sampleRate * j));
    }
    return filter;
}

/** The band at 0 Hz, every `step`-th sample, as far as the filter lies inside the signal. */
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

/** How many of a band's samples stand 6 dB above `floor`, the power that the recording ends with. */
Eigen::Index soundingPart (const std::vector<Vector>& channels, double floor)
{
    const auto all = channels[0].size(), stretch = std::max<Eigen::Index> (1, all / 24);
    auto last = all;
    while (last > 2 * fewestBandSamples && power (channels, last - stretch, stretch) <= 4.0 * floor)
        last -= stretch;
    return last;
}

/** Poles a decimated sample of what several channels have in common. Hankel matrices of the channels stand side by side,
    H = [H_1 H_2]; the eigenvectors of H H* above the noise span what the modes span, and shifting them by a sample is a
    multiplication with the poles. */
Vector esprit (const std::vector<Vector>& channels)
{
    const auto samples = channels[0].size(), rows = samples / 3, columns = samples - rows + 1;
    Matrix hankel (rows, columns * static_cast<Eigen::Index> (channels.size()));
    for (std::size_t c = 0; c < channels.size(); ++c)
        for (Eigen::Index k = 0; k < columns; ++k)
            hankel.col (static_cast<Eigen::Index> (c) * columns + k) = channels[c].segment (k, rows);
    const Matrix gram = hankel * hankel.adjoint();
    const Eigen::SelfAdjointEigenSolver<Matrix> solver (gram);
    const auto& energy = solver.eigenvalues(); // rising

    // The filter leaves noise in a third of the decimated spectrum: a quarter down the list stands its level, if fewer
    // than that are modes.
    const double noise = energy (rows - 1 - rows / 4), least = std::max (6.0 * noise, 1e-13 * energy (rows - 1));
    Eigen::Index order = 0;
    while (order < rows / 3 && energy (rows - 1 - order) > least)
        ++order;
    if (order == 0)
        return {};
    const Matrix space = solver.eigenvectors().rightCols (order);
    const Matrix shift = space.topRows (rows - 1).colPivHouseholderQr().solve (space.bottomRows (rows - 1));
    return Eigen::ComplexEigenSolver<Matrix> (shift, false).eigenvalues();
}

bool isMode (double frequency, double decayRate, double sampleRate)
{
    return frequency >= lowestMode && frequency <= std::min (highestMode, highestModeShare * sampleRate)
        && decayRate >= decayRateFromT60 (longestRing) && decayRate <= decayRateFromT60 (shortestRing)
        && decayRate < pi * frequency;
}

/** The poles of the band's own modes: inside it, decaying, and surely there. */
void findPoles (const Channels& channels, const Band& band, double sampleRate, std::vector<Pole>& found)
{
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
        // It rings on: half the width can be watched twice as long, and tells closer neighbours apart.
        findPoles (channels, { band.low, band.centre() }, sampleRate, found);
        findPoles (channels, { band.centre(), band.high }, sampleRate, found);
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

    // How much of each there is, against what none of them explains.
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
        Complex gain = 0.0; // of the filter, for this very exponential
        const Complex full = Complex (-s, 2.0 * pi * f) / sampleRate;
        for (std::size_t j = 0; j < filter.size(); ++j)
            gain += filter[j] * std::exp (full * static_cast<double> (j));
        found.push_back ({ std::max (0.0, f), s, 2.0 * step * energy (m) / std::norm (gain), band });
    }
}

/** Where bands meet, both find what lies there: each pole of the lower one stands for the nearest of the upper. */
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

/** Sums over n = 0 … N - 1 of n^k exp (u n), k = 0, 1, 2. */
struct GeometricSums
{
    Complex zeroth, first, second;

    GeometricSums (Complex u, double N)
    {
        // With d = 1 - e^u:  S_0 = (1 - e^(uN))/d, and S_k+1 is the derivative of S_k. A recording is rarely much shorter
        // than its modes ring, so that only d itself is a small difference.
        const Complex q = std::exp (u), end = std::exp (u * N), d = -minusOne (u);
        zeroth = -minusOne (u * N) / d;
        first = (zeroth * q - N * end) / d;
        second = ((2.0 * first + zeroth) * q - N * N * end) / d;
    }

    /** e^u - 1 */
    static Complex minusOne (Complex u)
    {
        const double half = std::sin (0.5 * u.imag());
        const double grown = std::expm1 (u.real());
        return { grown - 2.0 * half * half * (1.0 + grown), (1.0 + grown) * std::sin (u.imag()) };
    }
};

/** Least squares of x[n] = sum of Re (a exp (p n)) at the full rate. What the exponentials and their conjugates have in
    common is a geometric sum; only the right-hand sides read the signal. */
class JointFit
{
public:
    JointFit (const std::vector<Pole>& poles, std::size_t samples, double sampleRate)
        : count (static_cast<Eigen::Index> (poles.size())), length (samples)
    {
        common.fill (Matrix (2 * count, 2 * count));
        for (const auto& pole : poles)
            logs.push_back (Complex (-pole.decayRate, 2.0 * pi * pole.frequency) / sampleRate);
        for (Eigen::Index i = 0; i < 2 * count; ++i)
            for (Eigen::Index k = 0; k < 2 * count; ++k)
            {
                const GeometricSums sums (std::conj (log (i)) + log (k), static_cast<double> (length));
                common[0](i, k) = sums.zeroth;
                common[1](i, k) = sums.first;
                common[2](i, k) = sums.second;
            }
        Matrix steadied = common[0];
        steadied.diagonal() *= 1.0 + 1e-12;
        solver.compute (steadied);
    }

    struct Channel
    {
        Vector amplitudes;      // a
        Vector push;            // sums of n exp (p* n) times what the fit leaves over
        double explained = 0.0; // energy that the fit accounts for
    };

    Channel fit (std::span<const double> signal) const
    {
        Vector products (2 * count), pushed (count);
        for (Eigen::Index m = 0; m < count; ++m)
        {
            const auto [sum, weighted] = sumsWith (m, signal);
            products (m) = sum;
            products (m + count) = std::conj (sum);
            pushed (m) = weighted;
        }
        const Vector halves = solver.solve (products);
        return { 2.0 * halves.head (count), pushed - (common[1] * halves).head (count), products.dot (halves).real() };
    }

    /** The step of Gauss and Newton that brings the first `modes` poles nearer, amplitudes following: changes of p a sample.
        Conjugates are left out of the slope, which costs a little speed and no accuracy. */
    Vector step (const std::vector<Channel>& channels, Eigen::Index modes) const
    {
        const auto part = [this, modes] (int k) { return common[static_cast<std::size_t> (k)].topLeftCorner (modes, modes); };
        Matrix zeroth = part (0);
        zeroth.diagonal() *= 1.0 + 1e-12;
        const Matrix slope = part (2) - part (1) * zeroth.ldlt().solve (Matrix (part (1)));
        Matrix sum = Matrix::Zero (modes, modes);
        Vector pushes = Vector::Zero (modes);
        for (const auto& channel : channels)
        {
            const Vector a = channel.amplitudes.head (modes);
            sum += 0.5 * (a.conjugate().asDiagonal() * slope * a.asDiagonal());
            pushes += a.conjugate().cwiseProduct (channel.push.head (modes));
        }
        sum.diagonal() *= 1.0 + 1e-6;
        return sum.ldlt().solve (pushes);
    }

    /** How much less energy the fit would account for without each of the poles `kept`, if there were no others. Two that
        are nearly one have large amplitudes of opposite signs; what one of them adds to the other may be nothing. */
    Eigen::VectorXd worth (const std::vector<Eigen::Index>& kept, const std::vector<Vector>& products) const
    {
        const auto some = static_cast<Eigen::Index> (kept.size());
        std::vector<Eigen::Index> both = kept;
        for (const auto m : kept)
            both.push_back (m + count);
        Matrix part = common[0](both, both);
        part.diagonal() *= 1.0 + 1e-12;
        const Eigen::LDLT<Matrix> partSolver (part);
        const Matrix inverse = partSolver.solve (Matrix::Identity (2 * some, 2 * some));
        Eigen::VectorXd worths = Eigen::VectorXd::Zero (some);
        for (const auto& all : products)
        {
            const Vector halves = partSolver.solve (Vector (all (both)));
            for (Eigen::Index m = 0; m < some; ++m)
            {
                // Of least squares: without the unknowns x_S it is x_S* ((G^-1)_SS)^-1 x_S less.
                const std::array<Eigen::Index, 2> pair { m, m + some };
                const Eigen::Matrix2cd block = inverse (pair, pair);
                const Eigen::Vector2cd x = halves (pair);
                worths (m) += x.dot (block.inverse() * x).real();
            }
        }
        return worths;
    }

    Vector productsWith (std::span<const double> signal) const
    {
        Vector products (2 * count);
        for (Eigen::Index m = 0; m < count; ++m)
        {
            products (m) = sumsWith (m, signal)[0];
            products (m + count) = std::conj (products (m));
        }
        return products;
    }

private:
    /** Sums of exp (p* n) x[n], and of n times that. */
    std::array<Complex, 2> sumsWith (Eigen::Index m, std::span<const double> signal) const
    {
        constexpr std::size_t stretch = 1024; // the power starts afresh: no error grows
        const Complex p = std::conj (log (m)), z = std::exp (p);
        Complex sum = 0.0, weighted = 0.0;
        for (std::size_t n = 0; n < length; n += stretch)
        {
            Complex power = std::exp (p * static_cast<double> (n)), here = 0.0, within = 0.0;
            const auto size = std::min (stretch, length - n);
            for (std::size_t k = 0; k < size; ++k, power *= z)
            {
                const Complex product = power * signal[n + k];
                here += product;
                within += static_cast<double> (k) * product;
            }
            sum += here;
            weighted += within + static_cast<double> (n) * here;
        }
        return { sum, weighted };
    }

    Complex log (Eigen::Index i) const
    {
        return i < count ? logs[static_cast<std::size_t> (i)] : std::conj (logs[static_cast<std::size_t> (i - count)]);
    }

    Eigen::Index count;
    std::size_t length;
    std::vector<Complex> logs;
    std::array<Matrix, 3> common; // with n^0, n^1, n^2
    Eigen::LDLT<Matrix> solver;
};

struct Fitted
{
    std::vector<JointFit::Channel> channels;
    double explained = 0.0;
};

Fitted fitAll (const JointFit& fit, const Channels& channels)
{
    Fitted all;
    for (const auto& channel : channels)
    {
        all.channels.push_back (fit.fit (channel));
        all.explained += all.channels.back().explained;
    }
    return all;
}

/** Poles and amplitudes that fit the whole recording best, from poles that are nearly right; rumble, which stands last, is
    left where it is. */
Fitted refine (std::vector<Pole>& poles, const Channels& channels, double sampleRate)
{
    auto best = std::make_unique<JointFit> (poles, channels[0].size(), sampleRate);
    auto fitted = fitAll (*best, channels);
    const auto modes = static_cast<std::size_t> (std::count_if (poles.begin(), poles.end(),
                                                                [] (const Pole& p) { return ! p.isRumble(); }));
    for (int round = 0; round < refinements; ++round)
    {
        const Vector step = sampleRate * best->step (fitted.channels, static_cast<Eigen::Index> (modes));
        auto moved = poles;
        for (std::size_t m = 0; m < modes; ++m)
        {
            const Complex by = step (static_cast<Eigen::Index> (m));
            const double most = 0.5 * poles[m].decayRate, share = std::min (1.0, most / std::abs (by));
            moved[m].decayRate -= share * by.real();
            moved[m].frequency += share * by.imag() / (2.0 * pi);
        }
        auto next = std::make_unique<JointFit> (moved, channels[0].size(), sampleRate);
        auto nextFit = fitAll (*next, channels);
        if (! (nextFit.explained > fitted.explained))
            break;
        const bool settled = nextFit.explained - fitted.explained < 1e-9 * nextFit.explained;
        poles = std::move (moved);
        best = std::move (next);
        fitted = std::move (nextFit);
        if (settled)
            break;
    }
    return fitted;
}

/** Drops modes weaker than `most` others or than -70 dB of the strongest; sorts them by frequency, rumble behind them. */
void keepStrongest (std::vector<Pole>& poles, std::size_t most)
{
    std::vector<double> ranked;
    for (const auto& pole : poles)
        if (! pole.isRumble())
            ranked.push_back (pole.energy);
    if (ranked.empty())
        return poles.clear();
    std::sort (ranked.rbegin(), ranked.rend());
    const double least = std::max (weakest * ranked[0], ranked[std::min (most, ranked.size()) - 1]);
    std::erase_if (poles, [least] (const Pole& pole) { return ! pole.isRumble() && pole.energy < least; });
    std::sort (poles.begin(), poles.end(), [] (const Pole& a, const Pole& b)
               { return std::pair (a.isRumble(), a.frequency) < std::pair (b.isRumble(), b.frequency); });
}

/** Energies as the whole recording has them, all poles at once: what each of them adds to the others. The weakest goes, and
    what is left is weighed anew, until none is left below -70 dB of the strongest. */
void weigh (std::vector<Pole>& poles, const Channels& channels, double sampleRate)
{
    const JointFit fit (poles, channels[0].size(), sampleRate);
    std::vector<Vector> products;
    for (const auto& channel : channels)
        products.push_back (fit.productsWith (channel));
    std::vector<Eigen::Index> kept (poles.size());
    std::iota (kept.begin(), kept.end(), Eigen::Index { 0 });
    const auto pole = [&poles] (Eigen::Index m) -> Pole& { return poles[static_cast<std::size_t> (m)]; };
    while (! kept.empty())
    {
        const auto worths = fit.worth (kept, products);
        auto faintest = kept.end();
        double least = HUGE_VAL, most = 0.0;
        for (auto at = kept.begin(); at != kept.end(); ++at)
        {
            auto& one = pole (*at);
            one.energy = worths (at - kept.begin());
            if (one.isRumble())
                continue;
            most = std::max (most, one.energy);
            if (! (one.energy >= least))
            {
                least = one.energy;
                faintest = at;
            }
        }
        if (faintest == kept.end() || least >= weakest * most)
            break;
        kept.erase (faintest);
    }
    std::vector<Pole> left;
    for (const auto m : kept)
        left.push_back (pole (m));
    poles = std::move (left);
}
} // namespace

Result<ModeEstimate> estimateModes (std::span<const double> left, std::span<const double> right,
                                                       double sampleRate, int most)
{
    const auto loudness
        = [&] (std::size_t n) { return std::max (std::abs (left[n]), right.empty() ? 0.0 : std::abs (right[n])); };
    double peak = 0.0;
    for (std::size_t n = 0; n < left.size(); ++n)
    {
        if (! std::isfinite (loudness (n)) || ! std::isfinite (left[n]))
            return refused ("the recording holds something that is not a number");
        peak = std::max (peak, loudness (n));
    }
    if (peak == 0.0)
        return refused ("the recording is silent");
    std::size_t onset = 0;
    while (loudness (onset) < beginningShare * peak)
        ++onset;

    const auto begin = onset + static_cast<std::size_t> (blowTime * sampleRate);
    const auto end = std::min (left.size(), begin + static_cast<std::size_t> (longestRinging * sampleRate));
    Channels channels;
    for (const auto& channel : { left, right })
        if (! channel.empty() && begin < end)
            channels.push_back (channel.subspan (begin, end - begin));
    if (channels.empty() || static_cast<double> (end - begin) < 0.1 * sampleRate)
        return refused ("what rings after the blow is too short: a tenth of a second at least");

    std::vector<Pole> poles;
    for (const auto& band : bandsOf (sampleRate))
        findPoles (channels, band, sampleRate, poles);
    dropTwins (poles);
    keepStrongest (poles, poles.size());
    if (poles.empty())
        return refused ("nothing in the recording rings and decays");
    weigh (poles, channels, sampleRate);
    keepStrongest (poles, static_cast<std::size_t> (most));
    auto fitted = refine (poles, channels, sampleRate);
    // Nearer to their places, some modes explain what others had to stand in for.
    if (const auto before = poles.size(); weigh (poles, channels, sampleRate), poles.size() < before)
    {
        keepStrongest (poles, poles.size());
        fitted = refine (poles, channels, sampleRate);
    }
    double energy = 0.0;
    for (const auto& channel : channels)
        for (const double sample : channel)
            energy += sample * sample;
    ModeEstimate estimate;
    estimate.onset = static_cast<double> (onset) / sampleRate;
    estimate.seconds = static_cast<double> (end - onset) / sampleRate;
    estimate.explained = std::clamp (fitted.explained / energy, 0.0, 1.0);
    const double since = static_cast<double> (begin - onset) / sampleRate;
    for (std::size_t m = 0; m < poles.size(); ++m)
    {
        if (! isMode (poles[m].frequency, poles[m].decayRate, sampleRate))
            continue;
        const double w = 2.0 * pi * poles[m].frequency, s = poles[m].decayRate;
        const Complex back = std::exp (-Complex (-s, w) * since);
        const auto at = static_cast<Eigen::Index> (m);
        estimate.modes.push_back ({ std::hypot (w, s) / (2.0 * pi), s, fitted.channels.front().amplitudes (at) * back,
                                    fitted.channels.back().amplitudes (at) * back });
    }
    std::sort (estimate.modes.begin(), estimate.modes.end(),
               [] (const EstimatedMode& a, const EstimatedMode& b) { return a.frequency < b.frequency; });
    return estimate;
}
} // namespace kolophon
