// SPDX-License-Identifier: GPL-3.0-or-later
#include "Lab.h"

#include "../../Files/Bytes/WholeFile.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Lab/Scenarios/CheckJson.h"
#include "../../Lab/Scenarios/Measures.h"
#include "../../Lab/Solvers/Integrator.h"
#include "../../Synth/Bodies/PrecomputedTables.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
std::span<const std::string_view> embeddedExperimentTexts () noexcept;
std::span<const std::string_view> embeddedExperimentNames () noexcept;

// A browser has neither files nor CVODE: experiments run by the engine's own steps.
std::string wholeText (const std::filesystem::path& file, std::size_t)
{
    throw InputError (file.string() + ": a browser reads no files");
}

// No body of these experiments is solved when the engine is built: the tables would be most of the module.
std::span<const double> finishedBodyNumbers () noexcept
{
    return {};
}
std::span<const double> finishedBoxNumbers () noexcept
{
    return {};
}

namespace lab
{
std::unique_ptr<Integrator> cvodeIntegrator (HybridSystem&, const Motion&)
{
    throw InputError ("the reference solver is not available in a browser");
}
} // namespace lab

namespace web
{
namespace
{
constexpr std::size_t mostRows = 8000; // of a table

/** The experiment that is performed, run by run. */
struct Performance
{
    lab::Scenario scenario;
    std::vector<lab::RunRecords> records;
    std::vector<std::string> columns;
    std::vector<double> column;
};
std::optional<Performance> performance;
std::string fault;

Json listOf (std::span<const std::string_view> names, std::span<const std::string_view> texts)
{
    auto list = Json::array();
    for (std::size_t i = 0; i < texts.size(); ++i)
    {
        const auto scenario = lab::scenarioFromJson (parseShallow (texts[i]), {});
        list.push_back ({ { "id", names[i] },
                          { "title", scenario.title },
                          { "source", scenario.source },
                          { "notes", scenario.notes },
                          { "runs", scenario.runs.size() } });
    }
    return list;
}

/** Columns that the pictures draw, and the time. */
std::vector<std::string> columnsOf (const lab::Scenario& scenario)
{
    std::vector<std::string> names { "t" };
    const auto add = [&names] (const std::string& name)
    {
        if (lab::isColumn (name) && std::find (names.begin(), names.end(), name) == names.end())
            names.push_back (name);
    };
    for (const auto& picture : scenario.pictures)
        for (const auto& panel : picture.panels)
        {
            add (panel.x);
            for (const auto& y : panel.y)
                add (y);
        }
    return names;
}

/** Sentences about the runs that a browser leaves empty. */
std::vector<std::string> remarksOn (const lab::Scenario& scenario)
{
    std::vector<std::string> remarks;
    for (const auto& run : scenario.runs)
        if (run.solver != lab::Solver::realtime)
            remarks.push_back (run.name + ": the law " + run.motion.law.id +
                               " has no real-time form; the program's reference solver runs it");
    return remarks;
}

std::string meaningOf (const std::string& name)
{
    for (const auto& column : lab::columns())
        if (column.name == name)
            return column.meaning;
    return {};
}

/** Rows of a record per row of its table. */
std::size_t strideOf (const lab::Record& record)
{
    return std::max<std::size_t> (1, (record.rows.size() + mostRows - 1) / mostRows);
}

Json describe (const lab::Run& run, const lab::RunRecords& records, const std::vector<std::string>& names)
{
    auto columns = Json::array();
    for (const auto& name : names)
        columns.push_back (
            { { "name", name }, { "unit", lab::unitOf (name, run.turning) }, { "meaning", meaningOf (name) } });
    const auto rows = records.realtime ? (records.realtime->rows.size() + strideOf (*records.realtime) - 1) /
                                             strideOf (*records.realtime)
                                       : 0;
    return { { "name", run.name }, { "rows", rows }, { "columns", std::move (columns) } };
}

Json describe (const lab::PictureChoice& picture)
{
    auto panels = Json::array();
    for (const auto& panel : picture.panels)
        panels.push_back ({ { "title", panel.title },
                            { "x", panel.x },
                            { "y", panel.y },
                            { "xLabel", panel.xLabel },
                            { "yLabel", panel.yLabel },
                            { "of", panel.of },
                            { "from", panel.from },
                            { "to", panel.to },
                            { "xScale", panel.xScale },
                            { "yScale", panel.yScale } });
    return { { "caption", picture.caption }, { "panels", std::move (panels) } };
}

std::string describe (Performance& p)
{
    auto runs = Json::array(), numbers = Json::array(), pictures = Json::array();
    for (const auto& analysis : p.scenario.analyses)
        for (const auto& check : lab::evaluate (analysis, p.scenario, p.records))
            numbers.push_back (lab::checkJson (check));
    for (std::size_t i = 0; i < p.records.size(); ++i)
        runs.push_back (describe (p.scenario.runs[i], p.records[i], p.columns));
    for (const auto& picture : p.scenario.pictures)
        pictures.push_back (describe (picture));
    return dump ({ { "title", p.scenario.title },
                   { "remarks", p.scenario.remarks },
                   { "runs", std::move (runs) },
                   { "numbers", std::move (numbers) },
                   { "plots", std::move (pictures) } });
}

Performance& performed ()
{
    return performance ? *performance : throw InputError ("no experiment has begun");
}

/** Calls, and keeps the sentence of what it throws. */
template <class Act>
auto guarded (Act&& act) -> decltype (act())
{
    fault.clear();
    try
    {
        return act();
    }
    catch (const std::exception& reason)
    {
        fault = reason.what();
        return {};
    }
}
} // namespace
} // namespace web
} // namespace kolophon

using namespace kolophon;
using namespace kolophon::web;

const char* lab_fault ()
{
    return fault.c_str();
}

const char* lab_experiments ()
{
    static std::string text;
    text = web::guarded ([] { return dump (listOf (embeddedExperimentNames(), embeddedExperimentTexts())); });
    return text.c_str();
}

std::int32_t lab_begin (const char* id)
{
    return web::guarded (
        [id]
        {
            const auto names = embeddedExperimentNames();
            const auto found = std::find (names.begin(), names.end(), std::string_view (id));
            if (found == names.end())
                throw InputError ("experiment not found: " + std::string (id));
            auto scenario = lab::scenarioFromJson (
                parseShallow (embeddedExperimentTexts()[static_cast<std::size_t> (found - names.begin())]), {});
            lab::useSolver (scenario, "realtime");
            scenario.remarks = remarksOn (scenario);
            auto columns = columnsOf (scenario);
            performance = Performance { std::move (scenario), {}, std::move (columns), {} };
            return static_cast<std::int32_t> (performance->scenario.runs.size());
        });
}

std::int32_t lab_run ()
{
    return web::guarded (
        []
        {
            const auto& runs = performed().scenario.runs;
            if (performance->records.size() == runs.size())
                throw InputError ("all runs of this experiment have been performed");
            const auto& run = runs[performance->records.size()];
            performance->records.push_back (run.solver == lab::Solver::realtime ? lab::perform (run)
                                                                                : lab::RunRecords {});
            return std::int32_t { 1 };
        });
}

const char* lab_result ()
{
    static std::string text;
    text = web::guarded ([] { return describe (performed()); });
    return text.c_str();
}

const double* lab_column (std::int32_t run, std::int32_t column)
{
    return web::guarded (
        [=] () -> const double*
        {
            auto& p = performed();
            p.column.clear();
            const auto& record = p.records.at (static_cast<std::size_t> (run)).realtime;
            if (! record)
                return nullptr;
            const auto all = lab::columnOf (*record, p.columns.at (static_cast<std::size_t> (column)));
            for (std::size_t i = 0; i < all.size(); i += strideOf (*record))
                p.column.push_back (all[i]);
            return p.column.data();
        });
}
