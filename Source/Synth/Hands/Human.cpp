// SPDX-License-Identifier: GPL-3.0-or-later
#include "Human.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../../Physics/SurfaceProfile.h"
#include "../Bodies/BodyTable.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double driftOfSpeed = 0.1, driftOfForce = 0.12, tremorOfSpeed = 0.06, tremorOfForce = 0.08;
constexpr double courseOfSpeed = 0.3, courseOfForce = 0.12; // rms
constexpr double growing = 0.5; // share of the course by which a stroke grows, so that it keeps its headroom
constexpr double judderOfSpeed = 0.15, judderOfBow = 0.6;              // rms; part of it under a bow
constexpr double swayOfPlace = 0.07, swayOfHair = 0.35;                // [octaves] rms
constexpr double textureOfSpeed = 0.06, textureOfForce = 0.1;          // rms
constexpr double slowCents = 3.0, trembleCents = 3.0, fastCents = 1.5; // [cent] rms
constexpr double fingerTime = 0.0025;                                  // [s] between its moves
constexpr double armTime = 0.5 * fingerTime;                           // [s] the same, on a held stroke
constexpr double depthOfVibrato = 0.2;                                 // rms
constexpr double rateOfVibrato = 0.06, rateBetweenStrokes = 0.08;      // rms
constexpr double finestHair = 0.0015;                                  // [m] between two places of the hair
constexpr int hairPlaces = 432;                                        // on the finest scale
constexpr double bowLength = finestHair * hairPlaces;                  // [m]; then it begins again
constexpr double slowest = 0.25;                                       // lower limit of the factors of speed and force

/** Factors of the bow's speed on a string under a guide that follows, whose contact fits the speed that is asked for,
    and slips twice per period under a much slower bow: down to `bendsAt` as drawn, and on to the other one. */
constexpr double slowestGuided = 0.4, bendsAt = 0.6;

double guidedFactor (double change, double strength) noexcept
{
    constexpr double way = bendsAt - slowestGuided;
    const double asItIs = std::max (slowest, 1.0 + change);
    if (strength == 0.0 || asItIs >= bendsAt)
        return asItIs;
    return asItIs + strength * (slowestGuided + way * portable::exp ((1.0 + change - bendsAt) / way) - asItIs);
}

double guidanceOf (const Patch& patch) noexcept
{
    const auto& body = bodyTable()[static_cast<std::size_t> (patch.bodyType)];
    const bool follows = choiceOf<&Patch::voiceGuideKind> (patch) == GuideKind::follow;
    return follows && body.model == BodyModel::string ? 0.01 * patch.voiceGuidePercent : 0.0;
}

constexpr double factor (double change) noexcept
{
    return change > slowest - 1.0 ? 1.0 + change : slowest;
}

/** Part of the judder that a hand feels on a body: a finger runs round a rim, a bow is drawn across everything else. */
double judderOn (const Patch& patch) noexcept
{
    const auto& body = bodyTable()[static_cast<std::size_t> (patch.bodyType)];
    return body.model != BodyModel::table ? 0.0 : body.closedPath ? 1.0 : judderOfBow;
}
} // namespace

template <int count>
void Human::Oscillators<count>::draw (Noise& noise, int first, int number, double lowest, double octaves) noexcept
{
    const double amplitude = std::sqrt (2.0 / number);
    for (int i = 0; i < number; ++i)
    {
        const auto at = static_cast<std::size_t> (first + i);
        frequency[at] = lowest * portable::exp2 (octaves / number * (i + noise.nextUniform()));
        const double phase = 2.0 * pi * noise.nextUniform();
        cosine[at] = amplitude * portable::sin (phase + 0.5 * pi);
        sine[at] = amplitude * portable::sin (phase);
    }
    steps = {};
}

template <int count>
void Human::Oscillators<count>::turn (double seconds) noexcept
{
    if (seconds != steps[latest].seconds)
        latest = 1 - latest;
    auto& step = steps[latest];
    if (seconds != step.seconds)
    {
        step.seconds = seconds;
        for (std::size_t i = 0; i < count; ++i)
        {
            const double angle = 2.0 * pi * frequency[i] * seconds;
            step.cosine[i] = portable::sin (angle + 0.5 * pi);
            step.sine[i] = portable::sin (angle);
        }
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        const double c = cosine[i];
        cosine[i] = c * step.cosine[i] - sine[i] * step.sine[i];
        sine[i] = c * step.sine[i] + sine[i] * step.cosine[i];
    }
}

/** Adds even and odd oscillators in two separate sums, which can run in parallel. */
template <int count>
typename Human::Oscillators<count>::Sum Human::Oscillators<count>::sum (int first, int number) const noexcept
{
    Sum even, odd;
    auto i = static_cast<std::size_t> (first);
    const auto end = static_cast<std::size_t> (first + number);
    for (; i + 1 < end; i += 2)
    {
        even.cosine += cosine[i];
        odd.cosine += cosine[i + 1];
        even.sine += sine[i];
        odd.sine += sine[i + 1];
    }
    if (i < end)
    {
        even.cosine += cosine[i];
        even.sine += sine[i];
    }
    return { even.cosine + odd.cosine, even.sine + odd.sine };
}

template <int count>
double Human::Oscillators<count>::alternating (int first, int number) const noexcept
{
    double sum = 0.0, sign = 1.0;
    for (int i = first; i < first + number; ++i, sign = -sign)
        sum += sign * sine[static_cast<std::size_t> (i)];
    return sum;
}

void Human::begin (Noise itsNoise) noexcept
{
    moment = {};
    noise = itsNoise;
    hair = bowLength * noise.nextUniform();
    startingPlace = SurfaceProfile::period * noise.nextUniform();
    reach = 0.8 + 0.2 * noise.nextUniform();
    drawn = 0.0;
    turns = false;
    fingerArrived = false;
    hasOscillators = hasDrag = false;
}

/** Draws the oscillators, at their first use. */
void Human::drawAll() noexcept
{
    arm.draw (noise, 0, driftCount, 0.08, 5.23);
    arm.draw (noise, driftCount, tremorCount, 6.0, 0.737);
    finger.draw (noise, 0, slowCount, 0.25, 3.32);
    finger.draw (noise, slowCount, trembleCount, 4.0, 0.807);
    finger.draw (noise, slowCount + trembleCount, fastCount, 10.0, 2.17);
    arm.draw (noise, driftCount + tremorCount, courseCount, 0.06, 2.0);
    const auto course = arm.sum (driftCount + tremorCount, courseCount);
    courseStart = { course.cosine, course.sine };
    wrist.draw (noise, 0, swayCount, 0.02, 7.23);
    Noise other (Noise (noise).nextBits() ^ 0x2545f4914f6cdd1du); // takes no number from the judder
    const double first = other.nextBipolar(), second = other.nextBipolar();
    rateOfStroke = first + second + other.nextBipolar(); // variance 1
    sinceFinger = 0.0;
    hasOscillators = true;
}

/** Judder of a body that is not a string, rms 1: follows `seconds` of time. */
double Human::judder (double fraction, double seconds) noexcept
{
    if (fraction == 0.0)
        return 0.0;
    if (! hasDrag)
        drag.draw (noise, 0, judderCount, 10.0, 1.3);
    hasDrag = true;
    drag.turn (seconds);
    return fraction * drag.sum (0, judderCount).cosine;
}

/** Unevenness of hair and rosin at this place, rms 1: smooth noise over five scales, the same for all strokes. */
double Human::unevenness() noexcept
{
    static_assert (hairPlaces % (1 << (hairScales - 1)) == 0);
    // A uniform value in each place has the variance 1/3; in between, 26/35 of that on average, and
    // scales are independent.
    constexpr double scale = 0.8987; // 1/sqrt (5 x 1/3 x 26/35)
    double sum = 0.0, place = hair / finestHair;
    for (int i = 0; i < hairScales; ++i, place *= 0.5)
    {
        const int places = hairPlaces >> i, number = static_cast<int> (place);
        const double x = place - number;
        auto& here = neighbours[static_cast<std::size_t> (i)];
        if (number != here.corner)
        {
            const auto at = [i, places] (int it)
            { return Noise (static_cast<std::uint64_t> ((i + 1) * 1000 + it % places) << 20).nextBipolar(); };
            here = { number, at (number), at (number + 1) };
        }
        sum += here.low + x * x * (3.0 - 2.0 * x) * (here.high - here.low);
    }
    return scale * sum;
}

HandUpdates Human::updatesAt (double before, double now) noexcept
{
    constexpr double clear = 1e-6; // [s]: margin, so that rounding doesn't decide
    const auto count = [] (double time, double between) { return std::floor ((time + clear) / between); };
    const double next = (count (now, armTime) + 1.0) * armTime - clear;
    return { .finger = count (now, fingerTime) != count (before, fingerTime),
             .arm = count (now, armTime) != count (before, armTime),
             .pointsToArm = std::max (1, static_cast<int> (std::ceil ((next - now) / (now - before)))) };
}

void Human::move (const Patch& patch, double seconds, double velocity, bool fingerMoves) noexcept
{
    if (! moves (patch))
    {
        moment = {};
        turns = false;
        return;
    }
    const bool isFirst = ! hasOscillators;
    if (isFirst)
        drawAll();
    arm.turn (seconds);
    drawn += std::abs (velocity) * seconds;
    turns = patch.humanBowLength > 0.0 && drawn >= reach * patch.humanBowLength;
    drawn = turns ? 0.0 : drawn;
    hair += velocity * seconds;
    if (hair < 0.0 || hair >= bowLength)
        hair -= bowLength * std::floor (hair / bowLength);

    const double human = 1e-4 * patch.voiceHumanisePercent;
    const double drift = human * patch.humanDriftPercent, tremor = human * patch.humanTremorPercent;
    const double texture = human * patch.humanTexturePercent;
    const auto slowHand = arm.sum (0, driftCount);
    const auto shaking = arm.sum (driftCount, tremorCount);
    const auto course = arm.sum (driftCount + tremorCount, courseCount);
    const double uneven = texture > 0.0 ? unevenness() : 0.0;
    const double dragged = tremor > 0.0 ? judder (judderOn (patch), seconds) : 0.0;
    const double grown = course.cosine - courseStart[0], along = grown > 0.0 ? growing * grown : grown;
    const double before = moment.speed;
    moment.speed = guidedFactor (drift * (driftOfSpeed * slowHand.cosine + courseOfSpeed * along) +
                                     tremor * tremorOfSpeed * shaking.cosine + tremor * judderOfSpeed * dragged +
                                     texture * textureOfSpeed * uneven,
                                 guidanceOf (patch));
    moment.change = isFirst ? 0.0 : std::abs (moment.speed - before); // a stroke leaves from rest without a jump
    moment.force = factor (drift * (driftOfForce * slowHand.sine + courseOfForce * (course.sine - courseStart[1])) +
                           tremor * tremorOfForce * shaking.sine + texture * textureOfForce * uneven);
    sinceFinger += seconds;
    if (! fingerArrived || fingerMoves)
    {
        sway (drift);
        moveFinger (human * patch.humanFingerPercent);
    }
}

/** Moves bow and hair to where the wrist has carried them since the last move. */
void Human::sway (double strength) noexcept
{
    wrist.turn (sinceFinger);
    const auto sum = wrist.sum (0, swayCount);
    moment.place = portable::exp2 (strength * swayOfPlace * sum.cosine);
    moment.hair = portable::exp2 (strength * swayOfHair * sum.sine);
}

/** Catches up at once with the time since the last move. */
void Human::moveFinger (double strength) noexcept
{
    fingerArrived = true;
    finger.turn (sinceFinger);
    sinceFinger = 0.0;
    const auto slow = finger.sum (0, slowCount);
    const auto tremble = finger.sum (slowCount, trembleCount);
    const auto fast = finger.sum (slowCount + trembleCount, fastCount);
    moment.cents = strength * (slowCents * slow.cosine + trembleCents * tremble.cosine + fastCents * fast.cosine);
    moment.vibrato = factor (strength * depthOfVibrato * slow.sine);
    moment.rate =
        factor (strength * (rateOfVibrato * finger.alternating (0, slowCount) + rateBetweenStrokes * rateOfStroke));
}
} // namespace kolophon
