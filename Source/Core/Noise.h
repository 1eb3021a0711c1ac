// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace kolophon
{
/** Seeded random numbers with copyable state (SplitMix64, Steele, Lea & Flood 2014), so that a performance replays bit
    for bit. */
class Noise
{
public:
    explicit constexpr Noise (std::uint64_t seed = 0) noexcept : state (seed) {}

    constexpr std::uint64_t nextBits () noexcept
    {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    /** Uniform in [0, 1). */
    constexpr double nextUniform () noexcept { return static_cast<double> (nextBits() >> 11) * 0x1.0p-53; }

    /** Uniform in [-1, 1). */
    constexpr double nextBipolar () noexcept { return 2.0 * nextUniform() - 1.0; }

private:
    std::uint64_t state;
};
} // namespace kolophon
