// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Hands/BowStroke.h"
#include "Synth/Hands/Phrase.h"

#include <catch2/catch.hpp>

#include <numbers>
#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** What a player's arm does with the notes of a line. */
namespace
{
constexpr double tick = 0.001;

/** Two standard errors of the median and of the deviation of so many numbers of deviation `spread`, each the sum of
    three uniform ones, whose kurtosis is 2.6. */
double ofMedian (double spread, double count)
{
    return 2.0 * 1.25 * spread / std::sqrt (count);
}
double ofDeviation (double spread, double count)
{
    return 2.0 * spread * std::sqrt (1.6 / (4.0 * count));
}

/** Levels [dB] that the speed of a note gives, every millisecond; phrasing as a fraction. */
std::vector<double> levelsOf (Phrase& phrase, double amount, double seconds)
{
    std::vector<double> levels;
    for (int i = 0; i < static_cast<int> (seconds / tick + 0.5); ++i)
    {
        phrase.advance (amount, tick);
        levels.push_back (20.0 * std::log10 (phrase.speed()));
    }
    return levels;
}
std::vector<double> stroke (std::uint64_t seed, double direction, double interval, double amount, double seconds)
{
    Phrase phrase;
    phrase.start ({ 0.63, interval, 0.9 * interval, 2 }, direction, Noise (seed));
    return levelsOf (phrase, amount, seconds);
}

double middle (std::vector<double> values)
{
    std::sort (values.begin(), values.end());
    return values[values.size() / 2];
}
double deviation (const std::vector<double>& values)
{
    const double count = static_cast<double> (values.size());
    const double mean = std::accumulate (values.begin(), values.end(), 0.0) / count;
    double squares = 0.0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt (squares / count);
}

} // namespace

TEST_CASE ("a note grows by 6 dB at 60 % of Phrasing, to a third of the expected length, and fades after it", "[human]")
{
    std::vector<double> growth, octaves, downPeak, upPeak, downFade, upFade;
    for (std::uint64_t seed = 0; seed < 400; ++seed)
        for (const double direction : { 1.0, -1.0 })
        {
            const auto levels = stroke (seed, direction, 0.5, 0.6, 0.5);
            const auto top = std::max_element (levels.begin(), levels.end());
            const double grown = *top - levels.front();
            growth.push_back (grown);
            octaves.push_back (std::log2 (grown));
            (direction > 0.0 ? downPeak : upPeak).push_back (static_cast<double> (top - levels.begin()) * tick / 0.5);
            (direction > 0.0 ? downFade : upFade).push_back ((*top - levels.back()) / grown);
        }
    CHECK_THAT (middle (growth), WithinRel (6.0, std::numbers::ln2 * ofMedian (0.5, 800.0)));
    CHECK_THAT (deviation (octaves), WithinAbs (0.5, ofDeviation (0.5, 800.0)));
    CHECK_THAT (middle (downPeak), WithinAbs (0.35, ofMedian (0.1, 400.0) + tick / 0.5));
    CHECK_THAT (middle (upPeak), WithinAbs (0.43, ofMedian (0.1, 400.0) + tick / 0.5));
    CHECK_THAT (middle (downFade), WithinAbs (0.8, 2.0 * tick / 0.15)); // of the shortest fade
    CHECK_THAT (middle (upFade), WithinAbs (0.45, 2.0 * tick / 0.15));
    // Decibels are in proportion to the knob, and to the length below 0.4 s.
    const auto whole = stroke (7, 1.0, 0.5, 0.6, 0.4), half = stroke (7, 1.0, 0.5, 0.3, 0.4);
    const auto brief = stroke (7, 1.0, 0.1, 0.6, 0.1);
    for (std::size_t i = 0; i < whole.size(); ++i)
        REQUIRE_THAT (half[i], WithinAbs (0.5 * whole[i], rounded));
    CHECK_THAT (*std::max_element (brief.begin(), brief.end()) - brief.front(),
                WithinRel (0.25 * (*std::max_element (whole.begin(), whole.end()) - whole.front()),
                           2.0 * tick / 0.035)); // of its rise
}

TEST_CASE ("without Phrasing a note is even to the last bit, and ends and turns as before", "[human]")
{
    Phrase phrase;
    phrase.start ({ 0.63, 0.4, 0.3, 0 }, 1.0, Noise (5));
    for (int i = 0; i < 500; ++i)
    {
        phrase.advance (0.0, tick);
        REQUIRE (phrase.speed() == 1.0);
        REQUIRE (phrase.force (440.0) == 1.0);
    }
    CHECK_FALSE (phrase.isOn());
    CHECK (phrase.vibrato() == 1.0);
    CHECK (phrase.vibratoBend() == 0.0);
    CHECK_FALSE (phrase.stops (0.1));
    CHECK (phrase.stopTime (0.04) == 0.04);
    CHECK (phrase.turnTime (0.02) == 0.02);
    CHECK (phrase.haste (0.0, 110.0) == 1.0);
    CHECK (phrase.haste (0.9, 110.0) == 1.0);
    CHECK (phrase.later() == 1.0);
    CHECK (phrase.restTime (0.4) == 0.0);
    CHECK_FALSE (phrase.springs (0.05));
    CHECK_FALSE (phrase.comesOver());
}

TEST_CASE ("a slurred finger takes 7 dB back for 40 ms, and a player who draws the dynamics shapes the note", "[human]")
{
    std::vector<double> taken;
    for (std::uint64_t seed = 0; seed < 300; ++seed)
    {
        Phrase phrase;
        phrase.start ({ 0.63, 0.5, 0.5, 2 }, 1.0, Noise (seed));
        levelsOf (phrase, 0.6, 0.5);
        phrase.slur ({ 0.63, 0.5, 0.5, 2 });
        phrase.follow (0.0, true);
        phrase.follow (3.0, false); // the shape has stepped back: the finger alone is left
        const auto levels = levelsOf (phrase, 0.6, 0.3);
        taken.push_back (levels[39] - levels[0]);
        REQUIRE_THAT (levels.back(), WithinAbs (0.0, 7.0 * std::exp2 (1.5) * std::exp (-0.3 / 0.04)));
    }
    // 7 dB (e^-0.025 - e^-1), of which the spread is half an octave.
    CHECK_THAT (middle (taken),
                WithinRel (7.0 * (std::exp (-0.025) - std::exp (-1.0)), std::numbers::ln2 * ofMedian (0.5, 300.0)));
}

TEST_CASE ("a finger dips by 3/4 and an eighth for each semitone of its way", "[human]")
{
    const auto dipOf = [] (int step, std::uint64_t seed)
    {
        Phrase phrase;
        phrase.start ({ 0.63, 0.5, 0.5, 2 }, 1.0, Noise (seed));
        levelsOf (phrase, 0.6, 0.5);
        phrase.slur ({ 0.63, 0.5, 0.5, step });
        phrase.follow (0.0, true);
        phrase.follow (3.0, false);
        return -20.0 * std::log10 ((phrase.advance (0.6, tick), phrase.speed()));
    };
    for (std::uint64_t seed = 0; seed < 20; ++seed)
    {
        const double whole = dipOf (2, seed); // 3/4 + 2/8
        CHECK_THAT (dipOf (1, seed), WithinRel (0.875 * whole, rounded));
        CHECK_THAT (dipOf (-6, seed), WithinRel (1.5 * whole, rounded));
        CHECK_THAT (dipOf (24, seed), WithinRel (2.25 * whole, rounded)); // as an octave
    }
}

TEST_CASE ("a hard key peaks earlier, and its force builds up from less, and short hard keys are martele", "[human]")
{
    constexpr double middleKey = 80.0 / 127.0, over = 47.0 / 127.0; // of velocity 127
    const auto begun = [] (double velocity, double interval, double held, std::uint64_t seed)
    {
        Phrase phrase;
        phrase.start ({ velocity, interval, held, 0 }, 1.0, Noise (seed));
        return phrase;
    };
    const auto forceAfter = [] (Phrase phrase, double seconds)
    { return phrase.advance (0.6, seconds), phrase.force (440.0); };
    std::vector<double> usualPeak, hardPeak;
    for (std::uint64_t seed = 0; seed < 400; ++seed)
        for (const double velocity : { middleKey, 1.0 })
        {
            auto phrase = begun (velocity, 0.5, 0.45, seed);
            const auto levels = levelsOf (phrase, 0.6, 0.5);
            const auto top = std::max_element (levels.begin(), levels.end());
            (velocity < 1.0 ? usualPeak : hardPeak).push_back (static_cast<double> (top - levels.begin()) * tick / 0.5);
        }
    CHECK_THAT (middle (usualPeak) - middle (hardPeak),
                WithinAbs (0.3 * over, std::sqrt (2.0) * ofMedian (0.1, 400.0) + tick / 0.5));
    // Without the first 0.15, and 0.8 per velocity above the middle, of which e^-1 is left after 0.1 s; 1e-9 s do 1e-8.
    CHECK_THAT (forceAfter (begun (middleKey, 0.5, 0.45, 1), 1e-9), WithinAbs (0.85, 1e-8));
    CHECK_THAT (forceAfter (begun (1.0, 0.5, 0.45, 1), 1e-9), WithinAbs (0.85 - 0.8 * over, 1e-8));
    CHECK_THAT (forceAfter (begun (1.0, 0.5, 0.45, 1), 0.1),
                WithinAbs (1.0 - (0.15 + 0.8 * over) * std::exp (-1.0), rounded));
    CHECK_THAT (forceAfter (begun (1.0, 0.5, 0.2, 1), 1e-9), WithinAbs (1.4, 1e-8)); // keys of 40 % of the time
    CHECK_THAT (forceAfter (begun (middleKey, 0.5, 0.2, 1), 1e-9), WithinRel (1.0 - 0.15 * 0.65, 1e-8)); // 1.3 * 0.2 s
    auto hard = begun (1.0, 0.5, 0.45, 1);
    hard.advance (0.6, tick);
    CHECK_THAT (hard.later(), WithinRel (std::exp2 (4.5 * over), rounded)); // of the 4.5 octaves of a living hand
    auto slurred = begun (1.0, 0.5, 0.5, 1);
    slurred.slur ({ 1.0, 0.5, 0.5, 2 });
    CHECK (forceAfter (slurred, tick) == 1.0); // the bow has its force already
    // At once: 0.3 of the speed from D4 on, more below by the square root of the pitch, all of it in martele. It comes
    // forty times as fast, and full speed as late as on high strings.
    const auto atOnce = [] (Phrase phrase, double pitch)
    {
        phrase.advance (0.6, tick);
        const double part = phrase.atOnce (pitch), rest = phrase.haste (part, pitch);
        CHECK_THAT (phrase.haste (part - 1e-9, pitch), WithinRel (40.0, rounded));
        if (part < 1.0)
            CHECK_THAT (part / 40.0 + (1.0 - part) / rest, WithinRel (0.3 / 40.0 + 0.7, rounded));
        return part;
    };
    CHECK_THAT (atOnce (begun (middleKey, 0.5, 0.45, 1), 587.3), WithinRel (0.3, rounded));
    const auto afterRest = begun (middleKey, NotePrompt::unknown, NotePrompt::unknown, 1);
    CHECK_THAT (atOnce (afterRest, 146.83), WithinRel (0.3 * std::sqrt (2.0), rounded));
    CHECK_THAT (atOnce (afterRest, 41.2), WithinRel (0.65, rounded));
    CHECK_THAT (atOnce (begun (middleKey, 0.5, 0.45, 1), 41.2), WithinRel (0.3, rounded)); // it turns round
    CHECK_THAT (atOnce (begun (1.0, 0.5, 0.2, 1), 587.3), WithinRel (1.0, rounded));
}

TEST_CASE ("depths of vibrato differ by half an octave, and a bow turns and stops in a part of the note", "[human]")
{
    std::vector<double> octaves, rests;
    for (std::uint64_t seed = 0; seed < 500; ++seed)
    {
        Phrase phrase;
        phrase.start ({ 0.63, 0.4, 0.3, 0 }, 1.0, Noise (seed));
        phrase.advance (0.6, tick);
        octaves.push_back (std::log2 (phrase.vibrato()));
        REQUIRE_THAT (phrase.turnTime (0.02), WithinRel (0.1, rounded));
        REQUIRE (phrase.stopTime (0.02) <= 2.0 * 0.048 + 1e-12);
        rests.push_back (std::log2 (phrase.restTime (0.3) / (0.4 * (0.3 - 0.12)))); // of what it lasts over 0.12 s
        REQUIRE (phrase.restTime (0.12) == 0.0);                                    // staccato rings
        REQUIRE_THAT (phrase.restTime (0.9), WithinRel (phrase.restTime (0.3) * 0.1 / 0.072, rounded));
        REQUIRE (phrase.stops (0.9));
        REQUIRE_FALSE (phrase.stops (1.1)); // a long note rings on, as Lift says
    }
    CHECK_THAT (deviation (octaves), WithinAbs (0.5, ofDeviation (0.5, 500.0)));
    CHECK_THAT (middle (octaves), WithinAbs (0.0, ofMedian (0.5, 500.0)));
    CHECK_THAT (deviation (rests), WithinAbs (0.5, ofDeviation (0.5, 500.0)));
    CHECK_THAT (middle (rests), WithinAbs (0.0, ofMedian (0.5, 500.0)));
}

TEST_CASE ("short keys that are not hard are thrown off the string, and long or hard ones come to rest on it",
           "[human]")
{
    const auto after = [] (double velocity, double interval, double held)
    {
        Phrase phrase;
        phrase.start ({ velocity, interval, held, 0 }, 1.0, Noise (3));
        phrase.advance (0.6, tick);
        return phrase;
    };
    const auto spiccato = after (0.6, 0.3, 0.08);
    CHECK (spiccato.springs (0.08));
    CHECK_FALSE (spiccato.stops (0.08));
    CHECK (spiccato.stops (0.2)); // this key was longer
    CHECK_THAT (spiccato.atOnce (587.3), WithinRel (1.0, rounded));
    CHECK_FALSE (after (1.0, 0.3, 0.08).springs (0.08));                 // martele
    CHECK_FALSE (after (0.6, 0.1, 0.08).springs (0.08));                 // close to one another
    CHECK_FALSE (after (0.6, NotePrompt::unknown, 0.08).springs (0.08)); // after a rest
}

TEST_CASE ("the force of a low string comes up with the speed, or it would slip twice", "[human]")
{
    Phrase phrase;
    phrase.start ({ 80.0 / 127.0, 0.5, 0.45, 0 }, 1.0, Noise (1));
    phrase.advance (0.6, 1e-9);
    CHECK_THAT (phrase.force (440.0), WithinAbs (0.85, 1e-8));
    CHECK_THAT (phrase.force (220.0), WithinAbs (0.85, 1e-8));
    CHECK_THAT (phrase.force (55.0), WithinAbs (1.0 - 0.15 / 4.0, 1e-8));
}

TEST_CASE ("a slur across strings goes on in the bow's direction, at its speed", "[human]")
{
    // D5 and A5 of a violin's upper strings; the second key comes 50 ms before the first goes up, or after it.
    const auto bowAfter = [] (bool overlaps)
    {
        auto patch = Patch::defaults();
        turn (patch, { { "voice.phrasing", 60.0 },
                       { "voice.mode", 2.0 },
                       { "voice.humanise", 50.0 },
                       { "voice.strings", 1.0 },
                       { "voice.vibrato", 0.0 } });
        PreparedSynth synth (patch);
        std::vector<ProbeFrame> frames (200000);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        const int second = 24000, off = second + (overlaps ? 2400 : -2400);
        render (synth, { noteOn (0, 74), noteOff (off, 74), noteOn (second, 81) }, second + 1440, 64, &probes);
        return std::pair (frames[100].bowVelocity,
                          frames[probes.count - 1].bowVelocity); // first, 30 ms into the second
    };
    const auto [down, slurred] = bowAfter (true);
    const auto [first, detached] = bowAfter (false);
    CHECK (down > 0.0);
    CHECK (slurred > 0.05);
    CHECK (first > 0.0);
    CHECK (detached < 0.0);
}

TEST_CASE ("a bow that slows down to its end keeps its force for longer than its speed", "[human]")
{
    BowStroke stroke;
    stroke.start (1.0, false);
    stroke.lift();
    BowMotion bow { 0.2, 1.0 };
    for (int i = 0; i < 75; ++i)
        bow = stroke.release (bow, Lift::soft, 0.1, tick, 1.0);
    CHECK_THAT (bow.velocity, WithinAbs (0.05, rounded));
    CHECK_THAT (bow.force, WithinAbs (0.25 + 0.75 * (1.0 - 0.75 * 0.75 * 0.75), rounded));
}

TEST_CASE ("two channels each have their hand: what one plays tells the other's nothing of its tempo", "[human]")
{
    // A long note on channel 1, beside quick keys on channel 2 or none: its bow moves alike.
    const auto speeds = [] (bool isAccompanied)
    {
        auto patch = patchWith ({ { "voice.phrasing", 60.0 }, { "voice.mode", 0.0 } });
        PreparedSynth synth (patch);
        std::vector<PerformanceEvent> events;
        for (int i = 0; isAccompanied && i < 4; ++i)
            events.push_back (noteOn (4800 * i, 50 + i, 0.63, 1));
        events.push_back (noteOn (4800 * 4, 69, 0.63, 0));
        if (! isAccompanied) // as many strokes before, which seed the note's own numbers
            for (int i = 0; i < 4; ++i)
                events.push_back (noteOn (4800 * i, 50 + i, 0.63, 2 + i));
        std::vector<ProbeFrame> frames (48000);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        render (synth, events, 48000, 256, &probes);
        return std::abs (
            frames[static_cast<std::size_t> (std::min<std::size_t> (probes.count, 40000)) - 1].bowVelocity);
    };
    CHECK (speeds (true) == speeds (false));
}
