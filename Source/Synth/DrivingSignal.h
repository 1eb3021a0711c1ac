// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Bank/VoiceGroup.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
/** The side-chain at the strings' rate, interpolated linearly between the host's samples; clamped to +- `limit`, and
    zero for NaN. [audio] */
class DrivingSignal
{
public:
    static constexpr double limit = 4.0; // full scale 1

    void reset () noexcept { last = 0.0; }

    /** Converts `samples` values to `samples` x `oversampling` <= VoiceGroup::maxSteps. Valid until the next call. */
    const double* resample (const double* signal, int samples, int oversampling) noexcept
    {
        for (int n = 0; n < samples; ++n)
        {
            const double next = std::isfinite (signal[n]) ? std::clamp (signal[n], -limit, limit) : 0.0;
            for (int i = 1; i <= oversampling; ++i)
                steps[static_cast<std::size_t> (n * oversampling + i - 1)] = last + (next - last) * i / oversampling;
            last = next;
        }
        return steps.data();
    }

private:
    std::array<double, VoiceGroup::maxSteps> steps {};
    double last = 0.0;
};
} // namespace kolophon
