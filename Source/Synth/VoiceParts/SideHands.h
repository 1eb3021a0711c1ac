// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
        bool isFresh, isOff;  // it begins; the bow has left
    };
    /** Plans them over the segment. Returns true if one of them still moves. */
    bool plan (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact, const Stroke& stroke) noexcept;

    /** Share of the stroke's force with which a bow that a spring presses is dropped, for the articulation Ricochet:
        its bounces then press as the stroke would; 0 if the force is given. */
    double dropFraction (const Patch& patch) const noexcept;

    /** Drops such a bow, which lands on a silent body, from where its first bounces come at the stroke rate under
        dropFraction() of a stroke's force [N]. */
    void drop (BodyLane& lane, const Patch& patch, double force) noexcept;

private:
    bool move (BodyLane& lane, Side side, const BowMotion& goal, const VoicePlan& plan, const Stroke& stroke) noexcept;
    void press (BodyLane& lane, const Patch& patch, const Stroke& stroke) noexcept;
    bool planBeside (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact, const Stroke& stroke) noexcept;
    bool planFinger (BodyLane& lane, const VoicePlan& plan, PlayedContact& contact, const Stroke& stroke) noexcept;

    int partial = 1, chosenFor = -1;
    bool isSprung = false;   // a spring presses the bow in this stroke
    bool isDropped = false;  // and it falls by itself, see dropFraction()
    double dropHeight = 0.0; // [m] from which it was dropped
};
} // namespace kolophon
