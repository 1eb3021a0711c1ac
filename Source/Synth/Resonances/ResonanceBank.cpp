// SPDX-License-Identifier: GPL-3.0-or-later
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Resonances/ResonanceBank.cpp"
#include "ResonanceBank.h"
#include "../../Core/Units.h"
#include "../../Physics/InstructionSets.h"

#include <algorithm>

#if KOLOPHON_COMPUTES
 #include "PackValues-inl.h"
 #include "TwoSums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
constexpr double highestAngle = 0.9 * pi, fadingAngle = 0.04 * pi; // of a pole: modes fade out near half the rate

} // namespace

void tune (ResonanceBank& bank, double size, int samples)
{
    auto& goal = bank.goal;
    const Pack bySize (1.0 / size), bySamples (1.0 / samples), one (1.0);
    Pack leftToLeft (0.0), leftToRight (0.0), rightToLeft (0.0), rightToRight (0.0);
    for (int i = 0; i < bank.count; i += 8)
    {
        const Pack asked = load (bank.angle, i) * bySize, angle = smaller (asked, Pack (highestAngle));
        const Pack there = smaller (one, (Pack (highestAngle) - angle) * Pack (1.0 / fadingAngle));
        const Pack damping = load (bank.damping, i), rate = angle * damping;
        const Pack shrunk = exponential (-rate);
        const auto turned = sineCosine (angle * squareRoot (one - damping * damping));
        const Pack gain = (rate + rate) * there;
        const Pack real = shrunk * turned.cosine, imaginary = shrunk * turned.sine;
        const Pack fromLeft = gain * load (bank.partOfLeft, i), fromRight = gain * load (bank.partOfRight, i);
        const Pack left = load (bank.left, i) * Pack (0.5), right = load (bank.right, i) * Pack (0.5);
        leftToLeft = mulAdd (left, fromLeft, leftToLeft);
        leftToRight = mulAdd (right, fromLeft, leftToRight);
        rightToLeft = mulAdd (left, fromRight, rightToLeft);
        rightToRight = mulAdd (right, fromRight, rightToRight);
        const auto aim = [&bank, i, bySamples] (Pack value, auto member) HWY_ATTR
        {
            store (value, bank.goal.*member, i);
            store ((value - load (bank.now.*member, i)) * bySamples, bank.step.*member, i);
        };
        using Tuned = ResonanceBank::Tuned;
        aim (real, &Tuned::real);
        aim (imaginary, &Tuned::imaginary);
        aim (fromLeft, &Tuned::fromLeft);
        aim (fromRight, &Tuned::fromRight);
    }
    goal.leftToLeft = sumOf (leftToLeft);
    goal.leftToRight = sumOf (leftToRight);
    goal.rightToLeft = sumOf (rightToLeft);
    goal.rightToRight = sumOf (rightToRight);
    const double part = 1.0 / samples;
    bank.step.leftToLeft = part * (goal.leftToLeft - bank.now.leftToLeft);
    bank.step.leftToRight = part * (goal.leftToRight - bank.now.leftToRight);
    bank.step.rightToLeft = part * (goal.rightToLeft - bank.now.rightToLeft);
    bank.step.rightToRight = part * (goal.rightToRight - bank.now.rightToRight);
}

namespace
{

/** Sums of the modes' outputs, per sample. Few samples at a time, so that a processor can look ahead to the next
    eight modes while the last ones, a serial chain from sample to sample, are still running. */
struct Radiated
{
    static constexpr int maxSamples = 8;
    Pack left[maxSamples], right[maxSamples];
};

/** Runs modes i … i + 7 over all samples: their states stay in registers. The `first` eight initialise the sums. */
template <bool gliding, bool first>
void addEight (ResonanceBank& bank, int i, const double* inLeft, const double* inRight, int samples, Radiated& sums)
{
    auto& now = bank.now;
    const auto& step = bank.step;
    Pack poleReal = load (now.real, i), poleImaginary = load (now.imaginary, i);
    Pack fromLeft = load (now.fromLeft, i), fromRight = load (now.fromRight, i);
    const Pack left = load (bank.left, i), right = load (bank.right, i);
    Pack real = load (bank.real, i), imaginary = load (bank.imaginary, i);
    for (int n = 0; n < samples; ++n)
    {
        if constexpr (gliding)
        {
            poleReal = poleReal + load (step.real, i);
            poleImaginary = poleImaginary + load (step.imaginary, i);
            fromLeft = fromLeft + load (step.fromLeft, i);
            fromRight = fromRight + load (step.fromRight, i);
        }
        const Pack in = mulAdd (fromLeft, Pack (inLeft[n]), fromRight * Pack (inRight[n]));
        const Pack before = real;
        real = mulAdd (poleReal, before, negMulAdd (poleImaginary, imaginary, in));
        imaginary = mulAdd (poleReal, imaginary, poleImaginary * before);
        sums.left[n] = first ? left * real : mulAdd (left, real, sums.left[n]);
        sums.right[n] = first ? right * real : mulAdd (right, real, sums.right[n]);
    }
    store (real, bank.real, i);
    store (imaginary, bank.imaginary, i);
    if constexpr (gliding)
    {
        store (poleReal, now.real, i);
        store (poleImaginary, now.imaginary, i);
        store (fromLeft, now.fromLeft, i);
        store (fromRight, now.fromRight, i);
    }
}

} // namespace

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
        double sumsLeft[Radiated::maxSamples], sumsRight[Radiated::maxSamples];
        const auto store = [now] (const Pack* ofChannel, double* to) HWY_ATTR
        {
            int n = 0;
            for (; n + 1 < now; n += 2)
                twoSumsOf (ofChannel[n], ofChannel[n + 1]).store (to + n);
            if (n < now)
                to[n] = sumOf (ofChannel[n]);
        };
        store (sums.left, sumsLeft);
        store (sums.right, sumsRight);
        auto& direct = bank.now;
        for (int n = 0; n < now; ++n)
        {
            if (bank.gliding)
            {
                direct.leftToLeft += bank.step.leftToLeft;
                direct.leftToRight += bank.step.leftToRight;
                direct.rightToLeft += bank.step.rightToLeft;
                direct.rightToRight += bank.step.rightToRight;
            }
            const double inLeft = left[done + n], inRight = right[done + n];
            left[done + n] = sumsLeft[n] - (direct.leftToLeft * inLeft + direct.rightToLeft * inRight);
            right[done + n] = sumsRight[n] - (direct.leftToRight * inLeft + direct.rightToRight * inRight);
        }
        done += now;
    }
}

} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace kolophon
{
KOLOPHON_EXPORT (void, tune, (ResonanceBank&, double, int));
KOLOPHON_EXPORT (void, process, (ResonanceBank&, double*, double*, int));

namespace resonances
{
void tune (ResonanceBank& bank, double size, int samples) noexcept
{
    KOLOPHON_CALL (tune) (bank, size, samples);
}

void process (ResonanceBank& bank, double* left, double* right, int samples) noexcept
{
    KOLOPHON_CALL (process) (bank, left, right, samples);
}
} // namespace resonances
} // namespace kolophon
#endif
