// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Tables/CurveFile.h"
#include "Support/HurriedSong.h"
#include "Support/Listener.h"
#include "Support/LongRun.h"
#include "Support/ReadSound.h"
#include "Support/ToolFolder.h"
#include "Synth/Parameters/ParameterTable.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

namespace
{
const std::string demos = KOLOPHON_SOURCE_FOLDER "/Resources/Demos/";

std::vector<double> samplesOf (const ToolFolder& bench, const std::string& name)
{
    return readSound (bench.path (name)).samples;
}
} // namespace

TEST_CASE ("a song comes from standard input and a sound goes to standard output", "[tool]")
{
    const ToolFolder bench;
    const unsigned times = longRun() ? 1 : 6; // all notes, shorter
    bench.write ("song.mid", hurried (contents (demos + "bach-prelude-bwv1007.mid"), times));
    const std::string fast = " --tail 0 --rate 8000 --bits 16 -p 'Plain String' ";
    REQUIRE (bench.run ("render song.mid -o a.wav --quiet" + fast).code == 0);
    REQUIRE (bench.shell ("\"$K\" render - -o - --quiet" + fast + " < song.mid > b.wav").code == 0);
    CHECK (samplesOf (bench, "a.wav") == samplesOf (bench, "b.wav"));
    CHECK (samplesOf (bench, "a.wav").size() > 100000);
    CHECK (bench.run ("render --note A3 -o - --json").code == 2);
    const auto bad = bench.shell ("echo nothing | \"$K\" render - -o b.wav");
    CHECK (bad.code == 3);
    CHECK_THAT (bad.err, Contains ("standard input"));
    CHECK (bench.files() == std::set<std::string> { "song.mid", "a.wav", "b.wav" });
}

TEST_CASE ("several songs, named or by a pattern, become a file each, whatever the threads", "[tool]")
{
    const ToolFolder bench;
    const auto song = hurried (contents (demos + "bach-prelude-bwv1007.mid"), longRun() ? 1 : 8); // all notes, shorter
    for (const auto* name : { "b.mid", "a.mid", "c.txt" })
        bench.write (name, song);
    const std::string fast = " --tail 0 --rate 8000 -p 'Plain String' --jobs ";
    const auto outcome = bench.run ("render '*.mid' -o out/ --json --quiet" + fast + "2");
    REQUIRE (outcome.code == 0);
    CHECK (bench.files ("out") == std::set<std::string> { "a.wav", "b.wav" });
    const auto reports = nlohmann::json::parse (outcome.out);
    REQUIRE (reports.size() == 2);
    CHECK (reports[0]["hash"] == reports[1]["hash"]);
    CHECK_THAT (reports[0]["input"].get<std::string>(), Contains ("a.mid"));
    REQUIRE (bench.run ("render a.mid b.mid -o 'x-{name}.wav' --quiet" + fast + "1").code == 0);
    CHECK (samplesOf (bench, "x-b.wav") == samplesOf (bench, "out/a.wav"));
    CHECK (bench.run ("render '*.none' -o out/").code == 3);
    CHECK (bench.run ("render a.mid b.mid -o out/ --ledger x.csv").code == 2);
    CHECK (bench.run ("render a.mid b.mid -o 'same{name}.wav' --note A3").code == 2);
}

TEST_CASE ("stems are the voices: together they are the sound", "[tool]")
{
    const ToolFolder bench;
    const std::string chord = "render --note G2,D3,B3 --seconds 0.4 --tail 0.3 --bits 32f --set out.guard=off "
                              "--set out.sympathetic='30 %' --quiet ";
    REQUIRE (bench.run (chord + "-o s.wav --stems voices").code == 0);
    CHECK (bench.files() ==
           std::set<std::string> { "s.wav", "s.voice1.wav", "s.voice2.wav", "s.voice3.wav", "s.sympathetic.wav" });
    const auto sound = samplesOf (bench, "s.wav");
    std::vector<double> sum (sound.size());
    for (const auto* stem : { "s.voice1.wav", "s.voice2.wav", "s.voice3.wav", "s.sympathetic.wav" })
    {
        const auto samples = samplesOf (bench, stem);
        REQUIRE (samples.size() == sound.size());
        double power = 0.0;
        for (std::size_t n = 0; n < sum.size(); ++n)
        {
            sum[n] += samples[n];
            power += samples[n] * samples[n];
        }
        CHECK (power > 0.0);
    }
    double largest = 0.0, error = 0.0;
    for (std::size_t n = 0; n < sum.size(); ++n)
    {
        largest = std::max (largest, std::abs (sound[n]));
        error = std::max (error, std::abs (sound[n] - sum[n]));
    }
    CHECK (largest > listener::asSpeech);
    CHECK (error < 1e-6); // single precision
    CHECK (bench.run (chord + "-o s.wav --stems strings").code == 2);
}

TEST_CASE ("a rendering is brought to the level that is asked for", "[tool]")
{
    const ToolFolder bench;
    const std::string note = "render --note A3 --seconds 1 --tail 0 --bits 32f -o n.wav ";
    const auto plain = bench.json (note), level = bench.json (note + "--normalise -23LUFS");
    CHECK (plain["hash"] == level["hash"]); // of the instrument
    CHECK_THAT (level["loudnessLufs"].get<double>(), WithinAbs (-23.0, 1e-6));
    const auto samples = samplesOf (bench, "n.wav");
    double peak = 0.0;
    for (const double sample : samples)
        peak = std::max (peak, std::abs (sample));
    CHECK_THAT (20.0 * std::log10 (peak), WithinAbs (level["peakDbfs"].get<double>(), 1e-4));
    CHECK_THAT (level["peakDbfs"].get<double>() - plain["peakDbfs"].get<double>(),
                WithinAbs (-23.0 - plain["loudnessLufs"].get<double>(), 1e-6));
    CHECK_THAT (bench.json (note + "--normalise -6dBFS")["peakDbfs"].get<double>(), WithinAbs (-6.0, 1e-9));
    CHECK (bench.run (note + "--normalise loud").code == 2);
}

TEST_CASE ("a curve is read with units and refused by its line")
{
    const auto& speed = parameterTable()[findParameter ("hand.speed").value()];
    const auto points = curveFromCsv ("seconds,value\n0, 0.1\n\n1.5,35 mm/s\r\n", speed).value();
    REQUIRE (points.size() == 2);
    CHECK (points[1].seconds == 1.5);
    CHECK_THAT (points[1].value, WithinAbs (0.035, 1e-12));
    const auto error = [&speed] (const std::string& text)
    {
        const auto curve = curveFromCsv (text, speed);
        return curve ? std::string ("accepted") : std::string (curve.error().what());
    };
    CHECK_THAT (error (""), Contains ("no row"));
    CHECK_THAT (error ("0,0.1\n0,0.2\n"), Contains ("line 2"));
    CHECK_THAT (error ("a,b\nc,d\n"), Contains ("line 2"));
    CHECK_THAT (error ("0,99\n"), Contains ("line 1") && Contains ("hand.speed"));
    CHECK_THAT (error ("0\n"), Contains ("line 1"));
}

TEST_CASE ("a curve moves its parameter: the level of a note follows a straight line of decibels", "[tool]")
{
    const ToolFolder bench;
    bench.write ("level.csv", "seconds,level\n0,-30\n1,-30\n3,-10\n");
    const std::string note = "render --note A3 --seconds 4 --tail 0 --bits 32f --rate 16000 -p 'Plain String' "
                             "--set out.guard=off --quiet -o ";
    REQUIRE (bench.run (note + "flat.wav --set out.level=-30").code == 0);
    REQUIRE (bench.run (note + "curve.wav --curve out.level=level.csv").code == 0);
    const auto flat = samplesOf (bench, "flat.wav"), curve = samplesOf (bench, "curve.wav");
    REQUIRE (flat.size() == curve.size());
    const auto gain = [&] (double from, double to)
    {
        double a = 0.0, b = 0.0;
        for (auto n = static_cast<std::size_t> (32000 * from); n < static_cast<std::size_t> (32000 * to); ++n)
        {
            a += flat[n] * flat[n];
            b += curve[n] * curve[n];
        }
        return 10.0 * std::log10 (b / a);
    };
    CHECK_THAT (gain (0.5, 1.0), WithinAbs (0.0, 0.01));
    CHECK_THAT (gain (1.99, 2.01), WithinAbs (10.0 - 0.1, 0.1)); // knobs glide 10 ms behind: a tenth of a decibel
    CHECK_THAT (gain (3.2, 4.0), WithinAbs (20.0, 0.01));
    CHECK (bench.run (note + "x.wav --curve hand.lift=level.csv").code == 2);
    CHECK (bench.run (note + "x.wav --curve out.level=none.csv").code == 3);
    CHECK (bench.run (note + "x.wav --curve out.level").code == 2);
}

TEST_CASE ("presets are listed, shown, checked, compared and converted", "[tool]")
{
    const ToolFolder bench;
    CHECK_THAT (bench.run ("preset list").out, Contains ("First Light"));
    CHECK (bench.run ("preset list --json").out.find ("\"name\"") != std::string::npos);
    CHECK_THAT (bench.run ("preset show 'Plain String'").out, Contains ("Plain String"));
    REQUIRE (bench.run ("preset convert 'Plain String' -o p.json").code == 0);
    CHECK (nlohmann::json::parse (bench.file ("p.json"))["version"] == 5);
    CHECK (bench.run ("preset show 'Plain String' --json").out == bench.file ("p.json"));
    auto changed = bench.file ("p.json");
    bench.write ("state.json", R"({"format": "kolophon-state", "version": 1, "preset": )" + changed + "}");
    CHECK (bench.run ("preset convert state.json").out == changed);
    bench.write ("old.json", R"({"format": "kolophon-preset", "version": 1, "parameters": {"hand.speed": 0.11}})");
    bench.write ("bad.json", R"({"format": "kolophon-preset", "version": 3, "parameters": {"hand.speed": 99}})");
    const auto verdict = bench.run ("preset validate '*.json'");
    CHECK (verdict.code == 3);
    CHECK_THAT (verdict.out, Contains ("p.json: valid") && Contains ("state.json: valid") && Contains ("old.json"));
    CHECK_THAT (verdict.err, Contains ("bad.json") && Contains ("hand.speed"));
    CHECK (bench.run ("preset validate p.json").code == 0);
    const auto same = bench.run ("preset diff p.json 'Plain String'");
    CHECK (same.code == 0);
    CHECK_THAT (same.out, Contains ("no difference"));
    const auto set = changed.find ("\"hand.bite\"");
    REQUIRE (set != std::string::npos);
    changed.replace (set, changed.find ('\n', set) - set, "\"hand.bite\": 1.25,");
    bench.write ("q.json", changed);
    const auto differences = nlohmann::json::parse (bench.run ("preset diff p.json q.json --json").out);
    REQUIRE (differences.size() == 1);
    CHECK (differences[0]["id"] == "hand.bite");
    CHECK (bench.run ("preset show None").code == 3);
    CHECK (bench.run ("preset").code == 2);
}

TEST_CASE ("random front panels are played, and judged, in any tuning", "[tool]")
{
    const ToolFolder bench;
    const std::string few = "panels --count 6 --wiggle 1 --keys G3,A4 --json";
    const auto atKey = [&bench] (const std::string& arguments)
    {
        const auto outcome = bench.run (arguments);
        INFO (outcome.err);
        REQUIRE (outcome.code == 0);
        return nlohmann::json::parse (outcome.out)["guided"]["speaks"].get<double>();
    };
    CHECK (atKey (few) == 100.0);
    // A semitone lower all over: played 101 cents below equal temperament, and found where the tuning has it.
    CHECK (atKey (few + " --a4 415") == 100.0);
    // Five equal steps of 240 cents, from C4 on: no key but C4 is where equal temperament has it.
    bench.write ("slendro.scl", "! slendro.scl\n!\nfive equal steps\n 5\n!\n240.0\n480.0\n720.0\n960.0\n2/1\n");
    CHECK (atKey (few + " --tuning slendro.scl") == 100.0);
    bench.write ("bad.scl", "! bad\ntwo\n 2\n100.0\nx\n");
    CHECK (bench.run (few + " --tuning bad.scl").code == 3);
    // All keys but the Es are mapped: nothing to play there.
    bench.write ("gap.kbm", "12\n0\n127\n60\n69\n440.0\n12\n0\n1\n2\n3\nx\n5\n6\n7\n8\n9\n10\n11\n");
    CHECK (bench.run ("panels --count 2 --keys E4,E4 --tuning gap.kbm").code == 2);
}

TEST_CASE ("shells complete commands, options and choices", "[tool]")
{
    const ToolFolder bench;
    const auto complete = [&bench] (const std::string& words, int at)
    {
        const auto outcome = bench.shell (
            "export K; bash -c 'kolophon() { \"$K\" \"$@\"; }; source <(kolophon completions bash); COMP_WORDS=(" +
            words + "); COMP_CWORD=" + std::to_string (at) + "; _kolophon; printf \"%s\\n\" \"${COMPREPLY[@]}\"'");
        INFO (outcome.err);
        CHECK (outcome.code == 0);
        return outcome.out;
    };
    CHECK (complete ("kolophon ren", 1) == "render\n");
    CHECK (complete ("kolophon render --norm", 2) == "--normalise\n");
    CHECK (complete ("kolophon preset va", 2) == "validate\n");
    CHECK_THAT (complete ("kolophon lab --solver re", 3), Contains ("realtime") && Contains ("reference"));
    CHECK_THAT (complete ("kolophon preset diff --j", 3), Contains ("--json"));
    // Names with spaces and colons are one word each, beside files; bash replaces what stands behind the last colon.
    bench.write ("Darker.json", "");
    CHECK (complete ("kolophon render -p Dark", 3) == "Dark Cello\nDarker.json\n");
    CHECK (complete ("kolophon panels --preset Dark\\\\\\ C", 3) == "Dark Cello\n");
    CHECK (complete ("kolophon preset show Lab : \\\\\\ Hel", 5) == " Helmholtz D4\n");
    CHECK_THAT (complete ("kolophon preset diff Dark", 3), Contains ("Dark Cello\n"));
    CHECK (complete ("kolophon lab drill-string-b", 2) == "drill-string-bistable\n");
    CHECK_THAT (complete ("kolophon lab --j", 2), Contains ("--json"));
    // What any of the shells asks: names, their help, and where files are as good.
    CHECK (bench.run ("completions zsh -- render --norm").out == "--normalise\tLevel of the files\n");
    CHECK (bench.run ("completions fish -- lab --solver reala").out.empty());
    CHECK (bench.run ("completions zsh -- preset show 'Lab: Hel'").out == "Lab: Helmholtz D4\t\n:\n");
    // The other shells, where they are installed; stand-ins for zsh's line editor.
    const auto asked = [&bench] (const std::string& shell, const std::string& script)
    {
        return bench
            .shell ("export K; command -v " + shell + " > found && " + shell + " -c '" + script +
                    "' || test ! -s found")
            .out;
    };
    const auto inFish = asked ("fish", "function kolophon; $K $argv; end; kolophon completions fish | source; "
                                       "complete -C \"kolophon render -p Dark\"");
    if (! inFish.empty())
        CHECK_THAT (inFish, Contains ("Dark Cello") && Contains ("Darker.json"));
    const auto inZsh = asked ("zsh", "kolophon() { \"$K\" \"$@\" }; compdef() { }; _files() { print files }; "
                                     "_describe() { print -lr -- $names }; source <(kolophon completions zsh); "
                                     "words=(kolophon preset show Lab:); CURRENT=4; PREFIX=Lab:; _kolophon");
    if (! inZsh.empty())
        CHECK_THAT (inZsh, Contains ("Lab\\: Helmholtz D4:\n") && Contains ("\nfiles\n"));
    CHECK (bench.run ("completions tcsh").code == 2);
}
