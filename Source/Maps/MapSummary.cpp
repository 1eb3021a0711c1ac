// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapSummary.h"

#include "../Core/Text/NumberText.h"
#include "../Files/Bytes/PrintableText.h"
#include "../Files/Json/ShallowJson.h"
#include "../Reports/Sounds/RenderReport.h"
#include "../Shell/Console.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
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

bool mapChecksOut (const MapReport& report)
{
    const auto& totals = report.totals;
    const auto columns = report.gesture->x.values.size();
    if (totals.complaint != nullptr)
        tell ("check failed in " + std::to_string (totals.faulty) + " cells, first in column " +
              std::to_string (totals.firstFaulty % columns) + ", row " + std::to_string (totals.firstFaulty / columns) +
              ": " + totals.complaint);
    return totals.faulty == 0;
}

void IdleParameters::add (std::size_t place, const MapCell& cell)
{
    const auto column = place % below.size();
    xMatters = xMatters || (column > 0 && cell.hash != left);
    yMatters = yMatters || (place >= below.size() && cell.hash != below[column]);
    left = below[column] = cell.hash;
}

std::vector<std::string> IdleParameters::ids() const
{
    std::vector<std::string> idle;
    if (! xMatters)
        idle.emplace_back (gesture.x.parameter->id);
    if (! yMatters)
        idle.emplace_back (gesture.y.parameter->id);
    return idle;
}

std::string mapJson (const MapReport& report, const MapSummary& summary)
{
    Json regimes = Json::object(), metrics = Json::array();
    const auto& counts = report.totals.regimes;
    for (std::size_t i = 0; i < counts.size(); ++i)
        regimes[std::string (regimeName (static_cast<Regime> (i)))] = counts[i];
    for (const auto* metric : report.metrics)
        metrics.push_back (metric->id);
    const Json json { { "schema", "kolophon-map" },
                      { "schemaVersion", 1 },
                      { "version", KOLOPHON_VERSION },
                      { "command", report.commandLine },
                      { "cellCommand", report.cellCommand },
                      { "subtitle", report.subtitle },
                      { "warnings", report.warnings },
                      { "cells", report.totals.cells },
                      { "cellsDone", report.totals.done },
                      { "computedNow", summary.computed },
                      { "finished", report.totals.done == report.totals.cells },
                      { "seconds", summary.seconds },
                      { "regimes", regimes },
                      { "worstResidual", numberOrNull (report.totals.worstResidual) },
                      { "checksPassed", summary.checksPassed },
                      { "idleParameters", summary.idle },
                      { "limits",
                        { { "bowSpeed", report.limits.bowSpeed },
                          { "most", numbersOf (report.limits.largest) },
                          { "noMostBecause", optionalText (report.limits.noLargest) },
                          { "least", numbersOf (report.limits.smallest) },
                          { "noLeastBecause", optionalText (report.limits.noSmallest) } } },
                      { "metrics", metrics },
                      { "settings", summary.settings } };
    return terminalJson (json);
}

std::string mapText (const MapReport& report, const MapSummary& summary, const std::string& folder)
{
    const auto place = printable (folder, longestLine);
    auto text =
        place + "\n" + formatted ("  cells         %zu, %zu of them new\n", report.totals.cells, summary.computed);
    const auto& counts = report.totals.regimes;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            text += formatted ("  %-13s %5.1f %%\n", std::string (regimeName (static_cast<Regime> (i))).c_str(),
                               100.0 * static_cast<double> (counts[i]) / static_cast<double> (report.totals.cells));
    text += formatted ("  ledger        worst residual %.2g of peak energy (limit %.0g)\n", report.totals.worstResidual,
                       ledgerLimit);
    return text + formatted ("  time          %.1f s\n", summary.seconds) + "  page          " + place +
           (place.ends_with ('/') ? "" : "/") + "index.html\n";
}
} // namespace kolophon
