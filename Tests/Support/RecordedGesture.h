// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Bounds of gestures that were recorded. */
namespace kolophon::test
{
constexpr double strays = 0.02; // of half its range: a track from what was recorded, to have few points
constexpr double pointsApart = 0.004 + 32.0 / 48000.0; // [s] of a recorded hand at most: 4 ms, up to the control grid
} // namespace kolophon::test
