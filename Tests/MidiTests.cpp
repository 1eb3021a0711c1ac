// SPDX-License-Identifier: GPL-3.0-or-later
// What MIDI makes of the instrument: pedals, portamento, volume, pan, halves of 14 bits, MPE's touches, in cents,
// decibels and seconds.
#include "Support/FreeString.h"
#include "Support/Listener.h"
#include "Support/PreparedSynth.h"
#include "Support/Rounding.h"
#include "Synth/Control/Channels.h"
#include "Synth/Control/LearnedControllers.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
using Events = std::vector<PerformanceEvent>;

Rendering played (const Patch& patch, const Events& events, double seconds, ProbeBuffer* probes = nullptr)
{
    PreparedSynth synth (patch, freeRate);
    return render (synth, events, static_cast<int> (seconds * freeRate), 512, probes);
}

/** The contact of the note that was started last. */
std::vector<ProbeFrame> contact (const Patch& patch, const Events& events, double seconds)
{
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (seconds * freeRate));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    played (patch, events, seconds, &probes);
    frames.resize (probes.count);
    return frames;
}

double rms (const std::vector<double>& signal, double from, double to)
{
    double sum = 0.0;
    const auto first = static_cast<std::size_t> (from * freeRate), last = static_cast<std::size_t> (to * freeRate);
    for (std::size_t n = first; n < last; ++n)
        sum += signal[n] * signal[n];
    return std::sqrt (sum / static_cast<double> (last - first));
}

constexpr double aPoint = limits::controlInterval / freeRate; // [s] of the control grid

/** Time [s] at which the bow has left. */
double liftedAt (const std::vector<ProbeFrame>& frames)
{
    double last = 0.0;
    for (const auto& frame : frames)
        if (frame.normalForce > 0.0)
            last = frame.time;
    return last;
}

Events zone (Events more)
{
    Events events { control (0, 101, 0.0), control (0, 100, 6.0 / 127.0), control (0, 6, 15.0 / 127.0) };
    events.insert (events.end(), more.begin(), more.end());
    return events;
}

PerformanceEvent letGo (int at, int key, double velocity, int channel = 0)
{
    return event (at, Type::noteOff, key, velocity, channel);
}

double db (double ratio)
{
    return 20.0 * std::log10 (ratio);
}
} // namespace

TEST_CASE ("CC7 is 40 log10 of its value, in dB, of the notes on its channel")
{
    const auto patch = freeString();
    const auto level = [&patch] (Events events) { return rms (ring (patch, std::move (events), 1.0), 0.6, 1.0); };
    const double full = level ({});
    CHECK (level ({ control (0, 7, 1.0) }) == full);
    CHECK_THAT (db (level ({ control (0, 7, 64.0 / 127.0) }) / full),
                WithinAbs (40.0 * std::log10 (64.0 / 127.0), rounded));
    CHECK_THAT (db (level ({ control (20000, 7, 0.25) }) / full), WithinAbs (40.0 * std::log10 (0.25), 1e-6));
    CHECK (level ({ control (20000, 7, 0.25, 1) }) == full);
}

TEST_CASE ("CC10 turns one ear down, the middle none")
{
    const auto patch = freeString ({ { "out.width", 0.0 } });
    const auto ears = [&patch] (Events events)
    {
        events.push_back (noteOn (480, 69));
        events.push_back (noteOff (5280, 69));
        const auto sound = played (patch, events, 1.0);
        return std::pair (rms (sound.left, 0.6, 1.0), rms (sound.right, 0.6, 1.0));
    };
    const auto middle = ears ({});
    CHECK (middle.first == middle.second);
    CHECK (ears ({ control (0, 10, 64.0 / 127.0) }) == middle);
    const auto left = ears ({ control (20000, 10, 0.25) });
    CHECK_THAT (left.first / middle.first, WithinRel (1.0, rounded));
    CHECK_THAT (left.second / middle.second, WithinRel (0.5, 1e-8));
    const auto right = ears ({ control (0, 10, 1.0) });
    CHECK (right.first < 1e-12);
    CHECK_THAT (right.second / middle.second, WithinRel (1.0, rounded));
}

TEST_CASE ("CC10 places the notes of its own channel, and no others, in a zone beside the manager's")
{
    // Two tones at once, each as loud in either ear as its projection onto its frequency says.
    const auto patch = freeString ({ { "out.width", 0.0 } });
    const auto gains = [&patch] (Events events, int one, int other)
    {
        for (const auto& [key, channel] : { std::pair (69, one), std::pair (76, other) })
        {
            events.push_back (noteOn (480, key, 80.0 / 127.0, channel));
            events.push_back (noteOff (5280, key, channel));
        }
        const auto sound = played (patch, events, 1.5);
        const auto amplitude = [] (const std::vector<double>& ear, double frequency)
        {
            double sine = 0.0, cosine = 0.0;
            for (std::size_t n = 24000; n < ear.size(); ++n)
            {
                const double at = static_cast<double> (n - 24000) / static_cast<double> (ear.size() - 24000);
                const double window = 0.5 - 0.5 * std::cos (2.0 * pi * at);
                sine += window * ear[n] * std::sin (2.0 * pi * frequency * static_cast<double> (n) / freeRate);
                cosine += window * ear[n] * std::cos (2.0 * pi * frequency * static_cast<double> (n) / freeRate);
            }
            return std::hypot (sine, cosine);
        };
        const double first = 440.0, second = 440.0 * std::exp2 (7.0 / 12.0);
        return std::array { amplitude (sound.left, first), amplitude (sound.right, first),
                            amplitude (sound.left, second), amplitude (sound.right, second) };
    };
    const auto middle = gains ({}, 0, 1);
    CHECK (middle[0] == middle[1]);
    const auto inZone = gains (zone ({}), 3, 4); // where keys are let go another way
    const auto check = [&] (const std::array<double, 4>& now, std::array<double, 4> expected, bool isZone = false)
    {
        for (std::size_t i = 0; i < 4; ++i)
            CHECK_THAT (now[i] / (isZone ? inZone : middle)[i], WithinAbs (expected[i], 1e-7));
    };
    check (gains ({ control (0, 10, 0.0, 0), control (0, 10, 1.0, 1) }, 0, 1), { 1.0, 0.0, 0.0, 1.0 });
    check (gains ({ control (20000, 10, 0.25, 1) }, 0, 1), { 1.0, 1.0, 1.0, 0.5 }); // while it rings
    check (gains (zone ({ control (0, 10, 0.25, 0) }), 3, 4), { 1.0, 0.5, 1.0, 0.5 }, true);
    check (gains (zone ({ control (0, 10, 0.25, 0), control (0, 10, 1.0, 4) }), 3, 4), { 1.0, 0.5, 0.5, 1.0 }, true);

    Channels channels;
    channels.follow (Mpe::on, 48.0);
    channels[0].pan = 0.1;
    channels[5].pan = 0.2;
    CHECK (channels.pan (5) == -1.0); // no further than all the way
    CHECK_THAT (channels.pan (6), WithinAbs (-0.8, rounded));
    CHECK_THAT (channels.pan (0), WithinAbs (-0.8, rounded)); // of notes on the manager's own channel
}

TEST_CASE ("CC7 of a zone's manager scales all its notes, a member's its own, and a reset of the manager resets all")
{
    const auto patch = freeString();
    const auto level = [&patch] (Events events)
    { return rms (ring (patch, zone (std::move (events)), 1.0, 69, 3), 0.6, 1.0); };
    const double full = level ({});
    CHECK_THAT (db (level ({ control (0, 7, 0.5, 0) }) / full), WithinAbs (40.0 * std::log10 (0.5), rounded));
    CHECK_THAT (db (level ({ control (0, 7, 0.5, 3) }) / full), WithinAbs (40.0 * std::log10 (0.5), rounded));
    CHECK_THAT (db (level ({ control (0, 7, 0.5, 0), control (0, 7, 0.5, 3) }) / full),
                WithinAbs (40.0 * std::log10 (0.25), rounded));
    CHECK (level ({ control (0, 7, 0.5, 4) }) == full);

    Channels channels;
    channels.follow (Mpe::on, 48.0);
    for (const int channel : { 0, 5 })
    {
        channels[channel].bend = channels[channel].pressure = channels[channel].wheel = 0.5;
        channels[channel].volume = 0.5;
        channels[channel].fineCents = 30.0;
    }
    channels.control (0, Controller::resetAll, 0.0);
    CHECK (channels.bend (5) == 0.0);
    CHECK (channels.pressure (5) == 0.0);
    CHECK (channels.wheel (5) == 0.0);
    CHECK (channels.volume (5) == 0.0625);                                  // RP-015 leaves it
    CHECK_THAT (channels.bendSemitones (5, 2.0), WithinAbs (0.6, rounded)); // and registered parameters
    channels[5].wheel = 0.5;
    channels.control (6, Controller::resetAll, 0.0); // another member's
    CHECK (channels.wheel (5) == 0.5);
}

TEST_CASE ("CC10 still holds after everything has come to rest, from the first sample of the next stroke on")
{
    PreparedSynth synth (freeString ({ { "body.decay", 0.05 } }), freeRate);
    render (synth, { control (0, 10, 0.0), noteOn (480, 69), noteOff (4800, 69) }, 4 * 48000); // hard left
    REQUIRE (synth.isSilent());
    const auto out = render (synth, { noteOn (5, 69) }, 4800); // not on the control grid
    CHECK (levelDb (out.left, 0, 4800) > -80.0);
    for (const double sample : out.right)
        REQUIRE (sample == 0.0);
}

TEST_CASE ("the fine half of a controller refines the coarse one to 14 bits")
{
    ControllerPairs pairs;
    CHECK (pairs.join (0, 1, 1.0) == std::pair (1, 1.0));
    CHECK (pairs.join (0, 33, 1.0) == std::pair (1, 1.0));
    CHECK (pairs.join (0, 1, 64.0 / 127.0) == std::pair (1, 64.0 / 127.0));
    CHECK_THAT (pairs.join (0, 33, 1.0 / 127.0).second, WithinAbs ((64.0 * 128.0 + 1.0) / 16383.0, 1e-15));
    CHECK_THAT (pairs.join (3, 33, 1.0 / 127.0).second, WithinAbs (1.0 / 16383.0, 1e-15)); // another channel's
    CHECK (pairs.join (0, 38, 0.5) == std::pair (38, 0.5));                                // data entry is none of them
    CHECK (pairs.join (0, 64, 0.5) == std::pair (64, 0.5));

    // Volume, from the coarse half's 40 to the fine half's: 40.5 of 127.99.
    const auto patch = freeString();
    const auto level = [&patch] (Events events) { return rms (ring (patch, std::move (events), 1.0), 0.6, 1.0); };
    CHECK_THAT (db (level ({ control (0, 7, 40.0 / 127.0), control (0, 39, 64.0 / 127.0) }) / level ({})),
                WithinAbs (40.0 * std::log10 ((40.0 * 128.0 + 64.0) / 16383.0), rounded));
}

TEST_CASE ("the sostenuto pedal holds what is down as it goes down, and nothing else")
{
    auto patch = defaultsOfFormat1();
    patch.handLiftTime = 0.01;
    const auto held = [&patch] (Events events, int key)
    {
        events.push_back (noteOn (100, 57));
        events.push_back (noteOn (100, 64, 0.63, 1)); // another channel's
        events.push_back (noteOff (9600, 57));
        events.push_back (noteOff (9600, 64, 1));
        if (key == 62)
        {
            events.push_back (noteOn (5000, 62));
            events.push_back (noteOff (9600, 62));
        }
        // the probes show what was started last
        auto last = key == 57 ? noteOn (101, 57) : key == 64 ? noteOn (101, 64, 0.63, 1) : noteOn (5001, 62);
        events.push_back (last);
        return liftedAt (contact (patch, events, 0.6));
    };
    const Events pedal { control (4000, 66, 1.0), control (19200, 66, 0.0) };
    CHECK_THAT (held ({}, 57), WithinAbs (0.21, aPoint)); // 0.2 s and the lift
    CHECK_THAT (held (pedal, 57), WithinAbs (0.41, aPoint));
    CHECK_THAT (held (pedal, 64), WithinAbs (0.21, aPoint));
    CHECK_THAT (held (pedal, 62), WithinAbs (0.21, aPoint));

    // The sustain pedal goes on holding what the sostenuto lets go, and the other way round.
    CHECK_THAT (
        held ({ control (4000, 66, 1.0), control (5000, 64, 1.0), control (12000, 66, 0.0), control (19200, 64, 0.0) },
              57),
        WithinAbs (0.41, aPoint));
    CHECK_THAT (
        held ({ control (4000, 66, 1.0), control (5000, 64, 1.0), control (12000, 64, 0.0), control (19200, 66, 0.0) },
              57),
        WithinAbs (0.41, aPoint));
}

TEST_CASE ("the sostenuto pedal does not take over what the sustain pedal holds")
{
    // The key goes up at 0.1 s; the sustain pedal holds it to 0.25 s, whatever the other one does then.
    auto patch = defaultsOfFormat1();
    patch.handLiftTime = 0.01;
    for (const double sostenuto : { 0.0, 1.0 })
    {
        const Events events { noteOn (100, 57), control (1000, 64, 1.0), noteOff (4800, 57),
                              control (7200, 66, sostenuto), control (12000, 64, 0.0) };
        CAPTURE (sostenuto);
        CHECK_THAT (liftedAt (contact (patch, events, 0.6)), WithinAbs (0.26, aPoint));
    }
}

TEST_CASE ("the soft pedal takes a sixth of the dynamic range off the notes that begin under it")
{
    // 36 dB over the whole range: 6 dB.
    auto patch = Patch::defaults();
    patch.voiceHumanisePercent = 0.0;
    patch.outRoomPercent = 0.0;
    patch.outGuard = 0.0;
    const auto level = [&patch] (Events events)
    {
        events.push_back (noteOn (4800, 57));
        return rms (played (patch, events, 1.5).left, 1.0, 1.5);
    };
    const double plain = level ({});
    CHECK_THAT (db (level ({ control (0, 67, 1.0) }) / plain), WithinAbs (-6.0, listener::level));
    CHECK (level ({ control (9600, 67, 1.0) }) == plain);
    CHECK_THAT (db (level ({ control (0, 67, 64.0 / 127.0) }) / plain), WithinAbs (-3.0, listener::level));
}

TEST_CASE ("portamento: CC5 is the time, CC65 switches it, in Mono and in Poly")
{
    // Glide's slider is a cube to 5 s: CC5 at 64 slides for 5 (64/127)^3 = 0.64 s.
    const double time = 5.0 * std::pow (64.0 / 127.0, 3.0);
    const auto halfway = [time] (double mode, double glide, Events events)
    {
        const auto patch = freeString ({ { "voice.mode", mode }, { "voice.glide", glide }, { "voice.count", 1.0 } });
        events.insert (events.end(), { noteOn (480, 69, 80.0 / 127.0), noteOn (4800, 81, 80.0 / 127.0),
                                       noteOff (5280, 69), noteOff (5280, 81) });
        const auto left = played (patch, events, 1.2).left;
        const double middle = 0.1 + 0.5 * time;
        return 1200.0 * std::log2 (meanFrequency (left, middle - 0.03, middle + 0.03) / 440.0);
    };
    const auto slow = control (0, 5, 64.0 / 127.0);
    for (const double mode : { 0.0, 1.0 }) // Poly, on one string, and Mono
    {
        CAPTURE (mode);
        CHECK_THAT (halfway (mode, 0.0, { slow }), WithinAbs (600.0, listener::cents));
        CHECK_THAT (halfway (mode, time, {}), WithinAbs (600.0, listener::cents));
        CHECK_THAT (halfway (mode, time, { control (0, 65, 1.0) }), WithinAbs (600.0, listener::cents));
        CHECK_THAT (halfway (mode, 0.0, { slow, control (0, 65, 0.0) }), WithinAbs (1200.0, listener::cents));
        CHECK_THAT (halfway (mode, time, { control (0, 65, 0.0) }), WithinAbs (1200.0, listener::cents));
    }
}

TEST_CASE ("an MPE note that is let go fast is left fast, another keyboard's as the patch says")
{
    auto patch = defaultsOfFormat1();
    patch.handLiftTime = 0.1;
    const auto lift = [] (const Patch& p, double velocity, bool member)
    {
        const int channel = member ? 1 : 0;
        Events events { noteOn (100, 62, 0.63, channel), letGo (9600, 62, velocity, channel) };
        return liftedAt (contact (p, member ? zone (events) : events, 0.8)) - 0.2;
    };
    CHECK_THAT (lift (patch, 64.0 / 127.0, true), WithinAbs (0.1, aPoint));
    CHECK_THAT (lift (patch, 1.0, true), WithinAbs (0.025, aPoint));
    CHECK_THAT (lift (patch, 0.0, true), WithinAbs (0.1 * std::exp2 (2.0 * 64.0 / 63.0), aPoint));
    CHECK_THAT (lift (patch, 1.0, false), WithinAbs (0.1, aPoint));
    patch.voiceReleaseSpeedPercent = 50.0;
    CHECK_THAT (lift (patch, 1.0, true), WithinAbs (0.05, aPoint));
    patch.voiceController = static_cast<double> (static_cast<int> (ControllerMap::mpe));
    CHECK_THAT (lift (patch, 1.0, false), WithinAbs (0.05, aPoint));
}

TEST_CASE ("slide moves the bow by its choice: from where the note began, or from the middle, in MPE and without")
{
    // Four octaves of place over the whole of CC74: a fraction x of it is 2^(-2 x).
    const auto place = [] (double choice, double before, double after, bool member)
    {
        auto patch = freeString ({ { "voice.slide", choice }, { "hand.position", 0.1 }, { "mod.amount_1", 0.0 } });
        const int channel = member ? 1 : 0;
        Events events { control (0, 74, before, channel), noteOn (480, 62, 80.0 / 127.0, channel),
                        control (2400, 74, after, channel), noteOff (19200, 62, channel) };
        const auto frames = contact (patch, member ? zone (events) : events, 0.8);
        // F/u = Z_0/sin (pi beta) of a free partial, see ControllerTests.cpp
        double force = 0.0, velocity = 0.0;
        for (std::size_t n = 24000; n < frames.size(); ++n)
        {
            force += frames[n].bridgeForce * frames[n].bridgeForce;
            velocity += frames[n].surfaceVelocity * frames[n].surfaceVelocity;
        }
        return std::asin (patch.bodyImpedance / std::sqrt (force / velocity)) / pi;
    };
    for (const bool member : { true, false })
    {
        CAPTURE (member);
        CHECK_THAT (place (0.0, 0.75, 0.75, member), WithinRel (0.1, 3e-3));
        CHECK_THAT (place (0.0, 0.75, 0.25, member), WithinRel (0.2, 3e-3));
        CHECK_THAT (place (1.0, 0.75, 0.75, member), WithinRel (0.1 * std::exp2 (-0.5), 3e-3));
        CHECK_THAT (place (1.0, 0.75, 0.25, member), WithinRel (0.1 * std::exp2 (0.5), 3e-3));
    }
}

TEST_CASE ("what makes it loud: velocity, breath, pressure or the wheel, by the map that is chosen")
{
    auto patch = Patch::defaults();
    patch.voiceHumanisePercent = 0.0;
    patch.outRoomPercent = 0.0;
    patch.outGuard = 0.0;
    const auto level = [&patch] (ControllerMap map, double velocity, Events events)
    {
        patch.voiceController = static_cast<double> (static_cast<int> (map));
        events.push_back (noteOn (4800, 57, velocity));
        return db (rms (played (patch, events, 1.5).left, 1.0, 1.5));
    };
    const auto pressed = event (4801, Type::channelPressure, 0, 0.5);
    struct Case
    {
        ControllerMap map;
        PerformanceEvent leads;
    };
    for (const auto& c : { Case { ControllerMap::breath, control (0, 2, 0.5) }, Case { ControllerMap::mpe, pressed },
                           Case { ControllerMap::wheels, control (0, 1, 0.5) } })
    {
        // Velocity says nothing of loudness; half of the source is half of 34 dB over the softest.
        CAPTURE (static_cast<int> (c.map));
        const double half = level (c.map, 0.3, { c.leads });
        CHECK_THAT (level (c.map, 1.0, { c.leads }) - half, WithinAbs (0.0, listener::level));
        auto full = c.leads;
        full.value = 1.0;
        CHECK_THAT (level (c.map, 0.5, { full }) - half, WithinAbs (17.0, listener::level));
    }
    // Without breath a wind instrument is silent.
    CHECK (level (ControllerMap::breath, 1.0, { control (0, 2, 0.0) }) < -120.0);
    CHECK (level (ControllerMap::breath, 1.0, {}) < -120.0);
    CHECK (level (ControllerMap::keyboard, 1.0, {}) - level (ControllerMap::keyboard, 0.2, {}) > 15.0);
    // The wheel that draws the bow is no vibrato.
    patch.voiceVibratoWheelCents = 100.0;
    patch.voiceController = static_cast<double> (static_cast<int> (ControllerMap::wheels));
    const auto steady = played (patch, { control (0, 1, 0.7), noteOn (4800, 57) }, 1.0);
    patch.voiceVibratoWheelCents = 0.0;
    CHECK (played (patch, { control (0, 1, 0.7), noteOn (4800, 57) }, 1.0) == steady);
}

TEST_CASE ("another MPE mode, or another zone, leaves no bend behind")
{
    Channels channels;
    channels.follow (Mpe::on, 48.0);
    channels[5].bend = 1.0;
    channels[5].bendRange = 12.0;
    channels.follow (Mpe::off, 48.0);
    CHECK (channels.bendSemitones (5, 2.0) == 0.0);
    channels[5].bend = 1.0;
    CHECK (channels.bendSemitones (5, 2.0) == 2.0);

    channels.follow (Mpe::automatic, 48.0);
    const auto announce = [&channels] (int manager, int members)
    {
        channels.control (manager, 101, 0.0);
        channels.control (manager, 100, 6.0 / 127.0);
        channels.control (manager, 6, members / 127.0);
    };
    announce (0, 7);
    channels[3].bend = 0.5;
    channels[12].bend = 0.5;
    announce (0, 4);
    CHECK (channels.bend (3) == 0.0);  // still a member, of another zone
    CHECK (channels.bend (12) == 0.5); // never was one
    channels[3].bend = 0.5;
    announce (15, 5);
    CHECK (channels.bend (3) == 0.5);
    CHECK (channels.bend (12) == 0.0);
    announce (0, 0);
    CHECK (channels.bend (3) == 0.0);
}

TEST_CASE ("bends reach from 0 to 96 semitones, whatever asks for more, NRPNs are not RPNs")
{
    Channels channels;
    channels[0].bend = 1.0;
    const auto range = [&channels] (int data)
    {
        channels.control (0, 101, 0.0);
        channels.control (0, 100, 0.0);
        channels.control (0, 6, data / 127.0);
        return channels.bendSemitones (0, 2.0);
    };
    CHECK (range (0) == 0.0);
    CHECK (range (96) == 96.0);
    CHECK (range (127) == 96.0);
    CHECK (range (12) == 12.0);
    channels.control (0, 99, 1.0 / 127.0);
    channels.control (0, 98, 0.0);
    channels.control (0, 6, 24.0 / 127.0);
    CHECK (channels.bendSemitones (0, 2.0) == 12.0);
    const auto& row = parameterTable()[findParameter ("voice.mpe_range").value()];
    CHECK (row.minimum == 0.0);
    CHECK (row.maximum == 96.0);
}

TEST_CASE ("a learned controller moves its knob over its part of the slider, by its curve, once it has met it")
{
    LearnedControllers learned;
    LearnedController row;
    row.number = 21;
    row.parameter = static_cast<std::uint16_t> (findParameter ("hand.speed").value());
    row.from = 0.2;
    row.to = 0.6;
    row.curve = 0.5;
    row.picksUp = false;
    REQUIRE (learned.add (row));
    ControllerLearner learner;
    learner.set (learned);
    auto patch = Patch::defaults();
    std::vector<std::pair<std::size_t, double>> moved;
    const auto send = [&] (int number, double value, int channel = 4)
    {
        moved.clear();
        const auto set = [&] (std::size_t parameter, double knob)
        {
            moved.push_back ({ parameter, knob });
            parameterTable()[parameter].in (patch) = knob;
        };
        return learner.follow (control (0, number, value, channel), patch, set);
    };
    CHECK_FALSE (send (20, 0.5));
    CHECK (send (21, 0.25));
    REQUIRE (moved.size() == 1);
    // 0.25 to the power of 2 is 0.0625: at 0.2 + 0.4 * 0.0625 of 0.0005 to 3 m/s, laid out logarithmically
    CHECK_THAT (moved[0].second, WithinRel (0.0005 * std::pow (6000.0, 0.225), rounded));

    // Soft take-over: nothing until the controller has passed the knob, or stands next to it.
    learned = {};
    row = { 4, 7, static_cast<std::uint16_t> (findParameter ("out.width").value()), 0.0, 1.0, 0.0, true };
    REQUIRE (learned.add (row));
    learner.set (learned);
    patch.outWidthPercent = 100.0; // the middle of 0 … 200
    CHECK (send (7, 0.1));
    CHECK (moved.empty());
    CHECK_FALSE (send (7, 0.9, 5)); // another channel's
    CHECK (send (7, 0.3));
    CHECK (moved.empty());
    CHECK (send (7, 0.7)); // passed
    REQUIRE (moved.size() == 1);
    CHECK_THAT (moved[0].second, WithinRel (140.0, rounded));
    CHECK (send (7, 0.8));
    CHECK (moved.size() == 1);
    patch.outWidthPercent = 20.0; // somebody else's
    CHECK (send (7, 0.75));
    CHECK (moved.empty());
    CHECK (send (7, 0.105));
    CHECK (moved.size() == 1);       // next to it
    CHECK (send (39, 64.0 / 127.0)); // the fine half of CC7
    CHECK (moved.size() == 1);

    for (const int never : { 6, 38, 96, 98, 99, 100, 101, 120, 123, 127 })
        CHECK_FALSE (canBeLearned (never));
    for (const int number : { 0, 1, 7, 64, 74, 95, 102, 119 })
        CHECK (canBeLearned (number));
}

namespace
{
void take (Channels& channels, const PerformanceEvent& e)
{
    if (e.type == Type::pitchBend)
        channels[e.channel].bend = e.value;
    else if (e.type == Type::channelPressure)
        channels[e.channel].pressure = e.value;
    else
        channels.control (e.channel, e.index, e.value);
}

/** Registered parameter 0 to 6 of a channel, its coarse half. */
void enter (Channels& channels, int channel, int rpn, int data)
{
    for (const auto& e : { control (0, 101, 0.0, channel), control (0, 100, rpn / 127.0, channel),
                           control (0, 6, data / 127.0, channel) })
        take (channels, e);
}

/** New channels that are told what these are. */
Channels toldAgain (const Channels& heard, Mpe wish)
{
    Channels told;
    told.follow (wish, 48.0);
    for (const auto& each : heard.messages())
        take (told, each);
    return told;
}

/** A message that does something to a channel, more often than not. */
PerformanceEvent anyMessage (Random& dice)
{
    const int numbers[] = { 1,  2,  5,  7,  10, 11, 33, 37, 39, 42, 43, 64, 65,  67,  74,  6,  6,
                            38, 96, 96, 97, 98, 99, 38, 96, 97, 6,  6,  6,  100, 100, 101, 121 };
    const int channels[] = { 0, 1, 2, 8, 14, 15 }, parameters[] = { 0, 0, 1, 2, 3, 6 };
    const int number = numbers[dice.integer (0, static_cast<int> (std::size (numbers)) - 1)];
    const int channel = channels[dice.integer (0, 5)];
    const int data = number == 101   ? 0
                     : number == 100 ? parameters[dice.integer (0, 5)]
                                     : dice.integer (0, dice.integer (0, 1) == 0 ? 127 : 16);
    switch (dice.integer (0, 11))
    {
        case 0: return event (0, Type::pitchBend, 0, dice.uniform (-1.0, 1.0), channel);
        case 1: return event (0, Type::channelPressure, 0, dice.uniform (0.0, 1.0), channel);
        default: return control (0, number, data / 127.0, channel);
    }
}
} // namespace

TEST_CASE ("channels say in messages what they are, in zones and without, whatever they were told")
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
    {
        CAPTURE (seed);
        Random dice (seed);
        Channels heard;
        auto wish = Mpe::automatic;
        for (int n = 0; n < 400; ++n)
        {
            take (heard, anyMessage (dice));
            if (dice.integer (0, 150) == 0)
                heard.follow (wish = static_cast<Mpe> (dice.integer (0, 2)), 48.0);
        }
        auto told = toldAgain (heard, wish);
        for (int further = 0; further < 60; ++further) // and so is what comes next
        {
            CAPTURE (further);
            for (int channel = 0; channel < 16; ++channel)
            {
                CAPTURE (channel);
                REQUIRE (told[channel] == heard[channel]);
                REQUIRE (told.managerOf (channel) == heard.managerOf (channel));
            }
            const auto next = anyMessage (dice);
            take (heard, next);
            take (told, next);
        }
    }
}

TEST_CASE ("steps of a bend range that a member of a zone counts are every member's, and are said again once")
{
    Channels heard;
    enter (heard, 0, 6, 15);
    enter (heard, 3, 0, 24);
    for (const auto& e :
         { control (0, 101, 0.0, 4), control (0, 100, 0.0, 4), control (0, 96, 0.0, 4), control (0, 96, 0.0, 4) })
        take (heard, e);
    heard[9].bend = 1.0;
    CHECK_THAT (heard.bendSemitones (9, 2.0), WithinAbs (24.02, rounded)); // a step is a cent
    enter (heard, 5, 0, 12);                                               // another member's: steps begin anew
    take (heard, control (0, 97, 0.0, 4));
    CHECK_THAT (heard.bendSemitones (9, 2.0), WithinAbs (11.99, rounded));
    CHECK_THAT (toldAgain (heard, Mpe::automatic).bendSemitones (9, 2.0), WithinAbs (11.99, rounded));

    // Steps alone, from MPE's 48 semitones.
    enter (heard, 0, 6, 7);
    for (const auto& e : { control (0, 101, 0.0, 2), control (0, 100, 0.0, 2), control (0, 97, 0.0, 2) })
        take (heard, e);
    heard[7].bend = 1.0;
    CHECK_THAT (toldAgain (heard, Mpe::automatic).bendSemitones (7, 2.0), WithinAbs (47.99, rounded));
}

TEST_CASE ("what an announced zone has reset stays reset, its selection and its halves of 14 bits with it")
{
    Channels heard;
    enter (heard, 0, 6, 7);
    take (heard, control (0, 6, 3.0 / 127.0)); // selects nothing any more
    CHECK (heard.managerOf (7) == 0);
    take (heard, control (0, 7, 0.3, 6));
    enter (heard, 0, 6, 4); // channel 7 leaves it
    CHECK (heard.volume (6) == 1.0);
    const auto again = [&heard] { return toldAgain (heard, Mpe::automatic); };
    CHECK (again().managerOf (4) == 0);
    CHECK (again().managerOf (5) == -1);
    CHECK (again().volume (6) == 1.0);
    // The fine half of a controller that has been reset refines nothing: 64 of 16383.
    take (heard, control (0, 39, 64.0 / 127.0, 6));
    CHECK_THAT (heard.volume (6), WithinAbs (std::pow (64.0 / 16383.0, 2.0), 1e-15));
    CHECK_THAT (again().volume (6), WithinAbs (std::pow (64.0 / 16383.0, 2.0), 1e-15));
}

TEST_CASE ("after a reset of all controllers a fine half refines nothing, but volume, pan and portamento go on")
{
    Channels channels;
    for (const int number : { 1, 7, 11 })
        take (channels, control (0, number, 40.0 / 127.0));
    take (channels, control (0, 121, 0.0));
    for (const int number : { 33, 39, 43 })
        take (channels, control (0, number, 64.0 / 127.0));
    CHECK_THAT (channels.wheel (0), WithinAbs (64.0 / 16383.0, 1e-15));
    CHECK_THAT (channels.expression (0), WithinAbs (64.0 / 16383.0, 1e-15));
    CHECK_THAT (std::sqrt (channels.volume (0)), WithinAbs ((40.0 * 128.0 + 64.0) / 16383.0, 1e-15));
}
