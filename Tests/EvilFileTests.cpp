// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Bytes/PrintableText.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <regex>
#include <sstream>

using namespace kolophon::test;
using Catch::Matchers::Contains;
using kolophon::firstUnprintable;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/** Files whose every text is written to do harm, through the commands that show them. */
namespace
{
// Whatever reads these as its own language leaves a file HACKED, or a tag, a formula or an escape sequence that a test
// finds.
const std::string evil = "=x`id > HACKED`\"; system('id > HACKED') # '$(id > "
                         "HACKED)|</script><script>alert(1)</script>\\ 100 %s @m &lt; _^{}";
const std::string inHtml = "=x`id &gt; HACKED`&quot;; system(&#39;id &gt; HACKED&#39;) # &#39;$(id &gt; "
                           "HACKED)|&lt;/script&gt;&lt;script&gt;alert(1)"
                           "&lt;/script&gt;\\ 100 %s @m &amp;lt; _^{}";
const std::string control = "\x1b[2J\n\rkolophon: all is well\xc2\x9b"
                            "2J\xe2\x80\xae";

struct EvilBench : ToolFolder
{
    /** Of everything below the work folder: nothing was run, and nothing that runs was written. */
    void checkHarmless () const
    {
        for (const auto& entry : fs::recursive_directory_iterator (path ("")))
        {
            const auto file = entry.path();
            INFO (file);
            CHECK (file.filename() != "HACKED");
            const auto text = entry.is_regular_file() ? contents (file) : std::string();
            if (file.extension() == ".html")
            {
                CHECK_THAT (text, ! Contains ("<script>alert") && ! Contains ("onclick"));
                CHECK_FALSE (
                    std::regex_search (text, std::regex ("(href|src) *= *[\"']? *javascript:", std::regex::icase)));
                CHECK (std::count (text.begin(), text.end(), '\x1b') == 0);
            }
            if (file.extension() == ".svg")
                CHECK_THAT (text, ! Contains ("<script"));
            if (file.extension() == ".csv")
                CHECK_FALSE (std::regex_search (text, std::regex ("(^|[,\n])\"?[=+@]")));
        }
    }
    static void checkPrintable (const Outcome& outcome)
    {
        INFO (outcome.out << outcome.err);
        for (const auto& said : { outcome.out, outcome.err })
        {
            CHECK_FALSE (firstUnprintable (std::regex_replace (said, std::regex ("\n"), "")));
            std::istringstream lines (said);
            for (std::string line; std::getline (lines, line);)
                CHECK (line.size() < 3000);
        }
        CHECK_THAT (outcome.err, ! Contains ("\nkolophon: all is well"));
    }
};

/** An experiment that says `words` wherever it can say something. */
Json scenarioOf (const std::string& words)
{
    const auto panel = [&] (const Json& y)
    {
        return Json { { "title", words },
                      { "y", y },
                      { "x_label", words },
                      { "y_label", words },
                      { "lines", { { { "y", 1 }, { "title", words } } } } };
    };
    return { { "kolophon_scenario", 1 },
             { "title", words },
             { "source", words },
             { "notes", { words } },
             { "body", { { "kind", "mass" }, { "mass", 2 } } },
             { "law", { { "id", "coulomb" }, { "mu_static", 0.5 }, { "mu_kinetic", 0.5 } } },
             { "drive", { { "push", 3 }, { "normal_force", 4 } } },
             { "run", { { "seconds", 0.2 }, { "rate", 1000 } } },
             { "variants",
               { { { "name", words }, { "set", { { "body.mass", 2 } } } },
                 { { "name", "other" }, { "set", { { "body.mass", 3 } } } } } },
             { "sweep",
               { { { "path", "drive.push" }, { "label", words }, { "unit", words }, { "values", { 3, 4 } } } } },
             { "analyses",
               { { { "kind", "value" },
                   { "name", words },
                   { "unit", words },
                   { "source", words },
                   { "column", "u" },
                   { "at", { 0.2 } } } } },
             { "figures",
               { { { "name", "one" },
                   { "caption", words },
                   { "panels", { panel ("u"), panel (Json { "u", "x" }), panel ("mode") } } } } } };
}

} // namespace

TEST_CASE ("a scenario that says evil things is drawn as it is written, and does nothing", "[evil]")
{
    const EvilBench bench;
    bench.write ("x.json", scenarioOf (evil).dump());
    const auto outcome = bench.run ("lab x.json -o out --solver reference");
    INFO (outcome.err);
    REQUIRE (outcome.code == 0);
    EvilBench::checkPrintable (outcome);
    bench.checkHarmless();
    const auto page = bench.file ("out/index.html");
    CHECK_THAT (page, Contains ("<h2 id=\"x\">" + inHtml + "</h2>") && Contains ("<em>" + inHtml) &&
                          Contains ("<p>" + inHtml));
    CHECK_THAT (bench.file ("out/x.csv"), Contains ("\n\"'" + std::regex_replace (evil, std::regex ("\""), "\"\"")));
    CHECK (Json::parse (bench.file ("out/x.json"))["title"] == evil);
    // A title, two labels and the name of a line in each panel.
    const auto panels = Json::parse (bench.file ("out/x-figures.json"))[0]["panels"];
    REQUIRE (panels.size() == 3);
    for (const auto& panel : panels)
    {
        CHECK (panel["title"] == evil);
        CHECK (panel["x"]["label"] == evil);
        CHECK (panel["curves"].back()["title"] == evil);
    }
    CHECK (panels[0]["y"]["label"] == evil);
    CHECK_THAT (page, Contains ("<figure data-figure=\"x/0\">") && ! Contains (evil));
}

TEST_CASE ("control characters in a scenario are refused by name, whichever text holds them", "[evil]")
{
    const EvilBench bench;
    const auto good = scenarioOf ("good");
    for (const auto& pointer : { "/title",
                                 "/source",
                                 "/notes/0",
                                 "/variants/0/name",
                                 "/sweep/0/label",
                                 "/sweep/0/unit",
                                 "/sweep/0/values/0",
                                 "/analyses/0/name",
                                 "/analyses/0/unit",
                                 "/analyses/0/source",
                                 "/figures/0/name",
                                 "/figures/0/caption",
                                 "/figures/0/panels/0/title",
                                 "/figures/0/panels/0/x_label",
                                 "/figures/0/panels/0/y_label",
                                 "/figures/0/panels/0/lines/0/title",
                                 "/body/kind",
                                 "/law/id",
                                 "/drive/normal_force",
                                 "/run/rate" })
    {
        auto document = good;
        document[Json::json_pointer (pointer)] = control;
        bench.write ("x.json", document.dump());
        const auto outcome = bench.run ("lab x.json");
        INFO (pointer << "\n" << outcome.err);
        CHECK (outcome.code == 3);
        EvilBench::checkPrintable (outcome);
        CHECK (std::count (outcome.err.begin(), outcome.err.end(), '\n') == 1);
        CHECK_THAT (outcome.err, Contains ("\\u001b[2J") || Contains ("\\x1b[2J"));
    }
    // Names of fields and files of an argument, too, and values of any length.
    auto document = good;
    document[control] = std::string (5000, 'A');
    bench.write ("x.json", document.dump());
    const auto longName = "lab $'" + std::string (5000, 'A') + "'";
    for (const std::string line :
         { "lab x.json", longName.c_str(), "lab $'no\\x1b[2Jsuch\\nfile'",
           "render --note D4 -o x.wav -p $'\\x1b[2J\\n'", "render --note D4 -o x.wav --set $'hand.\\x1b[2J=1'",
           "render $'\\x1b[2J.mid' -o x.wav", "list $'\\x1b[2J'", "$'\\x1b[2J'",
           "map --x $'\\x1b[2J' --y hand.force=1:2 -o x", "body $'\\x1b[2J.json'", "render --$'\\x1b[2J'" })
    {
        bench.write ("line", "\"$K\" " + line);
        const auto outcome = bench.shell ("export K; bash line");
        INFO (line);
        CHECK ((outcome.code == 2 || outcome.code == 3));
        EvilBench::checkPrintable (outcome);
    }
}

TEST_CASE ("names of presets, bodies, songs and folders do no harm to a map", "[evil]")
{
    const EvilBench bench;
    const auto name = evil + control;
    bench.write ("preset.json",
                 Json { { "format", "kolophon-preset" },
                        { "version", 1 },
                        { "name", name },
                        { "author", name },
                        { "notes", name },
                        { "tags", { name } },
                        { "parameters", { { "body.type", "Custom" } } },
                        { "custom_body",
                          { { "kolophon_body", 1 },
                            { "name", name },
                            { "notes", name },
                            { "modes", { { { "frequency", 300 }, { "t60", 0.5 }, { "shape", 1 } } } } } } }
                     .dump());
    const auto kind = bench.run ("render --note D4 --seconds 0.05 --tail 0 -o x.wav -p preset.json");
    INFO (kind.err);
    REQUIRE (kind.code == 0);
    EvilBench::checkPrintable (kind);
    const auto folder = "$'a <b>\\'\\x1b`id > HACKED`\"'";
    bench.write (
        "map", "\"$K\" map --x hand.position=0.08:0.2:log:2 --y hand.force='50 mN:5:log:2' -p preset.json --seconds 0.2"
               " --sound-seconds 0.05 -o " +
                   std::string (folder));
    const auto map = bench.shell ("export K; bash map");
    INFO (map.err);
    REQUIRE (map.code == 0);
    EvilBench::checkPrintable (map);
    bench.checkHarmless();
    const auto page = bench.file ("a <b>'\x1b`id > HACKED`\"/index.html");
    // A long name is shortened in its middle.
    CHECK_THAT (page, Contains (inHtml.substr (0, inHtml.find ("&lt;script"))) && Contains ("{}\\x1b[2J\\n"));
    const auto json =
        bench.shell ("\"$K\" render --note D4 --seconds 0.05 --tail 0 -o x.wav -p preset.json --json --quiet");
    EvilBench::checkPrintable (json);
    CHECK (Json::parse (json.out)["preset"] == name);
}

TEST_CASE ("an experiment's name is no path, no option and no address", "[evil]")
{
    const EvilBench bench;
    bench.write ("javascript:alert(1)\x1b\".json", scenarioOf ("good").dump());
    bench.write ("line", "\"$K\" lab $'javascript:alert(1)\\x1b\".json' -o out --solver reference");
    const auto named = bench.shell ("export K; bash line");
    INFO (named.err);
    REQUIRE (named.code == 0);
    EvilBench::checkPrintable (named);
    bench.checkHarmless();
    for (const auto& file : bench.files ("out"))
    {
        INFO (file);
        CHECK (file.find_first_of (":\"\x1b") == std::string::npos);
    }
    CHECK_THAT (bench.file ("out/index.html"), Contains ("href=\"javascript-alert%281%29--.csv\""));
}
