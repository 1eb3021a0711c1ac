// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/ReferenceNote.h"
#include "Core/Text/KeyName.h"
#include "Core/Ticks.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;

TEST_CASE ("knobs that depend on pitch refer to D4", "[core]")
{
    CHECK (keyName (referenceKey) == "D4");
    CHECK (440.0 * std::exp2 ((referenceNote - 69.0) / 12.0) ==
           Approx (293.665).epsilon (1e-5)); // [Hz] equal temperament
}

TEST_CASE ("round steps are 1, 2 or 5 times a power of ten, the next one up or the nearest", "[core]")
{
    for (const double decade : { 1e-9, 1e-3, 1.0, 1e6 })
    {
        CAPTURE (decade);
        for (const auto& [least, step] : { std::pair (1.0, 1.0), std::pair (1.01, 2.0), std::pair (2.0, 2.0),
                                           std::pair (2.5, 5.0), std::pair (5.0, 5.0), std::pair (5.1, 10.0) })
            CHECK (roundStepFrom (least * decade) == Approx (step * decade).epsilon (1e-12));
        for (const auto& [wanted, step] : { std::pair (1.4, 1.0), std::pair (1.6, 2.0), std::pair (3.4, 2.0),
                                            std::pair (3.6, 5.0), std::pair (7.4, 5.0), std::pair (7.6, 10.0) })
            CHECK (roundStepNear (wanted * decade) == Approx (step * decade).epsilon (1e-12));
    }
}

TEST_CASE ("ticks are round numbers, and no more than there is room for", "[core]")
{
    for (const auto& [low, high] : { std::pair (0.0, 0.3), std::pair (-0.04, 0.9), std::pair (12.0, 13.7),
                                     std::pair (-3e-4, 2e-5), std::pair (0.0, 100.0) })
        for (const int most : { 2, 4, 8 })
        {
            const auto ticks = roundTicks (low, high, most);
            CAPTURE (low, high, most);
            REQUIRE (ticks.size() <= static_cast<std::size_t> (most));
            for (std::size_t i = 0; i < ticks.size(); ++i)
            {
                CHECK (ticks[i] >= low - 1e-9);
                CHECK (ticks[i] <= high + 1e-9);
                CHECK_FALSE ((ticks[i] == 0.0 && std::signbit (ticks[i]))); // never "-0"
                if (i == 0)
                    continue;
                const double step = ticks[i] - ticks[i - 1],
                             lead = step / std::pow (10.0, std::floor (std::log10 (step) + 1e-9));
                CHECK ((std::abs (lead - 1.0) < 1e-6 || std::abs (lead - 2.0) < 1e-6 || std::abs (lead - 5.0) < 1e-6));
            }
        }
    CHECK (roundTicks (0.0, 0.3, 5).size() == 4); // 0, 0.1, 0.2, 0.3
}

TEST_CASE ("an axis of decades has ticks at 1, 2 and 5, then 1 and 3, then every other power of ten", "[core]")
{
    const auto near = [] (const std::vector<double>& is, const std::vector<double>& should)
    {
        CAPTURE (is);
        REQUIRE (is.size() == should.size());
        for (std::size_t i = 0; i < is.size(); ++i)
            CHECK (is[i] == Approx (should[i]).epsilon (1e-9));
    };
    near (axisTicks (0.01, 1.0, true), { 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0 });
    near (axisTicks (0.5, 1000.0, true), { 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0 });
    near (axisTicks (1e-4, 1e6, true), { 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6 });
    near (axisTicks (3.2, 4.9, true), { 3.2, 3.4, 3.6, 3.8, 4.0, 4.2, 4.4, 4.6, 4.8 });
    near (axisTicks (0.0, 1.0, false), { 0.0, 0.2, 0.4, 0.6, 0.8, 1.0 });
}

TEST_CASE ("ticks are few, rise and lie in their range, however wide or narrow it is", "[map]")
{
    struct Range
    {
        double low, high;
        bool logarithmic;
    };
    // Onsets of a map in which nothing speaks; levels that differ by their rounding; nothing at all.
    std::vector<Range> ranges { { 0.0, 1.0, true },
                                { -88.46857168030283, -88.46857168030281, false },
                                { 3.0, 3.0, false } };
    Random random (41);
    for (int i = 0; i < 2000; ++i)
    {
        const double low = random.logUniform (1e-6, 1e6), high = low * (1.0 + random.logUniform (1e-14, 1e9));
        ranges.push_back ({ low, high, i % 2 == 0 });
        ranges.push_back ({ -high, low, false });
    }
    for (const auto& [low, high, logarithmic] : ranges)
    {
        const auto ticks = axisTicks (low, high, logarithmic);
        CAPTURE (low, high, logarithmic);
        const double margin = 1e-6 * (high - low) + 1e-9 * std::max (std::abs (low), std::abs (high));
        REQUIRE ((ticks.size() >= 1 && ticks.size() <= 24));
        REQUIRE (std::is_sorted (ticks.begin(), ticks.end()));
        REQUIRE ((ticks.front() >= low - margin && ticks.back() <= high + margin));
    }
}
