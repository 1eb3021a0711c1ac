#pragma once

#include "../Core/Noise.h"

#include <array>

namespace kolophon
{
/** What a surface is like, grain by grain: `period` heights in [-1, 1), then it repeats. */
struct SurfaceProfile
{
    static constexpr int period = 1024; // a power of two: lookUp() (Lanes-inl.h) counts on it

    /** Height of grain i at 2 i, and what the next one stands above it at 2 i + 1: who looks one up gets both. */
    std::array<double, 2 * period> pairs {};

    double height (int grain) const noexcept { return pairs[2 * (static_cast<std::size_t> (grain) % period)]; }

    /** Another surface for every seed. */
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
