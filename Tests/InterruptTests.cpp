// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/ReadSound.h"
#include "Support/RunningTool.h"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include <sys/file.h>

using namespace kolophon::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;
namespace fs = std::filesystem;

/** How the tool ends when somebody wants it to: Ctrl-C and its kin, a disk or a limit that is full, a process that was
    killed. A signal is sent when something can be seen (a temporary file that grows), never after a time. */
namespace
{
/** Longer than anybody waits: a test that isn't heard runs into the deadline of RunningTool::until(). */
const std::vector<std::string> longRender { "render", "--note", "G3", "--seconds", "3600", "-o", "a.wav", "--quiet" };
const std::vector<std::string> longAccount { "render",  "--note",   "G3",          "--seconds", "3000",
                                             "-o",      "x/a.wav",  "--normalise", "-18LUFS",   "--probes",
                                             "x/p.csv", "--ledger", "x/l.csv",     "--quiet" };

/** A run of many minutes for either solver. */
constexpr auto longScenario = R"({
    "kolophon_scenario": 1, "title": "A mass that slides", "body": { "kind": "mass", "mass": 2 },
    "law": { "id": "coulomb", "mu_static": 0.5, "mu_kinetic": 0.5 },
    "drive": { "push": { "kind": "sine", "amplitude": 3, "frequency": 1000 }, "normal_force": 4 },
    "run": { "seconds": 1000, "rate": 100000, "every": 1000 } })";

/** Ctrl-C answers within a second: what all processors of an idle machine do in three. [s] */
double soon ()
{
    return 3.0 * std::max (1u, std::thread::hardware_concurrency());
}
} // namespace

TEST_CASE ("an interrupted rendering leaves a valid file of what was finished, where there was none", "[interrupt]")
{
    const ToolFolder bench;
    RunningTool tool (bench, longRender);
    REQUIRE (tool.untilWriting ("", 100'000));
    const auto end = tool.endingAfter (SIGINT);
    CHECK (end.code == 130);
    CHECK (end.worked < soon());
    CHECK_THAT (end.err, Contains ("interrupted; a.wav contains the finished part"));
    CHECK (bench.files() == std::set<std::string> { "a.wav" });
    CHECK (readSound (bench.path ("a.wav")).info.frames > 10'000);
}

TEST_CASE ("an interrupted rendering replaces no file", "[interrupt]")
{
    const ToolFolder bench;
    const std::string existing = GENERATE ("a.wav", "p.csv", "l.json");
    bench.write (existing, "whole");
    auto words = longRender;
    words.insert (words.end(), { "--probes", "p.csv", "--ledger", "l.json" });
    RunningTool tool (bench, words);
    REQUIRE (tool.untilWriting ("", 100'000));
    const auto end = tool.endingAfter (SIGINT);
    CHECK (end.code == 130);
    CHECK_THAT (end.err, Contains ("interrupted; nothing was written"));
    CHECK (bench.files() == std::set<std::string> { existing });
    CHECK (bench.file (existing) == "whole");
}

TEST_CASE ("every signal that ends the tool is 128 and its number, and leaves no temporary file", "[interrupt]")
{
    const ToolFolder bench;
    const int number = GENERATE (SIGINT, SIGTERM, SIGHUP, SIGQUIT);
    CAPTURE (number);
    fs::create_directory (bench.path ("x"));
    RunningTool tool (bench, longAccount);
    REQUIRE (tool.untilWriting ("x", 100'000));
    const auto end = tool.endingAfter (number);
    CHECK (end.code == 128 + number);
    CHECK (end.worked < soon());
    CHECK_THAT (end.err, Contains ("interrupted"));
    for (const auto& file : bench.files ("x"))
        CHECK_FALSE (file.ends_with (".part"));
}

TEST_CASE ("a signal that was to be ignored from the start is ignored", "[interrupt]")
{
    const ToolFolder bench;
    const auto outcome = bench.shell (
        "trap '' HUP; \"$K\" render --note G3 --seconds 0.2 -o a.wav --quiet & pid=$!; kill -HUP $pid; wait $pid");
    CHECK (outcome.code == 0);
    CHECK (bench.files() == std::set<std::string> { "a.wav" });
}

TEST_CASE ("a limit for the size of files is an error of the write, and leaves nothing", "[interrupt]")
{
    const ToolFolder bench;
    constexpr rlim_t limit = 20'000; // [bytes]
    const auto words = GENERATE (std::vector<std::string> { "render", "--note", "G3", "--seconds", "2", "-o", "a.wav" },
                                 std::vector<std::string> { "render", "--note", "G3", "--seconds", "0.02", "--tail",
                                                            "0", "-o", "a.wav", "--probes", "p.csv" },
                                 std::vector<std::string> { "map", "--x", "hand.position=0.1:0.2:lin:2", "--y",
                                                            "hand.force=1:2:lin:2", "--seconds", "0.5", "-o", "m" },
                                 std::vector<std::string> { "lab", "long.json", "--set", "run.seconds=1", "--set",
                                                            "run.every=100", "--solver", "realtime", "-o", "out" });
    CAPTURE (words);
    bench.write ("long.json", longScenario);
    RunningTool tool (bench, words, limit);
    const auto end = tool.ending();
    INFO (end.err);
    CHECK (end.code == 5);
    CHECK_THAT (end.err, Contains ("File too large") || Contains ("failed"));
    CHECK (temporaries (bench).empty());
    for (const auto* file : { "a.wav", "p.csv", "out/long.csv" }) // all or none
        CHECK_FALSE (fs::exists (bench.path (file)));
}

TEST_CASE ("every command answers an interrupt within a second", "[interrupt]")
{
    const ToolFolder bench;
    bench.write ("long.json", longScenario);
    struct Case
    {
        std::vector<std::string> words;
        std::function<bool (RunningTool&)> working;
    };
    const auto prints = [&bench] (RunningTool& tool)
    { return tool.until ([&bench] { return ! contents (bench.folder / "err").empty(); }); };
    const auto makes = [&bench] (const std::string& name)
    {
        return [&bench, name] (RunningTool& tool)
        { return tool.until ([&] { return fs::exists (bench.path (name)); }) && tool.untilWorked (0.1); };
    };
    // A convergence runs the real-time solver again at each of its rates, after all runs: a minute of it, in the only
    // run.
    auto convergence = Json::parse (longScenario);
    convergence["run"] = { { "seconds", 10 }, { "rate", 1000 } };
    convergence["drive"]["push"]["frequency"] = 1;
    convergence["analyses"] =
        Json::parse (R"([ { "kind": "convergence", "name": "order", "column": "u", "rates": [ 1e8, 1e8, 1e8 ] } ])");
    bench.write ("convergence.json", convergence.dump());
    const std::vector<Case> cases {
        { { "lab", "long.json", "-o", "out", "--solver", "realtime" }, makes ("out") },
        { { "lab", "long.json", "-o", "out", "--solver", "reference" }, makes ("out") },
        { { "lab", "long.json", "-o", "out", "--solver", "explicit" }, makes ("out") },
        { { "lab", "convergence.json", "-o", "out" }, prints },
        // One step of the reference there is as long as 30 000 rows.
        { { "lab", "generator-cycle", "-o", "out", "--solver", "reference" }, makes ("out") },
        { { "lab", "schelleng", "-o", "out" }, makes ("out") },
        { { "lab", "aliasing", "-o", "out" }, makes ("out") },
        { { "map", "--x", "hand.position=0.1:0.2:lin:9", "--y", "hand.force=1:2:lin:9", "--seconds", "60", "-o",
            "out" },
          makes ("out/map.json") },
    };
    for (const auto& [words, working] : cases)
    {
        CAPTURE (words);
        fs::remove_all (bench.path ("out"));
        RunningTool tool (bench, words);
        REQUIRE (working (tool));
        const auto end = tool.endingAfter (SIGINT);
        INFO (end.err);
        CHECK (end.code == 130);
        CHECK (end.worked < soon());
        CHECK_THAT (end.err, Contains ("interrupted"));
        CHECK (temporaries (bench).empty());
    }
}

TEST_CASE ("what a killed process left goes at the next start in its folder, and nothing else", "[interrupt]")
{
    const ToolFolder bench;
    {
        fs::create_directory (bench.path ("x"));
        RunningTool killed (bench, longAccount);
        REQUIRE (killed.untilWriting ("x", 100'000));
        CHECK (killed.endingAfter (SIGKILL).code == -1);
    }
    const auto left = bench.files ("x");
    REQUIRE (left.size() == 4); // a sound, its samples, two tables

    // Names that look like ours and aren't, and one whose process lives: it holds the lock.
    const std::set<std::string> foreign { "a.wav.part", "a.wav.kolophon-1.part", "a.wav.kolophon-x-1.part",
                                          ".kolophon-.part", "notes.txt" };
    for (const auto& name : foreign)
        bench.write ("x/" + name, "mine");
    const std::string alive = "b.wav.kolophon-" + std::to_string (::getpid()) + "-7.part";
    bench.write ("x/" + alive, "being written");
    const int lock = ::open (bench.path ("x/" + alive).c_str(), O_RDONLY);
    REQUIRE (::flock (lock, LOCK_EX) == 0);
    fs::create_directory (bench.path ("x/folder.kolophon-1-1.part"));
    fs::create_symlink ("notes.txt", bench.path ("x/link.kolophon-1-1.part"));

    CHECK (bench.run ("render --note G3 --seconds 0.1 --tail 0 -o x/c.wav --quiet").code == 0);
    auto expected = foreign;
    expected.insert ({ alive, "c.wav", "folder.kolophon-1-1.part", "link.kolophon-1-1.part" });
    CHECK (bench.files ("x") == expected);
    ::close (lock);
    CHECK (bench.run ("render --note G3 --seconds 0.1 --tail 0 -o x/c.wav --quiet").code == 0);
    CHECK (bench.files ("x").count (alive) == 0);
}

TEST_CASE ("two processes that write the same file at the same time leave one whole file", "[interrupt]")
{
    const ToolFolder bench;
    const auto outcome = bench.shell (
        "for i in 1 2 3 4 5 6; do \"$K\" render --note G3 --seconds 0.3 --tail 0 -o a.wav --quiet & done; wait");
    CHECK (outcome.code == 0);
    CHECK (outcome.err.empty());
    CHECK (bench.files() == std::set<std::string> { "a.wav" });
    CHECK (readSound (bench.path ("a.wav")).info.frames == 14'400);
}

TEST_CASE ("a reader who has seen enough ends the tool without a word", "[interrupt]")
{
    const ToolFolder bench;
    const auto outcome = bench.shell ("{ \"$K\" schema scenario; echo $? >&2; } | head -c 1");
    CHECK (outcome.out == "{");
    CHECK (outcome.err == "141\n");
}
