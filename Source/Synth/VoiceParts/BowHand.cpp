// SPDX-License-Identifier: GPL-3.0-or-later
#include "BowHand.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>

namespace kolophon
{
namespace
{
/** Full force [N] of the body's kind, for a bow that moves at `speed` [m/s]. */
double fullForce (const VoicePlan& plan, const BodyLane& lane, double speed, double grip) noexcept
{
    return lane.ofBody ([&] (const BodyKind& kind, const ModeTable* table)
                        { return kind.fullForce (plan.body, table, speed, grip); });
}

/** Normal force [N] that holds the body as far aside as a bow takes it in a period: twice the restoring force there,
    over static friction. A string pulls back with 2 Z_0 v/(beta (1 - beta)), a table's first mode with about
    w_1 m_1 v: the terms of full force. */
double holdingForce (const VoicePlan& plan, const BodyLane& lane, double speed) noexcept
{
    if (choiceOf<&Patch::handArticulation> (plan.patch) == Articulation::bow)
        return 0.0;
    const double perFull = lane.isString() ? 1.0 / (1.0 - plan.body.position) : 1.0 / 0.13;
    return 2.0 * fullForce (plan, lane, speed, 1.0) * perFull / plan.patch.contact.muStatic;
}

/** Factor of the force during the attack of a slow body; the hand presses `pressed` times full force. */
double onsetFactor (const VoicePlan& plan, const BodyLane& lane, double speed, double pressed) noexcept
{
    const double strength = 0.01 * plan.patch.voiceGuidePercent;
    const auto rubbed = lane.rubbed (plan.patch);
    if (strength == 0.0 || ! guide::startsHarder (rubbed))
        return 1.0;
    return guide::onset (lane.contactSpeed(), speed, pressed, rubbed, strength);
}
} // namespace

void BowHand::start (const Patch& patch, Noise noise) noexcept
{
    const double strength = 0.01 * patch.voiceHumanisePercent * (0.01 * patch.humanStrokesPercent);
    ofStroke.speed = 1.0 + 0.15 * strength * noise.nextBipolar();
    ofStroke.bite = portable::exp2 (strength * noise.nextBipolar());
    ofStroke.position = portable::exp2 (0.2 * strength * noise.nextBipolar());
    ofStroke.pressurePercent = 10.0 * strength * noise.nextBipolar();
    ofStroke.cents = 4.0 * strength * noise.nextBipolar();
    human.begin (noise);
}

/** Normal force [N] of the hand. The percent of Pressure spans the decade below `full` force. */
double BowHand::pressForce (const VoicePlan& plan, const BodyLane& lane, const SmoothedControllers& controllers,
                            double full) noexcept
{
    const auto& patch = plan.patch;
    const double touched = isPlayer (patch) ? 0.0 : 60.0 * controllers.pressure(); // Player: in the dynamics already
    const double percent = patch.handPressurePercent + ofStroke.pressurePercent + touched;
    const bool isAbsolute = choiceOf<&Patch::handForceMode> (patch) != ForceMode::relative;
    const double asked = isAbsolute ? patch.handForce * controllers.effort() : full * forceRatio (0.01 * percent - 1.0);
    return guide::force (asked * human.now().force, full, lane.rubbed (patch), 0.01 * patch.voiceGuidePercent);
}

StrokeShape::Hand BowHand::draw (const VoicePlan& plan, const BodyLane& lane, const Drive& by) noexcept
{
    const auto& patch = plan.patch;
    const double touched = isPlayer (patch) ? 0.0 : 0.6 * by.controllers.pressure();
    const double speed = patch.handSpeed * by.strike.speedFactor() * ofStroke.speed * human.now().speed *
                         by.controllers.effort() * (1.0 + touched);
    const double grip = std::max (0.02, patch.contact.muStatic - patch.contact.muKinetic);
    const double full = fullForce (plan, lane, speed, grip), asked = pressForce (plan, lane, by.controllers, full);
    const double bite = patch.handBite * by.strike.biteFactor() * ofStroke.bite *
                        biteRatio (0.01 * patch.handBiteTrackPercent * plan.above / 12.0);
    const double jolt = plan.isSubstep ? 0.0 : human.now().change; // applied once per segment
    return { .speed = speed,
             .force = asked * (by.drawn.force * onsetFactor (plan, lane, speed, full > 0.0 ? asked / full : 1.0)),
             .holding = holdingForce (plan, lane, speed),
             .pitch = plan.body.pitch,
             .rate = patch.handRate,
             .bite = bite,
             .jolt = speed * jolt,
             .velocity = lane.bow().velocity };
}
} // namespace kolophon
