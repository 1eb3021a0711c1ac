// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Bytes/PrintableText.h"
#include "Files/Bytes/ShellWord.h"
#include "Files/Json/ShallowJson.h"
#include "Files/Parts/BodyFile.h"
#include "Files/Tables/Csv.h"
#include "Reports/Pages/Html.h"
#include "Reports/Pages/Plot.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

#include <random>
#include <regex>

using namespace kolophon;
using Catch::Matchers::Contains;
using kolophon::test::ToolFolder;
namespace fs = std::filesystem;

/** Text of somebody else's in HTML, figures, Markdown, CSV, a shell and a terminal: what goes in is what can be read
    there. */
namespace
{
constexpr const char* tricky[] = { "`id > HACKED`",
                                   "\"; system('id > HACKED') #",
                                   "' . system('id > HACKED') . '",
                                   "$(id > HACKED)",
                                   "it's",
                                   "''",
                                   "\\",
                                   "\\\\",
                                   "\\n",
                                   "\\'",
                                   "100 % %s %g %%",
                                   "@x @@",
                                   "!id",
                                   "# ; |",
                                   "< id > HACKED",
                                   "${x} $x",
                                   "\\U+1F600",
                                   "\\060 \\x41",
                                   "a_b^c~d&e{f}g",
                                   "&#60; &lt; &amp;",
                                   "]]>",
                                   "</script><script>alert(1)</script>",
                                   "<!-- -->",
                                   "<b onclick='x'>",
                                   "{/Symbol a}",
                                   "=1+1",
                                   "EOD",
                                   " lead and trail ",
                                   "µ μ_s Δ β σ₀ 😀" };

/** One line of characters without any that print otherwise; punctuation more often than the rest. */
std::string randomLine (std::mt19937& random)
{
    const auto below = [&random] (unsigned n) { return static_cast<unsigned> (random() % n); };
    std::string text;
    for (auto left = 1 + below (12); left > 0; --left)
    {
        const auto kind = below (8);
        char32_t code =
            kind < 4 ? 0x20 + below (0x5f)
                     : (kind < 6 ? U"`'\"\\$%@!{}_^&~<>|#;"[below (19)] : 0xa1 + below (kind == 6 ? 0x700 : 0x1f000));
        if (code >= 0xd800 && code < 0xe000)
            code = 'x';
        std::string bytes;
        if (code < 0x80)
            bytes = { static_cast<char> (code) };
        else if (code < 0x800)
            bytes = { static_cast<char> (0xc0 | (code >> 6)), static_cast<char> (0x80 | (code & 63)) };
        else if (code < 0x10000)
            bytes = { static_cast<char> (0xe0 | (code >> 12)), static_cast<char> (0x80 | ((code >> 6) & 63)),
                      static_cast<char> (0x80 | (code & 63)) };
        else
            bytes = { static_cast<char> (0xf0 | (code >> 18)), static_cast<char> (0x80 | ((code >> 12) & 63)),
                      static_cast<char> (0x80 | ((code >> 6) & 63)), static_cast<char> (0x80 | (code & 63)) };
        if (! firstUnprintable (bytes))
            text += bytes;
    }
    return below (3) == 0 ? text + tricky[below (std::size (tricky))] : text;
}

std::vector<std::string> lines (int count)
{
    std::mt19937 random (2026);
    std::vector<std::string> all (std::begin (tricky), std::end (tricky));
    while (static_cast<int> (all.size()) < count)
        all.push_back (randomLine (random));
    return all;
}

/** A folder where a command would leave its file. */
struct Bench : ToolFolder
{
    Bench() { fs::current_path (path ("")); }
    ~Bench() { fs::current_path (before); }
    bool hacked () const { return fs::exists (path ("HACKED")); }

    fs::path before = fs::current_path();
};

} // namespace

TEST_CASE ("what a terminal gets can only be read")
{
    CHECK (printable ("Dark Cello, 64 µm") == "Dark Cello, 64 µm");
    CHECK (printable ("\x1b[2J\x1b]0;owned\x07") == "\\x1b[2J\\x1b]0;owned\\x07");
    CHECK (printable ("a\nkolophon: all is well\r\t\x7f") == "a\\nkolophon: all is well\\r\\t\\x7f");
    CHECK (printable ("\xc2\x9b"
                      "2J") == "\\u009b2J"); // CSI in one character
    CHECK (printable ("\xe2\x80\xae"
                      "gpj.exe\xe2\x81\xa6") == "\\u202egpj.exe\\u2066");
    CHECK (printable ("a\xe2\x80\xa8"
                      "b") == "a\\u2028b");
    CHECK (printable ("\xff\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80\xe2\x82") ==
           "\\xff\\xc0\\x80\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80\\xe2\\x82");
    CHECK (printable (std::string ("a\0b", 3)) == "a\\x00b");
    CHECK (printable (std::string (5000, 'A'), 9) == "AAAAAA…AAA");
    CHECK (printable ("0123456789", 10) == "0123456789");
    CHECK (printable ("0123456789µ", 10) == "0123456…89µ");
    CHECK_FALSE (firstUnprintable ("Dark Cello, 64 µm"));
    CHECK_THAT (*firstUnprintable ("µ\x1b"), Contains ("U+001B at character 2"));
    CHECK_THAT (*firstUnprintable ("ab\xff"), Contains ("0xff") && Contains ("at character 3"));
    // JSON keeps its values.
    const std::string json = "{\n  \"a\": \"\xc2\x9b\xe2\x80\xae\x7f\xf0\x9f\xbf\xbe µ\"\n}";
    CHECK_FALSE (firstUnprintable (std::regex_replace (printableJson (json), std::regex ("\n"), "")));
    CHECK (nlohmann::json::parse (printableJson (json)) == nlohmann::json::parse (json));
}

TEST_CASE ("no answer of a command brings a title's control characters to the terminal", "[tool]")
{
    const Bench bench;
    auto preset = nlohmann::json::parse (bench.run ("preset show 'Plain String' --json").out);
    preset["name"] = "Dark\x1b[2J\xc2\x9b"
                     "2J\nforged \xe2\x80\xaeolleC";
    preset["held"] = 0.5;
    bench.write ("hostile.json", preset.dump());
    const auto words = [&bench] (const std::string& arguments)
    {
        const auto outcome = bench.run (arguments);
        INFO (arguments << "\n" << outcome.err);
        CHECK_FALSE (firstUnprintable (std::regex_replace (outcome.out, std::regex ("\n"), "")));
        CHECK_FALSE (firstUnprintable (std::regex_replace (outcome.err, std::regex ("\n"), "")));
        return outcome.out;
    };
    const std::string note = " --note D4 --seconds 0.5 --tail 0 ";
    CHECK_THAT (words ("measure --card -p hostile.json"), Contains ("Dark\\x1b[2J\\u009b2J\\nforged"));
    CHECK (nlohmann::json::parse (words ("measure --card -p hostile.json --json"))["preset"] == preset["name"]);
    CHECK (nlohmann::json::parse (words ("preset show hostile.json --json"))["name"] == preset["name"]);
    for (const std::string command : { "preset show hostile.json", "preset validate hostile.json --json",
                                       "measure --notes D4 --seconds 0.6 -p hostile.json" })
        words (command);
    CHECK (nlohmann::json::parse (words ("render -p hostile.json -o a.wav --json" + note))["preset"] == preset["name"]);
    words ("render -p hostile.json -o a.wav" + note);
    words ("take -p hostile.json -o t{i}.wav --count 1 --json" + note);
}

TEST_CASE ("a card that asks for more sound than can be kept is refused at once", "[tool]")
{
    const Bench bench;
    auto preset = nlohmann::json::parse (bench.run ("preset show 'Plain String' --json").out);
    preset["held"] = 240;
    bench.write ("long.json", preset.dump());
    preset["held"] = 20;
    preset["claims"] = nlohmann::json::object();
    for (const std::string key : { "C2", "C3", "C4", "C5", "C6" })
        preset["claims"][key + " centroid"] = { 0, 9e9 };
    bench.write ("many.json", preset.dump());
    const auto held = bench.run ("measure --card -p long.json"), many = bench.run ("measure --card -p many.json");
    CHECK (held.code == 3);
    CHECK (held.err == "kolophon: held: 240 s is too long to be measured; allowed: 0.5 to 60 s\n");
    CHECK (many.code == 3);
    CHECK_THAT (many.err, Contains ("claims: 260 s of sound are too much to be measured; allowed: at most 240 s"));
}

TEST_CASE ("a name becomes a file's name and no path")
{
    CHECK (safeFileName ("Cello G, 0.5 N") == "Cello G, 0.5 N");
    CHECK (safeFileName ("../../etc/passwd") == "etc-passwd");
    CHECK (safeFileName ("..") == "unnamed");
    CHECK (safeFileName ("") == "unnamed");
    CHECK (safeFileName ("-o") == "o");
    CHECK (safeFileName (".hidden") == "hidden");
    CHECK (safeFileName ("a\nb\x1b\\c:d*e?\"<>|") == "a-b--c-d-e-----");
    CHECK (safeFileName (std::string ("a\0b", 3)) == "a-b");
    CHECK (safeFileName (std::string (5000, 'a')).size() == 100);
    CHECK (safeFileName ("µµµ", 5) == "µµ"); // whole characters
}

TEST_CASE ("titles, labels and legends of a page's figures are what was written, and end no script")
{
    for (const auto& text : lines (400))
    {
        INFO (text);
        Picture picture { text, text };
        picture.panels.push_back ({ text, { text }, { text }, { { text, ink::blue } } });
        const auto written = scriptJson (dump (pictureJson (picture)));
        CHECK (written.find ('<') == std::string::npos);
        const auto read = nlohmann::json::parse (written);
        CHECK (read["title"] == text);
        CHECK (read["caption"] == text);
        CHECK (read["panels"][0]["title"] == text);
        CHECK (read["panels"][0]["x"]["label"] == text);
        CHECK (read["panels"][0]["y"]["label"] == text);
        CHECK (read["panels"][0]["curves"][0]["title"] == text);
    }
}

TEST_CASE ("text stays text in pages, tables and links")
{
    CHECK (escapedHtml ("<a b='c' d=\"e\">&") == "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
    CHECK (escapedHtml ("a\x1b\xc2\x9b\xff\nb") == "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\nb");
    CHECK (fileLink ("javascript:alert(1).csv") == "javascript%3Aalert%281%29.csv");
    CHECK (fileLink ("a b'\"#?%<µ>/c.wav") == "a%20b%27%22%23%3F%25%3C%C2%B5%3E/c.wav");
    CHECK (htmlLink ("<b>.csv") == "<a href=\"%3Cb%3E.csv\">&lt;b&gt;.csv</a>");
    CHECK (scriptJson (R"({"a":"</script><!--"})") == R"({"a":"\u003c/script>\u003c!--"})");

    CHECK (csvQuoted ("a,b") == "\"a,b\"");
    CHECK (csvQuoted ("say \"x\"") == "\"say \"\"x\"\"\"");
    CHECK (csvQuoted ("") == "\"\"");
    for (const auto* formula : { "=cmd|'/c calc'!A1", "+1", "-1", "@SUM(1)", " =1" })
        CHECK (csvQuoted (formula) == "\"'" + std::string (formula) + "\"");
    CHECK (csvQuoted ("\t=1") == "\"\\t=1\"");
    CHECK (csvQuoted ("a\nb\rc") == "\"a\\nb\\rc\"");
    CHECK (csvCell ("W_drive [J]") == "W_drive [J]");
    CHECK (csvCell ("0 none, 1 stick") == "\"0 none, 1 stick\"");
    CHECK (csvCell ("=1") == "'=1");
}

TEST_CASE ("a shell reads a word as it was")
{
    const Bench bench;
    std::mt19937 random (7);
    auto words = lines (120);
    for (int i = 0; i < 120; ++i) // and bytes of any kind, but for the one that no argument can hold
    {
        std::string word;
        for (auto left = 1 + random() % 10; left > 0; --left)
            word += static_cast<char> (1 + random() % 255);
        words.push_back (word);
    }
    words.push_back ("");
    std::string script;
    for (const auto& word : words)
    {
        CHECK_FALSE (firstUnprintable (shellWord (word)));
        script += "printf '%s\\0' " + shellWord (word) + "\n";
    }
    bench.write ("words", script);
    const auto outcome = bench.shell ("bash words");
    CHECK (outcome.err.empty());
    std::string wanted;
    for (const auto& word : words)
        wanted += word + '\0';
    CHECK (outcome.out == wanted);
    CHECK_FALSE (bench.hacked());
    CHECK (shellWord ("hand.speed=35 mm/s") == "\"hand.speed=35 mm/s\"");
    CHECK (shellWord ("a\x1b'b") == "$'a\\x1b\\'b'");
}

TEST_CASE ("what is no JSON is refused in one line that can be printed, whatever name stands before the mistake")
{
    // Escapes of JSON, and the bytes themselves; a name in two levels, in a list, given twice.
    for (const std::string& name : { std::string ("a\\tb\\n\\u001b[2J\\u009b"), std::string (30, '\x7f'),
                                     std::string ("\xc2\x9b\xe2\x80\xae"), std::string (5000, 'n') })
        for (const auto& text : { "{ \"" + name + "\" , 1 }", "{ \"" + name + "\": { \"" + name + "\": [ 1, , ] } }",
                                  "{ \"" + name + "\": 1, \"" + name + "\": 2 }" })
        {
            CAPTURE (text.substr (0, 100));
            try
            {
                parseShallow (text);
                FAIL ("was read");
            }
            catch (const InputError& reason)
            {
                const std::string said = reason.what();
                CAPTURE (said);
                CHECK_FALSE (firstUnprintable (said));
                CHECK (said.size() < 600); // of bytes: a line on a terminal has 400 characters
            }
        }
}

TEST_CASE ("a field that a body does not know is named in text that can be printed")
{
    const std::string field = "shape\x7f\x7f right";
    for (const auto& text :
         { R"({ "kolophon_body": 1, ")" + field + R"(": 1, "modes": [ { "frequency": 100, "t60": 1 } ] })",
           R"({ "kolophon_body": 1, "modes": [ { "frequency": 100, "t60": 1, ")" + field + R"(": 1 } ] })",
           R"({ "kolophon_body": 1, "modes": ")" + field + R"(" })" })
    {
        const auto body = bodyFromJson (text);
        REQUIRE_FALSE (body);
        const std::string said = body.error().what();
        CAPTURE (said);
        CHECK_FALSE (firstUnprintable (said));
        CHECK_THAT (said, Contains ("shape\\x7f\\x7f right"));
    }
}
