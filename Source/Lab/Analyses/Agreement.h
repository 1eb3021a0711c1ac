// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Agreement
{
    static constexpr auto
        kind = "agreement",
        meaning = "Largest difference of a column between this run and another, over the column's largest value.";

    std::string column;
    std::string other; // name of the run to compare with
    TimeSpan span;

    void read (Fields& f)
    {
        column = readLookedAt (f);
        other = f.text ("other", "Name of the other run.");
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        const auto& ours = evidence.record();
        return differenceOf (ours, evidence.ofOther (other), column, span);
    }

    std::string unit (const Run&) const { return {}; }
};
} // namespace kolophon::lab::analysis
