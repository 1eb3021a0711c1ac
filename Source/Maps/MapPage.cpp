// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapPage.h"

#include "../Core/Text/NumberText.h"
#include "../Core/Ticks.h"
#include "../Files/Json/ShallowJson.h"
#include "../Reports/Pages/Html.h"
#include "../Reports/Pages/Page.h"
#include "../Reports/Pages/Plot.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace kolophon
{
namespace
{
std::string caption (const MapReport& report, const MapMetric& metric)
{
    std::string text = metric.meaning;
    if (metric.colours == MapColours::regimes)
        return text;
    const auto scale = mapScale (metric, report.cells);
    int without = 0;
    for (const auto& cell : report.cells)
        without += cell && ! metric.value (*cell) ? 1 : 0;
    if (scale.below > 0)
        text += " " + std::to_string (scale.below) + " cells lie below the lowest colour.";
    if (scale.above > 0)
        text += " " + std::to_string (scale.above) + " cells lie above the highest colour.";
    if (without > 0)
        text += " " + std::to_string (without) + " cells have no value (grey).";
    return text;
}

std::string sharesOf (const MapTotals& totals)
{
    std::string shares;
    for (std::size_t i = 0; i < totals.regimes.size(); ++i)
        if (totals.regimes[i] > 0)
            shares += (shares.empty() ? " Cells: " : ", ") + std::string (regimeName (static_cast<Regime> (i))) + " " +
                      percentText (totals.regimes[i], totals.cells);
    return shares + (shares.empty() ? "" : ".");
}

/** The range of an axis from its first border to its last, in the unit of its label. */
PlotAxis plotAxis (const MapAxis& axis)
{
    const auto borders = axis.borders();
    const double size = axis.spelling().size;
    return { axis.label(), axis.logarithmic, { borders.front() / size, borders.back() / size } };
}

Picture limitsOf (const MapReport& report, const MapMetric& metric)
{
    const auto& gesture = report.shownGesture;
    Picture picture { std::string (metric.title) + " over " + gesture.x.label() + " and " + gesture.y.label() + ": " +
                          report.subtitle,
                      caption (report, metric) +
                          (metric.colours == MapColours::regimes ? sharesOf (report.totals) : std::string()) };
    PlotPanel panel { "", plotAxis (gesture.x), plotAxis (gesture.y) };
    for (const auto& [points, dash, name] : { std::tuple (&report.limits.largest, 1, "f_max (Schelleng)"),
                                              std::tuple (&report.limits.smallest, 2, "f_min (losses)") })
        if (! points->empty())
        {
            PlotCurve curve { name, ink::black, 1.8, dash, { {} } };
            for (const auto& point : *points)
                curve.pieces[0].push_back (
                    { point.x / gesture.x.spelling().size, point.y / gesture.y.spelling().size });
            panel.curves.push_back (std::move (curve));
        }
    picture.panels.push_back (std::move (panel));
    return picture;
}

Json regimeKey (const MapTotals& totals)
{
    auto key = Json::array();
    for (std::size_t i = 0; i < totals.regimes.size(); ++i)
        key.push_back ({ { "colour", regimeColour (static_cast<Regime> (i)) },
                         { "name", regimeName (static_cast<Regime> (i)) },
                         { "share", percentText (totals.regimes[i], totals.cells) } });
    return key;
}

Json colourBar (const MapMetric& metric, const MapScale& scale)
{
    constexpr int steps = 32;
    auto colours = Json::array(), ticks = Json::array();
    for (int i = 0; i <= steps; ++i)
        colours.push_back (mapColour (metric.colours, static_cast<double> (i) / steps));
    for (const double tick : axisTicks (scale.low, scale.high, scale.logarithmic))
        ticks.push_back (
            Json::array ({ scale.logarithmic ? std::log (tick / scale.low) / std::log (scale.high / scale.low)
                                             : (tick - scale.low) / (scale.high - scale.low),
                           tickText (tick) }));
    const std::string unit = metric.unit;
    return { { "colours", colours },
             { "ticks", ticks },
             { "label",
               scale.empty ? "no cell has a value" : metric.title + (unit.empty() ? "" : " [" + unit + "]") } };
}

/** The data of one metric for the page's script. */
Json mapFigure (const MapReport& report, const MapMetric& metric)
{
    auto figure = pictureJson (limitsOf (report, metric));
    for (auto& curve : figure["panels"][0]["curves"])
        curve["halo"] = true;
    const auto scale = mapScale (metric, report.cells);
    auto colours = Json::array();
    for (const auto& cell : report.cells)
        colours.push_back (cell ? Json (mapColour (metric, scale, *cell)) : Json (nullptr));
    figure["colours"] = std::move (colours);
    if (metric.colours == MapColours::regimes)
        figure["key"] = regimeKey (report.totals);
    else
        figure["bar"] = colourBar (metric, scale);
    return figure;
}

/** Data of all cells for the page's script, as displayed texts. */
std::string cellData (const MapReport& report)
{
    const auto& gesture = report.shownGesture;
    const auto axis = [] (const MapAxis& a)
    {
        Json values = Json::array();
        for (const double value : a.values)
            values.push_back (Json::array ({ shortest (value), formatValue (*a.parameter, value) }));
        auto borders = a.borders();
        for (auto& border : borders)
            border /= a.spelling().size;
        return Json {
            { "id", a.parameter->id }, { "label", a.parameter->label }, { "borders", borders }, { "values", values }
        };
    };
    Json names = Json::array(), cells = Json::array();
    for (const auto& metric : mapMetrics())
        names.push_back (metric.title);
    names.push_back ("Bow at the end");
    for (std::size_t i = 0; i < report.cells.size(); ++i)
    {
        if (! report.cells[i])
        {
            cells.push_back (nullptr);
            continue;
        }
        const auto& cell = *report.cells[i];
        Json values = Json::array();
        for (const auto& metric : mapMetrics())
            values.push_back (mapValueText (metric, cell));
        values.push_back (quantity (cell.bowSpeed, "m/s") + ", " + quantity (cell.bowForce, "N"));
        Json entry { { "values", values } };
        if (gesture.soundSeconds > 0.0)
            entry["sound"] = mapSoundName (report.shownColumns[i % report.shownColumns.size()],
                                           report.shownRows[i / report.shownColumns.size()]);
        cells.push_back (entry);
    }
    return scriptJson (dump (Json { { "command", report.cellCommand },
                                    { "x", axis (gesture.x) },
                                    { "y", axis (gesture.y) },
                                    { "names", names },
                                    { "cells", cells } }));
}
} // namespace

void chooseShown (MapReport& report)
{
    const auto& all = *report.gesture;
    report.shownGesture = all;
    report.shownColumns = all.x.shown();
    report.shownRows = all.y.shown();
    const auto keep = [] (MapAxis& axis, const MapAxis& whole, const std::vector<std::size_t>& indices)
    {
        axis.values.clear();
        for (const auto i : indices)
            axis.values.push_back (whole.values[i]);
    };
    keep (report.shownGesture.x, all.x, report.shownColumns);
    keep (report.shownGesture.y, all.y, report.shownRows);
    report.cells.assign (report.shownColumns.size() * report.shownRows.size(), std::nullopt);
}

void show (MapReport& report, std::size_t place, const MapCell& cell)
{
    const auto columns = report.gesture->x.values.size();
    const auto find = [] (const std::vector<std::size_t>& indices, std::size_t index)
    {
        const auto found = std::lower_bound (indices.begin(), indices.end(), index);
        return found != indices.end() && *found == index ? std::optional (found - indices.begin()) : std::nullopt;
    };
    const auto column = find (report.shownColumns, place % columns), row = find (report.shownRows, place / columns);
    if (column && row)
        report
            .cells[static_cast<std::size_t> (*row) * report.shownColumns.size() + static_cast<std::size_t> (*column)] =
            cell;
}

std::string mapPage (const MapReport& report)
{
    const auto& gesture = *report.gesture;
    Json maps = Json::array(), figures = Json::object();
    for (const auto* metric : report.metrics)
    {
        maps.push_back ({ { "id", metric->id }, { "name", metric->title }, { "caption", caption (report, *metric) } });
        figures[std::string (metric->id)] = mapFigure (report, *metric);
    }
    return page ("map", { { "title", "Playability: " + std::string (gesture.y.parameter->label) + " over " +
                                         std::string (gesture.x.parameter->label) },
                          { "subtitle", report.subtitle },
                          { "columns", gesture.x.values.size() },
                          { "rows", gesture.y.values.size() },
                          { "thinned", report.cells.size() < report.totals.cells },
                          { "shownColumns", report.shownColumns.size() },
                          { "shownRows", report.shownRows.size() },
                          { "sampleRate", gesture.sampleRate },
                          { "seconds", quantity (gesture.seconds, "s") },
                          { "command", report.commandLine },
                          { "limits", ! report.limits.largest.empty() },
                          { "bowSpeed", quantity (report.limits.bowSpeed, "m/s") },
                          { "hasLeast", ! report.limits.smallest.empty() },
                          { "noLeast", report.limits.noSmallest },
                          { "sounds", gesture.soundSeconds > 0.0 },
                          { "maps", maps },
                          { "figures", scriptJson (dump (figures)) },
                          { "cells", cellData (report) } });
}
} // namespace kolophon
