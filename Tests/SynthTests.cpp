// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Support/Level.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>
using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

TEST_CASE ("a note starts at its sample: a later start gives the same sound later")
{
    // 10 ms apart, so that both starts see the control grid and the times of living fingers alike; the sound is late by
    // the latency it reports.
    constexpr std::size_t later = 480;
    Synth synth;
    synth.prepare (48000.0);
    const auto early = render (synth, { noteOn (160, 60) }, 9600);
    synth.reset();
    const auto late = render (synth, { noteOn (160 + static_cast<int> (later), 60) }, 9600);
    for (std::size_t n = 0; n + later < early.left.size(); ++n)
        REQUIRE (early.left[n] == late.left[n + later]);
    std::size_t first = 0;
    while (early.left[first] == 0.0)
        ++first;
    REQUIRE (first >= 160u + static_cast<std::size_t> (synth.latencySamples()));
    REQUIRE (first <= 160u + static_cast<std::size_t> (synth.latencySamples()) + 2u);
}

TEST_CASE ("a string rings out, its voice sleeps, and then there is exact silence, as there is after a reset")
{
    PreparedSynth synth (patchWith ({ { "body.decay", 0.3 } }));
    REQUIRE (synth.isSilent());
    const auto out = render (synth, { noteOn (0, 60), noteOff (10000, 60) }, 96000);
    REQUIRE (levelDb (out.left, 5000, 10000) > -40.0);
    REQUIRE (synth.isSilent());
    REQUIRE (out.left.back() == 0.0);
    REQUIRE (synth.tailSeconds() >= 2.0 * 0.3);

    render (synth, { noteOn (0, 60) }, 4800);
    REQUIRE_FALSE (synth.isSilent());
    synth.reset();
    const auto after = render (synth, {}, 4800);
    REQUIRE (*std::max_element (after.left.begin(), after.left.end()) == 0.0);
}

TEST_CASE ("the three lifts differ: ring rings, soft fades, stop mutes")
{
    const auto levelAfter = [] (double lift)
    {
        PreparedSynth synth (patchWith ({ { "hand.lift", lift } }));
        const auto out = render (synth, { noteOn (0, 60), noteOff (24000, 60) }, 60000);
        return levelDb (out.left, 40000, 45000) - levelDb (out.left, 20000, 24000);
    };
    const double ring = levelAfter (0), soft = levelAfter (1), stop = levelAfter (2);
    CAPTURE (ring, soft, stop);
    REQUIRE (ring > -25.0);
    REQUIRE (soft > -40.0);
    REQUIRE (stop < ring - 20.0);
}

TEST_CASE ("the sustain pedal holds, all-notes-off releases, all-sound-off and panic silence")
{
    PreparedSynth synth (patchWith ({ { "hand.lift", 2.0 } }));
    const auto held = render (synth, { noteOn (0, 60), control (10, 64, 1.0), noteOff (9000, 60) }, 30000);
    REQUIRE (levelDb (held.left, 25000, 30000) > levelDb (held.left, 7000, 9000) - 3.0);
    const auto released = render (synth, { control (0, 64, 0.0) }, 30000);
    REQUIRE (levelDb (released.left, 20000, 25000) < -60.0);

    synth.reset();
    const auto off = render (synth, { noteOn (0, 60), noteOn (0, 64), control (9000, 123, 0.0) }, 40000);
    REQUIRE (levelDb (off.left, 30000, 35000) < -60.0);
    for (const auto& stop : { control (9000, 120, 0.0), event (9000, Type::panic) })
    {
        synth.reset();
        render (synth, { noteOn (0, 60), noteOn (0, 64), stop }, 48000);
        REQUIRE (synth.isSilent());
    }
}

TEST_CASE ("more keys than voices steal without a gap, and mono slurs")
{
    PreparedSynth synth (patchWith ({ { "voice.count", 3.0 } }));
    std::vector<PerformanceEvent> many;
    for (int i = 0; i < 12; ++i)
        many.push_back (noteOn (i * 1000, 48 + i));
    const auto out = render (synth, many, 14000);
    REQUIRE (levelDb (out.left, 12000, 14000) > -40.0);
    MeterFrame meters;
    while (! synth.collectMeters (meters))
        render (synth, {}, 1000);
    REQUIRE (meters.voicesAwake == 3);

    synth.reset();
    synth.setPatch (patchWith ({ { "voice.mode", 1.0 } }));
    render (synth, { noteOn (0, 48), noteOn (8000, 55), noteOn (12000, 60), noteOff (16000, 60), noteOff (17000, 48) },
            24000);
    while (! synth.collectMeters (meters))
        render (synth, {}, 1000);
    REQUIRE (meters.voicesAwake == 1);
}

TEST_CASE ("rates outside the range are refused with a clear sentence")
{
    Synth synth;
    for (const double rate : { 0.0, -48000.0, 1e9, std::nan ("") })
        REQUIRE_THROWS_WITH (synth.prepare (rate), Catch::Contains ("8000 Hz to 768000 Hz"));
    REQUIRE_NOTHROW (synth.prepare (22050.0));
}

TEST_CASE ("bytes of MIDI become events, and what is not a channel message becomes nothing")
{
    const auto parse = [] (std::vector<std::uint8_t> bytes) { return eventFromMidi (bytes, 5); };
    REQUIRE (parse ({ 0x93, 60, 127 })->type == Type::noteOn);
    REQUIRE (parse ({ 0x93, 60, 127 })->channel == 3);
    REQUIRE (parse ({ 0x93, 60, 0 })->type == Type::noteOff);
    REQUIRE (parse ({ 0x83, 60, 64 })->type == Type::noteOff);
    REQUIRE (parse ({ 0xe0, 0, 64 })->value == 0.0);
    REQUIRE (parse ({ 0xe0, 0, 0 })->value == -1.0);
    REQUIRE (parse ({ 0xd1, 127 })->value == 1.0);
    REQUIRE (parse ({ 0xa1, 60, 127 })->type == Type::notePressure);
    for (const auto& odd : std::vector<std::vector<std::uint8_t>> {
             {}, { 0x90 }, { 0x90, 60 }, { 0xf8 }, { 0xf0, 1, 2 }, { 60, 60, 60 }, { 0x90, 200, 1 }, { 0xc0, 5 } })
        REQUIRE_FALSE (parse (odd).has_value());
}

TEST_CASE ("a synth that rests and is woken within its own clearing sounds as if it were new")
{
    // Silenced and struck again, faster than what was used can be cleared.
    const auto patch = patchWith ({ { "hand.stroke", 1.0 }, { "out.room", 0.0 }, { "out.box", 0.0 } });
    const auto play = [&patch] (int rests)
    {
        PreparedSynth synth (patch);
        for (int n = 0; n < rests; ++n)
            render (synth, { noteOn (0, 57), control (16, 120, 0.0) }, 32 * (200 + n));
        const auto silent = render (synth, {}, 48000);
        REQUIRE (synth.isResting());
        REQUIRE (std::all_of (silent.left.begin() + 24000, silent.left.end(), [] (double x) { return x == 0.0; }));
        return render (synth, { noteOn (0, 62), noteOff (9600, 62) }, 24000);
    };
    const auto fresh = play (0);
    for (const int rests : { 1, 2, 5 })
    {
        CAPTURE (rests);
        CHECK (play (rests) == fresh);
    }
}
