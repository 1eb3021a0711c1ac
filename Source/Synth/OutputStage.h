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
    double value = 0.0, step = 0.0;

    void jump (double target) noexcept { *this = { target, 0.0 }; }
    void towards (double target, int samples) noexcept { step = (target - value) / samples; }
    double next() noexcept { return value += step; }
};

/** From the two partial sums of all strings to the listener's two ears: places the partials, brings them to the host's
    rate, lets the box radiate and the room answer, sets the level, guards the ears. [audio, but for prepare()] */
class OutputStage
{
public:
    /** Takes the memory that the room needs, and is silent. Call aim() next. [prepare] */
    void prepare (double newSampleRate);

    void reset() noexcept;

    /** New targets, reached in `samples`; 0 jumps. Called on the control grid. */
    void aim (const Patch& patch, int samples) noexcept;

    static constexpr int maxSamples = 32; // of a stretch

    /** `samples` output samples, each from `oversampling` internal ones, between two points of the control grid. */
    void process (const double* odd, const double* even, int oversampling, double* left, double* right, int samples) noexcept;

    /** True when nothing above -180 dBFS has come out for a tenth of a second, and the room sleeps. */
    bool isQuiet() const noexcept { return quietSamples >= quietFor() && (! roomOpen || room.isQuiet()); }
    double leastGuardGain() const noexcept { return leastGain; } // in the last stretch

private:
    void aimRoom (double fraction, double t60, int samples) noexcept;
    void place (const double* odd, const double* even, int oversampling, double* left, double* right, int samples) noexcept;
    void finish (double& left, double& right) noexcept;
    void guard (double peak, double& left, double& right) noexcept;
    int quietFor() const noexcept { return static_cast<int> (0.1 * sampleRate); }

    struct Channel
    {
        RateChanger rate;
        double blockerIn = 0.0, blockerOut = 0.0;
    };
    std::array<Channel, 2> channels;
    SoundingBox box;
    Room room;
    Ramp wet, dry, roomShare, spread, gain;
    double sampleRate = 48000.0, blockerPole = 0.999, guardRelease = 1e-4, guardGain = 1.0, leastGain = 1.0;
    int quietSamples = 0;
    bool roomOpen = false, guarded = true;
};
} // namespace kolophon
