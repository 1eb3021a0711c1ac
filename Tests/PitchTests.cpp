// SPDX-License-Identifier: GPL-3.0-or-later
// What a key, a wheel, an MPE zone, vibrato and glide make of the pitch: in cents, hertz and seconds, from what MIDI
// and MPE say and what the knobs promise, on a string of one partial that rings freely.
#include "Support/FreeString.h"
#include "Support/PreparedSynth.h"

#include <catch2/catch.hpp>

#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double halfAPoint = 0.5 * limits::controlInterval / freeRate; // [s] of the control grid
constexpr double lateVibrato = 0.02; // of its depth: half a point at 9.5 Hz, of 8 a cycle of the tone smooths the rest

PerformanceEvent bend (int at, double value, int channel = 0)
{
    return event (at, Type::pitchBend, 0, value, channel);
}

/** A registered parameter, as its controllers send it. */
void registered (std::vector<PerformanceEvent>& events, int at, int channel, int number, int coarse, int fine = -1)
{
    events.push_back (control (at, 101, (number >> 7) / 127.0, channel));
    events.push_back (control (at, 100, (number & 127) / 127.0, channel));
    events.push_back (control (at, 6, coarse / 127.0, channel));
    if (fine >= 0)
        events.push_back (control (at, 38, fine / 127.0, channel));
}

/** Opens an MPE zone on manager channel 0 or 15 with so many members. */
std::vector<PerformanceEvent> zone (int manager, int members)
{
    std::vector<PerformanceEvent> events;
    registered (events, 0, manager, 6, members);
    return events;
}

std::vector<PerformanceEvent> with (std::vector<PerformanceEvent> events, const std::vector<PerformanceEvent>& more)
{
    events.insert (events.end(), more.begin(), more.end());
    return events;
}

/** Pitch [cents] over `nominal` [Hz] of every cycle of a signal, with the time of its middle [s]. */
struct Course
{
    std::vector<double> time, cents;

    Course (const std::vector<double>& signal, double from, double to, double nominal)
    {
        const auto times = zeros (signal, from, to);
        REQUIRE (times.size() > 20);
        for (std::size_t i = 0; i + 1 < times.size(); ++i)
        {
            time.push_back (0.5 * (times[i] + times[i + 1]));
            cents.push_back (1200.0 * std::log2 (1.0 / (times[i + 1] - times[i]) / nominal));
        }
    }
    double at (double seconds) const
    {
        const auto next =
            static_cast<std::size_t> (std::lower_bound (time.begin(), time.end(), seconds) - time.begin());
        REQUIRE (next > 0);
        REQUIRE (next < time.size());
        const double fraction = (seconds - time[next - 1]) / (time[next] - time[next - 1]);
        return cents[next - 1] + fraction * (cents[next] - cents[next - 1]);
    }
};
} // namespace

TEST_CASE ("knobs that follow the key are at D4 what they say, and an octave higher no longer")
{
    for (const char* track : { "body.impedance_track", "hand.bite_track" })
    {
        const auto play = [track] (int key, double percent)
        {
            auto patch = Patch::defaults();
            turn (patch, { { "voice.humanise", 0.0 }, { track, percent } });
            PreparedSynth synth (patch, 48000.0);
            return render (synth, { noteOn (0, key) }, 12000);
        };
        CAPTURE (track);
        CHECK (play (62, 0.0) == play (62, 100.0));
        CHECK_FALSE (play (74, 0.0) == play (74, 100.0));
    }
}

TEST_CASE ("every key has the pitch of equal temperament, Tune and Fine add to it")
{
    for (const int key : { 33, 45, 57, 60, 69, 81, 93 })
    {
        CAPTURE (key);
        CHECK_THAT (centsOf (freeString(), {}, key), WithinAbs (0.0, exact));
    }
    CHECK_THAT (centsOf (freeString ({ { "body.tune", 7.0 } }), {}), WithinAbs (700.0, exact));
    CHECK_THAT (centsOf (freeString ({ { "body.fine", -31.0 } }), {}), WithinAbs (-31.0, exact));
    // Bending stiffness spreads the partials; the first stays in tune.
    CHECK_THAT (centsOf (freeString ({ { "body.inharmonicity", 0.01 } }), {}), WithinAbs (0.0, exact));
}

TEST_CASE ("the pitch wheel bends by two semitones, or by what the patch or RPN 0 says")
{
    for (const double wheel : { -1.0, -0.5, 0.25, 1.0 })
    {
        CAPTURE (wheel);
        CHECK_THAT (centsOf (freeString(), { bend (0, wheel) }), WithinAbs (200.0 * wheel, exact));
        CHECK_THAT (centsOf (freeString(), { bend (12000, wheel) }),
                    WithinAbs (200.0 * wheel, exact)); // while it rings
        CHECK_THAT (centsOf (freeString ({ { "voice.bend_range", 7.5 } }), { bend (0, wheel) }),
                    WithinAbs (750.0 * wheel, exact));
    }
    CHECK_THAT (centsOf (freeString(), { bend (0, 1.0, 1) }), WithinAbs (0.0, exact)); // another channel's wheel

    std::vector<PerformanceEvent> octave, fine, closed;
    registered (octave, 0, 0, 0, 12);
    CHECK_THAT (centsOf (freeString(), with (octave, { bend (0, -0.5) })), WithinAbs (-600.0, exact));
    CHECK_THAT (centsOf (freeString(), with (octave, { control (0, 121, 0.0), bend (0, 1.0) })),
                WithinAbs (1200.0, exact)); // RP-015
    CHECK_THAT (centsOf (freeString(), with (octave, { bend (0, 1.0), control (0, 121, 0.0) })),
                WithinAbs (0.0, exact));
    registered (fine, 0, 0, 0, 3, 50); // 3 semitones and 50 cents
    CHECK_THAT (centsOf (freeString(), with (fine, { bend (0, 1.0) })), WithinAbs (350.0, exact));
    registered (closed, 0, 0, 0x3fff, 24); // the null parameter takes no data
    CHECK_THAT (centsOf (freeString(), with (closed, { bend (0, 1.0) })), WithinAbs (200.0, exact));
    registered (closed, 0, 0, 1, 64); // nor does fine tuning, in the middle, end up as a bend range
    CHECK_THAT (centsOf (freeString(), with (closed, { bend (0, 1.0) })), WithinAbs (200.0, exact));
}

TEST_CASE ("RPN 1 tunes a channel finely, RPN 2 by semitones, a manager's both all its zone")
{
    const auto tuned = [] (int number, int coarse, int fine = -1, int channel = 0)
    {
        std::vector<PerformanceEvent> events;
        registered (events, 0, channel, number, coarse, fine);
        return events;
    };
    const auto patch = freeString();
    // MIDI 1.0: 14 bits from -100 to +100 cents, the middle at 8192; the coarse half alone has a fine one of zero.
    CHECK_THAT (centsOf (patch, tuned (1, 96)), WithinAbs (50.0, exact));
    CHECK_THAT (centsOf (patch, tuned (1, 0, 0)), WithinAbs (-100.0, exact));
    CHECK_THAT (centsOf (patch, tuned (1, 127, 127)), WithinAbs (100.0 * 8191.0 / 8192.0, exact));
    CHECK_THAT (centsOf (patch, tuned (1, 64, 100)), WithinAbs (100.0 * 100.0 / 8192.0, exact));
    CHECK_THAT (centsOf (patch, with (tuned (1, 127, 127), tuned (1, 64))), WithinAbs (0.0, exact));
    CHECK_THAT (centsOf (patch, tuned (2, 71)), WithinAbs (700.0, exact));
    CHECK_THAT (centsOf (patch, tuned (2, 52)), WithinAbs (-1200.0, exact));
    CHECK_THAT (centsOf (patch, with (with (tuned (2, 66), tuned (1, 80)), { bend (0, 0.5) })),
                WithinAbs (200.0 + 25.0 + 100.0, exact));
    CHECK_THAT (centsOf (patch, tuned (2, 71, -1, 1)), WithinAbs (0.0, exact)); // another channel's
    CHECK_THAT (centsOf (patch, with (tuned (2, 71), { control (0, 121, 0.0) })), WithinAbs (700.0, exact)); // RP-015
    const auto inZone = [&patch] (std::vector<PerformanceEvent> events)
    { return centsOf (patch, with (zone (0, 5), events), 69, 3); };
    CHECK_THAT (inZone (tuned (2, 71)), WithinAbs (700.0, exact));
    CHECK_THAT (inZone (with (tuned (2, 71), tuned (1, 96, -1, 3))), WithinAbs (750.0, exact));
    CHECK_THAT (inZone (tuned (2, 71, -1, 2)), WithinAbs (0.0, exact));
}

TEST_CASE ("data increment and decrement step the parameter that is selected: a cent, 100/8192 cents, a semitone")
{
    const auto patch = freeString();
    const auto stepped = [] (int number, int up, int down, int channel = 0)
    {
        std::vector<PerformanceEvent> events { control (0, 101, (number >> 7) / 127.0, channel),
                                               control (0, 100, (number & 127) / 127.0, channel) };
        for (int n = 0; n < up; ++n)
            events.push_back (control (0, 96, (n % 2) * 1.0, channel)); // whatever its value
        for (int n = 0; n < down; ++n)
            events.push_back (control (0, 97, 0.0, channel));
        return events;
    };
    const auto full = [] (const std::vector<PerformanceEvent>& events) { return with (events, { bend (0, 1.0) }); };
    CHECK_THAT (centsOf (patch, full (stepped (0, 3, 0))), WithinAbs (203.0, exact)); // from the patch's two semitones
    CHECK_THAT (centsOf (patch, full (stepped (0, 150, 40))), WithinAbs (310.0, exact));
    CHECK_THAT (centsOf (patch, full (stepped (0, 0, 300))), WithinAbs (0.0, exact)); // no range is below none
    std::vector<PerformanceEvent> octave;
    registered (octave, 0, 0, 0, 12);
    CHECK_THAT (centsOf (patch, full (with (octave, stepped (0, 0, 5)))), WithinAbs (1195.0, exact));
    CHECK_THAT (centsOf (patch, full (with (stepped (0, 50, 0), octave))), WithinAbs (1200.0, exact)); // entered anew
    CHECK_THAT (centsOf (patch, stepped (1, 2048, 0)), WithinAbs (25.0, exact));
    CHECK_THAT (centsOf (patch, stepped (1, 0, 4096)), WithinAbs (-50.0, exact));
    CHECK_THAT (centsOf (patch, stepped (1, 9000, 0)), WithinAbs (100.0 * 8191.0 / 8192.0, exact)); // as far as it goes
    CHECK_THAT (centsOf (patch, stepped (2, 5, 2)), WithinAbs (300.0, exact));
    CHECK_THAT (centsOf (patch, full (stepped (0x3fff, 9, 0))), WithinAbs (200.0, exact)); // the null parameter
    CHECK_THAT (centsOf (patch, full (with (with (stepped (0, 0, 0), { control (0, 99, 0.0), control (0, 98, 0.0) }),
                                            { control (0, 96, 0.0) }))),
                WithinAbs (200.0, exact)); // nobody's registered parameter
    // In a zone a member's range is every member's, the manager's its own: 48 and 2 semitones until somebody says.
    const auto inZone = [&patch] (std::vector<PerformanceEvent> events, double own, double manager) {
        return centsOf (patch, with (zone (0, 5), with (events, { bend (0, own, 3), bend (0, manager, 0) })), 69, 3);
    };
    CHECK_THAT (inZone (stepped (0, 0, 40, 2), 0.25, 0.0), WithinAbs (0.25 * 4760.0, exact));
    CHECK_THAT (inZone (stepped (0, 100, 0, 0), 0.0, 1.0), WithinAbs (300.0, exact));
}

TEST_CASE ("the wheel's fourteen bits reach from -8192 to 8191, coarse above fine")
{
    const auto wheel = [] (int fine, int coarse)
    {
        const std::uint8_t bytes[] = { 0xe0, static_cast<std::uint8_t> (fine), static_cast<std::uint8_t> (coarse) };
        return *eventFromMidi (bytes, 0);
    };
    CHECK_THAT (centsOf (freeString(), { wheel (0, 0) }), WithinAbs (-200.0, exact));
    CHECK_THAT (centsOf (freeString(), { wheel (127, 127) }), WithinAbs (200.0 * 8191 / 8192, exact));
    CHECK_THAT (centsOf (freeString(), { wheel (0, 96) }), WithinAbs (100.0, exact));
    CHECK_THAT (centsOf (freeString ({ { "voice.bend_range", 96.0 } }), { wheel (64, 64) }),
                WithinAbs (9600.0 * 64 / 8192, exact));
}

TEST_CASE ("MPE: a member bends by 48 semitones, the manager its whole zone by 2, and both add up")
{
    const auto patch = freeString ({ { "voice.bend_range", 5.0 } }); // of no concern to a zone
    const auto lower = zone (0, 15), upper = zone (15, 4);
    for (const int member : { 1, 7, 15 })
    {
        CAPTURE (member);
        CHECK_THAT (centsOf (patch, with (lower, { bend (0, 0.25, member) }), 57, member), WithinAbs (1200.0, exact));
        CHECK_THAT (centsOf (patch, with (lower, { bend (0, -1.0, 0) }), 57, member), WithinAbs (-200.0, exact));
        CHECK_THAT (centsOf (patch, with (lower, { bend (0, 0.5, 0), bend (0, -0.125, member) }), 57, member),
                    WithinAbs (-500.0, exact));
    }
    CHECK_THAT (centsOf (patch, with (lower, { bend (0, 1.0, 2) }), 57, 3), WithinAbs (0.0, exact));

    // The upper zone's manager is channel 16, its members 15 and downwards: four of them, and channel 11 is none.
    for (const int member : { 11, 14 })
    {
        CAPTURE (member);
        CHECK_THAT (centsOf (patch, with (upper, { bend (0, 0.125, member) }), 57, member), WithinAbs (600.0, exact));
        CHECK_THAT (centsOf (patch, with (upper, { bend (0, 1.0, 15) }), 57, member), WithinAbs (200.0, exact));
    }
    CHECK_THAT (centsOf (patch, with (upper, { bend (0, 1.0, 10) }), 57, 10), WithinAbs (500.0, exact));
    CHECK_THAT (centsOf (patch, with (upper, { bend (0, 1.0, 15) }), 57, 10), WithinAbs (0.0, exact));

    // RPN 0 on any member is every member's, on the manager its own.
    std::vector<PerformanceEvent> ofMembers = lower, ofManager = lower, closed = lower;
    registered (ofMembers, 0, 3, 0, 24);
    CHECK_THAT (centsOf (patch, with (ofMembers, { bend (0, 0.5, 5) }), 57, 5), WithinAbs (1200.0, exact));
    CHECK_THAT (centsOf (patch, with (ofMembers, { bend (0, 1.0, 0) }), 57, 5), WithinAbs (200.0, exact));
    registered (ofManager, 0, 0, 0, 7);
    CHECK_THAT (centsOf (patch, with (ofManager, { bend (0, 1.0, 0) }), 57, 5), WithinAbs (700.0, exact));
    CHECK_THAT (centsOf (patch, with (ofManager, { bend (0, 0.25, 5) }), 57, 5), WithinAbs (1200.0, exact));
    // The fine number may come before the coarse one.
    CHECK_THAT (centsOf (patch,
                         { control (0, 100, 6.0 / 127.0), control (0, 101, 0.0), control (0, 6, 15.0 / 127.0),
                           bend (0, 0.25, 5) },
                         57, 5),
                WithinAbs (1200.0, exact));
    registered (closed, 0, 0, 6, 0); // a zone of no members is closed: channels are channels again
    CHECK_THAT (centsOf (patch, with (closed, { bend (0, 1.0, 5) }), 57, 5), WithinAbs (500.0, exact));
}

TEST_CASE ("MPE: a zone that grows takes its members from the other")
{
    const auto patch = freeString();
    auto both = zone (15, 10);
    for (const auto& e : zone (0, 8)) // leaves 14 - 8 = 6 to the upper one: channels 10 to 15
        both.push_back (e);
    CHECK_THAT (centsOf (patch, with (both, { bend (0, 0.25, 8) }), 57, 8), WithinAbs (1200.0, exact));
    CHECK_THAT (centsOf (patch, with (both, { bend (0, 1.0, 0) }), 57, 8), WithinAbs (200.0, exact));
    CHECK_THAT (centsOf (patch, with (both, { bend (0, 0.25, 9) }), 57, 9), WithinAbs (1200.0, exact));
    CHECK_THAT (centsOf (patch, with (both, { bend (0, 1.0, 15) }), 57, 9), WithinAbs (200.0, exact));
    CHECK_THAT (centsOf (patch, with (both, { bend (0, 1.0, 0) }), 57, 9), WithinAbs (0.0, exact));

    auto upperLast = zone (0, 8);
    for (const auto& e : zone (15, 10)) // leaves channels 2 to 5 to the lower one
        upperLast.push_back (e);
    CHECK_THAT (centsOf (patch, with (upperLast, { bend (0, 1.0, 0) }), 57, 4), WithinAbs (200.0, exact));
    CHECK_THAT (centsOf (patch, with (upperLast, { bend (0, 1.0, 15) }), 57, 5), WithinAbs (200.0, exact));
    CHECK_THAT (centsOf (patch, with (upperLast, { bend (0, 1.0, 0) }), 57, 5), WithinAbs (0.0, exact));
}

TEST_CASE ("vibrato swings as often and as far as its knobs and the wheel say, from the note's start upwards")
{
    struct Case
    {
        double rate, always, byWheel, wheel, depth; // [Hz], [cents], [cents], 0 … 1, [cents] to either side
    };
    for (const Case& c :
         { Case { 5.5, 40.0, 30.0, 0.0, 40.0 }, Case { 3.0, 0.0, 60.0, 1.0, 60.0 },
           Case { 8.0, 10.0, 50.0, 64.0 / 127.0, 10.0 + 50.0 * 64.0 / 127.0 }, Case { 5.5, 0.0, 30.0, 0.0, 0.0 } })
    {
        CAPTURE (c.rate, c.depth);
        const auto patch = freeString (
            { { "voice.vibrato", c.always }, { "voice.vibrato_wheel", c.byWheel }, { "voice.vibrato_rate", c.rate } });
        const Course course (ring (patch, { control (0, 1, c.wheel) }, 4.5, 81), 0.5, 4.5, 880.0);
        // cents = depth sin (2 pi rate t) from the note's start at 10 ms; the sound comes 32 samples later.
        for (std::size_t i = 0; i < course.time.size(); ++i)
        {
            const double since = course.time[i] - (480.0 + 32.0) / freeRate;
            REQUIRE_THAT (course.cents[i], WithinAbs (c.depth * std::sin (2.0 * pi * c.rate * since),
                                                      lateVibrato * c.depth + exactOfCycle));
        }
    }
}

TEST_CASE ("vibrato waits, grows in a straight line, and the wheel's does neither")
{
    const double rate = 6.0;
    const auto patch = freeString ({ { "voice.vibrato", 40.0 },
                                     { "voice.vibrato_wheel", 25.0 },
                                     { "voice.vibrato_rate", rate },
                                     { "voice.vibrato_delay", 1.0 },
                                     { "voice.vibrato_growth", 2.0 } });
    for (const double wheel : { 0.0, 1.0 })
    {
        CAPTURE (wheel);
        const Course course (ring (patch, { control (0, 1, wheel) }, 4.5, 81), 0.5, 4.5, 880.0);
        for (std::size_t i = 0; i < course.time.size(); ++i)
        {
            const double since = course.time[i] - (480.0 + 32.0) / freeRate;
            const double depth = 40.0 * std::clamp ((since - 1.0) / 2.0, 0.0, 1.0) + 25.0 * wheel;
            CAPTURE (since);
            REQUIRE_THAT (course.cents[i],
                          WithinAbs (depth * std::sin (2.0 * pi * rate * since),
                                     lateVibrato * depth + 20.0 * halfAPoint + exactOfCycle)); // 20 cents a second
        }
    }
}

TEST_CASE ("Poly glides from the last note to the next, in a straight line")
{
    for (const double mode : { 0.0, 2.0 })
    {
        CAPTURE (mode);
        const double glide = 0.5;
        PreparedSynth synth (freeString ({ { "voice.mode", mode }, { "voice.glide", glide }, { "body.decay", 0.3 } }),
                             freeRate);
        // The first has died away by 110 dB when the second begins, an octave up, on a string of its own.
        const int up = 62400;
        const auto out = render (synth, { noteOn (0, 69), noteOff (36000, 69), noteOn (up, 81) }, 2 * 48000 + up).left;
        const double start = up / freeRate + 32.0 / freeRate;
        const Course course (out, start + 0.05, start + 1.5, 440.0);
        for (double way = 0.2; way < 0.95; way += 0.1)
            CHECK_THAT (course.at (start + way * glide), WithinAbs (1200.0 * way, 25.0)); // bowed: a little flat
        CHECK_THAT (course.at (start + glide + 0.3), WithinAbs (1200.0, 12.0));
    }
}

TEST_CASE ("Mono glides in a straight line of semitones that takes the time of its knob, and comes back the same way")
{
    for (const double glide : { 0.1, 0.5, 1.0 })
    {
        CAPTURE (glide);
        PreparedSynth synth (freeString ({ { "voice.mode", 1.0 }, { "voice.glide", glide } }), freeRate);
        // Expression 0 takes the bow off while the key stays down. Up an octave at 0.8 s, and down again at 2.4 s.
        const int up = 38400, down = 115200;
        const auto out =
            render (synth, { noteOn (0, 69), control (4800, 11, 0.0), noteOn (up, 81), noteOff (down, 81) }, 4 * 48000)
                .left;
        const Course course (out, 0.4, 4.0, 440.0);
        CHECK_THAT (course.at (0.78), WithinAbs (0.0, exactOfCycle));
        const double late = 32.0 / freeRate;
        for (double way = 0.1; way < 0.95; way += 0.1)
        {
            // The control grid is two thirds of a millisecond; a glide in progress has moved on by its point.
            const double step = 1200.0 / glide * 32.0 / freeRate;
            CAPTURE (way);
            CHECK_THAT (course.at (up / freeRate + late + way * glide), WithinAbs (1200.0 * way, step + 2.0));
            CHECK_THAT (course.at (down / freeRate + late + way * glide), WithinAbs (1200.0 * (1.0 - way), step + 2.0));
        }
        CHECK_THAT (course.at (up / freeRate + glide + 0.02), WithinAbs (1200.0, exactOfCycle));
        CHECK_THAT (course.at (down / freeRate + glide + 0.02), WithinAbs (0.0, exactOfCycle));
    }
}

TEST_CASE ("oversampling leaves the pitch where it is, also while a string rings")
{
    for (const double to : { 0.0, 1.0 })
    {
        const auto patch = freeString ({ { "quality.oversampling", 1.0 - to } });
        const auto out = ring (patch, { setParameter (24000, "quality.oversampling", to) }, 1.5);
        CHECK_THAT (1200.0 * std::log2 (meanFrequency (out, 0.35, 0.49) / 440.0), WithinAbs (0.0, exact));
        CHECK_THAT (1200.0 * std::log2 (meanFrequency (out, 0.6, 1.5) / 440.0), WithinAbs (0.0, exact));
    }
}

TEST_CASE ("a free string falls by sixty decibels in the time that Decay says, and by pi f/Q besides")
{
    struct Case
    {
        double decay, quality;
    };
    for (const auto& [decay, quality] :
         { Case { 0.5, 5000.0 }, Case { 3.0, 5000.0 }, Case { 120.0, 100.0 }, Case { 1.0, 380.0 } })
    {
        const auto out = ring (freeString ({ { "body.decay", decay }, { "body.quality", quality } }), {}, 0.8);
        const auto levelDb = [&out] (double seconds) // of 22 cycles
        {
            const auto from = static_cast<std::size_t> (seconds * freeRate);
            double sum = 0.0;
            for (std::size_t n = from; n < from + 2400; ++n)
                sum += out[n] * out[n];
            return 10.0 * std::log10 (sum);
        };
        const double rate = 60.0 / decay + 20.0 / std::log (10.0) * pi * 440.0 / quality; // [dB/s]
        CAPTURE (decay, quality);
        CHECK_THAT (levelDb (0.25) - levelDb (0.65), WithinRel (0.4 * rate, 0.002));
    }
}

TEST_CASE ("a bridge yields by the square of Sympathetic, and takes a string's energy at 2 Z Y f")
{
    // A bridge of mobility Y leaves the share 1 - 2 Z Y of a wave at each reflection: s = 2 Z Y f. Y is 0.02 s/kg at
    // 100 %. G#4 is no partial of the drone's strings.
    const auto decibels = [] (double sympathetic)
    {
        const auto patch = freeString (
            { { "out.sympathetic", sympathetic }, { "out.sympathetic_tuning", 3.0 }, { "body.impedance_track", 0.0 } });
        const auto out = ring (patch, {}, 0.8, 68);
        double early = 0.0, late = 0.0;
        for (std::size_t n = 0; n < 2400; ++n)
        {
            early += out[12000 + n] * out[12000 + n];
            late += out[26400 + n] * out[26400 + n];
        }
        return 10.0 * std::log10 (early / late); // in 0.3 s
    };
    const double frequency = 440.0 * std::exp2 (-1.0 / 12.0), bare = decibels (0.0);
    for (const double sympathetic : { 30.0, 60.0, 100.0 })
    {
        const double yield = 0.02 * sympathetic * sympathetic * 1e-4, rate = 2.0 * 0.3 * yield * frequency;
        CAPTURE (sympathetic);
        CHECK_THAT (decibels (sympathetic) - bare, WithinRel (0.3 * rate * 20.0 / std::log (10.0), 0.1));
    }
}
