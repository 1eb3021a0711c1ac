// SPDX-License-Identifier: GPL-3.0-or-later
// What controllers, touch and keys make of the bow: speeds, forces, places and times in SI units, from the formulas
// that the knobs' texts give, seen by the probes of a held note.
#include "Support/FreeString.h"
#include "Support/PreparedSynth.h"
#include "Support/Rounding.h"
#include "Synth/Voices/Voice.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** The contact of a held note, frame by frame, at 48 kHz. */
std::vector<ProbeFrame> watch (const Patch& patch, const std::vector<PerformanceEvent>& events, double seconds)
{
    PreparedSynth synth (patch, freeRate);
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (seconds * freeRate));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    render (synth, events, static_cast<int> (frames.size()), 512, &probes);
    frames.resize (probes.count);
    return frames;
}

const PerformanceEvent key62 = noteOn (0, 62, 80.0 / 127.0); // D4 at the velocity that leaves the patch alone

/** Default speed 0.2 m/s, and a force of 1 N. */
Patch newton ()
{
    return patchWith ({ { "hand.force_mode", 1.0 }, { "hand.force", 1.0 } });
}

std::vector<PerformanceEvent> zone (std::vector<PerformanceEvent> more)
{
    std::vector<PerformanceEvent> events { control (0, 101, 0.0), control (0, 100, 6.0 / 127.0),
                                           control (0, 6, 15.0 / 127.0) };
    events.insert (events.end(), more.begin(), more.end());
    return events;
}

/** Z_0/sin (pi beta) of a free string of one partial, from what the probes show of it. The string y = A sin (pi x/L)
    cos wt moves at the contact with w A sin (pi beta), and pulls at the bridge with T A pi/L; c = 2 L f and T = c Z_0
    leave F/u = Z_0/sin (pi beta). */
double heft (const Patch& patch, int key, std::vector<PerformanceEvent> events = {}, int channel = 0)
{
    events.push_back (noteOn (100, key, 80.0 / 127.0, channel));
    events.push_back (noteOff (4900, key, channel));
    const auto frames = watch (patch, events, 0.4);
    double force = 0.0, velocity = 0.0;
    for (std::size_t n = 9600; n < frames.size(); ++n)
    {
        force += frames[n].bridgeForce * frames[n].bridgeForce;
        velocity += frames[n].surfaceVelocity * frames[n].surfaceVelocity;
    }
    REQUIRE (force > 0.0);
    return std::sqrt (force / velocity);
}
} // namespace

TEST_CASE ("expression and breath draw the bow as their product to the power of one and a half")
{
    const auto bow = [] (std::vector<PerformanceEvent> events)
    {
        events.push_back (key62);
        return watch (newton(), events, 0.3).back();
    };
    struct Case
    {
        std::vector<PerformanceEvent> events;
        double fraction;
    };
    const double half = 64.0 / 127.0;
    for (const auto& c :
         { Case { {}, 1.0 }, Case { { control (0, 11, half) }, std::pow (half, 1.5) },
           Case { { control (0, 2, half) }, std::pow (half, 1.5) },
           Case { { control (0, 2, half), control (0, 11, 0.25) }, std::pow (half * 0.25, 1.5) },
           Case { { control (4800, 11, 0.25) }, 0.125 }, Case { { control (4800, 11, 0.25, 1) }, 1.0 },
           Case { { control (4800, 11, 0.25), control (4900, 121, 0.0) }, 1.0 },
           Case { { control (0, 2, 0.25), control (0, 121, 0.0) }, 1.0 },
           Case { { control (0, 7, half), control (0, 12, half), control (0, 10, 0.0) }, 1.0 } }) // of no concern
    {
        const auto now = bow (c.events);
        CAPTURE (c.fraction);
        CHECK_THAT (now.bowVelocity, WithinRel (0.2 * c.fraction, rounded));
        CHECK_THAT (now.normalForce, WithinRel (1.0 * c.fraction, rounded));
    }
    // In a zone the manager's expression scales its members', the stronger breath wins.
    const auto member = [] (std::vector<PerformanceEvent> events)
    {
        events.push_back (noteOn (0, 62, 80.0 / 127.0, 4));
        return watch (newton(), zone (events), 0.3).back().bowVelocity;
    };
    CHECK_THAT (member ({ control (0, 11, 0.5, 0), control (0, 11, 0.5, 4) }), WithinRel (0.2 * 0.125, rounded));
    CHECK_THAT (member ({ control (0, 2, 0.25, 0), control (0, 2, 0.16, 4) }), WithinRel (0.2 * 0.125, rounded));
    CHECK_THAT (member ({ control (0, 11, 0.25, 3) }), WithinRel (0.2, rounded));
}

TEST_CASE ("touch adds its share of six tenths to the bow's speed and of sixty percent to its pressure")
{
    // Pressure lays its percent over the decade below Schelleng's largest force 2 Z_0 v/(beta (mu_s - mu_k)).
    const auto expect = [] (const ProbeFrame& now, double press)
    {
        const double speed = 0.2 * (1.0 + 0.6 * press), largest = 2.0 * 0.3 * speed / (0.13 * (0.8 - 0.3));
        CAPTURE (press);
        CHECK_THAT (now.bowVelocity, WithinRel (speed, rounded));
        CHECK_THAT (now.normalForce, WithinRel (largest * std::pow (10.0, 0.65 + 0.6 * press - 1.0), rounded));
    };
    const auto plain = defaultsOfFormat1(), whole = patchWith ({ { "voice.touch", 100.0 } });
    const auto pressed = [] (double value, int channel = 0)
    { return event (4800, Type::channelPressure, 0, value, channel); };
    expect (watch (plain, { key62 }, 0.3).back(), 0.0);
    expect (watch (plain, { key62, pressed (1.0) }, 0.3).back(), 0.6);
    expect (watch (whole, { key62, pressed (0.5) }, 0.3).back(), 0.5);
    expect (watch (whole, { key62, event (4800, Type::notePressure, 62, 0.8) }, 0.3).back(), 0.8);
    expect (watch (whole, { key62, event (4800, Type::notePressure, 63, 0.8) }, 0.3).back(), 0.0);
    expect (watch (whole, { key62, event (4800, Type::notePressure, 62, 0.3), pressed (0.7) }, 0.3).back(), 0.7);
    expect (watch (whole, { key62, pressed (1.0, 1) }, 0.3).back(), 0.0);
    const auto member = noteOn (0, 62, 80.0 / 127.0, 3);
    expect (watch (whole, zone ({ member, pressed (0.9, 3), pressed (0.4, 0) }), 0.3).back(), 0.9);
    expect (watch (whole, zone ({ member, pressed (0.2, 3), pressed (0.4, 0) }), 0.3).back(), 0.4);
}

TEST_CASE ("pressure begins at its floor and grows by its curve, from whatever it comes")
{
    // What is above the floor, over what there is above it, to the power of 4^curve; six tenths of speed as above.
    const auto press = [] (double floor, double curve, const PerformanceEvent& pressed)
    {
        const auto patch =
            patchWith ({ { "voice.touch", 100.0 }, { "voice.press_floor", floor }, { "voice.press_curve", curve } });
        return (watch (patch, { key62, pressed }, 0.3).back().bowVelocity / 0.2 - 1.0) / 0.6;
    };
    const auto channel = [] (double value) { return event (4800, Type::channelPressure, 0, value); };
    CHECK_THAT (press (0.0, 0.0, channel (0.3)), WithinAbs (0.3, rounded));
    CHECK_THAT (press (20.0, 0.0, channel (0.1)), WithinAbs (0.0, rounded));
    CHECK_THAT (press (20.0, 0.0, channel (0.2)), WithinAbs (0.0, rounded));
    CHECK_THAT (press (20.0, 0.0, channel (0.6)), WithinAbs (0.5, rounded));
    CHECK_THAT (press (20.0, 0.0, channel (1.0)), WithinAbs (1.0, rounded));
    CHECK_THAT (press (20.0, 0.5, channel (0.6)), WithinAbs (0.25, rounded));
    CHECK_THAT (press (20.0, -0.5, channel (0.6)), WithinAbs (std::sqrt (0.5), rounded));
    CHECK_THAT (press (0.0, 1.0, channel (0.5)), WithinAbs (0.0625, rounded));
    CHECK_THAT (press (90.0, 1.0, channel (1.0)), WithinAbs (1.0, rounded));
    CHECK_THAT (press (20.0, 0.5, event (4800, Type::notePressure, 62, 0.6)), WithinAbs (0.25, rounded));

    // The wheel that leads in the map of wheels is no pressure.
    const auto led = [] (double floor)
    {
        const auto patch = patchWith ({ { "voice.controller", 3.0 }, { "voice.press_floor", floor } });
        return watch (patch, { control (0, 1, 0.3), key62 }, 0.3).back().bowVelocity;
    };
    CHECK (led (50.0) == led (0.0));
}

TEST_CASE ("velocity moves the bow's speed by up to an octave and its bite by up to a decade, around 80")
{
    for (const int velocity : { 1, 40, 80, 127 })
    {
        const auto frames = watch (patchWith ({ { "voice.velocity", 50.0 }, { "hand.bite", 2.0 } }),
                                   { noteOn (0, 62, velocity / 127.0) }, 0.5);
        const double way = 0.5 * (velocity - 80) / 127.0;
        CAPTURE (velocity);
        CHECK_THAT (frames.back().bowVelocity, WithinRel (0.2 * std::exp2 (way), rounded));
        const double bite = (frames[320].bowVelocity - frames[160].bowVelocity) * freeRate / 160.0; // [m/s^2]
        CHECK_THAT (bite, WithinRel (2.0 * std::pow (10.0, way), rounded));
    }
    // Bite track: an octave lower, half the acceleration.
    const auto low = watch (patchWith ({ { "hand.bite", 2.0 } }), { noteOn (0, 50, 80.0 / 127.0) }, 0.1);
    CHECK_THAT ((low[320].bowVelocity - low[160].bowVelocity) * freeRate / 160.0, WithinRel (1.0, rounded));
}

TEST_CASE ("strokes alternate, or all go down or up")
{
    const auto direction = [] (double mode, int strokes)
    {
        std::vector<PerformanceEvent> events;
        for (int i = 0; i < strokes; ++i)
            events.push_back (noteOn (4800 * i, 60 + i));
        return watch (patchWith ({ { "hand.stroke", mode } }), events, 0.1 * strokes).back().bowVelocity > 0.0 ? 1 : -1;
    };
    for (int strokes = 1; strokes <= 3; ++strokes)
    {
        CHECK (direction (0.0, strokes) == (strokes % 2 == 1 ? 1 : -1));
        CHECK (direction (1.0, strokes) == 1);
        CHECK (direction (2.0, strokes) == -1);
    }
}

TEST_CASE ("higher strings are lighter by the share that Weight track gives")
{
    const double place = std::sin (pi * 0.13);
    for (const int key : { 50, 62, 74, 86 })
        for (const double track : { 0.0, 50.0, 100.0 })
        {
            const double expected = 0.3 * std::exp2 (-0.01 * track * (key - 62) / 12.0); // Z_0 falls as f^-track
            CAPTURE (key, track);
            CHECK_THAT (heft (freeString ({ { "body.impedance_track", track } }), key),
                        WithinRel (expected / place, 0.01));
        }
    for (const double impedance : { 0.1, 1.0 })
        CHECK_THAT (heft (freeString ({ { "body.impedance", impedance } }), 62), WithinRel (impedance / place, 0.01));
}

TEST_CASE ("MPE timbre slides the bow: two octaves of place for the whole way, from where the note began")
{
    const auto place = [] (std::vector<PerformanceEvent> events)
    { return std::asin (0.3 / heft (freeString(), 62, zone (events), 2)) / pi; };
    CHECK_THAT (place ({}), WithinRel (0.13, 0.01));
    CHECK_THAT (place ({ control (200, 74, 1.0, 2) }), WithinRel (0.13 / 2.0, 0.01));
    CHECK_THAT (place ({ control (200, 74, 0.0, 2) }), WithinRel (0.13 * 2.0, 0.01));
    CHECK_THAT (place ({ control (0, 74, 1.0, 2), control (200, 74, 0.75, 2) }),
                WithinRel (0.13 * std::sqrt (2.0), 0.01));
    CHECK_THAT (place ({ control (200, 74, 1.0, 3) }), WithinRel (0.13, 0.01));
    // The manager's slides all notes of the zone, by how far it is from the middle, beside what they do themselves.
    CHECK_THAT (place ({ control (200, 74, 1.0, 0) }), WithinRel (0.13 / 2.0, 0.01));
    CHECK_THAT (place ({ control (200, 74, 0.75, 0), control (210, 74, 0.25, 2) }), WithinRel (0.13, 0.01));
    CHECK_THAT (place ({ control (200, 74, 0.75, 0), control (210, 74, 0.75, 2) }), WithinRel (0.13 / 2.0, 0.01));
    CHECK_THAT (place ({ control (0, 74, 1.0, 0) }), WithinRel (0.13, 0.01)); // from where the note began
    // Outside a zone it is the same.
    CHECK_THAT (std::asin (0.3 / heft (freeString(), 62, { control (200, 74, 1.0) })) / pi,
                WithinRel (0.13 / 2.0, 0.01));
}

TEST_CASE ("the pedal holds from 64 on and lets go below, and the bow leaves in the time of its knob")
{
    const auto lift = [] (std::vector<PerformanceEvent> events, double time)
    {
        events.push_back (noteOn (0, 62));
        events.push_back (noteOff (9600, 62));
        auto patch = newton();
        parameterTable()[findParameter ("hand.lift_time").value()].in (patch) = time;
        const auto frames = watch (patch, events, 1.0);
        std::size_t n = 9000;
        while (n < frames.size() && frames[n].normalForce > 0.0)
            ++n;
        return static_cast<int> (n);
    };
    // 9600 is a point of the control grid; the last step of the way up has no force, give or take a point of the grid
    // for rounding.
    for (const double time : { 0.01, 0.04, 0.2 })
    {
        const int samples = static_cast<int> (std::lround (time * freeRate));
        CAPTURE (time);
        CHECK_THAT (lift ({}, time), WithinAbs (9600 + samples - 1, 16));
        CHECK_THAT (lift ({ control (0, 64, 63.0 / 127.0) }, time), WithinAbs (9600 + samples - 1, 16));
        CHECK (lift ({ control (0, 64, 64.0 / 127.0) }, time) == 48000);
        CHECK_THAT (lift ({ control (0, 64, 1.0), control (19200, 64, 63.0 / 127.0) }, time),
                    WithinAbs (19200 + samples - 1, 16));
        // All notes off, and the mode messages that include it, wait for the pedal (MIDI 1.0, hold pedal).
        for (const int mode : { 123, 124, 125, 126, 127 })
        {
            CHECK (lift ({ control (0, 64, 1.0), control (19200, mode, 0.0) }, time) == 48000);
            CHECK_THAT (lift ({ control (0, 64, 1.0), control (4800, mode, 0.0), control (19200, 64, 0.0) }, time),
                        WithinAbs (19200 + samples - 1, 16));
        }
        CHECK_THAT (lift ({ control (0, 64, 1.0, 1) }, time), WithinAbs (9600 + samples - 1, 16));
        CHECK_THAT (lift ({ control (0, 64, 1.0), control (4800, 121, 0.0) }, time),
                    WithinAbs (9600 + samples - 1, 16)); // RP-015
    }
    // Without a pedal they end the note at once, on their own channel; 121 and 122 end none.
    const auto mode = [] (int number, int channel = 0)
    {
        const auto frames = watch (newton(), { key62, control (4800, number, 0.0, channel) }, 0.5);
        return frames.back().normalForce > 0.0;
    };
    for (const int number : { 123, 124, 125, 126, 127 })
    {
        CHECK_FALSE (mode (number));
        CHECK (mode (number, 1));
    }
    CHECK (mode (121));
    CHECK (mode (122));
    // All sound off, and panic: no frame more.
    CHECK (watch (newton(), { key62, control (4801, 120, 0.0) }, 0.5).size() == 4801);
    CHECK (watch (newton(), { key62, control (4801, 120, 0.0, 1) }, 0.5).size() == 24000);
    CHECK (watch (newton(), { key62, event (4801, Type::panic) }, 0.5).size() == 4801);
}

TEST_CASE ("the contact yields by Stretch, which shrinks with the period by the share that Stretch track gives")
{
    // k = mu_s N/travel: the spring holds mu_s N where it is stretched by the travel.
    for (const int key : { 38, 62, 74 })
        for (const double track : { 0.0, 65.0, 100.0 })
        {
            const auto group = std::make_unique<VoiceGroup>(), shadow = std::make_unique<VoiceGroup>();
            group->clear();
            shadow->clear();
            Voice voice;
            voice.bind (*group, *shadow, 3);
            const auto patch = patchWith (
                { { "contact.travel_track", track }, { "contact.travel", 50e-6 }, { "contact.mu_static", 1.1 } });
            const Channels channels;
            voice.start (noteOn (0, key), patch, channels, 1.0, Noise());
            voice.plan (patch, channels, { DrawnGesture::door() }, { 4, 2000, 0 },
                        { 16.0 / freeRate, 16, 1.0 / freeRate });
            CAPTURE (key, track);
            CHECK_THAT (1.1 / group->law.stiffnessPerForce[3],
                        WithinRel (50e-6 * std::exp2 (-0.01 * track * (key - 62) / 12.0), rounded));
        }
}

TEST_CASE ("a block is shaken at the note's pitch")
{
    for (const int key : { 50, 62, 69 })
    {
        const auto frames = watch (patchWith ({ { "body.type", 1.0 } }), { noteOn (0, key, 80.0 / 127.0) }, 1.0);
        std::vector<double> hand;
        for (const auto& frame : frames)
            hand.push_back (frame.bowVelocity);
        CAPTURE (key);
        CHECK_THAT (meanFrequency (hand, 0.1, 1.0), WithinRel (440.0 * std::exp2 ((key - 69) / 12.0), 1e-5));
        CHECK_THAT (*std::max_element (hand.begin() + 9600, hand.end()), WithinRel (0.2, 0.01));
    }
}

TEST_CASE ("Human draws every stroke a little faster or slower, by 15 percent at most, and the same at every replay")
{
    const auto speeds = [] (double humanise, double seed)
    {
        std::vector<PerformanceEvent> events;
        for (int i = 0; i < 60; ++i)
            events.push_back (noteOn (2400 * i, 60 + i % 5, 80.0 / 127.0));
        const auto frames = watch (patchWith ({ { "voice.humanise", humanise },
                                                { "voice.seed", seed },
                                                { "human.drift", 0.0 },
                                                { "human.tremor", 0.0 },
                                                { "human.texture", 0.0 },
                                                { "hand.stroke", 1.0 },
                                                { "hand.bite", 50.0 } }),
                                   events, 3.0);
        std::vector<double> found;
        for (std::size_t i = 0; i < 60; ++i)
            found.push_back (frames[2400 * i + 2390].bowVelocity / 0.2);
        return found;
    };
    const auto whole = speeds (100.0, 3.0);
    const auto [least, most] = std::minmax_element (whole.begin(), whole.end());
    CHECK (*least >= 0.85);
    CHECK (*least < 0.88);
    CHECK (*most <= 1.15);
    CHECK (*most > 1.12);
    CHECK (speeds (100.0, 3.0) == whole);
    CHECK (speeds (100.0, 4.0) != whole);
    const auto half = speeds (50.0, 3.0);
    for (std::size_t i = 0; i < half.size(); ++i)
        CHECK_THAT (half[i] - 1.0, WithinAbs (0.5 * (whole[i] - 1.0), rounded));
    CHECK_THAT (speeds (0.0, 3.0)[17], WithinRel (1.0, rounded));
}

namespace
{
/** Whether channel 1 and channel 2 still sound after a third note came on two strings: silencing a channel that doesn't
    changes nothing. */
std::pair<bool, bool> survivors (std::vector<PerformanceEvent> events)
{
    const auto play = [&events] (int silenced)
    {
        auto all = events;
        all.push_back (noteOn (24000, 72, 0.63, 2));
        if (silenced >= 0)
            all.push_back (control (28800, 120, 0.0, silenced));
        PreparedSynth synth (patchWith ({ { "voice.count", 2.0 } }), freeRate);
        return render (synth, all, 33600);
    };
    const auto plain = play (-1);
    return { play (0) != plain, play (1) != plain };
}
} // namespace

TEST_CASE ("a new note takes the faintest of the strings that ring")
{
    using Pair = std::pair<bool, bool>;
    const auto older = { noteOn (0, 60, 0.63, 0), noteOff (4800, 60, 0), noteOn (9600, 67, 0.63, 1),
                         noteOff (19200, 67, 1) };
    CHECK (survivors (older) == Pair { false, true });
    // Louder, though it came first: expression holds the second one down.
    const auto softer = { noteOn (0, 60, 1.0, 0), noteOff (19200, 60, 0), control (9000, 11, 0.1, 1),
                          noteOn (9600, 67, 0.2, 1), noteOff (14400, 67, 1) };
    CHECK (survivors (softer) == Pair { true, false });
    // One that is held is not taken while another rings.
    const auto held = { noteOn (0, 60, 0.63, 0), noteOn (9600, 67, 1.0, 1), noteOff (19200, 67, 1) };
    CHECK (survivors (held) == Pair { true, false });
}

TEST_CASE ("when all keys are held the oldest stroke gives way")
{
    using Pair = std::pair<bool, bool>;
    CHECK (survivors ({ noteOn (0, 60, 0.63, 0), noteOn (9600, 67, 0.63, 1) }) == Pair { false, true });
    CHECK (survivors ({ noteOn (9600, 60, 0.63, 0), noteOn (0, 67, 0.63, 1) }) == Pair { true, false });
}

TEST_CASE ("Level is in decibels, and a knob goes 63 percent of its way in ten milliseconds")
{
    const auto play = [] (double level, std::vector<PerformanceEvent> events) {
        return ring (freeString ({ { "out.level", level } }), std::move (events), 0.6);
    };
    const auto plain = play (0.0, {}), quiet = play (-6.0, {}),
               moved = play (0.0, { setParameter (19200, "out.level", -20.0) });
    for (std::size_t n = 9600; n < plain.size(); ++n)
    {
        if (std::abs (plain[n]) < 1e-4)
            continue;
        REQUIRE_THAT (20.0 * std::log10 (std::abs (quiet[n] / plain[n])), WithinAbs (-6.0, rounded));
        if (n < 19200)
            continue;
        const double since = (static_cast<double> (n) - 19200.0) / freeRate;
        CAPTURE (n);
        REQUIRE_THAT (
            20.0 * std::log10 (std::abs (moved[n] / plain[n])),
            WithinAbs (-20.0 * (1.0 - std::exp (-since / 0.01)), 20.0 / 0.01 * 16.0 / freeRate)); // an interval
    }
}

TEST_CASE ("the ear guard keeps every sample below -1 dBFS, and touches nothing that is")
{
    const auto play = [] (double guard, double level)
    {
        PreparedSynth synth (patchWith ({ { "out.guard", guard }, { "out.level", level } }), freeRate);
        std::vector<PerformanceEvent> chord;
        for (int i = 0; i < 8; ++i)
            chord.push_back (noteOn (0, 48 + 5 * i, 1.0));
        return render (synth, chord, 24000);
    };
    const auto peak = [] (const Rendering& r)
    {
        double most = 0.0;
        for (std::size_t n = 0; n < r.left.size(); ++n)
            most = std::max ({ most, std::abs (r.left[n]), std::abs (r.right[n]) });
        return 20.0 * std::log10 (most); // [dBFS]
    };
    CHECK (peak (play (0.0, 12.0)) > 3.0);
    CHECK_THAT (peak (play (1.0, 12.0)), WithinAbs (-1.0, rounded));
    REQUIRE (peak (play (0.0, -12.0)) < -1.0);
    CHECK (play (1.0, -12.0) == play (0.0, -12.0));
}

TEST_CASE ("meters come thirty times a second")
{
    Synth synth;
    synth.prepare (freeRate);
    int frames = 0;
    MeterFrame frame;
    for (int n = 0; n < 6000; ++n) // two seconds
    {
        render (synth, {}, 16);
        frames += synth.collectMeters (frame) ? 1 : 0;
    }
    CHECK (frames >= 59);
    CHECK (frames <= 61);
}
