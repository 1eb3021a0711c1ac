// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#if defined(__SSE2__) || defined(_M_X64)
 #include <immintrin.h>
#endif
#include <cstdint>

namespace kolophon
{
/** Scope of the audio thread's computations: flushes subnormals to zero and rounds to nearest.

    Hosts use different settings. The plugin and the renderer must compute the same bits, so that the engine opens this
    scope itself, and restores the host's settings at its end. */
class FloatEnvironment
{
public:
#if defined(__SSE2__) || defined(_M_X64)
    FloatEnvironment() noexcept : saved (_mm_getcsr())
    {
        constexpr unsigned flushToZero = 0x8000, denormalsAreZero = 0x0040, allMasks = 0x1f80;
        _mm_setcsr (flushToZero | denormalsAreZero | allMasks);
    }
    ~FloatEnvironment() noexcept
    {
        _mm_setcsr (saved);
    }

private:
    unsigned saved;
#elif defined(__aarch64__)
    FloatEnvironment() noexcept
    {
        asm volatile("mrs %0, fpcr" : "=r"(saved));
        const std::uint64_t flushToZero = std::uint64_t { 1 } << 24;
        asm volatile("msr fpcr, %0" : : "r"(flushToZero));
    }
    ~FloatEnvironment() noexcept
    {
        asm volatile("msr fpcr, %0" : : "r"(saved));
    }

private:
    std::uint64_t saved = 0;
#else
    FloatEnvironment() noexcept {} // WebAssembly has one setting: subnormals are kept
#endif

public:
    FloatEnvironment (const FloatEnvironment&) = delete;
    FloatEnvironment& operator= (const FloatEnvironment&) = delete;
};
} // namespace kolophon
