// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/PortableMath.h"
#include "../Control/NoteTouch.h"
#include "../Hands/KeyStrike.h"
#include "VoicePlan.h"

namespace kolophon
{
/** Smooths the controllers of a voice's channel and key, and what the host sends to its note alone. [audio] */
class SmoothedControllers
{
public:
    static constexpr double smoothingTime = 0.005; // [s] time constant, that of controllers as modulation, too

    /** Starts a stroke, from whose place CC74 is counted. */
    void start (int channel, const Channels& channels) noexcept
    {
        keyPressure = 0.0;
        timbreAtStart = channels.timbre (channel);
    }

    /** Sets the touch of the note, which outlives it. */
    void setNote (const NoteTouch& touch) noexcept { ofNote = &touch; }
    const NoteTouch& note () const noexcept { return *ofNote; }

    void setKeyPressure (double value) noexcept { keyPressure = value; }

    /** Pressure of the key, and CC74 of its channel when the stroke began, 0 … 1: what outlasts a rest. */
    struct Touch
    {
        double pressure, timbre;
    };
    Touch touch () const noexcept { return { keyPressure, timbreAtStart }; }
    void recall (Touch last) noexcept
    {
        keyPressure = last.pressure;
        timbreAtStart = last.timbre;
    }

    /** The largest of key, channel and note pressure, 0 … 1, above voice.press_floor and bent by voice.press_curve: as
        it is now, not smoothed. */
    double pressureNow (int channel, const Patch& patch, const Channels& channels) const noexcept;

    /** CC74 and the note's brightness, each relative to its value at the start of the stroke or to the middle,
        -1 … 1; not smoothed. */
    double slideNow (int channel, const Patch& patch, const Channels& channels) const noexcept
    {
        const bool isAbsolute = choiceOf<&Patch::voiceSlide> (patch) == Slide::absolute;
        const double moved = channels.timbre (channel) - (isAbsolute ? 0.5 : timbreAtStart);
        return std::clamp (moved + ofNote->slid (isAbsolute), -1.0, 1.0);
    }

    /** The voice whose controllers they are. */
    struct Player
    {
        int channel;
        const KeyStrike& strike;
        bool isFresh;  // the stroke has just begun: takes their values at once
        bool isSilent; // nothing is heard yet: takes pan and dynamics at once, too
    };

    /** Moves towards the controllers over one segment; skipped while all of them have arrived and nothing has changed.
        True while any of them still moves. */
    bool follow (const Patch& patch, const Channels& channels, const Player& player, const Revision& revision,
                 double seconds) noexcept;

    double bend () const noexcept { return theBend; }             // [semitones]
    double pressure () const noexcept { return thePressure; }     // 0 … 1
    double timbre () const noexcept { return theTimbre; }         // -1 … 1, see slideNow()
    double wheel () const noexcept { return theWheel; }           // 0 … 1, for vibrato
    double volume () const noexcept { return theVolume; }         // gain of CC7
    double pan () const noexcept { return thePan; }               // CC10, -1 … 1
    double expression () const noexcept { return theExpression; } // 0 … 1, breath included; where Response is Player
    double dynamics () const noexcept { return theDynamics; } // [dB] relative to the patch; where Response is Player
    double effort () const noexcept { return theEffort; }     // factor of speed and force; where it is Direct

private:
    bool followAll (const Patch& patch, const Channels& channels, const Player& player, double fraction) noexcept;

    const NoteTouch* ofNote = &NoteTouch::none;
    double keyPressure = 0.0, timbreAtStart = 0.5; // 0 … 1
    double theBend = 0.0, thePressure = 0.0, theTimbre = 0.0, theWheel = 0.0, theVolume = 1.0, thePan = 0.0;
    double theExpression = 1.0, theDynamics = 0.0, theEffort = 1.0;
    /** Revision at which the smoothed controllers came as near to their targets as they do: valid while it is
        unchanged, and until the voice is silent, where they take the rest of the way. */
    struct Arrival
    {
        Revision revision; // 0: they move
        double seconds = 0.0;
        bool isSilent = false;
        bool operator== (const Arrival&) const = default;
    } arrival;
    portable::Remembered<portable::exp> decay;
};
} // namespace kolophon
