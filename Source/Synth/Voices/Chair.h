// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/PortableMath.h"

namespace kolophon
{
/** A player's chair in a section, and the intonation of one stroke. The first player's is neutral. [audio] */
struct Chair
{
    double pan = 0.0, gain = 1.0;      // added; factor
    double cents = 0.0, settled = 0.0; // off the note when it begins, and at last
    double vibratoPhase = 0.0;         // [cycles] when vibrato begins
    int row = 0;                       // on the stage: that of the desk
    bool isBehind = false;             // not the first player's: what moves slowly may move in steps of the hand's

    static constexpr double listening = 0.1; // [s] in which players draw together

    /** [cent] off the note at an age [s]. */
    double centsAt (double age) const noexcept
    {
        return isSettling (age) ? settled + (cents - settled) * portable::exp (-age / listening) : settled;
    }
    bool isSettling (double age) const noexcept { return cents != settled && age < 8.0 * listening; }
};
} // namespace kolophon
