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

/** Time for which the end of a signal has been quieter than a level, if it had been so for `before` samples. Cuts
    between blocks do not move it. [samples] */
inline int quietSince (const double* magnitudes, int samples, double level, int before) noexcept
{
    const double* const end = magnitudes + samples;
    const double* loud = end;
    while (loud != magnitudes && loud[-1] < level)
        --loud;
    return static_cast<int> (end - loud) + (loud == magnitudes ? before : 0);
}
} // namespace kolophon
