// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <span>
#include <vector>

/** Measures of a line: notes that follow one another on one instrument, rendered or recorded. Pure functions; no file,
    no engine. */
namespace kolophon
{
/** One note of a line. NaN: not defined for this note. */
struct LineNote
{
    double begin = 0.0, end = 0.0; // [s] from the change of pitch, or the lowest level, to the next one
    double pitch = 0.0;            // [Hz] median
    double level = 0.0;            // [dB] of full scale: power where it is loudest

    /** [dB] from the lowest to the loudest level inside the note. */
    double swell = 0.0;

    /** [dB] of the lowest level between this note and the next, over the level of both: the mean of their medians.
        Not after the last note, or before a rest of more than 0.3 s. */
    double dip = 0.0;

    /** [ms] in which the pitch crosses from this note to the next: from a tenth of the interval to nine tenths, without
        a correction for the frames in which a pitch is found (15 ms, or three periods of the lowest note). Not between
        notes of one pitch. */
    double transition = 0.0;

    /** Vibrato: a sine fitted to the pitch of the inner part of the note, if that lasts 0.28 s: half of the way from
        peak to peak [cent], cycles per second (4 to 9); and, in 0.6 s, the level of the second harmonic over the first
        [dB]. */
    double vibrato = 0.0, vibratoRate = 0.0, vibratoHarmonic = 0.0;

    /** [ms] from the loudest moment until the level has fallen by 10 and by 20 dB, if it falls so far before the next
        note. */
    double fall10 = 0.0, fall20 = 0.0;
};

/** Values below which 10, 50 and 90 % of the notes lie that have one; NaN without any. */
struct LineQuantiles
{
    double low, middle, high;
};

/** The notes of a line together. */
struct LineSummary
{
    LineQuantiles dip, swell, transition, vibrato, vibratoHarmonic, fall10, fall20;
    double vibratoSpread; // standard deviation of log2 of the depth, over the notes that have one
};

/** Finds the notes of a line and measures each. A note begins where the pitch changes by more than half a semitone for
    40 ms, or where the level of a pitch dips by 8 dB and rises again. Level: power under a Hann window of two periods
    of the lowest note, 10 ms at least. Refused: silence, NaN and infinity, and no pitch between 25 and 4500 Hz. */
Result<std::vector<LineNote>> measureLine (std::span<const double> signal, double sampleRate);

LineSummary summaryOf (std::span<const LineNote> notes);
} // namespace kolophon
