// SPDX-License-Identifier: GPL-3.0-or-later
#include "CompareMeasure.h"

#include "../../Core/Units.h"

#include <cmath>

namespace kolophon
{
namespace
{
Measured measured (std::optional<double> value, const std::string& otherwise)
{
    return value && std::isfinite (*value) ? Measured { value, "", false }
                                           : Measured { std::nullopt, otherwise, false };
}

} // namespace

void measureContact (ComparedLaw& row, const Gesture& gesture, std::span<const NoteSegmentResult> results,
                     const Preset& preset)
{
    const auto tuning = tuningOf (preset);
    std::vector<double> errors, slips, times;
    std::size_t steady = 0;
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        const auto& segment = gesture.segments[i];
        const auto& found = results[i];
        steady += segment.steadyPitch ? 1 : 0;
        if (found.frequency && segment.steadyPitch)
            errors.push_back (centsFromRatio (*found.frequency / nominalFrequency (segment.key, preset.patch, tuning)));
        if (found.slipsPerPeriod)
            slips.push_back (*found.slipsPerPeriod);
        if (found.helmholtz)
            times.push_back (*found.helmholtz);
    }
    const bool none = results.empty(), single = gesture.song.noteCount == 1;
    const std::string tooShort = "no note lasts 0.1 s undisturbed";
    const std::string noPitch = none          ? tooShort
                                : steady == 0 ? "bend, vibrato or glide move the pitch"
                                              : "no periodic tone, or too few periods of it";
    const Measured severalNotes { std::nullopt, "several notes", true };
    row.pitch = single ? measured (errors.empty() ? std::nullopt : results.front().frequency, noPitch) : severalNotes;
    row.pitchError = single ? measured (median (errors), noPitch) : severalNotes;
    for (auto& error : errors)
        error = std::abs (error);
    row.medianPitchError =
        single ? Measured { std::nullopt, "a single note", true } : measured (median (errors), noPitch);
    row.slipsPerPeriod = measured (median (slips), none ? tooShort : "the bow does not touch the body");
    row.helmholtzTime = measured (median (times), none ? tooShort : "no eight successive periods with one slip each");
    row.helmholtzFraction =
        none ? measured (std::nullopt, tooShort)
             : measured (static_cast<double> (times.size()) / static_cast<double> (results.size()), "");
}

void measureSound (ComparedLaw& row, const Gesture& gesture, SampleStore& samples, const Distance& fromFirst,
                   double gain, int sampleRate)
{
    const auto& ledger = row.render.ledger;
    auto loudness = row.render.loudness;
    if (loudness)
        *loudness += dbFromGain (gain);
    row.loudness = measured (loudness, "silent, or shorter than 0.4 s");
    row.energyCreated = measured (ledger.created, "not a number");
    row.residual = measured (ledger.relativeResidual(), "not a number");
    if (row.differenceFile.empty())
        row.difference = { std::nullopt, "the first law", true };
    else
        row.difference = measured (fromFirst.firstEnergy > 0.0 && fromFirst.energy > 0.0
                                       ? std::optional (10.0 * std::log10 (fromFirst.energy / fromFirst.firstEnergy))
                                       : std::nullopt,
                                   fromFirst.firstEnergy > 0.0 ? "identical" : "the first law is silent");

    const auto margin = std::llround (beginningSeconds * sampleRate);
    row.beginning = samples.mono (gesture.firstNote, margin, gain);
    if (gesture.traced)
    {
        const auto& segment = gesture.segments[*gesture.traced];
        row.steady = samples.mono (segment.steadyBegin() + gesture.latency, segment.end - segment.steadyBegin(), gain);
    }
    if (gesture.song.noteCount > 1)
        row.nonHarmonic = { std::nullopt, "several notes", true };
    else if (! row.pitch.value)
        row.nonHarmonic = row.pitch;
    else
        row.nonHarmonic = measured (nonHarmonicDb (row.steady, sampleRate, *row.pitch.value),
                                    "silent, or too short for so low a pitch");
}
} // namespace kolophon
