// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapPicture.h"

#include "../Analysis/RegimeSigns.h"
#include "../Core/NumberText.h"
#include "../Core/Ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <tuple>

namespace kolophon
{
namespace
{
using gnuplot::literal;
using gnuplot::Script;
using gnuplot::Words;

Script number (double value)
{
    return gnuplot::number (value, 6);
}

struct Colour
{
    double red, green, blue; // 0…1, sRGB
};

std::string hexadecimal (const Colour& colour)
{
    const auto byte = [] (double x) { return static_cast<unsigned> (std::lround (255.0 * std::clamp (x, 0.0, 1.0))); };
    return formatted ("#%02x%02x%02x", byte (colour.red), byte (colour.green), byte (colour.blue));
}

Colour viridis (double position)
{
    constexpr std::array<unsigned, 10> points { 0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e,
                                                0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725 };
    const double place = position * (points.size() - 1);
    const auto at = std::min (static_cast<std::size_t> (place), points.size() - 2);
    const double fraction = place - static_cast<double> (at);
    const auto channel = [&] (int shift)
    {
        const auto of = [shift] (unsigned point) { return static_cast<double> ((point >> shift) & 0xff) / 255.0; };
        return of (points[at]) + fraction * (of (points[at + 1]) - of (points[at]));
    };
    return { channel (16), channel (8), channel (0) };
}

/** Conversion from OKLab (Ottosson 2020, "A perceptual color space for image processing"). */
Colour fromOkLab (double lightness, double a, double b)
{
    const auto cube = [] (double x) { return x * x * x; };
    const double l = cube (lightness + 0.3963377774 * a + 0.2158037573 * b);
    const double m = cube (lightness - 0.1055613458 * a - 0.0638541728 * b);
    const double s = cube (lightness - 0.0894841775 * a - 1.2914855480 * b);
    const auto companded = [] (double x)
    { return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow (x, 1.0 / 2.4) - 0.055; };
    return { companded (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
             companded (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
             companded (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s) };
}

Colour blueToBrown (double position)
{
    constexpr double dark = 0.42, light = 0.95; // lightness of the ends and of the middle
    constexpr double blueA = -0.035, blueB = -0.125, brownA = 0.095, brownB = 0.082;
    const double from = std::abs (2.0 * position - 1.0), lightness = light + from * (dark - light);
    return position < 0.5 ? fromOkLab (lightness, from * blueA, from * blueB)
                          : fromOkLab (lightness, from * brownA, from * brownB);
}

double positionOf (const MapScale& scale, double value)
{
    const double position = scale.logarithmic ? std::log (value / scale.low) / std::log (scale.high / scale.low)
                                              : (value - scale.low) / (scale.high - scale.low);
    return std::isfinite (position) ? std::clamp (position, 0.0, 1.0) : 0.0;
}

/** A cell in the axes' units. It extends half a pixel under its right and upper neighbours, which are drawn later,
    to avoid seams. */
Script rectangle (const std::vector<double>& x, const std::vector<double>& y, std::size_t column, std::size_t row)
{
    constexpr double pixel = 1.0 / 500.0; // of a plot's side, about
    const auto under = [] (const std::vector<double>& borders, std::size_t i)
    {
        const double reach = std::min (0.3, 0.5 * pixel * static_cast<double> (borders.size() - 1));
        return i + 2 < borders.size() ? borders[i + 1] + reach * (borders[i + 2] - borders[i + 1]) : borders[i + 1];
    };
    const double left = x[column], right = under (x, column), low = y[row], high = under (y, row);
    return number (left) + " " + number (low) + " " + number (left) + " " + number (right) + " " + number (low) + " " +
           number (high);
}

/** Borders of the cells, in the axes' units. */
struct MapBorders
{
    std::vector<double> x, y;
};

std::vector<double> spelledBorders (const MapAxis& axis)
{
    auto borders = axis.borders();
    for (auto& border : borders)
        border /= axis.spelling().size;
    return borders;
}

Script ticksOf (double low, double high, bool logarithmic)
{
    Script ticks;
    for (const double tick : axisTicks (low, high, logarithmic))
        ticks += (ticks.empty() ? Script() : Script (", ")) + literal (tickText (tick)) + " " + number (tick);
    return " (" + ticks + ")";
}

Script axisSettings (Words name, const MapAxis& axis, const std::vector<double>& borders)
{
    return (axis.logarithmic ? Script ("set logscale ") : Script ("unset logscale ")) + name + "\nset " + name +
           "range [" + number (borders.front()) + ":" + number (borders.back()) + "]\nset " + name + "tics" +
           ticksOf (borders.front(), borders.back(), axis.logarithmic) + " out\nset " + name + "label " +
           literal (axis.label()) + "\n";
}

/** Number 0xrrggbb of a text "#rrggbb". */
double colourNumber (const std::string& colour)
{
    return static_cast<double> (std::stoul (colour.substr (1), nullptr, 16));
}

Script linePoints (const std::vector<PlotPoint>& points, double x, double y)
{
    Script rows;
    for (const auto& point : points)
        rows += number (point.x / x) + " " + number (point.y / y) + "\n";
    return rows;
}
} // namespace

std::string percentText (std::size_t part, std::size_t whole)
{
    return fixed (100.0 * static_cast<double> (part) / static_cast<double> (std::max<std::size_t> (1, whole)), 1) +
           " %";
}

std::string regimeColour (Regime regime)
{
    return formatted ("#%06x", signOf (regime).colour);
}

std::string mapColour (MapColours colours, double position)
{
    return hexadecimal (colours == MapColours::diverging ? blueToBrown (position) : viridis (position));
}

std::string mapColour (const MapMetric& metric, const MapScale& scale, const MapCell& cell)
{
    if (metric.colours == MapColours::regimes)
        return regimeColour (cell.regime);
    const auto value = metric.value (cell);
    return value ? mapColour (metric.colours, positionOf (scale, *value)) : noValueColour;
}

MapScale mapScale (const MapMetric& metric, const MapCells& cells)
{
    MapScale scale;
    scale.logarithmic = metric.colours == MapColours::logarithmic;
    std::vector<double> values;
    for (const auto& cell : cells)
        if (const auto value = cell ? metric.value (*cell) : std::nullopt; value && std::isfinite (*value))
            values.push_back (*value);
    std::sort (values.begin(), values.end());
    const auto first = scale.logarithmic ? std::upper_bound (values.begin(), values.end(), 0.0) : values.begin();
    scale.empty = first == values.end();
    if (scale.empty)
        return scale;
    const auto count = static_cast<double> (values.end() - first - 1);
    const auto quantile = [&] (double fraction) { return *(first + std::lround (fraction * count)); };
    const auto place = [&scale] (double value) { return scale.logarithmic ? std::log (value) : value; };
    scale.low = quantile (0.0);
    scale.high = quantile (1.0);
    const double inner = place (quantile (0.99)) - place (quantile (0.01));
    if (inner > 0.0 && inner < 0.5 * (place (scale.high) - place (scale.low)))
    {
        scale.low = quantile (0.01);
        scale.high = quantile (0.99);
    }
    if (metric.colours == MapColours::diverging)
    {
        // Excludes larger values: a few cells that are an octave off would leave no colours for differences between the
        // others.
        std::vector<double> sizes;
        for (const double value : values)
            if (std::abs (value) <= metric.maxShown)
                sizes.push_back (std::abs (value));
        std::sort (sizes.begin(), sizes.end());
        const double largest = sizes.empty()
                                   ? metric.maxShown
                                   : sizes[static_cast<std::size_t> (0.98 * static_cast<double> (sizes.size() - 1))];
        scale.high = std::max (largest, 0.01 * metric.maxShown);
        scale.low = -scale.high;
    }
    // Values that differ only by rounding count as equal, because their differences would fill the colour scale.
    if (! (scale.high - scale.low > 1e-6 * std::max (std::abs (scale.low), std::abs (scale.high))))
    {
        const double room = scale.logarithmic ? 0.1 * scale.high : std::max (1e-3, 0.1 * std::abs (scale.high));
        scale.low -= room;
        scale.high += room;
    }
    scale.below =
        static_cast<int> (std::count_if (values.begin(), values.end(), [&] (double v) { return v < scale.low; }));
    scale.above =
        static_cast<int> (std::count_if (values.begin(), values.end(), [&] (double v) { return v > scale.high; }));
    return scale;
}

std::string tickText (double value)
{
    return significant (value, 4);
}

namespace
{
/** Size, title, axes and key of the picture: the first part of gnuplot's input. */
Script frameOf (const MapGesture& gesture, const MapBorders& borders, const MapMetric& metric,
                const std::string& subtitle, PictureFormat format, bool hasKey)
{
    const bool isRegime = metric.colours == MapColours::regimes;
    auto text = gnuplot::terminal (format, 760.0, 640.0, "noenhanced") +
                gnuplot::margins (0.115, isRegime ? 0.97 : 0.835, hasKey ? 0.19 : 0.13, 0.9) + "set label 1 " +
                literal (metric.title) + " at graph 0,1.075 left font ',16'\nset label 2 " + literal (subtitle) +
                " at graph 0,1.03 left font ',11' textcolor rgb '#555555'\n"
                "set border lc rgb '#555555'\nset tics nomirror front\n" +
                axisSettings ("x", gesture.x, borders.x) + axisSettings ("y", gesture.y, borders.y) +
                "set ylabel offset 0.5,0\nset key at screen 0.54,0.015 center bottom horizontal Left reverse samplen 2 "
                "width -1 maxcols 4 font ',11'\n";
    if (! hasKey)
        text += "unset key\n";
    return text;
}

/** A coloured rectangle for each cell that was computed. */
Script cellRows (const MapCells& cells, const MapBorders& borders, const MapMetric& metric, const MapScale& scale)
{
    const auto columns = borders.x.size() - 1;
    Script rows;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i])
            rows += rectangle (borders.x, borders.y, i % columns, i / columns) + " " +
                    gnuplot::number (colourNumber (mapColour (metric, scale, *cells[i])), 8) + "\n";
    return rows;
}

/** Adds a key entry for each regime that occurs, with its percentage of the map. */
void addRegimeKey (gnuplot::Plots& plots, const MapTotals& totals)
{
    const auto& counts = totals.regimes;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            plots.legend ("with boxes fs solid 1 border lc rgb '#999999' fc rgb " +
                          literal (regimeColour (static_cast<Regime> (i))) + " title " +
                          literal (std::string (regimeName (static_cast<Regime> (i))) + " " +
                                   percentText (counts[i], totals.cells)));
}

/** Sentence about the cells without a value or beyond the colour scale; empty if all cells have their colour. */
std::string beyondColours (const MapCells& cells, const MapMetric& metric, const MapScale& scale)
{
    int without = 0;
    for (const auto& cell : cells)
        without += cell && ! metric.value (*cell) ? 1 : 0;
    std::string beyond;
    if (scale.below + scale.above > 0)
        beyond = "beyond the colours: " + std::to_string (scale.below) + " cells below, " +
                 std::to_string (scale.above) + " above";
    if (without > 0)
        beyond += (beyond.empty() ? "" : "; ") + std::string ("without a value (grey): ") + std::to_string (without);
    return beyond;
}

/** Palette and colour bar of a metric that has values. */
Script colourBar (const MapMetric& metric, const MapScale& scale, const std::string& beyond, bool hasKey)
{
    Script palette;
    constexpr int samples = 64;
    for (int i = 0; i <= samples; ++i)
        palette += (i == 0 ? Script() : Script (", ")) + gnuplot::number (i) + " " +
                   literal (mapColour (metric.colours, static_cast<double> (i) / samples));
    const std::string unit = metric.unit;
    auto text = "set palette defined (" + palette + ") maxcolors 256\nset cbrange [" + number (scale.low) + ":" +
                number (scale.high) + "]\nset colorbox user origin screen 0.865," +
                (hasKey ? Script ("0.19 size screen 0.028,0.71") : Script ("0.13 size screen 0.028,0.77")) +
                " noborder\n" + (scale.logarithmic ? Script ("set logscale cb\n") : Script()) + "set cbtics" +
                ticksOf (scale.low, scale.high, scale.logarithmic) + " out scale 0.6\nset cblabel " +
                literal (metric.title + (unit.empty() ? std::string() : " [" + unit + "]")) + " offset 0.8,0\n";
    if (! beyond.empty())
        text += "set label 3 " + literal (beyond) + " at screen 0.97,0.97 right font ',10' textcolor rgb '#666666'\n";
    return text;
}

/** Adds the theoretical limits of force, dark on white for contrast with every colour. */
void addLimits (gnuplot::Plots& plots, const MapGesture& gesture, const MapLimits& limits)
{
    const auto sizeX = gesture.x.spelling().size, sizeY = gesture.y.spelling().size;
    for (const auto& [points, dash, name] :
         { std::tuple (&limits.largest, 1, "f_max (Schelleng)"), std::tuple (&limits.smallest, 2, "f_min (losses)") })
    {
        const auto line = linePoints (*points, sizeX, sizeY);
        plots.add ("under" + gnuplot::number (dash), line, Script ("with lines lw 4.5 lc rgb '#ffffff' notitle"));
        plots.add ("limit" + gnuplot::number (dash), line,
                   "with lines lw 1.8 dt " + gnuplot::number (dash) + " lc rgb '#000000' title " + literal (name));
    }
}
} // namespace

Script mapScript (const MapGesture& gesture, const MapCells& cells, const MapTotals& totals, const MapLimits& limits,
                  const MapMetric& metric, const std::string& subtitle, PictureFormat format)
{
    const MapBorders borders { spelledBorders (gesture.x), spelledBorders (gesture.y) };
    const auto scale = mapScale (metric, cells);
    const bool isRegime = metric.colours == MapColours::regimes;
    const bool hasKey = isRegime || ! limits.largest.empty() || ! limits.smallest.empty();
    auto text = frameOf (gesture, borders, metric, subtitle, format, hasKey);
    gnuplot::Plots plots;
    plots.add (Script ("cells"), cellRows (cells, borders, metric, scale),
               Script ("using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder lc rgb variable notitle"));
    if (isRegime)
        addRegimeKey (plots, totals);
    else
    {
        text += colourBar (metric, scale, beyondColours (cells, metric, scale), hasKey);
        plots.legend (Script ("with lines lc palette z notitle")); // empty, but needed for the colour bar
    }
    addLimits (plots, gesture, limits);
    return text + plots.script();
}
} // namespace kolophon
