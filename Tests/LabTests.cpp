// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/RunningTool.h"

#include <catch2/catch.hpp>

#include <regex>

using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using Json = nlohmann::json;
namespace fs = std::filesystem;

/** kolophon lab, as a shell sees it. */
namespace
{
constexpr auto scenario = R"({
    "kolophon_scenario": 1, "title": "A mass that slides",
    "body": { "kind": "mass", "mass": 2 }, "law": { "id": "coulomb", "mu_static": 0.5, "mu_kinetic": 0.5 },
    "drive": { "push": 3, "normal_force": 4 }, "run": { "seconds": 1, "rate": 1000 },
    "analyses": [ { "kind": "value", "name": "speed", "column": "u", "at": [1], "expect": 0.5, "relative": 0.001, "source": "Galilei" } ]
})";
} // namespace

TEST_CASE ("an experiment leaves its tables, pictures, numbers and a page")
{
    ToolFolder bench;
    bench.write ("slide.json", scenario);
    const auto outcome = bench.run ("lab slide.json -o out");
    INFO (outcome.err);
    REQUIRE (outcome.code == 0);
    CHECK_THAT (outcome.out, Contains ("pass  speed") && Contains ("Galilei"));
    CHECK (bench.files ("out") ==
           std::set<std::string> { "index.html", "slide.csv", "slide.json", "slide-figures.json" });
    // Columns are frozen: add behind, never rename.
    CHECK_THAT (
        bench.file ("out/slide.csv"),
        StartsWith (
            "run,solver,t [s],v_bow [m/s],N [N],push [N],x [m],u [m/s],v [m/s],F [N],bristle [m],memory,mode,H [J],"
            "P_drive [W],P_friction [W],P_body [W],W_drive [J],W_friction [J],W_body [J],balance [J],path [m]\n"));
    const auto json = Json::parse (bench.file ("out/slide.json"));
    CHECK (json["schema"] == "kolophon-lab");
    CHECK (json["passed"] == true);
    CHECK (json["command"] == "kolophon lab slide.json -o out");
    CHECK (json["scenario"]["body"]["mass"] == 2);
    REQUIRE (json["runs"].size() == 2);
    CHECK (json["runs"][0]["solver"] == "realtime");
    CHECK (json["runs"][1]["solver"] == "reference");
    CHECK (json.at ("runs").at (0).at ("events").at (0).at ("from") == "stick");
    CHECK (std::abs (json["runs"][0]["energy"]["balance"].get<double>()) < 1e-12);
    CHECK (json["checks"][0]["expected"] == 0.5);
    const auto page = bench.file ("out/index.html");
    CHECK_THAT (page, Contains ("A mass that slides") && Contains ("1 of 1") &&
                          Contains ("<figure data-figure=\"slide/0\">"));
    // From 0 to 0.5 m/s within the second: dv/dt = (3 N - 0.5 * 4 N)/2 kg.
    const auto drawn = Json::parse (bench.file ("out/slide-figures.json"));
    CHECK (pageData (page, "figures")["slide/0"]["panels"] == drawn.at (0).at ("panels"));
    bool speed = false;
    for (const auto& panel : drawn[0]["panels"])
        for (const auto& curve : panel.at ("curves"))
            speed = speed || (! curve.at ("x").empty() && curve["x"].back() == 1.0 && curve.at ("y").back() == 0.5 &&
                              curve["y"].front() == 0.0);
    CHECK (speed);
}

TEST_CASE ("a number that misses its tolerance is said, and seen by the shell")
{
    ToolFolder bench;
    bench.write ("slide.json", scenario);
    const auto missed = bench.run ("lab slide.json --set analyses[0].expect=0.6 --quiet");
    CHECK (missed.code == 4);
    CHECK_THAT (missed.err, Contains ("a number misses its tolerance"));
    const auto other = bench.run ("lab slide.json --set body.mass=1 --set analyses[0].expect=1 --solver reference");
    CHECK (other.code == 0);
    CHECK_THAT (other.out, Contains ("pass  speed"));
}

TEST_CASE ("probes are the columns that somebody wants, as often as they want them")
{
    ToolFolder bench;
    bench.write ("slide.json", scenario);
    REQUIRE (bench
                 .run ("lab slide.json -o out --solver realtime --set 'run.probes=[\"t\",\"u\",\"resistance\"]' --set "
                       "run.csv_every=250")
                 .code == 0);
    const auto csv = bench.file ("out/slide.csv");
    CHECK_THAT (csv, StartsWith ("run,solver,t [s],u [m/s],resistance [N]\n\"\",realtime,0,0,"));
    CHECK (std::count (csv.begin(), csv.end(), '\n') == 1 + 5);
}

TEST_CASE ("what can't be run is refused with a line of its own")
{
    ToolFolder bench;
    bench.write ("slide.json", scenario);
    bench.write ("broken.json", "{ \"kolophon_scenario\": 1, ");
    bench.write ("newer.json", R"({ "kolophon_scenario": 2, "title": "x" })");
    const auto refuse = [&bench] (const std::string& arguments, int code, const std::string& words)
    {
        const auto outcome = bench.run ("lab " + arguments);
        INFO (arguments << "\n" << outcome.err);
        CHECK (outcome.code == code);
        CHECK_THAT (outcome.err, StartsWith ("kolophon: ") && Contains (words));
        CHECK (std::count (outcome.err.begin(), outcome.err.end(), '\n') == 1);
    };
    refuse ("drill-strin", 3, "no such experiment or file: \"drill-strin\"; did you mean \"drill-string\"?");
    refuse ("broken.json", 3, "not valid JSON");
    refuse ("newer.json", 3, "kolophon_scenario: 2 is out of range");
    refuse ("slide.json --set body.mass=-1", 3, "body.mass: -1 is out of range; allowed: 1e-09 to");
    refuse ("slide.json --set law.id=glue", 3, "law.id: \"glue\" is unknown; allowed: kolophon");
    refuse ("slide.json --set run.seconds=1e9", 3, "run.seconds: 1000000000.0 is out of range");
    refuse ("slide.json --set body=null", 3, "body: null is not an object");
    refuse ("slide.json --set drive.push.kind=ramp", 3, "which is not an object");
    refuse ("slide.json --set 'drive.push={\"kind\":\"expression\",\"expression\":\"sqrt(0.5-t)\"}'", 3,
            "drive.push: at t = 0.5");
    refuse ("slide.json --set nothing", 3, "--set expects path.to.value=");
    refuse ("schelleng --set study.kind=cow", 3, "study.kind: \"cow\" is unknown; allowed:");
    refuse ("slide.json -o slide.json", 5, "cannot make the folder");
    refuse ("all", 2, "lab all needs --output");
    refuse ("measured", 2, "lab measured needs --output");
    refuse ("slide.json --solver euler", 2, "--solver");
}

TEST_CASE ("the laboratory lists what there is, and its schema is the one that ships")
{
    ToolFolder bench;
    const auto list = bench.json ("lab list");
    std::set<std::string> names;
    for (const auto& one : list)
    {
        names.insert (one["name"].get<std::string>());
        CHECK_FALSE (one["title"].get<std::string>().empty());
        CHECK_FALSE (one["source"].get<std::string>().empty());
    }
    std::set<std::string> files;
    for (const auto& entry : fs::directory_iterator (KOLOPHON_SOURCE_FOLDER "/Resources/Experiments"))
        files.insert (entry.path().stem().string());
    CHECK (names == files);
    // To renew it: cmake --build Build/dev --target docs
    const auto schema = bench.run ("schema scenario");
    REQUIRE (schema.code == 0);
    CHECK (schema.out == contents (KOLOPHON_SOURCE_FOLDER "/Resources/Schemas/scenario.schema.json"));
    // Every experiment is on the page of results (build target "experiments"), with each number within its limits.
    const auto results = contents (KOLOPHON_SOURCE_FOLDER "/Resources/Docs/Experiments.md");
    for (const auto& name : names)
    {
        CAPTURE (name);
        CHECK_THAT (results, Contains ("| [`" + name + "`](#" + name + ") |") && Contains ("\n## " + name + "\n"));
    }
    static const std::regex summary ("\\| ([0-9]+) of ([0-9]+) \\|\n");
    std::size_t summaries = 0;
    for (std::sregex_iterator one (results.begin(), results.end(), summary), end; one != end; ++one, ++summaries)
        CHECK ((*one)[1] == (*one)[2]);
    CHECK (summaries == names.size());
    for (const auto& law : Json::parse (bench.run ("list laws --json").out))
        CHECK_THAT (schema.out, Contains ("\"" + law.at ("id").get<std::string>() + "\""));
}

TEST_CASE ("what was finished is kept where somebody asks for it, and only if it is the same")
{
    ToolFolder bench;
    bench.write ("slide.json", scenario);
    REQUIRE (bench.run ("lab slide.json -o out").code == 0);
    const auto first = bench.file ("out/slide.json");
    const auto again = bench.run ("lab slide.json -o out --resume");
    CHECK (again.code == 0);
    CHECK_THAT (again.out, Contains ("slide: kept"));
    CHECK (bench.file ("out/slide.json") == first);
    fs::remove (bench.path ("out/slide-figures.json"));
    CHECK_THAT (bench.run ("lab slide.json -o out --resume").out, ! Contains ("kept"));
    CHECK_THAT (bench.run ("lab slide.json -o out --resume --set body.mass=2.001").out, ! Contains ("kept"));
}

TEST_CASE ("interrupted, the laboratory leaves whole files that say so")
{
    ToolFolder bench;
    bench.write ("long.json", scenario);
    // A run of many minutes.
    RunningTool tool (bench, { "lab", "long.json", "-o", "out", "--quiet", "--set", "run.seconds=1000", "--set",
                               "run.rate=100000", "--set", "run.every=1000", "--solver", "realtime" });
    REQUIRE (tool.until ([&bench] { return fs::exists (bench.path ("out")); })); // made before the work begins
    REQUIRE (tool.untilWorked (0.3));
    const auto end = tool.endingAfter (SIGINT);
    CHECK (end.code == 130);
    CHECK_THAT (end.err, Contains ("interrupted"));
    const auto json = Json::parse (bench.file ("out/long.json"));
    CHECK (json["interrupted"] == true);
    CHECK (json["passed"] == false);
    CHECK_THAT (bench.file ("out/long.csv"), StartsWith ("run,solver,t [s]"));
    CHECK_THAT (bench.file ("out/index.html"), Contains ("</html>"));
}
