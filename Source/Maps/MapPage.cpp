// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapPage.h"

#include "../Core/NumberText.h"
#include "../Core/Ticks.h"
#include "../Files/ShallowJson.h"
#include "../Reports/Html.h"
#include "../Reports/Page.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
// Layout of one map, in its own pixels.
constexpr double width = 590.0, height = 452.0, left = 64.0, top = 8.0, side = 390.0;
constexpr double barLeft = left + side + 18.0, barWidth = 16.0;

/** Number as text, rounded to hundredths of a pixel. */
std::string pixels (double value)
{
    auto result = fixed (value, 2);
    result.erase (result.find_last_not_of ('0') + 1);
    if (result.ends_with ('.'))
        result.pop_back();
    return result;
}

std::string rectangle (double x, double y, double wide, double tall, const std::string& rest)
{
    return "<rect x=\"" + pixels (x) + "\" y=\"" + pixels (y) + "\" width=\"" + pixels (wide) + "\" height=\"" +
           pixels (tall) + "\"" + rest + "/>";
}

std::string label (double x, double y, const char* anchor, const std::string& words, const std::string& rest = "")
{
    return "<text x=\"" + pixels (x) + "\" y=\"" + pixels (y) + "\" text-anchor=\"" + anchor + "\"" + rest + ">" +
           escapedHtml (words) + "</text>";
}

std::string tickMark (double x1, double y1, double x2, double y2)
{
    return "<line class=\"tick\" x1=\"" + pixels (x1) + "\" y1=\"" + pixels (y1) + "\" x2=\"" + pixels (x2) +
           "\" y2=\"" + pixels (y2) + "\"/>";
}

double across (double position)
{
    return left + side * position;
}

double up (double position)
{
    return top + side * (1.0 - position);
}

std::vector<double> borderPositions (const MapAxis& axis)
{
    auto borders = axis.borders();
    for (auto& border : borders)
        border = axis.positionOf (border);
    return borders;
}

std::string axes (const MapGesture& gesture)
{
    std::string text;
    const auto spread = [] (const MapAxis& axis)
    {
        const auto borders = axis.borders();
        const double size = axis.spelling().size;
        return std::pair (axisTicks (borders.front() / size, borders.back() / size, axis.logarithmic), size);
    };
    const auto [xTicks, xSize] = spread (gesture.x);
    for (const double tick : xTicks)
    {
        const double x = across (gesture.x.positionOf (tick * xSize));
        text += tickMark (x, top + side, x, top + side + 5.0) + label (x, top + side + 18.0, "middle", tickText (tick));
    }
    const auto [yTicks, ySize] = spread (gesture.y);
    for (const double tick : yTicks)
    {
        const double y = up (gesture.y.positionOf (tick * ySize));
        text += tickMark (left - 5.0, y, left, y) + label (left - 8.0, y + 4.0, "end", tickText (tick));
    }
    text += label (left + 0.5 * side, top + side + 40.0, "middle", gesture.x.label());
    const double x = 15.0, y = top + 0.5 * side;
    text +=
        label (x, y, "middle", gesture.y.label(), " transform=\"rotate(-90 " + pixels (x) + " " + pixels (y) + ")\"");
    return text + "\n";
}

std::string limitLines (const MapGesture& gesture, const MapLimits& limits, const std::string& clip)
{
    std::string text;
    for (const auto* points : { &limits.largest, &limits.smallest })
    {
        if (points->empty())
            continue;
        std::string path;
        for (const auto& point : *points)
            path += (path.empty() ? "M" : "L") + pixels (across (gesture.x.positionOf (point.x))) + " " +
                    pixels (up (gesture.y.positionOf (point.y)));
        const std::string dash = points == &limits.smallest ? " stroke-dasharray=\"6 4\"" : "";
        text += "<path class=\"under\" d=\"" + path + "\"/><path class=\"line\"" + dash + " d=\"" + path + "\"/>";
    }
    return text.empty() ? text : "<g clip-path=\"url(#" + clip + ")\">" + text + "</g>\n";
}

std::string regimeLegend (const MapTotals& totals)
{
    std::string text;
    const auto& counts = totals.regimes;
    double y = top;
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        const auto regime = static_cast<Regime> (i);
        text += rectangle (barLeft, y, 14.0, 14.0,
                           std::string (" stroke=\"#999\" fill=\"") + regimeColour (regime) + "\"") +
                label (barLeft + 20.0, y + 11.0, "start", std::string (regimeName (regime))) +
                label (barLeft + 20.0, y + 26.0, "start", percentText (counts[i], totals.cells), " fill=\"#666\"");
        y += 38.0;
    }
    return text + "\n";
}

std::string colourBar (const MapMetric& metric, const MapScale& scale)
{
    if (scale.empty)
        return label (barLeft, top + 12.0, "start", "no cell has a value") + "\n";
    constexpr int steps = 130;
    std::string text = "<g shape-rendering=\"crispEdges\">";
    for (int i = 0; i < steps; ++i)
        text += rectangle (barLeft, top + side * (1.0 - (i + 1.0) / steps), barWidth, side / steps + 0.5,
                           " fill=\"" + mapColour (metric.colours, (i + 0.5) / steps) + "\"");
    text += "</g>" + rectangle (barLeft, top, barWidth, side, " class=\"frame\"");
    for (const double tick : axisTicks (scale.low, scale.high, scale.logarithmic))
    {
        const double position = scale.logarithmic ? std::log (tick / scale.low) / std::log (scale.high / scale.low)
                                                  : (tick - scale.low) / (scale.high - scale.low);
        text += tickMark (barLeft + barWidth, up (position), barLeft + barWidth + 4.0, up (position)) +
                label (barLeft + barWidth + 8.0, up (position) + 4.0, "start", tickText (tick));
    }
    const std::string unit = metric.unit;
    const double x = barLeft + barWidth + 56.0, y = top + 0.5 * side;
    text += label (x, y, "middle", metric.title + (unit.empty() ? std::string() : " [" + unit + "]"),
                   " transform=\"rotate(90 " + pixels (x) + " " + pixels (y) + ")\"");
    return text + "\n";
}

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

} // namespace

PictureWords mapWords (const MapReport& report, const MapMetric& metric)
{
    const auto& gesture = report.shownGesture;
    std::string shares;
    if (metric.colours == MapColours::regimes)
    {
        const auto& counts = report.totals.regimes;
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (counts[i] > 0)
                shares += (shares.empty() ? " Cells: " : ", ") + std::string (regimeName (static_cast<Regime> (i))) +
                          " " + percentText (counts[i], report.totals.cells);
    }
    return { std::string (metric.title) + " over " + gesture.x.label() + " and " + gesture.y.label() + ": " +
                 report.subtitle,
             caption (report, metric) + shares + (shares.empty() ? "" : ".") };
}

namespace
{
std::string picture (const MapReport& report, const MapMetric& metric)
{
    const auto& gesture = report.shownGesture;
    const auto scale = mapScale (metric, report.cells);
    const auto columns = gesture.x.values.size();
    const auto x = borderPositions (gesture.x), y = borderPositions (gesture.y);
    const std::string id = metric.id;
    const auto words = mapWords (report, metric);
    std::string text = "<svg class=\"map\" id=\"map-" + id + "\" tabindex=\"0\" role=\"group\" aria-label=\"" +
                       escapedHtml (words.title) + "\" viewBox=\"0 0 " + pixels (width) + " " + pixels (height) +
                       "\" xmlns=\"http://www.w3.org/2000/svg\">\n<desc>" + escapedHtml (words.description) +
                       "</desc>\n<clipPath id=\"clip-" + id + "\">" + rectangle (left, top, side, side, "") +
                       "</clipPath>\n<g class=\"cells\">\n";
    for (std::size_t i = 0; i < report.cells.size(); ++i)
    {
        if (! report.cells[i])
            continue;
        const auto column = i % columns, row = i / columns;
        text += rectangle (across (x[column]), up (y[row + 1]), side * (x[column + 1] - x[column]),
                           side * (y[row + 1] - y[row]),
                           " fill=\"" + mapColour (metric, scale, *report.cells[i]) + "\" data-cell=\"" +
                               std::to_string (i) + "\"") +
                "\n";
    }
    text += "</g>\n" + limitLines (gesture, report.limits, "clip-" + id) +
            rectangle (left, top, side, side, " class=\"frame\"") + axes (gesture);
    text += metric.colours == MapColours::regimes ? regimeLegend (report.totals) : colourBar (metric, scale);
    return text + "<rect class=\"halo\"/><rect class=\"mark\"/>\n</svg>\n";
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
        return Json { { "id", a.parameter->id }, { "label", a.parameter->label }, { "values", values } };
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
    Json figures = Json::array();
    for (const auto* metric : report.metrics)
        figures.push_back ({ { "name", metric->title },
                             { "picture", picture (report, *metric) },
                             { "caption", caption (report, *metric) } });
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
                          { "figures", figures },
                          { "noFigures", report.noFigures },
                          { "cells", cellData (report) } });
}
} // namespace kolophon
