#pragma once

#include "StringSet.h"

namespace kolophon
{
/** Two slots under the same hand: which of them is heard, and how loud slot B is made so that it is as loud as slot A.
    While it is on both sound all the time; changing sides is a short fade. [audio] */
class SlotComparison
{
public:
    enum class Change { none, began, ended };

    /** As the knobs want it, at a point of the control grid. It begins at once, and ends when it is no longer wanted
        and no longer heard. `atOnce`: without a fade. */
    Change follow (bool wanted, bool hearB, bool atOnce) noexcept;

    bool isOn () const noexcept { return on; }

    /** What both have been lately is forgotten. */
    void forgetLevels () noexcept
    {
        levelA = levelB = {};
        match = matchNow = 1.0;
    }

    /** Slot B is brought to slot A's level, as both have been lately. At a point of the control grid. */
    void matchLevels () noexcept;

    /** Leaves in `a` what is heard of slot A (`a`) and of slot B (`b`). */
    void mix (StringMix& a, const StringMix& b, int steps, double timeStep) noexcept;

private:
    /** Loudness of a slot in the middle: mean square around a slow mean, which nobody hears. */
    struct Level
    {
        double mean = 0.0, square = 0.0; // slow means of the mix, and of its square around that
        void hear (double sample, double drift, double fraction) noexcept;
    };

    bool on = false;
    double heardB = 0.0, goal = 0.0; // fraction of slot B in what is heard, on its way to 0 or 1
    Level levelA, levelB;
    double match = 1.0, matchNow = 1.0; // gain of slot B
};
} // namespace kolophon
