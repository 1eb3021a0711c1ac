// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BodyInfo.h"

#include <cmath>

/** The two inertias of a drill string: rotary table and bit, connected by a long torsional shaft.

        J_r a_r'' = -k_d a_r - k (a_r - a_b)          a_r, a_b: angles of table and bit [rad], relative to
        J_b a_b'' =  k (a_r - a_b) + R F              steady rotation; F: force of friction at the radius R

    Without the drive, k_d = 0, this is one free rotation (w = 0) and one elastic mode, w^2 = k (1/J_r + 1/J_b), in
    which the bit moves J_r/J_b times as far as the table. A bank of modes cannot represent a free rotation, and a rig
    has none: a motor keeps the table at its speed. A governor with an integral part, u = k_p (w_0 - a_r') + k_d
    integral of it, acts on the table like a damper k_p and a spring k_d to a body in steady rotation. With q = J_r/J_b
    and d = k_d/k

        w^2 = k/J_b (S -+ sqrt (S^2 - 4 d/q))/2,  S = (1 + d + q)/q
        a_r : a_b = 1 - w^2 J_b/k : 1

    Inertias after Navarro-López's drill string (see HybridThree-inl.h): 2122 and 471.9698 kg m^2, k = 698.063 N m/rad.
    w of its elastic mode is 1.345 rad/s, and the key's pitch here, so that only q and d remain as parameters. d is our
    choice: the larger of the two values that put the second mode an octave above the first. With this stiff governor
    the first mode is the bit's on a table that nearly stands (a_r/a_b = 0.083), and the second harmonic of its
    stick-slip motion excites the second. The governor's k_p gives each mode the loss factor k_p/(J_r w) times the
    table's fraction of the kinetic energy, so that the second, which is the table's, is audible but does not dominate.

    Shapes are normalised as in ModeTable, with masses J/R^2. Along the shaft, which is light, the twist is linear. */
namespace kolophon::torsionpair
{
struct Pair
{
    double inertias; // q = J_r/J_b
    double drive;    // d = k_d/k
};

struct Mode
{
    double square;     // w^2 J_b/k
    double table, bit; // shapes
};

inline std::array<Mode, 2> solve (Pair pair)
{
    const double q = pair.inertias, S = (1.0 + pair.drive + q) / q, root = std::sqrt (S * S - 4.0 * pair.drive / q);
    const double high = 0.5 * (S + root), low = pair.drive / (q * high); // their product is d/q
    std::array<Mode, 2> modes { Mode { low, 0.0, 0.0 }, Mode { high, 0.0, 0.0 } };
    for (auto& mode : modes)
    {
        const double table = 1.0 - mode.square;
        mode.bit = std::sqrt ((1.0 + q) / (1.0 + q * table * table)); // (q a_r^2 + a_b^2)/(1 + q) = 1
        mode.table = table * mode.bit;
    }
    return modes;
}

/** Larger d with w_2 = 2 w_1: S^2 = 25 d/(4 q), a quadratic equation. */
inline double octaveDrive (double q)
{
    const double b = 25.0 * q / 8.0 - (1.0 + q);
    return b + std::sqrt (b * b - (1.0 + q) * (1.0 + q));
}

inline constexpr double drillString = 2122.0 / 471.9698;
inline constexpr double governor = 0.02; // k_p/(J_r w) at the second mode

inline void build (ModeTable& table, Pair pair)
{
    const auto modes = solve (pair);
    for (const auto& mode : modes)
    {
        const double fraction = pair.inertias * mode.table * mode.table / (1.0 + pair.inertias);
        const double held = governor * std::sqrt (modes[1].square / mode.square) * fraction;
        const auto m = static_cast<std::size_t> (table.add (std::sqrt (mode.square / modes[0].square), held));
        for (int place = 0; place < ModeTable::places; ++place)
        {
            const double up = 2.0 * ModeTable::placeOf (place);
            table.shape[m][static_cast<std::size_t> (place)] = mode.bit + up * (mode.table - mode.bit);
        }
        table.left[m] = mode.bit;
        table.right[m] = 0.6 * mode.bit + 0.4 * mode.table;
    }
}

inline constexpr BodyInfo torsionPair {
    "Torsion pair",
    "A drill string: bit and rotary table on a shaft that twists.",
    "from the bit (0) up the shaft to the rotary table (0.5)",
    [] (ModeTable& t) {
        build (t, { drillString, octaveDrive (drillString) });
    },
    "J_r a_r'' = -k_d a_r - k_p a_r' - k(a_r - a_b),  J_b a_b'' = k(a_r - a_b) + R F\n"
    "w^2 = k/J_b (S -+ sqrt(S^2 - 4 d/q))/2,  S = (1 + d + q)/q,  q = J_r/J_b = "
    "4.496,  d = k_d/k = 15.11\n"
    "k_p: loss factor 0.02 (w_2/w) times the table's fraction of the kinetic energy",
    "Masses are J/R^2, R the radius of the bit: M is that of both.",
    "Inertias and shaft: Navarro-López (2009), see H_DDS1. The governor's spring is "
    "ours: without it the pair turns freely and has one elastic mode. Tested against "
    "the eigenvalues of the equations.",
    "A drill a thousand times as fast: nearly pure, and sharper the harder it bites. At "
    "0.5 the hand rubs the rotary table, and the tone is an octave higher.",
    "Steady rotation is taken out: the hand's speed is the bit's against the rock."
};
} // namespace kolophon::torsionpair
