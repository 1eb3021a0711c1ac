// SPDX-License-Identifier: GPL-3.0-or-later
#include "Voice.h"

#include "../../Core/Units.h"
#include "../Bodies/BodyTable.h"
#include "../PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double landingTime = 0.004;   // [s] in which the bow's force follows its target
constexpr double shortestSlide = 0.004; // [s] slide of a stolen string to its new pitch, to avoid a jump
constexpr double stageHalf = 36.0;      // [semitones] from D4 to either end of the stage
constexpr double turnTime = 0.02;       // [s] in which a bow turns round on a string that still rings
constexpr double stopTime = 0.02;       // [s] in which a bow that stays on the string comes to rest
} // namespace

const BodyKind& Voice::kind() const noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    return BodyKind::of (group->table[at], group->isBlock (at));
}

guide::Rubbed Voice::rubbed (const Patch& patch) const noexcept
{
    return { kind().model(), group->table[static_cast<std::size_t> (lane)], static_cast<int> (patch.contact.law) };
}

double Voice::baseNote() const noexcept
{
    const double progress = glideTime > 0.0 ? std::min (1.0, glideAge / glideTime) : 1.0;
    return fromNote + (toNote - fromNote) * progress;
}

void Voice::start (const PerformanceEvent& noteOn, const Patch& patch, const Channels& channels, double direction,
                   Noise noise, double from) noexcept
{
    const bool rings = isAwake();
    const double note = channels.noteOf (*tuning, noteOn.channel, noteOn.index);
    const bool glides = from >= 0.0;
    fromNote = glides ? from : rings ? baseNote() : note;
    toNote = note;
    glideAge = strokeAge = sinceKey = 0.0;
    glideTime = glides ? std::max (shortestSlide, patch.voiceGlide) : rings ? shortestSlide : 0.0;

    turning = rings && isPlayer (patch) && kind().model() == BodyModel::string;
    phase = Phase::bowing;
    keyDown = true;
    caught = false;
    channel = noteOn.channel;
    key = noteOn.index;
    bowDirection = direction;

    takeStrike (noteOn.value, patch, channels);
    shape.start();

    const double human = 0.01 * patch.voiceHumanisePercent * (0.01 * patch.humanStrokesPercent);
    variation.speed = 1.0 + 0.15 * human * noise.nextBipolar();
    variation.bite = portable::exp2 (human * noise.nextBipolar());
    variation.position = portable::exp2 (0.2 * human * noise.nextBipolar());
    variation.pressurePercent = 10.0 * human * noise.nextBipolar();
    variation.cents = 4.0 * human * noise.nextBipolar();
    player.begin (noise);

    substepsLeft = 0;
    keyPressure = 0.0;
    timbreAtStart = channels.timbre (channel);
    gestureClock.reset();
    gestureAt = -1.0;
    drawnPlace = 0.0;
    fresh = true;
    if (! rings)
    {
        wakeLanes();
        vibratoPhase = around = 0.0;
        peakEnergy = lastEnergy = 0.0;
        gain = {};
        tapNow = 0.0;
        fadeOut = 1.0;
        takeBody (static_cast<int> (patch.bodyType));
        // Each key rubs a different part of the surface.
        const double path = 37.7 * key + player.place (patch);
        group->surfaceState.path[static_cast<std::size_t> (lane)] =
            shadow->surfaceState.path[static_cast<std::size_t> (lane)] =
                path - SurfaceProfile::period * std::floor (path / SurfaceProfile::period);
    }
    lock.start (knownFlattening (patch), 0.01 * patch.voicePitchLockPercent);
}

/** Flattening of the played key as predicted from the patch: the pitch lock's first estimate. */
guide::Flattening Voice::knownFlattening (const Patch& patch) noexcept
{
    const double pitch = 440.0 * playedRatio ((toNote + patch.bodyTuneSemitones - 69.0) / 12.0);
    return guide::flattening (rubbed (patch), pitch, patch.handPosition, 0.01 * patch.voiceGuidePercent);
}

void Voice::slur (int newChannel, int newKey, const Patch& patch, const Channels& channels) noexcept
{
    fromNote = baseNote();
    toNote = channels.noteOf (*tuning, newChannel, newKey);
    glideAge = sinceKey = 0.0;
    channel = newChannel;
    glideTime = std::max (shortestSlide, patch.voiceGlide);
    key = newKey;
    keyDown = true;
    phase = Phase::bowing;
    lock.doubt (knownFlattening (patch));
}

void Voice::retune (double note) noexcept
{
    if (note == toNote)
        return;
    const double rest = std::max (0.0, glideTime - glideAge); // of a slide in progress
    fromNote = baseNote();
    toNote = note;
    glideAge = 0.0;
    glideTime = std::max (shortestSlide, rest);
}

Voice::Remainder Voice::sleep() noexcept
{
    phase = Phase::asleep;
    keyDown = false;
    substepsLeft = 0;
    lastEnergy = 0.0;
    const auto given = takeRemainder();
    return { given.main + group->silence (lane), given.shadow + shadow->silence (lane) };
}

bool Voice::hasRungOut (double storedEnergy) noexcept
{
    lastEnergy = storedEnergy;
    peakEnergy = std::max (peakEnergy, storedEnergy);
    return phase == Phase::ringing && storedEnergy <= 1e-12 * peakEnergy;
}

int Voice::partials() const noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    return static_cast<int> (group->string.soundingCount[at] + group->string.silentCount[at]);
}

void Voice::plan (const Patch& patch, const Channels& channels, const PlayedGesture& gesture,
                  const PartialAllowance& allowance, const Segment& segment) noexcept
{
    const auto [seconds, steps, timeStep, revision, isModulated, hands, stepsOfHand] = segment;
    const PlanKey now { revision, steps, timeStep };
    tapsGlide = isModulated || revision.all == 0;
    const bool draws = drawsOn (hands);
    const int points = ! draws && isHeldStroke() ? hands.pointsToArm : 1;
    bowGoesOn = draws ? bowGoesOn - 1 : points - 1;
    if (! draws)
    {
        player.move (patch, points * seconds, group->bow.velocity[static_cast<std::size_t> (lane)], hands.finger);
        bowDirection = player.turnsBow() ? -bowDirection : bowDirection;
        if (revision.all != 0 && cachedPlan.since == now && ! hands.finger)
        {
            return moveBowAlone (channels, segment, points);
        }
    }
    const auto phaseBefore = phase;
    followBody (patch, seconds);
    bool creeps = false;
    if (revision.all == 0 || fresh || controllersRest != Rest { revision, seconds })
    {
        creeps = followControllers (patch, channels, seconds);
        controllersRest = creeps ? Rest {} : Rest { revision, seconds };
    }
    updateEffectivePatch (patch, revision);
    Plan plan {
        effectivePatch, channels, seconds, timeStep, steps, 0.0, { effectivePatch, 0.0, 0.0, 0.0, 0.0, timeStep },
        creeps
    };
    drawnNow = followGesture (plan, gesture);
    const double gainBefore = gain.now, tapBefore = tapNow;
    planPitch (plan);
    planBody (plan);
    planPartials (plan, allowance);
    if (! effectivePatchIsCurrent || fresh)
    {
        planContact (*group, effectivePatch.contact, weight);
        otherContact = effectivePatch.contactB;
    }
    planHand (plan);
    planSurface (plan);
    if (gestureEnds)
        lift();
    if (! draws)
        sendBow (plan, stepsOfHand, points);
    planGain (plan);
    planSweep (plan, gainBefore, tapBefore);
    fresh = false;
    lastPlanKey = wouldPlanTheSame (plan) ? now : PlanKey {};
    const auto& request = plan.body;
    cachedPlan = { .since = revision.all != 0 && phase == phaseBefore && bodyStands (plan) ? now : PlanKey {},
                   .above = plan.above,
                   .asked = plan.asked,
                   .pitch = request.pitch,
                   .impedance = request.impedance,
                   .mass = request.mass,
                   .position = request.position,
                   .gain = plan.gain,
                   .stage = plan.stage,
                   .isHeard = phase == Phase::bowing && isHeard (plan.patch) };
}

/** Depth of vibrato [cent]: the patch's starts after its delay and grows, the wheel's is immediate. */
double Voice::vibratoCents (const Plan& plan) const noexcept
{
    const auto& patch = plan.patch;
    const double late = strokeAge - patch.voiceVibratoDelay;
    const double grown = late <= 0.0 ? 0.0 : late >= patch.voiceVibratoGrowth ? 1.0 : late / patch.voiceVibratoGrowth;
    return grown * patch.voiceVibratoCents + wheel * patch.voiceVibratoWheelCents;
}

/** True if the contact runs round a rim, where modes come in pairs. */
bool Voice::goesRound (const Patch& patch) const noexcept
{
    return patch.bodyRound >= 0.5 && bodyTable()[static_cast<std::size_t> (body)].closedPath;
}

/** Plans the pitch and the position of the contact. */
void Voice::planPitch (Plan& plan) noexcept
{
    const auto& patch = plan.patch;
    const bool slides = fresh || (glideAge < glideTime && glideTime <= shortestSlide);
    moveOn (patch, plan.seconds, 0.0);
    const double vibrato = vibratoCents (plan) * player.now().vibrato * portable::sin (2.0 * pi * vibratoPhase);

    const double note = baseNote() + patch.bodyTuneSemitones;
    const double cents = patch.bodyFineCents + vibrato + variation.cents + player.now().cents;
    const double meant = note + bend + 0.01 * (patch.bodyFineCents + vibrato);
    plan.swept = slides ? 0.0 : meant - meantNote;
    meantNote = meant;
    plan.above = note - referenceNote;
    auto& request = plan.body;
    request.pitch = 440.0 * pitchRatio ((note + bend + 0.01 * cents - 69.0) / 12.0);
    plan.asked = request.pitch;
    followPitch (plan);
    request.impedance =
        patch.bodyImpedance * impedanceRatio (-0.01 * patch.bodyImpedanceTrackPercent * plan.above / 12.0);
    request.mass = patch.bodyMass * request.impedance / patch.bodyImpedance;
    request.position =
        std::clamp (patch.handPosition * variation.position * positionRatio (drawnPlace - 2.0 * timbre), 0.005, 0.5);
    if (goesRound (patch))
    {
        plan.turns = true;
        request.position = request.position + 0.5 * around <= 0.5 ? request.position + 0.5 * around
                                                                  : request.position + 0.5 * around - 0.5;
    }
    aboveReference = plan.above;
    weight = request.impedance / patch.bodyImpedance;
}

/** Advances a drawn gesture and returns its point: factors of speed and force, and a displacement. A gesture that has
    ended lifts the bow, which keeps its position. */
DrawnGesture::Point Voice::followGesture (const Plan& plan, const PlayedGesture& gesture) noexcept
{
    const auto& patch = plan.patch;
    const bool drives = isDrawn (patch);
    gestureEnds = false;
    if (! drives || phase != Phase::bowing)
    {
        gestureAt = -1.0;
        drawnPlace = drives ? drawnPlace : 0.0;
        return { 0.0, 1.0, 1.0, 0.0 };
    }
    gestureAt = gestureClock.place (patch);
    const auto drawn = gesture.drawn.at (gestureAt);
    drawnPlace = drawn.place;
    gestureEnds = ! GestureClock::loops (patch) && gestureClock.lengths (patch) >= 1.0;
    gestureClock.move (patch, plan.seconds, gesture.quartersPerSecond);
    return drawn;
}

/** Full force [N] of the body's kind, for a bow that moves at `speed` [m/s]. */
double Voice::fullForce (const Plan& plan, double speed) const noexcept
{
    const auto& contact = plan.patch.contact;
    const double grip = std::max (0.02, contact.muStatic - contact.muKinetic);
    return ofBody ([&] (const BodyKind& itsKind, const ModeTable* table)
                   { return itsKind.fullForce (plan.body, table, speed, grip); });
}

/** Normal force [N] of the hand. The percent of Pressure spans the decade below `full` force. */
double Voice::bowForce (const Plan& plan, double full) noexcept
{
    const auto& patch = plan.patch;
    const double pressed = isPlayer (patch) ? 0.0 : 60.0 * press; // Player: already part of the dynamics
    const double percent = patch.handPressurePercent + variation.pressurePercent + pressed;
    const bool isAbsolute = static_cast<int> (patch.handForceMode) != static_cast<int> (ForceMode::relative);
    const double asked = isAbsolute ? patch.handForce * effort : full * forceRatio (0.01 * percent - 1.0);
    return guide::force (asked * player.now().force, full, rubbed (patch), 0.01 * patch.voiceGuidePercent);
}

/** Normal force [N] that holds the body as far aside as a bow takes it in a period: twice the restoring force there,
    over static friction. A string pulls back with 2 Z_0 v/(beta (1 - beta)), a table's first mode with about
    w_1 m_1 v: the terms of full force. */
double Voice::holdingForce (const Plan& plan, double speed) noexcept
{
    if (static_cast<int> (plan.patch.handArticulation) == static_cast<int> (Articulation::bow))
        return 0.0;
    const double full = ofBody ([&] (const BodyKind& itsKind, const ModeTable* table)
                                { return itsKind.fullForce (plan.body, table, speed, 1.0); });
    const double perFull = kind().model() == BodyModel::string ? 1.0 / (1.0 - plan.body.position) : 1.0 / 0.13;
    return 2.0 * full * perFull / plan.patch.contact.muStatic;
}

/** Factor of the force during the attack of a slow body; the hand presses `pressed` times full force. */
double Voice::onsetFactor (const Plan& plan, double speed, double pressed) noexcept
{
    const double strength = 0.01 * plan.patch.voiceGuidePercent;
    const auto what = rubbed (plan.patch);
    if (strength == 0.0 || phase != Phase::bowing || ! guide::startsHarder (what))
        return 1.0;
    double moving = 0.0;
    const auto modes = heardModes();
    for (std::size_t m = 0; m < modes.size(); ++m)
        moving += std::abs (group->shapes[m][static_cast<std::size_t> (lane)]) *
                  std::sqrt (modes[m].x1 * modes[m].x1 + modes[m].x2 * modes[m].x2);
    return guide::onset (moving, speed, pressed, what, strength);
}

/** Plans the bow over `points` control intervals, or, for a quick hand, over the first `stepsOfHand` internal samples
    of the segment. */
void Voice::sendBow (const Plan& plan, int stepsOfHand, int points) noexcept
{
    substepsLeft = stepsOfHand > 0 && needsSubsteps() ? plan.steps - stepsOfHand : 0;
    planBow (plan, substepsLeft > 0 ? stepsOfHand : points * plan.steps);
}

/** Plans speed and force of the bow over `steps` internal samples. */
void Voice::planBow (const Plan& plan, int steps) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto& patch = plan.patch;
    const auto& drawn = drawnNow;
    const double seconds = steps * plan.timeStep;
    const double pressed = isPlayer (patch) ? 0.0 : 0.6 * press;
    const double speed =
        patch.handSpeed * speedFactor * variation.speed * player.now().speed * effort * (1.0 + pressed);
    const double full = fullForce (plan, speed), asked = bowForce (plan, full);
    const double force = asked * (drawn.force * onsetFactor (plan, speed, full > 0.0 ? asked / full : 1.0));

    const double velocityNow = group->bow.velocity[at], forceNow = group->bow.normalForce[at];
    double velocityNext = velocityNow, forceNext = forceNow;
    if (phase == Phase::bowing)
    {
        double bite = patch.handBite * biteFactor * variation.bite *
                      biteRatio (0.01 * patch.handBiteTrackPercent * plan.above / 12.0);
        if (turning) // a bow that lands from the air is already moving; one on the string has to turn round
            bite = std::max (bite, forceNow > 0.0 ? 2.0 * speed / turnTime : speed / seconds * 2.0);
        const double jolt = plan.isRest ? 0.0 : player.now().change; // applied once per segment
        const bool byGesture = isDrawn (patch);
        const auto moved = shape.move (static_cast<Articulation> (static_cast<int> (patch.handArticulation)),
                                       { speed, force, holdingForce (plan, speed), plan.body.pitch, patch.handRate,
                                         bite, speed * jolt, velocityNow },
                                       bowDirection, seconds);
        velocityNext = byGesture ? bowDirection * speed * drawn.speed : moved.velocity;
        turning = turning && velocityNext * bowDirection < 0.999 * speed;
        const double landed = byGesture || moved.lands ? 1.0 - landingDecay (-seconds / landingTime) : 1.0;
        forceNext = forceNow + landed * ((byGesture ? force : moved.force) - forceNow);
    }
    else if (phase == Phase::lifting)
        planLift (patch, seconds, velocityNext, forceNext);
    else
    {
        velocityNext = forceNext = 0.0;
        group->bow.normalForce[at] = 0.0;
    }
    group->bow.velocityStep[at] = (velocityNext - velocityNow) / steps;
    group->bow.normalForceStep[at] = (forceNext - group->bow.normalForce[at]) / steps;

    around += 0.5 * (velocityNow + velocityNext) * seconds / (2.0 * pi * patch.bodyRadius);
    around -= std::floor (around);
}

/** Plans the release: replaces the bow's current `velocity` and `force` by those at the end of the segment. */
void Voice::planLift (const Patch& patch, double seconds, double& velocity, double& force) noexcept
{
    if (liftAge == 0.0)
    {
        liftVelocity = velocity;
        liftForce = force;
    }
    liftAge += seconds;
    const double left = std::max (0.0, 1.0 - liftAge / liftTime (patch));
    switch (static_cast<Lift> (static_cast<int> (patch.handLift)))
    {
        case Lift::ring: force = liftForce * left; break;
        case Lift::soft:
            force = liftForce * left;
            velocity = liftVelocity * left;
            break;
        case Lift::stop:
            velocity = approach (velocity, 0.0, std::abs (liftVelocity) * seconds / stopTime);
            force = left > 0.0 ? liftForce : 0.0;
            break;
    }
    if (left == 0.0)
    {
        force = 0.0;
        phase = Phase::ringing;
    }
}

/** Time of the release [s]. In MPE zones, with voiceReleaseSpeedPercent at 100: a quarter of the patch's at release
    velocity 127, the patch's at 64. */
double Voice::liftTime (const Patch& patch) const noexcept
{
    if (! isMember)
        return patch.handLiftTime;
    const double faster = (127.0 * releaseVelocity - 64.0) / 63.0;
    return patch.handLiftTime * portable::exp2 (-0.02 * patch.voiceReleaseSpeedPercent * faster);
}

void Voice::planGain (Plan& plan) noexcept
{
    plan.gain =
        loudness * fadeOut * volume * ofBody ([&] (const BodyKind& kind, auto) { return kind.gain (plan.body); });
    plan.stage = std::clamp (-plan.above / stageHalf, -1.0, 1.0);
    if (gain.now == 0.0 && fadeOut == 1.0 && (fresh || volume == 1.0))
    {
        gain.now = plan.gain; // a new voice needs no fade
        stage.now = plan.stage;
        pan.now = panned;
    }
    // A knob moves the taps in steps of the control grid; the gain cancels each step and then follows linearly.
    const double tap = ofBody ([&] (const BodyKind& kind, auto) { return kind.tap (plan.body); });
    if ((tapsGlide || isSwept (plan) || sweep.parts > 1) && tapNow > 0.0)
        gain.now *= tapNow / tap;
    tapNow = tap;
    aimGain (plan.gain, plan.stage, plan.steps);
}

void Voice::aimGain (double goal, double place, int steps) noexcept
{
    gain.step = (goal - gain.now) / steps;
    stage.step = (place - stage.now) / steps;
    pan.step = (panned - pan.now) / steps;
}
} // namespace kolophon
