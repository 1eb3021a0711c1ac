// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Strings/MixRamp.h"

#include <algorithm>

namespace kolophon
{
/** Ramps level and place of a voice in the mix over a segment, and remembers the energy by which it is found to have
    rung out. [audio] */
class VoiceLevel
{
public:
    /** Starts on a silent string. */
    void start () noexcept
    {
        theGain = {};
        theTap = 0.0;
        peakEnergy = latestEnergy = 0.0;
    }

    /** Targets at the end of a segment. */
    struct Target
    {
        double gain;  // [1/N] on the force at the bridge, which makes light and heavy strings equally loud
        double stage; // position on the stage, 1 left … -1 right: high keys at the right, as on a keyboard
        double pan;   // -1 … 1: above 0 the left channel is attenuated, below 0 the right one
    };

    /** Takes the targets at once, for a voice that was silent and needs no fade. */
    void jump (const Target& target) noexcept
    {
        theGain.now = target.gain;
        theStage.now = target.stage;
        thePan.now = target.pan;
    }

    /** Aims the ramps at their targets, `steps` internal samples away. */
    void aim (const Target& target, int steps) noexcept
    {
        theGain.step = (target.gain - theGain.now) / steps;
        theStage.step = (target.stage - theStage.now) / steps;
        thePan.step = (target.pan - thePan.now) / steps;
    }

    /** Sets BodyKind::tap() of the segment, which moves in steps of the control grid: the gain cancels the step and
        then follows linearly. */
    void setTap (double tap) noexcept
    {
        if (theTap > 0.0)
            theGain.now *= theTap / tap;
        theTap = tap;
    }

    /** Gain times tap: what is heard of a mode; and at the end of the ramp, after `steps`. */
    double amplitude () const noexcept { return theGain.now * theTap; }
    double amplitudeAfter (int steps) const noexcept { return (theGain.now + theGain.step * steps) * theTap; }

    /** Sets another tap, and the gain with which a mode is heard at `amplitude`. */
    void setAmplitude (double amplitude, double tap) noexcept
    {
        theTap = tap;
        theGain.now = amplitude / theTap;
    }

    /** Aims the gain so that a mode is heard at `amplitude` after `steps`. */
    void aimAmplitude (double amplitude, int steps) noexcept
    {
        theGain.step = (amplitude / theTap - theGain.now) / steps;
    }

    /** Multiplies the tap; the amplitude stays. */
    void scaleTap (double ratio) noexcept
    {
        theGain.now /= ratio;
        theTap *= ratio;
    }

    /** Advances the ramps of a voice that the mixer leaves out. */
    void advance (int steps) noexcept
    {
        theGain.advance (steps);
        theStage.advance (steps);
        thePan.advance (steps);
    }

    /** Sets the values that the mixer's ramps have reached. */
    void setReached (double gain, double stage) noexcept
    {
        theGain.now = gain;
        theStage.now = stage;
    }
    void setReachedPan (double pan) noexcept { thePan.now = pan; }

    /** Compares the stored energy [J] with the note's largest; true when 120 dB lie between them. */
    bool hasRungOut (double storedEnergy) noexcept
    {
        latestEnergy = storedEnergy;
        peakEnergy = std::max (peakEnergy, storedEnergy);
        return storedEnergy <= 1e-12 * peakEnergy;
    }
    double energy () const noexcept { return latestEnergy; } // [J] as hasRungOut() got it last
    void forgetEnergy () noexcept { latestEnergy = 0.0; }

    const MixRamp& gain () const noexcept { return theGain; }
    const MixRamp& stage () const noexcept { return theStage; }
    const MixRamp& pan () const noexcept { return thePan; }
    double tap () const noexcept { return theTap; } // 0: none yet
    bool isSilent () const noexcept { return theGain.now == 0.0; }

    /** True if the ramps stand; one whose step rounds away does, too. */
    bool isConstant () const noexcept { return isConstant (theGain) && isConstant (theStage) && isConstant (thePan); }

private:
    static bool isConstant (const MixRamp& ramp) noexcept { return ramp.now + ramp.step == ramp.now; }

    MixRamp theGain, theStage, thePan;
    double theTap = 0.0;                         // of the last plan
    double peakEnergy = 0.0, latestEnergy = 0.0; // [J]
};
} // namespace kolophon
