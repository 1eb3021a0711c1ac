// SPDX-License-Identifier: GPL-3.0-or-later
// Where somebody who adds an analysis or a law to the laboratory has to go: the places that Architecture.md names, and
// no more.

#include "Lab/Scenarios/Measures.h"
#include "Support/Motions.h"
#include "Synth/Bodies/LawTable.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

using namespace kolophon;
using namespace kolophon::lab;

namespace
{
namespace fs = std::filesystem;

const fs::path sources = fs::path (KOLOPHON_SOURCE_FOLDER) / "Source";

std::string textOfSource (const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream (file).rdbuf();
    return text.str();
}

std::vector<fs::path> filesUnder (const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator (folder))
        if (entry.is_regular_file())
            files.push_back (entry.path());
    return files;
}

int countOf (const std::string& text, const std::string& pattern)
{
    const std::regex expression (pattern);
    return static_cast<int> (
        std::distance (std::sregex_iterator (text.begin(), text.end(), expression), std::sregex_iterator()));
}
} // namespace

TEST_CASE ("an analysis is one header and its line in the list of analyses")
{
    const auto folder = sources / "Lab" / "Analyses";
    const auto list = textOfSource (folder / "Analyses.h");
    std::set<std::string> kinds;
    const auto schema = scenarioSchema (Json::object());
    for (const auto& branch : schema["oneOf"][0]["properties"]["analyses"]["items"]["oneOf"])
        kinds.insert (branch["properties"]["kind"]["const"].get<std::string>());
    std::vector<std::pair<fs::path, std::string>> all;
    for (const auto& file : filesUnder (sources))
        all.emplace_back (file, textOfSource (file));
    std::size_t count = 0;
    for (const auto& file : filesUnder (folder))
    {
        const auto text = textOfSource (file), name = file.stem().string();
        std::smatch kind;
        if (! std::regex_search (text, kind, std::regex ("static constexpr auto\\s+kind = \"(\\w+)\",\\s+meaning")))
            continue;
        ++count;
        INFO (name);
        CHECK (kinds.count (kind[1]) == 1);
        CHECK (countOf (list, "analysis::" + name + "\\b") == 1);
        for (const auto& [other, itsText] : all)
            if (other != file && other.filename() != "Analyses.h" && itsText.find (name) != std::string::npos)
            {
                INFO (other);
                REQUIRE (
                    countOf (itsText, "analysis::" + name + "\\b|Analyses/" + name + "\\.h|\"" + name + "\\.h\"") == 0);
            }
    }
    CHECK (count == kinds.size());
    CHECK (count >= 16);
}

TEST_CASE ("a law of the engine's list is a law of the laboratory, which names none of them")
{
    for (const auto& file : filesUnder (sources / "Lab"))
    {
        const auto text = textOfSource (file);
        for (const auto& law : lawTable())
        {
            INFO (file << " names " << law.id);
            REQUIRE (text.find (std::string ("\"").append (law.id) + "\"") == std::string::npos);
        }
    }
    for (const auto& law : lawTable())
    {
        INFO (law.id);
        Motion motion;
        motion.body = test::oneMass (1.0, 0.0, 1e4);
        motion.law = test::law (std::string (law.id).c_str(), 0.8, 0.5, 0.1);
        motion.law.knobs.stiffness = 1e5;
        motion.bowVelocity = 0.1;
        motion.seconds = 0.01;
        CHECK (modeNames (motion).size() == law.modes.size());
        CHECK (runRealtime (motion).rows.size() == 481);
        CHECK (runReference (motion).rows.size() == 481);
    }
}

TEST_CASE ("solvers know no JSON")
{
    const std::set<std::string> solvers { "BlockSystem",     "ContactAutomaton", "ContactSystem", "ContinuousLaw",
                                          "CvodeIntegrator", "Explicit",         "HybridSystem",  "Integrator",
                                          "LinearBody",      "ModalIntegrator",  "ModalStep",     "Motion",
                                          "Realtime",        "RealtimeRecorder", "Reference",     "Signal",
                                          "SteppedBody" };
    std::set<std::string> seen;
    for (const auto& file : filesUnder (sources / "Lab"))
        if (solvers.count (file.stem().string()) == 1)
        {
            INFO (file);
            seen.insert (file.stem().string());
            CHECK (countOf (textOfSource (file), "#include .*(Json|Fields|Scenario|Run)\\.h") == 0);
        }
    CHECK (seen == solvers);
}

TEST_CASE ("a refusal knows place, value and what is allowed, wherever it is seen from")
{
    const InputError refusal ({ "run.rate", "-1", "is out of range", "0.001 to 1e8 Hz" });
    CHECK (std::string (refusal.what()) == "run.rate: -1 is out of range; allowed: 0.001 to 1e8 Hz");
    const auto outer = refusal.in ("drill.json");
    CHECK (std::string (outer.what()) == "drill.json: run.rate: -1 is out of range; allowed: 0.001 to 1e8 Hz");
    CHECK (outer.complaint().place == "drill.json: run.rate");
    CHECK (outer.complaint().allowed == "0.001 to 1e8 Hz");

    const auto result = resultOf ([&] () -> int { throw refusal; });
    REQUIRE (! result);
    CHECK (result.error().complaint().value == "-1");
    CHECK (resultOf ([] { return 3; }).value() == 3);
    CHECK_THROWS_AS (valueOrThrow (inFile ("a.json", result)), InputError);

    // What a scenario's reader throws is taken apart like that, too.
    try
    {
        (void)scenarioFromJson (
            Json::parse (R"({ "kolophon_scenario": 1, "title": "x", "body": { "kind": "mass", "mass": -2 } })"), {});
        FAIL ("accepted");
    }
    catch (const InputError& reason)
    {
        CHECK (reason.complaint().place == "body.mass");
        CHECK (reason.complaint().value == "-2");
        CHECK (reason.complaint().allowed == "1e-09 to 1e9 kg");
    }
}
