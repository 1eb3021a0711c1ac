// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Motion.h"

namespace kolophon::lab
{
/** Records consecutive bounces at one stop, and their accumulation to a pile. */
class Bounces
{
public:
    /** Adds a bounce; `stop`: BlockMode. Bounces at the other stop are discarded. */
    void add (int stop, double time)
    {
        if (stop != lastStop)
            times.clear();
        lastStop = stop;
        times.push_back (time);
    }
    void clear () { times.clear(); }

    int stop () const noexcept { return lastStop; }
    /** True directly after a bounce. */
    bool cameAt (double time) const { return ! times.empty() && times.back() == time; }

    /** Ends the bounces: the pile begins at the first of the shrinking flights. */
    Pile over (int stop, double time) const
    {
        if (times.empty() || stop != lastStop)
            return { time, time, stop, std::nullopt };
        auto begin = times.size() - 1;
        const auto flight = [this] (std::size_t i) { return times[i] - times[i - 1]; };
        while (begin > 0 && (begin + 1 >= times.size() || flight (begin) > flight (begin + 1)))
            --begin;
        return { times[begin], time, stop, std::nullopt };
    }

private:
    int lastStop = 0; // leftStop, rightStop, or nothing
    std::vector<double> times;
};

/** Completes the record's last pile when the block changes its state. */
inline void leavePile (std::vector<Pile>& piles, int from, double time)
{
    if (! piles.empty() && ! piles.back().left.has_value() && from == piles.back().stop)
        piles.back().left = time;
}
} // namespace kolophon::lab
