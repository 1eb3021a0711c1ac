#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/ResonanceBank.cpp"
#include <hwy/foreach_target.h>

#include "PackValues-inl.h"
#include "ResonanceBank.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
using Values = ResonanceBank::Values;

/** One sample of eight resonances of a channel; returns what they radiate. */
HWY_INLINE Pack pass (const ResonanceBank& bank, int i, Pack in, Values& s0, Values& s1, const Values& gain)
{
    const Pack g = take (bank.g, i), before0 = take (s0, i), before1 = take (s1, i);
    const Pack high = negMulAdd (g + take (bank.damping, i), before0, in - before1) * take (bank.scale, i);
    const Pack band = mulAdd (g, high, before0), low = mulAdd (g, band, before1);
    put (mulAdd (g, high, band), s0, i);
    put (mulAdd (g, band, low), s1, i);
    return take (gain, i) * band;
}

void solve (ResonanceBank& bank)
{
    const Pack one (1.0);
    for (int i = 0; i < bank.count; i += 8)
    {
        const Pack g = take (bank.g, i);
        put (one / mulAdd (g, g + take (bank.damping, i), one), bank.scale, i);
    }
}

void process (ResonanceBank& bank, double* left, double* right, int samples)
{
    for (int n = 0; n < samples; ++n)
    {
        if (bank.gliding)
        {
            for (int i = 0; i < bank.count; i += 8)
            {
                put (take (bank.g, i) + take (bank.stepG, i), bank.g, i);
                put (take (bank.gainLeft, i) + take (bank.stepLeft, i), bank.gainLeft, i);
                put (take (bank.gainRight, i) + take (bank.stepRight, i), bank.gainRight, i);
            }
            solve (bank);
        }
        const Pack inLeft (left[n]), inRight (right[n]);
        Pack outLeft (0.0), outRight (0.0);
        for (int i = 0; i < bank.count; i += 8)
        {
            outLeft = outLeft + pass (bank, i, inLeft, bank.left0, bank.left1, bank.gainLeft);
            outRight = outRight + pass (bank, i, inRight, bank.right0, bank.right1, bank.gainRight);
        }
        left[n] = sumOf (outLeft);
        right[n] = sumOf (outRight);
    }
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kolophon
{
HWY_EXPORT (solve);
HWY_EXPORT (process);

namespace resonances
{
void solve (ResonanceBank& bank) noexcept
{
    HWY_DYNAMIC_DISPATCH (solve) (bank);
}

void process (ResonanceBank& bank, double* left, double* right, int samples) noexcept
{
    HWY_DYNAMIC_DISPATCH (process) (bank, left, right, samples);
}
} // namespace resonances
} // namespace kolophon
#endif
