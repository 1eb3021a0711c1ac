// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "Voice.h"

#include <cmath>
#include <utility>

/** Shortcuts of Voice::plan(). Most segments of a held tone differ from the one before in the bow's speed and force
    only, and some not at all: these need a partial plan or none. */
namespace kolophon
{
bool Voice::canReusePlan (const Segment& segment) noexcept
{
    const PlanKey now { segment.revision, segment.steps, segment.timeStep };
    heard = false;
    if (segment.revision.all == 0)
        return false;
    if (lastPlanKey == now)
    {
        moveOn (effectivePatch, segment.seconds, group->bow.velocity[static_cast<std::size_t> (lane)]);
        lock.lookAway();
        return true;
    }
    if (cachedPlan.since != now)
        return false;
    if (cachedPlan.isHeard && ! segment.hands.finger)
    {
        const double before = lock.cents();
        lock.follow (heardModes(), cachedPlan.asked, segment.seconds, 0.01 * effectivePatch.voicePitchLockPercent);
        heard = true;
        if (lock.cents() != before)
        {
            cachedPlan.since = {}; // the pitch lock has just corrected the pitch: a full plan is due
            return false;
        }
    }
    if (bowGoesOn == 0 || segment.hands.arm)
        return false;
    --bowGoesOn; // a stroke that was held at the last plan still is while nothing changes
    moveOn (effectivePatch, segment.seconds, 0.0);
    aimGain (cachedPlan.gain, cachedPlan.stage, segment.steps);
    return true;
}

/** True if a humanised hand draws a held stroke, so that its arm moves only at the arm's own times. The attack, strokes
    made of several moves, and bodies rubbed all around need every point of the control grid. */
bool Voice::isHeldStroke() const noexcept
{
    return Human::moves (effectivePatch) && ! goesRound (effectivePatch) &&
           (phase == Phase::ringing || (phase == Phase::bowing && ! needsSubsteps() && ! isDrawn (effectivePatch)));
}

/** True if the hand moves too fast for the control grid: it plucks, strikes and bounces, bites, turns round or leaves.
    Such a hand is planned twice per control interval. */
bool Voice::needsSubsteps() const noexcept
{
    constexpr double attack = 0.05; // [s]
    const bool bows =
        static_cast<Articulation> (static_cast<int> (effectivePatch.handArticulation)) == Articulation::bow;
    return phase == Phase::lifting || (phase == Phase::bowing && (! bows || strokeAge < attack || turning));
}

bool Voice::moveSubstep (const Channels& channels, double timeStep) noexcept
{
    const int steps = std::exchange (substepsLeft, 0);
    if (steps == 0)
        return false;
    auto plan = planOfStanding (channels, steps * timeStep, timeStep, steps);
    plan.isRest = true;
    planBow (plan, steps);
    return true;
}

/** A plan with everything as in the last full plan. */
Voice::Plan Voice::planOfStanding (const Channels& channels, double seconds, double timeStep, int steps) const noexcept
{
    return { effectivePatch,
             channels,
             seconds,
             timeStep,
             steps,
             cachedPlan.above,
             { effectivePatch, cachedPlan.pitch, cachedPlan.impedance, cachedPlan.mass, cachedPlan.position,
               timeStep } };
}

/** Plans a segment of a held tone: body, contact and place stay as in the last full plan, and only speed and force of
    the bow move. The result equals that of a full plan, to the last bit, for a third of the work. */
void Voice::moveBowAlone (const Channels& channels, const Segment& segment, int points) noexcept
{
    auto plan = planOfStanding (channels, segment.seconds, segment.timeStep, segment.steps);
    plan.listens = cachedPlan.isHeard && ! lock.isSettled();
    moveOn (effectivePatch, segment.seconds, 0.0);
    sendBow (plan, segment.stepsOfHand, points);
    aimGain (cachedPlan.gain, cachedPlan.stage, segment.steps);
    lastPlanKey = wouldPlanTheSame (plan) ? cachedPlan.since : PlanKey {};
}

/** True if everything except speed and force of the bow stays as in this plan until a revision changes. */
bool Voice::bodyStands (const Plan& plan) const noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const double vibrato = plan.patch.voiceVibratoCents + wheel * plan.patch.voiceVibratoWheelCents;
    return ! plan.turns && (phase == Phase::bowing || phase == Phase::ringing) && vibrato == 0.0 &&
           glideAge >= glideTime && effectivePatchKey.note == baseNote() && sweep.parts == 1 &&
           group->arrived[at] == 1.0 && fadeOut == 1.0 && body == static_cast<int> (plan.patch.bodyType) &&
           ! isDrawn (plan.patch);
}

/** True if another plan would give the same result, to the last bit. A ramp whose step rounds away counts as still. */
bool Voice::wouldPlanTheSame (const Plan& plan) const noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto stands = [] (double value, double step) { return value + step == value; };
    const auto& bow = group->bow;
    return ! Human::moves (plan.patch) && ! group->coefficients.isStale (at) && ! plan.listens && bodyStands (plan) &&
           (plan.patch.handArticulation == 0.0 || phase == Phase::ringing) &&
           stands (bow.velocity[at], bow.velocityStep[at]) && stands (bow.normalForce[at], bow.normalForceStep[at]) &&
           stands (gain.now, gain.step) && stands (stage.now, stage.step) && stands (pan.now, pan.step);
}

/** Advances clocks, vibrato and, if `meanVelocity` [m/s] is given, the place on the rim. */
void Voice::moveOn (const Patch& patch, double seconds, double meanVelocity) noexcept
{
    glideAge += seconds;
    strokeAge += seconds;
    sinceKey += seconds;
    vibratoPhase += seconds * patch.voiceVibratoRate;
    if (vibratoPhase >= 1.0)
        vibratoPhase -= std::floor (vibratoPhase);
    if (meanVelocity == 0.0)
        return;
    around += meanVelocity * seconds / (2.0 * pi * patch.bodyRadius);
    around -= std::floor (around);
}
} // namespace kolophon
