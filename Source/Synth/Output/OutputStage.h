// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Limits.h"
#include "../Parameters/Patch.h"
#include "BackDesk.h"
#include "BoxResponse.h"
#include "HeldChord.h"
#include "NearWalls.h"
#include "Placement.h"
#include "PlayerTurn.h"
#include "Room.h"
#include "SoundingBox.h"

#include <array>

namespace kolophon
{
/** Linear ramp to a target: control values change on the control grid, and the samples between are interpolated. */
struct Ramp
{
    double value = 0.0, step = 0.0; // in the value's own unit; step: per sample

    void jump (double target) noexcept { *this = { target, 0.0 }; }
    void towards (double target, int samples) noexcept { step = (target - value) / samples; }
    double next () noexcept { return value += step; }
};

/** Output of the instrument, from the two partial sums of all strings to two channels: pans the partials, converts to
    the host's sample rate, adds boxes and room, sets the level and limits the peaks. [audio, except prepare()] */
class OutputStage
{
public:
    /** Allocates the room's memory, and resets. Call aim() next. [prepare] */
    void prepare (double newSampleRate);

    void reset () noexcept;

    /** Sets new targets, reached in `samples`; 0 jumps. Called on the control grid. `chord`, for the balance of
        chords: at 100 % of out.chord each of n strings is n^-0.3 as loud as a single one, and n^-0.6 where they are
        6 dB louder than the patch, so that loud chords have headroom and single notes all of their dynamics. `seconds`
        since the sound began, for the player who turns. */
    void aim (const Patch& patch, const HeldChord& chord, int samples, double seconds = 0.0) noexcept;

    /** Sets the box "Measured", from the next aim() on. */
    void setBox (GivenBox* newBox) noexcept { given = newBox; }
    const GivenBox* givenBox () const noexcept { return given; }
    /** True if that box can still be heard. */
    bool plays (const GivenBox& one) const noexcept { return one.convolver && box.isUsing (*one.convolver); }

    static constexpr int maxSamples = Placement::maxSamples; // per segment
    static constexpr int backDesks = limits::maxDesks - 1;
    using Heard = Placement::Heard;

    /** Strings of the desks behind the first one; null where none sounds. */
    struct Behind
    {
        std::array<BackDesk::Ears, backDesks> ears;
        std::array<bool, backDesks> sounds;
    };

    /** Renders `samples` output samples, each from `oversampling` internal ones, between two points of the control
        grid, of the first desk and of those behind. */
    void process (const Heard& ofLeft, const Heard& ofRight, int oversampling, double* left, double* right, int samples,
                  const Behind& behind = {}) noexcept;

    /** True if the output has been below -180 dBFS for a tenth of a second, and nothing is under way to it. */
    bool isQuiet () const noexcept
    {
        return quietSamples >= quietFor() && (! roomOpen || room.isQuiet()) && box.isQuiet();
    }
    double smallestGuardGain () const noexcept { return smallestGain; } // in the last segment
    int guardedSamples () const noexcept { return heldSamples; }        // in the last segment

private:
    void aimRoom (double fraction, double t60, int samples) noexcept;
    void aimBox (const Patch& patch, int samples, double seconds) noexcept;
    bool processBehind (const Behind& behind, const double* width, int oversampling, BackDesk::Samples& bare,
                        BackDesk::Samples& intoFront, BackDesk::Samples& boxed, int samples) noexcept;
    void addRoom (double* left, double* right, int samples) noexcept;
    void guard (const double* peaks, double* left, double* right, int samples) noexcept;
    int quietFor () const noexcept { return static_cast<int> (0.1 * sampleRate); }

    Placement front; // the first desk
    std::array<BackDesk, backDesks> others;
    PlayerTurn player;
    SoundingBox box;
    GivenBox* given = nullptr; // the box "Measured"
    NearWalls walls;
    Room room;
    Ramp wet, dry;               // gains of the box, and of the force at the bridge beside it
    Ramp roomGain;               // gain of the room
    double roomOpened = 1.0;     // fraction of the time in which the room's input grows
    Ramp spread;                 // gain of the side signal
    Ramp gain;                   // out.level, and the balance of chords
    double balanceDb = 0.0;      // of chords [dB], smoothed
    double sampleRate = 48000.0; // [Hz] of the host
    double guardRelease = 1e-4;  // fraction per sample by which the guard returns to 1
    double guardGain = 1.0;      // <= 1
    double smallestGain = 1.0;   // of the guard, in the last segment
    int heldSamples = 0;         // attenuated by more than a thousandth, in the last segment
    int quietSamples = 0;        // [samples] since the last one above -180 dBFS
    bool roomOpen = false, guarded = true;
};
} // namespace kolophon
