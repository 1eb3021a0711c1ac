// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Bodies/LawTable.h"
#include "../Parameters/PatchChoices.h"
#include "Voice.h"

/** Conditions under which a plan of a voice stays valid. */
namespace kolophon
{
/** True if the pitch lock has a pitch to follow: friction does not flatten a body under a law without a fall. */
bool Voice::hearsPitch (const Patch& patch) const noexcept
{
    return patch.voicePitchLockPercent != 0.0 && ! lane.isBlock() && isAwake() &&
           fallOf (static_cast<int> (patch.contact.law)) != Fall::none;
}

/** True if a humanised hand draws a held stroke, so that its arm moves only at the arm's own times. The attack, strokes
    made of several moves, and bodies rubbed all around need every point of the control grid. */
bool Voice::isHeldStroke() const noexcept
{
    const auto& patch = effective.patch();
    return Human::moves (patch) && ! body.goesRound (patch) &&
           (stroke.isRinging() ||
            (stroke.isBowing() && ! stroke.needsSubsteps (choiceOf<&Patch::handArticulation> (patch)) &&
             ! GesturePlayback::drives (patch)));
}

/** True if the bow of a held stroke is on its straight way to the target of an earlier plan. */
bool Voice::drawsLine (const HandUpdates& hands) const noexcept
{
    return cache.isOnLine() && ! hands.arm && isHeldStroke();
}

/** True if everything except bow and vibrato stays as in this plan until a revision changes. */
bool Voice::isSteady (const VoicePlan& plan) const noexcept
{
    const bool fallsSilent = plan.gain == 0.0 && ! level.isSilent(); // where the controllers arrive in full
    return ! plan.moves && ! fallsSilent && (stroke.isBowing() || stroke.isRinging()) && ! pitch.isGliding() &&
           effective.note() == note() && sweep.parts() == 1 && body.isSettled (lane, plan.patch) &&
           menus.gain() == 1.0 && (! yields || yielding.isShut()) && ! GesturePlayback::drives (plan.patch);
}

/** True if everything except speed and force of the bow stays as in this plan until a revision changes. */
bool Voice::isBodyConstant (const VoicePlan& plan) const noexcept
{
    return isSteady (plan) && ! chair.isSettling (assignment.age()) &&
           ! Vibrato::isUsed (plan.patch, controllers.wheel());
}

PlanCache::Validity Voice::validityOf (const VoicePlan& plan) const noexcept
{
    if (holdsPitch && isSteady (plan))
        return PlanCache::Validity::line;
    return isBodyConstant (plan) ? PlanCache::Validity::lasting : PlanCache::Validity::segment;
}

/** True if another plan would give the same result, to the last bit. */
bool Voice::isPlanConstant (const VoicePlan& plan) const noexcept
{
    const bool follows = plan.patch.voiceGuidePercent > 0.0 && guide::keepsPace (lane.rubbed (plan.patch));
    return ! follows && ! phrase.isOn() && ! hand.isSettling() && ! Human::moves (plan.patch) && lane.isConstant() &&
           ! plan.isCorrecting && isBodyConstant (plan) &&
           (isDrawn (choiceOf<&Patch::handArticulation> (plan.patch)) || stroke.isRinging()) && level.isConstant();
}
} // namespace kolophon
