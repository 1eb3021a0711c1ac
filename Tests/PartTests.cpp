// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Bytes/WholeFile.h"
#include "Files/Parts/PartFile.h"
#include "Files/Tables/SortedRows.h"
#include "Maps/MapTable.h"
#include "Support/RunningTool.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace
{
std::size_t linesIn (const std::string& text)
{
    return static_cast<std::size_t> (std::count (text.begin(), text.end(), '\n'));
}

const std::string mapArguments = "map --x hand.position=0.08:0.2:log:3 --y hand.force=\"50 mN:5:log:2\" -p \"Lab: "
                                 "Helmholtz D4\" --seconds 0.25 --no-sounds --metric regime -o m";

/** The table that the command leaves. */
std::string made (const ToolFolder& bench)
{
    const auto outcome = bench.shell ("\"$K\" " + mapArguments);
    INFO (outcome.err);
    REQUIRE (outcome.code == 0);
    return bench.file ("m/map.csv");
}

void forget (const ToolFolder& bench)
{
    fs::remove_all (bench.folder / "work");
    fs::create_directories (bench.folder / "work");
}

void computePart (const ToolFolder& bench, const std::string& part)
{
    const auto outcome = bench.run (mapArguments + " --jobs 1 --part " + part);
    INFO (part << "\n" << outcome.err);
    REQUIRE (outcome.code == 0);
    CHECK (outcome.out.empty());
}
} // namespace

TEST_CASE ("part 2/3 has the second of every three items, and knows how many", "[parts]")
{
    CHECK (std::array { Portion { 1, 3 }.of (7), Portion { 2, 3 }.of (7), Portion { 3, 3 }.of (7) } ==
           std::array<std::size_t, 3> { 3, 2, 2 });
    CHECK (Portion { 3, 3 }.of (2) == 0);
    CHECK (Portion { 2, 3 }.first() == 1);
    for (std::size_t item = 0; item < 7; ++item)
        CHECK (Portion { 2, 3 }.has (item) == (item == 1 || item == 4));
}

TEST_CASE ("a part that was killed at any byte goes on where it was", "[parts]")
{
    const ToolFolder bench;
    computePart (bench, "1/2");
    const std::string name = "m/parts/map-1-of-2.csv", whole = bench.file (name);
    const auto heading = whole.find ('\n') + 1, row = whole.find ('\n', heading) + 1;
    for (const std::size_t length : { std::size_t { 7 }, heading - 1, heading, heading + 5, row - 1, row, row + 1 })
    {
        INFO (length);
        bench.write (name, whole.substr (0, length));
        computePart (bench, "1/2");
        auto found = bench.file (name);
        CHECK (found.size() == whole.size());
        CHECK (std::is_permutation (found.begin(), found.end(), whole.begin(), whole.end()));
    }
}

TEST_CASE ("SIGKILL in the middle of a part or of a whole map costs the cells at work, and no more", "[parts]")
{
    const ToolFolder bench;
    const auto whole = made (bench);
    forget (bench);
    const std::vector<std::string> words { "map",
                                           "--x",
                                           "hand.position=0.08:0.2:log:3",
                                           "--y",
                                           "hand.force=50 mN:5:log:2",
                                           "-p",
                                           "Lab: Helmholtz D4",
                                           "--seconds",
                                           "0.25",
                                           "--no-sounds",
                                           "--metric",
                                           "regime",
                                           "-o",
                                           "m",
                                           "--quiet",
                                           "--jobs",
                                           "1" };
    for (const std::string part : { "1/1", "" })
    {
        INFO (part);
        forget (bench);
        auto arguments = words;
        if (! part.empty())
            arguments.insert (arguments.end(), { "--part", part });
        RunningTool running (bench, arguments);
        const auto file = "m/parts/map-1-of-1.csv";
        running.until ([&] { return linesIn (bench.file (file)) >= 3; });
        CHECK (running.endingAfter (SIGKILL).code != 1);
        const auto rows = bench.file (file);
        const auto kept = rows.substr (0, rows.rfind ('\n') + 1);
        CHECK ((linesIn (kept) >= 3 || fs::exists (bench.path ("m/map.csv"))));
        if (! part.empty())
        {
            computePart (bench, part);
            CHECK (bench.file (file).substr (0, kept.size()) == kept); // nothing is computed twice
        }
        CHECK (made (bench) == whole);
    }
}

TEST_CASE ("parts of other settings or another version are refused with the reason, and stay", "[parts]")
{
    const ToolFolder bench;
    computePart (bench, "2/3");
    const std::string name = "m/parts/map-2-of-3.csv", part = bench.file (name);
    const auto refused = [&] (const std::string& more, int code, const std::string& reason)
    {
        const auto outcome = bench.run (mapArguments + more);
        INFO (more << ": " << outcome.err);
        CHECK (outcome.code == code);
        CHECK_THAT (outcome.err, Contains (reason));
    };
    refused (std::string (" --velocity 90"), 2, "was computed with other settings");
    refused (std::string (" --velocity 90") + " --part 2/3", 2, "was computed with other settings");
    refused (" --part 4/3", 2, "--part: \"4/3\" is invalid; allowed: K/N");
    CHECK (bench.file (name) == part);
    const auto version = part.find (", version ") + 10;
    bench.write (name, part.substr (0, version) + "0.1.9" + part.substr (part.find ('\n')));
    refused ("", 2, "was written by version 0.1.9, this is ");
    refused (" --part 2/3", 2, "was written by version 0.1.9, this is ");
    bench.write (name, "column,row\n");
    refused ("", 3, "is not a part of this work (map)");
}

TEST_CASE ("rows come in order whatever order they were given in, the first of several counts", "[parts]")
{
    const ToolFolder bench;
    constexpr std::size_t count = 150'000; // three files
    std::vector<std::size_t> order (count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = i;
    std::mt19937 random (1);
    std::shuffle (order.begin(), order.end(), random);
    SortedRows rows (count, bench.path (""));
    for (const auto i : order)
        if (i != 77'777)
            rows.add (i, "row " + std::to_string (i));
    rows.add (5, "another");
    CHECK (bench.files().empty()); // whatever ends the process, nothing stays
    std::size_t expected = 0, wrong = 0;
    rows.inOrder (
        [&] (std::size_t number, std::string_view row)
        {
            expected += expected == 77'777 ? 1 : 0;
            wrong += number == expected && row == "row " + std::to_string (number) ? 0 : 1;
            ++expected;
        });
    CHECK (wrong == 0);
    CHECK (expected == count);
}

TEST_CASE ("lines of a long file come piece by piece, and an incomplete last one is none", "[parts]")
{
    const ToolFolder bench;
    const std::string longest (1'500'000, 'x'); // more than a piece
    const auto text = "\xef\xbb\xbf" + std::string ("a\r\n\n") + longest + "\nb\nincomplete";
    bench.write ("f", text);
    std::vector<std::string> lines;
    const auto length = eachLine (bench.path ("f"), [&lines] (std::string_view line) { lines.emplace_back (line); });
    CHECK (length == text.size() - std::string ("incomplete").size());
    CHECK ((lines == std::vector<std::string> { "a", "", longest, "b" }));
    bench.write ("f", std::string (20'000'000, 'x'));
    CHECK_THROWS_WITH (eachLine (bench.path ("f"), [] (std::string_view) {}), Contains ("longer than 17 MB"));
}

TEST_CASE ("a map of more cells than a screen shows has them all in its table", "[parts]")
{
    const ToolFolder bench;
    const std::string arguments =
        "map --x hand.position=0.1:0.4:lin:451 --y hand.force=1:2:lin:3 -p \"Lab: Helmholtz D4\" "
        "--seconds 0.2 --no-sounds --metric regime,level -o m";
    REQUIRE (bench.run (arguments + " --quiet --part 1353/1353").code == 0); // for its heading
    const auto part = bench.file ("m/parts/map-1353-of-1353.csv");
    MapGesture gesture;
    gesture.x = mapAxisFromText ("x", "hand.position=0.1:0.4:lin:451");
    gesture.y = mapAxisFromText ("y", "hand.force=1:2:lin:3");
    auto rows = part.substr (0, part.find ('\n') + 1);
    for (std::size_t i = 1353; i-- > 0;)
    {
        MapCell cell;
        cell.regime = i % 3 == 0 ? Regime::helmholtz : Regime::raucous;
        cell.level = -1.0 - static_cast<double> (i);
        cell.bowSpeed = 0.2;
        cell.hash = i;
        rows += mapRow (gesture, i, cell) + "\n";
    }
    bench.write ("m/parts/map-1-of-2.csv", rows);
    const auto report = bench.json (arguments, "PATH=/nowhere ");
    CHECK (report["computedNow"] == 0);
    CHECK (report["regimes"]["Helmholtz"] == 451);
    const auto table = bench.file ("m/map.csv");
    CHECK (linesIn (table) == 1 + 1353);
    CHECK_THAT (table.substr (table.rfind ('\n', table.size() - 2) + 1), Contains ("450,2,"));

    // 200 columns of 451, the first and the last among them; three rows.
    const auto page = bench.file ("m/index.html");
    const auto cells = pageData (page, "cells");
    CHECK (cells["cells"].size() == 200 * 3);
    CHECK (cells["x"]["values"].front()[0] == "0.1");
    CHECK (cells["x"]["values"].back()[0] == "0.4");
    for (const std::string metric : { "regime", "level" })
        CHECK (pageData (page, "figures")[metric]["colours"].size() == 200 * 3);
    CHECK_THAT (page, Contains ("451 × 3 cells") && Contains ("200 × 3 of them"));
}
