// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Exponent.h"
#include "Evidence.h"

#include <map>
#include <set>

namespace kolophon::lab::analysis
{
struct Slips
{
    static constexpr auto kind = "slips", meaning = "Slips of several contacts, each from the moment when the first "
                                                    "lets go until all stick: their number, and how it depends on "
                                                    "their size, the number of contacts that slid.";

    enum class What { count, fraction, exponent, distance };
    What what = What::count;
    int smallest = 1, largest = 1000;
    TimeSpan span;

    void read (Fields& f)
    {
        static constexpr std::array<std::string_view, 4> words { "count", "fraction", "exponent", "distance" };
        what = readChoice<What> (f, "what", words,
                                 "Result: number of slips of these sizes; their fraction of all slips; p where their "
                                 "number falls as 1/size^p (a line through the logarithms); or the largest difference "
                                 "between both solvers in the fraction of slips up to any size.");
        smallest = f.integer ("smallest", 1, 1000, "Smallest size.", 1);
        largest = f.integer ("largest", 1, 1000, "Largest size.", 1000);
        span.read (f);
    }

    double evaluate (const Evidence& evidence) const
    {
        if (what == What::distance)
            return distance (sizesOf (evidence.realtime()), sizesOf (evidence.reference()));
        const auto sizes = sizesOf (evidence.record());
        double wanted = 0.0, all = 0.0;
        std::vector<double> levels, numbers;
        for (const auto& [size, number] : sizes)
        {
            all += number;
            if (size < smallest || size > largest)
                continue;
            wanted += number;
            levels.push_back (size);
            numbers.push_back (number);
        }
        switch (what)
        {
            case What::count: return wanted;
            case What::fraction: return all > 0.0 ? wanted / all : never;
            case What::exponent: return levels.size() < 2 ? never : -exponentOf (levels, numbers);
            case What::distance: break;
        }
        return never;
    }

    std::string unit (const Run&) const { return ""; }

private:
    /** Numbers of slips by their size. */
    std::map<int, double> sizesOf (const Record& record) const
    {
        std::map<int, double> sizes;
        std::set<int> moving, slid, seen;
        for (const auto& event : record.events) // a contact whose first event leaves another state was moving before
            if (seen.insert (event.contact).second && event.from != 0)
                moving.insert (event.contact);
        slid = moving;
        double begin = 0.0;
        for (const auto& event : record.events)
        {
            if (event.to == 0)
                moving.erase (event.contact);
            else
            {
                if (moving.empty())
                {
                    slid.clear();
                    begin = event.time;
                }
                moving.insert (event.contact);
                slid.insert (event.contact);
            }
            if (moving.empty() && ! slid.empty() && span.contains (begin))
                sizes[static_cast<int> (slid.size())] += 1.0;
        }
        return sizes;
    }

    static double distance (const std::map<int, double>& one, const std::map<int, double>& other)
    {
        const auto upTo = [] (const std::map<int, double>& sizes, int size)
        {
            double below = 0.0, all = 0.0;
            for (const auto& [its, number] : sizes)
            {
                all += number;
                below += its <= size ? number : 0.0;
            }
            return below / all;
        };
        double worst = one.empty() || other.empty() ? never : 0.0;
        for (const auto* sizes : { &one, &other })
            for (const auto& [size, number] : *sizes)
                worst = std::max (worst, std::abs (upTo (one, size) - upTo (other, size)));
        return worst;
    }
};
} // namespace kolophon::lab::analysis
