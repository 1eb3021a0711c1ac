// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Synth/Bank/VoiceGroup.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace kolophon::test
{
/** The energy account of each lane of a group that is rendered one step at a time. */
struct GroupBooks
{
    VoiceGroup::Lane before {}, peak {}; // [J] stored after the step before, and the most stored or exchanged so far

    /** Requires that the last step's books close to 2e-13 of the peak (1.1e-13 was seen without fused multiply-add, in
        a step in which a body lost three quarters of it), that no loss is negative, and, where `growsNot`, that the
        energy has not grown. */
    void check (const VoiceGroup& group, std::size_t lane, bool growsNot = false)
    {
        const double after = group.stored[0][lane], work = group.work[0][lane];
        const double heat = group.frictionLoss[0][lane], lost = group.bodyLoss[0][lane];
        peak[lane] = std::max ({ peak[lane], after, std::abs (work), heat });
        CAPTURE (lane, peak[lane]);
        REQUIRE (heat >= -1e-14 * peak[lane]);
        REQUIRE (lost >= -1e-14 * peak[lane]);
        REQUIRE (std::abs ((after - before[lane]) - (work - heat - lost)) <= 2e-13 * peak[lane]);
        if (growsNot)
            REQUIRE (after <= before[lane] + 1e-13 * peak[lane]);
        before[lane] = after;
    }
};
} // namespace kolophon::test
