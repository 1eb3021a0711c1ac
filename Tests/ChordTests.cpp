// SPDX-License-Identifier: GPL-3.0-or-later
// Where strings stand on the stage, and how chords keep their balance: decibels between the ears and over one another.
#include "Support/FreeString.h"
#include "Support/Level.h"
#include "Support/PreparedSynth.h"
#include "Synth/Output/OutputStage.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

namespace
{
Rendering play (const Patch& patch, const std::vector<PerformanceEvent>& events, int samples)
{
    PreparedSynth synth (patch, freeRate);
    return render (synth, events, samples);
}
} // namespace

TEST_CASE ("low keys stand at the left and high ones at the right, as wide as Width says, and their sum is untouched")
{
    // A string of one, odd partial: place p = (62 - key)/36 and 0.3 of breadth, times 0.35 at a width of 100 %.
    for (const double width : { 0.0, 100.0, 200.0 })
        for (const int key : { 26, 44, 62, 80, 98 })
        {
            CAPTURE (width, key);
            const auto patch = freeString ({ { "out.width", width } });
            PreparedSynth synth (patch, freeRate);
            const auto out = render (synth, { noteOn (0, key), noteOff (9600, key) }, 48000);
            const double side = 0.0035 * width * (std::clamp ((62 - key) / 36.0, -1.0, 1.0) + 0.3);
            CHECK_THAT (levelBetween (out.left, 0.5, 1.0) - levelBetween (out.right, 0.5, 1.0),
                        WithinAbs (20.0 * std::log10 ((1.0 + side) / (1.0 - side)), 0.01));
        }
}

TEST_CASE ("a chord of n strings makes each n^-0.3 as loud, as far as Chord balance says, and gives it back")
{
    for (const double balance : { 0.0, 50.0, 100.0 })
        for (const int others : { 1, 3, 7 })
        {
            CAPTURE (balance, others);
            // One string is heard; the others are moved by a bow of no force (expression at 0), on channels of
            // their own.
            const auto patch = freeString ({ { "out.chord", balance }, { "voice.count", 16.0 } });
            std::vector<PerformanceEvent> events { noteOn (0, 69), control (4800, 11, 0.0) };
            for (int n = 1; n <= others; ++n)
            {
                events.push_back (control (0, 11, 0.0, n));
                events.push_back (noteOn (24000, 40 + n, 0.6, n));
                events.push_back (noteOff (48000, 40 + n, n));
            }
            const auto out = play (patch, events, 72000).left;
            const auto alone = play (patch, { noteOn (0, 69), control (4800, 11, 0.0) }, 72000).left;
            const auto over = [&] (double from, double to)
            { return levelBetween (out, from, to) - levelBetween (alone, from, to); };
            CHECK_THAT (over (0.3, 0.5), WithinAbs (0.0, 1e-9));
            // After three time constants of 4 ms 5 % are left of the difference, before most attacks are at their peak.
            const double lowered = 0.06 * balance * std::log10 (1.0 + others);
            CHECK_THAT (over (0.512, 0.514), WithinAbs (-0.96 * lowered, 0.02 * lowered + 1e-9));
            CHECK_THAT (over (0.8, 1.0), WithinAbs (-0.06 * balance * std::log10 (1.0 + others), 0.02));
            CHECK_THAT (over (1.3, 1.5), WithinAbs (0.0, 0.02));
        }
}

TEST_CASE ("a chord that is let go rings on at its level")
{
    // The strings ring on after all keys are up, and the balance must not come back meanwhile.
    const auto patch = freeString ({ { "out.chord", 100.0 }, { "voice.count", 16.0 } });
    std::vector<PerformanceEvent> events;
    for (const int key : { 57, 61, 64, 69 })
    {
        events.push_back (noteOn (0, key));
        events.push_back (noteOff (48000, key));
    }
    const auto with = play (patch, events, 72000).left;
    const auto without = play (freeString ({ { "out.chord", 0.0 }, { "voice.count", 16.0 } }), events, 72000).left;
    const auto lowered = [&] (double from, double to)
    { return levelBetween (with, from, to) - levelBetween (without, from, to); };
    CHECK_THAT (lowered (0.5, 0.9), WithinAbs (-6.0 * std::log10 (4.0), 0.5)); // by velocity a little more than 0 dB
    CHECK_THAT (lowered (1.2, 1.5) - lowered (0.5, 0.9), WithinAbs (0.0, 0.02));
}

TEST_CASE ("loud chords are balanced twice as much when they are 6 dB louder than the patch, and single notes never")
{
    const auto patch = freeString ({ { "out.chord", 100.0 }, { "out.width", 0.0 } });
    const auto levelOf = [&patch] (const HeldChord& chord)
    {
        OutputStage stage;
        stage.prepare (freeRate);
        std::vector<double> heard;
        for (int segment = 0; segment < 600; ++segment)
        {
            stage.aim (patch, chord, segment == 0 ? 0 : 16);
            double tone[16], out[2][16];
            for (int n = 0; n < 16; ++n)
                tone[n] = 0.01 * std::sin (2.0 * pi * 440.0 * (16 * segment + n) / freeRate);
            const OutputStage::Heard same { tone, tone };
            stage.process (same, same, 1, out[0], out[1], 16);
            heard.insert (heard.end(), out[0], out[0] + 16);
        }
        return levelDb (heard, 4800, 9600);
    };
    const double single = levelOf ({ 1, 0.0 });
    CHECK_THAT (levelOf ({ 1, 6.0 }) - single, WithinAbs (0.0, 1e-9));
    for (const int strings : { 2, 4, 8 })
    {
        CHECK_THAT (levelOf ({ strings, 0.0 }) - single, WithinAbs (-6.0 * std::log10 (strings), 0.01));
        CHECK_THAT (levelOf ({ strings, 3.0 }) - single, WithinAbs (-9.0 * std::log10 (strings), 0.01));
        CHECK_THAT (levelOf ({ strings, 6.0 }) - single, WithinAbs (-12.0 * std::log10 (strings), 0.01));
    }
}
