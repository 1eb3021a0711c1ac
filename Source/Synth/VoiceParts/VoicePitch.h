// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Hands/Glide.h"
#include "../Hands/PitchLock.h"
#include "../Hands/Vibrato.h"
#include "VoicePlan.h"

namespace kolophon
{
/** Computes the pitch of a voice from its note, which glides between keys, bend, vibrato and the finger's
    unsteadiness, and corrects it by the pitch lock. [audio] */
class VoicePitch
{
public:
    /** Starts a stroke on a note; see Glide::start(). A string that doesn't ring starts its vibrato anew, at a phase
        [cycles]. */
    void start (double note, double from, double glideSeconds, bool rings, double vibratoPhase = 0.0) noexcept
    {
        glide.start (note, from, glideSeconds, rings);
        if (! rings)
            vibrato.restart (vibratoPhase);
    }

    /** Starts the pitch lock, on the body that the stroke has chosen. */
    void startLock (const Patch& patch, const guide::Rubbed& rubbed) noexcept
    {
        lock.start (flattening (patch, rubbed), 0.01 * patch.voicePitchLockPercent);
    }

    /** Continues with another note in the same stroke. */
    void slur (double note, double glideSeconds, const Patch& patch, const guide::Rubbed& rubbed) noexcept
    {
        glide.slideTo (note, glideSeconds);
        lock.loosen (flattening (patch, rubbed));
    }

    void retune (double note) noexcept { glide.retune (note); }

    /** Goes on for `seconds`, with `rate` times the patch's rate of vibrato. */
    void advance (const Patch& patch, double seconds, double rate) noexcept
    {
        glide.advance (seconds);
        vibrato.advance (patch, seconds, rate);
    }

    /** Deviations of the pitch from the note, other than glides. */
    struct Deviations
    {
        double noteAge;                  // [s]
        double bend, wheel;              // [semitones]; 0 … 1
        double strokeCents, fingerCents; // [cent] of this stroke, of the finger at this moment
        double vibratoFactor;            // of the vibrato's depth, by the finger
        bool jumps;                      // no movement of the pitch is intended: a new note
        double ownVibrato = 1.0;         // of the depth without the wheel, in this note
        double vibratoBend = 0.0;        // see Vibrato::deviation()
    };

    /** Writes note, pitch and the pitch's movement into the plan. */
    void plan (VoicePlan& plan, const Deviations& by) noexcept;

    /** Measures the sounding pitch with the modes of the body, of which `asked` [Hz] was requested. */
    void measure (const PitchLock::Modes& modes, double asked, double seconds, const Patch& patch) noexcept
    {
        lock.follow (modes, asked, seconds, 0.01 * patch.voicePitchLockPercent, patch.bodyTensionPercent > 0.0);
        measured = true;
    }

    /** Begins a segment in which the pitch has not been measured yet. */
    void beginSegment () noexcept { measured = false; }
    bool isMeasured () const noexcept { return measured; }

    /** Corrects the plan's pitch by what the lock has found; `bowed` while it may find more. */
    void correct (VoicePlan& plan, bool bowed) noexcept
    {
        plan.isCorrecting = bowed && isCorrecting();
        plan.body.pitch *= lockRatio (lock.cents() / 1200.0);
        measured = false;
    }

    /** Discards the lock's measurements, because a segment passes without one. */
    void skipMeasurement () noexcept { lock.skip(); }

    /** The pitch lock's correction [cent]. */
    double correction () const noexcept { return lock.cents(); }
    bool isCorrecting () const noexcept { return ! lock.isSettled(); }

    double note () const noexcept { return glide.note(); } // [semitones] glides included, without bend
    double origin () const noexcept { return glide.origin(); }
    bool isGliding () const noexcept { return ! glide.isOver(); }
    bool isJumping () const noexcept { return glide.isJump(); }

private:
    guide::Flattening flattening (const Patch& patch, const guide::Rubbed& rubbed) noexcept;

    Glide glide;
    Vibrato vibrato;
    PitchLock lock;
    double meantNote = 0.0; // [semitones] from keys, wheels, knobs and vibrato, in the last plan
    bool measured = false;  // the lock has measured in this segment
    portable::Remembered<portable::exp2> pitchRatio, lockRatio, targetRatio;
};
} // namespace kolophon
