// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Value
{
    static constexpr auto kind = "value", meaning = "Value of a column at given times.";

    std::string column;
    std::vector<double> at; // [s]

    void read (Fields& f)
    {
        column = readLookedAt (f);
        at = f.numbers ("at", scenario::seconds, 1, 1000, "Times; between rows the value is interpolated.");
    }

    /** Times of the answers. */
    std::vector<double> times () const { return at; }

    std::vector<double> answer (const Evidence& evidence) const
    {
        const auto when = columnOf (evidence.record(), "t"), values = columnOf (evidence.record(), column);
        std::vector<double> found;
        for (const double time : at)
            found.push_back (analysis::at (when, values, time));
        return found;
    }

    std::string unit (const Run& run) const { return unitOf (column, run.turning); }
};
} // namespace kolophon::lab::analysis
