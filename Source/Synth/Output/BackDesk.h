// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Stage.h"
#include "../Rooms/PlayerTurn.h"
#include "Placement.h"
#include "SoundingBox.h"

#include <array>
#include <optional>
#include <vector>

namespace kolophon
{
/** A desk behind the first one: its sound comes later, by the time that it travels from there, and its players have a
    box of their own, of the same kind as the first desk's and of another character. A box from a file is shared by
    all. Asleep, it computes nothing. [audio, except prepare()] */
class BackDesk
{
public:
    static constexpr int maxSamples = Placement::maxSamples;
    using Ears = Placement::Heard[2];
    using Samples = double[2][maxSamples];

    /** Allocates the delay of the desk in this row. [prepare] */
    void prepare (double sampleRate, int row);
    void reset () noexcept;

    /** Moves the players of the desk, who turn in their own way; see PlayerTurn::move(). Asleep they take
        their place at once; an empty desk faces straight ahead. Before aim(). */
    void turn (const Patch& patch, double seconds, bool atOnce, bool sits) noexcept;
    /** Sets the box and its size as the first desk has them, at a point of the control grid, reached in `samples`;
        see SoundingBox::aim(). */
    void aim (const SoundingBox::Kind& front, double size, int samples) noexcept;
    /** Makes the box ready to sound, if it is not: builds several hundred modes. */
    void make () noexcept;
    bool isMade () const noexcept { return box.has_value(); }

    /** Begins or goes on to sound. */
    void wake () noexcept;
    bool isAwake () const noexcept { return awake; }

    /** Adds `samples` samples to the bare signal, and to the input of the first desk's box or to what follows all
        boxes. `ears`: the strings of the desk; null, if none of them sounds. */
    void process (const Ears* ears, const double* width, int oversampling, Samples& bare, Samples& intoFront,
                  Samples& boxed, int samples) noexcept;

private:
    void rest () noexcept;
    void delay (Samples& signal, int samples) noexcept;

    Placement placement;
    PlayerTurn player;
    std::array<std::vector<double>, 2> line; // of both channels, as long as the way
    std::size_t place = 0;                   // in it
    std::optional<SoundingBox> box;          // 170 kB of memory, from the first player of the desk on
    SoundingBox::Kind kind {};               // of it
    double size = 1.0, sampleRate = 48000.0;
    double own = 1.0, goal = 1.0; // part that the desk's box has, and not that of the first desk
    int row = 1;
    bool awake = false;
    int quiet = 0; // [samples] without a sound
};
} // namespace kolophon
