// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Analysis/Parallel.h"
#include "../Files/Json/ShallowJson.h"
#include "../Studies/Experiments.h"
#include "Bindings.h"

#include <nlohmann/json.hpp>

namespace kolophon::python
{
namespace
{
py::list experiments ()
{
    py::list list;
    for (const auto& source : shippedExperiments())
        list.append (py::make_tuple (source.name, source.text));
    return list;
}

py::dict dictOf (const lab::Record& record, const std::vector<std::string>& modes)
{
    py::dict found, columns;
    for (const auto& column : lab::columns())
        columns[py::str (std::string (column.name))] = arrayOf (lab::columnOf (record, column.name));
    const auto coordinates = record.place.empty() ? 0 : record.place.front().size();
    for (Eigen::Index i = 0; i < coordinates; ++i)
        for (const char* kind : { "q", "u" })
        {
            const auto name = kind + std::to_string (i + 1);
            columns[py::str (name)] = arrayOf (lab::columnOf (record, name));
        }
    py::list events, piles;
    const auto modeName = [&modes] (int mode)
    {
        const auto at = static_cast<std::size_t> (mode);
        return mode >= 0 && at < modes.size() ? modes[at] : std::to_string (mode);
    };
    for (const auto& event : record.events)
        events.append (
            py::make_tuple (event.time, modeName (event.from), modeName (event.to), event.position, event.velocity));
    for (const auto& pile : record.piles)
        piles.append (py::make_tuple (pile.begin, pile.end, modeName (pile.stop)));
    found["columns"] = columns;
    found["events"] = events;
    found["piles"] = piles;
    found["steps"] = record.steps;
    found["worst_residual"] = record.worstResidual;
    return found;
}

py::dict dictOf (const lab::Run& run, const lab::RunRecords& records)
{
    const auto modes = lab::modeNames (run.motion);
    py::dict found;
    if (records.realtime)
        found["realtime"] = dictOf (*records.realtime, modes);
    if (records.reference)
        found["reference"] = dictOf (*records.reference, modes);
    if (records.explicitSteps)
        found["explicit"] = dictOf (*records.explicitSteps, modes);
    return found;
}

py::dict dictOf (const Check& check)
{
    py::dict found;
    found["name"] = check.name;
    found["unit"] = check.unit;
    found["obtained"] = check.obtained;
    found["expected"] = check.expected;
    found["lowest"] = check.lowest;
    found["highest"] = check.highest;
    found["source"] = check.source;
    found["judged"] = check.judged();
    found["passed"] = check.passed();
    return found;
}

py::dict run (const std::string& name, const std::string& text, const std::string& folder,
              const std::vector<std::pair<std::string, std::string>>& settings, const std::string& solver, int jobs,
              const py::object& progress)
{
    std::vector<lab::Setting> changes;
    for (const auto& [path, value] : settings)
        changes.push_back ({ path, parseShallow (value) });
    const auto experiment = prepareExperiment ({ name, text, folder }, changes, solver);
    const auto result =
        watched (progress,
                 [&] (Watched& state)
                 {
                     return performExperiment (experiment, { threadsFor (jobs),
                                                             [&state] (double fraction) { state.fraction = fraction; },
                                                             state.stopped() });
                 });
    py::dict found, runs;
    py::list checks, tables;
    for (const auto& check : result.found.checks)
        checks.append (dictOf (check));
    for (const auto& table : result.found.tables)
    {
        std::vector<double> values;
        for (const auto& row : table.rows)
            values.insert (values.end(), row.begin(), row.end());
        tables.append (
            py::make_tuple (table.name, table.columns,
                            arrayOf (std::move (values), { static_cast<py::ssize_t> (table.rows.size()),
                                                           static_cast<py::ssize_t> (table.columns.size()) })));
    }
    for (std::size_t i = 0; i < result.records.size(); ++i)
        runs[py::str (result.scenario.runs[i].name)] = dictOf (result.scenario.runs[i], result.records[i]);
    found["name"] = result.name;
    found["title"] = result.scenario.title;
    found["passed"] = result.passed();
    found["checks"] = checks;
    found["tables"] = tables;
    found["runs"] = runs;
    found["remarks"] = result.scenario.remarks;
    found["scenario"] = result.scenario.document.dump();
    return found;
}
} // namespace

void bindLaboratory (py::module_& module)
{
    module.def ("experiments", experiments);
    module.def ("run_experiment", run);
    module.def ("scenario_schema", [] { return experimentSchema().dump(); });
}
} // namespace kolophon::python
