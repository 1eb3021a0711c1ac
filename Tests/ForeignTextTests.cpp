// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/ToolFolder.h"

#include "Core/Text/Pattern.h"
#include "Files/Bytes/DecodedText.h"
#include "Files/Bytes/WholeFile.h"
#include "Files/Parts/TuningFile.h"
#include "Files/Presets/PresetFile.h"
#include "Files/Tables/CsvReader.h"
#include "Files/Tables/CurveFile.h"
#include "Maps/MapAxis.h"
#include "Maps/MapCell.h"
#include "Rendering/Takes/TakeFiles.h"
#include "Shell/Console.h"
#include "Synth/Parameters/ParameterTable.h"

#include <array>

using namespace kolophon;
using namespace kolophon::test;
using namespace std::literals;
using Catch::Matchers::Contains;

/** Text as other programs write it, and words of a command line as people and shells do. */
namespace
{
std::string utf16 (std::string_view ascii, bool bigEndian)
{
    std::string text;
    for (const char c : ascii)
        text += bigEndian ? std::string { '\0', c } : std::string { c, '\0' };
    return text;
}

std::string utf32 (std::string_view ascii)
{
    std::string text;
    for (const char c : ascii)
        text += std::string { c, '\0', '\0', '\0' };
    return text;
}

/** The cells of every row, "a|b". */
std::vector<std::string> rowsOf (const std::string& table)
{
    std::vector<std::string> rows;
    for (CsvReader reader (table); reader.next();)
    {
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < reader.size(); ++i)
            row += (i > 0 ? "|" : "") + reader.value (i);
    }
    return rows;
}

std::string refusalOf (const std::string& table)
{
    try
    {
        rowsOf (table);
    }
    catch (const InputError& reason)
    {
        return reason.what();
    }
    return {};
}

constexpr auto five = "! five.scl\n!\nFive notes\n 5\n!\n 240.0\n 3/2\n 720.5\n 5/3\n 2/1\n";
const std::string render = "render --note A4 --seconds 0.1 --tail 0 --rate 8000 --set out.box=None -o a.wav";
} // namespace

TEST_CASE ("a byte order mark is no text, and lines end as they do anywhere", "[text]")
{
    CHECK (decodedText ("\xef\xbb\xbf{}") == "{}");
    CHECK (decodedText ("a\r\nb\rc\n\r\r\n") == "a\nb\nc\n\n\n");
    CHECK (decodedText ("").empty());
    const auto reason = [] (const std::string& bytes) -> std::string
    {
        try
        {
            decodedText (bytes);
        }
        catch (const InputError& refusal)
        {
            return refusal.what();
        }
        return {};
    };
    CHECK_THAT (reason ("\xff\xfe" + utf16 ("{}", false)), Contains ("UTF-16 (little endian); save it in UTF-8"));
    CHECK_THAT (reason ("\xfe\xff" + utf16 ("{}", true)), Contains ("UTF-16 (big endian)"));
    CHECK_THAT (reason (utf16 ("{ }", false)), Contains ("UTF-16 (little endian)")); // without a mark
    CHECK_THAT (reason (utf16 ("{ }", true)), Contains ("UTF-16 (big endian)"));
    CHECK_THAT (reason ("\xff\xfe\0\0"s + utf32 ("{}")), Contains ("UTF-32 (little endian)"));
    CHECK_THAT (reason (utf32 ("{}")), Contains ("UTF-32 (little endian)"));
    CHECK_THAT (reason ("\0\0\xfe\xff\0\0\0{"s), Contains ("UTF-32 (big endian)"));
}

TEST_CASE ("tables are read as spreadsheets write them", "[text]")
{
    using Rows = std::vector<std::string>;
    CHECK (rowsOf ("0,0.5\n1,0.25\n") == Rows { "0|0.5", "1|0.25" });
    CHECK (rowsOf ("time;speed, m/s\n0;0,5\n1;-0,25\n") == Rows { "time|speed, m/s", "0|0.5", "1|-0.25" });
    CHECK (rowsOf ("time, then speed\n0;0,5\n") == Rows { "time, then speed", "0|0.5" });
    CHECK (rowsOf ("\"0\";\"0,5 m/s\"\n") == Rows { "0|0.5 m/s" });
    CHECK (rowsOf ("0\t0,5\n") == Rows { "0|0.5" });
    CHECK (rowsOf ("sep=;\n0;1\n") == Rows { "0|1" });
    CHECK (rowsOf ("# remark\n\n \"a \"\"b\"\", c\" ,2,,\n") == Rows { "a \"b\", c|2" });
    CHECK_THAT (refusalOf ("0;0.5\n1;0,25\n"), Contains ("line 2") && Contains ("line 1"));
    CHECK_THAT (refusalOf ("0;1.234,5\n"), Contains ("more than one decimal point or comma"));
    CHECK_THAT (refusalOf ("0,\"0,5\"\n"), Contains ("line 1") && Contains ("comma inside"));
    CHECK_THAT (refusalOf ("0,1\n\"2,3\n"), Contains ("line 2") && Contains ("quote"));
    const auto& speed = parameterTable()[*findParameter ("hand.speed")];
    CHECK (curveFromCsv ("Zeit;Tempo\n0;0,05\n0,5;35 mm/s\n", speed).value().back().seconds == 0.5);
    CHECK_FALSE (curveFromCsv ("0,0,05\n1,0,5\n", speed));
    CHECK_FALSE (curveFromCsv ("0,0\n0,5,0,05\n", speed));
}

TEST_CASE ("scales and mappings are read in the spellings that there are of them", "[text][tuning]")
{
    const auto plain = scaleFromScl (five).value();
    std::string spaced = five;
    spaced.replace (spaced.find ("3/2"), 3, "3 / 2 a fifth");
    CHECK (scaleFromScl (spaced).value() == plain);
    spaced.replace (spaced.find ("3 / 2"), 5, "3/ 2");
    CHECK (scaleFromScl (spaced).value() == plain);
    std::string gaps = five;
    gaps.replace (gaps.find (" 720.5"), 6, "\n  \n\t720.5");
    CHECK (scaleFromScl (gaps).value() == plain);
    std::string comma = five;
    comma.replace (comma.find ("240.0"), 5, "240,0");
    CHECK_THAT (scaleFromScl (comma).error().what(), Contains ("line 6") && Contains ("decimal comma"));
    std::string broken = five;
    broken.replace (broken.find ("3/2"), 3, "3 / x");
    CHECK_FALSE (scaleFromScl (broken));
    const auto mapping = mappingFromKbm ("3\n0\n127\n60\n69\n440.0\n3\n0\n\n1\n \n2\n").value();
    CHECK (mapping.entries == std::vector<int> { 0, 1, 2 });
    CHECK_THAT (mappingFromKbm ("0\n0\n127\n60\n69\n440,0\n0\n").error().what(), Contains ("decimal comma"));
}

TEST_CASE ("a pattern is matched in a time that is the product of both lengths at most", "[text]")
{
    std::string stars;
    for (int i = 0; i < 2000; ++i)
        stars += "*a";
    CHECK_FALSE (fitsPattern (stars + "b", std::string (4000, 'a'))); // 2^2000 ways for who tries them all
    CHECK (fitsPattern (stars, std::string (2000, 'a')));
    CHECK_FALSE (fitsPattern (stars, std::string (1999, 'a')));
    CHECK (fitsPattern ("a*b*c", "a-b-b-c"));
    CHECK_FALSE (fitsPattern ("a*b*c", "a-b-c-"));
    CHECK (fitsPattern ("?*.mid", "\u00e4.mid"));
    CHECK_FALSE (fitsPattern ("??.mid", "\u00e4.mid"));
    CHECK (fitsPattern ("**", ""));
    CHECK_FALSE (fitsPattern ("?", ""));
}

TEST_CASE ("a message is one line of a sensible length", "[text]")
{
    CHECK (messageLine ("a b") == "a b");
    std::string list = "parameters.x: is unknown; allowed: entry 0";
    for (int i = 1; i < 200; ++i)
        list += ", entry " + std::to_string (i);
    const auto line = messageLine (list);
    CHECK_THAT (line,
                Contains ("is unknown; allowed: entry 0, entry 1, ") && Catch::Matchers::EndsWith (", … (200 in all)"));
    CHECK (line.size() < 200);
    CHECK (messageLine (std::string (100'000, 'x')).size() <= longestMessage);
    CHECK_THAT (messageLine ("\"" + std::string (5000, 'x') + "\" is not a number"),
                Catch::Matchers::EndsWith ("is not a number"));
}

TEST_CASE ("a cell of a map ends with the block in which somebody wants to stop", "[interrupt][map]")
{
    MapGesture gesture;
    gesture.preset = *findFactoryPreset ("Plain String");
    gesture.x = mapAxisFromText ("--x", "hand.position=0.05:0.2:lin:3");
    gesture.y = mapAxisFromText ("--y", "hand.speed=0.1:0.5:lin:3");
    gesture.key = 57;
    gesture.seconds = 10.0;
    gesture.sampleRate = 8000;
    gesture.song = heldKeys (std::array { gesture.key }, gesture.seconds, 0.8, "");
    const auto asked = [&gesture] (int firstYes)
    {
        int count = 0;
        MapPlayer player (gesture, [&count, firstYes] { return ++count >= firstYes; });
        CHECK_FALSE (player.play (1, 1).has_value());
        return count;
    };
    CHECK (asked (1) == 1);
    CHECK (asked (7) == 7); // of 313 blocks
}

TEST_CASE ("a dash is standard input and output wherever a pipe can be", "[tool]")
{
    const ToolFolder bench;
    bench.write ("five.scl", five);
    bench.write ("map.kbm", "0\n0\n127\n60\n69\n440.0\n0\n");
    bench.write ("c.csv", "0;0,05\n0,1;0,5\n");
    bench.write ("b.json", R"({ "kolophon_body": 1, "modes": [ { "frequency": 311.5, "t60": 1.25 } ] })");
    bench.write ("g.json", R"({ "kolophon_gesture": 1, "points": [ [0, 0, 0, 0.5], [1, 1, 1, 0.5] ] })");
    bench.run ("preset convert 'Dark Cello' -o p.json");
    const auto hash = [&bench] (const std::string& options, const std::string& before = "")
    { return bench.json (render + options, before)["hash"]; };
    CHECK (hash (" --tuning -", "cat five.scl | ") == hash (" --tuning five.scl"));
    CHECK (hash (" --tuning -", "cat map.kbm | ") == hash (" --tuning map.kbm"));
    CHECK (hash (" --curve hand.speed=-", "cat c.csv | ") == hash (" --curve hand.speed=c.csv"));
    CHECK (hash (" --body -", "cat b.json | ") == hash (" --body b.json"));
    CHECK (hash (" -p -", "cat p.json | ") == hash (" -p p.json"));
    REQUIRE (bench.run (render + " --quiet").code == 0);
    CHECK (hash (" --drive - ", "cat a.wav | ") != hash (""));
    CHECK (
        bench
            .shell (
                "cat b.json | \"$K\" body - -o - && \"$K\" body b.json -o c.json && cmp -s c.json b2.json; cat c.json")
            .code == 0);
    CHECK (bench.shell ("cat p.json | \"$K\" preset validate -").code == 0);
    const auto csv = bench.run ("render --note A4 --seconds 0.05 --tail 0 --rate 8000 -o p.wav --probes - --quiet");
    CHECK (csv.code == 0);
    CHECK_THAT (csv.out, Contains (",") && Contains ("\n0,"));
    CHECK (nlohmann::json::parse (bench.run (render + " --ledger - --quiet").out).is_object());
    CHECK (bench.run ("render --note A4 --seconds 0.05 --tail 0 -o - --rate 8000").out.starts_with ("RIFF"));
    CHECK (bench.run (render + " --ledger - --json").code == 2);
    CHECK (bench.run ("render --note A4 -o - --ledger -").code == 2);
    CHECK (bench.run ("lab sliding-mass -o -").code == 2);
    CHECK (bench.run (render + " --gesture nothing | cat").code == 0); // the shell's: cat's
}

TEST_CASE ("names stand as they are written: commas, braces and stars", "[tool]")
{
    const ToolFolder bench;
    bench.write ("five, or so.scl", five);
    bench.write ("five.scl", five);
    bench.write ("61 C#, Db.kbm", "0\n0\n127\n61\n61\n277.18\n0\n");
    bench.write ("map.kbm", "0\n0\n127\n61\n61\n277.18\n0\n");
    const auto hash = [&bench] (const std::string& options) { return bench.json (render + options)["hash"]; };
    const auto both = hash (" --tuning five.scl,map.kbm");
    CHECK (hash (" --tuning 'five, or so.scl,61 C#, Db.kbm'") == both);
    CHECK (hash (" --tuning 'five, or so.scl' --tuning '61 C#, Db.kbm'") == both);
    CHECK (hash (" --tuning five.scl") != both);
    bench.write ("five.scl, again.scl", five); // beside five.scl: the longest name that a file has
    CHECK (hash (" --tuning 'five.scl, again.scl'") == hash (" --tuning five.scl"));
    CHECK_THAT (bench.run (render + " --tuning five.scl,nothere.kbm").err, Contains ("nothere.kbm"));
    CHECK_THAT (bench.run (render + " --tuning five.txt").err, Contains ("must end in .scl"));
    const std::string song = "MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\x0c\0\x90\x45\x60\x30\x80\x45\0\0\xff\x2f\0"s;
    bench.write ("a {name} {i}.mid", song);
    CHECK (bench.run ("render 'a {name} {i}.mid' -o 'a {name} {i}.wav' --tail 0 --rate 8000 --quiet").code == 0);
    CHECK (bench.files().contains ("a {name} {i}.wav"));
    CHECK (bench.run ("render 'a*.mid' -o 'b-{name}.wav' --tail 0 --rate 8000 --quiet").code == 0);
    CHECK (bench.files().contains ("b-a {name} {i}.wav"));
    bench.write (std::string (200, 'a') + ".mid", song);
    CHECK (bench.run ("render '*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b.mid' -o x/ --quiet").code == 3);
    std::string stars (3000, '*');
    CHECK (bench.run ("take --note A3 -o 'a{i}.wav' --vary '" + stars + "xq9=*'").code == 2);
}

TEST_CASE ("with --json a failure is an object, with all of its sentence", "[tool]")
{
    const ToolFolder bench;
    const auto wrong = "lab stick-slip --set law." + std::string (400, 'x') + "=1";
    const auto plain = bench.run (wrong), json = bench.run (wrong + " --json");
    CHECK (plain.out.empty());
    CHECK (plain.code == json.code);
    const auto error = nlohmann::json::parse (json.out);
    CHECK (error["exitCode"] == json.code);
    const auto sentence = error["error"].get<std::string>();
    CHECK (sentence.size() > longestMessage);
    CHECK_THAT (plain.err, Contains ("in all) (--json shows the full text)"));
    CHECK (plain.err.size() < sentence.size());
}
