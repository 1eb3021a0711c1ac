// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Bytes/WholeFile.h"
#include "Files/Parts/PartFile.h"
#include "Files/Tables/NpyFile.h"
#include "Files/Tables/SortedRows.h"
#include "Maps/MapTable.h"
#include "Support/RunningTool.h"

#include <catch2/catch.hpp>

#include <algorithm>
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

/** Work that can be divided: a command, without --part, and what it leaves. */
struct Divided
{
    std::string kind, arguments, parts; // folder of the parts
    std::vector<std::string> files;
    std::string other; // changes a setting
};

const Divided takes { "take",
                      "take --note A3 --seconds 0.2 --tail 0.1 --count 5 --vary hand.speed=±20% -o t{i}.wav",
                      "t.takes.json.parts",
                      { "t1.wav", "t2.wav", "t3.wav", "t4.wav", "t5.wav", "t.takes.json" },
                      " --seed 2" };
const Divided panels {
    "panels", "panels --count 5 --keys A3,A4 --seed 3 -o p.csv", "p.csv.parts", { "p.csv" }, " --within 200"
};
const Divided notes { "measure",
                      "measure -p \"Violin Gut\" --notes A4,E5,G3 --seconds 0.8 --family violin --csv m.csv",
                      "m.csv.parts",
                      { "m.csv" },
                      " --velocity 90" };
const std::string mapArguments = "map --x hand.position=0.08:0.2:log:3 --y hand.force=\"50 mN:5:log:2\" -p \"Lab: "
                                 "Helmholtz D4\" --seconds 0.25 --no-sounds --metric regime -o m";
const Divided cells { "map", mapArguments, "m/parts", { "m/map.csv" }, " --velocity 90" };

/** What the command leaves and prints. */
struct Products
{
    std::vector<std::string> files;
    std::string printed;
    bool operator== (const Products&) const = default;
};

Products made (const ToolFolder& bench, const Divided& work, const std::string& more = "")
{
    const auto outcome = bench.shell ("\"$K\" " + work.arguments + more);
    INFO (work.arguments << more << "\n" << outcome.err);
    REQUIRE (outcome.code == 0);
    Products products { {}, work.kind == "map" ? "" : outcome.out }; // a map's text has its time
    for (const auto& file : work.files)
        products.files.push_back (bench.file (file));
    return products;
}

void forget (const ToolFolder& bench)
{
    fs::remove_all (bench.folder / "work");
    fs::create_directories (bench.folder / "work");
}

void computePart (const ToolFolder& bench, const Divided& work, const std::string& part)
{
    const auto outcome = bench.run (work.arguments + " --jobs 1 --part " + part);
    INFO (work.arguments << " --part " << part << "\n" << outcome.err);
    REQUIRE (outcome.code == 0);
    CHECK (outcome.out.empty());
}
} // namespace

TEST_CASE ("parts of takes, panels, notes and cells give what one run gives, to the byte, in any order", "[parts]")
{
    const ToolFolder bench;
    for (const auto* work : { &takes, &panels, &notes, &cells })
    {
        INFO (work->kind);
        forget (bench);
        const auto whole = made (bench, *work);
        CHECK_FALSE (fs::exists (bench.path (work->parts))); // one run leaves no parts
        forget (bench);
        for (const auto* part : { "3/3", "1/3", "3/3" })
            computePart (bench, *work, part);
        for (const auto& file : work->files)
            if (file.find (".wav") == std::string::npos)
                CHECK_FALSE (fs::exists (bench.path (file))); // a part draws and prints nothing
        const auto first = bench.file (work->parts + "/" + work->kind + "-1-of-3.csv");
        CHECK (made (bench, *work) == whole); // the second third is computed now
        CHECK (made (bench, *work) == whole); // and again, from what is there
        CHECK (bench.file (work->parts + "/" + work->kind + "-1-of-3.csv") == first);
    }
}

TEST_CASE ("a part that was killed at any byte goes on where it was", "[parts]")
{
    const ToolFolder bench;
    for (const auto* work : { &panels, &notes })
    {
        INFO (work->kind);
        forget (bench);
        computePart (bench, *work, "1/2");
        const auto name = work->parts + "/" + work->kind + "-1-of-2.csv", whole = bench.file (name);
        const auto heading = whole.find ('\n') + 1, row = whole.find ('\n', heading) + 1;
        for (const std::size_t length : { std::size_t { 7 }, heading - 1, heading, heading + 5, row - 1, row, row + 1 })
        {
            INFO (length);
            bench.write (name, whole.substr (0, length));
            computePart (bench, *work, "1/2");
            auto found = bench.file (name);
            CHECK (found.size() == whole.size());
            CHECK (std::is_permutation (found.begin(), found.end(), whole.begin(), whole.end()));
        }
    }
}

TEST_CASE ("SIGKILL in the middle of a part or of a whole map costs the cells at work, and no more", "[parts]")
{
    const ToolFolder bench;
    const auto whole = made (bench, cells);
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
            computePart (bench, cells, part);
            CHECK (bench.file (file).substr (0, kept.size()) == kept); // nothing is computed twice
        }
        CHECK (made (bench, cells) == whole);
    }
}

TEST_CASE ("parts of other settings or another version are refused with the reason, and stay", "[parts]")
{
    const ToolFolder bench;
    for (const auto* work : { &takes, &panels, &notes, &cells })
    {
        INFO (work->kind);
        forget (bench);
        computePart (bench, *work, "2/3");
        const auto name = work->parts + "/" + work->kind + "-2-of-3.csv", part = bench.file (name);
        const auto refused = [&] (const std::string& more, int code, const std::string& reason)
        {
            const auto outcome = bench.run (work->arguments + more);
            INFO (more << ": " << outcome.err);
            CHECK (outcome.code == code);
            CHECK_THAT (outcome.err, Contains (reason));
        };
        refused (work->other, 2, "was computed with other settings");
        refused (work->other + " --part 2/3", 2, "was computed with other settings");
        refused (" --part 4/3", 2, "--part: \"4/3\" is invalid; allowed: K/N");
        CHECK (bench.file (name) == part);
        const auto version = part.find (", version ") + 10;
        bench.write (name, part.substr (0, version) + "0.1.9" + part.substr (part.find ('\n')));
        refused ("", 2, "was written by version 0.1.9, this is ");
        refused (" --part 2/3", 2, "was written by version 0.1.9, this is ");
        bench.write (name, "column,row\n");
        refused ("", 3, "is not a part of this work (" + work->kind + ")");
    }
}

TEST_CASE ("results that a part cannot prove are computed again", "[parts]")
{
    const ToolFolder bench;
    const auto whole = made (bench, takes);
    forget (bench);
    computePart (bench, takes, "1/1");
    fs::remove (bench.path ("t3.wav")); // the sound of a row is gone
    CHECK (made (bench, takes) == whole);
    const auto name = "t.takes.json.parts/take-1-of-1.csv";
    const auto rows = bench.file (name);
    const auto heading = rows.substr (0, rows.find ('\n') + 1);
    bench.write (name, heading + "0,{\"take\":\n99999,{}\nx\n" + rows.substr (heading.size()));
    CHECK (made (bench, takes) == whole);
}

TEST_CASE ("a part needs a place that the others find", "[parts]")
{
    const ToolFolder bench;
    for (const auto& [arguments, complaint] : std::initializer_list<std::pair<std::string, std::string>> {
             { "panels --count 2 --part 1/2", "--part needs --output" },
             { "panels --count 2 --part 1/2 -o -", "--part needs --output" },
             { "measure --notes A3 --part 1/2", "--part needs --notes, and --csv" },
             { "measure --notes A3 --part 1/2 --csv -", "--part needs --notes, and --csv" },
             { "lab presliding --part 1/2", "--part needs --output" },
             { mapArguments + " --part 1/2 --npy", "give it without --part" } })
    {
        const auto outcome = bench.run (arguments);
        INFO (arguments << ": " << outcome.err);
        CHECK (outcome.code == 2);
        CHECK_THAT (outcome.err, Contains (complaint));
    }
    CHECK (bench.files().empty());
}

TEST_CASE ("experiments are divided, each whole, and put together on one page", "[parts]")
{
    const ToolFolder bench;
    const std::string two = "lab presliding mass-on-a-belt -o l";
    const auto without = [] (const std::string& text) // its computation time
    {
        auto json = Json::parse (text);
        json.erase ("seconds");
        json.erase ("fingerprint");
        return json;
    };
    REQUIRE (bench.shell ("\"$K\" " + two + " --quiet").code == 0);
    const auto first = without (bench.file ("l/presliding.json")),
               second = without (bench.file ("l/mass-on-a-belt.json"));
    forget (bench);
    const auto part = [&] (const std::string& number)
    { return bench.shell ("\"$K\" " + two + " --quiet --part " + number + "/2").code; };
    REQUIRE (part ("2") == 0);
    CHECK_FALSE (fs::exists (bench.path ("l/presliding.json")));
    CHECK (without (bench.file ("l/mass-on-a-belt.json")) == second);
    const auto written = fs::last_write_time (bench.path ("l/mass-on-a-belt.json"));
    REQUIRE (part ("1") == 0);
    const auto merged = bench.shell ("\"$K\" " + two);
    CHECK (merged.code == 0);
    CHECK (merged.out == "presliding: kept\nmass-on-a-belt: kept\n");
    CHECK (fs::last_write_time (bench.path ("l/mass-on-a-belt.json")) == written);
    CHECK (without (bench.file ("l/presliding.json")) == first);
    CHECK_THAT (bench.file ("l/index.html"), Contains ("presliding.csv") && Contains ("mass-on-a-belt.csv"));
    const auto other = bench.run ("lab presliding mass-on-a-belt -o l --solver realtime");
    CHECK (other.code == 2);
    CHECK_THAT (other.err, Contains ("was computed with other settings"));
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

TEST_CASE ("a map of more cells than a screen shows has them all in its table and arrays", "[parts]")
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
    const auto report = bench.json (arguments + " --npy", "PATH=/nowhere ");
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

    const auto array = bench.file ("m/columns/level.npy");
    REQUIRE (array.size() == 128 + 8 * 1353);
    CHECK (array.substr (0, 8) == std::string ("\x93NUMPY\x01\x00", 8));
    CHECK_THAT (array.substr (10, 118), Contains ("'descr': '<f8', 'fortran_order': False, 'shape': (3, 451, )"));
    double value = 0.0;
    std::memcpy (&value, array.data() + 128 + 8 * 452, sizeof value);
    CHECK (value == -453.0);
    CHECK (bench.file ("m/columns/x.npy").size() == 128 + 8 * 451);
}
