// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Hands/BouncingBow.h"
#include "BodyLane.h"
#include "PlayedContact.h"
#include "VoicePlan.h"

namespace kolophon
{
/** Moves what touches a voice's body beside the bow: the side contact, and the finger; and what presses the bow, if a
    spring does. [audio] */
class SideHands
{
public:
    /** Places in VoiceGroup::sides. */
    enum Side : std::size_t { beside, finger, presser = VoiceGroup::presser };

    /** Kinds and laws of the sides, which all voices of a group share. */
    static void followKinds (VoiceGroup& group, int law, const Patch& patch) noexcept;
    /** True if none of them waits until nothing touches. */
    static bool kindsMatch (const VoiceGroup& group, const Patch& patch) noexcept;

    /** Friction settings of a side contact: its law, with the bow's knobs; and of a fingertip, as rough as what is
        under the bow, but soft. [any] */
    static Contact rubbing (const Patch& patch) noexcept;
    static Contact fingertip (const Patch& patch) noexcept;

    /** Starts on a silent body. */
    void start () noexcept { *this = {}; }

    /** Chooses, when a stroke begins or slurs to another key, the partial that the articulation Harmonic lets sound, as
        a string player does; else 1. A natural one where the key is a harmonic, 2 to 6, of an open string; else an
        artificial one: the string is stopped two octaves lower, and touched at a quarter. */
    int chooseHarmonic (const Patch& patch, bool isString, int key, bool isFresh) noexcept;

    /** Partial that sounds at the played pitch; 1 without the articulation Harmonic. */
    int harmonic () const noexcept { return partial; }

    struct Stroke
    {
        bool isBowing, lands; // it begins, on a silent body
        double direction;     // +1 or -1
        bool isOff;           // the bow has left
    };
    /** Plans them over the segment. Returns true if one of them still moves. */
    bool plan (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact, const Stroke& stroke) noexcept;

    /** True while the stroke bounces by itself: a spring presses the bow, whatever Normal force says. */
    bool bounces () const noexcept { return isSprung && bow.kind() != BouncingBow::Kind::none; }
    /** True while such a bow is thrown at the body. */
    bool isThrowing () const noexcept { return bounces() && bow.isThrowing(); }
    /** True while the hand keeps such a bow off the body. */
    bool isKeptOff () const noexcept { return bounces() && (isInHand || bow.isGone()); }
    /** True while the stick of the bow touches, turned over. */
    bool isWood () const noexcept { return bounces() && bow.kind() == BouncingBow::Kind::struck; }

    /** A bow's contact, as it touches in this stroke. */
    Contact underBow (const Contact& contact) const noexcept;

    /** Moves such a bow for another segment: throws it, and presses or eases while it bounces. */
    BowMotion bounce (BodyLane& lane, const Patch& patch, const StrokeShape::Hand& hand, double direction,
                      double seconds) noexcept;

    /** Chooses at the beginning of a stroke what presses the bow. */
    void beginStroke (const BodyLane& lane, const Patch& patch) noexcept;

private:
    bool move (BodyLane& lane, Side side, const BowMotion& goal, const VoicePlan& plan, const Stroke& stroke) noexcept;
    bool hold (BodyLane& lane, const Patch& patch, bool touches) noexcept;
    bool press (BodyLane& lane, const Patch& patch, const Stroke& stroke) noexcept;
    double moveAlong (const StrokeShape::Hand& hand, bool isString, double direction, double touching,
                      double seconds) const noexcept;
    BouncingMass massOf (const BodyLane& lane, const Patch& patch) const noexcept;
    StopKnobs<double> springOf (const BodyLane& lane, const Patch& patch, bool touches) const noexcept;
    bool planBeside (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact, const Stroke& stroke) noexcept;
    bool planFinger (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact, const Stroke& stroke) noexcept;

    int partial = 1, chosenFor = -1;
    bool isSprung = false; // a spring presses the bow in this stroke
    BouncingBow bow;
    bool isInHand = false; // a bow that will bounce is not thrown yet
    double height = 0.0;   // [m] from which it was thrown
};
} // namespace kolophon
