// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Evidence.h"

#include <cmath>

namespace kolophon::lab::analysis
{
struct Extreme
{
    static constexpr auto kind = "extreme", meaning = "Largest, smallest, mean or root-mean-square value of a column.";

    enum class What { max, min, peakToPeak, mean, rms, last };
    std::string column;
    What what = What::max;
    TimeSpan span;
    std::string whileColumn;                   // rows count while this column …
    double whileAbove = 0.0, whileBelow = 0.0; // … is between these

    void read (Fields& f)
    {
        static constexpr std::array<std::string_view, 6> words { "max", "min", "peak_to_peak", "mean", "rms", "last" };
        column = readLookedAt (f);
        what = readChoice<What> (f, "what", words, "Result of the analysis.");
        span.read (f);
        whileColumn =
            scenario::readColumn (f, "while", "", "Uses only rows where this column is between above and below.");
        whileAbove = f.number ("above", scenario::anything, "Lower limit of while.", -scenario::huge);
        whileBelow = f.number ("below", scenario::anything, "Upper limit of while.", scenario::huge);
    }

    double evaluate (const Evidence& evidence) const
    {
        const auto values = kept (Window (evidence.record(), span));
        if (values.empty())
            return never;
        const auto [smallest, largest] = std::minmax_element (values.begin(), values.end());
        double sum = 0.0, squares = 0.0;
        for (const double value : values)
        {
            sum += value;
            squares += value * value;
        }
        const auto count = static_cast<double> (values.size());
        switch (what)
        {
            case What::max: return *largest;
            case What::min: return *smallest;
            case What::peakToPeak: return *largest - *smallest;
            case What::mean: return sum / count;
            case What::rms: return std::sqrt (squares / count);
            case What::last: break;
        }
        return values.back();
    }

    std::string unit (const Run& run) const { return unitOf (column, run.turning); }

private:
    std::vector<double> kept (const Window& window) const
    {
        const auto values = window.column (column);
        if (whileColumn.empty())
            return values;
        const auto guard = window.column (whileColumn);
        std::vector<double> some;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (guard[i] >= whileAbove && guard[i] <= whileBelow)
                some.push_back (values[i]);
        return some;
    }
};
} // namespace kolophon::lab::analysis
