// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

/** Measures of a held note of any instrument, comparable with those of recorded strings (RecordedStrings.h). Pure
    functions; no file, no engine. */
namespace kolophon
{
inline constexpr int measuredPartials = 30;
inline constexpr std::array modulationEdges { 1.0, 3.0, 8.0, 16.0, 32.0, 50.0 }; // [Hz] of the bands "am…"
inline constexpr std::array partialEdges { 3.0, 8.0, 20.0 };                     // [Hz] of the bands "partials…"
inline constexpr std::array attackTimes { 0.02, 0.05, 0.1, 0.2 };                // [s] of "c20" … "c200"
inline constexpr int firstThirdOctave = -13, lastThirdOctave = 12;               // 1000 Hz 2^(n/3): 50 … 16 000 Hz
inline constexpr double shortestSteadyPart = 0.4, longestSteadyPart = 3.0;       // [s]

/** Measures of one note. All but onset and attack are taken in its steady part, which begins 0.1 s after the level has
    reached 90 % and lasts until the note fades, 3 s at most. NaN: not there at this pitch. */
struct NoteMeasures
{
    double pitch = 0.0; // [Hz] mean

    /** [ms] from 10 to 90 % of the steady power, under a Hann window of whole periods, two and 10 ms at least. */
    double onset = 0.0;

    /** [dB] of a partial's power over that of the first thirty together, -80 at least. Vibrato below 10 Hz is warped
        out first; then spectra of 16 periods under Blackman-Harris windows are averaged. */
    std::array<double, measuredPartials> partials {};

    /** [dB] of third octaves over all power, -90 at least; those above 0.75 times the pitch only. */
    std::array<double, lastThirdOctave - firstThirdOctave + 1> thirdOctaves {};

    double centroid = 0.0; // of the partials' amplitudes, in multiples of the pitch
    double slope = 0.0;    // [dB/octave] least squares over the first sixteen partials that lie below 6 kHz

    /** [dB] power of partials over that of the noise among them, up to 16 kHz; and noise over partials from 2 to 8 kHz.
        The noise is what stands 0.35 to 0.65 times the pitch above a partial, as if it were everywhere. */
    double harmonicsToNoise = 0.0, floor = 0.0;

    /** [cent] rms of what the pitch does from 10 to 50 Hz, or to a third of the pitch where that is less (below 150
        Hz): of the pitch itself, since what frames and means smooth is made up for, and what noise among the partials
        adds is subtracted. Nothing below 30 Hz. And rms below 10 Hz, of means over 10 ms. */
    double jitter = 0.0, vibrato = 0.0;

    double shimmer = 0.0;                                             // [dB] rms of the level above 10 Hz, up to 50 Hz
    std::array<double, modulationEdges.size() - 1> modulation {};     // [dB] rms of the level between the edges
    std::array<double, partialEdges.size() - 1> partialModulation {}; // [dB] rms of single partials likewise
    double pitchTremble = 0.0;                                        // [cent] rms of the pitch from 8 to 16 Hz
    double change = 0.0; // 1 - correlation of periods sixteen apart, see Movement.h
    double wander = 0.0; // growth of the phase's wander, 1: a random walk, see Movement.h
    std::array<double, attackTimes.size()>
        attack {}; // power centroid so long after 10 % of the power, over the steady one
};

/** Measures the note in `signal`. `known` is its pitch [Hz] where that is known: then it is looked for within 1.5
    semitones, and a sound without pitch (noise) is measured as if it had this one. Refused: silence, NaN and
    infinity, a steady part of less than 0.4 s or 16 periods, and no pitch between 25 and 4500 Hz.

    Resolution, for a tone without fluctuation: jitter 0.005 cents, shimmer and modulation 0.002 dB, noise 80 dB
    below the partials (tests: NoteMeasureTests.cpp). */
Result<NoteMeasures> measureNote (std::span<const double> signal, double sampleRate, std::optional<double> known = {});

/** A measure with its name, as tables have it: "onset", "partial 1", "50 Hz", "am1-3", "c20" … */
struct NamedMeasure
{
    std::string name, unit;
    double value; // NaN: not there
};

/** All of them, in the order of NoteMeasures; pitch first. */
std::vector<NamedMeasure> namedMeasures (const NoteMeasures& measures);
} // namespace kolophon
