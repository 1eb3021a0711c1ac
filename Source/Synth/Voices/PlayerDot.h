// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** State of a player of the section, for pictures. */
struct PlayerDot
{
    bool plays = false, sounds = false, held = false; // sits there; a string sounds; a bow is on it
    float place = 0.0f, row = 0.0f;                   // of the chair: -1 left … 1 right; rows behind the first
    float speed = 0.0f, cents = 0.0f; // of the latest stroke: [m/s] of the bow; [cent] off the first player's note
};
} // namespace kolophon
