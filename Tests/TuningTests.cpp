// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Presets/PresetFile.h"
#include "Support/FreeString.h"
#include "Support/Listener.h"
#include "Support/PreparedSynth.h"
#include "Support/Rounding.h"
#include "Support/ToolFolder.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Strings/SympatheticStrings.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double pureFifth = 701.9550008654;       // [cents] 3/2
constexpr double pythagoreanComma = 23.4600103846; // [cents] twelve pure fifths over seven octaves

/** So many equal steps of a period, as a file of Scala's: "1902.0" or "2/1". */
std::string equalScale (int steps, double cents, const std::string& period)
{
    std::string text = "! equal.scl\n!\nEqual steps\n " + std::to_string (steps) + "\n!\n";
    for (int n = 1; n < steps; ++n)
    {
        char line[40];
        std::snprintf (line, sizeof line, " %.9f\n", cents * n / steps);
        text += line;
    }
    return text + " " + period + "\n";
}

KeyTuning tuningWith (const std::string& scl, double a4 = 440.0, const std::string& kbm = "")
{
    KeyTuning tuning { a4, scaleFromScl (scl).value(), {} };
    if (! kbm.empty())
        tuning.mapping = mappingFromKbm (kbm).value();
    return tuning;
}

double hertz (const Tuning& tuning, int key)
{
    return 440.0 * std::exp2 ((tuning.noteOf (key) - 69.0) / 12.0);
}

double centsBetween (const Tuning& tuning, int from, int to)
{
    return 100.0 * (tuning.noteOf (to) - tuning.noteOf (from));
}

/** Pitch [Hz] of a free string whose synth is tuned so. */
double sounding (const Tuning& tuning, const Patch& patch, int key, std::vector<PerformanceEvent> events = {})
{
    events.push_back (noteOn (480, key, 80.0 / 127.0));
    events.push_back (noteOff (480 + 4800, key));
    PreparedSynth synth (patch, freeRate);
    synth.setTuning (tuning);
    return meanFrequency (render (synth, events, static_cast<int> (freeRate)).left, 0.5, 1.0);
}
} // namespace

TEST_CASE ("nineteen equal steps are 63.16 cents each, and key 69 stays at A4")
{
    const auto tuning = tuningOf (tuningWith (equalScale (19, 1200.0, "2/1"))).value();
    CHECK_THAT (hertz (tuning, 69), WithinRel (440.0, rounded));
    CHECK_THAT (hertz (tuning, 88), WithinRel (880.0, rounded));
    CHECK_THAT (hertz (tuning, 50), WithinRel (220.0, rounded));
    for (int key = 20; key < 110; ++key)
        CHECK_THAT (centsBetween (tuning, key, key + 1), WithinAbs (1200.0 / 19.0, 1e-9)); // half a digit at either end
}

TEST_CASE ("a well temperament has the fifths that its author gave it, at any A4")
{
    // Werckmeister III: the fifths on C, G, D and B are a quarter of the Pythagorean comma narrow, all others pure.
    std::array<double, 12> cents {};
    for (int fifth = 0, note = 0; fifth < 11; ++fifth)
    {
        const bool narrow = note == 0 || note == 7 || note == 2 || note == 11;
        const int next = (note + 7) % 12;
        cents[static_cast<std::size_t> (next)] = std::fmod (
            cents[static_cast<std::size_t> (note)] + pureFifth - (narrow ? pythagoreanComma / 4.0 : 0.0), 1200.0);
        note = next;
    }
    const auto file = "! werck3.scl\n!\nWerckmeister III\n 12\n!\n 256/243\n 192.18000\n 32/27\n 390.22500\n 4/3\n"
                      " 1024/729\n 696.09000\n 128/81\n 888.27000\n 16/9\n 1092.18000\n 2/1\n";
    for (const double a4 : { 400.0, 415.0, 440.0, 480.0 })
    {
        const auto tuning = tuningOf (tuningWith (file, a4)).value();
        CHECK_THAT (hertz (tuning, 69), WithinRel (a4, rounded));
        for (int key = 60; key < 72; ++key)
            CHECK_THAT (centsBetween (tuning, 60, key),
                        WithinAbs (cents[static_cast<std::size_t> (key - 60)], 1e-5)); // its last digit
        CHECK_THAT (centsBetween (tuning, 21, 105), WithinAbs (7.0 * 1200.0, 1e3 * rounded));
    }
}

TEST_CASE ("a scale may repeat by another interval than the octave")
{
    const double tritave = 1200.0 * std::log2 (3.0);
    const auto tuning = tuningOf (tuningWith (equalScale (13, tritave, "3/1"))).value(); // Bohlen and Pierce
    CHECK_THAT (hertz (tuning, 69 + 13), WithinRel (1320.0, rounded));
    CHECK_THAT (hertz (tuning, 69 - 26), WithinRel (440.0 / 9.0, rounded));
    CHECK_THAT (centsBetween (tuning, 60, 61), WithinAbs (tritave / 13.0, 1e-9)); // half a digit of the file
}

TEST_CASE ("a mapping leaves keys out, repeats by its own octave, and names what its reference sounds at")
{
    const auto just = "just\n7\n9/8\n5/4\n4/3\n3/2\n5/3\n15/8\n2/1\n";
    const auto white = "! white keys\n12\n0\n127\n60\n69\n432.0\n7\n0\nx\n1\nx\n2\n3\nx\n4\nx\n5\nx\n6\n";
    const auto tuning = tuningOf (tuningWith (just, 440.0, white)).value();
    CHECK_THAT (hertz (tuning, 69), WithinRel (432.0, rounded));
    CHECK_THAT (hertz (tuning, 60), WithinRel (432.0 * 3.0 / 5.0, rounded)); // a just sixth below
    CHECK_THAT (hertz (tuning, 72), WithinRel (432.0 * 6.0 / 5.0, rounded));
    CHECK_THAT (hertz (tuning, 55), WithinRel (432.0 * 3.0 / 5.0 * 3.0 / 4.0, rounded));
    for (int key = 0; key < 128; ++key)
        CHECK (tuning.plays (key) == (std::string ("x.x.xx.x.x.x")[static_cast<std::size_t> (key % 12)] == 'x'));

    // A4 moves the reference along, keys outside the range keep equal temperament, entries at the end may be missing.
    const auto part = "12\n60\n71\n60\n60\n264.0\n7\n0\nx\n1\n";
    const auto few = tuningOf (tuningWith (just, 415.0, part)).value();
    CHECK_THAT (hertz (few, 60), WithinRel (264.0 * 415.0 / 440.0, rounded));
    CHECK_THAT (hertz (few, 62), WithinRel (264.0 * 415.0 / 440.0 * 9.0 / 8.0, rounded));
    CHECK_FALSE (few.plays (64));
    CHECK_THAT (hertz (few, 57), WithinRel (207.5, rounded));

    // Without entries every key is the next degree.
    const auto linear = tuningOf (tuningWith (just, 440.0, "0\n0\n127\n48\n48\n100.0\n7\n")).value();
    CHECK_THAT (hertz (linear, 50), WithinRel (125.0, rounded));
    CHECK_THAT (hertz (linear, 55), WithinRel (200.0, rounded));
    CHECK_THAT (hertz (linear, 47), WithinRel (93.75, rounded)); // 15/8 an octave down
}

TEST_CASE ("what is no scale and no mapping is refused with its line")
{
    const auto scl = [] (const std::string& text)
    {
        const auto scale = scaleFromScl (text);
        return scale ? std::string ("accepted") : std::string (scale.error().what());
    };
    const auto kbm = [] (const std::string& text)
    {
        const auto mapping = mappingFromKbm (text);
        return mapping ? std::string ("accepted") : std::string (mapping.error().what());
    };
    CHECK (scl ("x\n2\n3/2 a fifth\n 2/1 ! remark\n") == "accepted");
    CHECK (scl ("x\n1\n2\n") == "accepted"); // 2 is 2/1
    CHECK_THAT (scl (""), Contains ("empty"));
    CHECK_THAT (scl ("x\n"), Contains ("line 2") && Contains ("number of degrees"));
    CHECK_THAT (scl ("x\ntwelve\n"), Contains ("line 2: \"twelve\""));
    CHECK_THAT (scl ("x\n0\n"), Contains ("line 2: \"0\""));
    CHECK_THAT (scl ("! remark\nx\n3\n3/2\nfoo\n2/1\n"), Contains ("line 5: \"foo\" is not a degree"));
    CHECK_THAT (scl ("x\n2\n-3/2\n2/1\n"), Contains ("line 3"));
    CHECK_THAT (scl ("x\n2\n3/0\n2/1\n"), Contains ("line 3"));
    CHECK_THAT (scl ("x\n2\n1e999.\n2/1\n"), Contains ("line 3"));
    CHECK_THAT (scl ("x\n3\n3/2\n2/1\n"), Contains ("degree 3 of 3"));
    CHECK_THAT (scl ("x\n1\n0.0\n"), Contains ("line 3") && Contains ("last degree"));
    CHECK_THAT (kbm ("12\n0\n127\n60\n128\n440\n7\n"), Contains ("line 5: \"128\" is not the reference key"));
    CHECK_THAT (kbm ("12\n0\n127\n60\n69\nA\n7\n"), Contains ("line 6: \"A\""));
    CHECK_THAT (kbm ("1\n0\n127\n60\n69\n440\n1\nq\n"), Contains ("line 8: \"q\""));
    CHECK_THAT (kbm ("1\n0\n127\n60\n"), Contains ("line 5"));

    CHECK_THAT (kbm ("1\n0\n127\n60\n69\n440\n1\n-100001\n"), Contains ("line 8: \"-100001\""));

    KeyTuning tuning = tuningWith (equalScale (12, 1200.0, "2/1"), 440.0, "2\n0\n127\n60\n61\n440\n1\n0\nx\n");
    CHECK_THAT (std::string (tuningOf (tuning).error().what()), Contains ("reference key 61"));
    tuning = {};
    tuning.a4 = 399.0;
    CHECK_THAT (std::string (tuningOf (tuning).error().what()), Contains ("a4: 399 Hz") && Contains ("400 to 480 Hz"));
}

TEST_CASE ("a mapping may go below 1/1, and repeat at any degree, upwards or downwards", "[files]")
{
    const auto equal = equalScale (12, 1200.0, "2/1");
    const auto mapped = [&equal] (int size, int octave, const std::string& degrees)
    {
        const auto text = std::to_string (size) + "\n0\n127\n60\n60\n440\n" + std::to_string (octave) + "\n" + degrees;
        return tuningOf (tuningWith (equal, 440.0, text)).value();
    };
    // Degree -1 is the one below 1/1, as Scala continues a scale downwards.
    const auto below = mapped (3, 12, "0\n-1\n-13\n");
    CHECK_THAT (centsBetween (below, 60, 61), WithinAbs (-100.0, 1e3 * rounded));
    CHECK_THAT (centsBetween (below, 60, 62), WithinAbs (-1300.0, 1e3 * rounded));
    CHECK_THAT (centsBetween (below, 60, 64), WithinAbs (1100.0, 1e3 * rounded));
    CHECK_THAT (centsBetween (below, 60, 58), WithinAbs (-1300.0, 1e3 * rounded));
    // The degree of the octave is what a pattern of keys rises by: a fifth, three octaves, an octave down.
    for (const auto& [octave, cents] : { std::pair (7, 700.0), std::pair (36, 3600.0), std::pair (-12, -1200.0) })
    {
        const auto tuning = mapped (2, octave, "0\n1\n");
        CHECK_THAT (centsBetween (tuning, 60, 61), WithinAbs (100.0, 1e3 * rounded));
        CHECK_THAT (centsBetween (tuning, 60, 62), WithinAbs (cents, 1e3 * rounded));
        CHECK_THAT (centsBetween (tuning, 60, 59), WithinAbs (100.0 - cents, 1e3 * rounded));
    }
    // In a preset they are the same.
    Preset preset;
    preset.tuning = tuningWith (equal, 440.0, "3\n0\n127\n60\n60\n440\n-12\n0\nx\n-5\n");
    const auto again = presetFromJson (presetToJson (preset)).value();
    CHECK (again.tuning == preset.tuning);
}

TEST_CASE ("ratios may have numbers of any length", "[files]")
{
    // 2^65 over 2^64, and Mercator's comma, 3^53 over 2^84: 53 log2 (3) - 84 = 0.003012538 octaves.
    const auto scale = scaleFromScl ("x\n2\n19383245667680019896796723/19342813113834066795298816\n"
                                     "36893488147419103232/18446744073709551616\n");
    REQUIRE (scale);
    CHECK_THAT (scale->degrees[0].cents, WithinAbs (3.6150459, 0.5e-7));
    CHECK_THAT (scale->degrees[1].cents, WithinAbs (1200.0, 1e-9));
    CHECK_FALSE (scaleFromScl ("x\n1\n" + std::string (400, '9') + "\n")); // no number of the machine's
}

TEST_CASE ("equal temperament at 440 Hz is no tuning, to the last bit")
{
    CHECK (tuningOf (KeyTuning()).value() == equalTuning);
    const std::vector<PerformanceEvent> events { noteOn (0, 62), noteOn (3000, 69), noteOff (9000, 62) };
    Synth plain, tuned;
    for (auto* synth : { &plain, &tuned })
    {
        synth->prepare (48000.0);
        synth->setPatch (Patch::defaults());
    }
    tuned.setTuning (tuningOf (KeyTuning()).value());
    CHECK (render (plain, events, 24000) == render (tuned, events, 24000));
}

TEST_CASE ("strings sound what their keys are tuned to, and bend by as much as ever")
{
    const auto nineteen = tuningOf (tuningWith (equalScale (19, 1200.0, "2/1"), 415.0)).value();
    const auto patch = freeString ({ { "voice.bend_range", 2.0 } });
    const auto cents = [&] (int key, std::vector<PerformanceEvent> events = {})
    { return 1200.0 * std::log2 (sounding (nineteen, patch, key, std::move (events)) / 415.0); };
    CHECK_THAT (cents (69), WithinAbs (0.0, exact));
    CHECK_THAT (cents (70), WithinAbs (1200.0 / 19.0, exact));
    CHECK_THAT (cents (58), WithinAbs (-11.0 * 1200.0 / 19.0, exact));
    CHECK_THAT (cents (70, { event (0, Type::pitchBend, 0, 1.0) }), WithinAbs (1200.0 / 19.0 + 200.0, exact));
    CHECK_THAT (cents (70, { event (0, Type::pitchBend, 0, -0.5) }), WithinAbs (1200.0 / 19.0 - 100.0, exact));
}

TEST_CASE ("a glide ends at the tuned pitch of its key")
{
    const auto bohlenPierce = tuningOf (tuningWith (equalScale (13, 1200.0 * std::log2 (3.0), "3/1"))).value();
    const auto patch = freeString ({ { "voice.mode", 1.0 }, { "voice.glide", 0.05 } });
    PreparedSynth synth (patch, freeRate);
    synth.setTuning (bohlenPierce);
    const auto sound = render (synth, { noteOn (480, 60), noteOn (2000, 69), noteOff (7000, 60), noteOff (7000, 69) },
                               static_cast<int> (freeRate));
    CHECK_THAT (meanFrequency (sound.left, 0.5, 1.0), WithinRel (440.0, exact / 1731.0));
}

TEST_CASE ("a key that the mapping leaves out is silent, and lets go of nothing")
{
    const auto tuning =
        tuningOf (tuningWith (equalScale (12, 1200.0, "2/1"), 440.0, "2\n0\n127\n69\n69\n440\n2\n0\nx\n")).value();
    Synth synth;
    synth.prepare (48000.0);
    synth.setTuning (tuning);
    const auto nothing = render (synth, { noteOn (0, 70), noteOff (9000, 70) }, 12000);
    CHECK (std::all_of (nothing.left.begin(), nothing.left.end(), [] (double x) { return x == 0.0; }));
    const auto heard = render (synth, { noteOn (0, 71) }, 12000);
    CHECK (*std::max_element (heard.left.begin(), heard.left.end()) > listener::audible);
}

TEST_CASE ("tables of modes are tuned as strings are")
{
    const auto tuning = tuningOf (tuningWith (equalScale (19, 1200.0, "2/1"))).value();
    int compared = 0;
    for (std::size_t i = 0; i < bodyTable().size(); ++i)
    {
        if (bodyTable()[i].model != BodyModel::table)
            continue;
        const auto patch = freeString ({ { "body.type", static_cast<double> (i) } });
        CAPTURE (bodyTable()[i].name);
        const double ratio = sounding (tuning, patch, 74) / sounding (equalTuning, patch, 69);
        CHECK_THAT (1200.0 * std::log2 (ratio), WithinAbs (5.0 * 1200.0 / 19.0, exact));
        ++compared;
    }
    CHECK (compared >= 5);
}

TEST_CASE ("sympathetic strings are tuned as their keys are")
{
    const auto down = tuningOf (KeyTuning { 415.0, {}, {} }).value();
    const auto levels = [] (const Tuning& tuning, double frequency)
    {
        SympatheticStrings strings;
        strings.tune (3, 8.0, 1.0 / 48000.0, tuning); // D and A
        strings.pull (-1e-4);
        double c = 0.0, s = 0.0;
        for (int n = 0; n < 48000; ++n)
        {
            strings.swing (false);
            c += strings.force() * std::cos (2.0 * pi * frequency * n / 48000.0);
            s += strings.force() * std::sin (2.0 * pi * frequency * n / 48000.0);
        }
        return std::sqrt (c * c + s * s);
    };
    CHECK (levels (down, 207.5) > 10.0 * levels (down, 220.0)); // A3
    CHECK (levels (equalTuning, 220.0) > 10.0 * levels (equalTuning, 207.5));
}

TEST_CASE ("a preset carries its tuning, and a file of an older version can't have one")
{
    Preset preset;
    preset.info.name = "Tuned";
    preset.tuning = tuningWith ("J\xc3\xbcst\n7\n9/8\n5/4\n4/3\n3/2\n5/3\n15/8\n2/1\n", 442.5,
                                "12\n0\n127\n60\n69\n432.0\n7\n0\nx\n1\nx\n2\n3\nx\n4\nx\n5\nx\n6\n");
    const auto json = presetToJson (preset);
    const auto back = presetFromJson (json);
    REQUIRE (back);
    CHECK (back->tuning == preset.tuning);
    CHECK (presetToJson (*back) == json);
    CHECK (presetFingerprint (preset) != presetFingerprint (Preset()));

    const auto error = [] (const std::string& tuning, int version = 3)
    {
        const auto read = presetFromJson (R"({"format": "kolophon-preset", "version": )" + std::to_string (version) +
                                          R"(, "tuning": )" + tuning + "}");
        return read ? std::string ("accepted") : std::string (read.error().what());
    };
    CHECK (error (R"({"a4": 415})") == "accepted");
    const auto silent = presetFromJson (R"({"format": "kolophon-preset", "version": 3, "tuning": {"scale": )"
                                        R"({"degrees": ["9/8", "2/1"]}}})");
    REQUIRE ((silent && silent->tuning));
    CHECK (silent->tuning->a4 == 440.0); // unless it says otherwise
    CHECK_THAT (error (R"({"a4": 415})", 2), Contains ("unknown field"));
    CHECK_THAT (error (R"({"a4": 500})"), Contains ("tuning.a4"));
    CHECK_THAT (error (R"({"scale": {"degrees": ["3/2", "nine"]}})"), Contains ("tuning.scale.degrees"));
    CHECK_THAT (error (R"({"scale": {"degrees": ["3/2\n2/1"]}})"), Contains ("tuning.scale.degrees"));
    CHECK_THAT (error (R"({"mapping": {"keys": [null], "middle": 69}})"), Contains ("reference key"));
    CHECK_THAT (error (R"({"steps": 19})"), Contains ("tuning: has an unknown field \"steps\""));
    CHECK_THAT (error (R"({"scale": {"degrees": ["2/1"], "colour": 1}})"),
                Contains ("tuning.scale: has an unknown field \"colour\""));
    CHECK_THAT (error (R"({"mapping": {"middle": 69, "white": []}})"),
                Contains ("tuning.mapping: has an unknown field \"white\""));
    CHECK_THAT (error (R"({"scale": {"degrees": ["2/1"], "name": 3}})"), Contains ("tuning.scale.name"));
    CHECK_THAT (error (R"({"scale": {"name": "none"}})"), Contains ("tuning.scale.degrees: missing"));
}

TEST_CASE ("the command line tunes with Scala's files and says where they are wrong", "[tool]")
{
    const ToolFolder bench;
    bench.write ("19.scl", equalScale (19, 1200.0, "2/1"));
    bench.write ("white.kbm", "12\n0\n127\n60\n69\n440.0\n12\n0\nx\n2\nx\n4\n5\nx\n7\nx\n9\nx\n11\n");
    bench.write ("bad.scl", "bad\n2\n3/2\nfifth\n");
    const std::string note = "render -p \"Plain String\" --note A4 --seconds 0.2 --tail 0 -o a.wav ";
    const auto plain = bench.json (note)["hash"], moved = bench.json (note + "--a4 415")["hash"];
    CHECK (plain != moved);
    CHECK (bench.json (note + "--tuning 19.scl")["hash"] == plain); // A4 stays
    CHECK (bench.json (note + "--tuning 19.scl --a4 415")["hash"] == moved);
    CHECK (bench
               .json ("render -p \"Plain String\" --note C#4 --seconds 0.2 --tail 0 -o c.wav "
                      "--tuning 19.scl,white.kbm")["peakDbfs"]
               .is_null());
    const auto bad = bench.run (note + "--tuning bad.scl");
    CHECK (bad.code == 3);
    CHECK_THAT (bad.err, Contains ("bad.scl: line 4: \"fifth\" is not a degree"));
    CHECK (bench.run (note + "--tuning none.txt").code == 2);
    CHECK (bench.run (note + "--a4 399").code == 2);
}
