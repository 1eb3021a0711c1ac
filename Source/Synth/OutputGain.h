#pragma once

namespace kolophon
{
/** What the mix multiplies the force at a voice's bridge with [1/N]: equal loudness from light and heavy strings. It
    moves in a straight line, sample by sample. */
struct OutputGain
{
    double now = 0.0, step = 0.0; // [1/N], and per internal sample
    double next () noexcept { return now += step; }
    void passBy (int steps) noexcept
    {
        for (int n = 0; n < steps; ++n)
            now += step;
    }
};
} // namespace kolophon
