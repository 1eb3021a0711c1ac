// SPDX-License-Identifier: GPL-3.0-or-later
// Voices mode Strings: which keys slur, which change string, what a string does that is left. Expected values come from
// how the strings of an orchestra are tuned and from what the knobs promise.
#include "Support/FreeString.h"
#include "Support/Level.h"
#include "Support/Listener.h"
#include "Support/PreparedSynth.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double strings = 2.0; // voice.mode
constexpr int second = 48000;

/** How many strings sound at a time. */
int awakeAfter (const Patch& patch, const std::vector<PerformanceEvent>& events, int samples)
{
    PreparedSynth synth (patch, freeRate);
    render (synth, events, samples);
    MeterFrame meters;
    while (synth.collectMeters (meters))
    {
    }
    do
        render (synth, {}, 480);
    while (! synth.collectMeters (meters));
    return meters.voicesAwake;
}

/** Cents of what sounds between two times [s], over a key. */
double centsOver (int key, const std::vector<double>& signal, double from, double to)
{
    return 1200.0 * std::log2 (meanFrequency (signal, from, to) / (440.0 * std::exp2 ((key - 69) / 12.0)));
}
} // namespace

TEST_CASE (
    "overlapping keys slur within a fifth, change string from a fifth on, and are a chord when they come together")
{
    const auto patch = patchWith ({ { "voice.mode", strings }, { "body.modes", 8.0 } });
    const auto awake = [&patch] (std::initializer_list<std::pair<int, int>> keys)
    {
        std::vector<PerformanceEvent> events;
        for (const auto& [at, key] : keys)
            events.push_back (noteOn (at, key));
        return awakeAfter (patch, events, second);
    };
    CHECK (awake ({ { 0, 60 }, { 9600, 66 } }) == 1); // six semitones
    CHECK (awake ({ { 0, 60 }, { 9600, 67 } }) == 2); // a fifth
    CHECK (awake ({ { 0, 60 }, { 9600, 54 } }) == 1);
    CHECK (awake ({ { 0, 60 }, { 9600, 53 } }) == 2);
    CHECK (awake ({ { 0, 60 }, { 1800, 64 } }) == 2);                // 37.5 ms: a chord
    CHECK (awake ({ { 0, 60 }, { 2000, 64 } }) == 1);                // 41.7 ms: a slur
    CHECK (awake ({ { 0, 60 }, { 0, 64 }, { 0, 67 } }) == 3);        // struck together
    CHECK (awake ({ { 0, 60 }, { 0, 67 }, { 24000, 62 } }) == 3);    // a chord is held: it is not slurred into
    CHECK (awake ({ { 0, 60 }, { 9600, 64 }, { 19200, 67 } }) == 1); // each within a fifth of the one before

    auto bowl = patch;
    bowl.bodyType = 5.0;
    CHECK (awakeAfter (bowl, { noteOn (0, 60), noteOn (9600, 62) }, second) == 2); // no strings: Poly
    CHECK (awakeAfter (patchWith ({ { "voice.mode", 0.0 } }), { noteOn (0, 60), noteOn (9600, 62) }, second) == 2);
}

TEST_CASE ("a trill comes back to the key that is held, and ends with it")
{
    const auto patch = freeString ({ { "voice.mode", strings }, { "voice.stopped_decay", 0.05 } });
    PreparedSynth synth (patch, freeRate);
    const auto out = render (synth,
                             { noteOn (0, 69), noteOn (24000, 71), noteOff (48000, 71), noteOn (72000, 71),
                               noteOff (84000, 69), noteOff (96000, 71) },
                             3 * second)
                         .left;
    CHECK_THAT (centsOver (69, out, 0.2, 0.5), WithinAbs (0.0, listener::inTune)); // bowed: friction moves it a little
    CHECK_THAT (centsOver (71, out, 0.6, 1.0), WithinAbs (0.0, listener::inTune));
    CHECK_THAT (centsOver (69, out, 1.1, 1.5), WithinAbs (0.0, listener::inTune));
    CHECK_THAT (centsOver (71, out, 1.6, 2.0),
                WithinAbs (0.0, listener::inTune)); // the other key went up, this one stayed
    CHECK (levelBetween (out, 2.9, 3.0) < levelBetween (out, 1.8, 2.0) - 60.0);
}

TEST_CASE ("a fiddle has four strings: a key played again is played on the string that still rings")
{
    const auto violin = patchWith ({ { "voice.mode", strings },
                                     { "voice.strings", 1.0 },
                                     { "body.modes", 8.0 },
                                     { "voice.stopped_decay", 60.0 } });
    // Detached, all of them on the D string up to G#4; A4 is the next string's own.
    std::vector<PerformanceEvent> scale;
    int at = 0;
    for (const int key : { 62, 64, 66, 67, 68, 62 })
    {
        scale.push_back (noteOn (at, key));
        scale.push_back (noteOff (at + 4000, key));
        at += 6000;
    }
    CHECK (awakeAfter (violin, scale, second) == 1);
    scale.push_back (noteOn (at, 69));
    CHECK (awakeAfter (violin, scale, second) == 2);
    // Six semitones, but under the open D: the bow must go to the G string.
    CHECK (awakeAfter (violin, { noteOn (0, 64), noteOn (9600, 60) }, second) == 2);
    CHECK (awakeAfter (violin, { noteOn (0, 64), noteOn (9600, 62) }, second) == 1);
    // Four strings, however many keys.
    CHECK (awakeAfter (violin, { noteOn (0, 60), noteOn (0, 64), noteOn (0, 67), noteOn (0, 72), noteOn (0, 76) },
                       second) == 4);
}

TEST_CASE ("a stopped string that is left dies away in Stopped decay, an open one in Decay")
{
    // T60 of both losses together: 1/T = 1/decay + 1/stopped; higher strings two octaves up ring half as long.
    const auto t60 = [] (int key, double instrument)
    {
        const auto patch = freeString ({ { "voice.mode", strings },
                                         { "voice.strings", instrument },
                                         { "body.decay", 6.0 },
                                         { "body.quality", 5000.0 },
                                         { "voice.stopped_decay", 0.8 } });
        const auto out = ring (patch, {}, 1.2, key);
        return 60.0 * 0.4 / (levelBetween (out, 0.3, 0.4) - levelBetween (out, 0.7, 0.8));
    };
    const double ring62 = 1.0 / (1.0 / 6.0 + 293.66 * std::numbers::pi / 5000.0 / std::log (1000.0));
    CHECK_THAT (t60 (62, 1.0), WithinRel (ring62, 0.02)); // the open D
    CHECK_THAT (t60 (62, 0.0), WithinRel (1.0 / (1.0 / ring62 + 1.0 / 0.8), 0.02));
    const double ring86 = 1.0 / (1.0 / 6.0 + 4.0 * 293.66 * std::numbers::pi / 5000.0 / std::log (1000.0));
    CHECK_THAT (t60 (86, 0.0), WithinRel (1.0 / (1.0 / ring86 + 1.0 / 0.4), 0.02));
}

TEST_CASE ("every MPE note has a finger of its own")
{
    const auto patch = patchWith ({ { "voice.mode", strings }, { "voice.mpe", 2.0 }, { "body.modes", 8.0 } });
    CHECK (awakeAfter (patch, { noteOn (0, 60, 0.6, 1), noteOn (9600, 62, 0.6, 2) }, second) == 2);
}

TEST_CASE ("what the pedal holds is not slurred away")
{
    const auto patch = patchWith ({ { "voice.mode", strings }, { "body.modes", 8.0 } });
    CHECK (awakeAfter (patch,
                       { control (0, 64, 1.0), noteOn (10, 60), noteOff (9600, 60), noteOn (12000, 64),
                         noteOff (20000, 64), noteOn (24000, 67) },
                       second) == 3);
}
