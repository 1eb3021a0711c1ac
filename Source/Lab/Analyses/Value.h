// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Value
{
    static constexpr auto kind = "value", meaning = "Value of a column at given times.";

    std::string column;
    std::vector<double> instants; // [s]

    void read (Fields& f)
    {
        column = readLookedAt (f);
        instants = f.numbers ("at", scenario::seconds, 1, 1000, "Times; between rows the value is interpolated.");
    }

    /** Times of the answers. */
    std::vector<double> times () const { return instants; }

    std::vector<double> evaluate (const Evidence& evidence) const
    {
        const auto when = columnOf (evidence.record(), "t"), values = columnOf (evidence.record(), column);
        std::vector<double> found;
        for (const double time : instants)
            found.push_back (analysis::at (when, values, time));
        return found;
    }

    std::string unit (const Run& run) const { return unitOf (column, run.turning); }
};
} // namespace kolophon::lab::analysis
