// SPDX-License-Identifier: GPL-3.0-or-later
// Events at their sample. A note starts on it; what a controller, a wheel, a knob or a key that goes up changes,
// changes at the first point of the control grid (every 32 samples from the stroke that ended the last rest) that is
// not before it. In blocks of any size. Where in the stream a phrase begins moves no bit of it.
#include "Support/Listener.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;

namespace
{
constexpr int samples = 1600, latency = 32;
constexpr int blocks[] = { 1600, 512, 64, 16, 7, 1 };

struct Take
{
    Rendering sound;
    std::vector<ProbeFrame> frames;
};

Take play (std::vector<PerformanceEvent> events, int block, bool probed = true)
{
    PreparedSynth synth (patchWith ({ { "out.box", 0.0 } }));
    Take take;
    take.frames.resize (samples);
    ProbeBuffer probes { take.frames.data(), take.frames.size(), 0 };
    take.sound = render (synth, std::move (events), samples, block, probed ? &probes : nullptr);
    take.frames.resize (probes.count);
    return take;
}

template <class Equal>
int firstDifference (std::size_t count, Equal equal)
{
    std::size_t n = 0;
    while (n < count && equal (n))
        ++n;
    return static_cast<int> (n);
}

constexpr int strokeAt = 3; // of the note that events come after

int nextOf (int interval, int sample)
{
    return strokeAt + (sample - strokeAt + interval - 1) / interval * interval;
}

int grid (int sample)
{
    return nextOf (32, sample);
}

/** The same of the grid that quick hands move on, as they do in an attack. */
int gridOfHands (int sample)
{
    return nextOf (16, sample);
}

/** The grid point at which a voice that another law disturbs has faded out, 15 ms after it began to. */
int afterFade (int sample)
{
    return nextOf (32, grid (sample) + 720);
}
} // namespace

TEST_CASE ("a note starts at its sample, in its first frame and in the sound")
{
    for (const int block : blocks)
        for (const int at : { 0, 1, 7, 15, 16, 17, 64, 511, 512, 513, 801 })
        {
            CAPTURE (block, at);
            const auto take = play ({ noteOn (at, 60) }, block);
            REQUIRE (take.frames.size() == static_cast<std::size_t> (samples - at));
            CHECK (std::lround (take.frames.front().time * 48000.0) == at);
            CHECK (take.frames.front().bowVelocity > 0.0); // the bow moves in the first step
            CHECK (firstDifference (samples, [&] (std::size_t n) { return take.sound.left[n] == 0.0; }) ==
                   at + latency);
        }
}

TEST_CASE ("controllers, bends, touch, knobs and releases act at the next point of their grid")
{
    const auto value = [] (double ProbeFrame::*member) { return member; };
    struct Case
    {
        const char* what;
        PerformanceEvent event;
        double ProbeFrame::*shows; // what of the contact changes in the very first step
        int (*next) (int) = grid;
        int (*heard) (int) = nullptr; // if earlier
    };
    const Case cases[] = {
        { "expression", control (0, 11, 0.3), value (&ProbeFrame::normalForce) },
        { "breath", control (0, 2, 0.3), value (&ProbeFrame::normalForce) },
        { "wheel", event (0, Type::pitchBend, 0, 0.9), value (&ProbeFrame::relativeVelocity) },
        { "vibrato", control (0, 1, 1.0), value (&ProbeFrame::relativeVelocity) },
        { "channel pressure", event (0, Type::channelPressure, 0, 1.0), value (&ProbeFrame::normalForce) },
        { "key pressure", event (0, Type::notePressure, 60, 1.0), value (&ProbeFrame::normalForce) },
        { "key up", noteOff (0, 60), value (&ProbeFrame::normalForce), gridOfHands },
        { "all notes off", control (0, 123, 0.0), value (&ProbeFrame::normalForce), gridOfHands },
        { "hand.pressure", setParameter (0, "hand.pressure", 30.0), value (&ProbeFrame::normalForce) },
        { "contact.mu_static", setParameter (0, "contact.mu_static", 1.2), value (&ProbeFrame::relativeVelocity) },
        { "body.fine", setParameter (0, "body.fine", 60.0), value (&ProbeFrame::relativeVelocity) },
        { "contact.law", setParameter (0, "contact.law", 2.0), value (&ProbeFrame::relativeVelocity), afterFade, grid },
    };
    const auto plain = play ({ noteOn (strokeAt, 60) }, samples);
    for (const auto& c : cases)
        for (const int at : { 784, 785, 799, 800, 801, 1023, 1024 })
            for (const int block : blocks)
            {
                CAPTURE (c.what, at, block);
                auto late = c.event;
                late.offset = at;
                const auto take = play ({ noteOn (strokeAt, 60), late }, block);
                REQUIRE (take.frames.size() == plain.frames.size());
                const int frame = firstDifference (take.frames.size(), [&] (std::size_t n)
                                                   { return take.frames[n].*c.shows == plain.frames[n].*c.shows; });
                REQUIRE (frame + strokeAt == std::min (c.next (at), samples)); // a take may end before
                const int sample = firstDifference (samples, [&] (std::size_t n)
                                                    { return take.sound.left[n] == plain.sound.left[n]; });
                const int heard = c.heard != nullptr ? c.heard (at) : c.next (at);
                CHECK (sample >= heard + latency);
                CHECK (sample <= heard + latency + 1);
            }
}

TEST_CASE ("sound ends at the very sample of all-sound-off and panic")
{
    for (const auto& stop : { control (0, 120, 0.0), event (0, Type::panic) })
        for (const int at : { 800, 801, 807, 815 })
            for (const int block : blocks)
            {
                CAPTURE (at, block);
                auto late = stop;
                late.offset = at;
                CHECK (play ({ noteOn (3, 60), late }, block).frames.size() == static_cast<std::size_t> (at - 3));
            }
}

TEST_CASE ("of two events at one sample the first comes first, and those beyond a block move to its border")
{
    CHECK (play ({ noteOn (100, 60), event (100, Type::panic) }, 512).frames.empty());
    CHECK (play ({ event (100, Type::panic), noteOn (100, 60) }, 512).frames.size() == samples - 100);

    Synth synth;
    synth.prepare (48000.0);
    std::vector<double> left (64), right (64);
    std::vector<ProbeFrame> frames (256);
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    const PerformanceEvent early[] = { noteOn (-5, 60) }, beyond[] = { event (1000, Type::panic) };
    synth.render (early, left.data(), right.data(), 64, &probes);
    CHECK (probes.count == 64);
    synth.render (beyond, left.data(), right.data(), 64, &probes);
    CHECK (probes.count == 128);
    synth.render ({}, left.data(), right.data(), 64, &probes);
    CHECK (probes.count == 128);
}

namespace
{
/** The default instrument, living hand included, in blocks of 256: what it plays from sample `from` on. */
std::vector<double> soundFrom (int from, std::vector<PerformanceEvent> events, int length = 9600)
{
    Synth synth;
    synth.prepare (48000.0);
    const auto sound = render (synth, std::move (events), from + length, 256);
    return { sound.left.begin() + from, sound.left.end() };
}

std::vector<PerformanceEvent> phrase (int from)
{
    return {
        noteOn (from, 57),         control (from + 1000, 1, 0.7), setParameter (from + 1501, "hand.pressure", 70.0),
        noteOff (from + 3000, 57), noteOn (from + 3001, 64, 0.9), noteOff (from + 8000, 64)
    };
}
} // namespace

TEST_CASE ("a phrase sounds the same to the last bit wherever in the stream it begins")
{
    const auto plain = soundFrom (0, phrase (0));
    REQUIRE (std::any_of (plain.begin(), plain.end(), [] (double x) { return std::abs (x) > listener::audible; }));
    for (const int later : { 1, 31, 32, 48, 777, 4800, 48000, 48017 })
    {
        CAPTURE (later);
        CHECK (soundFrom (later, phrase (later)) == plain);
    }
}

TEST_CASE ("when in a silence a knob was turned moves no bit of the phrase behind it")
{
    const auto turnedAt = [] (int sample)
    {
        auto events = phrase (1000);
        events.insert (events.begin(),
                       { setParameter (sample, "hand.speed", 0.35), setParameter (sample, "out.level", -9.0) });
        return soundFrom (1000, std::move (events));
    };
    const auto early = turnedAt (0);
    CHECK (early != soundFrom (1000, phrase (1000)));
    for (const int sample : { 500, 970, 992, 999, 1000 })
    {
        CAPTURE (sample);
        CHECK (turnedAt (sample) == early);
    }
}

TEST_CASE ("a song plays the same from its beginning, whatever was tried before it")
{
    constexpr int start = 12 * 48000 + 5; // by then what was tried has rung out
    const auto song = [] (std::vector<PerformanceEvent> before)
    {
        before.push_back (event (start, Type::position, 0, 16.0));
        for (const auto& each : phrase (start + 100))
            before.push_back (each);
        return soundFrom (start, std::move (before));
    };
    const std::vector<PerformanceEvent> tried { noteOn (10, 50),    noteOff (3000, 50), noteOn (5000, 52),
                                                noteOff (7000, 52), noteOn (9000, 55),  noteOff (9100, 55) };
    const auto quick = [] (std::vector<PerformanceEvent> events)
    {
        events.insert (events.begin(), { setParameter (0, "body.decay", 0.3), setParameter (0, "out.room", 0.0) });
        return events;
    };
    CHECK (song (quick (tried)) == song (quick ({})));
}
