// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Parameters/Patch.h"

#include <cmath>

namespace kolophon
{
/** Oscillates the pitch, as a finger does that rolls on the string. [audio] */
class Vibrato
{
public:
    void restart (double at) noexcept { phase = at; }

    /** Goes on for `seconds`, at `rate` times the patch's rate. */
    void advance (const Patch& patch, double seconds, double rate) noexcept
    {
        phase += seconds * (patch.voiceVibratoRate * rate);
        if (phase >= 1.0)
            phase -= std::floor (phase);
    }

    /** Depth [cent], `age` [s] after the note began: the patch's, of which the note has `own`, starts after its delay
        and grows; that of the wheel, 0 … 1, is immediate. */
    static double depth (const Patch& patch, double age, double wheel, double own = 1.0) noexcept
    {
        const double late = age - patch.voiceVibratoDelay;
        const double grown = late <= 0.0                        ? 0.0
                             : late >= patch.voiceVibratoGrowth ? 1.0
                                                                : late / patch.voiceVibratoGrowth;
        return grown * patch.voiceVibratoCents * own + wheel * patch.voiceVibratoWheelCents;
    }

    /** True if there is vibrato, or there will be once its delay is over. */
    static bool isUsed (const Patch& patch, double wheel) noexcept
    {
        return patch.voiceVibratoCents + wheel * patch.voiceVibratoWheelCents != 0.0;
    }

    /** Current deviation of the pitch, as a fraction of the depth. A finger that rolls further one way than the other
        bends the sine: by a second harmonic of this amplitude. */
    double deviation (double bend = 0.0) const noexcept
    {
        const double even = portable::sin (2.0 * pi * phase);
        return bend == 0.0 ? even : even + bend * portable::sin (2.0 * pi * (2.0 * phase + 0.25));
    }

private:
    double phase = 0.0; // [cycles]
};
} // namespace kolophon
