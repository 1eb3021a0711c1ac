// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Piles
{
    static constexpr auto kind = "piles", meaning = "Bounces that accumulate at a stop: number of piles, time when a "
                                                    "pile ends, time when the block leaves the stop.";

    enum class What { count, time, left };
    What what = What::count;
    int index = 0;

    void read (Fields& f)
    {
        static constexpr std::array<std::string_view, 3> words { "count", "time", "left" };
        what = readChoice<What> (f, "what", words,
                                 "Result: number of piles, end time of one, or departure time of the block.");
        index = f.integer ("index", 0, 1000000, "Number of the pile; the first is 0.", 0);
    }

    double evaluate (const Evidence& evidence) const
    {
        const auto& piles = evidence.record().piles;
        if (what == What::count)
            return static_cast<double> (piles.size());
        const auto place = static_cast<std::size_t> (index);
        if (place >= piles.size())
            return never;
        return what == What::time ? piles[place].end : piles[place].left.value_or (never);
    }

    std::string unit (const Run&) const { return what == What::count ? "" : "s"; }
};
} // namespace kolophon::lab::analysis
