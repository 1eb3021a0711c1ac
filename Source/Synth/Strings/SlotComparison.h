// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "StringSet.h"

namespace kolophon
{
/** Comparison of two slots under the same hand: selects the one that is heard, and matches the loudness of slot B to
    that of slot A. While it is active both slots are computed; a change is a short fade. [audio] */
class SlotComparison
{
public:
    enum class Change { none, began, ended };

    /** Updates the state from the knobs, at a point of the control grid. The comparison begins at once, and ends when
        the knobs switch it off and slot B has faded out. `atOnce`: without a fade. */
    Change follow (bool wanted, bool hearB, bool atOnce) noexcept;

    bool isOn () const noexcept { return on; }

    /** Resets the measured levels of both slots. */
    void forgetLevels () noexcept
    {
        levelA = levelB = {};
        match = matchNow = 1.0;
    }

    /** Matches slot B to slot A by their recent levels. Called at a point of the control grid. */
    void matchLevels () noexcept;

    /** Mixes slots A (`a`) and B (`b`), and leaves the result in `a`. */
    void mix (StringMix& a, const StringMix& b, int steps, double timeStep) noexcept;

private:
    /** Loudness of a slot's middle signal: mean square of its deviation from a slow mean, which is inaudible. */
    struct Level
    {
        double mean = 0.0, square = 0.0; // slow means of the mix, and of its square around that
        void hear (double sample, double drift, double fraction) noexcept;
    };

    bool on = false;
    double heardB = 0.0, goal = 0.0; // fraction of slot B in the output, and its target, 0 or 1
    Level levelA, levelB;
    double match = 1.0, matchNow = 1.0; // gain of slot B
};
} // namespace kolophon
