// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/ProcessorTime.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

#include <sys/stat.h>

using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using Json = nlohmann::ordered_json; // as the tool writes it
namespace fs = std::filesystem;

/** What the command line reads back, or is handed, and nobody in his right mind would have written. */
namespace
{
constexpr auto scenario = R"({
    "kolophon_scenario": 1, "title": "A mass that slides",
    "body": { "kind": "mass", "mass": 2 }, "law": { "id": "coulomb", "mu_static": 0.5, "mu_kinetic": 0.5 },
    "drive": { "push": 3, "normal_force": 4 }, "run": { "seconds": 1, "rate": 1000, "solver": "realtime" } })";

/** One line, an exit code, and without much work. */
void refuses (const ToolFolder& bench, const std::string& arguments, int code, const std::string& words)
{
    const double before = secondsOfChildren();
    const auto outcome = bench.run (arguments);
    INFO (arguments.substr (0, 200) << "\n" << outcome.err.substr (0, 500));
    CHECK (outcome.code == code);
    CHECK_THAT (outcome.err, StartsWith ("kolophon: ") && Contains (words) && ! Contains ("internal error"));
    CHECK (std::count (outcome.err.begin(), outcome.err.end(), '\n') == 1);
    CHECK (outcome.err.size() < 2000);
    CHECK (secondsOfChildren() - before < 10.0);
}

std::string repeated (const std::string& text, int count)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

std::string numbered (int count)
{
    std::string path;
    for (int i = 0; i < count; ++i)
        path += (i > 0 ? "." : "") + std::string (1, static_cast<char> ('a' + i % 26));
    return path;
}
} // namespace

TEST_CASE ("no path and no value is nested so deeply that it overflows the stack", "[tampered]")
{
    const ToolFolder bench;
    bench.write ("slide.json", scenario);
    refuses (bench, "lab slide.json --set " + repeated ("a.", 60'000) + "b=1", 3,
             "a path of 120001 bytes; allowed: up to 1000");
    refuses (bench, "lab slide.json --set " + numbered (17) + "=1", 3, "nested too deeply; allowed: at most 16 levels");
    refuses (bench, "lab slide.json --set " + numbered (16) + "=1", 3, "belongs to no known field"); // of sixteen
    refuses (bench, "lab slide.json --set 'run.seconds=" + repeated ("[", 60'000) + "'", 3,
             "set run.seconds: nested too deeply");
    refuses (bench, "lab slide.json --set 'run.seconds=" + repeated ("[", 30'000) + repeated ("]", 30'000) + "'", 3,
             "nested too deeply");
    refuses (bench, "lab slide.json --set 'run.seconds=[[[['", 3, "run.seconds: \"[[[[\" is not a number"); // a text

    auto document = Json::parse (scenario);
    const auto deep = numbered (60'000);
    document["variants"] = Json::array ({ { { "name", "deep" }, { "set", { { deep, 1 } } } } });
    bench.write ("variant.json", document.dump());
    refuses (bench, "lab variant.json", 3, "a path of 119999 bytes");
    document.erase ("variants");
    document["sweep"] = Json::array ({ { { "path", deep }, { "values", { 1 } } } });
    bench.write ("sweep.json", document.dump());
    refuses (bench, "lab sweep.json", 3, "a path of 119999 bytes");
    bench.write ("brackets.json", repeated ("{\"a\":", 60'000));
    refuses (bench, "lab brackets.json", 3, "nested too deeply");
    document.erase ("sweep");
    document["drive"]["push"] = { { "kind", "expression" },
                                  { "expression", repeated ("(", 60'000) + "t" + repeated (")", 60'000) } };
    bench.write ("brackets.json", document.dump());
    const auto expression = bench.run ("lab brackets.json --quiet");
    CHECK ((expression.code == 0 || expression.code == 3)); // muParser keeps its own stack
}

TEST_CASE ("experiments, tables and what they read are files of a size, or are refused", "[tampered]")
{
    const ToolFolder bench;
    bench.write ("large.json", "");
    fs::resize_file (bench.path ("large.json"), 6'000'000'000);
    refuses (bench, "lab large.json", 3, "large.json: cannot be read: it contains 6.0 GB; at most 16 MB are read");
    refuses (bench, "render --note G3 -o a.wav -p large.json", 3, "large.json: cannot be read: it contains 6.0 GB");
    refuses (bench, "render --note G3 -o a.wav --body large.json", 3, "it contains 6.0 GB");
    refuses (bench, "render --note G3 -o a.wav --gesture large.json", 3, "it contains 6.0 GB");
    refuses (bench, "render large.json -o a.wav", 3, "it contains 6.0 GB");
    REQUIRE (::mkfifo (bench.path ("pipe").c_str(), 0600) == 0);
    refuses (bench, "lab pipe", 3, "pipe: cannot be read: it is a pipe, not a file");
    for (const auto* option : { "-p", "--body", "--gesture", "--drive" })
        refuses (bench, std::string ("render --note G3 -o a.wav ") + option + " pipe", 3,
                 "pipe: cannot be read: it is a pipe, not a file");

    auto document = Json::parse (scenario);
    for (const auto& [name, words] :
         { std::pair ("pipe", "it is a pipe"), std::pair ("large.json", "it contains 6.0 GB; at most 64 MB"),
           std::pair (".", "it is a folder"), std::pair ("none.csv", "No such file or directory") })
    {
        document["drive"]["push"] = { { "kind", "table" }, { "file", name } };
        bench.write ("table.json", document.dump());
        refuses (bench, "lab table.json", 3, words);
    }
}

TEST_CASE ("the rows of all runs together have one limit", "[tampered]")
{
    const ToolFolder bench;
    auto document = Json::parse (scenario);
    document["run"] = { { "seconds", 40 },
                        { "rate", 100'000 },
                        { "solver", "both" } }; // 4e6 rows, as many as one run may have
    for (int i = 0; i < 32; ++i)
        document["variants"].push_back ({ { "name", std::to_string (i) }, { "set", { { "body.mass", i + 1 } } } });
    bench.write ("many.json", document.dump());
    refuses (bench, "lab many.json", 3, "the rows of all runs up to this one take");
    refuses (bench, "lab many.json", 3, "allowed: 3.0 GB (a larger run.every");
}

TEST_CASE ("a map goes on only from what it wrote itself", "[tampered]")
{
    const ToolFolder bench;
    const std::string map = "map --x hand.position=0.1:0.2:lin:2 --y hand.force=1:2:lin:2 --seconds 0.2 --no-sounds "
                            "--metric regime --quiet -o m";
    REQUIRE (bench.run (map).code == 0);
    const auto whole = bench.file ("m/map.json");
    const auto change = [&] (const std::string& pointer, const Json& value)
    {
        auto json = Json::parse (whole);
        json[Json::json_pointer (pointer)] = value;
        bench.write ("m/map.json", json.dump());
    };
    change ("/settings/version", 3);
    refuses (bench, map, 2, "contains a map with other settings: version (3 in the folder, ");
    change ("/schema", 3);
    refuses (bench, map, 3, "m/map.json is not a summary of a map");
    change ("/settings", Json::array());
    refuses (bench, map, 3, "m/map.json is not a summary of a map");
    for (const Json& odd : { Json ("text"), Json::array(), Json (nullptr), Json (-1e308) })
    {
        change ("/seconds", odd);
        CHECK (bench.run (map).code == 0);
    }
    bench.write ("m/map.json", repeated ("[", 60'000));
    refuses (bench, map, 3, "is not a summary of a map");
    bench.write ("m/map.json", "{\"schema\":\"kolophon-map\",\"settings\":" + repeated ("{\"a\":", 60'000) + "1" +
                                   repeated ("}", 60'001));
    refuses (bench, map, 3, "is not a summary of a map");
    fs::resize_file (bench.path ("m/map.json"), 6'000'000'000);
    refuses (bench, map, 3, "m/map.json: cannot be read: it contains 6.0 GB");

    bench.write ("m/map.json", whole);
    fs::resize_file (bench.path ("m/map.csv"), 6'000'000'000);
    refuses (bench, map, 3, "m/map.csv: cannot be read: a line of it is longer than 17 MB");
    fs::remove (bench.path ("m/map.csv"));
    fs::create_directories (bench.path ("m/map.csv/full"));
    refuses (bench, map, 3, "m/map.csv: cannot be read: it is a folder");
    refuses (bench, map + " --restart", 5, "it is a folder");
    fs::remove_all (bench.path ("m"));
    fs::create_directories (bench.path ("m/map.json"));
    refuses (bench, map, 3, "m/map.json: cannot be read: it is a folder");
    fs::remove_all (bench.path ("m"));
    fs::create_directory (bench.path ("m"));
    REQUIRE (::mkfifo (bench.path ("m/map.json").c_str(), 0600) == 0);
    refuses (bench, map, 3, "m/map.json: cannot be read: it is a pipe");
    fs::remove_all (bench.path ("m"));
    bench.write ("m", "a file");
    refuses (bench, map, 5, "cannot make the folder \"m\"");
}

TEST_CASE ("the laboratory keeps only results that it wrote itself", "[tampered]")
{
    const ToolFolder bench;
    bench.write ("slide.json", scenario);
    const std::string lab = "lab slide.json -o out --quiet --resume";
    REQUIRE (bench.shell ("\"$K\" " + lab).code == 0);
    const auto whole = Json::parse (bench.file ("out/slide.json"));
    const std::pair<const char*, Json> changes[] = { { "/version", 3 },
                                                     { "/name", "else" },
                                                     { "/passed", false },
                                                     { "/seconds", whole["seconds"].get<double>() + 1.0 },
                                                     { "/checks", { 3 } },
                                                     { "/runs/0/energy", Json::object() },
                                                     { "/figures", "../../slide.json" },
                                                     { "/files", { "/etc/passwd" } },
                                                     { "/scenario/title", "other" },
                                                     { "/fingerprint", "0123456789abcdef" },
                                                     { "/more", 1 } };
    for (const auto& [pointer, value] : changes)
    {
        auto json = whole;
        json[Json::json_pointer (pointer)] = value;
        REQUIRE (json != whole);
        bench.write ("out/slide.json", json.dump());
        refuses (bench, lab, 3, "contains no results to keep: it is not as kolophon lab wrote it");
    }
    bench.write ("out/slide.json", whole.dump()); // however it is laid out
    CHECK (bench.shell ("\"$K\" " + lab).code == 0);
    const auto refusesText = [&] (const std::string& text, const std::string& words)
    {
        bench.write ("out/slide.json", text);
        refuses (bench, lab, 3, words);
    };
    refusesText ("", "contains no results to keep: not valid JSON");
    refusesText ("[]", "it is not an object");
    refusesText (repeated ("[", 60'000), "nested too deeply");
    auto other = whole;
    other["version"] = "0.0.1"; // an older program's, of whatever form
    other.erase ("runs");
    bench.write ("out/slide.json", other.dump());
    CHECK (bench.shell ("\"$K\" " + lab).code == 0);
    CHECK (Json::parse (bench.file ("out/slide.json"))["version"] == whole["version"]);

    fs::remove (bench.path ("out/slide.csv"));
    fs::create_directory (bench.path ("out/slide.csv"));
    refuses (bench, lab, 5, "out/slide.csv can't be replaced by a result: it is not a file");
    fs::remove_all (bench.path ("out"));
    fs::create_directories (bench.path ("out/slide.json"));
    refuses (bench, lab, 3, "it is a folder; without --resume it is replaced");
}
