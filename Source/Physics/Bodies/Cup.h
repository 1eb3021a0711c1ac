// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace kolophon::glass
{
/** A cup: a cylindrical wall on a foot that holds its lower edge, with a liquid. It bends without stretching, and then the
    radial motion is in proportion to the height z, cos n a z/H; with it go  -sin n a z/(n H)  along the rim and
    -cos n a R/(n^2 H)  along the wall. The wall bends round and twists (Love's theory of thin shells), and the liquid
    follows: potential flow across each slice, below its surface. Energies in proportion to

        bending  (n^2 - 1)^2 (1 + 6 (1 - v) x/n^2)      motion  1 + (1 + 3 x/n^2)/n^2 + load fill^3/n      x = (R/H)^2

    Without foot and liquid, x = load = 0, it is the ring. */
struct Cup
{
    double radiusOverHeight = 0.0, poisson = 0.22;
    double load = 0.0; // R times the density of the liquid, over thickness times density of the wall
    double fill = 0.0; // height of the liquid over H
};

/** Frequency of the mode with n waves round the rim, over sqrt (E/(12 (1 - v^2) density)) thickness/(2 pi R^2). */
inline double cupFrequency (int n, const Cup& cup)
{
    const double k = static_cast<double> (n) * n, x = cup.radiusOverHeight * cup.radiusOverHeight;
    const double bending = (k - 1.0) * (k - 1.0) * (1.0 + 6.0 * (1.0 - cup.poisson) * x / k);
    const double motion = 1.0 + (1.0 + 3.0 * x / k) / k + cup.load * cup.fill * cup.fill * cup.fill / n;
    return std::sqrt (bending / motion);
}
} // namespace kolophon::glass
