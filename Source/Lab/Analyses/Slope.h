// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Slope
{
    static constexpr auto kind = "slope", meaning = "Rate of change of a column between two times.";

    std::string column;
    TimeSpan span;

    void read (Fields& f)
    {
        column = readLookedAt (f);
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        const auto times = columnOf (evidence.record(), "t"), values = columnOf (evidence.record(), column);
        const double to = span.to > 0.0 ? span.to : times.back();
        return (at (times, values, to) - at (times, values, span.from)) / (to - span.from);
    }

    std::string unit (const Run& run) const
    {
        const auto ofColumn = unitOf (column, run.turning);
        return ofColumn.empty() ? "1/s" : ofColumn + "/s";
    }
};
} // namespace kolophon::lab::analysis
