// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "NoteMeasures.h"
#include "NoteTrack.h"

namespace kolophon
{
/** Computes partials, centroid, slope, harmonics-to-noise ratio and floor, from spectra of 16 periods each in a part
    of a note, resampled so that slow movements of the pitch are removed. `pitches` is the part's pitch track. */
void measurePartials (std::span<const double> signal, double sampleRate, NotePart part, std::span<const double> pitches,
                      NoteMeasures& measures);

/** Computes the third octaves. Precondition: measures.pitch is set. */
void measureThirdOctaves (std::span<const double> signal, double sampleRate, NotePart part, NoteMeasures& measures);

/** Computes the centroids of the attack over that of the steady part; `start` is the sample at 10 % of the power. */
void measureAttack (std::span<const double> signal, double sampleRate, NotePart part, double start,
                    NoteMeasures& measures);

/** Number of periods in a frame of a spectrum. */
inline constexpr int periodsOfFrame = 16;
} // namespace kolophon
