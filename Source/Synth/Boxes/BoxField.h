// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Noise.h"
#include "Boxes.h"

/** The many modes of a box above those that can be listed. No theory says where the hundredth mode of a violin lies,
    and no two violins agree; what all of them share is statistics, and every member here has a cause:

        density     n(f) = S/2 sqrt (rho h/sqrt (D_x D_y)) per plate of area S, whatever its shape (modes per hertz; for
                    an isotropic plate S/(2 h) sqrt (12 rho (1 - nu^2)/E)); ribs, with fewer below the ring frequency,
                    by its root; the air between the plates, 4 pi V f^2/c^3 + pi A f/(2 c^2)
        spacing     Wigner's surmise, as in every body without symmetry: modes repel each other, and the interval to the
                    next one, in units of the mean, exceeds s with probability e^(-pi s^2/4)
        quality     of wood (or skin, tin, air), scattered from mode to mode by a factor of up to `scatter`
        residue     shape at the bridge times shape under each ear: sign and size at random, equal on both sides where
                    waves in air are longer than the body, each its own way above
        level       what the bridge passes and the body radiates: a plateau, a hill at the bridge's own resonance, less
                    above `top`

    Single modes can't be told apart any more from an overlap of `overlap` bandwidths on; above, modes are as dense as
    that and each stands for several, with their power. From `to` on, far above that overlap, they are a quarter as
    sharp and as many, and go on to the end of hearing: a body does not fall silent where a list of modes ends. */
namespace kolophon::boxes
{
/** Description of a box's upper modes. Frequencies in Hz. */
struct Field
{
    double from, to;                        // where sharp modes begin, where broad ones do
    double plates;                          // modes per Hz, of plates
    double ribs, ring;                      // modes per Hz above the ring frequency
    double volume, walls;                   // [m^3], [m^2] of the air inside
    double quality, scatter;                // median; largest factor from it
    double level, hill, hillAt, hillQ, top; // mean-square gains; where they fall
    double directional;                     // frequency at which the body is as large as a wave in air, k a = 1
    double overlap;                         // modes per bandwidth, at most
};

/** Modes per hertz at a frequency, as they are counted by theory. */
double densityOf (const Field& field, double frequency) noexcept;

/** Median quality of the modes that are made. */
double qualityOf (const Field& field, double frequency) noexcept;

/** Modes per hertz as they are made: not more than `overlap` per bandwidth. */
double madeDensityOf (const Field& field, double frequency) noexcept;

/** Mean square gain from a force at the bridge to an ear. */
double powerOf (const Field& field, double frequency) noexcept;

/** Adds all modes of one box of that kind; `level`: factor of all gains. */
void addField (const Field& field, double level, Noise& dice, Modes& modes) noexcept;

/** The highest quality that a mode can have. */
double highestQuality (const Field& field) noexcept;
} // namespace kolophon::boxes
