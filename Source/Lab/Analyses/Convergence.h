// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Exponent.h"
#include "Evidence.h"

#include <cmath>

namespace kolophon::lab::analysis
{
struct Convergence
{
    static constexpr auto
        kind = "convergence",
        meaning =
            "Order of convergence of the real-time solver, which runs again at each rate and is compared with the "
            "reference in the column. what: order, or error at the last rate over the column's largest value.";

    enum class What { order, error };
    std::string column;
    What what = What::order;
    std::vector<double> rates; // [Hz]
    TimeSpan span;

    void read (Fields& f)
    {
        static constexpr std::array<std::string_view, 2> words { "order", "error" };
        column = readLookedAt (f);
        what = readChoice<What> (f, "what", words, "Result of the analysis.", "order");
        rates = f.numbers ("rates", { 1.0, 1e8, " Hz" }, 1, 12, "Rates in ascending order.");
        span.read (f);
        if (! f.describing() && what == What::order && rates.size() < 2)
            f.refuse ("rates", "are too few; allowed: at least 2");
    }

    double evaluate (const Evidence& evidence) const
    {
        if (! evidence.records.reference)
            throw NoRecord { "the solver reference" };
        std::vector<double> steps, errors;
        for (const double rate : rates)
        {
            steps.push_back (1.0 / rate);
            auto& known = evidence.records.atOtherRates;
            auto found = known.find (rate);
            if (found == known.end())
            {
                // keeps only one long record at a time
                std::erase_if (known, [] (const auto& other) { return other.second.rows.size() > 100000; });
                found = known.emplace (rate, runRealtime (at (evidence, rate), evidence.interrupt)).first;
            }
            const auto& record = found->second;
            if (record.interrupted)
                return never;
            const double error = differenceOf (record, *evidence.records.reference, column, span);
            errors.push_back (what == What::order ? std::max (error, 1e-300) : error); // so that its logarithm exists
        }
        return what == What::error ? errors.back() : exponentOf (steps, errors);
    }

    std::string unit (const Run&) const { return {}; }

private:
    /** The motion at another rate, with rows at the same times. */
    static Motion at (const Evidence& evidence, double rate)
    {
        auto motion = evidence.run.motion;
        const double rowRate = motion.rate / motion.every;
        motion.rate = rate;
        motion.every = static_cast<int> (std::lround (rate / rowRate));
        if (motion.every < 1 || std::abs (motion.every * rowRate - rate) > 1e-6 * rate)
            throw InputError ({ .place = "analysis \"" + evidence.name + "\"",
                                .problem = "a rate of " + decimalText (rate) + " Hz is not a multiple of the rows' " +
                                           decimalText (rowRate) + " Hz" });
        return motion;
    }
};
} // namespace kolophon::lab::analysis
