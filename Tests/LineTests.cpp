// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Notes/LineMeasures.h"
#include "Analysis/Notes/NoteStart.h"
#include "Core/Noise.h"
#include "Core/Units.h"
#include "Rendering/Measuring/MeasuredLines.h"
#include "Rendering/ScorePhrasing.h"
#include "Support/Knobs.h"
#include "Support/Listener.h"
#include "Support/Partials.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** Synthetic lines of known dips, swells, crossings and vibratos. */
namespace
{
constexpr double rate = 48000.0;
using Course = std::function<double (double seconds)>;

/** Partials 1/k of a pitch [semitones over A4] and a level [dB] that vary. */
std::vector<double> sung (double seconds, const Course& pitch, const Course& level)
{
    const Partials partials (12);
    std::vector<double> signal;
    double turned = 0.0;
    for (int n = 0; n < static_cast<int> (seconds * rate); ++n)
    {
        const double t = n / rate;
        turned += 2.0 * pi * 440.0 * std::exp2 (pitch (t) / 12.0) / rate;
        signal.push_back (0.1 * gainFromDb (level (t)) * partials.at (turned));
    }
    return signal;
}

/** Notes of 0.5 s on a scale, the first at A3. */
double noteAt (double t)
{
    constexpr double scale[] = { -12.0, -10.0, -8.0, -7.0, -5.0, -3.0 };
    return scale[std::min (5, static_cast<int> (t / 0.5))];
}

std::vector<LineNote> measured (const std::vector<double>& signal)
{
    const auto notes = measureLine (signal, rate);
    INFO ((notes ? "" : notes.error().what()));
    REQUIRE (notes);
    return *notes;
}

/** [dB] by which a level of the notes above is known, at the bottom of a dip. The window of 10 ms holds 2.2 periods of
    A3, so that 2.2 % of what its partials beat by, 1.17 of their power, are left: 0.11 dB; and in 5 ms to either side
    the raised cosine has risen by (pi 5/100)^2/4 of the dip. */
double levelKnownTo (double dip)
{
    constexpr double ripple = 0.11;
    return ripple + std::pow (pi * 0.005 / 0.1, 2) / 4.0 * dip;
}
constexpr double pitchFrame = 0.015; // [s] in which a pitch is found
} // namespace

TEST_CASE ("a line's notes are found where their pitches change, and dip and swell by what they were given", "[heard]")
{
    for (const double dip : { 3.0, 6.0, 12.0, 24.0 })
    {
        // A raised cosine of 200 ms about each change of pitch; the median of a note is outside of it.
        const auto level = [dip] (double t)
        {
            const double away = std::abs (t - 0.5 * std::round (t / 0.5));
            return away < 0.1 ? -0.5 * dip * (1.0 + std::cos (pi * away / 0.1)) : 0.0;
        };
        const auto notes = measured (sung (3.0, noteAt, level));
        CAPTURE (dip);
        REQUIRE (notes.size() == 6);
        for (std::size_t n = 0; n < 6; ++n)
        {
            CAPTURE (n);
            CHECK_THAT (notes[n].pitch, WithinRel (440.0 * std::exp2 (noteAt (0.5 * static_cast<double> (n)) / 12.0),
                                                   0.1 * listener::ratio));
            if (n > 0 && n < 5) // which begins and ends with a dip
                CHECK_THAT (notes[n].swell, WithinAbs (dip, 2.0 * levelKnownTo (dip))); // two levels
            if (n > 0)
                CHECK_THAT (notes[n].begin, WithinAbs (0.5 * static_cast<double> (n), 0.5 * pitchFrame));
            if (n < 5)
                CHECK_THAT (notes[n].dip, WithinAbs (-dip, levelKnownTo (dip)));
        }
        CHECK (std::isnan (notes[5].dip));
        CHECK_THAT (summaryOf (notes).dip.middle, WithinAbs (-dip, levelKnownTo (dip)));
    }
}

TEST_CASE ("one key again is another note if the level dips by 8 dB, and what rings after a note is none", "[heard]")
{
    for (const double dip : { 8.0 - listener::level, 8.0 + listener::level })
    {
        const auto level = [dip] (double t)
        {
            const double away = std::abs (t - 0.5 * std::round (t / 0.5));
            return t > 0.25 && t < 1.75 && away < 0.08 ? -0.5 * dip * (1.0 + std::cos (pi * away / 0.08)) : 0.0;
        };
        CHECK (measured (sung (
                             2.0, [] (double) { return -5.0; }, level))
                   .size() == (dip > 8.0 ? 4u : 1u));
    }
    // It falls to -30 dB and comes back to -20.
    const auto rings = [] (double t) {
        return t < 0.5 ? 0.0 : t < 0.6 ? -300.0 * (t - 0.5) : std::min (-20.0, -30.0 + 100.0 * (t - 0.6));
    };
    CHECK (measured (sung (
                         1.0, [] (double) { return -5.0; }, rings))
               .size() == 1);
}

TEST_CASE ("the pitch crosses from note to note in its time", "[heard]")
{
    for (const double seconds : { 0.05, 0.1 })
    {
        // From a tenth of the interval to nine tenths: 0.8 of the way, blurred by as much of a frame.
        const auto pitch = [seconds] (double t) { return -12.0 + 4.0 * std::clamp ((t - 0.5) / seconds, 0.0, 1.0); };
        const auto notes = measured (sung (1.2, pitch, [] (double) { return 0.0; }));
        REQUIRE (notes.size() >= 2);
        CHECK_THAT (notes[0].transition, WithinAbs (800.0 * seconds, 800.0 * pitchFrame));
    }
    CHECK (measured (sung (1.0, noteAt, [] (double) { return 0.0; }))[0].transition < 800.0 * pitchFrame);
}

TEST_CASE ("vibrato is found with its depth, rate and second harmonic, and the spread of its depth in octaves",
           "[heard]")
{
    constexpr double depths[] = { 5.0, 10.0, 20.0, 10.0, 5.0, 20.0 }; // cents: log2 apart by 0, 1, 2
    const auto pitch = [&depths] (double t)
    {
        const int n = std::min (5, static_cast<int> (t));
        const double angle = 2.0 * pi * 5.5 * t;
        return -12.0 + 2.0 * n + 0.01 * depths[n] * (std::sin (angle) + 0.125 * std::cos (2.0 * angle));
    };
    const auto notes = measured (sung (6.0, pitch, [] (double) { return 0.0; }));
    REQUIRE (notes.size() == 6);
    // A sine alone is fitted, over 4.8 cycles of which the last is not whole: part of the harmonic passes for it.
    const double leak = 0.125 * 2.0 / (pi * 5.5 * 0.88);
    for (std::size_t n = 0; n < 6; ++n)
    {
        CAPTURE (n);
        CHECK_THAT (notes[n].vibrato, WithinRel (depths[n], leak));
        CHECK_THAT (notes[n].vibratoRate, WithinAbs (5.5, 0.05)); // a step of the rates that are tried
        CHECK_THAT (notes[n].vibratoHarmonic, WithinAbs (20.0 * std::log10 (0.125), 20.0 * std::log10 (1.0 + leak)));
    }
    // Of 0, 1, 2, 1, 0, 2: variance 4/5.
    CHECK_THAT (summaryOf (notes).vibratoSpread, WithinAbs (std::sqrt (0.8), std::log2 (1.0 + leak)));
}

TEST_CASE ("the fall of a note is timed from its loudest moment", "[heard]")
{
    // 60 dB in 0.6 s, from 0.3 s on: 10 dB are 100 ms.
    const auto notes = measured (sung (
        1.0, [] (double) { return 0.0; }, [] (double t) { return t < 0.3 ? 10.0 * (t - 0.3) : -100.0 * (t - 0.3); }));
    REQUIRE (notes.size() == 1);
    constexpr double early = 5.0 + 1.0; // [ms] of the loudest moment: half a window, and the step of the levels
    CHECK_THAT (notes[0].fall10, WithinAbs (100.0, early));
    CHECK_THAT (notes[0].fall20, WithinAbs (200.0, early));
}

TEST_CASE ("silence, noise and what is no number are refused as lines", "[heard]")
{
    CHECK_FALSE (measureLine (std::vector<double> (48000, 0.0), rate));
    Noise noise (3);
    std::vector<double> hiss (48000);
    for (auto& x : hiss)
        x = 0.1 * noise.nextBipolar();
    CHECK_FALSE (measureLine (hiss, rate));
    hiss[100] = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE (measureLine (hiss, rate));
    CHECK_FALSE (measureLine (std::vector<double> (100, 0.5), rate));
}

TEST_CASE ("a start knows how long its partials take to come, and the noise beside them", "[heard]")
{
    constexpr double pitch = 220.0, ramp = 0.04, step = 0.01; // [Hz], [s] of each partial's rise, from one to the next
    const auto risen = [] (double seconds)
    { return 0.5 - 0.5 * std::cos (pi * std::clamp (seconds / ramp, 0.0, 1.0)); };
    const auto start = [&] (double apart, double noisePower)
    {
        Noise noise (11);
        std::vector<double> signal;
        for (int n = 0; n < static_cast<int> (1.4 * rate); ++n)
        {
            const double t = n / rate;
            double sum = std::sqrt (12.0 * noisePower) * (noise.nextUniform() - 0.5);
            for (int k = 1; k <= 12; ++k)
                sum += risen (t - 0.005 - apart * (k - 1)) * std::sin (2.0 * pi * pitch * k * t + k * k) / k;
            signal.push_back (0.1 * sum);
        }
        const auto its = measureStart (signal, rate, pitch);
        REQUIRE (its);
        return *its;
    };
    // Half of the amplitude, 6 dB, is reached in the middle of a ramp: eleven steps from the first to the last.
    constexpr double known = 2.0; // [ms]: levels are that far apart
    CHECK_THAT (start (step, 0.0).spread, WithinAbs (1000.0 * 11 * step, known + rounded));
    CHECK_THAT (start (0.0, 0.0).spread, WithinAbs (0.0, known));
    // Power of the partials: half of the sum of 1/k^2.
    double power = 0.0;
    for (int k = 1; k <= 12; ++k)
        power += 0.5 / (k * k);
    // Of no noise a lag that is d samples off leaves (w d)^2/2 of a power whose every partial has 1/k^2 at k w. Lags go
    // up by quarters of a sample from 0.985 of the period; here d is 0.023: -57.8 dB.
    const double period = rate / pitch, steps = std::round (0.015 * period / 0.25);
    const double off = 2.0 * pi / period * (0.985 * period + 0.25 * steps - period);
    CHECK_THAT (start (0.0, 0.0).noise,
                WithinAbs (10.0 * std::log10 (0.25 * off * off * 12.0 / power), listener::level));
    // Between samples the cubic halves the power of white noise at worst by 0.36, in one of two periods: 0.86 dB.
    for (const double part : { 0.001, 0.03 })
        CHECK_THAT (start (0.0, part * power).noise,
                    WithinAbs (10.0 * std::log10 (part / (1.0 + part)), listener::level));
    CHECK_FALSE (measureStart (std::vector<double> (100000, 0.0), rate, pitch));
    CHECK_FALSE (measureStart (std::vector<double> (1000, 0.1), rate, pitch));
    CHECK_FALSE (measureStart (std::vector<double> (100000, 0.1), rate, 10.0));
}

namespace
{
struct StringLine
{
    const char* name;
    int lowest;
};
constexpr StringLine stringLines[] = { { "Bass Steel", 28 },  { "Bass Colossus", 28 }, { "Dark Cello", 36 },
                                       { "Cello Gut", 36 },   { "Cello Steel", 36 },   { "Viola Nylon", 48 },
                                       { "First Light", 55 }, { "Violin Gut", 55 },    { "Violin Steel", 55 } };
} // namespace

// Recorded lines of cellists: detached notes dip by 7 to 30 dB (10 to 90 % of them), slurred ones by 1 to 10, and swell
// by 10 to 28 and by 4 to 15. The medians of bassists are 13 and 5. Slurs were meant to dip by 4 to 6 dB; a listener
// notices 1 dB more or less. What parts two notes is half as loud, and softer by a step of dynamics after some strokes
// than after others.
TEST_CASE ("lines of every string preset part and swell as recorded ones do", "[heard]")
{
    for (const auto& [name, key] : stringLines)
        for (const auto& manner : lineManners)
        {
            if (manner.name != "slurred" && manner.name != "detached, 85 %")
                continue;
            const bool isSlurred = manner.name == "slurred";
            CAPTURE (name, manner.name);
            const auto line = summaryOf (measuredLine (*findFactoryPreset (name), manner, key));
            CHECK (line.dip.middle < (isSlurred ? -4.0 + listener::level : -listener::twiceAsLoud));
            CHECK (line.dip.middle > (isSlurred ? -6.0 - listener::level : -30.0));
            CHECK (line.swell.middle > (isSlurred ? 4.0 : 10.0));
            CHECK (line.swell.middle < (isSlurred ? 15.0 : 28.0));
            if (! isSlurred) // no two strokes end alike
                CHECK (line.dip.high - line.dip.low > listener::dynamicStep);
        }
}

TEST_CASE ("the first sixteenth of a run is heard on every string preset", "[heard]")
{
    // Where the bow rises within 0.15 s of rest, whatever the length of the note, the first lies at -18 to -34 dB. A
    // step of dynamics is played on purpose; low strings, which slip regularly after three and a half periods from rest
    // at best (40 of 94 ms at 87 Hz), keep more than half of the loudness.
    for (const auto& [name, key] : stringLines)
    {
        CAPTURE (name);
        CHECK (measuredPassage (*findFactoryPreset (name), key + 12).first > -listener::dynamicStep);
        CHECK (measuredPassage (*findFactoryPreset (name), key + 5).first > -listener::twiceAsLoud);
    }
}

// A sixteenth of a cello has 8 to 16 periods from F2 on, one of a bass 5 to 15: from rest, or against its old motion, a
// string takes 3.5 of them at best, and is listened to 25 ms after the key. Basses do not get so far.
TEST_CASE ("sixteenths are in tune, except one or two on the lowest strings of cellos", "[heard]")
{
    for (const auto& [name, key] : stringLines)
        if (key > 28)
        {
            CAPTURE (name);
            CHECK (measuredPassage (*findFactoryPreset (name), key + 12).inTune >= 14);                   // of 15
            CHECK (measuredPassage (*findFactoryPreset (name), key + 5).inTune >= (key == 36 ? 13 : 14)); // of 15
        }
}

namespace
{
/** Mean depth [octaves over 1 cent] of the vibratos of notes. */
double depthOf (const std::vector<LineNote>& notes)
{
    double sum = 0.0, count = 0.0;
    for (const auto& note : notes)
        if (note.vibrato >= 1.0)
        {
            sum += std::log2 (note.vibrato);
            count += 1.0;
        }
    return sum / count;
}

/** Two standard errors [octaves] of the mean and of the spread of so many depths, which differ by half an octave: the
    sum of three uniform numbers, whose fourth moment is 2.6. */
constexpr double spreadOfDepth = 0.5;
double errorOfDepth (double count)
{
    return 2.0 * spreadOfDepth / std::sqrt (count);
}
double errorOfSpread (double count)
{
    return errorOfDepth (count) * std::sqrt ((2.6 - 1.0) / 4.0);
}
} // namespace

TEST_CASE ("stopped notes of every preset with a vibrato have each its depth, and no sine", "[heard]")
{
    // Recorded cellos: half an octave of spread; a second harmonic at -16 to -21 dB, of which the median of twenty
    // notes is uncertain by 1 dB.
    constexpr int steps[] = {
        8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 16, 15, 13, 12, 11, 10, 9, 8, 10, 12, 13, 15, 17, 12
    };
    constexpr int count = static_cast<int> (std::size (steps));
    for (const auto& [name, lowest] : stringLines)
    {
        auto patch = findFactoryPreset (name)->patch;
        if (patch.voiceVibratoCents == 0.0)
            continue;
        patch.outRoomPercent = 0.0;
        std::vector<PerformanceEvent> events;
        for (int n = 0; n < count; ++n)
        {
            events.push_back (noteOn (n * 48000, lowest + steps[n], 80.0 / 127.0));
            events.push_back (noteOff (n * 48000 + 49500, lowest + steps[n]));
        }
        std::stable_sort (events.begin(), events.end(), [] (auto& a, auto& b) { return a.offset < b.offset; });
        PreparedSynth synth (patch, rate);
        const auto notes = measured (render (synth, events, count * 48000).left);
        const auto summary = summaryOf (notes);
        CAPTURE (name);
        CHECK_THAT (summary.vibratoSpread, WithinAbs (spreadOfDepth, errorOfSpread (count)));
        CHECK_THAT (summary.vibratoHarmonic.middle, WithinAbs (-18.5, 2.5 + 1.0));
        // A note that is slurred on its string keeps its vibrato; another's waits for 0.1 s and grows for 0.3 s, and in
        // its inner 0.88 s has 0.78 of it: 0.88 if they are as many of either.
        CHECK_THAT (depthOf (notes) - std::log2 (std::sqrt (0.78) * patch.voiceVibratoCents),
                    WithinAbs (0.0, errorOfDepth (count)));
    }
}

TEST_CASE ("notes differ in the depth of their vibrato, and an open string has none", "[heard]")
{
    const auto& slurred = lineManners[0];
    const auto notes = measuredLine (*findFactoryPreset ("First Light"), slurred, 55);
    CHECK_THAT (summaryOf (notes).vibratoSpread, WithinAbs (spreadOfDepth, errorOfSpread (60.0)));
    const auto& steel = *findFactoryPreset ("Violin Steel");
    std::vector<LineNote> open, stopped;
    for (const auto& note : measuredLine (steel, slurred, 55))
        if (! std::isnan (note.vibrato))
        {
            const double key = 69.0 + 12.0 * std::log2 (note.pitch / 440.0);
            const bool isOpen = std::abs (key - 62.0) < 0.4; // in one bow A4 is stopped on the D string
            (isOpen ? open : stopped).push_back (note);
        }
    REQUIRE (open.size() > 3);
    CHECK (std::exp2 (depthOf (open)) < listener::cents); // a player's unsteady finger alone
    // Keys overlap: a finger goes on with the vibrato of the one before.
    CHECK_THAT (depthOf (stopped) - std::log2 (steel.patch.voiceVibratoCents),
                WithinAbs (0.0, errorOfDepth (static_cast<double> (stopped.size()))));
}

namespace
{
std::vector<TimedEvent> twoNotes (int interval)
{
    using Type = PerformanceEvent::Type;
    const auto second = static_cast<std::uint16_t> (60 + interval);
    return { { 0.0, { 0, Type::noteOn, 0, 60, 0.63 } },
             { 1.0, { 0, Type::noteOff, 0, 60, 0.5 } },
             { 1.0, { 0, Type::noteOn, 0, second, 0.63 } },
             { 3.0, { 0, Type::noteOff, 0, second, 0.5 } } };
}
} // namespace

TEST_CASE ("a player with a score lets each note fade within its length, and stops the vibrato before a shift")
{
    using Type = PerformanceEvent::Type;
    auto patch = Patch::defaults();
    turn (patch, { { "voice.phrasing", 60.0 }, { "voice.vibrato", 20.0 }, { "voice.dynamic_range", 36.0 } });
    for (const int interval : { 2, 7 })
    {
        const auto events = phrasedFromScore (twoNotes (interval), patch);
        double first = -1.0, loudest = 0.0, last = 0.0, stills = 0.0;
        int on = -1, before = 0;
        for (const auto& [seconds, event] : events)
        {
            on = event.type == Type::noteOn && on < 0 ? before : on;
            ++before;
            if (event.type == Type::noteExpression && event.note == 2)
            {
                first = first < 0.0 ? event.value : first;
                loudest = std::max (loudest, event.value);
                last = event.value;
            }
            if (event.type == Type::modulate)
            {
                CHECK (event.note == 1);
                CHECK (seconds > 0.9);
                stills = event.value;
            }
        }
        CHECK (on == 1);                                           // its expression stands before the note
        CHECK_THAT (first, WithinAbs (1.0 - 6.0 / 36.0, rounded)); // it grows by 6 dB of 36
        // Points lie 20 ms apart, of a note of 2 s; the fading lasts 1.3 s at least.
        constexpr double step = 1.2 * 6.0 / 36.0 * 0.02 / 1.3;
        CHECK_THAT (loudest, WithinAbs (1.0, step));
        CHECK_THAT (last, WithinAbs (1.0 - 1.2 * 6.0 / 36.0, step));          // and fades further, to the rest
        CHECK_THAT (stills, WithinAbs (interval == 7 ? -0.2 : 0.0, rounded)); // 20 cents of a slider of 100
    }
    patch.voicePhrasingPercent = 0.0;
    const auto plain = phrasedFromScore (twoNotes (2), patch);
    REQUIRE (plain.size() == 4);
    for (const auto& [seconds, event] : plain)
        CHECK (event.note == 0);
}
