// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <span>

namespace kolophon
{
/** Exponent b of the power a x^b that fits best: least squares of the logarithms. All values > 0. */
inline double exponentOf (std::span<const double> x, std::span<const double> y)
{
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    const auto n = static_cast<double> (y.size());
    for (std::size_t i = 0; i < y.size(); ++i)
    {
        const double a = std::log (x[i]), b = std::log (y[i]);
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}
} // namespace kolophon
