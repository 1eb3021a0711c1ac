// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Boxes/Boxes.h"

#include <array>

namespace kolophon
{
/** The modes of one box in SIMD lanes; SoundingBox.h has the equations. Plain data. */
struct alignas (64) ResonanceBank
{
    using Values = std::array<double, boxes::maxModes>;
    static_assert (boxes::maxModes % 8 == 0);

    /** Results of a size: poles, by which a state is multiplied from sample to sample, gains of both inputs, and half
        of what passes at once from each input to each ear. */
    struct Tuned
    {
        alignas (64) Values real {}, imaginary {}, fromLeft {}, fromRight {};
        double leftToLeft = 0.0, leftToRight = 0.0, rightToLeft = 0.0, rightToRight = 0.0;
    } now, goal, step; // step: per sample, while it glides

    alignas (64) Values real {}, imaginary {};         // states
    alignas (64) Values angle {}, damping {};          // 2 pi f/f_s at size 1, 1/(2 Q)
    alignas (64) Values partOfLeft {}, partOfRight {}; // of the inputs
    alignas (64) Values left {}, right {};             // gains to both ears
    alignas (64) Values turn {}; // [rad] of phase, per sine of the angle that the box is turned by
    int count = 0;               // a multiple of 8
    bool gliding = false;

    /** Turns of the modes' phases, e^(i psi): where they are, where they go, and by how much per sample. */
    struct Turned
    {
        alignas (64) Values cosine {}, sine {};
    } turned, turnGoal, turnStep;
    alignas (64) Values still {}; // imaginary parts of the states under a constant input of 1
    double turnedTo = 0.0;        // sine of the angle, the goal
    bool turning = false;         // a phase is not 0
};

/** Functions that run on the best instruction set of the machine, with the same bits on each (see Physics/Lanes-inl.h).
    [audio] */
namespace resonances
{
/** Computes the goal for a size (1: as built), and the steps to it in `samples`. */
void tune (ResonanceBank& bank, double size, int samples) noexcept;

/** Aims at phases of `turn` times the sine of an angle, reached in `samples`, or at once if that is 0. */
void turn (ResonanceBank& bank, double sineOfAngle, int samples) noexcept;

/** Processes `samples` samples of both channels, in place. */
void process (ResonanceBank& bank, double* left, double* right, int samples) noexcept;
} // namespace resonances
} // namespace kolophon
