// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Units.h"
#include "VoiceLevel.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolophon
{
/** Divides fast pitch changes into parts. The step coefficients of a body are constant over a segment, so that a sweep
    becomes a staircase, whose steps are heard as images of the tone around multiples of the control rate. For a step by
    df, held for T:

        in phase       the parabola between the staircase and the straight line, df T/(2 pi) of the tone
        in amplitude   if the taps depend on pitch, their step, dA/A 1/(2 pi)

    The first falls with the square of the number of parts that the step is divided into. The second is compensated by
    the gain, which moves in straight lines (VoiceLevel). A pitch that moves by less than `heardStep` per segment is
    below -90 dB without division, and is left bit-identical. [audio] */
class PitchSweep
{
public:
    static constexpr int maxParts = 8; // per segment

    /** True if steps of so many semitones per segment would be heard. */
    static bool isHeard (double semitones) noexcept { return 100.0 * std::abs (semitones) > heardStep; }

    /** A segment's pitch, and its intended change since the segment before. */
    struct Movement
    {
        double pitch;     // [Hz]
        double semitones; // without sign or with it
        double seconds;   // of the segment
        int steps;        // internal samples
    };

    /** Divides a segment into as many parts as its movement requires, powers of two. False if one is enough, or if the
        movement `canBeDivided` not at all. */
    bool divide (const Movement& movement, bool canBeDivided) noexcept
    {
        const double before = std::exchange (plannedPitch, movement.pitch);
        count = 1;
        left = 0;
        if (! isHeard (movement.semitones) || ! canBeDivided || ! (before > 0.0))
            return false;
        const double image =
            movement.pitch * (100.0 * std::abs (movement.semitones) / centsPerNeper) * movement.seconds / (2.0 * pi);
        while (count < maxParts && image > heardImage * count * count)
            count *= 2;
        if (count == 1)
            return false;
        left = count - 1;
        stepsOfPart = movement.steps / count;
        const double whole = movement.pitch / before;
        stepRatio = whole;
        for (int parts = 1; parts < count; parts *= 2)
            stepRatio = std::sqrt (stepRatio);
        meanOverFirst = std::sqrt (whole / stepRatio);
        return true;
    }

    /** Ratio of the pitch from one part to the next. */
    double ratio () const noexcept { return stepRatio; }

    /** Ratio of the parts' mean pitch, which is the planned one, to that of the first part. So a change between swept
        and steady segments causes no jump in phase. */
    double below () const noexcept { return meanOverFirst; }

    /** Begins the first part: the amplitude moves in a straight line from its value before to the plan's, `to`, while
        the tap changes by `ratioOfTaps` from part to part. */
    void begin (VoiceLevel& level, double from, double to, double firstTap, double ratioOfTaps) noexcept
    {
        amplitudeFrom = from;
        amplitudeTo = to;
        tapRatio = ratioOfTaps;
        level.setAmplitude (from, firstTap);
        aim (level);
    }

    /** Moves the level to the next part; false after the last. */
    bool next (VoiceLevel& level) noexcept
    {
        if (left == 0)
            return false;
        --left;
        level.scaleTap (tapRatio);
        aim (level);
        return true;
    }

    /** Number of parts in which the pitch crosses a control interval: 1, 2, 4 or 8. */
    int parts () const noexcept { return count; }

private:
    static constexpr double heardStep = 0.25;  // [cent] per segment
    static constexpr double heardImage = 2e-5; // of the tone: -94 dB

    /** Sets the gain's slope for the current part. */
    void aim (VoiceLevel& level) const noexcept
    {
        const double done = static_cast<double> (count - left) / count;
        level.aimAmplitude (amplitudeFrom + done * (amplitudeTo - amplitudeFrom), stepsOfPart);
    }

    int count = 1, left = 0;                       // parts of the segment; still to come
    int stepsOfPart = 0;                           // internal samples
    double plannedPitch = 0.0;                     // [Hz] of the segment before; 0: none yet
    double stepRatio = 1.0, meanOverFirst = 1.0;   // of pitches
    double tapRatio = 1.0;                         // from one part to the next
    double amplitudeFrom = 0.0, amplitudeTo = 0.0; // gain times tap at either end
};
} // namespace kolophon
