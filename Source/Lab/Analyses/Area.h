// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Area
{
    static constexpr auto kind = "area",
                          meaning = "Integral of a column over another column: work, or the area of a loop.";

    std::string column, along;
    TimeSpan span;

    void read (Fields& f)
    {
        column = readLookedAt (f);
        along = scenario::readColumn (f, "along", "t", "Column of the integration variable.");
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        const Window window (evidence.record(), span);
        const auto x = window.column (along), y = window.column (column);
        double area = 0.0;
        for (std::size_t i = 1; i < x.size(); ++i)
            area += 0.5 * (y[i] + y[i - 1]) * (x[i] - x[i - 1]);
        return x.size() < 2 ? never : area;
    }

    std::string unit (const Run&) const { return {}; }
};
} // namespace kolophon::lab::analysis
