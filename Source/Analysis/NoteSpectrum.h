#pragma once

#include "NoteMeasures.h"
#include "NoteTrack.h"

namespace kolophon
{
/** Fills in partials, centroid, slope, harmonics to noise and floor, from spectra of 16 periods each in a part of a
    note out of which the slow movement of its pitch has been warped. `pitches` is the part's pitch track. */
void measurePartials (std::span<const double> signal, double sampleRate, NotePart part, std::span<const double> pitches,
                      NoteMeasures& measures);

/** Fills in the third octaves. measures.pitch must be there. */
void measureThirdOctaves (std::span<const double> signal, double sampleRate, NotePart part, NoteMeasures& measures);

/** Fills in the attack's centroids over that of the steady part; `start` is the sample at 10 % of the power. */
void measureAttack (std::span<const double> signal, double sampleRate, NotePart part, double start,
                    NoteMeasures& measures);

/** Partials, and periods, that can be measured in a note. */
inline constexpr int periodsOfFrame = 16;
} // namespace kolophon
