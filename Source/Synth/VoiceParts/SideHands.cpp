// SPDX-License-Identifier: GPL-3.0-or-later
#include "SideHands.h"

#include "../Parameters/PatchChoices.h"
#include "../Voices/Articulation.h"
#include "../Voices/Fingerboard.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double touchTime = 0.01;  // [s] in which a side presses, or lets go
constexpr double risingTime = 0.03; // [s] in which a second bow reaches its speed

constexpr double reboundSpeed = 0.1; // [m/s] of Stop rebound

/** True if something may touch beside the bow: a body whose tension varies has a loop of its own. */
bool isFree (const Patch& patch) noexcept
{
    return patch.bodyTensionPercent == 0.0;
}

/** Rebound of Hunt and Crossley's damping, for a small loss: e = 1 - (2/3) chi v. */
StopKnobs<double> stopOf (const Patch& patch, bool isFree) noexcept
{
    const bool isThere = choiceOf<&Patch::sideKind> (patch) == SideContact::stop && isFree;
    return { .stiffness = patch.sideStiffness,
             .damping = 1.5 * (1.0 - patch.sideRestitution) / reboundSpeed,
             .gap = isThere ? patch.sideGap : StopKnobs<double>::farAway };
}

/** Partial of an open string that sounds at this key, as far as a player would take it for that; 0: none. */
int naturalHarmonic (const Fingerboard& board, int key) noexcept
{
    constexpr int steps[] = { 12, 19, 24, 28, 31 }; // semitones of partials 2 to 6, rounded
    for (std::size_t n = 0; n < std::size (steps); ++n)
        for (const int open : board.open)
            if (key == open + steps[n])
                return static_cast<int> (n) + 2;
    return 0;
}
} // namespace

void SideHands::followKinds (VoiceGroup& group, const Patch& patch) noexcept
{
    group.setSide (beside, static_cast<int> (patch.sideLaw), choiceOf<&Patch::sideKind> (patch) == SideContact::stop);
}

Contact SideHands::rubbing (const Patch& patch) noexcept
{
    auto law = patch.contact;
    law.law = patch.sideLaw;
    return law;
}

Contact SideHands::fingertip (const Patch& patch) noexcept
{
    auto skin = patch.contact;
    skin.law = 0.0;
    choose<&Contact::bristle> (skin, BristleMode::stiffness);
    skin.stiffness = patch.fingerStiffness;
    skin.bristleDamping = patch.fingerDamping;
    return skin;
}

int SideHands::chooseHarmonic (const Patch& patch, bool isString, int key, bool isFresh) noexcept
{
    if (! isFresh && key == chosenFor)
        return partial;
    chosenFor = key;
    partial = 1;
    if (! isString || ! isFree (patch) || choiceOf<&Patch::handArticulation> (patch) != Articulation::harmonic)
        return partial;
    const auto* board = choiceOf<&Patch::voiceMode> (patch) == VoiceMode::strings ? Fingerboard::of (patch) : nullptr;
    const int natural = board != nullptr ? naturalHarmonic (*board, key) : 0;
    partial = natural > 0 ? natural : 4;
    return partial;
}

bool SideHands::move (BodyLane& lane, Side side, const BowMotion& goal, const VoicePlan& plan,
                      const Stroke& stroke) noexcept
{
    const auto now = lane.side (side);
    const double largest = std::max (goal.force, now.force);
    BowMotion next { approach (now.velocity, goal.velocity,
                               std::max (std::abs (goal.velocity), 1e-3) * plan.seconds / risingTime),
                     approach (now.force, goal.force, largest * plan.seconds / touchTime) };
    if (stroke.lands)
        next.force = goal.force;
    lane.moveSide (side, next, plan.steps, stroke.lands);
    return next.force != now.force || next.velocity != now.velocity;
}

bool SideHands::plan (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact, const Stroke& stroke) noexcept
{
    const auto& patch = plan.patch;
    const bool mayTouch = isFree (patch) && ! lane.isBlock();
    const bool rubs = choiceOf<&Patch::sideKind> (patch) == SideContact::rub && mayTouch;
    const bool stays = stroke.isBowing || patch.sideSpeed == 0.0;
    lane.setSide (beside, contact.knobs (rubbing (patch)), patch.sidePosition);
    lane.setStop (beside, stopOf (patch, mayTouch));
    const BowMotion moving { stroke.isBowing ? stroke.direction * patch.sideSpeed : 0.0,
                             rubs && stays ? patch.sideForce : 0.0 };
    const bool sideMoves = move (lane, beside, moving, plan, stroke);

    lane.setSoundingPartial (partial);
    const bool isHarmonic = partial > 1, touches = patch.fingerTouch >= 0.5 && mayTouch;
    lane.setSide (finger, contact.knobs (fingertip (patch)), isHarmonic ? 1.0 - 1.0 / partial : patch.fingerPosition);
    const bool presses = touches || (isHarmonic && stroke.isBowing);
    return move (lane, finger, { 0.0, presses ? patch.fingerForce : 0.0 }, plan, stroke) || sideMoves;
}
} // namespace kolophon
