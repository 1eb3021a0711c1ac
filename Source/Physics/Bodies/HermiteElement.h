// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <vector>

/** Finite element of bars and strips: cubics on s = 0 … 1 of an element of length h, with deflection and slope of its
    two ends as unknowns. */
namespace kolophon::hermite
{
inline Eigen::Vector4d value (double s, double h) noexcept
{
    const double r = 1.0 - s;
    return { r * r * (1.0 + 2.0 * s), h * s * r * r, s * s * (3.0 - 2.0 * s), -h * s * s * r };
}

/** Shape functions' first derivative along the bar … */
inline Eigen::Vector4d slope (double s, double h) noexcept
{
    const double r = 1.0 - s;
    return { -6.0 * s * r / h, r * (1.0 - 3.0 * s), 6.0 * s * r / h, s * (3.0 * s - 2.0) };
}

/** … and second. */
inline Eigen::Vector4d curvature (double s, double h) noexcept
{
    return { (12.0 * s - 6.0) / (h * h), (6.0 * s - 4.0) / h, (6.0 - 12.0 * s) / (h * h), (6.0 * s - 2.0) / h };
}

struct GaussPoint
{
    double place, weight; // on 0 … 1
};

/** Gauss's rule of six points, exact up to the eleventh power. */
inline constexpr GaussPoint gauss[] = {
    { 0.5 + 0.5 * 0.2386191860831969, 0.5 * 0.4679139345726910 },
    { 0.5 + 0.5 * 0.6612093864662645, 0.5 * 0.3607615730481386 },
    { 0.5 + 0.5 * 0.9324695142031521, 0.5 * 0.1713244923791704 },
    { 0.5 - 0.5 * 0.2386191860831969, 0.5 * 0.4679139345726910 },
    { 0.5 - 0.5 * 0.6612093864662645, 0.5 * 0.3607615730481386 },
    { 0.5 - 0.5 * 0.9324695142031521, 0.5 * 0.1713244923791704 },
};

/** A position between the nodes x_0 < x_1 < …: its element, and the cubics there. */
struct Place
{
    std::size_t element;
    Eigen::Vector4d cubics;

    /** Deflection there, from deflections and slopes of the nodes. */
    double between (const std::vector<double>& deflections, const std::vector<double>& slopes) const noexcept
    {
        const auto a = element, b = element + 1;
        return cubics.dot (Eigen::Vector4d (deflections[a], slopes[a], deflections[b], slopes[b]));
    }
};

inline Place placeOf (double x, const std::vector<double>& nodes) noexcept
{
    const auto above = std::upper_bound (nodes.begin(), nodes.end(), x) - nodes.begin();
    const auto b = static_cast<std::size_t> (std::clamp<std::ptrdiff_t> (above, 1, std::ssize (nodes) - 1)), a = b - 1;
    const double h = nodes[b] - nodes[a];
    return { a, value ((x - nodes[a]) / h, h) };
}
} // namespace kolophon::hermite
