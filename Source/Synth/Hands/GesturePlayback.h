// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Control/DrawnGesture.h"
#include "../Parameters/PatchChoices.h"

namespace kolophon
{
/** Plays the drawn gesture of a stroke, if it drives the hand: factors of speed and force, and a displacement along
    the string. A gesture that has ended keeps the last position. [audio] */
class GesturePlayback
{
public:
    static bool drives (const Patch& patch) noexcept { return choiceOf<&Patch::handDrive> (patch) == Drive::gesture; }

    /** Starts a stroke. */
    void start () noexcept
    {
        clock.reset();
        position = -1.0;
        displacement = 0.0;
    }

    /** Moves to the next segment of `seconds`; the gesture stands still unless the stroke is `bowed`. */
    void follow (const Patch& patch, bool bowed, const PlayedGesture& gesture, double seconds) noexcept
    {
        ended = false;
        if (! drives (patch) || ! bowed)
        {
            position = -1.0;
            displacement = drives (patch) ? displacement : 0.0;
            drawn = neutral;
            return;
        }
        position = clock.place (patch);
        drawn = gesture.drawn.at (position);
        displacement = drawn.place;
        ended = ! GestureClock::loops (patch) && clock.lengths (patch) >= 1.0;
        clock.move (patch, seconds, gesture.quartersPerSecond);
    }

    /** The gesture's factors of speed and force in this segment; 1 without one. */
    const DrawnGesture::Point& point () const noexcept { return drawn; }

    /** The displacement of the contact [octaves] over Position. */
    double octaves () const noexcept { return displacement; }

    /** Position within the gesture, 0 … 1; -1 without one. */
    double place () const noexcept { return position; }

    /** True if the gesture has come to its end in this segment, and lifts the bow. */
    bool hasEnded () const noexcept { return ended; }

private:
    static constexpr DrawnGesture::Point neutral { 0.0, 1.0, 1.0, 0.0 };

    GestureClock clock;
    DrawnGesture::Point drawn = neutral;
    double position = -1.0, displacement = 0.0;
    bool ended = false;
};
} // namespace kolophon
