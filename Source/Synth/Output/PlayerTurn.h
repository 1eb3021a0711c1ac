// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Patch.h"

#include <array>
#include <cstdint>

namespace kolophon
{
/** A player who turns and sways while playing a string instrument: slow motion, of 0.06 to 1.5 Hz, which no note and no
    key begins. Where the instrument is turned, its box radiates otherwise (SoundingBox.h), and its reflections in the
    walls nearby come by other ways (NearWalls.h). A function of the time since the sound began, of Turning, Human and its seed;
    a knob that jumps is followed as fast as a person can. All other bodies stand still. [audio] */
class PlayerTurn
{
public:
    struct Place
    {
        double turned = 0.0; // sine of the angle
        double aside = 0.0;  // [m] of the instrument, at right angles to the line to the listener
        double nearer = 0.0; // [m] along it
        double walls = 0.0;  // 0 … 1: how much of the walls nearby is heard
    };

    /** Moves on to a point of the control grid, `seconds` after the beginning of the sound; `atOnce` jumps. Each desk of
        a section, counted from 0, moves in its own way. */
    void move (const Patch& patch, double seconds, bool atOnce, int desk = 0) noexcept;

    const Place& now () const noexcept { return place; }

private:
    static constexpr int count = 7;
    struct Swing
    {
        double frequency, turning, swaying; // [Hz], [rad] phases of both
    };

    void draw (std::uint64_t seed) noexcept;

    Place place;
    std::array<Swing, count> swings {};
    std::uint64_t drawnFrom = 0;
    bool isDrawn = false;
    double before = 0.0; // [s]
};
} // namespace kolophon
