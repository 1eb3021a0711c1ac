// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Noise.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
/** Strength of a contact of many junctions along its path, at one newton: the sum of junctions that break and form anew
    at random, point by point (Physics.md 5.1). Its correlation falls as exp (-s/l) over the way s; l, the life of a
    junction, is half a grain, so that a grain is the way after which the contact is another one. Mean 0, rms 1/2, and
    within [-1, 1], so that it can take away no more than there is. It repeats after `period` points. */
struct SurfaceProfile
{
    static constexpr int period = 8192;       // points; a power of two: required by lookUp() (Lanes-inl.h)
    static constexpr int pointsPerGrain = 16; // eight in the life of a junction

    /** Height of point i at 2 i, and the difference to the next one at 2 i + 1: one look-up loads both. */
    std::array<double, 2 * period> pairs {};

    double height (int point) const noexcept { return pairs[2 * (static_cast<std::size_t> (point) % period)]; }

    /** Fills the profile at random from a seed. */
    void roughen (std::uint64_t seed) noexcept
    {
        // A fraction 1 - kept of the junctions breaks from one point to the next. Those that form instead make a sum
        // of many, here of four: variance 4/3. Once round first, so that the end runs into the beginning.
        constexpr double kept = 0.8824969025845955; // exp (-1/8)
        constexpr double formed = 0.4073075;        // sqrt ((1 - kept^2) 3/4)
        double now = 0.0, sum = 0.0, squares = 0.0;
        for (int round = 0; round < 2; ++round)
        {
            Noise noise (seed);
            for (std::size_t i = 0; i < pairs.size(); i += 2)
            {
                now = kept * now + formed * (((noise.nextBipolar() + noise.nextBipolar()) + noise.nextBipolar()) +
                                             noise.nextBipolar());
                pairs[i] = now;
            }
        }
        for (std::size_t i = 0; i < pairs.size(); i += 2)
            sum += pairs[i];
        const double mean = sum / period;
        for (std::size_t i = 0; i < pairs.size(); i += 2)
            squares += (pairs[i] - mean) * (pairs[i] - mean);
        // Heights beyond 1 are cut off, 6 % of them: 0.528 instead of 0.5 makes up for what they lose.
        const double scale = 0.528 / std::sqrt (squares / period);
        for (std::size_t i = 0; i < pairs.size(); i += 2)
            pairs[i] = std::clamp (scale * (pairs[i] - mean), -1.0, 1.0);
        for (std::size_t i = 0; i < pairs.size(); i += 2)
            pairs[i + 1] = pairs[(i + 2) % pairs.size()] - pairs[i];
    }
};
} // namespace kolophon
