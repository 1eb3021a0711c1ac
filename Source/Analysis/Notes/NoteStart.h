// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <span>

/** Measures of a note's first tenths of a second. Pure functions; no file, no engine. */
namespace kolophon
{
struct NoteStart
{
    /** [ms] between the first and the last of the partials, twelve at most and below 6 kHz, to come within 6 dB of its
        level from 0.5 to 1.2 s. Level: power under a Hann window of two and a half periods, 20 ms at least. */
    double spread = 0.0;

    /** [dB] from 50 to 100 ms: power of what no period has in common with the one before, whose length and level may
        differ, over all power. In part it is a motion that still changes. */
    double noise = 0.0;
};

/** Measures a note of known pitch [Hz] that begins with the signal and lasts 1.3 s or longer. Refused: less than that,
    silence, and a pitch outside of 30 to 3000 Hz. */
Result<NoteStart> measureStart (std::span<const double> signal, double sampleRate, double pitch);
} // namespace kolophon
