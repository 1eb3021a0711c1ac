#include "MapPage.h"

#include "../Reports/Html.h"
#include "../Reports/Shortest.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace kolophon
{
namespace
{
using Json = nlohmann::ordered_json;

// Of one map, in its own pixels.
constexpr double width = 590.0, height = 452.0, left = 64.0, top = 8.0, side = 390.0;
constexpr double barLeft = left + side + 18.0, barWidth = 16.0;

constexpr auto style = R"(
  body { max-width: 84rem; margin: 1.5rem auto; }
  h1 { font-size: 1.5rem; margin: 0 0 .3rem; } h2 { font-size: 1.1rem; margin: 0 0 .3rem; border: 0; padding: 0; }
  p { margin: .3rem 0; }
  pre { background: #f3f3f3; padding: .5rem .75rem; margin: .4rem 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; }
  #readout { position: sticky; top: 0; z-index: 1; background: #fff; border: 1px solid #bbb; border-radius: 6px; padding: .5rem .9rem; margin: .8rem 0 1.2rem; box-shadow: 0 2px 6px #0002; min-height: 6.9rem; }
  #readout dl { display: flex; flex-wrap: wrap; gap: .15rem 1.6rem; margin: .2rem 0; }
  #readout dt { color: #666; font-size: .75rem; line-height: 1.2; } #readout dd { margin: 0; font-variant-numeric: tabular-nums; }
  .maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 1.5rem 2rem; }
  figure { margin: 0; } figcaption { font-size: .85rem; color: #444; max-width: 36rem; }
  svg.map { width: 100%; height: auto; display: block; font: 12px system-ui, sans-serif; }
  svg.map:focus { outline: none; } svg.map:focus-visible { outline: 2px solid #0072b2; outline-offset: 2px; }
  .cells rect { shape-rendering: crispEdges; cursor: pointer; }
  .mark { fill: none; stroke: #000; stroke-width: 2; paint-order: stroke; pointer-events: none; visibility: hidden; }
  .halo { fill: none; stroke: #fff; stroke-width: 4; pointer-events: none; visibility: hidden; }
  .line { fill: none; stroke: #000; stroke-width: 1.8; pointer-events: none; } .under { fill: none; stroke: #fff; stroke-width: 4.5; pointer-events: none; }
  .frame { fill: none; stroke: #555; pointer-events: none; } .tick { stroke: #555; }
)";

constexpr auto behaviour = R"JS(
(() => {
  const map = JSON.parse(document.getElementById("cells").textContent);
  const plots = [...document.querySelectorAll("svg.map")];
  const where = document.getElementById("where"), values = document.getElementById("values");
  const command = document.getElementById("command"), state = document.getElementById("state");
  const columns = map.x.values.length;
  let shown = -1, player = null;

  const show = (cell) => {
    if (cell === shown || !map.cells[cell]) return;
    shown = cell;
    const x = map.x.values[cell % columns], y = map.y.values[Math.floor(cell / columns)];
    where.textContent = `${map.x.label} ${x[1]}, ${map.y.label} ${y[1]}`;
    values.replaceChildren(...map.names.map((name, i) => {
      const pair = document.createElement("div");
      const term = document.createElement("dt"), value = document.createElement("dd");
      term.textContent = name;
      value.textContent = map.cells[cell].values[i];
      pair.append(term, value);
      return pair;
    }));
    command.textContent = `${map.command} --set ${map.x.id}=${x[0]} --set ${map.y.id}=${y[0]} -o cell.wav`;
    for (const plot of plots) {
      const rect = plot.querySelector(`rect[data-cell="${cell}"]`);
      for (const ring of plot.querySelectorAll(".mark, .halo")) {
        for (const name of ["x", "y", "width", "height"]) ring.setAttribute(name, rect.getAttribute(name));
        ring.style.visibility = "visible";
      }
    }
  };

  const play = (cell) => {
    const file = map.cells[cell] && map.cells[cell].sound;
    if (!file) return;
    if (player) player.pause();
    player = new Audio(file);
    const mine = player;
    const tell = (text) => { if (player === mine) state.textContent = text; };
    mine.onended = () => tell("");
    mine.onerror = () => tell(`${file} cannot be played: it should lie beside this page`);
    mine.play().then(() => tell(`playing ${file}`), () => tell(`${file} cannot be played: it should lie beside this page`));
  };

  for (const plot of plots) {
    const cellAt = (event) => event.target.dataset.cell;
    plot.addEventListener("pointermove", (event) => { if (cellAt(event) !== undefined) show(Number(cellAt(event))); });
    plot.addEventListener("click", (event) => {
      if (cellAt(event) === undefined) return;
      show(Number(cellAt(event)));
      play(shown);
    });
    plot.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (way) {
        const start = Math.max(shown, 0);
        const column = (start % columns) + way[0], row = Math.floor(start / columns) + way[1];
        if (column >= 0 && column < columns && row >= 0 && row < map.y.values.length) show(row * columns + column);
        event.preventDefault();
      } else if (event.key === "Enter" || event.key === " ") {
        if (shown >= 0) play(shown);
        event.preventDefault();
      }
    });
  }
})();
)JS";

/** Hundredths of a pixel. */
std::string pixels (double value)
{
    std::array<char, 32> text{};
    std::snprintf (text.data(), text.size(), "%.2f", value);
    std::string result = text.data();
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

double across (double way)
{
    return left + side * way;
}

double up (double way)
{
    return top + side * (1.0 - way);
}

std::vector<double> ways (const MapAxis& axis)
{
    auto borders = axis.borders();
    for (auto& border : borders)
        border = axis.wayOf (border);
    return borders;
}

std::string axes (const MapGesture& gesture)
{
    std::string text;
    const auto spread = [] (const MapAxis& axis)
    {
        const auto borders = axis.borders();
        const double size = axis.spelling().size;
        return std::pair (mapTicks (borders.front() / size, borders.back() / size, axis.logarithmic), size);
    };
    const auto [xTicks, xSize] = spread (gesture.x);
    for (const double tick : xTicks)
    {
        const double x = across (gesture.x.wayOf (tick * xSize));
        text += tickMark (x, top + side, x, top + side + 5.0) + label (x, top + side + 18.0, "middle", tickText (tick));
    }
    const auto [yTicks, ySize] = spread (gesture.y);
    for (const double tick : yTicks)
    {
        const double y = up (gesture.y.wayOf (tick * ySize));
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
    for (const auto* points : { &limits.most, &limits.least })
    {
        if (points->empty())
            continue;
        std::string path;
        for (const auto& point : *points)
            path += (path.empty() ? "M" : "L") + pixels (across (gesture.x.wayOf (point.x))) + " " +
                    pixels (up (gesture.y.wayOf (point.y)));
        const std::string dash = points == &limits.least ? " stroke-dasharray=\"6 4\"" : "";
        text += "<path class=\"under\" d=\"" + path + "\"/><path class=\"line\"" + dash + " d=\"" + path + "\"/>";
    }
    return text.empty() ? text : "<g clip-path=\"url(#" + clip + ")\">" + text + "</g>\n";
}

std::string regimeLegend (const MapCells& cells)
{
    std::string text;
    const auto counts = regimeCounts (cells);
    double y = top;
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        const auto regime = static_cast<Regime> (i);
        std::array<char, 32> share{};
        std::snprintf (share.data(), share.size(), "%.1f %%", 100.0 * counts[i] / static_cast<double> (cells.size()));
        text += rectangle (barLeft, y, 14.0, 14.0,
                           std::string (" stroke=\"#999\" fill=\"") + regimeColour (regime) + "\"") +
                label (barLeft + 20.0, y + 11.0, "start", std::string (regimeName (regime))) +
                label (barLeft + 20.0, y + 26.0, "start", share.data(), " fill=\"#666\"");
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
    for (const double tick : mapTicks (scale.low, scale.high, scale.logarithmic))
    {
        const double way = scale.logarithmic ? std::log (tick / scale.low) / std::log (scale.high / scale.low)
                                             : (tick - scale.low) / (scale.high - scale.low);
        text += tickMark (barLeft + barWidth, up (way), barLeft + barWidth + 4.0, up (way)) +
                label (barLeft + barWidth + 8.0, up (way) + 4.0, "start", tickText (tick));
    }
    const std::string unit = metric.unit;
    const double x = barLeft + barWidth + 56.0, y = top + 0.5 * side;
    text += label (x, y, "middle", metric.title + (unit.empty() ? std::string() : " [" + unit + "]"),
                   " transform=\"rotate(90 " + pixels (x) + " " + pixels (y) + ")\"");
    return text + "\n";
}

std::string picture (const MapReport& report, const MapMetric& metric)
{
    const auto& gesture = *report.gesture;
    const auto scale = mapScale (metric, report.cells);
    const auto columns = gesture.x.values.size();
    const auto x = ways (gesture.x), y = ways (gesture.y);
    const std::string id = metric.id;
    std::string text = "<svg class=\"map\" id=\"map-" + id + "\" tabindex=\"0\" role=\"group\" aria-label=\"" +
                       escapedHtml (metric.title) + "\" viewBox=\"0 0 " + pixels (width) + " " + pixels (height) +
                       "\" xmlns=\"http://www.w3.org/2000/svg\">\n<clipPath id=\"clip-" + id + "\">" +
                       rectangle (left, top, side, side, "") + "</clipPath>\n<g class=\"cells\">\n";
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
    text += metric.colours == MapColours::regimes ? regimeLegend (report.cells) : colourBar (metric, scale);
    return text + "<rect class=\"halo\"/><rect class=\"mark\"/>\n</svg>\n";
}

std::string caption (const MapReport& report, const MapMetric& metric)
{
    std::string text = escapedHtml (metric.meaning);
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

/** Everything that the page says about cells, as it shows it. */
std::string cellData (const MapReport& report)
{
    const auto& gesture = *report.gesture;
    const auto axis = [] (const MapAxis& a)
    {
        Json values = Json::array();
        for (const double value : a.values)
            values.push_back (Json::array ({ shortest (value), formatValue (*a.parameter, value) }));
        return Json{ { "id", a.parameter->id }, { "label", a.parameter->label }, { "values", values } };
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
        Json entry{ { "values", values } };
        if (gesture.soundSeconds > 0.0)
            entry["sound"] = mapSoundName (i % gesture.x.values.size(), i / gesture.x.values.size());
        cells.push_back (entry);
    }
    return scriptJson (Json{
        { "command", report.cellCommand },
        { "x", axis (gesture.x) },
        { "y", axis (gesture.y) },
        { "names", names },
        { "cells", cells }
    }.dump (-1, ' ', false, Json::error_handler_t::replace));
}

std::string sentenceOfLimits (const MapReport& report)
{
    const auto& limits = report.limits;
    if (limits.most.empty())
        return {};
    return "<p>Lines: theory for a rigid contact on a string that does not twist, at the bow speed that the cells have "
           "(" +
           quantity (limits.bowSpeed, "m/s") +
           "). Solid: Schelleng's largest force 2 Z<sub>0</sub> v/(β Δμ), Δμ being what friction loses between "
           "sticking and a "
           "slip at v/β. " +
           (limits.least.empty() ? "No smallest force: " + escapedHtml (limits.noLeast) + "."
                                 : "Dashed: the smallest force, from what the partials lose, for rigid ends.") +
           " The engine's contact is a bristle, its string may twist, and every note starts from rest: Helmholtz "
           "motion need not end "
           "at the lines.</p>\n";
}
} // namespace

std::string mapPage (const MapReport& report)
{
    const auto& gesture = *report.gesture;
    const auto title = "Playability: " + std::string (gesture.y.parameter->label) + " over " +
                       std::string (gesture.x.parameter->label);
    const bool sounds = gesture.soundSeconds > 0.0;
    std::string page =
        pageHead (title, style) + "<h1>" + escapedHtml (title) +
        "</h1>\n<p>" + escapedHtml (report.subtitle) + ". " + std::to_string (gesture.x.values.size()) + " × " +
        std::to_string (gesture.y.values.size()) + " cells, " + std::to_string (gesture.sampleRate) +
        " Hz; every cell is one note from rest, " + quantity (gesture.seconds, "s") +
        " long. All numbers: <a href=\"map.csv\">map.csv</a>, <a href=\"map.json\">map.json</a>.</p>\n<pre>" +
        escapedHtml (report.commandLine) + "</pre>\n" + sentenceOfLimits (report);
    page += std::string ("<div id=\"readout\"><strong id=\"where\">Point at a cell") +
            (sounds ? "; click it to hear it" : "") +
            "</strong> <span id=\"state\"></span>\n<dl id=\"values\"></dl>\n<pre id=\"command\">" +
            (sounds ? "Arrow keys go from cell to cell, Enter plays."
                    : "Made with --no-sounds: there is nothing to play.") +
            "</pre></div>\n<noscript><p><strong>Numbers and sounds of cells need JavaScript.</strong></p></noscript>\n"
            "<div class=\"maps\">\n";
    for (const auto* metric : report.metrics)
        page += std::string ("<figure>\n<h2>") + escapedHtml (metric->title) + "</h2>\n" + picture (report, *metric) +
                "<figcaption>" + caption (report, *metric) + "</figcaption>\n</figure>\n";
    page += "</div>\n";
    if (! report.noFigures.empty())
        page += "<p>No pictures beside this page: " + escapedHtml (report.noFigures) + "</p>\n";
    return page + "<script type=\"application/json\" id=\"cells\">" + cellData (report) + "</script>\n<script>" +
           behaviour + "</script>\n</body>\n</html>\n";
}
} // namespace kolophon
