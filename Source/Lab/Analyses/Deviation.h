// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Deviation
{
    static constexpr auto
        kind = "deviation",
        meaning = "Largest difference between the real-time and the reference solver, over the column's largest value.";

    std::string column;
    TimeSpan span;

    void read (Fields& f)
    {
        column = readLookedAt (f);
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        return differenceOf (evidence.realtime(), evidence.reference(), column, span);
    }

    std::string unit (const Run&) const { return {}; }
};
} // namespace kolophon::lab::analysis
