// SPDX-License-Identifier: GPL-3.0-or-later
#include "SideHands.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Hands/Articulation.h"
#include "../Hands/Fingerboard.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double touchTime = 0.01;  // [s] in which a side presses, or lets go
constexpr double risingTime = 0.03; // [s] in which a second bow reaches its speed

constexpr double letGoStiffness = 1e-3;                  // [N/m] of a hand that lets a bow fly
constexpr double turningTime = 0.003;                    // [s] in which it comes to rest, or to speed
constexpr double gainingShare = 2.0 / 3.0;               // of its touch, in which a thrown bow comes to speed
constexpr double stringStrike = 4.0, tableStrike = 10.0; // speed of a stick that strikes, over that of the bow
constexpr double woodTilt = 1.0;                         // it strikes as much across as along what vibrates
constexpr double woodGrip = 0.25;                        // its friction, over that of the hair
constexpr double reboundSpeed = 0.1;                     // [m/s] of Stop rebound

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

/** Hertz's spring has the stiffness of a linear one under 1 N: N = K d^1.5, dN/dd = 1.5 K^(2/3) N^(1/3). */
double stiffnessOf (double k, bool isHertz) noexcept
{
    return isHertz ? k / 1.5 * std::sqrt (k / 1.5) : k;
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

bool SideHands::kindsMatch (const VoiceGroup& group, const Patch& patch) noexcept
{
    return group.sides[presser].isHertz == (choiceOf<&Patch::normalKind> (patch) == NormalForce::hertz);
}

Contact SideHands::rubbing (const Patch& patch) noexcept
{
    auto law = patch.contact;
    law.law = patch.sideLaw;
    return law;
}

Contact SideHands::underBow (const Contact& contact) const noexcept
{
    auto its = contact;
    if (isWood())
    {
        its.muStatic *= woodGrip;
        its.muKinetic *= woodGrip;
    }
    return its;
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

void SideHands::beginStroke (const BodyLane& lane, const Patch& patch) noexcept
{
    const bool isGesture = choiceOf<&Patch::handDrive> (patch) == Drive::gesture;
    const auto kind =
        isGesture ? BouncingBow::Kind::none : BouncingBow::kindOf (choiceOf<&Patch::handArticulation> (patch));
    bow.start (kind);
    isInHand = kind != BouncingBow::Kind::none;
    isSprung = (isInHand || choiceOf<&Patch::normalKind> (patch) != NormalForce::given) && ! lane.isBlock();
    height = 0.0;
}

/** The mass that presses: as the knobs say, or a bow's. */
BouncingMass SideHands::massOf (const BodyLane& lane, const Patch& patch) const noexcept
{
    auto its = choiceOf<&Patch::normalKind> (patch) == NormalForce::given
                   ? isWood() ? BouncingMass::stick() : BouncingMass::hairAt (patch.handHairPlace)
                   : BouncingMass { patch.normalMass, patch.normalStiffness, false, patch.normalRestitution };
    its.isHertz = lane.group().sides[presser].isHertz;
    its.stiffness = stiffnessOf (its.stiffness, its.isHertz);
    return its;
}

StopKnobs<double> SideHands::springOf (const BodyLane& lane, const Patch& patch, bool touches) const noexcept
{
    return { .stiffness = massOf (lane, patch).stiffness,
             .damping = bounces() ? bow.damping() : dampingOf (patch.normalRestitution),
             .gap = touches ? height : StopKnobs<double>::farAway };
}

/** Puts what presses on the body, or takes it away. Its port stays in use until the next plan, so that no cut between
    two plans ends it; returns true until then. */
bool SideHands::hold (BodyLane& lane, const Patch& patch, bool touches) noexcept
{
    const bool leaves =
        ! touches && lane.group().sides[presser].stop.gap[lane.laneIndex()] < StopKnobs<double>::farAway;
    lane.moveSide (presser, { 0.0, leaves ? 1.0 : 0.0 }, 1, true);
    lane.setStop (presser, springOf (lane, patch, touches));
    lane.setHeldMass (
        presser,
        { massOf (lane, patch).mass, bounces() ? letGoStiffness : patch.normalHandStiffness, patch.normalHandDamping },
        touches);
    return leaves;
}

/** Plans what presses the bow. Returns true while that bounces by itself, or leaves. */
bool SideHands::press (BodyLane& lane, const Patch& patch, const Stroke& stroke) noexcept
{
    if (! isSprung && ! lane.isTouched (presser))
        return false;
    const bool flies = bounces();
    if (flies && ! stroke.isBowing && ! bow.isThrowing())
        bow.catchInAir (lane.pressing());
    const bool leaves = hold (lane, patch, isSprung && ! stroke.isOff && ! isKeptOff());
    const auto tiltOf = [] (double degrees) { return portable::tan (degrees * (pi / 180.0)); };
    lane.set (lane.inputs().tilt, isWood() ? woodTilt : tiltOf (patch.normalAngleDegrees));
    lane.set (lane.inputs().secondTilt, tiltOf (patch.secondBodyAngleDegrees));
    return leaves || (flies && ! stroke.isOff && ! bow.isGone());
}

/** A bow that is thrown at a string rests in the air, and gains its speed while it presses: the string lets go of it
    for the first time near the largest force, and finds its motion at once. Others move all the time; wood does not. */
double SideHands::moveAlong (const StrokeShape::Hand& hand, bool isString, double direction, double touching,
                             double seconds) const noexcept
{
    const bool isThrown = isString && bow.kind() == BouncingBow::Kind::thrown;
    const bool isTurning = isThrown && ! bow.isTouching();
    const double along = isWood() || isTurning ? 0.0 : bow.turn() * direction * hand.speed;
    const double within = isThrown && ! isTurning ? gainingShare * touching : turningTime;
    return approach (hand.velocity, along, std::max (hand.bite, hand.speed / within) * seconds);
}

BowMotion SideHands::bounce (BodyLane& lane, const Patch& patch, const StrokeShape::Hand& hand, double direction,
                             double seconds) noexcept
{
    const auto its = massOf (lane, patch);
    const double struck = (lane.isString() ? stringStrike : tableStrike) * hand.speed;
    const BouncingBow::Wish wish { std::max (1e-4, isWood() ? struck : its.speedFor (hand.force)), hand.force,
                                   hand.rate };
    BowMotion next { moveAlong (hand, lane.isString(), direction, its.touchingTime (wish.speed), seconds) };
    if (bow.isGone())
        return next;
    auto now = lane.pressing();
    if (isInHand)
    {
        if (lane.isTouched (presser))
            return next; // a bow that is on the body leaves it first
        isInHand = false;
        height = BouncingBow::heightOf (wish.speed);
        now = { height, 0.0 };
    }
    next.force = bow.press (its, now, wish, seconds);
    hold (lane, patch, ! bow.isGone());
    return next;
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
    const bool bowMoves = press (lane, plan.patch, stroke);
    const bool sideMoves = planBeside (lane, plan, contact, stroke);
    return planFinger (lane, plan, contact, stroke) || sideMoves || bowMoves;
}
} // namespace kolophon
