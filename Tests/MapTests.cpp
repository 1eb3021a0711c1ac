// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Bench/Regime.h"
#include "Maps/MapPicture.h"
#include "Support/ReadSound.h"
#include "Support/RunningTool.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <unistd.h>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace
{
std::vector<std::string> split (const std::string& text, char mark)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();)
    {
        const auto end = std::min (text.find (mark, begin), text.size());
        parts.push_back (text.substr (begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/** The rows of a table, without its heading. */
std::vector<std::vector<std::string>> rowsOf (const std::string& csv)
{
    std::vector<std::vector<std::string>> rows;
    for (const auto& line : split (csv, '\n'))
        if (! line.empty())
            rows.push_back (split (line, ','));
    rows.erase (rows.begin());
    return rows;
}

enum Column {
    columnPlace,
    rowPlace,
    xPlace,
    yPlace,
    regimePlace,
    pitchPlace,
    centroidPlace,
    onsetPlace,
    levelPlace,
    slipsPlace,
    sharePlace,
    residualPlace,
    speedPlace,
    forcePlace,
    gainPlace,
    faultyPlace,
    hashPlace,
    soundPlace,
    columnCount
};

/** The tool, and how maps are asked for. */
struct Workshop : ToolFolder
{
    void replace (const std::string& name, const std::string& text) const { write (name, text); }
};

const std::string lab = "-p \"Lab: Helmholtz D4\" ";
const std::string smallMap = "map --x hand.position=0.08:0.2:log:4 --y hand.force=\"50 mN:5:log:3\" " + lab +
                             "--seconds 0.3 --sound-seconds 0.2 ";

std::size_t count (const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find (part, at)) != std::string::npos; at += part.size())
        ++found;
    return found;
}
} // namespace

TEST_CASE ("what a map cannot play is refused in one line that names it", "[map]")
{
    const Workshop bench;
    const std::string x = "--x hand.position=0.02:0.3 ";
    const std::pair<std::string, std::string> wrong[] = {
        { "--x hand.position --y hand.force=1:2", "--x: \"hand.position\" must be id=low:high" },
        { x + "--y hand.force=1", "--y: hand.force: \"1\" must be low:high" },
        { x + "--y hand.forse=1:2", "did you mean \"hand.force\"?" },
        { x + "--y hand.force=0.001:2", "hand.force: \"0.001\" is out of range; allowed: 0.005 N to 5000 N" },
        { x + "--y 'hand.force=1 s:2'", "\"1 s\" has the wrong unit" },
        { x + "--y hand.force=a:2", "\"a\" is not a number" },
        { x + "--y hand.force=2:1", "hand.force: the range 2:1 must rise" },
        { x + "--y hand.force=1:2:cube", "\"cube\" is neither lin nor log" },
        { x + "--y hand.force=1:2:log:1", "\"1\" is not a number of cells from 2 to 10000" },
        { x + "--y voice.vibrato=0:20:log", "a log axis begins above 0, not at \"0\"" },
        { x + "--y quality.passes=2:4:lin:4", "whole numbers, and 2 to 4 has too few for 4" },
        { x + "--y contact.law=1:2", "contact.law is a menu" },
        { x + "--y body.torsion=0:1", "body.torsion is a switch" },
        { x + "--y contact_b.travel=1e-5:1e-4", "contact_b.travel belongs to slot B" },
        { x + "--y hand.position=0.1:0.2", "--x and --y are both hand.position" },
        { x + "--y hand.force=1:2 --metric pitch,taste",
          "\"taste\" is not one of regime, pitch, centroid, onset, level" },
        { x + "--y hand.force=1:2 --law taste", "--law: \"taste\" is not one of kolophon, thermal" },
        { x + "--y hand.force=1:2 --set hand.force=2", "already set by --y" },
        { x + "--y hand.force=1:2 --set hand.force_mode=Relative", "use hand.force_mode=Absolute" },
        { "--x hand.force=1:2 --y hand.pressure=1:2", "hand.force and hand.pressure are never used together" },
        { x + "--y hand.force=1:2 --note D4,A4", "\"D4,A4\" is a chord" },
    };
    for (const auto& [arguments, complaint] : wrong)
    {
        INFO (arguments);
        const auto outcome = bench.shell ("\"$K\" map " + arguments + " -o m");
        CHECK (outcome.code == 2);
        CHECK_THAT (outcome.err, Contains (complaint));
        CHECK (count (outcome.err, "\n") == 1);
    }
    CHECK (bench.files (".").empty());
}

TEST_CASE ("a map is a table, a summary and a page that plays every cell", "[map]")
{
    const Workshop bench;
    const auto report = bench.json (smallMap + "--metric pitch,regime -o a/b");
    const auto table = bench.file ("a/b/map.csv");
    CHECK (split (table, '\n').front() ==
           "column,row,hand.position [1],hand.force [N],regime,pitch error [cent],spectral centroid [Hz],onset [s],"
           "level [dBFS],slips per period [1],slip share [1],energy residual [of peak energy],bow speed [m/s],"
           "bow force [N],sound gain [dB],faulty samples [1],hash,sound");
    const auto rows = rowsOf (table);
    REQUIRE (rows.size() == 12);
    double worst = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const auto& row = rows[i];
        REQUIRE (row.size() == columnCount);
        CHECK (row[columnPlace] == std::to_string (i % 4));
        CHECK (row[rowPlace] == std::to_string (i / 4));
        // Even ratios between the ends of the range, which are values themselves.
        CHECK_THAT (std::stod (row[xPlace]),
                    WithinRel (0.08 * std::pow (2.5, static_cast<double> (i % 4) / 3.0), 1e-12));
        CHECK_THAT (std::stod (row[yPlace]), WithinRel (0.05 * std::pow (10.0, static_cast<double> (i / 4)), 1e-12));
        CHECK_THAT (std::stod (row[forcePlace]), WithinRel (std::stod (row[yPlace]), 1e-3));
        CHECK_THAT (std::stod (row[speedPlace]), WithinRel (0.2, 1e-3));
        worst = std::max (worst, std::stod (row[residualPlace]));
        const auto sound = readSound (bench.path ("a/b/" + row[soundPlace]));
        CHECK (sound.info.channels == 1);
        CHECK (sound.info.samplerate == 48000);
        CHECK (sound.info.frames == 9600);
        CHECK ((sound.info.format & SF_FORMAT_SUBMASK) == SF_FORMAT_PCM_16);
    }

    CHECK (report["schema"] == "kolophon-map");
    CHECK (report["cellsDone"] == 12);
    CHECK (report["finished"] == true);
    CHECK (report["checksPassed"] == true);
    CHECK (report["worstResidual"] == worst);
    CHECK (report["settings"]["parameters"]["hand.force_mode"] == 1);
    CHECK (report["settings"]["parameters"]["body.impedance"] == 0.28);
    CHECK_FALSE (report["settings"]["parameters"].contains ("hand.force"));
    CHECK (report["idleParameters"].empty());
    int cells = 0;
    for (const auto& regime : report["regimes"])
        cells += regime.get<int>();
    CHECK (cells == 12);
    CHECK (Json::parse (bench.file ("a/b/map.json")) == report);
    CHECK (bench.files ("a/b") == std::set<std::string> { "cells", "index.html", "map.csv", "map.json" });

    // A colour for each cell in each of the two maps, each cell with its numbers and an existing sound, and nothing
    // from outside.
    const auto page = bench.file ("a/b/index.html");
    const auto figures = pageData (page, "figures"), shown = pageData (page, "cells");
    CHECK (figures["regime"]["colours"].size() == 12);
    CHECK (figures["pitch"]["colours"].size() == 12);
    CHECK (figures["regime"]["key"].size() == 6);
    CHECK (figures["pitch"]["bar"]["label"] == "Pitch error [cent]");
    const auto& panel = figures["pitch"]["panels"][0];
    CHECK (panel["x"]["label"] == "Position (hand.position)");
    CHECK (panel["y"]["label"] == "Force [N] (hand.force)");
    CHECK (panel["curves"].size() == 2); // the limits of theory
    REQUIRE (shown["x"]["borders"].size() == 5);
    CHECK_THAT (shown["y"]["borders"][1].get<double>(), WithinRel (0.05 * std::sqrt (10.0), 1e-9));
    REQUIRE (shown["cells"].size() == 12);
    std::set<std::string> sounds;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        CHECK (shown["cells"][i]["values"][0] == rows[i][regimePlace]);
        CHECK (shown["cells"][i]["sound"] == rows[i][soundPlace]);
        CHECK (fs::is_regular_file (bench.path ("a/b/" + rows[i][soundPlace])));
        sounds.insert (rows[i][soundPlace]);
    }
    CHECK (sounds.size() == 12);
    CHECK (count (page, "http") == count (page, "/*! https://github.com/leeoniya/uPlot")); // who wrote the plots
    CHECK (page.find ("src=") == std::string::npos);
    CHECK (page.find ("@import") == std::string::npos);
}

TEST_CASE ("a map has the colours that regimes have everywhere: those of Okabe and Ito", "[map]")
{
    CHECK (regimeColour (Regime::helmholtz) == "#0072b2");
    CHECK (regimeColour (Regime::multipleSlip) == "#f0e442");
    CHECK (regimeColour (Regime::anomalousLow) == "#d55e00");
    CHECK (regimeColour (Regime::none) == "#ffffff");
}

TEST_CASE ("a map of all metrics has them on its page", "[map]")
{
    const Workshop bench;
    const auto report = bench.json (smallMap + "--metric all --no-sounds -o m");
    CHECK (report["metrics"].size() == 8);
    CHECK_FALSE (fs::exists (bench.path ("m/cells")));
    const auto figures = pageData (bench.file ("m/index.html"), "figures");
    CHECK (figures.size() == 8);
    for (const std::string metric : report["metrics"])
        CHECK (figures[metric]["colours"].size() == 12);
}

TEST_CASE ("a map does not depend on the number of threads, nor on what was there before", "[map]")
{
    const Workshop bench;
    bench.json (smallMap + "--jobs 1 -o one");
    bench.json (smallMap + "--jobs 3 -o three");
    const auto table = bench.file ("one/map.csv"), page = bench.file ("one/index.html");
    CHECK (bench.file ("three/map.csv") == table);
    for (const auto& sound : bench.files ("one/cells"))
    {
        INFO (sound);
        CHECK ((bench.file ("one/cells/" + sound) == bench.file ("three/cells/" + sound)));
    }

    // Rows are lost, one is cut in half, one has the value of another cell, and a sound is gone.
    auto lines = split (table, '\n');
    lines.erase (lines.begin() + 3, lines.begin() + 5);
    lines[6].replace (0, lines[6].find (',', 4), "0,0,0.5");
    lines.resize (9);
    auto damaged = lines.front();
    for (std::size_t i = 1; i < lines.size(); ++i)
        damaged += "\n" + lines[i];
    bench.replace ("one/map.csv", damaged.substr (0, damaged.size() - 10));
    const auto kept = rowsOf (table);
    fs::remove (bench.path ("one/" + kept[0][soundPlace]));
    // Headings apart, eight lines are left; the last one is half, one is another's and one lost its sound.
    const auto report = bench.json (smallMap + "--jobs 2 -o one");
    CHECK (report["computedNow"] == 12 - 5);
    CHECK (bench.file ("one/map.csv") == table);
    CHECK (fs::is_regular_file (bench.path ("one/" + kept[0][soundPlace])));

    // With nothing to compute only the page is drawn again.
    const auto again = bench.json (smallMap + "-o one");
    CHECK (again["computedNow"] == 0);
    CHECK (bench.file ("one/map.csv") == table);
    CHECK (pageData (bench.file ("one/index.html"), "figures") == pageData (page, "figures"));
}

TEST_CASE ("parts of a map give the table of one run, in any order, cut short, twice or divided anew", "[map]")
{
    const Workshop bench;
    const auto quietMap = smallMap + "--no-sounds ";
    const auto compute = [&] (const std::string& part) { return bench.shell ("\"$K\" " + quietMap + part + " -o p"); };
    bench.json (quietMap + "-o whole");
    const auto table = bench.file ("whole/map.csv");

    REQUIRE (compute ("--part 3/3").code == 0);
    REQUIRE (compute ("--part 1/3 --jobs 2").code == 0);
    CHECK (bench.files ("p") == std::set<std::string> { "parts" });
    const auto first = bench.file ("p/parts/map-1-of-3.csv");
    CHECK (count (first, "\n") == 1 + 4); // its heading, and a third of twelve cells
    bench.replace ("p/parts/map-1-of-3.csv", first.substr (0, first.size() - 30)); // killed while it wrote
    REQUIRE (compute ("--part 1/3").code == 0);
    CHECK (count (bench.file ("p/parts/map-1-of-3.csv"), "\n") == 1 + 4);
    REQUIRE (compute ("--part 3/3").code == 0); // once more: nothing to do
    REQUIRE (compute ("--part 2/12").code == 0);
    CHECK (count (bench.file ("p/parts/map-2-of-12.csv"), "\n") == 1 + 1);

    const auto report = bench.json (quietMap + "-o p");
    CHECK (report["computedNow"] == 12 - 4 - 4 - 1);
    CHECK (bench.file ("p/map.csv") == table);

    const auto again = bench.json (quietMap + "--restart -o p");
    CHECK (again["computedNow"] == 12);
    CHECK (bench.files ("p").count ("parts") == 0);
}

TEST_CASE ("parts of another map, another version or no map are refused, and stay", "[map]")
{
    const Workshop bench;
    const auto quietMap = smallMap + "--no-sounds -o p ", otherMap = quietMap + "--velocity 90 ";
    REQUIRE (bench.shell ("\"$K\" " + quietMap + "--part 1/6").code == 0);
    const auto part = bench.file ("p/parts/map-1-of-6.csv");
    const auto refused = [&] (const std::string& arguments, int code, const std::string& reason)
    {
        const auto outcome = bench.shell ("\"$K\" " + arguments);
        INFO (arguments << ": " << outcome.err);
        CHECK (outcome.code == code);
        CHECK_THAT (outcome.err, Contains (reason));
    };
    refused (otherMap, 2, "map-1-of-6.csv: was computed with other settings");
    refused (otherMap + "--part 1/6", 2, "other settings");
    refused (quietMap + "--part 1/6 --restart", 2, "--restart would remove the other parts");
    for (const auto* wrong : { "0/3", "4/3", "1/0", "3", "a/b", "1/200000" })
        refused (quietMap + "--part " + wrong, 2, "--part: \"" + std::string (wrong) + "\" is invalid; allowed: K/N");
    CHECK (bench.file ("p/parts/map-1-of-6.csv") == part);

    const auto version = part.find (", version ") + 10;
    bench.replace ("p/parts/map-1-of-6.csv", part.substr (0, version) + "0.1.9" + part.substr (part.find ('\n')));
    refused (quietMap, 2, "was written by version 0.1.9, this is ");
    bench.replace ("p/parts/map-1-of-6.csv", "column,row\n");
    refused (quietMap, 3, "is not a part of this work (map)");
}

TEST_CASE ("a cell of a map is what render plays with the same settings", "[map]")
{
    const Workshop bench;
    constexpr double seconds = 0.5, rate = 48000.0;
    const auto report =
        bench.json ("map --x hand.position=0.05:0.2:log:3 --y hand.pressure=\"20 %:180 %:lin:3\" " + lab +
                    "--seconds 0.5 --note A3 --set hand.speed=\"0.15 m/s\" --seed 3 --set voice.humanise=\"40 %\" "
                    "--set out.room=\"30 %\" -o m");
    const auto rows = rowsOf (bench.file ("m/map.csv"));
    // The last one played first, then the first: no cell knows of another one.
    for (const std::size_t i : { std::size_t { 8 }, std::size_t { 4 }, std::size_t { 0 } })
    {
        const auto& row = rows[i];
        const auto command = report["cellCommand"].get<std::string>().substr (std::string ("kolophon ").size()) +
                             " --set hand.position=" + row[xPlace] + " --set hand.pressure=" + row[yPlace];
        INFO (command);
        const auto render = bench.json (command + " -o c.wav --bits 32f --probes p.csv");
        CHECK (render["hash"] == row[hashPlace]);
        CHECK_THAT (std::stod (row[residualPlace]),
                    WithinRel (render["ledger"]["relativeResidual"].get<double>(), 1e-12));

        // Level of the second half, by hand.
        const auto sound = readSound (bench.path ("c.wav"));
        double power = 0.0;
        for (auto n = sound.samples.size() / 2; n < sound.samples.size(); ++n)
            power += sound.samples[n] * sound.samples[n];
        const double expected = 10.0 * std::log10 (power / (0.5 * static_cast<double> (sound.samples.size())));
        CHECK_THAT (std::stod (row[levelPlace]), WithinAbs (expected, 1e-4));

        // Regime and slips of the last 30 periods of A3, out of the probes.
        const double period = rate / 220.0;
        const auto end = static_cast<std::int64_t> (std::llround (seconds * rate));
        const auto from = std::max (end / 2, end - static_cast<std::int64_t> (std::llround (30.0 * period)));
        SlipRecorder slips;
        double force = 0.0;
        std::int64_t sample = 0;
        for (const auto& frame : rowsOf (bench.file ("p.csv")))
        {
            slips.add (sample, std::stod (frame[3]), std::stod (frame[1]), std::stod (frame[2]));
            force += sample++ >= from ? std::stod (frame[2]) : 0.0;
        }
        REQUIRE (sample == end);
        const auto motion = motionOf (slips.phases(), from, end, period);
        CHECK (row[regimePlace] == regimeName (motion.regime));
        CHECK_THAT (std::stod (row[sharePlace]), WithinAbs (motion.slipFraction, 1e-12));
        CHECK_THAT (std::stod (row[slipsPlace]), WithinAbs (motion.slipsPerPeriod, 1e-12));
        CHECK_THAT (std::stod (row[forcePlace]), WithinRel (force / static_cast<double> (end - from), 1e-9));
        const auto transient = transientOf (slips.phases(), period);
        CHECK (row[onsetPlace].empty() == ! transient.has_value());
        if (transient)
            CHECK_THAT (std::stod (row[onsetPlace]), WithinAbs (static_cast<double> (*transient) / rate, 1e-12));

        // The cell's file is the mean of both channels, to a step of 16 bits and their dither.
        const auto heard = readSound (bench.path ("m/" + row[soundPlace]));
        double farthest = 0.0;
        const double gain = std::pow (10.0, 0.05 * std::stod (row[gainPlace]));
        for (std::size_t n = 0; n + 480 < heard.samples.size(); ++n)
            farthest = std::max (
                farthest, std::abs (heard.samples[n] - gain * 0.5 * (sound.samples[2 * n] + sound.samples[2 * n + 1])));
        CHECK (farthest <= 1.6 / 32768.0);
    }
}

TEST_CASE ("Helmholtz motion lies between too little force and too much", "[map]")
{
    const Workshop bench;
    bench.json ("map --x hand.position=0.08:0.14:log:3 --y hand.force=0.01:100:log:3 " + lab +
                "--seconds 1 --no-sounds -o m");
    const auto rows = rowsOf (bench.file ("m/map.csv"));
    REQUIRE (rows.size() == 9);
    for (const auto& row : rows)
    {
        INFO ("position " << row[xPlace] << ", force " << row[yPlace] << ": " << row[regimePlace]);
        const double position = std::stod (row[xPlace]), fraction = std::stod (row[sharePlace]);
        CHECK ((row[regimePlace] == "Helmholtz") == (row[rowPlace] == "1"));
        CHECK (row[soundPlace].empty());
        if (row[regimePlace] != "Helmholtz")
            continue;
        // One slip a period, on the key. The ideal corner slips for the share beta of it, a rounded one for longer.
        CHECK_THAT (std::stod (row[slipsPlace]), WithinAbs (1.0, 0.05));
        CHECK_THAT (std::stod (row[pitchPlace]), WithinAbs (0.0, 5.0));
        CHECK (fraction > position);
        CHECK (fraction < 2.0 * position);
        CHECK (std::stod (row[onsetPlace]) < 0.1);
    }
}

TEST_CASE ("under a rigid contact Helmholtz motion ends where Schelleng has it", "[map]")
{
    const Workshop bench;
    const auto report = bench.json ("map --x hand.position=0.08:0.14:log:3 --y hand.force=1:3.2:log:2 " + lab +
                                    "--law stribeck --seconds 1 --no-sounds -o m");
    for (const auto& row : rowsOf (bench.file ("m/map.csv")))
    {
        INFO ("position " << row[xPlace] << ", force " << row[yPlace] << ": " << row[regimePlace]);
        const double most = 2.0 * 0.28 * 0.2 / (std::stod (row[xPlace]) * 0.5); // slips are fast: dmu = 0.8 - 0.3
        CHECK ((row[regimePlace] == "Helmholtz") == (std::stod (row[yPlace]) < most));
    }

    // 2 Z_0 v_b/(beta dmu) by hand: D4 has the weight of the preset, 0.28 kg/s, and the default bow goes at 0.2 m/s.
    const auto& most = report["limits"]["most"];
    REQUIRE (most.size() == 3);
    for (const auto& point : most)
    {
        const double beta = point[0], ratio = 0.2 / beta / 0.22;
        const double drop = (0.8 - 0.3) * (1.0 - std::exp (-ratio * ratio));
        CHECK_THAT (point[1].get<double>(), WithinRel (2.0 * 0.28 * 0.2 / (beta * drop), 1e-6));
    }
    REQUIRE (report["limits"]["least"].size() == 3);
    CHECK (report["limits"]["least"][0][1].get<double>() > report["limits"]["least"][2][1].get<double>());
}

TEST_CASE ("theory's limits are drawn only where its string, bow and friction are", "[map]")
{
    const Workshop bench;
    const std::string range = "--x hand.position=0.08:0.14:log:2 --y hand.force=0.5:1:log:2 --seconds 0.2 --no-sounds ";
    const std::pair<std::string, std::string> others[] = {
        { "--set hand.kind=Arm", "the hand yields" },
        { "--law coulomb", "the law's friction is not a Gaussian of the speed" },
        { "--set body.type=Glass", "the body is not a string" },
    };
    for (const auto& [setting, reason] : others)
    {
        INFO (setting);
        const auto report = bench.json ("map " + range + lab + setting + " --restart -o m");
        CHECK (report["limits"]["most"].empty());
        CHECK (report["limits"]["noMostBecause"] == reason);
    }
    const auto report = bench.json ("map " + range + lab + "--set body.air_loss=1 --restart -o m");
    CHECK (report["limits"]["most"].size() == 2);
    CHECK (report["limits"]["least"].empty());
}

TEST_CASE ("a folder with another map is left as it is unless it shall begin anew", "[map]")
{
    const Workshop bench;
    bench.json (smallMap + "-o m");
    const auto table = bench.file ("m/map.csv");
    const auto inputError = bench.shell ("\"$K\" " + smallMap + "--set hand.speed=0.3 -o m");
    CHECK (inputError.code == 2);
    CHECK_THAT (inputError.err,
                Contains ("other settings: parameters hand.speed (0.2 in the folder, 0.3 in the command)") &&
                    Contains ("--restart"));
    CHECK (bench.file ("m/map.csv") == table);

    const std::string smaller =
        "map --x hand.position=0.08:0.2:log:2 --y hand.force=\"50 mN:5:log:2\" " + lab + "--seconds 0.2 ";
    CHECK (bench.shell ("\"$K\" " + smaller + "-o m").code == 2);
    bench.json (smaller + "-o m --restart");
    CHECK (rowsOf (bench.file ("m/map.csv")).size() == 4);
    CHECK (bench.files ("m/cells").size() == 4);

    bench.replace ("m/map.json", "{}");
    const auto foreign = bench.shell ("\"$K\" " + smaller + "-o m");
    CHECK (foreign.code == 3);
    CHECK_THAT (foreign.err, Contains ("m/map.json is not a summary of a map"));
    bench.replace ("m/pitch.svg", "mine");
    const auto right = bench.file ("m/map.csv");
    auto stale = right; // a cell of some other map, which looks like one of this
    auto& digit = stale[stale.rfind (',') - 1];
    digit = digit == '0' ? '1' : '0';
    bench.replace ("m/map.csv", stale);
    CHECK (bench.json (smaller + "-o m --restart")["computedNow"] == 4);
    CHECK (bench.file ("m/pitch.svg") == "mine"); // no map stood there
    CHECK (bench.file ("m/map.csv") == right);
    fs::remove (bench.path ("m/map.json"));
    CHECK (bench.shell ("\"$K\" " + smaller + "-o m").code == 3);
}

TEST_CASE ("an interrupted map keeps whole cells and goes on from there", "[map]")
{
    const Workshop bench;
    const std::vector<std::string> map { "map",
                                         "--x",
                                         "hand.position=0.02:0.3:log:100",
                                         "--y",
                                         "hand.force=0.05:20:log:100",
                                         "--seconds",
                                         "0.2",
                                         "--quiet",
                                         "-o",
                                         "m" };
    // Until so many more cells have left their sounds.
    const auto interrupted = [&bench, &map] (std::ptrdiff_t more)
    {
        const auto sounds = [folder = bench.path ("m/cells")]
        {
            std::ptrdiff_t count = 0;
            std::error_code error;
            for (fs::directory_iterator entry (folder, error), end; ! error && entry != end; entry.increment (error))
                count += entry->path().extension() == ".wav" ? 1 : 0;
            return count;
        };
        const auto before = sounds();
        RunningTool tool (bench, map);
        REQUIRE (tool.until ([&] { return sounds() >= before + more; }));
        return tool.endingAfter (SIGINT);
    };
    const auto first = interrupted (3);
    CHECK (first.code == 130);
    CHECK_THAT (first.err, Contains ("repeat the command to continue"));
    CHECK (bench.files ("m") == std::set<std::string> { "cells", "map.json", "parts" });
    const auto rows = rowsOf (bench.file ("m/parts/map-1-of-1.csv"));
    REQUIRE (rows.size() > 0);
    REQUIRE (rows.size() < 10000);
    for (const auto& row : rows)
        CHECK (row.size() == columnCount);
    auto summary = Json::parse (bench.file ("m/map.json"));
    CHECK (summary["finished"] == false);
    CHECK (summary["cellsDone"] == rows.size());
    for (const auto& sound : bench.files ("m/cells"))
        CHECK (sound.ends_with (".wav"));

    CHECK (interrupted (2).code == 130);
    summary = Json::parse (bench.file ("m/map.json"));
    CHECK (summary["computedNow"].get<std::size_t>() + rows.size() == summary["cellsDone"].get<std::size_t>());
    const auto more = rowsOf (bench.file ("m/parts/map-1-of-1.csv"));
    const std::set<std::vector<std::string>> now (more.begin(), more.end());
    for (const auto& row : rows)
        CHECK (now.count (row) == 1);
}

TEST_CASE ("a map says when a parameter changes nothing", "[map]")
{
    const Workshop bench;
    // A rigid hand has no mass.
    const auto report = bench.json ("map --x hand.mass=0.01:1:log:2 --y hand.force=0.5:1:lin:2 " + lab +
                                    "--seconds 0.2 --no-sounds -o m");
    CHECK (report["idleParameters"] == Json::array ({ "hand.mass" }));
}
