// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** Linear ramp of a voice's parameter in the mix, per internal sample: its gain on the force at the bridge [1/N], which
    makes light and heavy strings equally loud; or its position on the stage, from -1 at the right to 1 at the left. */
struct MixRamp
{
    double now = 0.0, step = 0.0; // and increment per internal sample
    double next () noexcept { return now += step; }
    /** Advances by `steps`; stops once a step no longer changes the value. */
    void advance (int steps) noexcept
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
