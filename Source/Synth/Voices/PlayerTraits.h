// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Patch.h"
#include "Chair.h"

#include <cstdint>

namespace kolophon
{
/** Traits that distinguish a player of a section from the first, which plays the patch as it is: the hand, the string
    within a luthier's spread, the chair and, note by note, time and intonation. All of it follows from the seed of the
    patch and the player's number. Deviations are normal with the standard deviations below, cut at three of them.

        time        a note begins later by |n| sd, sd = 60 ms (1 - Together) at velocity 80; twice that in the softest,
                    half in the hardest
        place       on the stage, a row of four for each desk: the level falls as the reciprocal of the distance from a
                    listener (Stage.h); the time that the sound takes is the output's (BackDesk.h)
        intonation  sd Tuning spread when a note begins, drawn together to 0.35 of it with a time constant of 0.1 s
        vibrato     rate sd 6 %, depth 0.35 octaves, delay 0.3 octaves, phase anywhere
        hand        speed sd 0.5 dB, Pressure 5 %, Position 0.08 octaves, length of the bow 0.2 octaves
        pace        of gestures, tremolo and bouncing: sd 0.1 octaves
        string      wave impedance (of other bodies, mass) sd 4 %, quality and decay 8 %, inharmonicity 12 % */
class PlayerTraits
{
public:
    PlayerTraits() = default;
    PlayerTraits (std::uint64_t seed, int player) noexcept;

    /** Turns the patch into this player's. */
    void apply (Patch& patch) const noexcept;

    /** [s] by which this player begins a note later than the first one: the `stroke`th, at a velocity 0 … 1. */
    double lag (const Patch& patch, std::uint64_t stroke, double velocity) const noexcept;
    /** [s] by which this player comes in, or leaves, later than the knob Players says. */
    double lagOfEntry () const noexcept { return entry; }

    /** Place of the chair: -1 … 1 on the stage, and rows behind the first. */
    double placeOfChair () const noexcept { return place; }
    int rowOfChair () const noexcept { return row; }

    /** Chair and intonation for a stroke. */
    Chair chair (const Patch& patch, std::uint64_t stroke) const noexcept;

private:
    std::uint64_t seed = 0;
    int number = 0, row = 0;         // row: behind the first
    double place = 0.0, entry = 0.0; // -1 … 1 on the stage; [s]
    double speed = 1.0, position = 1.0, pressurePercent = 0.0, bowLength = 1.0;
    double impedance = 1.0, quality = 1.0, decay = 1.0, inharmonicity = 1.0;
    double pace = 1.0, vibratoRate = 1.0, vibratoDepth = 1.0, vibratoDelay = 1.0;
};
} // namespace kolophon
