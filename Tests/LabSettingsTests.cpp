// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

using namespace kolophon::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;
namespace fs = std::filesystem;

/** What --set and --solver reach, and which numbers are judged then. */
namespace
{
constexpr auto scenario = R"({
    "kolophon_scenario": 1, "title": "Two masses that slide",
    "body": { "kind": "mass", "mass": 2 }, "law": { "id": "coulomb", "mu_static": 0.5, "mu_kinetic": 0.5 },
    "drive": { "push": 3, "normal_force": 4 }, "run": { "seconds": 1, "rate": 1000 },
    "variants": [
        { "name": "light", "set": { "body.mass": 1, "drive.push": 3 } },
        { "name": "heavy", "set": { "body.mass": 2 } }
    ],
    "analyses": [
        { "kind": "value", "name": "speed", "column": "u", "at": [1], "expect": { "light": 1, "heavy": 0.5 }, "relative": 0.001 },
        { "kind": "deviation", "name": "deviation", "column": "u", "at_most": 0.01 },
        { "kind": "energy", "name": "books", "what": "residual", "at_most": 1e-13 }
    ]
})";

std::string refusal (const ToolFolder& bench, const std::string& arguments)
{
    const auto outcome = bench.run ("lab " + arguments);
    INFO (outcome.out << outcome.err);
    CHECK (outcome.code == 3);
    return outcome.err;
}
} // namespace

TEST_CASE ("a setting that every variant or a sweep sets again is refused, with the words that would do")
{
    ToolFolder bench;
    bench.write ("two.json", scenario);
    CHECK_THAT (refusal (bench, "two.json --set body.mass=5"),
                Contains ("every variant sets it") && Contains ("variants[0].set.body.mass") && Contains ("\"light\""));
    CHECK_THAT (refusal (bench, "drill-string --set drive.normal_force=9000"),
                Contains ("\"variants[0].set.drive.normal_force=…\""));
    CHECK_THAT (refusal (bench, "drill-string-scan --set drive.normal_force=9000"), Contains ("sweep[0].values"));
    // A part of what the variants set as a whole, or the whole of what they set a part of.
    CHECK_THAT (refusal (bench, "two.json --set 'body={\"kind\":\"mass\"}' --set run.rate=0"),
                ! Contains ("every variant"));

    const auto one = bench.run ("lab two.json --set variants[0].set.body.mass=4");
    CHECK (one.code == 0);
    CHECK_THAT (one.out, Contains ("speed: light  ") && Contains ("0.25 m/s"));
    const auto some = bench.run ("lab two.json --set drive.push=4");
    CHECK (some.code == 0);
    CHECK_THAT (some.out,
                Contains ("--set drive.push does not affect \"light\", which sets it again") && Contains ("1 m/s"));
}

TEST_CASE ("numbers of another model are reported and not judged, but for what is stated anew and for the books")
{
    ToolFolder bench;
    bench.write ("two.json", scenario);
    for (const char* set : { "law.mu_kinetic=0.25", "run.seconds=2", "start.velocity=1", "drive.normal_force=2",
                             "variants[0].set.body.mass=4" })
    {
        CAPTURE (set);
        const auto outcome = bench.run (std::string ("lab two.json --set ") + set);
        CHECK (outcome.code == 0);
        CHECK_THAT (outcome.out, Contains ("not judged: the model differs") && ! Contains ("pass  speed") &&
                                     ! Contains ("MISS") && Contains ("pass  books: light"));
    }
    for (const char* set : { "run.every=10", "run.rate=500", "run.csv_every=3", "title=x", "drive.normal_force=4" })
    {
        CAPTURE (set);
        const auto outcome = bench.run (std::string ("lab two.json --set ") + set);
        CHECK (outcome.code == 0);
        CHECK_THAT (outcome.out, Contains ("pass  speed: light") && ! Contains ("not judged"));
    }
    const auto anew =
        bench.run ("lab two.json --set drive.normal_force=2 --set 'analyses[0].expect={\"light\":2,\"heavy\":1}'");
    CHECK (anew.code == 0);
    CHECK_THAT (anew.out, Contains ("pass  speed: heavy") && Contains ("deviation: heavy") && Contains ("not judged"));
    const auto wrong =
        bench.run ("lab two.json --set drive.normal_force=2 --set 'analyses[0].expect={\"light\":2,\"heavy\":9}'");
    CHECK (wrong.code == 4);

    const auto study =
        bench.run ("lab stick-slip --set law.mu_static=2 --set run.seconds=1 --set run.rate=2000 -o out");
    CHECK (study.code == 0);
    CHECK_THAT (study.out, Contains ("not judged"));
    const auto json = Json::parse (bench.file ("out/stick-slip.json"));
    CHECK (json["checks"][0]["judged"] == false);
    CHECK_THAT (json["checks"][0]["notJudgedBecause"].get<std::string>(), Contains ("the model differs"));
    CHECK_THAT (bench.file ("out/index.html"), Contains ("not judged"));
}

TEST_CASE ("a solver that is asked for reaches every run that it can, and what needs another is not judged")
{
    ToolFolder bench;
    bench.write ("two.json", scenario);
    const auto reference = bench.run ("lab two.json --solver reference");
    CHECK (reference.code == 0);
    CHECK_THAT (reference.out, Contains ("pass  speed: heavy") && Contains ("not judged: needs both solvers") &&
                                   Contains ("not judged: needs the solver realtime"));
    const auto realtime = bench.run ("lab two.json --solver realtime");
    CHECK (realtime.code == 0);
    CHECK_THAT (realtime.out, Contains ("pass  books: light") && Contains ("needs both solvers"));
    const auto some = bench.run ("lab chattering --solver realtime");
    CHECK (some.code == 0);
    CHECK_THAT (
        some.out,
        Contains ("--solver realtime does not affect \"sign, explicit\": the law coulomb_sign has no real-time form"));
    bench.write ("sign.json", R"({ "kolophon_scenario": 1, "title": "x", "body": { "kind": "mass", "mass": 1 },
        "law": { "id": "coulomb_sign", "mu_static": 1, "mu_kinetic": 1 }, "run": { "seconds": 1, "rate": 100, "solver": "explicit" } })");
    CHECK_THAT (refusal (bench, "sign.json --solver realtime"), Contains ("no real-time form"));
}
