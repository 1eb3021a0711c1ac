// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Bessel.h"
#include "BodyInfo.h"
#include "Roots.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <vector>

/** A disc clamped at its centre, like brake discs and cymbals: thin plate after Kirchhoff between a clamped circle of
    radius b and a free edge of radius 1. With n nodal diameters

        w = (c_1 J_n (k r) + c_2 Y_n (k r) + c_3 I_n (k r) + c_4 K_n (k r)) cos n a        f ~ k^2

        clamped    w = 0, w' = 0                                                                       at r = b
        free       w'' + v (w' - n^2 w) = 0, (lap w)' - (1 - v) n^2 (w' - w) = 0, v: Poisson's ratio   at r = 1

    where the Laplacian of J and Y is -k^2 times, that of I and K is k^2 times themselves. */
namespace kolophon::discs
{
/** Solutions of the plate equation with n nodal diameters at the wave number k that satisfy the clamp: J and I, each
    with fractions of Y and K. The free edge leaves two conditions on the two. The fractions are not divided by the
    determinant of Y and K at the clamp: at its zeros they would have poles, which a search for changes of sign would
    take for modes. */
class Radial
{
public:
    Radial (int n, double k, double inner, double poisson)
        : order (n), wave (k), inside (inner), clamp (terms (inner)), edge (terms (1.0))
    {
        const double n2 = static_cast<double> (n) * n, k2 = k * k;
        const auto size = [k] (const Term& t) { return std::hypot (t.value, t.slope / k); };
        const Term Y = clamp[2] / size (clamp[2]), K = clamp[3] / size (clamp[3]);
        fall = (Y.value * K.slope - K.value * Y.slope) / k;
        for (std::size_t i = 0; i < 2; ++i)
        {
            const Term held = clamp[i] / size (edge[i]);
            auto& c = coefficients[i];
            c[i] = fall / size (edge[i]);
            c[2] = -(held.value * K.slope - K.value * held.slope) / k / size (clamp[2]);
            c[3] = -(Y.value * held.slope - held.value * Y.slope) / k / size (clamp[3]);
            for (std::size_t term = 0; term < 4; ++term)
            {
                const auto [value, slope] = edge[term];
                const double laplacian = term % 2 == 0 ? -k2 : k2;
                moment[i] += c[term] * (laplacian * value - (1.0 - poisson) * (slope - n2 * value));
                force[i] += c[term] * (laplacian * slope - (1.0 - poisson) * n2 * (slope - value));
            }
        }
    }

    /** Determinant of the four conditions on the four terms, except for a positive factor: changes its sign at a
        mode. */
    double determinant () const noexcept { return (moment[0] * force[1] - moment[1] * force[0]) / fall; }

    /** Deflection of a mode at the places of the path, in an arbitrary unit. Each term is integrated from the end where
        it is small: rounding errors stay small compared with its growth. */
    std::array<double, ModeTable::places> shape () const
    {
        std::array<double, ModeTable::places> sum {};
        const double between = (1.0 - inside) / (ModeTable::places - 1);
        for (const bool outwards : { true, false }) // J and I, Y and K
        {
            const auto term = [&] (std::size_t i) { return outwards ? clamp[i] : edge[i + 2]; };
            const auto factor = [&] (std::size_t i)
            { return moment[1] * coefficients[0][i] - moment[0] * coefficients[1][i]; };
            Two value { term (0).value, term (1).value }, slope { term (0).slope, term (1).slope };
            const Two factors { factor (outwards ? 0 : 2), factor (outwards ? 1 : 3) };
            for (int i = 0; i < ModeTable::places; ++i)
            {
                const int place = outwards ? ModeTable::places - 1 - i : i;
                sum[static_cast<std::size_t> (place)] += (factors * value).sum();
                step (value, slope, 1.0 - place * between, outwards ? between : -between);
            }
        }
        return sum;
    }

private:
    struct Term
    {
        double value, slope; // along r
        Term operator/ (double size) const noexcept { return { value / size, slope / size }; }
    };
    using Four = std::array<double, 4>; // of J, I, Y, K
    using Two = Eigen::Array2d;         // of J and I, or of Y and K

    std::array<Term, 4> terms (double r) const
    {
        using namespace bessel;
        const double x = wave * r;
        const int n = static_cast<int> (order), above = n + 1;
        const Four here { J (n, x), I (n, x), Y (n, x), K (n, x) };
        const Four next { -J (above, x), I (above, x), -Y (above, x), -K (above, x) };
        std::array<Term, 4> found;
        for (std::size_t i = 0; i < 4; ++i)
            found[i] = { here[i], order / r * here[i] + wave * next[i] };
        return found;
    }

    /** Advances from r to r + h solutions of Bessel's equation r^2 y'' + r y' + (s k^2 r^2 - n^2) y = 0 with s = 1 and
        s = -1, by their power series about r. */
    void step (Two& value, Two& slope, double r, double h) const noexcept
    {
        const double q = h / r;
        const Two x2 = Two (1.0, -1.0) * (wave * r) * (wave * r), level = x2 - order * order;
        // Coefficients of t^(m - 2) … t^(m + 1), t = 1 after the step.
        Two a = Two::Zero(), b = Two::Zero(), c = value, d = slope * h;
        value += d;
        slope = d;
        for (double m = 0.0; m < 60.0; m += 1.0)
        {
            const double factor = -q / ((m + 2.0) * (m + 1.0));
            const Two next =
                factor * ((2.0 * m + 1.0) * (m + 1.0) * d + q * ((m * m + level) * c + x2 * (2.0 * q * b + q * q * a)));
            value += next;
            slope += (m + 2.0) * next;
            if ((next.abs() + d.abs() < 1e-17 * value.abs() + 1e-18 * slope.abs()).all())
                break;
            a = b;
            b = c;
            c = d;
            d = next;
        }
        slope /= h;
    }

    double order, wave, inside;
    std::array<Term, 4> clamp, edge;
    double fall; // determinant of Y and K at the clamp, without their magnitudes
    std::array<Four, 2> coefficients {};
    double moment[2] {}, force[2] {};
};

/** Wave numbers below `limit` of the modes with n nodal diameters, whose frequencies are k^2 = w a^2 sqrt (rho h/D), a:
    outer radius, h: thickness, D = E h^3/(12 (1 - v^2)). */
inline std::vector<double> waveNumbers (int n, double inner, double poisson, double limit)
{
    std::vector<double> found;
    const auto left = [&] (double k) { return Radial (n, k, inner, poisson).determinant(); };
    const double step = 1.2; // modes of one n lie about pi/(1 - b) apart, and never less than 2.9
    double k = std::max (1.0, 0.9 * n), before = left (k);
    while (k < limit)
    {
        const double above = std::min (k + step, limit), next = left (above);
        if (before * next < 0.0)
            found.push_back (rootBetween (left, k, above, before, next));
        k = above;
        before = next;
    }
    return found;
}
inline constexpr double poissonNumber = 0.3;

/** Radial shape at the places of the path, with mean square 1 over the ring including cos n a and sin n a. */
inline std::array<double, ModeTable::places> alongRadius (int n, double k, double inner)
{
    auto values = Radial (n, k, inner, poissonNumber).shape();
    double sum = 0.0; // of w^2 r over the path by Simpson
    for (int place = 0; place < ModeTable::places; ++place)
    {
        const double r = 1.0 - 2.0 * ModeTable::placeOf (place) * (1.0 - inner);
        const double value = values[static_cast<std::size_t> (place)];
        const double weight = place == 0 || place == ModeTable::places - 1 ? 1.0 : (place % 2 == 1 ? 4.0 : 2.0);
        sum += weight * value * value * r;
    }
    const double meanSquare = 2.0 / (1.0 - inner * inner) * sum * (1.0 - inner) / (3.0 * (ModeTable::places - 1));
    for (auto& value : values)
        value *= std::sqrt ((n == 0 ? 1.0 : 2.0) / meanSquare);
    return values;
}

/** Builds the table. No real disc is quite round: `split` detunes the two modes of a pair. */
inline void build (ModeTable& table, double inner, double split)
{
    struct Found
    {
        double frequency;
        int n;
        bool second;
        std::size_t radial;
    };
    table.tightening = 1.0; // approximately, as for a plate: w = k^2, and the Laplacian gives -k^2 except at the edges
    constexpr int listed = 96;
    constexpr double limit = 24.0; // of k: no mode with more than 22 nodal diameters lies below
    std::vector<Found> modes;
    std::vector<std::array<double, ModeTable::places>> radials;
    for (int n = 0; n <= 24; ++n)
        for (const double k : waveNumbers (n, inner, poissonNumber, limit))
        {
            for (int pair = 0; pair < (n == 0 ? 1 : 2); ++pair)
                modes.push_back ({ k * k * (pair == 0 ? 1.0 : 1.0 + split), n, pair == 1, radials.size() });
            radials.push_back (alongRadius (n, k, inner));
        }
    std::sort (modes.begin(), modes.end(), [] (const Found& a, const Found& b) { return a.frequency < b.frequency; });
    for (const auto& f : modes)
    {
        const double ratio = f.frequency / modes[0].frequency;
        const auto& radial = radials[f.radial];
        const auto around = [&f] (double a) { return f.second ? std::sin (f.n * a) : std::cos (f.n * a); };
        const auto value = [&] (double r, double a)
        { return ModeTable::at (radial, 0.5 * (1.0 - r) / (1.0 - inner)) * around (a); };
        const int mode = table.count < listed ? table.add (ratio) : -1;
        // The modes of a plate are equally dense at all frequencies. Those that are solved but not listed also
        // represent the ones above them: their mean square, from the last ratio on, times the integral of 1/ratio^2.
        const double last = modes.back().frequency / modes[0].frequency;
        const double beyond = 1.0 / (last * (last - table.ratio[listed - 1]));
        for (std::size_t place = 0; place < ModeTable::places; ++place) // from the rim inwards, a little off the axis
        {
            const double here = radial[place] * around (0.37);
            if (mode >= 0)
                table.shape[static_cast<std::size_t> (mode)][place] = here;
            else
                table.leftOut[place] += here * here * (1.0 / (ratio * ratio) + beyond);
        }
        if (mode >= 0)
        {
            table.left[static_cast<std::size_t> (mode)] = value (0.93, 1.3);
            table.right[static_cast<std::size_t> (mode)] = value (0.78, 4.1);
        }
    }
}

inline constexpr BodyInfo disc {
    "Disc",
    "A disc held at its centre: brake disc, cymbal. Its modes form nearly equal pairs.",
    "from the rim (0) to the clamp (0.5)",
    [] (ModeTable& t) { build (t, 0.1, 0.001); },
    "w = (c1 J_n + c2 Y_n + c3 I_n + c4 K_n)(k r) cos n a,  f ~ k^2,  0.1 <= r <= 1\n"
    "clamped  w = w' = 0  at r = 0.1\n"
    "free  w'' + v (w' - n^2 w) = 0,  (lap w)' - (1 - v) n^2 (w' - w) = 0  at r = 1,  v = "
    "0.3\n"
    "no disc is quite round: the second of a pair is 0.1 % sharp",
    "Mean square 1 over the ring: every modal mass is the mass M of the disc.",
    "Thin plate after Kirchhoff, boundary conditions after Leissa, Vibration of Plates, NASA SP-160 (1969); for a hole "
    "of half the radius the first frequencies are tested against Blevins' table (1979).",
    "Brake squeal: up to 0.25 the first pair sings, with one nodal diameter. A mode three octaves higher takes over "
    "at 0.3, and near the clamp nothing sounds."
};
} // namespace kolophon::discs
