// SPDX-License-Identifier: GPL-3.0-or-later
// Corners of the formats that are read and written.
#include "Core/Units.h"
#include "Files/Presets/PresetFile.h"
#include "Files/Songs/MidiFile.h"
#include "Files/Sounds/SoundFile.h"
#include "Support/MidiBytes.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE ("drop frames run at 30000/1001 frames a second", "[midi]")
{
    // 0xe3: -29, "30 drop frame"; 100 ticks a frame. 23 976 ticks are 239.76 frames, 8 s to a microsecond.
    const auto s = songOf (oneTrack (0xe364, { 0x00, 0x90, 60, 90, 0x81, 0xbb, 0x28, 0x80, 60, 0 }));
    REQUIRE (s.events.size() == 2);
    CHECK_THAT (s.events[1].seconds, WithinRel (23976.0 / 100.0 * 1001.0 / 30000.0, 1e-12));
}

TEST_CASE ("running status repeats any message, on its channel", "[midi]")
{
    using Type = PerformanceEvent::Type;
    const auto s = songOf (
        oneTrack (96, { 0x00, 0xb3, 1, 64, 0x10, 11, 100, 0x00, 0xe5, 0, 96, 0x10, 0, 32, 0x00, 0xd2, 10, 0x10, 20 }));
    REQUIRE (s.events.size() == 6);
    CHECK (s.events[1].event.type == Type::controller);
    CHECK (s.events[1].event.channel == 3);
    CHECK (s.events[1].event.index == 11);
    CHECK (s.events[1].event.value == 100.0 / 127.0);
    CHECK (s.events[3].event.type == Type::pitchBend);
    CHECK (s.events[3].event.channel == 5);
    CHECK (s.events[3].event.value == -0.5);
    CHECK (s.events[5].event.type == Type::channelPressure);
    CHECK (s.events[5].event.value == 20.0 / 127.0);
}

TEST_CASE ("system exclusive messages are passed over, whole or in pieces", "[midi]")
{
    const auto s = songOf (oneTrack (96, { 0x00, 0x90, 60, 90, 0x10, 0xf0, 0x02, 0x7e, 0x09, 0x10, 0xf7, 0x03, 0x01,
                                           0x90, 0xf7, 0x10, 0x80, 60, 0 }));
    REQUIRE (s.events.size() == 2);
    CHECK_THAT (s.events[1].seconds, WithinRel (48.0 / 192.0, 1e-12)); // 120 beats a minute
}

TEST_CASE ("fingerprints tell presets apart by a knob, a point of the gesture, a mode and a shape", "[preset]")
{
    Preset plain;
    CustomBody body;
    body.modes.push_back ({ 440.0, 1.0, { 1.0, 0.5 }, 1.0, 1.0 });
    plain.customBody = body;
    plain.gesture = DrawnGesture::door();
    const auto print = presetFingerprint (plain);
    CHECK (presetFingerprint (plain) == print);
    const auto differs = [&] (auto change)
    {
        auto other = plain;
        change (other);
        return presetFingerprint (other) != print;
    };
    CHECK (differs ([] (Preset& p) { p.patch.handSpeed *= 1.0 + 1e-15; }));
    CHECK (differs ([] (Preset& p) { (*p.gesture)[GestureTrackKind::force].points[1].value += 1e-12; }));
    CHECK (differs ([] (Preset& p) { p.gesture.reset(); }));
    CHECK (differs ([] (Preset& p) { p.customBody->modes[0].t60 = 1.1; }));
    CHECK (differs ([] (Preset& p) { p.customBody->modes[0].shape[1] = 0.6; }));
    CHECK (differs ([] (Preset& p) { p.customBody->baseFrequency = 441.0; }));
    CHECK_FALSE (differs ([] (Preset& p) { p.info.name = "another"; })); // it sounds the same
}

TEST_CASE ("a note of a MIDI file sounds at its sample, in blocks of any size", "[tool]")
{
    // 96 ticks a quarter of half a second: tick 49 is 255.2083 ms, sample 12250 at 48 kHz; the sound is 32 samples
    // late.
    const ToolFolder tool;
    const auto bytes = oneTrack (96, { 49, 0x90, 60, 100, 0x60, 0x80, 60, 0 });
    tool.write ("song.mid", std::string (bytes.begin(), bytes.end()));
    for (const char* block : { "1", "64", "513", "4096" })
    {
        CAPTURE (block);
        const auto outcome = tool.run (
            std::string ("render song.mid -o out.wav --bits 32f --quiet --tail 0.1 --set out.box=None --block ") +
            block);
        INFO (outcome.err);
        REQUIRE (outcome.code == 0);
        const auto text = tool.file ("out.wav");
        const auto result = recordingFromBytes (Bytes (text.begin(), text.end()));
        REQUIRE (result.has_value());
        const auto& left = result.value().left;
        std::size_t first = 0;
        while (first < left.size() && left[first] == 0.0)
            ++first;
        CHECK (first == 12250 + 32);
    }
}

TEST_CASE ("a curve that goes on behind the notes is told of", "[tool]")
{
    const ToolFolder bench;
    bench.write ("long.csv", "time,value\n0,0.1\n20,0.5\n");
    const std::string render =
        "render --note A3 -p 'Plain String' --tail 0 -o a.wav --curve hand.speed=long.csv --quiet --seconds ";
    const auto outcome = bench.run (render + "0.05");
    CHECK (outcome.code == 0);
    CHECK (outcome.err == "kolophon: long.csv: it ends 20 s after the last note, and the output lasts as long\n");
    CHECK (bench.run (render + "15").err.empty());
}

TEST_CASE ("standard output without a folder for temporary files says what is missing", "[tool]")
{
    const ToolFolder bench;
    const auto outcome = bench.shell ("TMPDIR=/nowhere \"$K\" render --note A3 --seconds 0.1 -o - --quiet");
    CHECK (outcome.code == 5);
    CHECK (outcome.out.empty());
    CHECK_THAT (outcome.err, Contains ("TMPDIR") && Contains ("/nowhere: No such file or directory"));
}
