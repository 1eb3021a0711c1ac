// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Noise.h"
#include "../Control/Performance.h"
#include "../Control/Tuning.h"
#include "../Hands/BowStroke.h"
#include "../Hands/GesturePlayback.h"
#include "../Hands/KeyStrike.h"
#include "../Hands/Phrase.h"
#include "../VoiceParts/BodyLane.h"
#include "../VoiceParts/BowHand.h"
#include "../VoiceParts/EffectivePatch.h"
#include "../VoiceParts/Fade.h"
#include "../VoiceParts/KeyAssignment.h"
#include "../VoiceParts/PitchSweep.h"
#include "../VoiceParts/PlanCache.h"
#include "../VoiceParts/PlayedBody.h"
#include "../VoiceParts/PlayedContact.h"
#include "../VoiceParts/SideHands.h"
#include "../VoiceParts/SmoothedControllers.h"
#include "../VoiceParts/VoiceLevel.h"
#include "../VoiceParts/VoicePitch.h"
#include "Chair.h"

#include <algorithm>

namespace kolophon
{
/** Plays one string: turns keys, controllers and knobs into the inputs of the string's lane. The voice plans once per
    control interval; the lane of its VoiceGroup computes the vibration. Inputs move in straight lines between points of
    the control grid. Its state lies in parts, a class each in VoiceParts, which know nothing of one another: plan()
    hands values from one to the next in a VoicePlan. [audio] */
class Voice
{
public:
    /** Binds the voice to its string, a lane of the group: before the first stroke, and after each rest(). `shadow`
        holds the string that slot B's contact plays. */
    void bind (VoiceGroup& group, VoiceGroup& shadow, int itsString) noexcept
    {
        lane.bind (group, shadow, itsString % VoiceGroup::lanes);
        theString = itsString;
    }
    void unbind () noexcept { theString = -1; }
    bool isBound () const noexcept { return theString >= 0; }
    int string () const noexcept { return theString; }

    /** Returns to the state before bind(), except for tuning, custom body, box and, if asked, the number of the key. */
    void rest (bool keepsKey) noexcept;

    /** Sets the tuning of the keys, and the modes of the custom body (null: its modes without a file), for later
        strokes. */
    void setTuning (const Tuning& itsTuning) noexcept { tuning = &itsTuning; }
    void setCustomModes (const ModeTable* modes) noexcept { body.setCustomModes (modes); }
    const ModeTable* customModes () const noexcept { return body.customModes(); }
    /** Sets the loudness of keys through the box "Measured". */
    void setBoxLoudness (const boxLoudness::Measured& its) noexcept { box = its; }

    /** Starts a stroke. `direction` is +1 (down) or -1 (up). A string that still rings keeps its motion. The pitch
        glides from the note `from` [semitones]; if that is negative, the stroke begins without a glide. */
    void start (const PerformanceEvent& noteOn, const Patch& patch, const Channels& channels, double direction,
                Noise variation, double from = -1.0, const NotePrompt& prompt = {}) noexcept;

    /** Continues the same stroke with another key. */
    void slur (int channel, int key, const Patch& patch, const Channels& channels, const NotePrompt& prompt) noexcept;

    /** Sets the stroke's number, counted from 1 in every song, and its place in the order of all strokes. */
    void setStroke (std::uint64_t number, std::uint64_t order) noexcept { assignment.setStroke (number, order); }

    /** Sets the note that the next stroke or slur plays: its number, or 0, and what the host sends to it alone. */
    void setNote (std::uint32_t number, const NoteTouch& touch) noexcept
    {
        assignment.setNote (number);
        controllers.setNote (touch);
    }
    std::uint32_t noteNumber () const noexcept { return assignment.note(); }
    /** Messages of the host to the note alone. */
    const NoteTouch& noteTouch () const noexcept { return controllers.note(); }

    /** Sets where the player sits, and how the next stroke is in tune. */
    void setChair (const Chair& its) noexcept { chair = its; }
    int desk () const noexcept { return chair.row; }
    /** [cent] off the note, as the player hears it. */
    double centsOff () const noexcept { return chair.centsAt (assignment.age()); }
    /** Sets the level with which the player is heard, 0 … 1. */
    void setPresence (double its) noexcept { presence = its; }

    /** Fades the voice out, because its player needs it for another note. */
    void yield () noexcept { yields = true; }
    bool isYielding () const noexcept { return yields; }
    bool hasYielded () const noexcept { return yields && yielding.isShut(); }

    /** Sets whether a finger stops the string, and damps it after the release. */
    void setStopped (bool isStopped) noexcept { assignment.setStopped (isStopped); }

    /** Follows a change of the tuning while the key sounds. */
    void retune (const Channels& channels) noexcept { pitch.retune (keyNote (channels)); }

    /** The key goes up; the bow stays until lift(). */
    void releaseKey () noexcept { assignment.release(); }
    void releaseKey (double velocity) noexcept { assignment.release (velocity); }

    /** The sostenuto pedal goes down, and catches the key if that is down; or up. */
    void setSostenuto (bool isDown) noexcept { assignment.setSostenuto (isDown); }
    void setKeyPressure (double pressure) noexcept { controllers.setKeyPressure (pressure); }

    /** The bow leaves the string according to `hand.lift`. */
    void lift () noexcept { stroke.lift(); }
    /** The bow changes direction. */
    void turnBow () noexcept { mustTurn = true; }

    /** The hand goes on on another string: its bow has rolled over, and its finger leaves this one. */
    void leave () noexcept { left = phrase.isOn(); }
    double direction () const noexcept { return stroke.direction(); } // +1 down, -1 up

    /** Silences the string and frees the lane. Returns the energy that was left in the string and in its shadow. */
    Remainder sleep () noexcept;

    /** True if the segment needs no plan: nothing in the voice moves, or the bow of a humanised hand is still on its
        way to the target of the last plan. Advances the clocks then. */
    bool canReusePlan (const ControlSegment& segment) noexcept;

    /** Plans the lane's next segment; call canReusePlan() first. */
    void plan (const Patch& patch, const Channels& channels, const PlayedGesture& played,
               const PartialAllowance& allowance, const ControlSegment& segment) noexcept;

    /** Copies string and hand to the shadow, and gives it slot B's contact. Call it after plan(). */
    void planShadow () noexcept;

    /** Returns, once, the energy [J] that was silenced because plan() turned a block into a body of modes, or the other
        way round. */
    Remainder collectRemainder () noexcept { return body.collectRemainder(); }

    /** Number of parts of a control interval in which pitch or bow move: 1, 2, 4 or 8. */
    int parts () const noexcept { return std::max (sweepParts(), substepsLeft > 0 ? ControlSegment::substeps : 1); }

    /** Number of parts in which the pitch crosses a control interval: more than 1 if it moves so fast that steps of the
        control grid would be heard. Call moveSweep() before each part except the first. */
    int sweepParts () const noexcept { return sweep.parts(); }
    /** Moves pitch and gain to the next part of the segment. */
    void moveSweep () noexcept;

    /** Plans a quick hand's bow for the rest of the segment that the last plan was made for. False if nothing of it is
        left. */
    bool moveSubstep (double timeStep) noexcept;

    /** Returns gain and place in the mix, as ramps over the segment; the functions below set how far they have got. */
    const VoiceLevel& mix () const noexcept { return level; }
    void advanceMix (int steps) noexcept { level.advance (steps); }
    void setMixReached (double gain, double stage) noexcept { level.setReached (gain, stage); }
    void setPanReached (double pan) noexcept { level.setReachedPan (pan); }

    /** Takes the stored energy [J]; true when the string has rung out (-120 dB of the note's peak). */
    bool hasRungOut (double storedEnergy) noexcept { return level.hasRungOut (storedEnergy) && stroke.isRinging(); }
    double lastEnergy () const noexcept { return level.energy(); } // [J] as hasRungOut() got it last
    double heardPower () const noexcept { return level.energy() * level.amplitude() * level.amplitude(); }

    /** Returns, and restores, the part of the last stroke that outlasts a rest. */
    SmoothedControllers::Touch touch () const noexcept { return controllers.touch(); }
    void recall (int channel, int key, SmoothedControllers::Touch last) noexcept
    {
        assignment.recall (channel, key);
        controllers.recall (last);
    }

    /** Pressure 0 … 1 and CC74 -1 … 1 as they are at the voice's key now; see SmoothedControllers. */
    double pressure (const Patch& patch, const Channels& channels) const noexcept
    {
        return controllers.pressureNow (channel(), patch, channels);
    }
    double slide (const Patch& patch, const Channels& channels) const noexcept
    {
        return controllers.slideNow (channel(), patch, channels);
    }

    /** The key that the voice plays. */
    const KeyAssignment& keys () const noexcept { return assignment; }
    int channel () const noexcept { return assignment.channel(); }
    int key () const noexcept { return assignment.key(); }
    std::uint64_t order () const noexcept { return assignment.order(); }
    bool plays (int channel, int key) const noexcept
    {
        return isAwake() && channel == assignment.channel() && key == assignment.key();
    }
    bool isAwake () const noexcept { return stroke.isAwake(); }
    bool isHeld () const noexcept { return stroke.isBowing(); }
    double dynamics () const noexcept
    {
        return controllers.dynamics();
    } // [dB] relative to the patch; 0 if Response is Direct
    double struckLouder () const noexcept
    {
        return strike.louderDb (effective.patch());
    } // [dB] than the patch by velocity; not less than 0

    /** The note [semitones] of the key in this tuning; the current one, glides included, without bend; and the one that
        the last slide began at. */
    double keyNote (const Channels& channels) const noexcept
    {
        return channels.noteOf (*tuning, assignment.channel(), assignment.key());
    }
    double note () const noexcept { return pitch.note(); }
    double slideOrigin () const noexcept { return pitch.origin(); }

    /** True once the stroke has been given its partials; and how many, transverse and torsional. */
    bool hasPartials () const noexcept { return isAwake() && body.hasPartials(); }
    int partials () const noexcept { return lane.partials(); }
    int bodyType () const noexcept { return body.type(); }
    int secondBodyType () const noexcept { return body.secondType(); } // -1: none

    /** Position within the drawn gesture that moves the hand, 0 … 1; -1 without one. */
    double gesturePlace () const noexcept { return gesture.place(); }

    /** The group that holds the voice's lane, number % VoiceGroup::lanes. */
    const VoiceGroup& group () const noexcept { return lane.group(); }

private:
    void planBowAlone (const ControlSegment& segment, int points) noexcept;
    AbruptMenus::Heard heardOfMenus (const Patch& patch) const noexcept;
    void planPitch (VoicePlan& plan, const ControlSegment& segment) noexcept;
    void computePitch (VoicePlan& plan) noexcept;
    void planPlace (VoicePlan& plan) noexcept;
    void planBody (VoicePlan& plan, const PartialAllowance& allowance) noexcept;
    void planContact (const VoicePlan& plan) noexcept;
    void planSides (VoicePlan& plan) noexcept;
    void planBow (const VoicePlan& plan, int stepsOfHand, int points) noexcept;
    void moveBow (const VoicePlan& plan, int steps) noexcept;
    void planLevel (VoicePlan& plan) noexcept;
    void advance (const Patch& patch, double seconds) noexcept;

    Lift liftOf (const Patch& patch) const noexcept;
    bool stops (const Patch& patch) const noexcept;
    double phrasing (const Patch& patch) const noexcept;
    double ownVibrato (const Patch& patch) const noexcept;
    bool hearsPitch (const Patch& patch) const noexcept;
    double pan () const noexcept { return std::clamp (controllers.pan() + chair.pan, -1.0, 1.0); }
    bool isHeldStroke () const noexcept;
    bool drawsLine (const HandUpdates& hands) const noexcept;
    bool isSteady (const VoicePlan& plan) const noexcept;
    bool isBodyConstant (const VoicePlan& plan) const noexcept;
    PlanCache::Validity validityOf (const VoicePlan& plan) const noexcept;
    bool isPlanConstant (const VoicePlan& plan) const noexcept;

    const Tuning* tuning = &equalTuning;
    KeyAssignment assignment;
    KeyStrike strike;
    BowStroke stroke;
    BowHand hand;
    Phrase phrase;
    GesturePlayback gesture;
    SmoothedControllers controllers;
    EffectivePatch effective;
    boxLoudness::Measured box;
    VoicePitch pitch;
    PitchSweep sweep;
    BodyLane lane;
    PlayedBody body;
    AbruptMenus menus;
    PlayedContact contact;
    SideHands sides;
    VoiceLevel level;
    PlanCache cache;
    Chair chair;
    double presence = 1.0;
    int theString = -1;    // -1: none
    bool mustTurn = false; // by turnBow()
    bool yields = false;   // since yield()
    Fade yielding;
    bool left = false;       // by a hand that plays on another string
    bool holdsPitch = false; // until the arm moves
    int held = 0;            // segments since the pitch was computed
    int substepsLeft = 0;    // internal samples at the end of the segment that are not planned yet, for a quick hand
};
} // namespace kolophon
