// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

#include <cmath>

namespace kolophon::lab::analysis
{
struct StateFraction
{
    static constexpr auto kind = "share", meaning = "Fraction of the time spent in the discrete state with this name.";

    std::string state;
    TimeSpan span;

    void read (Fields& f)
    {
        state = f.text ("state", "Name of the state.");
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        const auto& record = evidence.record();
        const int number = stateNamed (evidence, state);
        const auto modes = Window (record, span).column ("mode");
        const auto count =
            std::count_if (modes.begin(), modes.end(), [number] (double m) { return std::lround (m) == number; });
        return modes.empty() ? never : static_cast<double> (count) / static_cast<double> (modes.size());
    }

    std::string unit (const Run&) const { return {}; }
};
} // namespace kolophon::lab::analysis
