// SPDX-License-Identifier: GPL-3.0-or-later
#include "LabCommand.h"

#include "../../Analysis/Parallel.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Bytes/WholeFile.h"
#include "../../Reports/Lab/LabSummary.h"
#include "../../Shell/Console.h"
#include "../../Shell/Interrupt.h"
#include "../../Shell/Progress.h"
#include "../../Shell/Suggestion.h"
#include "../../Studies/Experiments.h"

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
namespace
{
namespace fs = std::filesystem;

/** Returns the result of `work()`; an input that it refuses ends the command. */
template <class Work>
auto orFail (Work&& work)
{
    try
    {
        return work();
    }
    catch (const InputError& reason)
    {
        throw Failure (ExitCode::badInput, reason.what());
    }
}

ScenarioText sourceOf (const std::string& what)
{
    for (auto& source : shippedExperiments())
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

/** The group of experiments that put measurements beside predictions, and the beginning of their names. */
constexpr std::string_view measuredWord = "measured", measuredPrefix = "measured-";

std::vector<ScenarioText> measuredExperiments ()
{
    auto sources = shippedExperiments();
    std::erase_if (sources, [] (const ScenarioText& source) { return ! source.name.starts_with (measuredPrefix); });
    return sources;
}

std::optional<Json> finished (const fs::path& folder, const PreparedExperiment& prepared)
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

std::vector<PreparedExperiment> prepareAll (const std::vector<ScenarioText>& sources, const LabOptions& o)
{
    std::vector<lab::Setting> settings;
    for (const auto& setting : o.settings)
        settings.push_back (orFail (
            [&] {
                return valueOrThrow (
                    inFile (sources.front().name, resultOf ([&] { return lab::settingOf (setting); })));
            }));
    std::vector<PreparedExperiment> prepared;
    for (const auto& source : sources)
        prepared.push_back (orFail ([&] { return prepareExperiment (source, settings, o.solver); }));
    return prepared;
}

/** The experiments of one call, and what has been found. */
class LabWork
{
public:
    LabWork (const std::vector<ScenarioText>& sources, const LabOptions& options)
        : o (options), prepared (prepareAll (sources, options)), folder (options.output),
          watch (options.quiet, prepared.size()), found (prepared.size()), texts (prepared.size())
    {
        if (! o.output.empty())
            outputFolder (folder);
    }

    /** Runs the experiments, and takes what is finished. */
    void run ()
    {
        const int jobs = threadsFor (o.jobs);
        const bool together = prepared.size() > 1;
        inParallel (prepared.size(), together ? jobs : 1,
                    [&] (std::size_t i)
                    {
                        if (! interruptRequested())
                            perform (i, together ? 1 : jobs);
                    });
        watch.finish();
    }

    /** Writes and prints all results. */
    void report ()
    {
        std::erase_if (found, [] (const Json& json) { return json.is_null(); });
        if (! o.output.empty())
            AtomicFile (folder / "index.html").commitText (labPage (found, folder, o.commandLine));
        if (o.json)
            print (Json (found).dump (2, ' ', false, Json::error_handler_t::replace) + "\n");
        else if (! o.quiet)
            for (const auto& text : texts)
                print (text);
    }

    bool misses () const noexcept { return missed; }

private:
    void keep (std::size_t i, Json kept)
    {
        missed = missed || ! kept.value ("passed", false);
        found[i] = std::move (kept);
        texts[i] = prepared[i].name + ": kept\n";
        watch.show (i, 1.0);
    }

    void perform (std::size_t i, int jobs)
    {
        if (o.resume && ! o.output.empty())
            if (auto kept = finished (folder, prepared[i]))
            {
                keep (i, std::move (*kept));
                return;
            }
        const StudyContext context { jobs, [&] (double fraction) { watch.show (i, fraction); }, interruptRequested };
        const auto result = orFail ([&] { return performExperiment (prepared[i], context); });
        missed = missed || ! result.passed();
        texts[i] = labText (result);
        if (! o.output.empty())
            found[i] = writeLab (result, folder, o.commandLine);
        else if (o.json)
            found[i] = checksJson (result);
        watch.show (i, 1.0);
    }

    const LabOptions& o;
    std::vector<PreparedExperiment> prepared;
    fs::path folder;
    Watch watch;
    std::vector<Json> found;
    std::vector<std::string> texts;
    std::atomic<bool> missed { false };
};

ExitCode run (const std::vector<ScenarioText>& sources, const LabOptions& o)
{
    LabWork work (sources, o);
    work.run();
    const Closing closing;
    work.report();
    if (interruptRequested())
    {
        tell (o.output.empty() ? "interrupted"
                               : "interrupted; the folder holds the finished results (continue with --resume)");
        return ExitCode::interrupted;
    }
    if (work.misses())
        tell ("check failed: a number misses its tolerance");
    return work.misses() ? ExitCode::checkFailed : ExitCode::ok;
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
    for (const auto& source : shippedExperiments())
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
        print (formatted ("%-28s %s\n", one.name.c_str(), one.title.c_str()));
}

void listAsJson ()
{
    Json all = Json::array();
    for (const auto& one : entries())
        all.push_back ({ { "name", one.name },
                         { "title", one.title },
                         { "source", one.source },
                         { "study", one.study.empty() ? Json (nullptr) : Json (one.study) } });
    print (all.dump (2) + "\n");
}

} // namespace

std::vector<std::string> laboratoryWords ()
{
    std::vector<std::string> words { "all", "list", std::string (measuredWord) };
    for (auto& source : shippedExperiments())
        words.push_back (std::move (source.name));
    return words;
}

namespace
{
/** The experiments that are asked for. Throws Failure: 2 for words that do not go together, 3 for an unknown one. */
std::vector<ScenarioText> sourcesOf (const LabOptions& o)
{
    const bool group = o.what.front() == "all" || o.what.front() == measuredWord;
    if (o.what.size() > 1 || group)
    {
        if (o.output.empty())
            throw Failure (ExitCode::usage, (o.what.size() > 1 ? std::string ("several experiments need")
                                                               : "lab " + o.what.front() + " needs") +
                                                " --output, the folder for the results");
        if (! o.settings.empty())
            throw Failure (ExitCode::usage, "--set is for one experiment, not for " +
                                                std::string (o.what.size() > 1 ? "several" : o.what.front()));
    }
    if (group && o.what.size() == 1)
        return o.what.front() == "all" ? shippedExperiments() : measuredExperiments();
    std::vector<ScenarioText> sources;
    for (const auto& what : o.what)
    {
        if (o.what.size() > 1 && (what == "all" || what == "list" || what == measuredWord))
            throw Failure (ExitCode::usage, "\"" + what + "\" stands alone");
        sources.push_back (sourceOf (what));
        for (std::size_t i = 0; i + 1 < sources.size(); ++i)
            if (sources[i].name == sources.back().name)
                throw Failure (ExitCode::usage,
                               "two experiments are called " + sources.back().name + ", as are their files");
    }
    return sources;
}
} // namespace

ExitCode laboratory (const LabOptions& o)
{
    if (o.what == std::vector<std::string> { "list" })
    {
        if (o.json)
            listAsJson();
        else
            listAsText();
        return ExitCode::ok;
    }
    return run (sourcesOf (o), o);
}
} // namespace kolophon
