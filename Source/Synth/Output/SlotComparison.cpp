// SPDX-License-Identifier: GPL-3.0-or-later
#include "SlotComparison.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double fadeTime = 0.020;   // [s] of a cross-fade between the slots
constexpr double levelTime = 0.4;    // [s] averaging time of the levels
constexpr double driftTime = 0.03;   // [s] time constant of the mean that is subtracted
constexpr double largestMatch = 4.0; // limit of the gain of slot B, and of its inverse
constexpr double silence = 1e-12;    // mean square
} // namespace

void SlotComparison::Level::hear (double sample, double drift, double fraction) noexcept
{
    mean += drift * (sample - mean);
    const double sound = sample - mean;
    square += fraction * (sound * sound - square);
}

SlotComparison::Change SlotComparison::follow (bool wanted, bool hearB, bool atOnce) noexcept
{
    auto change = Change::none;
    if (wanted && ! on)
    {
        forgetLevels();
        on = atOnce = true;
        change = Change::began;
    }
    goal = wanted && hearB ? 1.0 : 0.0;
    if (atOnce)
        heardB = goal;
    if (! wanted && on && heardB == 0.0)
    {
        on = false;
        change = Change::ended;
    }
    return change;
}

void SlotComparison::matchLevels() noexcept
{
    if (levelA.square > silence && levelB.square > silence)
        match = std::clamp (std::sqrt (levelA.square / levelB.square), 1.0 / largestMatch, largestMatch);
}

void SlotComparison::mix (StringMix& a, const StringMix& b, int steps, double timeStep) noexcept
{
    const double perStep = timeStep / fadeTime, fraction = timeStep / levelTime, drift = timeStep / driftTime;
    for (std::size_t n = 0; n < static_cast<std::size_t> (steps); ++n)
    {
        const auto level = [n] (const StringMix& mix)
        {
            double sum = 0.5 * (mix.desks[0].left.middle[n] + mix.desks[0].ofRight (mix.panned).middle[n]);
            for (std::size_t d = 1; d < mix.desks.size(); ++d)
                if (const auto& desk = mix.desks[d]; desk.sounds)
                    sum += 0.5 * (desk.left.middle[n] + desk.ofRight (mix.panned).middle[n]);
            return sum;
        };
        levelA.hear (level (a), drift, fraction);
        levelB.hear (level (b), drift, fraction);
        matchNow += perStep * (match - matchNow);
        heardB = heardB < goal ? std::min (goal, heardB + perStep) : std::max (goal, heardB - perStep);
        if (heardB > 0.0)
        {
            const double gainB = heardB * matchNow, gainA = 1.0 - heardB;
            const auto blend = [&] (StringMix::Ear& ear, const StringMix::Ear& other)
            {
                ear.middle[n] = gainA * ear.middle[n] + gainB * other.middle[n];
                ear.side[n] = gainA * ear.side[n] + gainB * other.side[n];
            };
            for (std::size_t d = 0; d < a.desks.size(); ++d)
            {
                if (! a.desks[d].sounds)
                    continue;
                blend (a.desks[d].left, b.desks[d].left);
                if (a.panned)
                    blend (a.desks[d].right, b.desks[d].right);
            }
        }
    }
}
} // namespace kolophon
