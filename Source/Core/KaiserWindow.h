// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace kolophon
{
/** Modified Bessel function I_0 by its power series, for 0 <= x <= 20. */
constexpr double besselI0 (double x) noexcept
{
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < 60; ++k)
    {
        term *= (x / (2.0 * k)) * (x / (2.0 * k));
        sum += term;
    }
    return sum;
}

/** Kaiser's window at -1 <= t <= 1: 1 in the middle, 1/I_0 (beta) at both ends (Kaiser 1974). */
inline double kaiserWindow (double t, double beta) noexcept
{
    return besselI0 (beta * std::sqrt (1.0 - t * t)) / besselI0 (beta);
}
} // namespace kolophon
