// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/** Level of a string's notes through a sounding box, relative to the average over all keys. Players compensate for part
    of the differences with the bow (EffectivePatch.cpp); a resonance under the fundamental of a violin or a drum gives
    a note 5 to 9 dB more than its neighbours have.

    The force at the bridge is a saw tooth: partial n has 1/n^2 of the power of the first. With S (f) the response of
    the resonances (Boxes.h, each r (i x/Q)/(1 - x^2 + i x/Q), x = f/f_r), and a fraction m of box,

        P (f_1) = sum_n |1 - m + m S (n f_1)|^2/n^2 = (1 - m)^2 A + 2 m (1 - m) B (f_1) + m^2 C (f_1)

    over the first 48 partials, for either ear, averaged in power over both; B and C are tables over the
    key. */
namespace kolophon::boxLoudness
{
/** Unpacks the tables, which were computed when the program was built (PrecomputedTables.h). [prepare] */
void prepare ();

struct Table;

/** Table of the box "Measured", if there is one, and the number that it was given under. */
struct Measured
{
    const Table* table = nullptr;
    std::uint32_t number = 0;

    bool operator== (const Measured&) const noexcept = default;
};

/** Level [dB] relative to the average of A1 … C6. `box`: its index in the menu; `mix`: 0 … 1; `size`: 1 as built;
    `key`: [semitones] MIDI number of the fundamental; `measured`: the table of that box. 0 without a
    box. Linear interpolation between eighths of a semitone. Call prepare() first. [audio] */
double atKey (int box, double mix, double size, double key, const Table* measured = nullptr) noexcept;

/** The same for a single tone, whose one frequency the box passes or not. A saw tooth is a sum over its partials, so a
    tone is one over saw teeth, with Moebius's function mu:

        |H (f)|^2 = sum_n mu (n)/n^2 P (n f)

    here over the first ten: what lies 18 dB below the average and deeper is not told apart. [audio] */
double ofTone (int box, double mix, double size, double key, const Table* measured = nullptr) noexcept;
} // namespace kolophon::boxLoudness
