// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapSummary.h"

#include "../Core/NumberText.h"
#include "../Files/PrintableText.h"
#include "../Files/ShallowJson.h"
#include "../Reports/RenderReport.h"
#include "../Shell/Console.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** NaN if any of them is NaN. */
double worstResidual (const MapCells& cells)
{
    double worst = 0.0;
    for (const auto& cell : cells)
        if (cell && ! (cell->residual <= worst) && ! std::isnan (worst))
            worst = cell->residual;
    return worst;
}

/** Fault of a cell; null if it has none. */
const char* complaintAbout (const MapCell& cell)
{
    return cell.faultySamples > 0             ? "the engine computed something that is not a number"
           : ! (cell.residual <= ledgerLimit) ? "the energy ledger is off by more than 1e-12 of the peak energy"
                                              : nullptr;
}

Json numbersOf (const std::vector<PlotPoint>& points)
{
    Json list = Json::array();
    for (const auto& point : points)
        list.push_back (Json::array ({ point.x, point.y }));
    return list;
}

Json optionalText (const std::string& text)
{
    return text.empty() ? Json (nullptr) : Json (text);
}
} // namespace

std::size_t cellsDone (const MapCells& cells)
{
    return static_cast<std::size_t> (
        std::count_if (cells.begin(), cells.end(), [] (const auto& c) { return c.has_value(); }));
}

bool mapChecksOut (const MapReport& report)
{
    const char* complaint = nullptr;
    std::size_t faulty = 0, first = 0;
    for (std::size_t i = 0; i < report.cells.size(); ++i)
        if (report.cells[i])
            if (const auto* wrong = complaintAbout (*report.cells[i]))
            {
                first = faulty++ == 0 ? i : first;
                complaint = complaint == nullptr ? wrong : complaint;
            }
    if (complaint != nullptr)
        tell ("check failed in " + std::to_string (faulty) + " cells, first in column " +
              std::to_string (first % report.gesture->x.values.size()) + ", row " +
              std::to_string (first / report.gesture->x.values.size()) + ": " + complaint);
    return faulty == 0;
}

std::vector<std::string> idleParameters (const MapReport& report)
{
    const auto columns = report.gesture->x.values.size();
    bool xMatters = false, yMatters = false;
    for (std::size_t i = 0; i < report.cells.size(); ++i)
    {
        const auto hash = [&report] (std::size_t at) { return report.cells[at] ? report.cells[at]->hash : 0; };
        xMatters = xMatters || (i % columns > 0 && hash (i) != hash (i - 1));
        yMatters = yMatters || (i >= columns && hash (i) != hash (i - columns));
    }
    std::vector<std::string> idle;
    if (! xMatters)
        idle.emplace_back (report.gesture->x.parameter->id);
    if (! yMatters)
        idle.emplace_back (report.gesture->y.parameter->id);
    return idle;
}

std::string mapJson (const MapReport& report, const MapSummary& summary)
{
    Json regimes = Json::object(), metrics = Json::array();
    const auto counts = regimeCounts (report.cells);
    for (std::size_t i = 0; i < counts.size(); ++i)
        regimes[std::string (regimeName (static_cast<Regime> (i)))] = counts[i];
    for (const auto* metric : report.metrics)
        metrics.push_back (metric->id);
    const auto done = cellsDone (report.cells);
    const double worst = worstResidual (report.cells);
    const Json json { { "schema", "kolophon-map" },
                      { "schemaVersion", 1 },
                      { "version", KOLOPHON_VERSION },
                      { "command", report.commandLine },
                      { "cellCommand", report.cellCommand },
                      { "subtitle", report.subtitle },
                      { "warnings", report.warnings },
                      { "cells", report.cells.size() },
                      { "cellsDone", done },
                      { "computedNow", summary.computed },
                      { "finished", done == report.cells.size() },
                      { "seconds", summary.seconds },
                      { "regimes", regimes },
                      { "worstResidual", numberOrNull (worst) },
                      { "checksPassed", summary.checksPassed },
                      { "idleParameters", summary.idle },
                      { "limits",
                        { { "bowSpeed", report.limits.bowSpeed },
                          { "most", numbersOf (report.limits.largest) },
                          { "noMostBecause", optionalText (report.limits.noLargest) },
                          { "least", numbersOf (report.limits.smallest) },
                          { "noLeastBecause", optionalText (report.limits.noSmallest) } } },
                      { "metrics", metrics },
                      { "noFiguresBecause", optionalText (report.noFigures) },
                      { "settings", summary.settings } };
    return terminalJson (json);
}

std::string mapText (const MapReport& report, const MapSummary& summary, const std::string& folder)
{
    const auto place = printable (folder, longestLine);
    auto text =
        place + "\n" + formatted ("  cells         %zu, %zu of them new\n", report.cells.size(), summary.computed);
    const auto counts = regimeCounts (report.cells);
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            text += formatted ("  %-13s %5.1f %%\n", std::string (regimeName (static_cast<Regime> (i))).c_str(),
                               100.0 * counts[i] / static_cast<double> (report.cells.size()));
    text += formatted ("  ledger        worst residual %.2g of peak energy (limit %.0g)\n",
                       worstResidual (report.cells), ledgerLimit);
    return text + formatted ("  time          %.1f s\n", summary.seconds) + "  page          " + place +
           (place.ends_with ('/') ? "" : "/") + "index.html\n";
}
} // namespace kolophon
