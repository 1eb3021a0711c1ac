// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Noise.h"

#include <array>

namespace kolophon
{
/** Heights of a surface, grain by grain: `period` values in [-1, 1), repeated. */
struct SurfaceProfile
{
    static constexpr int period = 1024; // a power of two: required by lookUp() (Lanes-inl.h)

    /** Height of grain i at 2 i, and the difference to the next one at 2 i + 1: one look-up loads both. */
    std::array<double, 2 * period> pairs {};

    double height (int grain) const noexcept { return pairs[2 * (static_cast<std::size_t> (grain) % period)]; }

    /** Fills the profile at random from a seed. */
    void roughen (std::uint64_t seed) noexcept
    {
        Noise noise (seed);
        for (std::size_t i = 0; i < pairs.size(); i += 2)
            pairs[i] = noise.nextBipolar();
        for (std::size_t i = 0; i < pairs.size(); i += 2)
            pairs[i + 1] = pairs[(i + 2) % pairs.size()] - pairs[i];
    }
};
} // namespace kolophon
