// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bank/VoiceGroup.h"
#include "../Bodies/BodyKind.h"
#include "../Bodies/LawTable.h"
#include "../Hands/BouncingBow.h"
#include "../Hands/BowStroke.h"
#include "../Hands/Guide.h"
#include "../Hands/PitchLock.h"
#include "../Parameters/PatchChoices.h"

namespace kolophon
{
/** Energy [J] that was left in a string and in its shadow when they were silenced. */
struct Remainder
{
    double main = 0.0, shadow = 0.0;
    Remainder operator+ (const Remainder& other) const noexcept { return { main + other.main, shadow + other.shadow }; }
};

/** Body and law that the guide's limits depend on; no `table` unless the body is one of modes. */
inline guide::Rubbed rubbedBy (const Patch& patch, BodyModel model, const ModeTable* table) noexcept
{
    guide::Rubbed rubbed { model, table, static_cast<int> (patch.contact.law) };
    // Friction that jumps has a narrow window; so has friction that lags on a string, and so has a flageolet.
    const auto fall = fallOf (rubbed.law);
    const bool isHarmonic =
        model == BodyModel::string && choiceOf<&Patch::handArticulation> (patch) == Articulation::harmonic;
    const bool isFollowing = choiceOf<&Patch::voiceGuideKind> (patch) == GuideKind::follow;
    rubbed.scales =
        isFollowing && (fall == Fall::jump || (fall == Fall::lag && model == BodyModel::string) || isHarmonic);
    rubbed.follows = isFollowing && ! rubbed.scales;
    if (model == BodyModel::string)
    {
        // Multiples of a flageolet's partial, of an artificial one the fourth, are as far apart as partials of a string
        // so many times squared as stiff.
        constexpr double artificial = 4.0 * 4.0;
        rubbed.stiffness = patch.bodyInharmonicity * (isHarmonic ? artificial : 1.0);
        rubbed.firmness = guide::firmnessOf (patch);
    }
    return rubbed;
}

/** Gives a voice access to its lane: writes the inputs of its string, and reads what that does. [audio] */
class BodyLane
{
public:
    /** Binds the lane of a group. `itsShadow` holds the string that slot B's contact plays. */
    void bind (VoiceGroup& itsGroup, VoiceGroup& itsShadow, int itsLane) noexcept
    {
        theGroup = &itsGroup;
        theShadow = &itsShadow;
        lane = itsLane;
    }

    /** The group that holds the voice's lane, number % VoiceGroup::lanes. */
    const VoiceGroup& group () const noexcept { return *theGroup; }

    /** The inputs of the group's bodies: written through set(). */
    VoiceGroup& inputs () noexcept { return *theGroup; }
    std::size_t laneIndex () const noexcept { return static_cast<std::size_t> (lane); }

    /** Writes an input of the lane's coefficients. */
    template <class Inputs, class Value>
    void set (Inputs& input, const Value& value) noexcept
    {
        theGroup->coefficients.set (input[laneIndex()], laneIndex(), value);
    }

    const BodyKind& kind () const noexcept { return BodyKind::of (table(), isBlock()); }
    const ModeTable* table () const noexcept { return theGroup->table[laneIndex()]; }
    bool isBlock () const noexcept { return theGroup->isBlock (laneIndex()); }

    /** The second body, and its kind. */
    const SecondBody& second () const noexcept { return theGroup->second[laneIndex()]; }
    const BodyKind& secondKind () const noexcept { return BodyKind::of (second().table, false); }
    bool isString () const noexcept { return kind().model() == BodyModel::string; }
    guide::Rubbed rubbed (const Patch& patch) const noexcept { return rubbedBy (patch, kind().model(), table()); }

    /** Fraction of a cross-fade from one body into another; 1 without one. */
    double arrived () const noexcept { return theGroup->arrived[laneIndex()]; }

    /** Returns `value` of the body's kind; during a cross-fade into another body, interpolates between the two. */
    template <class Value>
    double ofBody (Value value) const noexcept
    {
        const auto of = [&] (const ModeTable* its) { return value (BodyKind::of (its, isBlock()), its); };
        const double now = of (table());
        if (arrived() == 1.0)
            return now;
        const double then = of (theGroup->before[laneIndex()]);
        return then + arrived() * (now - then);
    }

    /** The first body's modes that a pitch lock follows, where the `harmonic`-th partial sounds at the played pitch. */
    PitchLock::Modes heardModes (int harmonic = 1) const noexcept;

    /** Sum of the amplitudes with which those modes, and the second body's first, move at the contact [m/s]. */
    double contactSpeed () const noexcept;

    /** Square of the velocity [m^2/s^2] with which the first modes move there now; friction's steady pull adds nothing
        to it. */
    double contactVelocitySquare () const noexcept;

    /** Number of partials: transverse, of both bodies, and torsional. */
    int partials () const noexcept;

    /** The bow on the string, and its straight way to where it is after `steps`. */
    BowMotion bow () const noexcept
    {
        return { theGroup->bow.velocity[laneIndex()], theGroup->bow.normalForce[laneIndex()] };
    }
    void moveBow (const BowMotion& now, const BowMotion& next, int steps) noexcept;

    /** Starts the contact at a place [points] of the surface. */
    void placeOnSurface (double path) noexcept;

    /** Writes the knobs of the law, of slot A's contact and of slot B's. They may change at any time: none of them
        affects the stored energy. */
    void setContact (const ContactKnobs<double>& knobs) noexcept { write (knobs, theGroup->law); }
    void setShadowContact (const ContactKnobs<double>& knobs) noexcept { write (knobs, theShadow->law); }

    /** Something that touches beside the bow: its law, its stop, its place, and its straight way over `steps`, at once
        if it `jumps`. */
    void setSide (std::size_t side, const ContactKnobs<double>& knobs, double place) noexcept;
    void setSoundingPartial (int n) noexcept { theGroup->soundingPartial[laneIndex()] = n; }
    void setStop (std::size_t side, const StopKnobs<double>& knobs) noexcept;
    /** The mass through which a hand moves a side, if it gives way. */
    void setHeldMass (std::size_t side, const HeldMassKnobs<double>& knobs, bool gives) noexcept;
    /** The mass that presses the bow, as it moves now. */
    BouncingBow::Motion pressing () const noexcept;
    bool isTouched (std::size_t side) const noexcept { return theGroup->sides[side].touches (laneIndex()); }
    BowMotion side (std::size_t side) const noexcept;
    void moveSide (std::size_t side, const BowMotion& next, int steps, bool jumps) noexcept;

    void setSurface (const BodyRequest& request) noexcept;
    void setBlock (const Patch& patch, double pitch) noexcept;
    void setDrive (Drive drive) noexcept;

    /** Moves the fundamental of both slots by a factor, between two points of the control grid. */
    void scaleFundamental (double ratio) noexcept;

    /** Copies string and hand to the shadow. */
    void copyToShadow () noexcept;

    /** Marks the lane of both slots, before it begins to sound. */
    void wake () noexcept
    {
        theGroup->wake (lane);
        theShadow->wake (lane);
    }

    /** Sets both strings to rest, and returns the energy that was in them. */
    Remainder silence () noexcept { return { theGroup->silence (lane), theShadow->silence (lane) }; }

    /** True if nothing of the lane moves by itself: coefficients are up to date, and the bow's ramps stand. One whose
        step rounds away does, too. */
    bool isConstant () const noexcept;

private:
    void write (const ContactKnobs<double>& knobs, ContactKnobs<VoiceLane>& to) noexcept;

    VoiceGroup* theGroup = nullptr;
    VoiceGroup* theShadow = nullptr;
    int lane = 0;
};
} // namespace kolophon
