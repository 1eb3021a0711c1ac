// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Hands/GesturePlayback.h"
#include "../Hands/Human.h"
#include "../Hands/Phrase.h"
#include "BodyLane.h"
#include "SmoothedControllers.h"
#include "VoicePlan.h"

namespace kolophon
{
/** Computes speed and force of the hand that draws the bow, in full stroke, from the knobs, the key's velocity,
    controllers and the irregularities of a player. [audio] */
class BowHand
{
public:
    /** Deviations of one stroke from the others, drawn at random. */
    struct Variation
    {
        double speed = 1.0, bite = 1.0, position = 1.0; // factors
        double hair = 1.0;                              // factor of its width, by the tilt of the bow
        double pressurePercent = 0.0, cents = 0.0;      // added
        double rise = 0.0;                              // of the time to full speed, over that by Bite; 0: that
        double living = 0.0;                            // 0 ... 1: how much of a player's onset
        double interval = 1e3;                          // [s] since the stroke before
    };

    /** Starts a stroke. */
    void start (const Patch& patch, Noise noise, const NotePrompt& prompt = {}) noexcept;

    /** Moves the player's arm, and if it is due the finger, by `seconds`, during which the bow moves at `velocity`
        [m/s]. True if the bow has reached its end and changes direction. */
    bool move (const Patch& patch, double seconds, double velocity, bool finger) noexcept
    {
        age += seconds;
        human.move (patch, seconds, velocity, finger);
        return human.turnsBow();
    }

    /** True if strokes begin as a player's do. */
    bool isLiving () const noexcept { return ofStroke.rise > 0.0; }

    /** True while the force still changes by itself, because the stroke belongs to a quick passage. */
    bool isSettling () const noexcept { return belongsToPassage() && age < 2.0 * ofStroke.interval; }

    /** True if a player's bow stays on the string after a stroke that `lasted` so long [s]: in a quick passage. */
    bool staysOnString (double lasted) const noexcept;

    const Variation& variation () const noexcept { return ofStroke; }
    const Human::Moment& unsteadiness () const noexcept { return human.now(); }

    /** Random starting point along the surface [points]; see Human::place(). */
    double surfacePlace (const Patch& patch) const noexcept { return human.place (patch); }

    /** Inputs of speed and force in addition to the patch. */
    struct Drive
    {
        const SmoothedControllers& controllers;
        const KeyStrike& strike;
        const DrawnGesture::Point& drawn;
        const Phrase& phrase;
    };
    /** Speed, force and bite in full stroke, for the rest of this plan. */
    StrokeShape::Hand draw (const VoicePlan& plan, const BodyLane& lane, const Drive& by) noexcept;

private:
    double pressForce (const VoicePlan& plan, const BodyLane& lane, const SmoothedControllers& controllers,
                       double full) noexcept;

    double paceOf (const VoicePlan& plan, const BodyLane& lane, double speed) noexcept;
    double hammerTime (const Patch& patch, double louder) noexcept;
    bool isSwelling (const VoicePlan& plan, const BodyLane& lane) const noexcept;

    struct Swell
    {
        double part, atFirst, later; // of the speed; [m/s^2]
    };
    Swell swell (const VoicePlan& plan, const Phrase& phrase, double speed, double bite) const noexcept;
    bool belongsToPassage () const noexcept;
    double lightness (double pitch) const noexcept;

    Human human;
    Variation ofStroke;
    double age = 0.0;           // [s] of the stroke
    double surfaceSquare = 0.0; // [m^2/s^2] of the surface's speed at the contact, smoothed; only while it is followed
    portable::Remembered<portable::exp2> biteRatio;
    portable::Remembered<portable::exp10> forceRatio, hammerRatio;
};
} // namespace kolophon
