// SPDX-License-Identifier: GPL-3.0-or-later
#include "LabReport.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Files/Sounds/WavFile.h"
#include "../../Lab/Scenarios/CheckJson.h"
#include "../../Shell/Interrupt.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../Sounds/RenderReport.h"
#include "LabSummary.h"
#include "LabTables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace kolophon
{
namespace
{
using lab::Record;
using lab::Run;

constexpr int digitsOfReport = 5;

std::string expectationText (const Check& check)
{
    const auto number = [] (double value) { return significant (value, digitsOfReport); };
    if (! std::isfinite (check.lowest) && ! std::isfinite (check.highest))
        return std::isfinite (check.expected) ? "published: " + number (check.expected) : "";
    if (std::isfinite (check.expected))
        return number (check.expected) + "  [" + number (check.lowest) + ", " + number (check.highest) + "]";
    if (! std::isfinite (check.highest))
        return "at least " + number (check.lowest);
    if (! std::isfinite (check.lowest))
        return "at most " + number (check.highest);
    return "[" + number (check.lowest) + ", " + number (check.highest) + "]";
}

//==============================================================================
// JSON
//==============================================================================

Json eventsOf (const Run& run, const Record& record)
{
    constexpr std::size_t maxEvents = 20000;
    const auto names = lab::modeNames (run.motion);
    const auto nameOf = [&names] (int mode)
    {
        return mode >= 0 && static_cast<std::size_t> (mode) < names.size()
                   ? Json (names[static_cast<std::size_t> (mode)])
                   : Json (mode);
    };
    Json events = Json::array();
    for (std::size_t i = 0; i < std::min (record.events.size(), maxEvents); ++i)
    {
        const auto& event = record.events[i];
        events.push_back ({ { "time", event.time },
                            { "from", nameOf (event.from) },
                            { "to", nameOf (event.to) },
                            { "position", event.position },
                            { "velocity", event.velocity } });
    }
    return events;
}

Json runJson (const Run& run, const char* solver, const Record& record)
{
    const auto& last = record.rows.back();
    Json piles = Json::array();
    for (const auto& pile : record.piles)
        piles.push_back ({ { "begin", pile.begin },
                           { "end", pile.end },
                           { "stop", pile.stop },
                           { "left", pile.left ? Json (*pile.left) : Json (nullptr) } });
    Json energy { { "storedAtStart", record.rows.front().stored },
                  { "stored", last.stored },
                  { "peak", record.peakEnergy },
                  { "driven", last.driven },
                  { "frictionLoss", last.frictionLoss },
                  { "bodyLoss", last.bodyLoss },
                  { "balance", last.residual } };
    if (std::string_view (solver) == "realtime")
    {
        energy["worstResidualOfAStep"] = record.worstResidual;
        energy["smallestLossOfAStep"] = record.smallestLoss;
    }
    return { { "run", run.name },
             { "solver", solver },
             { "law", run.lawName.empty() ? Json (run.motion.law.id) : Json (run.lawName) },
             { "steps", record.steps },
             { "evaluations", record.evaluations },
             { "interrupted", record.interrupted },
             { "energy", energy },
             { "eventCount", record.events.size() },
             { "events", eventsOf (run, record) },
             { "piles", piles } };
}

std::string fileName (const LabResult& result, const std::string& part)
{
    return result.name + (part.empty() ? "" : "-" + safeFileName (part));
}

void writeSound (const std::filesystem::path& path, const Sound& sound)
{
    double peak = 0.0;
    for (const double sample : sound.samples)
        peak = std::max (peak, std::abs (sample));
    constexpr double level = 0.5;
    std::vector<double> samples;
    for (const double sample : sound.samples)
        samples.push_back (peak > 0.0 ? level * sample / peak : 0.0);
    WavFile file (path, static_cast<int> (std::lround (sound.rate)), WavFormat::pcm16, 600.0, sound.caption,
                  "kolophon lab");
    file.write (samples, samples);
    file.finish();
}

/** Writes the files of an experiment except its JSON, and collects their entries for it. */
class LabWriter
{
public:
    LabWriter (const LabResult& itsResult, const std::filesystem::path& itsFolder)
        : result (itsResult), folder (itsFolder)
    {
    }

    void writeTables ()
    {
        if (! result.records.empty())
            write (result.name + ".csv", csvOf (result));
        for (const auto& table : result.found.tables)
            write (fileName (result, table.name) + ".csv", csvOf (table));
    }

    void writePictures ()
    {
        if (result.pictures.empty())
            return;
        auto list = Json::array();
        for (const auto& picture : result.pictures)
            list.push_back (pictureJson (picture));
        pictures = fileName (result, "figures") + ".json";
        write (pictures, dump (list) + "\n");
    }

    void writeSounds ()
    {
        for (const auto& sound : result.found.sounds)
        {
            const auto name = fileName (result, sound.name) + ".wav";
            writeSound (folder / name, sound);
            files.push_back (name);
            sounds.push_back ({ { "file", name }, { "caption", sound.caption } });
        }
    }

    Json files = Json::array(), sounds = Json::array();
    std::string pictures; // the file with what the page draws; empty: nothing

private:
    void write (const std::string& name, const std::string& text)
    {
        AtomicFile (folder / name).commitText (text);
        files.push_back (name);
    }

    const LabResult& result;
    const std::filesystem::path& folder;
};
} // namespace

bool LabResult::passed() const
{
    return std::all_of (found.checks.begin(), found.checks.end(),
                        [] (const Check& c) { return ! c.judged() || c.passed(); });
}

std::string labText (const LabResult& result)
{
    auto text = printable (result.name, longestCell) + ": " + printable (result.scenario.title, longestLine) + "\n";
    for (const auto& remark : result.scenario.remarks)
        text += "  " + printable (remark, longestLine) + "\n";
    std::vector<std::string> names;
    std::size_t width = 0;
    for (const auto& check : result.found.checks)
        width = std::max (width, names.emplace_back (printable (check.name, longestCell)).size());
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        const auto& check = result.found.checks[i];
        text +=
            std::string ("  ") + (! check.judged() ? "      " : (check.passed() ? "pass  " : "MISS  ")) + names[i] +
            std::string (width - names[i].size() + 2, ' ') +
            (std::isnan (check.obtained) ? std::string ("no value")
                                         : significant (check.obtained, 6) + " " + printable (check.unit, longestCell));
        const auto expected = check.notJudged.empty() ? expectationText (check) : "not judged: " + check.notJudged;
        text += (expected.empty() ? "" : "   " + expected) +
                (check.source.empty() ? "" : "   " + printable (check.source, longestLine)) + "\n";
    }
    return text;
}

Json writeLab (const LabResult& result, const std::filesystem::path& folder, const std::string& commandLine)
{
    const auto& s = result.scenario;
    auto notes = s.notes;
    notes.insert (notes.end(), s.remarks.begin(), s.remarks.end());
    LabWriter writer (result, folder);
    const Closing closing;
    writer.writeTables();
    writer.writePictures();
    writer.writeSounds();
    Json checks = Json::array(), runs = Json::array();
    for (const auto& check : result.found.checks)
        checks.push_back (lab::checkJson (check));
    for (std::size_t i = 0; i < result.records.size(); ++i)
        for (const auto& [solver, record] : recordsOf (result.records[i]))
            runs.push_back (runJson (s.runs[i], solver, *record));
    Json json { { "schema", "kolophon-lab" },
                { "schemaVersion", 1 },
                { "version", KOLOPHON_VERSION },
                { "command", commandLine },
                { "name", result.name },
                { "title", s.title },
                { "source", s.source },
                { "notes", notes },
                { "interrupted", result.found.interrupted },
                { "passed", result.passed() && ! result.found.interrupted },
                { "seed", nullptr }, // nothing in a motion is left to chance; studies have theirs in the scenario
                { "seconds", result.seconds },
                { "checks", checks },
                { "runs", runs },
                { "figures", writer.pictures.empty() ? Json (nullptr) : Json (writer.pictures) },
                { "sounds", writer.sounds },
                { "files", writer.files },
                { "scenario", s.document } };
    AtomicFile (folder / (result.name + ".json")).commitText (labSummaryText (json));
    return json;
}
} // namespace kolophon
