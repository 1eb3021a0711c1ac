// SPDX-License-Identifier: GPL-3.0-or-later
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Resonances/ResonanceBank.cpp"
#include <hwy/foreach_target.h>

#include "../../Core/Units.h"
#include "PackValues-inl.h"
#include "ResonanceBank.h"
#include "TwoSums-inl.h"

#include <algorithm>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
constexpr double highestAngle = 0.9 * pi, fadingAngle = 0.04 * pi; // of a pole: modes fade out near half the rate

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

void turn (ResonanceBank& bank, double sineOfAngle, int samples)
{
    const Pack angle (sineOfAngle), bySamples (samples == 0 ? 0.0 : 1.0 / samples), one (1.0);
    for (int i = 0; i < bank.count; i += 8)
    {
        const auto wanted = sineCosine (load (bank.turn, i) * angle);
        const Pack cosine = samples == 0 ? wanted.cosine : load (bank.turnGoal.cosine, i);
        const Pack sine = samples == 0 ? wanted.sine : load (bank.turnGoal.sine, i);
        const Pack real = load (bank.now.real, i), imaginary = load (bank.now.imaginary, i);
        const Pack rest = one - real;
        store (imaginary / mulAdd (rest, rest, mulAdd (imaginary, imaginary, Pack (1e-30))), bank.still,
               i); // unused: 0
        store (cosine, bank.turned.cosine, i);
        store (sine, bank.turned.sine, i);
        store (wanted.cosine, bank.turnGoal.cosine, i);
        store (wanted.sine, bank.turnGoal.sine, i);
        store ((wanted.cosine - cosine) * bySamples, bank.turnStep.cosine, i);
        store ((wanted.sine - sine) * bySamples, bank.turnStep.sine, i);
    }
}

/** Sums of the modes' outputs, per sample. Few samples at a time, so that a processor can look ahead to the next
    eight modes while the last ones, a serial chain from sample to sample, are still running. */
struct Radiated
{
    static constexpr int maxSamples = 8;
    Pack left[maxSamples], right[maxSamples];
};

/** Calls visit (n) for n = 0 … count - 1, each n a constant where that is known. */
template <int count, class Visit>
HWY_INLINE void eachSample (int samples, Visit&& visit)
{
    if constexpr (count > 0)
        [&]<int... n> (std::integer_sequence<int, n...>) HWY_ATTR
        {
            (visit (n), ...);
        }
    (std::make_integer_sequence<int, count>());
    else for (int n = 0; n < samples; ++n) visit (n);
}

/** Runs modes i … i + 7 over all samples: their states stay in registers. The `first` eight initialise the sums.
    `count`: the number of samples if it is known when this is compiled, 0 if not. */
template <bool gliding, bool turning, int count, bool first>
HWY_INLINE void addEight (ResonanceBank& bank, int i, const double* inLeft, const double* inRight, int samples,
                          Radiated& sums)
{
    auto& now = bank.now;
    const auto& step = bank.step;
    Pack poleReal = load (now.real, i), poleImaginary = load (now.imaginary, i);
    Pack fromLeft = load (now.fromLeft, i), fromRight = load (now.fromRight, i);
    const Pack left = load (bank.left, i), right = load (bank.right, i);
    Pack real = load (bank.real, i), imaginary = load (bank.imaginary, i);
    Pack cosine (1.0), sine (0.0), still (0.0);
    if constexpr (turning)
    {
        still = load (bank.still, i);
        cosine = load (bank.turned.cosine, i);
        sine = load (bank.turned.sine, i);
    }
    eachSample<count> (samples,
                       [&] (int n) HWY_ATTR
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
                           Pack heard = real;
                           if constexpr (turning) // including the half of what has just come in
                           {
                               cosine = cosine + load (bank.turnStep.cosine, i);
                               sine = sine + load (bank.turnStep.sine, i);
                               // What a slow force moves aside does not radiate, however it is turned.
                               const Pack across = negMulAdd (still, in, imaginary);
                               heard = negMulAdd (sine, across, cosine * negMulAdd (Pack (0.5), in, real));
                           }
                           sums.left[n] = first ? left * heard : mulAdd (left, heard, sums.left[n]);
                           sums.right[n] = first ? right * heard : mulAdd (right, heard, sums.right[n]);
                       });
    store (real, bank.real, i);
    store (imaginary, bank.imaginary, i);
    if constexpr (turning)
    {
        store (cosine, bank.turned.cosine, i);
        store (sine, bank.turned.sine, i);
    }
    if constexpr (gliding)
    {
        store (poleReal, now.real, i);
        store (poleImaginary, now.imaginary, i);
        store (fromLeft, now.fromLeft, i);
        store (fromRight, now.fromRight, i);
    }
}

/** Runs all modes. With a known number of samples, the sums stay in registers where there are enough of them. */
template <bool gliding, bool turning, int count = 0>
HWY_NOINLINE void addAll (ResonanceBank& bank, const double* inLeft, const double* inRight, int samples, Radiated& to)
{
    Radiated sums;
    addEight<gliding, turning, count, true> (bank, 0, inLeft, inRight, samples, sums);
    for (int i = 8; i < bank.count; i += 8)
        addEight<gliding, turning, count, false> (bank, i, inLeft, inRight, samples, sums);
    to = sums;
}

/** The loop for a bank as it is now, and for so many samples. */
template <bool turning>
auto addingOf (const ResonanceBank& bank, int samples)
{
    if (bank.gliding)
        return addAll<true, turning>;
    return samples == Radiated::maxSamples ? addAll<false, turning, Radiated::maxSamples> : addAll<false, turning>;
}

void process (ResonanceBank& bank, double* left, double* right, int samples)
{
    for (int done = 0; done < samples;)
    {
        const int now = std::min (samples - done, Radiated::maxSamples);
        Radiated sums;
        const auto add = bank.turning ? addingOf<true> (bank, now) : addingOf<false> (bank, now);
        add (bank, left + done, right + done, now, sums);
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
            const double inLeft = bank.turning ? 0.0 : left[done + n], inRight = bank.turning ? 0.0 : right[done + n];
            left[done + n] = sumsLeft[n] - (direct.leftToLeft * inLeft + direct.rightToLeft * inRight);
            right[done + n] = sumsRight[n] - (direct.leftToRight * inLeft + direct.rightToRight * inRight);
        }
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
HWY_EXPORT (tune);
HWY_EXPORT (turn);
HWY_EXPORT (process);

namespace resonances
{
void tune (ResonanceBank& bank, double size, int samples) noexcept
{
    HWY_DYNAMIC_DISPATCH (tune) (bank, size, samples);
}

void turn (ResonanceBank& bank, double sineOfAngle, int samples) noexcept
{
    HWY_DYNAMIC_DISPATCH (turn) (bank, sineOfAngle, samples);
    bank.turnedTo = sineOfAngle;
}

void process (ResonanceBank& bank, double* left, double* right, int samples) noexcept
{
    HWY_DYNAMIC_DISPATCH (process) (bank, left, right, samples);
}
} // namespace resonances
} // namespace kolophon
#endif
