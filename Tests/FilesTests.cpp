// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Noise.h"
#include "Core/Units.h"
#include "Files/Presets/PresetFile.h"
#include "Files/Songs/MidiFile.h"
#include "Support/MidiBytes.h"
#include "Synth/Parameters/ParameterTable.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <map>
#include <sstream>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

namespace
{
Patch randomPatch (Noise& noise)
{
    Patch patch {};
    for (const auto& p : parameterTable())
        p.in (patch) = p.nearestValid (p.minimum + noise.nextUniform() * (p.maximum - p.minimum));
    return patch;
}

std::string presetError (const std::string& json)
{
    const auto result = presetFromJson (json);
    return result ? "accepted" : result.error().what();
}

/** A preset with this as its parameters. */
std::string withParameters (const std::string& parameters, int version = presetFormatVersion)
{
    return R"({"format": "kolophon-preset", "version": )" + std::to_string (version) + R"(, "parameters": )" +
           parameters + "}";
}

Patch acceptedPatch (const std::string& parameters)
{
    const auto result = presetFromJson (withParameters (parameters));
    INFO (parameters);
    REQUIRE (result.has_value());
    return result.value().patch;
}

/** 96 ticks a quarter: names, tempo change, running status, sysex, meta, two tracks. */
Bytes everything ()
{
    return joined ({ header (1, 2, 96),
                     track ({ { 0x00, 0xff, 0x03, 0x04, 'S', 'o', 'n', 'g' },
                              { 0x00, 0xff, 0x51, 0x03, 0x07, 0xa1, 0x20 },    // 500 ms a quarter
                              { 0x60, 0xff, 0x51, 0x03, 0x0f, 0x42, 0x40 } }), // from tick 96: 1000 ms
                     track ({ { 0x00, 0x90, 60, 100 },
                              { 0x60, 60, 0 },
                              { 0x00, 62, 90 }, // running status
                              { 0x00, 0xf0, 0x03, 0x7e, 0x7f, 0xf7 },
                              { 0x30, 0xe0, 0x00, 0x40 },
                              { 0x81, 0x00, 0x80, 62, 64 }, // a time of two bytes: 128 ticks
                              { 0x00, 0xb0, 11, 127 },
                              { 0x00, 0xd0, 64 },
                              { 0x00, 0xc0, 5 } }) });
}

std::vector<int> keysOf (const Song& s)
{
    std::vector<int> keys;
    for (const auto& timed : s.events)
        if (timed.event.type == PerformanceEvent::Type::noteOn)
            keys.push_back (timed.event.index);
    return keys;
}

std::vector<int> keysNamed (const std::string& names)
{
    std::vector<int> keys;
    std::istringstream words (names);
    for (std::string name; words >> name;)
    {
        const int letter = std::vector<int> { 9, 11, 0, 2, 4, 5, 7 }[static_cast<std::size_t> (name[0] - 'A')];
        keys.push_back (letter + (name[1] == '#' ? 1 : 0) + 12 * (name.back() - '0' + 1));
    }
    return keys;
}

Song demo (const std::string& name)
{
    const auto result = readMidiFile (std::filesystem::path (KOLOPHON_SOURCE_FOLDER) / "Resources/Demos" / name);
    if (! result)
        FAIL (result.error().what());
    return result.value();
}
} // namespace

TEST_CASE ("a preset reads back to the very same numbers", "[preset]")
{
    Noise noise (GENERATE (range (0u, 200u)));
    const Preset preset { { "Näme \"quoted\"", "me", "two\nlines", { "a", "b" } }, randomPatch (noise) };
    const auto result = presetFromJson (presetToJson (preset));
    REQUIRE (result.has_value());
    CHECK (result.value().info == preset.info);
    CHECK (result.value().patch == preset.patch);
    CHECK (patchFingerprint (result.value().patch) == patchFingerprint (preset.patch));
}

TEST_CASE ("a preset takes numbers, texts with units, menus by name, and defaults for what is missing", "[preset]")
{
    CHECK (acceptedPatch ("{}") == Patch::defaults());
    CHECK (acceptedPatch (R"({"hand.speed": "35 mm/s"})").handSpeed == 0.035);
    CHECK (acceptedPatch (R"({"hand.speed": 0.035})").handSpeed == 0.035);
    CHECK (acceptedPatch (R"({"hand.speed": {"value": 0.035, "unit": "m/s", "text": "anything"}})").handSpeed == 0.035);
    CHECK (acceptedPatch (R"({"hand.lift": "stop"})").handLift == static_cast<double> (Lift::stop));
    CHECK (acceptedPatch (R"({"out.guard": false})").outGuard == 0.0);
    CHECK (acceptedPatch (R"({"out.guard": "off"})").outGuard == 0.0);
}

TEST_CASE ("a broken preset is refused in one sentence that names the field", "[preset]")
{
    CHECK_THAT (presetError ("{"), Contains ("line 1"));
    CHECK_THAT (presetError ("[]"), Contains ("not a Kolophon preset"));
    CHECK_THAT (presetError (R"({"format": "kolophon-preset"})"), Contains ("version"));
    CHECK_THAT (presetError (R"({"format": "kolophon-preset", "version": 0})"), Contains ("version"));
    CHECK_THAT (presetError (R"({"format": "kolophon-preset", "version": 1, "name": 3})"), Contains ("name"));
    CHECK_THAT (presetError (R"({"format": "kolophon-preset", "version": 1, "params": {}})"), Contains ("params"));
    CHECK_THAT (presetError (withParameters ("3")), Contains ("parameters"));
    CHECK_THAT (presetError (withParameters (R"({"hand.speed": 9})")), Contains ("hand.speed") && Contains ("3 m/s"));
    CHECK_THAT (presetError (withParameters (R"({"hand.speed": "3 N"})")),
                Contains ("hand.speed") && Contains ("unit"));
    CHECK_THAT (presetError (withParameters (R"({"hand.speed": {"value": 1, "unit": "N"}})")), Contains ("hand.speed"));
    CHECK_THAT (presetError (withParameters (R"({"hand.speed": {"unit": "m/s"}})")), Contains ("hand.speed"));
    CHECK_THAT (presetError (withParameters (R"({"hand.speed": null})")), Contains ("hand.speed"));
    CHECK_THAT (presetError (withParameters (R"({"hand.speed": 1e999})")),
                Contains ("hand.speed") && Contains ("is out of range"));
    CHECK_THAT (presetError (withParameters (R"({"body.modes": 3.5})")), Contains ("body.modes"));
    CHECK_THAT (presetError (withParameters (R"({"hand.lift": "Jump"})")), Contains ("Ring, Soft, Stop"));
    CHECK_THAT (presetError (withParameters (R"({"hand.sped": 1})")), Contains ("hand.sped"));
}

TEST_CASE ("names that a newer version may know are skipped in a newer preset only", "[preset]")
{
    CHECK (presetError (withParameters (R"({"hand.sped": 1})", presetFormatVersion + 1)) == "accepted");
    CHECK_THAT (presetError (withParameters (R"({"hand.speed": 9})", presetFormatVersion + 1)),
                Contains ("hand.speed"));
}

TEST_CASE ("a preset from before Human had parts means its strokes by it, and nothing else", "[preset]")
{
    const auto old = presetFromJson (withParameters (R"({"voice.humanise": 40, "voice.seed": 3})", 1))->patch;
    CHECK (old.voiceHumanisePercent == 40.0);
    CHECK (old.humanStrokesPercent == 100.0);
    for (const double part :
         { old.humanDriftPercent, old.humanTremorPercent, old.humanTexturePercent, old.humanFingerPercent })
        CHECK (part == 0.0);
    const auto living = acceptedPatch (R"({"voice.humanise": 40, "human.drift": 50})");
    CHECK (living.humanDriftPercent == 50.0);
    CHECK (living.humanTremorPercent == Patch::defaults().humanTremorPercent);
}

TEST_CASE ("a preset from before lines were phrased plays even notes without vibrato, unless it asks for them",
           "[preset]")
{
    const int version = GENERATE (1, 2, 3, 4);
    CAPTURE (version);
    const auto old = presetFromJson (withParameters ("{}", version))->patch;
    CHECK (old.voicePhrasingPercent == 0.0);
    CHECK (old.voiceVibratoCents == 0.0);
    CHECK (old.voiceVibratoDelay == (version == 1 ? 0.0 : 0.25)); // of format 1: there was none
    CHECK (old.voiceVibratoGrowth == (version == 1 ? 0.0 : 0.5));
    const auto asks = presetFromJson (withParameters (R"({"voice.vibrato": 9, "voice.phrasing": 60})", version))->patch;
    CHECK (asks.voicePhrasingPercent == 60.0);
    CHECK (asks.voiceVibratoCents == 9.0);
}

TEST_CASE ("a preset from before the boxes were as loud as the bare force sounds as it did", "[preset]")
{
    // (1 - m) of the force and m of the box, 10^(level/20) times; the drum is 4 times as loud since, the tin 6.8 times.
    for (const auto& [box, louder] : { std::pair { "Drum", 4.0 }, { "Tin", 6.8 } })
        for (const double mix : { 0.0, 20.0, 80.0, 100.0 })
        {
            CAPTURE (box, mix);
            const auto patch = presetFromJson (withParameters (R"({"out.level": -3, "out.box": ")" + std::string (box) +
                                                                   R"(", "out.box_mix": )" + std::to_string (mix) + "}",
                                                               3))
                                   ->patch;
            const double now = 0.01 * patch.outBoxMixPercent;
            const double asked = gainFromDb (-3.0), out = gainFromDb (patch.outLevelDb);
            CHECK_THAT (out * now * louder, WithinAbs (0.01 * mix * asked, 1e-14));
            CHECK_THAT (out * (1.0 - now), WithinAbs ((1.0 - 0.01 * mix) * asked, 1e-14));
        }
    const auto bare = presetFromJson (withParameters (R"({"out.level": -3, "out.box": "None", "out.box_mix": 20})", 3));
    CHECK (bare->patch.outLevelDb == -3.0);
    CHECK (presetFromJson (withParameters ("{}", 3))->patch.outBoxMixPercent == Patch::defaults().outBoxMixPercent);
    CHECK_THAT (presetFromJson (withParameters ("{}", 3))->patch.outLevelDb, WithinAbs (-7.9588, 1e-4));
    CHECK (acceptedPatch (R"({"out.box_mix": 80})").outBoxMixPercent == 80.0);
}

TEST_CASE ("every factory preset loads, has its words, and First Light is the defaults", "[preset]")
{
    const auto presets = factoryPresets();
    REQUIRE (presets.size() >= 6);
    CHECK (presets[0].info.name == "First Light");
    CHECK (presets[0].patch == Patch::defaults());
    CHECK (findFactoryPreset ("Plain String")->patch == defaultsOfFormat1());
    for (const auto& preset : presets)
    {
        INFO (preset.info.name);
        CHECK_FALSE (preset.info.notes.empty());
        CHECK_FALSE (preset.info.tags.empty());
        CHECK (findFactoryPreset (preset.info.name) == &preset);
    }
    CHECK (findFactoryPreset ("dark cello") != nullptr);
    CHECK (findFactoryPreset ("Gut Cello") == findFactoryPreset ("Dark Cello")); // its name in version 0.1
    CHECK (findFactoryPreset ("none such") == nullptr);
}

TEST_CASE ("the parameter table has the ids and versions of the list, in the order of the list", "[parameters]")
{
    // Before 1.0 a change is a deliberate edit of that list; from 1.0 on it may only grow at its end.
    std::ifstream stream (KOLOPHON_SOURCE_FOLDER "/Tests/Reference/parameter-ids.txt");
    std::vector<std::string> expected, actual;
    for (std::string line; std::getline (stream, line);)
        expected.push_back (line);
    for (const auto& p : parameterTable())
        actual.push_back (std::string (p.id) + " " + std::string (p.since));
    CHECK (actual == expected);
}

TEST_CASE ("a knob that is new raises the minor version", "[parameters]")
{
    // Versions that are out are closed. A new knob has the next one in its row; the project's version is raised to it
    // in the root's CMakeLists.txt, and parameter-counts.txt gets a line.
    using Version = std::pair<int, int>;
    const auto version = [] (const std::string& text)
    {
        const auto point = text.find ('.');
        REQUIRE (point != std::string::npos);
        return Version { std::stoi (text.substr (0, point)), std::stoi (text.substr (point + 1)) };
    };
    std::map<Version, int> recorded, found;
    std::ifstream stream (KOLOPHON_SOURCE_FOLDER "/Tests/Reference/parameter-counts.txt");
    int count = 0;
    for (std::string name; stream >> name >> count;)
        recorded[version (name)] = count;
    for (const auto& p : parameterTable())
        ++found[version (std::string (p.since))];
    CHECK (found == recorded);
    CHECK (found.rbegin()->first <= version (KOLOPHON_VERSION));
}

TEST_CASE ("a MIDI file is read with its tempo changes, running status and long times", "[midi]")
{
    const auto s = songOf (everything());
    CHECK (s.title == "Song");
    CHECK (s.noteCount == 2);
    CHECK (s.hangingNotes == 0);
    REQUIRE (s.events.size() == 9);
    using Type = PerformanceEvent::Type;
    CHECK (s.events[0].event.type == Type::tempo);
    CHECK_THAT (s.events[0].event.value, WithinAbs (120.0, 1e-9));
    CHECK (s.events[1].event.type == Type::noteOn);
    CHECK (s.events[1].event.value == 100.0 / 127.0);
    CHECK (s.events[2].event.type == Type::tempo); // ahead of what else happens there
    CHECK_THAT (s.events[2].event.value, WithinAbs (60.0, 1e-9));
    CHECK_THAT (s.events[2].seconds, WithinAbs (0.5, 1e-12));
    CHECK (s.events[3].event.type == Type::noteOff); // a note-on of velocity 0,
    CHECK (s.events[3].event.value == 64.0 / 127.0); // which MIDI 1.0 takes for one of 64
    CHECK_THAT (s.events[3].seconds, WithinAbs (0.5, 1e-12));
    CHECK (s.events[4].event.index == 62);
    CHECK_THAT (s.events[5].seconds, WithinAbs (1.0, 1e-12)); // 48 ticks at the second tempo
    CHECK (s.events[5].event.type == Type::pitchBend);
    CHECK (s.events[5].event.value == 0.0);
    CHECK_THAT (s.duration, WithinAbs (0.5 + (48.0 + 128.0) / 96.0, 1e-12));
}

TEST_CASE ("a MIDI file says how long bars are, and nothing of the song after its last event", "[midi]")
{
    const auto s = songOf (joined ({ header (0, 1, 96), track ({ { 0x00, 0xff, 0x58, 0x04, 7, 3, 24, 8 }, // 7/8
                                                                 { 0x00, 0x90, 60, 1 },
                                                                 { 0x60, 0x80, 60, 0 },
                                                                 { 0x01, 0xff, 0x51, 0x03, 0x0f, 0x42, 0x40 } }) }));
    REQUIRE (s.events.size() == 3);
    CHECK (s.events[0].event.type == PerformanceEvent::Type::bar);
    CHECK (s.events[0].event.value == 3.5);
}

TEST_CASE ("SMPTE time divides seconds, not quarter notes", "[midi]")
{
    const auto s = songOf (joined ({ header (0, 1, 0xe728), track ({ { 0x00, 0xff, 0x51, 0x03, 0x0f, 0x42, 0x40 },
                                                                     { 0x87, 0x68, 0x90, 60, 1 },
                                                                     { 0x00, 0x80, 60, 0 } }) }));
    CHECK_THAT (s.events[0].seconds, WithinAbs (1.0, 1e-12)); // 1000 ticks, 25 frames of 40
}

TEST_CASE ("at one tick, what a track says before its first note comes before all notes", "[midi]")
{
    const auto s = songOf (joined (
        { header (1, 2, 96), track ({ { 0x60, 0x90, 60, 1 }, { 0x60, 0x80, 60, 0 } }),
          track ({ { 0x00, 0x90, 64, 1 }, { 0x60, 0x80, 64, 0 }, { 0x60, 0x90, 65, 1 }, { 0x01, 0x80, 65, 0 } }) }));
    std::vector<int> order;
    for (const auto& timed : s.events)
        order.push_back (timed.event.type == PerformanceEvent::Type::noteOn ? timed.event.index : -timed.event.index);
    CHECK (order == std::vector<int> { 64, -64, 60, -60, 65, -65 });
}

TEST_CASE ("what is still held at the end of a song is let go there", "[midi]")
{
    const auto s = songOf (joined ({ header (0, 1, 96), track ({ { 0x00, 0x91, 60, 1 }, { 0x00, 0xb1, 64, 127 } }) }));
    CHECK (s.hangingNotes == 1);
    REQUIRE (s.events.size() == 4);
    CHECK (s.events[2].event.type == PerformanceEvent::Type::noteOff);
    CHECK (s.events[3].event.index == Controller::sustain);
    CHECK (s.events[3].event.value == 0.0);
}

TEST_CASE ("unknown chunks and padding do no harm", "[midi]")
{
    const Bytes other { 'X', 'Y', 'Z', 'W', 0, 0, 0, 2, 1, 2 };
    const auto one = track ({ { 0x00, 0x90, 60, 1, 0x60, 0x80, 60, 0 } });
    CHECK (songOf (joined ({ header (0, 1, 96), other, one, { 0, 0, 0 } })).noteCount == 1);
}

TEST_CASE ("a file that is not there, or is a folder, is named", "[midi]")
{
    const auto message = [] (const char* path) { return std::string (readMidiFile (path).error().what()); };
    CHECK_THAT (message ("no/such.mid"), Contains ("no/such.mid"));
    CHECK_THAT (message ("."), Contains ("folder"));
}

TEST_CASE ("the prelude has Bach's notes", "[demo]")
{
    const auto s = demo ("bach-prelude-bwv1007.mid");
    CHECK (s.hangingNotes == 0);
    CHECK_THAT (s.duration, WithinAbs (41.0, 3.0));
    const auto twice = [] (const std::string& half) { return half + " " + half + " "; };
    CHECK (keysOf (s) ==
           keysNamed (twice ("G2 D3 B3 A3 B3 D3 B3 D3") + twice ("G2 E3 C4 B3 C4 E3 C4 E3") +
                      twice ("G2 F#3 C4 B3 C4 F#3 C4 F#3") + "G2 G3 B3 A3 B3 G3 B3 G3 G2 G3 B3 A3 B3 G3 B3 F#3 " +
                      "G2 E3 B3 A3 B3 G3 F#3 G3 E3 G3 F#3 G3 B2 D3 C#3 B2 " + twice ("C#3 G3 A3 G3 A3 G3 A3 G3") +
                      "F#3 A3 D4 C#4 D4 A3 G3 A3 F#3 A3 G3 A3 D3 F#3 E3 D3 " + twice ("E2 B2 G3 F#3 G3 B2 G3 B2") +
                      "E2 C#3 D3 E3 D3 C#3 B2 A2 G3 F#3 E3 D4 C#4 B3 A3 G3 " +
                      "F#3 E3 D3 D4 A3 D4 F#3 A3 D3 E3 F#3 A3 G3 F#3 E3 D3"));
}

TEST_CASE ("the canon opens an MPE zone and keeps every note on a channel of its own", "[demo]")
{
    const auto s = demo ("pachelbel-canon-mpe.mid");
    CHECK (s.hangingNotes == 0);
    std::vector<int> ground;
    std::array<int, 16> sounding {};
    bool zone = false, parameter = false;
    for (const auto& [seconds, event] : s.events)
    {
        using Type = PerformanceEvent::Type;
        if (event.type == Type::controller && event.channel == 0)
        {
            parameter = event.index == Controller::rpnFine ? std::lround (event.value * 127.0) == 6 : parameter;
            zone =
                zone || (parameter && event.index == Controller::dataEntry && std::lround (event.value * 127.0) == 15);
        }
        if (event.type == Type::noteOn)
        {
            CHECK (zone);
            CHECK (event.channel > 0);
            CHECK (++sounding[event.channel] == 1);
            if (seconds < 8.3)
                ground.push_back (event.index);
        }
        if (event.type == Type::noteOff)
            --sounding[event.channel];
    }
    CHECK (ground == keysNamed ("D3 A2 B2 F#2 G2 D2 G2 A2"));
    CHECK (s.noteCount == 32 + 32 + 16 + 8 + 5);
}

TEST_CASE ("a preset nested without end is refused in one sentence")
{
    const auto json = R"({"format":"kolophon-preset","version":1,"name":)" + std::string (200000, '[');
    const auto result = kolophon::presetFromJson (json);
    REQUIRE (! result);
    CHECK (std::string (result.error().what()) == "nested too deeply: at most 16 levels are read");
}
