// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "NoteMeasures.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/** Measures of recorded strings, and distances from them.

    Resources/Measures/RecordedStrings.csv has the 5, 50 and 95 % quantiles of 593 single notes of real violins, violas,
    cellos and basses, from four sample libraries and one table of harmonics: measured facts, none of their sound. The
    notes contain some room, and most contain vibrato; basses hardly any.

    Jitter was measured by a meter that smoothed it: frames of four periods and means over 10 ms, without correction.
    For synthetic notes with a jitter that falls as f^-0.8 its readings were 0.79 of those of measureNote() at the pitch
    of a bass, 0.83, 0.875 and 0.89 at those of the others; the table contains its readings divided by these. The
    recordings are not available for a new measurement: if their jitter falls differently (0.72 to 0.92 from white to
    1/f), the values are wrong by a tenth. */
namespace kolophon
{
enum class StringFamily { bass, cello, viola, violin };
inline constexpr std::array<std::string_view, 4> stringFamilies { "bass", "cello", "viola", "violin" };

/** Quantiles of a measure in recordings: the values below which 5, 50 and 95 % lie. */
struct Quantiles
{
    double low, middle, high;
};

/** Quantiles of one measure in one family; nullopt if it was not taken: a third octave that the family's low notes do
    not reach, the pitch. */
std::optional<Quantiles> recordedQuantiles (StringFamily family, std::string_view measure);

/** Distance of `value` from the middle 90 %, in widths of that range; 0 within. Measures in dB are compared directly;
    the others (times, cents, ratios, and shimmer and modulation, which are ratios although their unit is dB) by their
    logarithms, because 0.02 dB is as far from 0.2 as 2 is. Values below the resolution of recordings count as equal to
    it: 1 ms, 0.05 cents, 0.005 dB. */
double outside (std::string_view measure, std::string_view unit, double value, const Quantiles& range);

/** The eleven measures that a distance is the mean of. */
inline constexpr std::array<std::string_view, 11> distanceMeasures { "partials", "third octaves", "centroid", "slope",
                                                                     "onset",    "attack",        "hnr",      "floor",
                                                                     "jitter",   "shimmer",       "am" };

/** A note's distance from a family, and what it is made of. */
struct NoteDistance
{
    double mean = 0.0;
    std::array<double, distanceMeasures.size()> parts {}; // outside by so much
};

/** Distance of a note from the recordings of a family: the mean over eleven measures of how far it lies outside. A
    measure that has several values counts as their mean: partials (30), third octaves, attack (c20 … c200) and am
    (five bands). Vibrato is not among them: with and without are both music.

    The measures' authors drew the range of every note from recordings within four semitones; here it is the family's,
    because that is what their table has. A range as wide as an instrument forgives a note at its ends more than its
    neighbours would. Distances under 0.1 are nevertheless those of recordings (an orchestra's cellists and bassists,
    not in the table, got 0.05 the other way); a sawtooth gets about 1.3 and white noise about 1.0 both ways. */
NoteDistance distanceFrom (StringFamily family, const NoteMeasures& note);

/** Mean of several. */
NoteDistance meanOf (std::span<const NoteDistance> distances);
} // namespace kolophon
