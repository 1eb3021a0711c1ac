// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Limits.h"

#include <cmath>

/** Places of a section's players before a listener. Chairs of a desk stand in a row; the first player sits in the
    middle of the first row. [any] */
namespace kolophon::stage
{
inline constexpr double speedOfSound = 343.0; // [m/s]
inline constexpr double rowDepth = 1.5;       // [m] between two rows
inline constexpr double listenerAt = 15.0;    // [m] in front of the first player
inline constexpr double halfWidth = 4.0;      // [m] from the middle to the outermost chair, at a Seating width of 100 %

inline constexpr int rowOf (int player) noexcept
{
    return player / limits::playersOfDesk;
}

/** Time [s] by which the sound of a row comes later than that of the first one. */
inline constexpr double delayOf (int row) noexcept
{
    return row * rowDepth / speedOfSound;
}

/** Level of a chair over the first player's: pressure falls as the reciprocal of the distance. `place`: -1 … 1, over
    the width in use, 0 … 1. */
inline double levelOf (int row, double place, double width) noexcept
{
    const double aside = place * width * halfWidth, away = listenerAt + row * rowDepth;
    return listenerAt / std::sqrt (aside * aside + away * away);
}

/** Character of the box of a row: another one of the menu's. */
inline int characterOf (int row, int ofFirst) noexcept
{
    constexpr int characters = 999, apart = 250;
    return (ofFirst - 1 + apart * row) % characters + 1;
}
} // namespace kolophon::stage
