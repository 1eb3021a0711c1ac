// SPDX-License-Identifier: GPL-3.0-or-later
#include "SideHands.h"

#include "../../Core/Units.h"
#include "../Parameters/PatchChoices.h"
#include "../PortableMath.h"
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

constexpr double letGoStiffness = 1e-3; // [N/m] of a hand that lets a bow fall
constexpr double reboundSpeed = 0.1;    // [m/s] of Stop rebound

/** Hunt and Crossley's damping [s/m] for a rebound, if the loss is small: e = 1 - (2/3) chi v. */
double dampingOf (double rebound) noexcept
{
    return 1.5 * (1.0 - rebound) / reboundSpeed;
}

StopKnobs<double> stopOf (const Patch& patch, bool isThere) noexcept
{
    return { .stiffness = patch.sideStiffness,
             .damping = dampingOf (patch.sideRestitution),
             .gap = isThere ? patch.sideGap : StopKnobs<double>::farAway };
}

/** The spring that presses a bow. Hertz's has the stiffness of a linear one under 1 N: N = K d^1.5,
    dN/dd = 1.5 K^(2/3) N^(1/3). */
StopKnobs<double> springOf (const Patch& patch, double gap) noexcept
{
    const double k = patch.normalStiffness;
    const bool isHertz = choiceOf<&Patch::normalKind> (patch) == NormalForce::hertz;
    return { .stiffness = isHertz ? k / 1.5 * std::sqrt (k / 1.5) : k,
             .damping = dampingOf (patch.normalRestitution),
             .gap = gap };
}

/** Half a period of the mass on its contact [s]: how long a bounce touches. */
double touchingTime (const Patch& patch) noexcept
{
    return pi * std::sqrt (patch.normalMass / patch.normalStiffness);
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

void SideHands::followKinds (VoiceGroup& group, int law, const Patch& patch) noexcept
{
    group.setSide (beside, law, choiceOf<&Patch::sideKind> (patch) == SideContact::stop);
    group.setPresser (choiceOf<&Patch::normalKind> (patch) == NormalForce::hertz);
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
    if (! isString || choiceOf<&Patch::handArticulation> (patch) != Articulation::harmonic)
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

double SideHands::dropFraction (const Patch& patch) const noexcept
{
    return isDropped ? std::min (1.0, touchingTime (patch) * patch.handRate) : 0.0;
}

/** Under the force P a mass m takes 2 sqrt (2 H m/P) from one bounce to the next. */
void SideHands::drop (BodyLane& lane, const Patch& patch, double force) noexcept
{
    if (! isDropped)
        return;
    dropHeight = force * dropFraction (patch) / (8.0 * patch.normalMass * patch.handRate * patch.handRate);
    lane.setStop (presser, springOf (patch, dropHeight));
}

/** Chooses at the beginning of a stroke whether a spring presses the bow. */
void SideHands::press (BodyLane& lane, const Patch& patch, const Stroke& stroke) noexcept
{
    if (stroke.isFresh)
    {
        isSprung = choiceOf<&Patch::normalKind> (patch) != NormalForce::given && ! lane.isBlock();
        isDropped = isSprung && choiceOf<&Patch::handArticulation> (patch) == Articulation::ricochet;
        dropHeight = 0.0;
    }
    if (! isSprung && ! lane.isTouched (presser))
        return;
    const bool touches = isSprung && ! stroke.isOff;
    lane.setStop (presser, springOf (patch, touches ? dropHeight : StopKnobs<double>::farAway));
    // A hand that drops a bow lets it go.
    const double spring = isDropped ? letGoStiffness : patch.normalHandStiffness;
    lane.setHeldMass (presser, { patch.normalMass, spring, patch.normalHandDamping }, touches);
    const auto tiltOf = [] (double degrees) { return portable::tan (degrees * (pi / 180.0)); };
    lane.set (lane.inputs().tilt, tiltOf (patch.normalAngleDegrees));
    lane.set (lane.inputs().secondTilt, tiltOf (patch.secondBodyAngleDegrees));
}

/** Plans the side contact. */
bool SideHands::planBeside (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact,
                            const Stroke& stroke) noexcept
{
    const auto& patch = plan.patch;
    const auto kind = lane.isBlock() ? SideContact::off : choiceOf<&Patch::sideKind> (patch);
    if (kind == SideContact::off && ! lane.isTouched (beside))
        return false;
    lane.setSide (beside, contact.knobs (rubbing (patch)), patch.sidePosition);
    lane.setStop (beside, stopOf (patch, kind == SideContact::stop));
    lane.setHeldMass (beside, { patch.sideHandMass, patch.sideHandStiffness, patch.sideHandDamping },
                      kind != SideContact::off && choiceOf<&Patch::sideHand> (patch) == SideHand::arm);
    const bool stays = stroke.isBowing || patch.sideSpeed == 0.0;
    return move (lane, beside,
                 { stroke.isBowing ? stroke.direction * patch.sideSpeed : 0.0,
                   kind == SideContact::rub && stays ? patch.sideForce : 0.0 },
                 plan, stroke);
}

/** Plans the finger. */
bool SideHands::planFinger (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact,
                            const Stroke& stroke) noexcept
{
    const auto& patch = plan.patch;
    const bool isHarmonic = partial > 1;
    const bool presses = (patch.fingerTouch >= 0.5 && ! lane.isBlock()) || (isHarmonic && stroke.isBowing);
    lane.setSoundingPartial (partial);
    if (! presses && ! isHarmonic && ! lane.isTouched (finger))
        return false;
    lane.setSide (finger, contact.knobs (fingertip (patch)), isHarmonic ? 1.0 - 1.0 / partial : patch.fingerPosition);
    return move (lane, finger, { 0.0, presses ? patch.fingerForce : 0.0 }, plan, stroke);
}

bool SideHands::plan (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact, const Stroke& stroke) noexcept
{
    press (lane, plan.patch, stroke);
    const bool sideMoves = planBeside (lane, plan, contact, stroke);
    return planFinger (lane, plan, contact, stroke) || sideMoves;
}
} // namespace kolophon
