#pragma once

#include "../Files/PresetFile.h"
#include "../Files/SampleStore.h"
#include "Comparison.h"

namespace kolophon
{
/** What every law plays. */
struct Gesture
{
    Song song;
    std::vector<NoteSegment> segments;
    std::optional<std::size_t> traced; // the longest stretch
    std::int64_t firstNote = 0;        // [samples]
    int latency = 0;                   // of the sound against the contact [samples]
};

/** Seconds of sound that figures show from the first note on. */
inline constexpr double beginningSeconds = 0.3;

/** Fills in pitch, slips and Helmholtz motion. `results` has one entry for each stretch of the gesture. */
void measureContact (ComparedLaw& row, const Gesture& gesture, std::span<const NoteSegmentResult> results,
                     const Preset& preset);

/** Fills in loudness, energy, purity, the difference from the first law and the sounds that figures show; after
    measureContact(), whose pitch it needs. `gain` is that of the files. Throws Failure (5). */
void measureSound (ComparedLaw& row, const Gesture& gesture, SampleStore& samples, const Distance& fromFirst,
                   double gain, int sampleRate);
} // namespace kolophon
