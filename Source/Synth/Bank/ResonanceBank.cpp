// SPDX-License-Identifier: GPL-3.0-or-later
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Bank/ResonanceBank.cpp"
#include <hwy/foreach_target.h>

#include "PackValues-inl.h"
#include "ResonanceBank.h"
#include "TwoSums-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Eight resonances of a channel. */
struct Eight
{
    Pack s0, s1;

    /** Computes the next sample; returns the output. */
    HWY_INLINE Pack pass (Pack in, Pack g, Pack damping, Pack scale, Pack gain)
    {
        const Pack high = negMulAdd (g + damping, s0, in - s1) * scale;
        const Pack band = mulAdd (g, high, s0), low = mulAdd (g, band, s1);
        s0 = mulAdd (g, high, band);
        s1 = mulAdd (g, band, low);
        return gain * band;
    }
};

HWY_INLINE Pack scaleOf (Pack g, Pack damping)
{
    const Pack one (1.0);
    return one / mulAdd (g, g + damping, one);
}

void solve (ResonanceBank& bank)
{
    for (int i = 0; i < bank.count; i += 8)
        put (scaleOf (take (bank.g, i), take (bank.damping, i)), bank.scale, i);
}

/** Sums of the resonances' outputs, per sample. Few samples at a time, so that a processor can look ahead to the next
    eight resonances while the last ones, a serial chain from sample to sample, are still running. */
struct Radiated
{
    static constexpr int maxSamples = 8;
    Pack left[maxSamples], right[maxSamples];
};

/** Runs resonances i … i + 7 over all samples: their states stay in registers. The `first` eight initialise the
    sums. */
template <bool gliding, bool first>
void addEight (ResonanceBank& bank, int i, const double* left, const double* right, int samples, Radiated& sums)
{
    Pack g = take (bank.g, i), scale = take (bank.scale, i);
    Pack gainLeft = take (bank.gainLeft, i), gainRight = take (bank.gainRight, i);
    const Pack damping = take (bank.damping, i);
    Eight ofLeft { take (bank.left0, i), take (bank.left1, i) },
        ofRight { take (bank.right0, i), take (bank.right1, i) };
    for (int n = 0; n < samples; ++n)
    {
        if constexpr (gliding)
        {
            g = g + take (bank.stepG, i);
            gainLeft = gainLeft + take (bank.stepLeft, i);
            gainRight = gainRight + take (bank.stepRight, i);
            scale = scaleOf (g, damping);
        }
        const Pack leftBefore = first ? Pack (0.0) : sums.left[n], rightBefore = first ? Pack (0.0) : sums.right[n];
        sums.left[n] = leftBefore + ofLeft.pass (Pack (left[n]), g, damping, scale, gainLeft);
        sums.right[n] = rightBefore + ofRight.pass (Pack (right[n]), g, damping, scale, gainRight);
    }
    put (ofLeft.s0, bank.left0, i);
    put (ofLeft.s1, bank.left1, i);
    put (ofRight.s0, bank.right0, i);
    put (ofRight.s1, bank.right1, i);
    if constexpr (gliding)
    {
        put (g, bank.g, i);
        put (scale, bank.scale, i);
        put (gainLeft, bank.gainLeft, i);
        put (gainRight, bank.gainRight, i);
    }
}

void process (ResonanceBank& bank, double* left, double* right, int samples)
{
    for (int done = 0; done < samples;)
    {
        const int now = std::min (samples - done, Radiated::maxSamples);
        Radiated sums;
        (bank.gliding ? addEight<true, true> : addEight<false, true>)(bank, 0, left + done, right + done, now, sums);
        for (int i = 8; i < bank.count; i += 8)
            (bank.gliding ? addEight<true, false> : addEight<false, false>)(bank, i, left + done, right + done, now,
                                                                            sums);
        const auto put = [now] (const Pack* ofChannel, double* to) HWY_ATTR
        {
            int n = 0;
            for (; n + 1 < now; n += 2)
                twoSumsOf (ofChannel[n], ofChannel[n + 1]).put (to + n);
            if (n < now)
                to[n] = sumOf (ofChannel[n]);
        };
        put (sums.left, left + done);
        put (sums.right, right + done);
        done += now;
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
