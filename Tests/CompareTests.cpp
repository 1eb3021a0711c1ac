// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Bench/ContactObserver.h"
#include "Synth/Parameters/ParameterTable.h"

#include "Support/HurriedSong.h"
#include "Support/LongRun.h"
#include "Support/ReadSound.h"
#include "Support/RunningTool.h"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <tuple>
#include <unistd.h>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace
{
/** The tool, and what it played. */
struct Laboratory : ToolFolder
{
    std::vector<double> samples (const std::string& name) const { return readSound (path (name)).samples; }
};

double energy (const std::vector<double>& values)
{
    double sum = 0.0;
    for (const double x : values)
        sum += x * x;
    return sum;
}

TimedEvent noteOn (double seconds, int key, int channel = 0)
{
    return { seconds,
             { 0, PerformanceEvent::Type::noteOn, static_cast<std::uint8_t> (channel), static_cast<std::uint16_t> (key),
               0.6 } };
}

TimedEvent noteOff (double seconds, int key, int channel = 0)
{
    auto event = noteOn (seconds, key, channel);
    event.event.type = PerformanceEvent::Type::noteOff;
    return event;
}

TimedEvent bend (double seconds, double value)
{
    return { seconds, { 0, PerformanceEvent::Type::pitchBend, 0, 0, value } };
}
} // namespace

TEST_CASE ("the same gesture through three laws gives aligned sounds, differences, tables and a page", "[compare]")
{
    const Laboratory bench;
    const auto report =
        bench.json ("compare --note D4 --seconds 1.5 --tail 0.25 --laws kolophon,lugre,dahl -o a/b --bits 32f");
    CHECK (bench.files ("a/b") == std::set<std::string> { "kolophon.wav", "lugre.wav", "dahl.wav",
                                                          "kolophon-minus-lugre.wav", "kolophon-minus-dahl.wav",
                                                          "compare.csv", "compare.json", "compare.html" });
    CHECK (report["schema"] == "kolophon-compare");
    CHECK (report["schemaVersion"] == 1);
    CHECK (report["lengthSeconds"] == 1.75);
    CHECK (report["gainDb"] == 0.0);
    CHECK (report["checksPassed"] == true);
    REQUIRE (report["laws"].size() == 3);
    CHECK (Json::parse (bench.file ("a/b/compare.json")) == report);

    // The first law is what render plays.
    const auto render = bench.json (
        "render -p \"Plain String\" --note D4 --seconds 1.5 --tail 0.25 -o r.wav --bits 32f --set out.guard=off");
    const auto first = report["laws"][0];
    CHECK (first["hash"] == render["hash"]);
    CHECK ((bench.samples ("a/b/kolophon.wav") == bench.samples ("r.wav")));
    CHECK_THAT (first["loudnessLufs"].get<double>(), WithinAbs (render["loudnessLufs"].get<double>(), 1e-9));
    CHECK (first["relativeResidual"].get<double>() < 1e-14); // of every step, since a comparison is probed
    CHECK (render["ledger"]["relativeResidual"].get<double>() < 1e-14);

    // Helmholtz motion on the key, from the one law; Dahl's friction does not fall with speed, so nothing sings.
    CHECK (std::abs (first["pitchErrorCents"].get<double>()) < 2.0);
    CHECK_THAT (first["slipsPerPeriod"].get<double>(), WithinAbs (1.0, 0.01));
    CHECK (first["helmholtzSeconds"].get<double>() > 0.0);
    CHECK (first["helmholtzSeconds"].get<double>() < 0.2);
    CHECK (first["helmholtzShare"] == 1.0);
    CHECK (first["nonHarmonicDb"].get<double>() < -50.0);
    CHECK (first["energyCreatedJoule"] == 0.0);
    CHECK (first["differenceDb"].is_null());
    CHECK (first["reasons"]["differenceDb"] == "the first law");
    const auto dahl = report["laws"][2];
    CHECK (dahl["slipsPerPeriod"] == 0.0);
    CHECK (dahl["helmholtzSeconds"].is_null());
    CHECK_THAT (dahl["reasons"]["helmholtzSeconds"].get<std::string>(), Contains ("one slip"));
    CHECK (dahl["loudnessLufs"].get<double>() < first["loudnessLufs"].get<double>() - 20.0);

    for (const std::size_t i : { 1u, 2u })
    {
        const auto& law = report["laws"][i];
        const auto a = bench.samples ("a/b/kolophon.wav"), b = bench.samples ("a/b/" + law["file"].get<std::string>()),
                   d = bench.samples ("a/b/" + law["differenceFile"].get<std::string>());
        REQUIRE (a.size() == b.size());
        REQUIRE (a.size() == d.size());
        double worst = 0.0;
        for (std::size_t n = 0; n < a.size(); ++n)
            worst = std::max (worst, std::abs (a[n] - b[n] - d[n]));
        CHECK (worst < 2e-7); // three roundings to single precision
        CHECK_THAT (law["differenceDb"].get<double>(), WithinAbs (10.0 * std::log10 (energy (d) / energy (a)), 1e-3));
    }
}

TEST_CASE ("the table has a row a law, and the CSV reads back to the numbers of the JSON", "[compare]")
{
    const Laboratory bench;
    const auto outcome = bench.shell (
        "\"$K\" compare --note G3 --seconds 1 --tail 0 --laws lugre,kolophon -o x --set 'hand.pressure=40 %'");
    CHECK (outcome.code == 0);
    for (const auto* word : { "pitch Hz", "cents", "LUFS", "slips/period", "created J", "\n  lugre ", "\n  kolophon " })
        CHECK_THAT (outcome.out, Contains (word));
    CHECK_THAT (outcome.err, Contains ("100 %"));
    const auto report = Json::parse (bench.file ("x/compare.json"));
    const auto csv = bench.file ("x/compare.csv");
    CHECK (std::count (csv.begin(), csv.end(), '\n') == 3);
    CHECK_THAT (csv, Contains ("\nkolophon,\"Kolophon\",kolophon.wav,lugre-minus-kolophon.wav,"));
    for (const auto& law : report["laws"])
        for (const auto* key : { "pitchHertz", "pitchErrorCents", "loudnessLufs", "slipsPerPeriod", "nonHarmonicDb" })
        {
            std::array<char, 32> text {};
            const auto end = std::to_chars (text.data(), text.data() + text.size(), law[key].get<double>()).ptr;
            CHECK_THAT (csv, Contains ("," + std::string (text.data(), end)));
        }
    const auto quiet = bench.shell ("\"$K\" compare --note G3 --seconds 0.2 --tail 0 --laws lugre -o x --quiet");
    CHECK (quiet.code == 0);
    CHECK (quiet.out.empty());
}

TEST_CASE ("equal comparisons write equal files", "[compare]")
{
    const Laboratory bench;
    const std::string command = "compare --note D4 --seconds 0.5 --tail 0 --laws kolophon,switch -o x";
    bench.json (command);
    std::vector<std::string> before;
    for (const auto& name : bench.files ("x"))
        before.push_back (bench.file ("x/" + name));
    bench.json (command);
    std::vector<std::string> after;
    for (const auto& name : bench.files ("x"))
        after.push_back (bench.file ("x/" + name));
    CHECK ((before == after));
}

TEST_CASE ("the page stands by itself: its links lead to files, its ids are unique, its figures are inside",
           "[compare]")
{
    const Laboratory bench;
    const auto report = bench.json ("compare --note D4 --seconds 0.5 --tail 0 --laws kolophon,dds3,hess_soom -o x "
                                    "--set 'hand.speed=0.15 m/s'");
    const auto page = bench.file ("x/compare.html");
    CHECK_THAT (page, Contains ("--set &quot;hand.speed=0.15 m/s&quot;"));
    CHECK_THAT (page, ! Contains ("http://"));
    CHECK_THAT (page, Contains ("RMS") && Contains ("Meaning of the columns"));

    const std::regex link ("(?:src|href)=\"([^\"#]+)\"");
    int links = 0;
    for (std::sregex_iterator match (page.begin(), page.end(), link), end; match != end; ++match, ++links)
        CHECK (fs::exists (bench.folder / "work/x" / (*match)[1].str()));
    CHECK (links == 2 * 5 + 2);

    std::set<std::string> ids;
    const std::regex id ("[ <]id=[\"']([^\"']+)[\"']"), reference ("href=[\"']#([^\"']+)[\"']");
    for (std::sregex_iterator match (page.begin(), page.end(), id), end; match != end; ++match)
    {
        INFO ((*match)[1].str());
        CHECK (ids.insert ((*match)[1].str()).second);
    }
    for (std::sregex_iterator match (page.begin(), page.end(), reference), end; match != end; ++match)
        REQUIRE (ids.count ((*match)[1].str()) == 1);
    // A figure for each law: five panels, with the first law behind the others.
    const auto figures = pageData (page, "figures");
    CHECK (figures.size() == 3);
    for (const std::string law : { "kolophon", "dds3", "hess_soom" })
    {
        CHECK_THAT (page, Contains ("<figure data-figure=\"" + law + "\">"));
        REQUIRE (figures[law]["panels"].size() == 5);
        for (const auto& panel : figures[law]["panels"])
        {
            CHECK (panel["curves"].size() == (law == "kolophon" ? 1 : 2));
            CHECK (panel["curves"][0]["title"] == "Kolophon");
            CHECK (panel["curves"].back()["x"].size() > 20);
        }
    }
}

TEST_CASE ("loud laws are lowered together, not one by one", "[compare]")
{
    const Laboratory bench;
    const auto plain =
        bench.json ("compare --note D4 --seconds 0.5 --tail 0 --laws kolophon,dds3 -o x --set 'out.level=-2 dB'");
    const auto loud =
        bench.json ("compare --note D4 --seconds 0.5 --tail 0 --laws kolophon,dds3 -o x --set 'out.level=10 dB'");
    CHECK (plain["gainDb"] == 0.0);
    CHECK (loud["gainDb"].get<double>() < -1.0);
    double peak = 0.0;
    for (const auto& name : { "kolophon.wav", "dds3.wav", "kolophon-minus-dds3.wav" })
        for (const double x : bench.samples (std::string ("x/") + name))
            peak = std::max (peak, std::abs (x));
    CHECK_THAT (20.0 * std::log10 (peak), WithinAbs (-1.0, 1e-3));
    for (const std::size_t i : { 0u, 1u })
        CHECK_THAT (loud["laws"][i]["loudnessLufs"].get<double>() - plain["laws"][i]["loudnessLufs"].get<double>(),
                    WithinAbs (12.0 + loud["gainDb"].get<double>(), 1e-6));
    CHECK_THAT (loud["laws"][1]["differenceDb"].get<double>(),
                WithinAbs (plain["laws"][1]["differenceDb"].get<double>(), 1e-6));
}

TEST_CASE ("a song has no one pitch but a median error, and says so", "[compare]")
{
    const Laboratory bench;
    const auto song = [&bench] (const std::string& name, unsigned times)
    {
        const auto midi = contents (KOLOPHON_SOURCE_FOLDER "/Resources/Demos/" + name);
        bench.write ("song.mid", hurried (midi, longRun() ? 1 : times));
        return bench.json ("compare song.mid --laws kolophon -o x --rate 22050 --tail 0")["laws"][0];
    };
    const auto bach = song ("bach-prelude-bwv1007.mid", 2);
    CHECK (bach["pitchHertz"].is_null());
    CHECK (bach["nonHarmonicDb"].is_null());
    CHECK (bach["reasons"]["pitchHertz"] == "several notes");
    CHECK (bach["medianPitchErrorCents"].get<double>() < 3.0);
    CHECK (bach["helmholtzShare"].get<double>() > 0.5);
    const auto canon = song ("pachelbel-canon-mpe.mid", 8);
    CHECK (canon["medianPitchErrorCents"].is_null());
    CHECK_THAT (canon["reasons"]["medianPitchErrorCents"].get<std::string>(), Contains ("bend"));
}

TEST_CASE ("every mistake in a comparison has one clear line and leaves nothing behind", "[compare]")
{
    struct Case
    {
        std::string arguments, words;
        int code;
    };
    const Laboratory bench;
    std::ofstream (bench.folder / "file") << "here";
    const std::string note = "compare --note G3 --seconds 0.1 ";
    const auto wrong = GENERATE_COPY (values<Case> ({
        { note, "output", 2 },
        { "compare -o x", "compare needs a MIDI file", 2 },
        { "compare a.mid --note G3 -o x", "not both", 2 },
        { note + "-o x --laws kolophon,lugree", "--laws: \"lugree\" is not one of kolophon, thermal, lugre, dupont",
          2 },
        { note + "-o x --laws ''", "\"\" is not one of", 2 },
        { note + "-o x --laws lugre,", "\"\" is not one of", 2 },
        { note + "-o x --laws dahl,lugre,dahl", "contains dahl twice", 2 },
        { note + "-o x --set contact.law=Dahl", "--laws", 2 },
        { note + "-o x --set hand.sped=1", "did you mean", 2 },
        { note + "-o x --bits 20", "16, 24, 32f", 2 },
        { "compare none.mid -o x", "none.mid", 3 },
        { note + "-o x -p Nobody", "Nobody", 3 },
        { note + "-o ../file", "file", 5 },
        { note + "-o ../file/x", "file/x", 5 },
    }));
    INFO (wrong.arguments);
    const auto outcome = bench.shell ("\"$K\" " + wrong.arguments);
    CHECK (outcome.code == wrong.code);
    CHECK (outcome.out.empty());
    CHECK (std::count (outcome.err.begin(), outcome.err.end(), '\n') == 1);
    CHECK_THAT (outcome.err, Contains (wrong.words));
    CHECK (bench.files ("").empty());
    CHECK (contents (bench.folder / "file") == "here");
}

TEST_CASE ("a comparison never replaces its input", "[compare]")
{
    const Laboratory bench;
    const auto preset = contents (KOLOPHON_SOURCE_FOLDER "/Resources/Presets/FirstLight.json");
    fs::create_directories (bench.folder / "work/x");
    std::ofstream (bench.folder / "work/x/compare.json") << preset;
    const auto outcome = bench.shell ("\"$K\" compare --note D4 --seconds 0.1 -p x/compare.json -o x");
    CHECK (outcome.code == 2);
    CHECK_THAT (outcome.err, Contains ("x/compare.json"));
    CHECK (bench.file ("x/compare.json") == preset);
}

TEST_CASE ("an interrupted comparison leaves no half of itself", "[compare]")
{
    const Laboratory bench;
    RunningTool tool (
        bench, { "compare", "--note", "G3", "--seconds", "3000", "-o", "x", "--laws", "kolophon,lugre", "--quiet" });
    REQUIRE (tool.untilWriting ("x", 100'000)); // samples of the first law
    const auto end = tool.endingAfter (SIGINT);
    CHECK (end.code == 130);
    CHECK_THAT (end.err, Contains ("interrupted"));
    CHECK (bench.files ("x").empty());
}

TEST_CASE ("a stretch lasts from a note-on to its note-off or the next note-on", "[compare]")
{
    const auto patch = defaultsOfFormat1();
    const std::vector events {
        noteOn (0.0, 60),    noteOff (1.0, 60),                        // alone
        noteOn (2.0, 62),    noteOn (2.5, 64),     noteOff (3.0, 62),  // overlapping
        noteOff (3.5, 64),   noteOn (4.0, 65),     noteOff (4.05, 65), // too short
        noteOn (5.0, 67),    noteOff (5.5, 67, 3), noteOff (6.0, 67),  // another channel's note-off
        noteOn (7.0, 69, 1), noteOn (7.0, 71, 1),  noteOff (8.0, 69, 1), noteOff (8.0, 71, 1)
    };
    const auto found = noteSegmentsOf (events, patch, 1000);
    REQUIRE (found.size() == 5);
    const std::vector<std::tuple<int, int, int>> expected {
        { 60, 0, 1000 }, { 62, 2000, 2500 }, { 64, 2500, 3500 }, { 67, 5000, 6000 }, { 71, 7000, 8000 }
    };
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        CHECK (std::tuple<int, int, int> (found[i].key, found[i].begin, found[i].end) == expected[i]);
        CHECK (found[i].steadyPitch);
        CHECK (found[i].steadyBegin() == found[i].end - (found[i].end - found[i].begin) * 7 / 10);
    }
    CHECK (NoteSegment { 0, 1000000, 60, true }.steadyBegin() == 1000000 - 65536);
}

TEST_CASE ("a stretch with bend, vibrato or glide has no steady pitch", "[compare]")
{
    auto patch = defaultsOfFormat1();
    const std::vector bent { noteOn (0.0, 60), bend (0.5, 0.1),  noteOff (1.0, 60),
                             bend (1.5, 0.0),  noteOn (2.0, 62), noteOff (3.0, 62) };
    const auto found = noteSegmentsOf (bent, patch, 1000);
    REQUIRE (found.size() == 2);
    CHECK_FALSE (found[0].steadyPitch);
    CHECK (found[1].steadyPitch);
    const std::vector plain { noteOn (0.0, 60), noteOff (1.0, 60), noteOn (1.0, 62), noteOff (2.0, 62) };
    patch.voiceGlide = 0.1;
    CHECK (noteSegmentsOf (plain, patch, 1000)[0].steadyPitch);
    CHECK_FALSE (noteSegmentsOf (plain, patch, 1000)[1].steadyPitch);
    patch.voiceVibratoCents = 10.0;
    CHECK_FALSE (noteSegmentsOf (plain, patch, 1000)[0].steadyPitch);
    patch = defaultsOfFormat1();
    patch.bodyTuneSemitones = 12.0;
    CHECK_THAT (nominalFrequency (57, patch), WithinAbs (440.0, 1e-9));
}
