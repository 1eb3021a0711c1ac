// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"
#include "../../Files/Sounds/SampleStore.h"
#include "Comparison.h"

namespace kolophon
{
/** The gesture that every law plays, and data derived from it. */
struct Gesture
{
    Song song;
    std::vector<NoteSegment> segments;
    std::optional<std::size_t> traced; // the longest segment
    std::int64_t firstNote = 0;        // [samples]
    int latency = 0;                   // of the sound against the contact [samples]
};

/** Length of the sound in figures, from the first note on [s]. */
inline constexpr double beginningSeconds = 0.3;

/** Computes pitch, slips and Helmholtz motion. `results` has one entry for each segment of the gesture. */
void measureContact (ComparedLaw& row, const Gesture& gesture, std::span<const NoteSegmentResult> results,
                     const Preset& preset);

/** Computes loudness, energy, purity, the difference from the first law and the sounds of the figures. Call it after
    measureContact(), because it uses the pitch. `gain` is that of the files. Throws Failure (5). */
void measureSound (ComparedLaw& row, const Gesture& gesture, SampleStore& samples, const Distance& fromFirst,
                   double gain, int sampleRate);
} // namespace kolophon
