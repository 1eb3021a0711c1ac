// SPDX-License-Identifier: GPL-3.0-or-later
#include "LabTables.h"

#include "../../Files/Tables/Csv.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr std::size_t linesOfFile = 40000, fewestLinesOfRun = 500;

/** The columns of a result's table, by their names for lab::columnOf(). */
std::vector<std::string> columnsOf (const LabResult& result)
{
    auto names = result.scenario.runs.front().probes;
    if (! names.empty())
        return names;
    Eigen::Index coordinates = 0;
    for (const auto& records : result.records)
        for (const auto& [solver, record] : recordsOf (records))
            if (! record->place.empty() && record->place.front().size() > 1)
                coordinates = std::max (coordinates, record->place.front().size());
    for (const auto& column : lab::columns())
        names.emplace_back (column.name);
    names.push_back ("path");
    for (const char kind : { 'q', 'u' })
        for (Eigen::Index i = 1; i <= coordinates; ++i)
            names.push_back (kind + std::to_string (i));
    return names;
}

/** Values of a column; empty if the record lacks this coordinate. */
std::vector<double> valuesOf (const lab::Record& record, const std::string& name)
{
    const bool coordinate = name.size() == 2 && (name[0] == 'q' || name[0] == 'u');
    const bool missing = coordinate && (record.place.empty() || record.place.front().size() <= name[1] - '1');
    return missing ? std::vector<double>() : lab::columnOf (record, name);
}
} // namespace

std::vector<SolverRecord> recordsOf (const lab::RunRecords& records)
{
    std::vector<SolverRecord> found;
    if (records.realtime)
        found.push_back ({ "realtime", &*records.realtime });
    if (records.reference)
        found.push_back ({ "reference", &*records.reference });
    if (records.explicitSteps)
        found.push_back ({ "explicit", &*records.explicitSteps });
    return found;
}

std::string csvOf (const LabResult& result)
{
    const auto& runs = result.scenario.runs;
    bool turning = false;
    std::size_t recordCount = 0;
    for (std::size_t i = 0; i < result.records.size(); ++i)
    {
        recordCount += recordsOf (result.records[i]).size();
        turning = turning || runs[i].turning;
    }
    const auto names = columnsOf (result);
    CsvText csv;
    csv.cell ("run").cell ("solver");
    for (const auto& name : names)
    {
        const auto unit = lab::unitOf (name, turning);
        csv.cell (name + (unit.empty() ? "" : " [" + unit + "]"));
    }
    csv.endRow();
    for (std::size_t i = 0; i < result.records.size(); ++i)
        for (const auto& [solver, record] : recordsOf (result.records[i]))
        {
            const auto rows = record->rows.size();
            const auto lines = std::max (fewestLinesOfRun, linesOfFile / recordCount);
            const auto every = runs[i].csvEvery > 0 ? static_cast<std::size_t> (runs[i].csvEvery)
                                                    : std::max<std::size_t> (1, rows / lines);
            std::vector<std::vector<double>> values;
            for (const auto& name : names)
                values.push_back (valuesOf (*record, name));
            for (std::size_t row = 0; row < rows; row += every)
            {
                csv.quoted (runs[i].name).cell (solver);
                for (const auto& column : values)
                    csv.number (column.empty() ? std::nullopt : std::optional (column[row]));
                csv.endRow();
            }
        }
    return csv.text();
}

std::string csvOf (const Table& table)
{
    CsvText csv;
    for (const auto& name : table.columns)
        csv.cell (name);
    csv.endRow();
    for (const auto& row : table.rows)
    {
        for (const double value : row)
            csv.number (value);
        csv.endRow();
    }
    return csv.text();
}
} // namespace kolophon
