// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

#include <cmath>

namespace kolophon::lab::analysis
{
struct PileDeviation
{
    static constexpr auto kind = "pile_deviation",
                          meaning = "Largest difference [s] between both solvers in the times at which piles of "
                                    "bounces end and are left; the numbers of piles must agree.";

    void read (Fields&) {}

    double evaluate (const Evidence& evidence) const
    {
        const auto &one = evidence.realtime().piles, &other = evidence.reference().piles;
        if (one.size() != other.size())
            return never;
        double worst = 0.0;
        for (std::size_t i = 0; i < one.size(); ++i)
        {
            const bool same = one[i].stop == other[i].stop && one[i].left.has_value() == other[i].left.has_value();
            const double left = same && one[i].left ? std::abs (*one[i].left - *other[i].left) : 0.0;
            worst = same ? std::max ({ worst, std::abs (one[i].end - other[i].end), left }) : infinite;
        }
        return worst;
    }

    std::string unit (const Run&) const { return "s"; }
};
} // namespace kolophon::lab::analysis
