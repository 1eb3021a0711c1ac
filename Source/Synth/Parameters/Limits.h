// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Sizes of the instrument, for everything that needs only them. */
namespace kolophon::limits
{
inline constexpr int maxVoices = 16;  // notes at once
inline constexpr int maxPlayers = 16; // of each note
inline constexpr int playersOfDesk = 4, maxDesks = maxPlayers / playersOfDesk;
inline constexpr int maxStrings = maxVoices * maxPlayers; // at once, one a note and player
inline constexpr int maxModes = 128;
inline constexpr int controlInterval = 32;                                // [samples] at the host's rate
inline constexpr double minSampleRate = 8000.0, maxSampleRate = 768000.0; // [Hz]
} // namespace kolophon::limits
