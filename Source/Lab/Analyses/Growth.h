// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Exponent.h"
#include "Evidence.h"

#include <cmath>

namespace kolophon::lab::analysis
{
struct Growth
{
    static constexpr auto kind = "growth", meaning =
                                               "Growth [1/s] of an oscillation about a level: the slope of a line "
                                               "through the logarithms of its extremes.";

    std::string column;
    double level = 0.0;
    TimeSpan span;

    void read (Fields& f)
    {
        column = readLookedAt (f);
        level = f.number ("level", scenario::anything, "Level about which it oscillates.", 0.0);
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        const Window window (evidence.record(), span);
        const auto times = window.times(), values = window.column (column);
        std::vector<double> at, heights; // of the extremes between two crossings
        double largest = 0.0, when = 0.0;
        bool whole = false;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            const double off = values[i] - level;
            if (i > 0 && (off > 0.0) != (values[i - 1] > level))
            {
                if (whole && largest > 0.0)
                {
                    at.push_back (when);
                    heights.push_back (largest);
                }
                whole = true;
                largest = 0.0;
            }
            if (std::abs (off) > largest)
            {
                largest = std::abs (off);
                when = times[i];
            }
        }
        return at.size() < 2 ? never : growthOf (at, heights);
    }

    std::string unit (const Run&) const { return "1/s"; }
};
} // namespace kolophon::lab::analysis
