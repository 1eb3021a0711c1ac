// SPDX-License-Identifier: GPL-3.0-or-later
#include "LabCommand.h"

#include "../Analysis/Parallel.h"
#include "../Documentation/ExperimentPage.h"
#include "../Documentation/LabGuide.h"
#include "../Files/AtomicFile.h"
#include "../Files/PrintableText.h"
#include "../Files/WholeFile.h"
#include "../Lab/Overrides.h"
#include "../Reports/LabReport.h"
#include "../Reports/LabSummary.h"
#include "../Shell/Console.h"
#include "../Shell/Interrupt.h"
#include "../Shell/Progress.h"
#include "../Shell/Suggestion.h"
#include "../Studies/Study.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <numeric>
#include <optional>

namespace kolophon
{
std::span<const std::string_view> embeddedExperimentTexts () noexcept;
std::span<const std::string_view> embeddedExperimentNames () noexcept;

namespace
{
namespace fs = std::filesystem;

/** A scenario before it is read. */
struct ScenarioText
{
    std::string name;
    std::string text;
    fs::path folder; // of the files that it names
};

std::vector<ScenarioText> shipped ()
{
    std::vector<ScenarioText> sources;
    for (std::size_t i = 0; i < embeddedExperimentTexts().size(); ++i)
        sources.push_back (
            { std::string (embeddedExperimentNames()[i]), std::string (embeddedExperimentTexts()[i]), {} });
    return sources;
}

ScenarioText sourceOf (const std::string& what)
{
    for (auto& source : shipped())
        if (source.name == what)
            return source;
    const auto words = laboratoryWords();
    const std::vector<std::string_view> names (words.begin(), words.end());
    const fs::path path = what;
    if (std::error_code error; what != "-" && ! fs::exists (path, error))
        throw Failure (ExitCode::badInput,
                       "no such experiment or file: \"" + what + "\"" + suggestion (what, names, "lab list"));
    constexpr std::size_t largest = 16'000'000; // [bytes]
    std::string text;
    try
    {
        text = wholeText (path, largest);
    }
    catch (const InputError& reason)
    {
        throw Failure (ExitCode::badInput, shownName (path) + ": cannot be read: " + reason.what());
    }
    return { what == "-" ? "standard-input" : safeFileName (path.stem().string()), std::move (text),
             path.parent_path() };
}

struct Prepared
{
    std::string name;
    lab::Scenario scenario;
    std::function<StudyResult (const StudyContext&)> study; // empty: motions
};

std::function<StudyResult (const StudyContext&)> prepareStudy (const Json& json, const fs::path& folder)
{
    std::function<StudyResult (const StudyContext&)> prepared;
    std::vector<lab::Fields::Kind> kinds;
    for (const auto& study : studies())
        kinds.push_back (
            { study.kind, study.meaning, [&prepared, &study] (lab::Fields& f) { prepared = study.prepare (f); } });
    lab::Fields::read (json, "study", folder, [&kinds] (lab::Fields& f) { f.kinds ("kind", kinds, ""); });
    return prepared;
}

Prepared prepare (const ScenarioText& source, const LabOptions& o)
{
    Prepared prepared { source.name, {}, {} };
    try
    {
        auto document = parseShallow (source.text);
        std::vector<lab::Setting> settings;
        for (const auto& setting : o.settings)
            settings.push_back (lab::settingOf (setting));
        const auto overridden = lab::overrideWith (document, settings);
        prepared.scenario = lab::scenarioFromJson (std::move (document), source.folder);
        prepared.scenario.changedModel = overridden.model;
        prepared.scenario.restated = overridden.analyses;
        prepared.scenario.remarks = overridden.remarks;
        if (! o.solver.empty() && prepared.scenario.study() == nullptr)
            lab::useSolver (prepared.scenario, o.solver);
        if (const auto* study = prepared.scenario.study())
            prepared.study = prepareStudy (*study, source.folder);
    }
    catch (const InputError& reason)
    {
        throw Failure (ExitCode::badInput, source.name + ": " + reason.what());
    }
    return prepared;
}

LabResult perform (const Prepared& prepared, int jobs, const std::function<void (double)>& progress)
{
    LabResult result;
    result.name = prepared.name;
    result.scenario = prepared.scenario;
    const auto begin = std::chrono::steady_clock::now();
    try
    {
        if (prepared.study)
        {
            StudyContext context;
            context.jobs = jobs;
            context.progress = progress;
            context.interrupted = interruptRequested;
            result.found = prepared.study (context);
            for (auto& check : result.found.checks)
                if (result.scenario.changedModel)
                    check.notJudged = "the variant's model differs from the study's";
        }
        else
        {
            const auto& runs = result.scenario.runs;
            result.records.resize (runs.size());
            std::atomic<std::size_t> done { 0 };
            inParallel (runs.size(), jobs,
                        [&] (std::size_t i)
                        {
                            result.records[i] = lab::perform (runs[i], interruptRequested);
                            progress (static_cast<double> (++done) / static_cast<double> (runs.size()));
                        });
            for (const auto& records : result.records)
                result.found.interrupted = result.found.interrupted || records.interrupted();
            if (! result.found.interrupted)
                for (const auto& analysis : result.scenario.analyses)
                {
                    auto checks = lab::answer (analysis, result.scenario, result.records, interruptRequested);
                    result.found.interrupted = interruptRequested();
                    if (result.found.interrupted)
                        break;
                    std::move (checks.begin(), checks.end(), std::back_inserter (result.found.checks));
                }
            if (! result.found.interrupted) // otherwise they are not drawn, and the user waits for the end
                describeMotions (result);
        }
    }
    catch (const InputError& reason)
    {
        throw Failure (ExitCode::badInput, prepared.name + ": " + reason.what());
    }
    result.seconds = std::chrono::duration<double> (std::chrono::steady_clock::now() - begin).count();
    return result;
}

std::optional<Json> finished (const fs::path& folder, const Prepared& prepared)
{
    auto json = labSummaryFrom (folder, prepared.name);
    if (json.is_null() || json["interrupted"] == true || json["scenario"] != prepared.scenario.document)
        return {};
    for (const auto& name : json["files"])
    {
        const auto file = folder / name.get<std::string>();
        std::error_code error;
        const auto status = fs::status (file, error);
        if (! fs::exists (status))
            return {};
        if (! fs::is_regular_file (status))
            throw Failure (ExitCode::notWritable, file.string() + " can't be replaced by a result: it is not a file");
    }
    return json;
}

/** Shows the progress of an experiment, and the remaining time of the others. */
class Watch
{
public:
    Watch (bool quiet, std::size_t experiments) : progress (Progress::styleFor (quiet)), fractions (experiments, 0.0) {}

    void show (std::size_t index, double fraction)
    {
        const std::lock_guard lock (guard);
        fractions[index] = fraction;
        const double whole =
            std::accumulate (fractions.begin(), fractions.end(), 0.0) / static_cast<double> (fractions.size());
        const double elapsed = std::chrono::duration<double> (std::chrono::steady_clock::now() - begin).count();
        if (whole > 0.0)
            progress.showLeft (whole, elapsed * (1.0 - whole) / whole);
    }
    void finish () { progress.finish(); }

private:
    Progress progress;
    std::vector<double> fractions;
    std::mutex guard;
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

Json checksJson (const LabResult& result)
{
    Json checks = Json::array();
    for (const auto& check : result.found.checks)
        checks.push_back ({ { "name", check.name },
                            { "obtained", check.obtained },
                            { "unit", check.unit },
                            { "judged", check.judged() },
                            { "passed", check.passed() } });
    return { { "name", result.name }, { "passed", result.passed() }, { "checks", checks } };
}

ExitCode run (const std::vector<ScenarioText>& sources, const LabOptions& o)
{
    std::vector<Prepared> prepared;
    for (const auto& source : sources)
        prepared.push_back (prepare (source, o));
    const fs::path folder = o.output;
    if (! o.output.empty())
        outputFolder (folder);
    const int jobs = threadsFor (o.jobs);
    Watch watch (o.quiet, prepared.size());
    std::vector<Json> found (prepared.size());
    std::vector<std::string> texts (prepared.size());
    std::atomic<bool> missed { false };
    const bool together = prepared.size() > 1;
    const auto one = [&] (std::size_t i)
    {
        if (interruptRequested())
            return;
        if (o.resume && ! o.output.empty())
            if (auto kept = finished (folder, prepared[i]))
            {
                missed = missed || ! kept->value ("passed", false);
                found[i] = std::move (*kept);
                texts[i] = prepared[i].name + ": kept\n";
                watch.show (i, 1.0);
                return;
            }
        const auto result =
            perform (prepared[i], together ? 1 : jobs, [&] (double fraction) { watch.show (i, fraction); });
        missed = missed || ! result.passed();
        texts[i] = labText (result);
        if (! o.output.empty())
            found[i] = writeLab (result, folder, o.commandLine);
        else if (o.json)
            found[i] = checksJson (result);
        watch.show (i, 1.0);
    };
    inParallel (prepared.size(), together ? jobs : 1, one);
    watch.finish();
    const Closing closing;
    std::erase_if (found, [] (const Json& json) { return json.is_null(); });
    if (! o.output.empty())
        AtomicFile (folder / "index.html").commitText (labPage (found, folder, o.commandLine));
    if (o.markdown)
        std::fputs (experimentPage (found).c_str(), stdout);
    else if (o.json)
        std::printf ("%s\n", printableJson (Json (found).dump (2, ' ', false, Json::error_handler_t::replace)).c_str());
    else if (! o.quiet)
        for (const auto& text : texts)
            std::fputs (text.c_str(), stdout);
    if (interruptRequested())
    {
        tell (o.output.empty() ? "interrupted"
                               : "interrupted; the folder holds the finished results (continue with --resume)");
        return ExitCode::interrupted;
    }
    if (missed)
        tell ("check failed: a number misses its tolerance");
    return missed ? ExitCode::checkFailed : ExitCode::ok;
}

/** Entry of a shipped experiment in the list. */
struct LabEntry
{
    std::string name, title, source;
    std::string study; // its kind; empty: motions
};

std::vector<LabEntry> entries ()
{
    std::vector<LabEntry> all;
    for (const auto& source : shipped())
    {
        const auto document = parseShallow (source.text);
        all.push_back ({ source.name, document.value ("title", ""), document.value ("source", ""),
                         document.contains ("study") ? document["study"].value ("kind", "") : std::string() });
    }
    return all;
}

void listAsText ()
{
    for (const auto& one : entries())
        std::printf ("%-24s %s\n", one.name.c_str(), one.title.c_str());
}

void listAsJson ()
{
    Json all = Json::array();
    for (const auto& one : entries())
        all.push_back ({ { "name", one.name },
                         { "title", one.title },
                         { "source", one.source },
                         { "study", one.study.empty() ? Json (nullptr) : Json (one.study) } });
    std::printf ("%s\n", all.dump (2).c_str());
}

Json studySchema ()
{
    std::vector<lab::Fields::Kind> kinds;
    for (const auto& study : studies())
        kinds.push_back ({ study.kind, study.meaning, [&study] (lab::Fields& f) { study.prepare (f); } });
    return lab::Fields::describe ([&kinds] (lab::Fields& f) { f.kinds ("kind", kinds, ""); });
}
} // namespace

std::vector<std::string> laboratoryWords ()
{
    std::vector<std::string> words { "all", "list" };
    words.insert (words.end(), embeddedExperimentNames().begin(), embeddedExperimentNames().end());
    return words;
}

Json experimentSchema ()
{
    return lab::scenarioSchema (studySchema());
}

ExitCode laboratory (const LabOptions& o)
{
    if (o.what == "list")
    {
        if (o.markdown)
            std::fputs (labGuide (experimentSchema()).c_str(), stdout);
        else if (o.json)
            listAsJson();
        else
            listAsText();
        return ExitCode::ok;
    }
    if (o.markdown && o.output.empty())
        throw Failure (ExitCode::usage, "--markdown prints the list, or results with --output, a folder to write into");
    if (o.what == "all")
    {
        if (o.output.empty())
            throw Failure (ExitCode::usage, "lab all needs --output, the folder for the results");
        if (! o.settings.empty())
            throw Failure (ExitCode::usage, "--set is for one experiment, not for all");
        return run (shipped(), o);
    }
    return run ({ sourceOf (o.what) }, o);
}
} // namespace kolophon
