// SPDX-License-Identifier: GPL-3.0-or-later
#include "Experiments.h"

#include "../Analysis/Parallel.h"
#include "../Lab/Scenarios/Overrides.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <span>
#include <string_view>

namespace kolophon
{
std::span<const std::string_view> embeddedExperimentTexts () noexcept;
std::span<const std::string_view> embeddedExperimentNames () noexcept;

namespace
{
std::function<StudyResult (const StudyContext&)> prepareStudy (const Json& json, const std::filesystem::path& folder)
{
    std::function<StudyResult (const StudyContext&)> prepared;
    std::vector<lab::Fields::Kind> kinds;
    for (const auto& study : studies())
        kinds.push_back (
            { study.kind, study.meaning, [&prepared, &study] (lab::Fields& f) { prepared = study.prepare (f); } });
    lab::Fields::read (json, "study", folder, [&kinds] (lab::Fields& f) { f.kinds ("kind", kinds, ""); });
    return prepared;
}

Json studySchema ()
{
    std::vector<lab::Fields::Kind> kinds;
    for (const auto& study : studies())
        kinds.push_back ({ study.kind, study.meaning, [&study] (lab::Fields& f) { study.prepare (f); } });
    return lab::Fields::describe ([&kinds] (lab::Fields& f) { f.kinds ("kind", kinds, ""); });
}
} // namespace

std::vector<ScenarioText> shippedExperiments ()
{
    std::vector<ScenarioText> sources;
    for (std::size_t i = 0; i < embeddedExperimentTexts().size(); ++i)
        sources.push_back (
            { std::string (embeddedExperimentNames()[i]), std::string (embeddedExperimentTexts()[i]), {} });
    return sources;
}

Json experimentSchema ()
{
    return lab::scenarioSchema (studySchema());
}

PreparedExperiment prepareExperiment (const ScenarioText& source, const std::vector<lab::Setting>& settings,
                                      const std::string& solver)
{
    PreparedExperiment prepared { source.name, {}, {} };
    try
    {
        auto document = parseShallow (source.text);
        const auto overridden = lab::overrideWith (document, settings);
        prepared.scenario = lab::scenarioFromJson (std::move (document), source.folder);
        prepared.scenario.changedModel = overridden.model;
        prepared.scenario.restated = overridden.analyses;
        prepared.scenario.remarks = overridden.remarks;
        if (! solver.empty() && prepared.scenario.study() == nullptr)
            lab::useSolver (prepared.scenario, solver);
        if (const auto* study = prepared.scenario.study())
            prepared.study = prepareStudy (*study, source.folder);
    }
    catch (const InputError& reason)
    {
        throw reason.in (source.name);
    }
    return prepared;
}

namespace
{
void performMotions (LabResult& result, const StudyContext& context)
{
    const auto& runs = result.scenario.runs;
    result.records.resize (runs.size());
    std::atomic<std::size_t> done { 0 };
    inParallel (runs.size(), context.jobs,
                [&] (std::size_t i)
                {
                    result.records[i] = lab::perform (runs[i], context.interrupted);
                    context.progress (static_cast<double> (++done) / static_cast<double> (runs.size()));
                });
    auto& found = result.found;
    found.interrupted = std::any_of (result.records.begin(), result.records.end(),
                                     [] (const auto& records) { return records.interrupted(); });
    for (const auto& analysis : result.scenario.analyses)
    {
        if (found.interrupted)
            return;
        auto checks = lab::evaluate (analysis, result.scenario, result.records, context.interrupted);
        found.interrupted = context.interrupted();
        if (! found.interrupted)
            std::move (checks.begin(), checks.end(), std::back_inserter (found.checks));
    }
    if (! found.interrupted) // otherwise they are not drawn, and the user waits for the end
        describeMotions (result);
}
} // namespace

LabResult performExperiment (const PreparedExperiment& experiment, const StudyContext& context)
{
    LabResult result;
    result.name = experiment.name;
    result.scenario = experiment.scenario;
    const auto begin = std::chrono::steady_clock::now();
    try
    {
        if (experiment.study)
        {
            result.found = experiment.study (context);
            describeTables (result);
            for (auto& check : result.found.checks)
                if (result.scenario.changedModel)
                    check.notJudged = "the variant's model differs from the study's";
        }
        else
            performMotions (result, context);
    }
    catch (const InputError& reason)
    {
        throw reason.in (experiment.name);
    }
    result.seconds = std::chrono::duration<double> (std::chrono::steady_clock::now() - begin).count();
    return result;
}
} // namespace kolophon
