// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Cycles
{
    static constexpr auto kind = "cycles",
                          meaning = "Stick and slip: a column that crosses a level upwards and downwards. jump: "
                                    "distance covered by `along` while the column is above.";

    enum class What { period, up, down, fractionUp, jump, count, time };
    std::string column, along;
    double level = 0.0;
    What what = What::period;
    int index = 0, count = 1;
    TimeSpan span;

    void read (Fields& f)
    {
        static constexpr std::array<std::string_view, 7> words { "period", "up",    "down", "share_up",
                                                                 "jump",   "count", "time" };
        column = readLookedAt (f);
        along = scenario::readColumn (f, "along", "x", "Column for jump.");
        level = f.number ("level", scenario::anything, "Level.");
        what = readChoice<What> (f, "what", words,
                                 "Result: period, time above, time below, fraction of time above, jump, number of "
                                 "upward crossings, or time of one.");
        index = f.integer ("index", 0, 1000000, "First cycle of the average.", 0);
        count = f.integer ("count", 1, 1000000, "Number of cycles in the average.", 1);
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        const Window window (evidence.record(), span);
        const auto times = window.times(), values = window.column (column);
        auto [up, down] = crossings (times, values, level);
        if (what == What::count)
            return static_cast<double> (up.size());
        const auto first = static_cast<std::size_t> (index), cycles = static_cast<std::size_t> (count);
        if (what == What::time)
            return first < up.size() ? up[first] : never;
        if (! up.empty())
            std::erase_if (down, [begin = up.front()] (double t) { return t <= begin; });
        const auto moved = what == What::jump ? window.column (along) : std::vector<double>();
        const bool wantsNext = what != What::up && what != What::jump, wantsDown = what != What::period;
        double sum = 0.0;
        for (auto i = first; i < first + cycles; ++i)
        {
            if (i >= up.size() || (wantsDown && i >= down.size()) || (wantsNext && i + 1 >= up.size()))
                return never;
            switch (what)
            {
                case What::period: sum += up[i + 1] - up[i]; break;
                case What::up: sum += down[i] - up[i]; break;
                case What::down: sum += up[i + 1] - down[i]; break;
                case What::jump: sum += at (times, moved, down[i]) - at (times, moved, up[i]); break;
                default: sum += (down[i] - up[i]) / (up[i + 1] - up[i]); break;
            }
        }
        return sum / count;
    }

    std::string unit (const Run& run) const
    {
        if (what == What::jump)
            return unitOf (along, run.turning);
        return what == What::fractionUp || what == What::count ? "" : "s";
    }
};
} // namespace kolophon::lab::analysis
