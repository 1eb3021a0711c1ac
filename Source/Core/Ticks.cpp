// SPDX-License-Identifier: GPL-3.0-or-later
#include "Ticks.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double tickRounding = 1e-9; // of a step

/** Power of ten that is not larger than `value`. */
double decadeOf (double value) noexcept
{
    return std::pow (10.0, std::floor (std::log10 (value)));
}
} // namespace

double roundStepFrom (double least) noexcept
{
    const double decade = decadeOf (least);
    for (const double factor : { 1.0, 2.0, 5.0 })
        if (factor * decade >= least * (1.0 - tickRounding))
            return factor * decade;
    return 10.0 * decade;
}

double roundStepNear (double wanted) noexcept
{
    const double decade = decadeOf (wanted), fraction = wanted / decade;
    return decade * (fraction < 1.5 ? 1.0 : fraction < 3.5 ? 2.0 : fraction < 7.5 ? 5.0 : 10.0);
}

std::vector<double> roundTicks (double low, double high, int maxCount)
{
    std::vector<double> ticks;
    if (! (high > low) || maxCount < 1)
        return ticks;
    const double step = roundStepFrom ((high - low) / maxCount);
    for (auto i = std::ceil (low / step - tickRounding); i * step <= high + tickRounding * step; ++i)
        ticks.push_back (i * step + 0.0);           // never -0
    if (static_cast<int> (ticks.size()) > maxCount) // both ends are round
        ticks.pop_back();
    return ticks;
}

std::vector<double> axisTicks (double low, double high, bool logarithmic)
{
    std::vector<double> ticks;
    if (logarithmic && low > 0.0)
    {
        const double decades = std::log10 (high / low);
        const int every = std::max (1, static_cast<int> (std::ceil (decades / 8.0)));
        const std::vector<double> inside = decades < 2.3   ? std::vector { 1.0, 2.0, 5.0 }
                                           : decades < 4.0 ? std::vector { 1.0, 3.0 }
                                                           : std::vector { 1.0 };
        for (int decade = static_cast<int> (std::floor (std::log10 (low))); std::pow (10.0, decade) <= high; ++decade)
            for (const double first : inside)
                if (const double tick = first * std::pow (10.0, decade);
                    decade % every == 0 && tick >= low * (1.0 - tickRounding) && tick <= high * (1.0 + tickRounding))
                    ticks.push_back (tick);
        if (ticks.size() >= 2)
            return ticks;
        ticks.clear(); // less than an octave: ticks at equal distances
    }
    const double step = roundStepNear ((high - low) / 6.0);
    const double first = std::ceil (low / step - tickRounding), last = std::floor (high / step + tickRounding);
    if (! (last - first < 12.0 && std::abs (first) < 1.0 / tickRounding)) // the ends are too close for ticks between
        return { low };
    for (int i = 0; i <= static_cast<int> (last - first); ++i)
        ticks.push_back (first + i == 0.0 ? 0.0 : (first + i) * step); // no -0
    return ticks;
}
} // namespace kolophon
