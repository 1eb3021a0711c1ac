// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** Strings that are bowed at once, for the balance of chords. */
struct HeldChord
{
    int strings = 0;
    double louder = 0.0; // [dB] than the patch by velocity, mean over the strings; one that is softer counts as 0
};
} // namespace kolophon
