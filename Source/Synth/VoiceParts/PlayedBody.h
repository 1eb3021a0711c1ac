// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/PortableMath.h"
#include "BodyLane.h"
#include "Fade.h"
#include "PartialBudget.h"
#include "VoicePlan.h"

#include <utility>

namespace kolophon
{
/** Keeps track of the body that a voice plays: its type, whether it has been given its partials, and its hand-over when
    body.type changes while it sounds. Bodies of modes are cross-faded, each mode keeping its energy; a block has no
    modes, and is faded out first. [audio] */
class PlayedBody
{
public:
    /** Sets the modes of the custom body, for later strokes; null: its modes without a file. */
    void setCustomModes (const ModeTable* modes) noexcept { theCustomModes = modes; }
    const ModeTable* customModes () const noexcept { return theCustomModes; }

    /** Places in bodyTable() of the body that is rubbed, and of a second body that rubs it; -1: none. */
    struct Types
    {
        int first = 0, second = -1;

        /** A block between stops has no modes, and takes no second body. */
        static Types of (const Patch& patch) noexcept;
        bool operator== (const Types&) const noexcept = default;
    };

    /** Starts a stroke on a silent string. */
    void start (BodyLane& lane, Types types) noexcept
    {
        fade = {};
        settles = 0.0;
        assign (lane, types);
    }

    /** Follows a change of body.type or second_body.type over one segment. */
    void follow (BodyLane& lane, const Patch& patch, double seconds) noexcept;

    /** Writes wave impedance and mass at the plan's key into the plan. */
    void weigh (VoicePlan& plan) noexcept;

    /** Damping in addition to the body's own. */
    struct Damping
    {
        bool isMuted;    // by a bow that stops on the string
        bool isFingered; // by the finger that stops the string, after the release
        bool isEased;    // by a bow that slows down to its end, and rests; by a finger that leaves
    };
    /** Writes the inputs of the lane's body. */
    void plan (BodyLane& lane, const VoicePlan& plan, Damping damping) noexcept;

    /** Plans the number of partials: as many as the patch allows, the sample rate can represent and the budget has.
        While the body vibrates their number only grows, so that no energy is left behind in a mode that is not
        computed. While it is heard those that come grow from nothing: they start at rest under what moves already, and
        that would be heard as a click. */
    void planPartials (BodyLane& lane, VoicePlan& plan, const PartialAllowance& allowance) noexcept;

    /** Writes the inputs of the hand's modes, which lie in the body's bank; a hand `off` the string is limp. */
    void planHand (BodyLane& lane, const Patch& patch, bool off) noexcept;

    /** Silences the string, and returns its energy and that of bodies that were silenced before. */
    Remainder silence (BodyLane& lane) noexcept
    {
        const auto before = collectRemainder();
        return before + lane.silence();
    }

    /** Returns, once, the energy [J] that was silenced because a block turned into a body of modes, or the other way
        round. */
    Remainder collectRemainder () noexcept { return std::exchange (remainder, {}); }

    /** True once the stroke has been given its partials. */
    bool hasPartials () const noexcept { return ! awaitsPartials; }
    int type () const noexcept { return theTypes.first; }        // as body.type
    int secondType () const noexcept { return theTypes.second; } // -1: none
    double gain () const noexcept { return fade.gain(); }        // while the body changes; 0: silent

    /** True if the contact runs round a rim, where modes come in pairs. */
    bool goesRound (const Patch& patch) const noexcept;

    /** True if the body is the patch's, and no hand-over is under way. */
    bool isSettled (const BodyLane& lane, const Patch& patch) const noexcept
    {
        return lane.arrived() == 1.0 && fade.isOpen() && theTypes == Types::of (patch);
    }

private:
    const ModeTable* modes (int type) const noexcept;
    void assign (BodyLane& lane, Types types) noexcept;
    SecondBody secondOf (const BodyLane& lane, int type) const noexcept;
    void growPartials (BodyLane& lane, VoicePlan& plan, int room, int ofSecond, BodyKind::Slots& count,
                       SecondBody& second) const noexcept;
    bool stillComing (BodyLane& lane, VoicePlan& plan) const noexcept;
    int wantedOfSecond (const BodyLane& lane, const VoicePlan& plan) const noexcept;
    void planSecond (BodyLane& lane, const VoicePlan& plan, bool isMuted) noexcept;

    const ModeTable* theCustomModes = nullptr;
    Types theTypes;
    bool awaitsPartials = true;
    bool cutShort = false; // the budget had fewer partials than the body wanted
    Fade fade;
    double settles = 0.0; // [s] left until another kind of body has found its motion
    Remainder remainder;
    portable::Remembered<portable::exp2> impedanceRatio, stoppedRatio;
};
} // namespace kolophon
