// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "NoteMeasures.h"
#include "NoteTrack.h"

namespace kolophon
{
/** Power of a partial, and of the noise around it over a width of one fundamental frequency; in the same unit. */
struct Strength
{
    double partial = 0.0, noise = 0.0;
};

/** Computes partials, centroid, slope, harmonics-to-noise ratio and floor, from spectra of 16 periods each in a part
    of a note, resampled so that slow movements of the pitch are removed. `pitches` is the part's pitch track.
    Returns the partials from the first on. */
std::vector<Strength> measurePartials (std::span<const double> signal, double sampleRate, NotePart part,
                                       std::span<const double> pitches, NoteMeasures& measures);

/** Jitter [cent] that noise pretends: a partial of power P_k in noise of density N_k [1/Hz] has phase noise of density
    N_k/P_k, and a pitch track that weighs partials by k P_k turns f^2 of it into a movement of the pitch. Between two
    frequencies [Hz]. */
double jitterOfNoise (std::span<const Strength> strengths, double pitch, double sampleRate, double lowest,
                      double highest);

/** Computes the third octaves. Precondition: measures.pitch is set. */
void measureThirdOctaves (std::span<const double> signal, double sampleRate, NotePart part, NoteMeasures& measures);

/** Computes the centroids of the attack over that of the steady part; `start` is the sample at 10 % of the power. */
void measureAttack (std::span<const double> signal, double sampleRate, NotePart part, double start,
                    NoteMeasures& measures);

/** Number of periods in a frame of a spectrum. */
inline constexpr int periodsOfFrame = 16;
} // namespace kolophon
