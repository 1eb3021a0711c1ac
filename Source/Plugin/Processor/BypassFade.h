// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace kolophon
{
/** Fades the output out while the instrument is bypassed. [audio] */
class BypassFade
{
public:
    static constexpr double duration = 0.010; // [s]

    /** Begins without a fade. */
    void prepare (double sampleRate, bool isBypassed) noexcept
    {
        wanted = isBypassed;
        gain = wanted ? 0.0 : 1.0;
        step = 1.0 / (duration * sampleRate);
        hushed = false;
    }
    void want (bool isBypassed) noexcept { wanted = isBypassed; }
    bool isWanted () const noexcept { return wanted; }
    /** True once after each fade-out: the strings can then be silenced, so that a bypassed instrument costs nothing. */
    bool mustHush () noexcept
    {
        const bool hushes = wanted && ! hushed && gain <= 0.0;
        hushed = wanted && (hushed || hushes);
        return hushes;
    }
    void apply (double* left, double* right, int samples) noexcept
    {
        if (! wanted && gain >= 1.0)
            return;
        for (int n = 0; n < samples; ++n)
        {
            gain = std::clamp (gain + (wanted ? -step : step), 0.0, 1.0);
            left[n] *= gain;
            right[n] *= gain;
        }
    }

private:
    bool wanted = false, hushed = false;
    double gain = 1.0, step = 1.0 / 480.0;
};
} // namespace kolophon
