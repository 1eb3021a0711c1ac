// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Bessel.h"
#include "BodyInfo.h"
#include "Roots.h"

#include <cmath>
#include <numbers>
#include <vector>

/** Plates and skins with closed forms.

        rectangular plate, hinged edges     f ~ (m/a)^2 + (n/b)^2          2 sin (m pi x/a) sin (n pi y/b)
        circular membrane                   f ~ j_(n,k), zeros of J_n      J_n (j r) cos n a, in pairs */
namespace kolophon::plates
{
struct Found
{
    double frequency;
    int m, n;
};

inline void buildPlate (ModeTable& table, double aspect)
{
    table.tightening = 1.0;
    std::vector<Found> modes;
    for (int m = 1; m <= 40; ++m)
        for (int n = 1; n <= 40; ++n)
            modes.push_back ({ m * m + n * n * aspect * aspect, m, n });
    std::sort (modes.begin(), modes.end(), [] (const Found& a, const Found& b) { return a.frequency < b.frequency; });
    using std::numbers::pi;
    const auto value = [] (const Found& f, double x, double y)
    { return 2.0 * std::sin (f.m * pi * x) * std::sin (f.n * pi * y); };
    // Sines along the path, a line from the middle to near a corner: each occurs in forty modes.
    std::vector<std::array<double, ModeTable::places>> acrossX (41), acrossY (41);
    for (int n = 1; n <= 40; ++n)
        for (int place = 0; place < ModeTable::places; ++place)
        {
            const auto row = static_cast<std::size_t> (n), column = static_cast<std::size_t> (place);
            const double p = ModeTable::placeOf (place);
            acrossX[row][column] = std::sin (n * pi * (0.5 - p));
            acrossY[row][column] = std::sin (n * pi * (0.5 - 0.93 * p));
        }
    for (std::size_t i = 0; i < modes.size(); ++i)
    {
        const auto& f = modes[i];
        const double ratio = f.frequency / modes[0].frequency;
        const int mode = table.add (ratio);
        for (std::size_t place = 0; place < ModeTable::places; ++place)
        {
            const double here =
                2.0 * acrossX[static_cast<std::size_t> (f.m)][place] * acrossY[static_cast<std::size_t> (f.n)][place];
            if (mode >= 0)
                table.shape[static_cast<std::size_t> (mode)][place] = here;
            else
                table.leftOut[place] += here * here / (ratio * ratio);
        }
        if (mode >= 0)
        {
            table.left[static_cast<std::size_t> (mode)] = value (f, 0.21, 0.37);
            table.right[static_cast<std::size_t> (mode)] = value (f, 0.68, 0.29);
        }
    }
}

/** The first positive zeros of J_n, between changes of sign. */
inline std::vector<double> besselZeros (int n, std::size_t count)
{
    std::vector<double> zeros;
    const auto value = [n] (double x) { return bessel::J (n, x); };
    const double step = 0.5; // zeros lie about pi apart
    double x = std::max (0.5, 0.9 * n), before = value (x);
    for (; zeros.size() < count; x += step)
    {
        const double now = value (x + step);
        if (before * now < 0.0)
            zeros.push_back (rootBetween (value, x, x + step, before, now));
        before = now;
    }
    return zeros;
}

inline void buildMembrane (ModeTable& table)
{
    table.loss = 6.0; // a skin moves much air for its mass
    table.tightening = 2.0;
    std::vector<Found> modes;
    for (int n = 0; n <= 16; ++n)
        for (const double zero : besselZeros (n, 9))
            modes.push_back ({ zero, n, 0 });
    std::sort (modes.begin(), modes.end(), [] (const Found& a, const Found& b) { return a.frequency < b.frequency; });
    for (const auto& f : modes)
    {
        if (table.count == 96)
            break;
        // mean square over the disc: J_(n+1)^2 (j), halved by cos^2 n a for n > 0
        const double norm = std::sqrt (f.m == 0 ? 1.0 : 2.0) / std::abs (bessel::J (f.m + 1, f.frequency));
        const auto radial = [&] (double r) { return norm * bessel::J (f.m, f.frequency * r); };
        std::array<double, ModeTable::places> ray {};
        for (std::size_t place = 0; place < ray.size(); ++place)
            ray[place] = radial (2.0 * ModeTable::placeOf (static_cast<int> (place)));
        for (int pair = 0; pair < (f.m == 0 ? 1 : 2) && table.count < 96; ++pair)
        {
            const auto m = static_cast<std::size_t> (table.add (f.frequency / modes[0].frequency));
            const auto around = [&] (double a) { return pair == 0 ? std::cos (f.m * a) : std::sin (f.m * a); };
            for (std::size_t place = 0; place < ray.size(); ++place) // outwards, along a ray without nodal lines
                table.shape[m][place] = ray[place] * around (0.4);
            table.left[m] = radial (0.55) * around (1.3);
            table.right[m] = radial (0.62) * around (4.1);
        }
    }
}

inline constexpr BodyInfo plate {
    "Plate",
    "A rectangular plate on hinged edges, 1 : 0.73.",
    "from the middle (0) to near a corner (0.5)",
    [] (ModeTable& t) { buildPlate (t, 1.0 / 0.73); },
    "f_mn ~ (m/a)^2 + (n/b)^2,  m, n = 1, 2, ...,  b = 0.73 a\n"
    "shape  2 sin(m pi x/a) sin(n pi y/b)",
    "Mean square 1 over the plate: every modal mass is the mass M of the plate.",
    "Kirchhoff's thin plate with Navier's solution for hinged edges (Leissa, Vibration of "
    "Plates, NASA SP-160, 1969). The static deflection under a point load is "
    "tested against Navier's double series.",
    "Dense, equally spaced modes: struck, it clangs like sheet metal. Bowed, a single mode sings, selected by the "
    "position as on Chladni's plates: from the middle outwards 1, 2.04 (at 0.2), 4 (0.25), 5.72 (0.35) times the "
    "first.",
    "Shear, rotary inertia, air and what large amplitudes do beyond raising the tension (the crash of a gong) are left "
    "out."
};
inline constexpr BodyInfo membrane {
    "Membrane",
    "A round skin: friction drum, cuica, lion's roar.",
    "from the middle (0) to the rim (0.5)",
    [] (ModeTable& t) { buildMembrane (t); },
    "f_nk ~ j_nk, the k-th zero of the Bessel function J_n:  1 : 1.593 : 2.136 : 2.295 "
    "...\n"
    "shape  J_n(j_nk r) cos n a,  and with sin n a for n > 0",
    "Mean square 1 over the disc: every modal mass is the mass M of the skin.",
    "Rayleigh, The Theory of Sound, vol. 1, ch. 9 (unverified); zeros tested against "
    "Abramowitz & Stegun, table 9.5 (number unverified).",
    "Groans and barks: high frequencies lose six times as much as in the other bodies, so that the tone follows the "
    "hand at once and stops with it. Beyond 0.2 the second mode sings, 1.59.",
    "An ideal skin has no static compliance at a point (a needle would sink in for ever), so nothing is added for the "
    "omitted modes. The air below the skin, which tunes a timpani, is left out."
};
} // namespace kolophon::plates
