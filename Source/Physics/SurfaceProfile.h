#pragma once

#include "../Core/Noise.h"

#include <array>

namespace kolophon
{
/** What a surface is like, grain by grain: `period` heights in [-1, 1), then it repeats. */
struct SurfaceProfile
{
    static constexpr int period = 1024;
    std::array<double, period> height {};

    double at (int grain) const noexcept { return height[static_cast<std::size_t> (grain & (period - 1))]; }

    /** Another surface for every seed. */
    void roughen (std::uint64_t seed) noexcept
    {
        Noise noise (seed);
        for (double& value : height)
            value = noise.nextBipolar();
    }
};
} // namespace kolophon
