// SPDX-License-Identifier: GPL-3.0-or-later
#include "ModeFit.h"

#include "../../Core/Units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

namespace kolophon::modefit
{
namespace
{
using Matrix = Eigen::MatrixXcd;

constexpr int refinements = 8;

/** Sums over n = 0 … N - 1 of n^k exp (u n), k = 0, 1, 2. */
struct GeometricSums
{
    Complex zeroth, first, second;

    GeometricSums (Complex u, double N)
    {
        // With d = 1 - e^u:  S_0 = (1 - e^(uN))/d, and S_k+1 is the derivative of S_k. A recording is rarely much
        // shorter than the decay of its modes, so that only d itself is a small difference.
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

/** Least-squares fit of x[n] = sum of Re (a exp (p n)) at the full rate. The products of the exponentials and their
    conjugates are geometric sums; only the right-hand sides read the signal. */
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

    FittedChannel fit (std::span<const double> signal) const
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

    /** Gauss-Newton step that improves the first `modes` poles, with the amplitudes following: changes of p per
        sample. The slope omits conjugates, which makes convergence slightly slower and costs no accuracy. */
    Vector step (const std::vector<FittedChannel>& channels, Eigen::Index modes) const
    {
        const auto part = [this, modes] (int k)
        { return common[static_cast<std::size_t> (k)].topLeftCorner (modes, modes); };
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

    /** Energy that the fit would lose without each single pole of `kept`, taken alone. Two poles that
        nearly coincide have large amplitudes of opposite signs, but each may add hardly anything to the other. */
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
                // Least squares: without the unknowns x_S the energy is x_S* ((G^-1)_SS)^-1 x_S smaller.
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
    /** Sums of exp (p* n) x[n], and of n exp (p* n) x[n]. */
    std::array<Complex, 2> sumsWith (Eigen::Index m, std::span<const double> signal) const
    {
        constexpr std::size_t blockLength =
            1024; // the power is recomputed for each block, so that errors don't accumulate
        const Complex p = std::conj (log (m)), z = std::exp (p);
        Complex sum = 0.0, weighted = 0.0;
        for (std::size_t n = 0; n < length; n += blockLength)
        {
            Complex power = std::exp (p * static_cast<double> (n)), here = 0.0, within = 0.0;
            const auto size = std::min (blockLength, length - n);
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
} // namespace

Fitted refine (std::vector<Pole>& poles, const Channels& channels, double sampleRate, const Cancellation& cancellation)
{
    auto best = std::make_unique<JointFit> (poles, channels[0].size(), sampleRate);
    auto fitted = fitAll (*best, channels);
    const auto modes = static_cast<std::size_t> (
        std::count_if (poles.begin(), poles.end(), [] (const Pole& p) { return ! p.isRumble(); }));
    for (int round = 0; round < refinements; ++round)
    {
        cancellation.check();
        const Vector step = sampleRate * best->step (fitted.channels, static_cast<Eigen::Index> (modes));
        auto moved = poles;
        for (std::size_t m = 0; m < modes; ++m)
        {
            const Complex by = step (static_cast<Eigen::Index> (m));
            const double longest = 0.5 * poles[m].decayRate, fraction = std::min (1.0, longest / std::abs (by));
            moved[m].decayRate -= fraction * by.real();
            moved[m].frequency += fraction * by.imag() / (2.0 * pi);
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

void weigh (std::vector<Pole>& poles, const Channels& channels, double sampleRate, const Cancellation& cancellation)
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
        cancellation.check();
        const auto worths = fit.worth (kept, products);
        auto faintest = kept.end();
        double smallest = HUGE_VAL, largest = 0.0;
        for (auto at = kept.begin(); at != kept.end(); ++at)
        {
            auto& one = pole (*at);
            one.energy = worths (at - kept.begin());
            if (one.isRumble())
                continue;
            largest = std::max (largest, one.energy);
            if (! (one.energy >= smallest))
            {
                smallest = one.energy;
                faintest = at;
            }
        }
        if (faintest == kept.end() || smallest >= weakest * largest)
            break;
        kept.erase (faintest);
    }
    std::vector<Pole> left;
    for (const auto m : kept)
        left.push_back (pole (m));
    poles = std::move (left);
}
} // namespace kolophon::modefit
