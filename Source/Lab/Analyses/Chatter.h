// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

namespace kolophon::lab::analysis
{
struct Chatter
{
    static constexpr auto
        kind = "chatter",
        meaning = "Reversals of the contact's acceleration per second: changes between rising and falling speed.";

    TimeSpan span;

    void read (Fields& f) { span.read (f); }

    double evaluate (const Evidence& evidence) const
    {
        const Window window (evidence.record(), span);
        const auto u = window.column ("u"), t = window.times();
        long changes = 0;
        double last = 0.0;
        for (std::size_t i = 1; i < u.size(); ++i)
        {
            const double growth = u[i] - u[i - 1];
            changes += growth * last < 0.0 ? 1 : 0;
            last = growth != 0.0 ? growth : last;
        }
        return t.size() < 2 ? never : static_cast<double> (changes) / (t.back() - t.front());
    }

    std::string unit (const Run&) const { return "1/s"; }
};
} // namespace kolophon::lab::analysis
