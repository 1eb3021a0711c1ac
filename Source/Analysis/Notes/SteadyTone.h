// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/** Measurements of a steady tone: pitch, purity, slips. Pure functions; no file, no engine. */
namespace kolophon
{
/** Largest length of a frame for spectra [samples]. */
inline constexpr std::size_t longestFrame = 65536;

/** Largest power of two up to `available` and `longestFrame`; 0 for 0. [samples] */
std::size_t frameLength (std::size_t available) noexcept;

/** Amplitude spectrum of the last frameLength (signal.size()) samples under a Blackman window, bins 0 … N/2. A sine of
    amplitude A whose frequency lies on a bin reads A there, in the unit of the signal; bins are rate/N apart. Empty for
    fewer than 2 samples. */
std::vector<double> amplitudeSpectrum (std::span<const double> signal);

/** Fundamental frequency [Hz] of a steady tone between `lowest` and `highest` [Hz]; nullopt if the signal is not
    periodic (normalised correlation of a period with the next below 0.7), is silent or not finite, or is shorter
    than 20 of its own periods or 8 of `lowest`.

    The period comes from the normalised square difference function (McLeod & Wyvill 2005, "A smarter way to find
    pitch": first maximum that reaches 90 % of the highest). Then each of the first ten partials is located by the
    phase that it gains between two Blackman frames, and the fundamental is their energy-weighted least-squares fit;
    on a stationary tone the error is in the thousandths of a cent. */
std::optional<double> fundamentalFrequency (std::span<const double> signal, double sampleRate, double lowest,
                                            double highest);

/** Pitch [Hz] of a tone whose level and frequency move, near `near` [Hz]: the mean of its frequency, each moment by its
    energy (Feth 1974, "Frequency discrimination of complex periodic tones"), over its first ten partials. Two tones
    that beat have the pitch between them; a phase that turns in the trough of a beat counts as little as it is heard.
    Nullopt if the signal is silent or shorter than 20 periods. */
std::optional<double> heardPitch (std::span<const double> signal, double sampleRate, double near);

/** Period [samples] between two lags, from the normalised square difference function alone: the first maximum that
    reaches 90 % of the highest. Nullopt if none reaches 0.7. The signal should have no mean, and hold two periods. */
std::optional<double> periodOf (std::span<const double> signal, double shortest, double longest);

/** Number of bins on each side of a harmonic that belong to it. The main lobe has 3; the others hold its side lobes,
    which would make a pure tone read -54 dB. With 10 it reads below -73 dB. */
inline constexpr int binsOfHarmonic = 10;

/** Energy between the harmonics of `fundamental` [Hz] over all energy, in dB, from one Blackman frame (aliasing,
    noise, subharmonics: ReferenceNumbers.md R.9). The lowest binsOfHarmonic bins (the steady pull of a bow) are
    excluded from both. Nullopt if the signal is silent or not finite, or if harmonics are too close for the frame
    (less than 3 binsOfHarmonic bins apart). */
std::optional<double> nonHarmonicDb (std::span<const double> signal, double sampleRate, double fundamental);

/** Time of uninterrupted slip of a contact: internal samples begin … end - 1. */
struct SlipPhase
{
    std::int64_t begin = 0, end = 0;

    bool operator== (const SlipPhase&) const = default;
};

/** Detects slip phases of a contact, sample by sample. */
class SlipRecorder
{
public:
    static constexpr double usualThreshold = 0.5;

    /** A contact slips when bow and surface differ by more than `threshold` times the bow's speed, whatever the
        state of its law: these states are not comparable, since a bristle is plastic in every creep of a sticking
        string. In Helmholtz motion the difference is bow speed over bow position, 2 bow speeds and more. A phase in
        which they pass each other by less than the bow moves in `leastDisplacement` [samples] is left out. */
    explicit SlipRecorder (double threshold, double leastDisplacement = 0.0) noexcept
        : slipThreshold (threshold), smallestDisplacement (leastDisplacement)
    {
    }
    SlipRecorder() noexcept = default;

    /** Adds a sample. Samples must come in order; a gap ends a phase. Velocities in m/s, force in N. */
    void add (std::int64_t sample, double relativeVelocity, double bowVelocity, double normalForce);

    /** The phases so far; a phase in progress ends behind the last sample. */
    const std::vector<SlipPhase>& phases () const noexcept { return found; }

private:
    double slipThreshold = usualThreshold, smallestDisplacement = 0.0;
    double displacement = 0.0; // [samples of the bow's motion] in the phase that is in progress
    std::vector<SlipPhase> found;
    std::int64_t next = -1;
};

/** Onset of Helmholtz motion [samples]: slip onset of the first of eight successive periods that have exactly one
    slip phase each and last the nominal `period` [samples] to within 8 %. Periods are counted from slip onset to
    slip onset; slips that are less than 5 % of a period apart count as one. Nullopt without eight
    such periods. */
std::optional<std::int64_t> helmholtzOnset (std::span<const SlipPhase> phases, double period);

/** Middle value; for an even count the mean of the two middle ones; nullopt for an empty vector. */
std::optional<double> median (std::vector<double> values);
} // namespace kolophon
