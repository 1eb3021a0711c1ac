// SPDX-License-Identifier: GPL-3.0-or-later
#include "NoteMeasures.h"

#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "Movement.h"
#include "NoteSpectrum.h"
#include "NoteTrack.h"
#include "SteadyTone.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace kolophon
{
namespace
{
constexpr double lowestPitch = 25.0, highestPitch = 4500.0; // [Hz]
constexpr double tolerance = 1.5;                           // [semitones] around a pitch that is known
constexpr double silence = 1e-6;                            // of full scale
constexpr double fastFluctuation = 10.0, fastest = 50.0;    // [Hz]
constexpr double slowTremble = 8.0, fastTremble = 16.0;     // [Hz]
constexpr double jitterBandPerPitch = 1.0 / 3.0;            // frames of four periods hardly show faster jitter

/** Upper end of the band of jitter [Hz]. */
double fastestJitter (double pitch)
{
    return std::min (fastest, jitterBandPerPitch * pitch);
}

/** The loudest second, without what it begins and ends with. */
std::span<const double> loudestSecond (std::span<const double> signal, double sampleRate)
{
    const auto length = std::min (signal.size(), static_cast<std::size_t> (sampleRate));
    const auto hop = std::max<std::size_t> (1, length / 20);
    double loudest = -1.0, energy = 0.0;
    std::size_t best = 0;
    for (std::size_t begin = 0; begin + length <= signal.size(); begin += hop)
    {
        const auto piece = signal.subspan (begin, length);
        energy = std::inner_product (piece.begin(), piece.end(), piece.begin(), 0.0);
        if (energy > loudest)
        {
            loudest = energy;
            best = begin;
        }
    }
    return signal.subspan (best, length);
}

Result<double> pitchOf (std::span<const double> signal, double sampleRate, std::optional<double> known)
{
    const auto loud = loudestSecond (signal, sampleRate);
    const double range = ratioFromSemitones (tolerance);
    if (known)
        return fundamentalFrequency (loud, sampleRate, *known / range, *known * range).value_or (*known);
    if (const auto found = fundamentalFrequency (loud, sampleRate, lowestPitch, highestPitch))
        return *found;
    return inputError ("no pitch found between 25 and 4500 Hz; give it if you know it");
}

double mean (std::span<const double> values)
{
    return std::accumulate (values.begin(), values.end(), 0.0) / static_cast<double> (values.size());
}

std::vector<double> centsOver (double pitch, std::span<const double> track)
{
    std::vector<double> cents;
    for (const double value : track)
        cents.push_back (centsFromRatio (std::max (value, 1e-3) / pitch));
    return cents;
}

void measureFluctuations (std::span<const double> levels, std::span<const double> fine, NoteMeasures& measures)
{
    measures.jitter = fluctuation (centsOver (measures.pitch, fine), trackHop / finePerHop, fastFluctuation,
                                   fastestJitter (measures.pitch),
                                   [pitch = measures.pitch] (double f) { return shownByPitchTrack (pitch, f); });
    measures.vibrato = fluctuation (centsOver (measures.pitch, pitchTrack (fine)), trackHop, 0.0, fastFluctuation);
    measures.pitchTremble =
        fluctuation (centsOver (measures.pitch, fine), trackHop / finePerHop, slowTremble, fastTremble,
                     [pitch = measures.pitch] (double f) { return shownByPitchTrack (pitch, f); });
    measures.shimmer = fluctuation (levels, trackHop, fastFluctuation, fastest);
    for (std::size_t i = 0; i < measures.modulation.size(); ++i)
        measures.modulation[i] = fluctuation (levels, trackHop, modulationEdges[i], modulationEdges[i + 1]);
}
} // namespace

Result<NoteMeasures> measureNote (std::span<const double> signal, double sampleRate, std::optional<double> known)
{
    double peak = 0.0;
    for (const double x : signal)
    {
        if (! std::isfinite (x))
            return inputError ("it has samples that are not numbers");
        peak = std::max (peak, std::abs (x));
    }
    if (peak < silence)
        return inputError ("it is silent");
    if (static_cast<double> (signal.size()) < shortestSteadyPart * sampleRate)
        return inputError (formatted ("it lasts %.2f s, and a steady part of %.1f s is needed",
                                      static_cast<double> (signal.size()) / sampleRate, shortestSteadyPart));
    const auto rough = pitchOf (signal, sampleRate, known);
    if (! rough)
        return tl::unexpected<InputError> (rough.error());

    const LevelTrack level (signal, sampleRate, *rough);
    const auto part = level.steadyPart();
    const double needed = std::max (shortestSteadyPart, (periodsOfFrame + 1) / *rough);
    if (part.length() < needed * sampleRate)
        return inputError (formatted ("its steady part lasts %.2f s, and %.2f s are needed",
                                      std::max (0.0, part.length() / sampleRate), needed));
    NoteMeasures measures;
    measures.pitch = mean (finePitchTrack (signal, sampleRate, part, *rough));
    const auto fine = finePitchTrack (signal, sampleRate, part, measures.pitch);
    const auto pitches = pitchTrack (fine);
    measures.pitch = mean (pitches);
    const double start = level.reaches (0.1);
    measures.onset = 1000.0 * (level.reaches (0.9) - start) / sampleRate;
    measureFluctuations (level.decibels (part), fine, measures);
    const auto strengths = measurePartials (signal, sampleRate, part, pitches, measures);
    const double pretended =
        jitterOfNoise (strengths, measures.pitch, sampleRate, fastFluctuation, fastestJitter (measures.pitch));
    measures.jitter = std::sqrt (std::max (0.0, measures.jitter * measures.jitter - pretended * pretended));
    const auto steady =
        signal.subspan (static_cast<std::size_t> (part.begin), static_cast<std::size_t> (part.length()));
    measures.change = changeOfPeriods (steady, sampleRate, measures.pitch);
    for (std::size_t i = 0; i < measures.partialModulation.size(); ++i)
        measures.partialModulation[i] =
            swingOfPartials (steady, sampleRate, pitches, partialEdges[i], partialEdges[i + 1]);
    measures.wander = growthOfWander (steady, sampleRate, measures.pitch);
    measureThirdOctaves (signal, sampleRate, part, measures);
    measureAttack (signal, sampleRate, part, start, measures);
    return measures;
}

std::vector<NamedMeasure> namedMeasures (const NoteMeasures& m)
{
    std::vector<NamedMeasure> all { { "pitch", "Hz", m.pitch }, { "onset", "ms", m.onset } };
    for (std::size_t i = 0; i < m.partials.size(); ++i)
        all.push_back ({ "partial " + std::to_string (i + 1), "dB", m.partials[i] });
    for (int n = firstThirdOctave; n <= lastThirdOctave; ++n)
        all.push_back ({ formatted ("%.0f Hz", 1000.0 * std::exp2 (n / 3.0)), "dB",
                         m.thirdOctaves[static_cast<std::size_t> (n - firstThirdOctave)] });
    all.insert (all.end(), { { "centroid", "f0", m.centroid },
                             { "slope", "dB/oct", m.slope },
                             { "hnr", "dB", m.harmonicsToNoise },
                             { "floor", "dB", m.floor },
                             { "jitter", "cent", m.jitter },
                             { "shimmer", "dB", m.shimmer },
                             { "vibrato", "cent", m.vibrato },
                             { "pitch8-16", "cent", m.pitchTremble },
                             { "change", "", m.change },
                             { "wander", "", m.wander } });
    for (std::size_t i = 0; i < m.modulation.size(); ++i)
        all.push_back (
            { formatted ("am%.0f-%.0f", modulationEdges[i], modulationEdges[i + 1]), "dB", m.modulation[i] });
    for (std::size_t i = 0; i < m.partialModulation.size(); ++i)
        all.push_back (
            { formatted ("partials%.0f-%.0f", partialEdges[i], partialEdges[i + 1]), "dB", m.partialModulation[i] });
    for (std::size_t i = 0; i < m.attack.size(); ++i)
        all.push_back ({ formatted ("c%.0f", 1000.0 * attackTimes[i]), "ratio", m.attack[i] });
    return all;
}
} // namespace kolophon
