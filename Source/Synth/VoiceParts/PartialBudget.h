// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace kolophon
{
/** Part of the common budget of partials that is available to one voice. */
struct PartialAllowance
{
    int sure = 0;    // guaranteed to every voice
    int spare = 0;   // neither used by a voice nor reserved as its guaranteed part
    int waiting = 0; // voices that may still start and use some of it
};

/** Limits the number of partials of all voices together: a few are guaranteed to every voice, the rest goes to those
    that start. After the budget was lowered the sum follows as soon as the voices that sounded have rung out.
    [audio] */
class PartialBudget
{
public:
    static constexpr int sure = 4; // of every voice: 16 times that is the least budget

    /** Begins with `asleep` voices at rest, `asleepMayStart` of which may be played. */
    explicit PartialBudget (int itsTotal, int asleep = 0, int asleepMayStart = 0) noexcept
        : total (itsTotal), without (asleep), waiting (asleepMayStart)
    {
    }

    /** Adds a voice, or with `sign` -1 removes it. `mayStart`: it has no partials yet, but may be played. */
    template <class Voice>
    void count (const Voice& voice, bool mayStart, int sign = 1) noexcept
    {
        if (voice.hasPartials())
        {
            const int its = voice.partials();
            partials += sign * its;
            kept += sign * std::max (sure, its); // a block has none, and may become a string
            return;
        }
        without += sign;
        if (mayStart)
            waiting += sign;
    }

    /** Allowance of a voice that is not counted. */
    PartialAllowance allowance () const noexcept { return { sure, total - kept - sure * (without + 1), waiting }; }

    int used () const noexcept { return partials; }

private:
    int total, partials = 0;
    int kept = 0;         // used by voices, or guaranteed to them
    int without, waiting; // voices without any partials; those of them that may be played
};
} // namespace kolophon
