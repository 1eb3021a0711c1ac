// SPDX-License-Identifier: GPL-3.0-or-later
#include "Answer.h"

#include "../../Analysis/Notes/HeardSound.h"
#include "../../Analysis/Notes/SteadyTone.h"
#include "../../Analysis/Parallel.h"
#include "../../Analysis/RowRules.h"
#include "../../Core/Units.h"
#include "PresetCard.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace kolophon
{
namespace
{

constexpr std::size_t attackFrame = 8192;                          // [samples] at cardRate: more than an attack
constexpr double attackFor = 0.1, steadyFrom = 0.3, heldFor = 1.0; // [s]
constexpr double audible = -60.0;                                  // [dB] of a third octave
constexpr double partialsAbove = 3.5;                              // times the pitch

double powerDb (double power)
{
    return power > 1e-20 ? 10.0 * std::log10 (power) : -200.0;
}

/** Seeds are chosen, not turned: each number is another surface, and none is more than its neighbour. */
bool isTurned (const Parameter& row)
{
    constexpr std::string_view groups[] = { "Hand", "Contact", "Body", "Surface" };
    return ! row.isDiscrete() && std::find (std::begin (groups), std::end (groups), row.group) != std::end (groups);
}

/** Power of the spectrum between two frequencies [Hz]. */
double powerBetween (std::span<const double> spectrum, double low, double high)
{
    const double bins = 2.0 * static_cast<double> (spectrum.size() - 1) / cardRate;
    const auto at = [&] (double frequency)
    { return std::min (spectrum.size(), static_cast<std::size_t> (std::ceil (frequency * bins))); };
    double sum = 0.0;
    for (auto k = at (low); k < at (high); ++k)
        sum += spectrum[k];
    return sum;
}

double meanSquare (std::span<const double> sound)
{
    double square = 0.0;
    for (const double sample : sound)
        square += sample * sample;
    return square / static_cast<double> (sound.size());
}

/** Levels of the third octaves of a piece of sound that has this spectrum. */
ThirdOctaves thirdOctavesOf (std::span<const double> sound, std::span<const double> spectrum)
{
    ThirdOctaves bands {};
    const double square = meanSquare (sound), all = std::max (powerBetween (spectrum, 20.0, 20000.0), 1e-30);
    for (std::size_t band = 0; band < bands.size(); ++band)
    {
        const double middle = 1000.0 * std::exp2 ((firstThirdOctave + static_cast<int> (band)) / 3.0);
        const double inBand = powerBetween (spectrum, middle * std::exp2 (-1.0 / 6.0), middle * std::exp2 (1.0 / 6.0));
        bands[band] = powerDb (square * inBand / all);
    }
    return bands;
}

void listen (const HeardNote& note, double pitch, AnswerPoint& point)
{
    const auto sound = note.mono();
    const auto between = [&sound] (double from, double to)
    {
        return std::span<const double> (sound).subspan (static_cast<std::size_t> (from * cardRate),
                                                        static_cast<std::size_t> ((to - from) * cardRate));
    };
    const auto steady = between (steadyFrom, heldFor), attack = between (0.0, attackFor);
    point.level = powerDb (meanSquare (steady));
    const auto spectrum = powerSpectrum (steady, cardRate);
    const double all = powerBetween (spectrum, 20.0, 20000.0);
    point.brightness = powerDb (powerBetween (spectrum, partialsAbove * pitch, 20000.0) / std::max (all, 1e-30));
    point.thirdOctaves = thirdOctavesOf (steady, spectrum);
    std::vector<double> padded (attackFrame); // the attack in the middle of the spectrum's window
    std::copy (attack.begin(), attack.end(),
               padded.begin() + static_cast<std::ptrdiff_t> ((attackFrame - attack.size()) / 2));
    point.attack = thirdOctavesOf (attack, powerSpectrum (padded, cardRate));
    const auto f = fundamentalFrequency (steady, cardRate, note.pitch / 2.2, note.pitch * 2.2);
    if (f)
        point.cents = centsFromRatio (*f / pitch);
    const auto levels = Loudline (sound, cardRate, 0.01).levels();
    const auto released = std::min (levels.size(), static_cast<std::size_t> (heldFor / Loudline::hop));
    const auto begin = levels.begin(), off = begin + static_cast<std::ptrdiff_t> (released);
    point.onset =
        1000.0 * Loudline::hop *
        static_cast<double> (std::find_if (begin, off, [&] (double x) { return x >= point.level - 10.0; }) - begin);
    point.fall = 1000.0 * Loudline::hop *
                 static_cast<double> (
                     std::find_if (off, levels.end(), [&] (double x) { return x <= point.level - 20.0; }) - off);
}

double spread (const std::vector<AnswerPoint>& points, double AnswerPoint::*member)
{
    const auto [low, high] = std::minmax_element (
        points.begin(), points.end(), [member] (const auto& a, const auto& b) { return a.*member < b.*member; });
    return (*high).*member - (*low).*member;
}

/** Largest change of a third octave that is audible at one point, down to 20 dB below that. */
double spread (const std::vector<AnswerPoint>& points, ThirdOctaves AnswerPoint::*member)
{
    double most = 0.0;
    for (std::size_t band = 0; band < (points[0].*member).size(); ++band)
    {
        double low = 1e9, high = -1e9;
        for (const auto& point : points)
        {
            low = std::min (low, (point.*member)[band]);
            high = std::max (high, (point.*member)[band]);
        }
        if (high > audible)
            most = std::max (most, high - std::max (low, audible - 20.0));
    }
    return most;
}
} // namespace

KnobAnswer::Change KnobAnswer::change() const
{
    Change most;
    if (points.empty())
        return most;
    most.level = spread (points, &AnswerPoint::level);
    most.onset = spread (points, &AnswerPoint::onset);
    most.fall = spread (points, &AnswerPoint::fall);
    std::optional<double> flattest, sharpest;
    for (const auto& point : points)
        if (point.cents)
        {
            flattest = std::min (flattest.value_or (*point.cents), *point.cents);
            sharpest = std::max (sharpest.value_or (*point.cents), *point.cents);
        }
    most.cents = flattest ? *sharpest - *flattest : 0.0;
    most.thirdOctave = spread (points, &AnswerPoint::thirdOctaves);
    most.attack = spread (points, &AnswerPoint::attack);
    return most;
}

bool KnobAnswer::isHeard() const
{
    const auto most = change();
    return most.thirdOctave >= leastHeard.thirdOctave || most.attack >= leastHeard.attack ||
           most.level >= leastHeard.level || most.cents >= leastHeard.cents || most.onset >= leastHeard.onset ||
           most.fall >= leastHeard.fall;
}

std::vector<std::string_view> answeringKnobs (const Patch& patch)
{
    std::vector<std::string_view> knobs;
    for (const auto& row : parameterTable())
        if (isTurned (row) && rowUse (row, patch) == RowUse::inUse)
            knobs.push_back (row.id);
    return knobs;
}

std::vector<KnobAnswer> answersOf (const Preset& preset, const AnswerSettings& settings)
{
    auto bare = preset;
    bare.claims.seconds = heldFor;
    bare.patch.voiceHumanisePercent = bare.patch.voiceVibratoCents = bare.patch.voicePhrasingPercent =
        bare.patch.outRoomPercent = 0.0;
    std::vector<KnobAnswer> answers;
    for (const auto id : settings.knobs.empty() ? answeringKnobs (bare.patch) : settings.knobs)
        answers.push_back ({ id, std::vector<AnswerPoint> (settings.places.size()) });
    const auto task = [&] () -> Task
    {
        const auto synth = PresetPlayer::instrument();
        return [&, synth] (std::size_t item)
        {
            auto& answer = answers[item / settings.places.size()];
            const double place = settings.places[item % settings.places.size()];
            const auto& row = parameterTable()[findParameter (answer.id).value()];
            auto turned = bare;
            row.in (turned.patch) = row.fromNormalised (place);
            auto& point = answer.points[item % settings.places.size()];
            point.place = place;
            point.value = row.in (turned.patch);
            PresetPlayer player (turned, synth);
            listen (player.note (settings.key, 80, "", true), frequencyFromNote (settings.key), point);
        };
    };
    inParallelEach (answers.size() * settings.places.size(), settings.threads, task, settings.interrupted);
    return answers;
}
} // namespace kolophon
