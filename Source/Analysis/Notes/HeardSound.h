// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

/** Measures of a sound that need not have a pitch: creaks, squeals, rattles, drones. Pure functions; no file, no
    engine. `signal` is one channel [full scale 1]. */
namespace kolophon
{
/** Level of a sound [dB re full scale 1, mean square] every millisecond, each the mean over `window` seconds around it.
    Silence is -200. */
class Loudline
{
public:
    static constexpr double hop = 0.001; // [s]

    Loudline (std::span<const double> signal, double sampleRate, double window);

    const std::vector<double>& levels () const noexcept { return decibels; }

    /** The highest level; -200 without levels. */
    double highest () const noexcept;

    /** [s] of the first level that is at most `below` dB under the highest; nullopt for silence. */
    std::optional<double> begins (double below) const noexcept;

    /** [s] from the first such level to the last. 0 for silence. */
    double lasts (double below) const noexcept;

private:
    std::vector<double> decibels;
};

/** Clicks per second. A click is a rise of the level (window 3 ms) by 6 dB above its minimum since the last click,
    to no more than 25 dB under the loudest. The rate is taken from the first click to the last; 0 for silence and for
    a single click, the onset of a steady sound. A low note of narrow pulses clicks once per period; clicks less than
    6 ms apart cannot be separated. */
double clicksPerSecond (std::span<const double> signal, double sampleRate);

/** Swells per second: the same measure for slow movements, rises of the level (window 0.15 s) by 10 dB to no more
    than 12 dB under the loudest. Swells less than half a second apart cannot be separated. */
double swellsPerSecond (std::span<const double> signal, double sampleRate);

/** Mean power spectrum of frames of 8192 samples under Blackman windows that overlap by half; bins are rate/8192
    apart. Empty if the signal is shorter than one frame. */
std::vector<double> powerSpectrum (std::span<const double> signal, double sampleRate);

/** Centre of gravity of the power [Hz] from 20 Hz to 20 kHz; 0 for silence or an empty spectrum. */
double centroid (std::span<const double> spectrum, double sampleRate);

/** Frequency [Hz] of the highest peak between 20 Hz and 20 kHz, interpolated between bins by a parabola through the
    levels; 0 for silence. */
double strongestPartial (std::span<const double> spectrum, double sampleRate);

/** Percentage of the power within `lowest` … `highest` [Hz]. */
double powerWithin (std::span<const double> spectrum, double sampleRate, double lowest, double highest);

/** Periodic movement of a sound's level, at 0.3 to 30 cycles per second. */
struct Pulse
{
    double rate = 0.0;  // [1/s] of the strongest such movement
    double depth = 0.0; // [dB] peak to peak, of that movement alone
};

/** Finds the strongest periodic movement of the level (window 20 ms). Needs at least one second; returns zeros for
    silence. */
Pulse pulseOf (std::span<const double> signal, double sampleRate);
} // namespace kolophon
