#pragma once

#include <optional>
#include <span>
#include <vector>

/** What anybody hears of a sound that need have no pitch: creaks, squeals, rattles, drones. Pure functions; no file, no
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

    /** The loudest value; -200 where there is nothing. */
    double highest () const noexcept;

    /** [s] of the first value that is no more than `below` dB under the highest; nothing for silence. */
    std::optional<double> begins (double below) const noexcept;

    /** [s] from the first such value to the last. 0 for silence. */
    double lasts (double below) const noexcept;

private:
    std::vector<double> decibels;
};

/** Clicks a second: how often the level (window 3 ms) rises by 6 dB from where it was lowest since the last click, to
    no more than 25 dB under the loudest; from the first click to the last, or a single one over all of the sound. 0
    for silence. A low note of narrow pulses clicks once a period; what follows itself in less than 6 ms can't be told
    apart. */
double clicksPerSecond (std::span<const double> signal, double sampleRate);

/** The same of slow movements: how often the level (window 0.15 s) rises by 10 dB, to no more than 12 dB under the
    loudest. Half a second is the shortest that they can come apart. */
double swellsPerSecond (std::span<const double> signal, double sampleRate);

/** Mean power spectrum, frames of 8192 samples under Blackman windows that overlap by half; bins are rate/8192 apart.
    Empty where the signal is shorter than one frame. */
std::vector<double> powerSpectrum (std::span<const double> signal, double sampleRate);

/** Centre of gravity of the power [Hz] from 20 Hz to 20 kHz; 0 for silence, or where there is no spectrum. */
double centroid (std::span<const double> spectrum, double sampleRate);

/** Frequency [Hz] of the highest peak between 20 Hz and 20 kHz, between bins by a parabola over the level; 0 for
    silence. */
double strongestPartial (std::span<const double> spectrum, double sampleRate);

/** Share of the power [%] that lies within `lowest` … `highest` [Hz]. */
double powerWithin (std::span<const double> spectrum, double sampleRate, double lowest, double highest);

/** How a sound's level swells and fades, between 0.3 and 30 times a second. */
struct Pulse
{
    double rate = 0.0;  // [1/s] of the strongest such movement
    double depth = 0.0; // [dB] peak to peak, of that movement alone
};

/** The strongest regular movement of the level (window 20 ms). At least one second is needed; nothing for silence. */
Pulse pulseOf (std::span<const double> signal, double sampleRate);
} // namespace kolophon
