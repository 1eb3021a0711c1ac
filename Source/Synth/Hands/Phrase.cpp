// SPDX-License-Identifier: GPL-3.0-or-later
#include "Phrase.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double usualAmount = 0.6;                                    // at which the figures below are meant
constexpr double shortestNote = 0.1, longestNote = 1.5, unknown = 1.0; // [s] of the length that is expected
constexpr double shortKeys = 0.6, longerThanKeys = 1.3;   // of the interval; of the time that they are down
constexpr double shape = 6.0, shapeOfUnknown = 3.5;       // [dB] by which a note grows
constexpr double shapedLength = 0.4;                      // [s] from which on it grows so far
constexpr double middlePeak = 0.35, latePeak = 0.08;      // of the length; an up-bow's is so much later
constexpr double spreadOfPeak = 0.1, spread = 0.5;        // of the length; octaves of the shape: rms
constexpr double downFades = 0.8, upFades = 0.45;         // of the growth
constexpr double recovers = 0.5, leftOver = 0.25;         // of the fading, per length after its end; down to that
constexpr double raised = 0.3;                            // of the growth, so that the mean is about 0 dB
constexpr double arrival = 7.0, arrivalTime = 0.04;       // [dB], [s] of a slurred finger
constexpr double lightStart = 0.15, lighterHard = 0.8;    // of the force; more per velocity over the middle
constexpr double buildUpTime = 0.1, pressedAtOnset = 0.4; // [s]; of the force, under a bow that bites
constexpr double pitchOfLight = 220.0;                    // [Hz] below which the force is less late
constexpr double hardVelocity = 100.0 / 127.0;            // of short keys that are not thrown
constexpr double middleOfVelocity = 80.0 / 127.0, laterHard = 4.5; // octaves of the rise, per velocity at the hardest
constexpr double earlierHard = 0.3; // part of the length, per velocity, by which a hard key peaks earlier
constexpr double arrivalOfStep = 0.75, arrivalPerStep = 0.125; // of the arrival's decibels; per semitone
constexpr double drawnBy = 3.0;                           // [dB] of dynamics after which the shape has stepped back
constexpr double spreadOfDepth = 0.5;                     // octaves rms, of vibrato
constexpr double keptOfVibrato = 0.5;                     // of its age, over a slur
constexpr double bend = 0.125;                            // its second harmonic: -18 dB
constexpr double leastAtOnce = 0.3, mostAtOnce = 0.65;    // of the speed, from a pitch on [Hz] and of low strings
constexpr double pitchOfLeast = 293.66, hurried = 40.0;   // acceleration up to there
constexpr double longestEnding = 1.0;                     // [s] of strokes that slow down to their end
constexpr double slowestStop = 0.04, stopOfLength = 0.12; // [s]; of the length
constexpr double restOfStroke = 0.4, briefest = 0.12;     // of what a stroke lasts over that [s]
constexpr double longestRest = 0.1, spreadOfEnd = 0.5;    // [s]; octaves of the times of the end: rms
constexpr double slowestTurn = 0.12, turnOfLength = 0.25; // [s]; of the length

/** Three uniform numbers: variance 1, within 3. */
double normal (Noise& noise) noexcept
{
    const double first = noise.nextBipolar(), second = noise.nextBipolar();
    return first + second + noise.nextBipolar();
}
} // namespace

void Phrase::start (const NotePrompt& prompt, double direction, Noise itsNoise) noexcept
{
    noise = itsNoise;
    bow = direction;
    taken = kept = 0.0;
    begin (prompt);
    const double harder = std::max (0.0, prompt.velocity - middleOfVelocity);
    delay = portable::exp2 (laterHard * harder * harder / (1.0 - middleOfVelocity));
    over = prompt.comesOver;
    if (over)
        return arrive (prompt);
    const bool isShort = prompt.held < shortKeys * prompt.interval && prompt.interval < longestNote;
    turns = prompt.interval < longestNote && ! isShort && ! prompt.isInPassage();
    thrown = isShort && prompt.held < longestThrown && prompt.velocity < hardVelocity;
    bites = isShort ? std::min (1.0, harder / (1.0 - middleOfVelocity)) : 0.0;
    light = (lightStart + lighterHard * harder) * std::min (1.0, length / shapedLength); // a quick note has no time
    light += bites * (-pressedAtOnset - light);
}

void Phrase::slur (const NotePrompt& prompt) noexcept
{
    kept = keptOfVibrato * (theAge + kept);
    over = false;
    begin (prompt);
    arrive (prompt);
}

/** Lets a finger arrive under a bow that moves. */
void Phrase::arrive (const NotePrompt& prompt) noexcept
{
    const double part = std::min (1.0, length / shapedLength); // a trill has no time for it
    const double way = arrivalOfStep + arrivalPerStep * std::min (std::abs (prompt.step), 12);
    taken = arrival * way * part * part * portable::exp2 (spread * normal (noise));
    light = bites = 0.0; // the bow has its force already
    thrown = false;
}

void Phrase::begin (const NotePrompt& prompt) noexcept
{
    theAge = drawn = 0.0;
    atStart = latest;
    const bool isKnown = prompt.interval < longestNote;
    length = isKnown ? std::max (prompt.interval, shortestNote) : unknown;
    if (isKnown && prompt.held < shortKeys * prompt.interval)
        length = std::max (longerThanKeys * prompt.held, shortestNote);
    grows = (isKnown ? shape : shapeOfUnknown) * std::min (1.0, length / shapedLength) *
            portable::exp2 (spread * normal (noise));
    fades = grows * (bow > 0.0 ? downFades : upFades);
    const double usual = middlePeak + (bow > 0.0 ? 0.0 : latePeak) - earlierHard * (prompt.velocity - middleOfVelocity);
    peak = std::clamp (usual + spreadOfPeak * normal (noise), 0.15, 0.7);
    depth = portable::exp2 (spreadOfDepth * normal (noise));
    ends = portable::exp2 (spreadOfEnd * normal (noise));
}

void Phrase::advance (double itsAmount, double seconds) noexcept
{
    theAge += seconds;
    amount = itsAmount;
    if (! isOn())
    {
        theSpeed = 1.0;
        lighter = 0.0;
        return;
    }
    const double strength = amount / usualAmount;
    theSpeed = portable::exp10 (0.05 * strength * levelNow());
    lighter = std::min (1.0, strength) * light * portable::exp (-theAge / buildUpTime);
}

/** Level [dB] of the note at its age, over that of an even one. */
double Phrase::levelNow() const noexcept
{
    const double place = theAge / length;
    const double before = 1.0 - place / peak, late = (place - peak) / (1.0 - peak);
    const double after = place < 1.0 ? late : std::max (leftOver, 1.0 - recovers * (place - 1.0));
    const double shaped = place < peak ? -grows * before * std::sqrt (before) : -fades * after;
    return (1.0 - drawn) * (shaped + raised * grows) - taken * portable::exp (-theAge / arrivalTime);
}

void Phrase::follow (double dynamics, bool isFresh) noexcept
{
    latest = dynamics;
    atStart = isFresh ? dynamics : atStart;
    drawn = std::max (drawn, std::min (1.0, std::abs (dynamics - atStart) / drawnBy));
}

double Phrase::force (double pitch) const noexcept
{
    return 1.0 - std::min (1.0, pitch / pitchOfLight) * lighter;
}

double Phrase::vibratoBend() const noexcept
{
    return bend * std::min (1.0, amount / usualAmount);
}

bool Phrase::stops (double lasted) const noexcept
{
    return isOn() && lasted < longestEnding * std::min (1.0, amount / usualAmount) && ! springs (lasted);
}

double Phrase::later() const noexcept
{
    return between (1.0, delay);
}

double Phrase::atOnce (double pitch) const noexcept
{
    const double usual =
        turns ? leastAtOnce : std::clamp (leastAtOnce * std::sqrt (pitchOfLeast / pitch), leastAtOnce, mostAtOnce);
    const double most = over || thrown ? 1.0 : bites;
    return between (0.0, usual + most * (1.0 - usual));
}

double Phrase::haste (double reached, double pitch) const noexcept
{
    constexpr double whole = leastAtOnce / hurried + 1.0 - leastAtOnce;
    const double quick = atOnce (pitch);
    if (reached < quick)
        return between (1.0, hurried);
    return std::min (1.0, (1.0 - quick) / (whole - quick / hurried)); // full speed comes no earlier
}

double Phrase::between (double usual, double full) const noexcept
{
    return usual + std::min (1.0, amount / usualAmount) * (std::max (usual, full) - usual);
}

double Phrase::stopTime (double usual) const noexcept
{
    return between (usual, std::min (slowestStop, stopOfLength * length) * std::min (2.0, ends));
}

double Phrase::restTime (double lasted) const noexcept
{
    return between (0.0, std::clamp (restOfStroke * (lasted - briefest), 0.0, longestRest) * ends);
}

double Phrase::turnTime (double usual) const noexcept
{
    return between (usual, std::min (slowestTurn, turnOfLength * length));
}
} // namespace kolophon
