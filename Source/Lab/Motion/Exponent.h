// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace kolophon
{
/** Slope of the line that fits best: least squares. */
inline double slopeOf (std::span<const double> x, std::span<const double> y)
{
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    const auto n = static_cast<double> (y.size());
    for (std::size_t i = 0; i < y.size(); ++i)
    {
        sx += x[i];
        sy += y[i];
        sxx += x[i] * x[i];
        sxy += x[i] * y[i];
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

inline std::vector<double> logarithmsOf (std::span<const double> values)
{
    std::vector<double> logarithms;
    for (const double value : values)
        logarithms.push_back (std::log (value));
    return logarithms;
}

/** Exponent b of the power a x^b that fits best: least squares of the logarithms. All values > 0. */
inline double exponentOf (std::span<const double> x, std::span<const double> y)
{
    return slopeOf (logarithmsOf (x), logarithmsOf (y));
}

/** Rate g [1/s] of the growth a e^(g t) that fits best: least squares of the logarithms. All values > 0. */
inline double growthOf (std::span<const double> times, std::span<const double> values)
{
    return slopeOf (times, logarithmsOf (values));
}
} // namespace kolophon
