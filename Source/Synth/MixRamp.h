#pragma once

namespace kolophon
{
/** Something of a voice that the mix moves in a straight line, sample by sample: what it multiplies the force at the
    bridge with [1/N], which makes light and heavy strings equally loud; or where the voice stands on the stage, from -1
    at the right to 1 at the left. */
struct MixRamp
{
    double now = 0.0, step = 0.0; // and per internal sample
    double next () noexcept { return now += step; }
    /** Stops where it stands, but for a rounding. */
    void passBy (int steps) noexcept
    {
        for (; steps > 0; --steps)
        {
            const double before = now;
            now += step;
            if (now == before)
                return;
        }
    }
};
} // namespace kolophon
