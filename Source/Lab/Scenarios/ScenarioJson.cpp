// SPDX-License-Identifier: GPL-3.0-or-later
#include "Scenario.h"

#include "ScenarioParts.h"

#include "../../Core/Text/SizeText.h"
#include "../../Files/Bytes/WholeFile.h"
#include "../../Synth/Bodies/LawTable.h"

#include <set>

namespace kolophon::lab
{
using namespace scenario;

namespace
{
constexpr double maxMemory = 3e9; // [bytes] of all runs together

void readHead (Fields& f, Scenario& s)
{
    f.text ("$schema", "", "");
    f.integer ("kolophon_scenario", 1, 1, "Version of this format.");
    s.title = f.text ("title", "Title in one line.");
    s.source = f.text ("source", "Source of the experiment.", "");
    s.notes = f.texts ("notes", 0, 100, "Purpose, corrections and points of interest; one paragraph each.");
}

/** Reads a document except variants and sweep, which make several documents of it. */
void readSingle (Fields& f, Run& run, Scenario& s)
{
    readHead (f, s);
    readMotion (f, run);
    f.list ("analyses", 0, 400, "Questions, and the expected answers.",
            [&s] (Fields& g) { readAnalysis (g, s.analyses.emplace_back()); });
    f.list ("figures", 0, 20, "Figures; default: position, speed and force over time.",
            [&s] (Fields& g) { readPicture (g, s.pictures.emplace_back()); });
}

void checkNames (const Scenario& s)
{
    std::set<std::string> names;
    for (const auto& run : s.runs)
        if (! names.insert (run.name).second)
            throw InputError ({ .place = "variants", .problem = "two runs are called \"" + run.name + "\"" });
    const auto known = [&names] (const std::string& name, const std::string& path)
    {
        if (names.count (name) == 0)
        {
            std::string allowed;
            for (const auto& one : names)
                allowed += (allowed.empty() ? "" : ", ") + one;
            throw InputError ({ .place = path, .problem = "unknown run \"" + name + "\"", .allowed = allowed });
        }
    };
    for (std::size_t i = 0; i < s.analyses.size(); ++i)
    {
        const auto path = "analyses[" + std::to_string (i) + "].";
        for (const auto& name : s.analyses[i].of)
            known (name, path + "of");
        for (const auto& [name, values] : s.analyses[i].expected)
            if (! name.empty())
                known (name, path + "expect");
        if (const auto other = s.analyses[i].other(); ! other.empty())
            known (other, path + "other");
    }
    for (std::size_t i = 0; i < s.pictures.size(); ++i)
        for (const auto& panel : s.pictures[i].panels)
            for (const auto& name : panel.of)
                known (name, "figures[" + std::to_string (i) + "].panels.of");
}
} // namespace

Scenario scenarioFromJson (Json document, const std::filesystem::path& folder)
{
    Scenario scenario;
    if (document.is_object() && document.contains ("study"))
    {
        Fields::read (document, {}, folder,
                      [&scenario] (Fields& f)
                      {
                          readHead (f, scenario);
                          f.value ("study", "An experiment over many runs.", true, Json::object());
                      });
        scenario.document = std::move (document);
        return scenario;
    }

    auto single = document;
    std::vector<Variant> variants;
    if (document.is_object())
    {
        single.erase ("variants");
        single.erase ("sweep");
        Json several = Json::object();
        for (const auto* name : { "variants", "sweep" })
            if (document.contains (name))
                several[name] = document[name];
        Fields::read (several, {}, folder, [&variants] (Fields& f) { variants = readSweeps (f, readVariants (f)); });
    }
    if (variants.empty())
        variants.emplace_back();
    double memory = 0.0;
    for (const auto& variant : variants)
    {
        auto changed = single;
        Scenario read;
        Run run;
        run.name = variant.name;
        try
        {
            for (const auto& setting : variant.settings)
                change (changed, setting);
            Fields::read (changed, {}, folder, [&] (Fields& f) { readSingle (f, run, read); });
            if (memory += memoryOf (run); memory > maxMemory)
                throw InputError ({ .place = "run",
                                    .problem = "the rows of all runs up to this one take " + sizeText (memory),
                                    .allowed = sizeText (maxMemory) +
                                               " (a larger run.every, one run.solver or fewer variants need less)" });
        }
        catch (const InputError& reason)
        {
            if (variant.name.empty())
                throw;
            throw reason.in ("variant \"" + variant.name + "\"");
        }
        auto runs = std::move (scenario.runs);
        scenario = std::move (read);
        scenario.runs = std::move (runs);
        scenario.runs.push_back (std::move (run));
    }
    checkNames (scenario);
    scenario.document = std::move (document);
    return scenario;
}

void useSolver (Scenario& scenario, const std::string& name)
{
    const auto solver = solverOf (name);
    std::string kept, why;
    std::size_t count = 0;
    for (auto& run : scenario.runs)
    {
        const bool noStep = solver != Solver::explicitSteps && run.solver == Solver::explicitSteps;
        const bool noRealtime = ! run.motion.stops && ! run.motion.network && ! run.motion.law.hasRealtimeForm() &&
                                (solver == Solver::realtime || solver == Solver::both);
        if (! noStep && ! noRealtime)
        {
            run.solver = solver;
            continue;
        }
        kept += (count++ == 0 ? "" : ", ") + (run.name.empty() ? "the run" : "\"" + run.name + "\"");
        why = noRealtime ? "the law " + run.motion.law.id + " has no real-time form"
                         : "the experiment is about steps without event location";
    }
    if (count == 0)
        return scenario.document.is_object() ? change (scenario.document, { "run.solver", name }) : void();
    if (count == scenario.runs.size())
        throw InputError ("--solver " + name + " does not apply to this experiment: " + why);
    scenario.remarks.push_back ("--solver " + name + " does not affect " + kept + ": " + why);
    change (scenario.document, { "run.solver", name });
}

Json scenarioSchema (const Json& study)
{
    const auto motion = Fields::describe (
        [] (Fields& f)
        {
            Run run;
            Scenario scenario;
            readSingle (f, run, scenario);
            readSweeps (f, readVariants (f));
        });
    const auto other = Fields::describe (
        [&study] (Fields& f)
        {
            Scenario scenario;
            readHead (f, scenario);
            f.value ("study", "An experiment over many runs: a map, a sweep, a table.", true, study);
        });
    Signal signal;
    return { { "$schema", "https://json-schema.org/draft/2020-12/schema" },
             { "title", "Kolophon experiment" },
             { "description", "Experiment for kolophon lab. Generated by kolophon schema scenario; explained in "
                              "Resources/Docs/Laboratory.md." },
             { "oneOf", Json::array ({ motion, other }) },
             { "$defs",
               { { "signal", Fields::describe ([&signal] (Fields& f) { readSignalObject (f, signal); }) } } } };
}
} // namespace kolophon::lab
