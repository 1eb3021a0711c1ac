// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Output/Boxes.h"

#include <array>

namespace kolophon
{
/** The resonances of one box in SIMD lanes; SoundingBox.h has the equations. Plain data. */
struct alignas (64) ResonanceBank
{
    using Values = std::array<double, boxes::maxResonances>;
    static_assert (boxes::maxResonances % 8 == 0);

    alignas (64) Values g {}, damping {}, scale {}, gainLeft {}, gainRight {};
    alignas (64) Values stepG {}, stepLeft {}, stepRight {};      // while it glides
    alignas (64) Values left0 {}, left1 {}, right0 {}, right1 {}; // states
    int count = 0;
    bool gliding = false;
};

/** Functions that run on the best instruction set of the machine, with the same bits on each (see Physics/Lanes-inl.h).
    [audio] */
namespace resonances
{
/** Computes `scale` from g and damping. */
void solve (ResonanceBank& bank) noexcept;

/** Processes `samples` samples of both channels, in place. */
void process (ResonanceBank& bank, double* left, double* right, int samples) noexcept;
} // namespace resonances
} // namespace kolophon
