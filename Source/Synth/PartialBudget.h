#pragma once

#include <algorithm>

namespace kolophon
{
/** What the budget of partials, which all voices share, has for one of them. */
struct PartialAllowance
{
    int sure = 0;    // whatever the others do
    int spare = 0;   // neither taken nor kept back as another's sure part
    int waiting = 0; // voices that may still want some of it
};

/** The partials that all voices have together stay within a budget: a few are sure to every voice, the rest goes to
    those who start. After the budget was lowered the sum follows as soon as what sounded has rung out. [audio] */
class PartialBudget
{
public:
    static constexpr int sure = 4; // of every voice: 16 times that is the least budget

    /** With voices counted that sleep, and those of them that may be played. */
    explicit PartialBudget (int itsTotal, int asleep = 0, int asleepMayStart = 0) noexcept
        : total (itsTotal), without (asleep), waiting (asleepMayStart)
    {
    }

    /** Counts a voice, or with `sign` -1 discounts it. `mayStart`: it has no partials yet, but may be played. */
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

    /** For a voice that is not counted. */
    PartialAllowance allowance () const noexcept { return { sure, total - kept - sure * (without + 1), waiting }; }

    int taken () const noexcept { return partials; }

private:
    int total, partials = 0;
    int kept = 0;         // what voices have, and what is sure to them
    int without, waiting; // voices without any partials; those of them that may be played
};
} // namespace kolophon
