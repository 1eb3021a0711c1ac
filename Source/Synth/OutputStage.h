#pragma once

#include "Decimator.h"
#include "Patch.h"
#include "Room.h"
#include "SoundingBox.h"

#include <array>

namespace kolophon
{
/** A value on its way to a target in a straight line: control values move on the control grid, samples see no step. */
struct Ramp
{
    double value = 0.0, step = 0.0; // in the value's own unit; step: per sample

    void jump (double target) noexcept { *this = { target, 0.0 }; }
    void towards (double target, int samples) noexcept { step = (target - value) / samples; }
    double next () noexcept { return value += step; }
};

/** From the two partial sums of all strings to the listener's two ears: places the partials, brings them to the host's
    rate, lets the box radiate and the room answer, sets the level, guards the ears. [audio, but for prepare()] */
class OutputStage
{
public:
    /** Takes the memory that the room needs, and is silent. Call aim() next. [prepare] */
    void prepare (double newSampleRate);

    void reset () noexcept;

    /** New targets, reached in `samples`; 0 jumps. Called on the control grid. `bowed`: strings that are held, for the
        balance of chords: n of them are each n^-0.3 as loud as one at 100 % of out.chord. */
    void aim (const Patch& patch, int bowed, int samples) noexcept;

    static constexpr int maxSamples = 32; // of a stretch
    /** [1/s] of the high-pass at 8 Hz that takes the mean away: the bow's steady pull is not sound. */
    static constexpr double meanDecayRate = 2.0 * 3.14159265358979324 * 8.0;

    /** What one ear is given: what is heard in the middle, and what left has more than right. */
    struct Heard
    {
        const double* middle;
        const double* side;
    };
    /** `samples` output samples, each from `oversampling` internal ones, between two points of the control grid. Two
        ears that are given the same stand in the middle. */
    void process (const Heard& ofLeft, const Heard& ofRight, int oversampling, double* left, double* right,
                  int samples) noexcept;

    /** True when nothing above -180 dBFS has come out for a tenth of a second, and the room sleeps. */
    bool isQuiet () const noexcept { return quietSamples >= quietFor() && (! roomOpen || room.isQuiet()); }
    double smallestGuardGain () const noexcept { return smallestGain; } // in the last stretch
    int guardedSamples () const noexcept { return heldSamples; }        // likewise

private:
    void aimRoom (double fraction, double t60, int samples) noexcept;
    void place (const Heard (&ears)[2], int oversampling, double (&placed)[2][maxSamples],
                double (&again)[2][maxSamples], int samples) noexcept;
    void answer (double* left, double* right, int samples) noexcept;
    void guard (const double* peaks, double* left, double* right, int samples) noexcept;
    int quietFor () const noexcept { return static_cast<int> (0.1 * sampleRate); }

    struct Channel
    {
        RateChanger rate;
        struct
        {
            double in = 0.0, out = 0.0;
        } blocker; // last sample in and out of the high-pass that takes the mean away
    };
    std::array<Channel, 2> channels;
    SoundingBox box;
    Room room;
    Ramp wet, dry;               // gains of the box, and of the force at the bridge beside it
    Ramp roomGain;               // gain of the room
    Ramp spread;                 // 0 … 0.7: how far apart the sides are heard
    Ramp gain;                   // out.level, and the balance of chords
    double balanceDb = 0.0;      // of chords [dB], on its way
    double sampleRate = 48000.0; // [Hz] of the host
    double blockerPole = 0.999;  // a sample
    double guardRelease = 1e-4;  // fraction of the way back to 1 that the guard goes in a sample
    double guardGain = 1.0;      // <= 1
    double smallestGain = 1.0;   // of the guard, in the last stretch
    int heldSamples = 0;         // by more than a thousandth, in the last stretch
    int quietSamples = 0;        // [samples] since anything above -180 dBFS came out
    bool roomOpen = false, guarded = true;
};
} // namespace kolophon
