// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct AtCrossing
{
    static constexpr auto kind = "at_crossing", meaning = "Value of a column where another column crosses a level.";

    enum class What { up, down };
    std::string column, along;
    double level = 0.0;
    What what = What::up;
    int index = 0;
    TimeSpan span;

    void read (Fields& f)
    {
        static constexpr std::array<std::string_view, 2> words { "up", "down" };
        column = readLookedAt (f);
        along = scenario::readColumn (f, "along", "t", "Column that crosses the level.");
        level = f.number ("level", scenario::anything, "Level.");
        what = readChoice<What> (f, "what", words, "Direction of the crossing.");
        index = f.integer ("index", 0, 1000000, "Number of the crossing; the first is 0.", 0);
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        const Window window (evidence.record(), span);
        const auto times = window.times();
        const auto found = crossings (times, window.column (along), level);
        const auto& wanted = what == What::up ? found.up : found.down;
        const auto place = static_cast<std::size_t> (index);
        return place < wanted.size() ? at (times, window.column (column), wanted[place]) : never;
    }

    std::string unit (const Run& run) const { return unitOf (column, run.turning); }
};
} // namespace kolophon::lab::analysis
