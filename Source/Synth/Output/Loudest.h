// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace kolophon
{
/** Largest magnitude among `samples` of a signal, or `before` if that is larger. NaN is ignored. Computed in four
    parallel chains, for SIMD; the largest doesn't depend on the order. */
inline double loudest (const double* signal, int samples, double before = 0.0) noexcept
{
    double largest[4] = { before, before, before, before };
    int n = 0;
    for (; n + 4 <= samples; n += 4)
        for (int i = 0; i < 4; ++i)
            largest[i] = std::max (largest[i], std::abs (signal[n + i]));
    for (; n < samples; ++n)
        largest[0] = std::max (largest[0], std::abs (signal[n]));
    return std::max (std::max (largest[0], largest[1]), std::max (largest[2], largest[3]));
}
} // namespace kolophon
