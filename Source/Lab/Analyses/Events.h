// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Events
{
    static constexpr auto kind = "events", meaning = "Changes of the discrete state.";

    enum class What { count, time, period };
    What what = What::count;
    std::string fromState, toState; // names of discrete states; empty: any
    std::string contact;            // empty: any
    int index = 0, count = 1;
    TimeSpan span;

    void read (Fields& f)
    {
        static constexpr std::array<std::string_view, 3> words { "count", "time", "period" };
        what = readChoice<What> (f, "what", words,
                                 "Result: number of events, time of one, or mean time from one to the next.");
        fromState = f.text ("from_state", "Name of the state before the event; default: any.", "");
        toState = f.text ("to_state", "Name of the state after the event; default: any.", "");
        contact = f.text ("contact", "Name of the contact, of several; default: any.", "");
        index = f.integer ("index", 0, 1000000, "Number of the event; the first is 0.", 0);
        count = f.integer ("count", 1, 1000000, "Number of intervals in the average.", 1);
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        const auto& record = evidence.record();
        const int from = stateNamed (evidence, fromState), to = stateNamed (evidence, toState);
        std::vector<double> times;
        const int which = contactNamed (evidence, contact);
        for (const auto& event : record.events)
            if ((which < 0 || event.contact == which) && (from < 0 || event.from == from) &&
                (to < 0 || event.to == to) && span.contains (event.time))
                times.push_back (event.time);
        if (what == What::count)
            return static_cast<double> (times.size());
        const auto first = static_cast<std::size_t> (index), last = first + static_cast<std::size_t> (count);
        if (what == What::period)
            return last < times.size() ? (times[last] - times[first]) / count : never;
        return first < times.size() ? times[first] : never;
    }

    std::string unit (const Run&) const { return what == What::count ? "" : "s"; }
};
} // namespace kolophon::lab::analysis
