// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

/** Movements of a sound: its level, the slips of a creak, the periods of a tone. Pure functions; no file, no engine.
    `signal` is one channel [full scale 1]. */
namespace kolophon
{
/** [dB] rms of what the level (window 10 ms) does between two frequencies [Hz], up to 50 Hz, within 40 dB of its
    highest. A straight line doesn't count. 0 for silence, and for less than half a second. */
double swingOfLevel (std::span<const double> signal, double sampleRate, double lowest, double highest);

/** Rates of slips of a creak: how often it clicks, in frames of 0.1 s every 20 ms. */
struct SlipRates
{
    double octaves = 0.0;  // from the rate that 5 % of the frames lie below to that which 95 % do
    double median = 0.0;   // [1/s]
    double fraction = 0.0; // of the frames within 30 dB of the loudest that have a rate, 0 … 1
};

/** Finds the rate at which rises of the level return, 20 to 700 per second, where they do so regularly. A rate holds
    for 0.1 s at least: single clicks, and a steady tone that doesn't rise, have none. */
SlipRates slipRatesOf (std::span<const double> signal, double sampleRate);

/** 1 - r of periods that lie sixteen apart: r is the highest normalised correlation of two periods with two others
    about sixteen later, within a quarter of a period; mean over the signal. 0: each is the same. `pitch` [Hz].
    NaN for less than 40 periods. */
double changeOfPeriods (std::span<const double> signal, double sampleRate, double pitch);

/** [dB] rms of what single partials do between two frequencies [Hz], up to 20 Hz: the level of each of the first eight
    that is within 40 dB of the strongest, followed where the pitch goes; the mean of their squares. `pitches` [Hz] are
    means over 10 ms each. Frames of eight periods show nothing faster than an eighth of the pitch: NaN if all of it is,
    and for less than half a second. */
double swingOfPartials (std::span<const double> signal, double sampleRate, std::span<const double> pitches,
                        double lowest, double highest);

/** Growth of the phase wander of a tone's partials: the exponent of the mean square of what each phase, less its number
    times the first one's, changes by in a time, from 0.05 to 0.4 s of it; of partials 2 to 8, weighted by their power.
    1 is a random walk, 0 a phase that always returns. A vibrato, which all follow, doesn't count. NaN for less than a
    second, and for less than two partials below 0.4 times the sample rate. */
double growthOfWander (std::span<const double> signal, double sampleRate, double pitch);
} // namespace kolophon
