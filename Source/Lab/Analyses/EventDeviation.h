// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

#include <cmath>

namespace kolophon::lab::analysis
{
struct EventDeviation
{
    static constexpr auto
        kind = "event_deviation",
        meaning =
            "Largest difference [s] between the times of the events of both solvers; the events must be the same.";

    TimeSpan span;
    int count = 1;

    void read (Fields& f)
    {
        span.read (f);
        count = f.integer ("count", 1, 1000000, "Number of events to compare, from the first on.", 1000000);
    }

    double evaluate (const Evidence& evidence) const
    {
        const double rate = evidence.run.motion.rate;
        const auto one = lasting (evidence.realtime().events, rate),
                   other = lasting (evidence.reference().events, rate);
        if (one.size() != other.size())
            return never;
        double worst = 0.0;
        for (std::size_t i = 0; i < one.size(); ++i)
            worst = one[i].from == other[i].from && one[i].to == other[i].to
                        ? std::max (worst, std::abs (one[i].time - other[i].time))
                        : infinite;
        return worst;
    }

    std::string unit (const Run&) const { return "s"; }

private:
    /** Removes states that last two steps at most: an automaton may pass them in no time. */
    std::vector<Event> lasting (const std::vector<Event>& events, double rate) const
    {
        const double shortest = 2.5 / rate;
        std::vector<Event> kept;
        for (std::size_t i = 0; i < events.size(); ++i)
        {
            auto event = events[i];
            while (i + 1 < events.size() && events[i + 1].time - event.time < shortest)
                event.to = events[++i].to;
            if (event.from != event.to && span.contains (event.time) && kept.size() < static_cast<std::size_t> (count))
                kept.push_back (event);
        }
        return kept;
    }
};
} // namespace kolophon::lab::analysis
