// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Units.h"
#include "../Parameters/Patch.h"
#include "../PortableMath.h"

#include <cmath>

namespace kolophon
{
/** Oscillates the pitch, as a finger does that rolls on the string. [audio] */
class Vibrato
{
public:
    void restart () noexcept { phase = 0.0; }

    /** Goes on for `seconds`, at `rate` times the patch's rate. */
    void advance (const Patch& patch, double seconds, double rate) noexcept
    {
        phase += seconds * (patch.voiceVibratoRate * rate);
        if (phase >= 1.0)
            phase -= std::floor (phase);
    }

    /** Depth [cent], `age` [s] after the stroke began: the patch's starts after its delay and grows; that of the
        wheel, 0 … 1, is immediate. */
    static double depth (const Patch& patch, double age, double wheel) noexcept
    {
        const double late = age - patch.voiceVibratoDelay;
        const double grown = late <= 0.0                        ? 0.0
                             : late >= patch.voiceVibratoGrowth ? 1.0
                                                                : late / patch.voiceVibratoGrowth;
        return grown * patch.voiceVibratoCents + wheel * patch.voiceVibratoWheelCents;
    }

    /** True if there is vibrato, or there will be once its delay is over. */
    static bool isUsed (const Patch& patch, double wheel) noexcept
    {
        return patch.voiceVibratoCents + wheel * patch.voiceVibratoWheelCents != 0.0;
    }

    /** Current deviation of the pitch, as a fraction of the depth. */
    double deviation () const noexcept { return portable::sin (2.0 * pi * phase); }

private:
    double phase = 0.0; // [cycles]
};
} // namespace kolophon
