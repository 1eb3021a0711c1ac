// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

/** Curves and panels. A page draws them in the browser (Resources/Pages/plots.js), from pictureJson(). All texts are
    plain: the page shows them as they are. */
namespace kolophon
{
struct PlotPoint
{
    double x, y;
};

struct PlotCurve
{
    std::string title = {};                          // empty: not in the legend
    std::string colour = {};                         // "#rrggbb"
    double width = 1.8;                              // [pixels]
    int dash = 1;                                    // 1: solid, 2: dashed, 3: dotted, 4: dashes and dots
    std::vector<std::vector<PlotPoint>> pieces = {}; // separate lines
    bool marks = false;                              // points instead of lines
};

struct PlotAxis
{
    std::string label;
    bool logarithmic = false;
    std::vector<double> range = {};      // two ends; none: that of the curves
    std::vector<std::string> names = {}; // instead of numbers, of 0, 1, 2 …
};

struct PlotPanel
{
    std::string heading;
    PlotAxis x, y;
    std::vector<PlotCurve> curves = {};
};

/** A figure of a page. */
struct Picture
{
    std::string title;   // plain text, a line: what a reader who does not see it is told first
    std::string caption; // may be empty
    std::vector<PlotPanel> panels = {};
    std::size_t columns = 2;
    bool wide = false; // broad, low panels
};

/** The data for the page's script, without points that make no visible difference. */
nlohmann::ordered_json pictureJson (const Picture& picture);

/** Colours by Okabe and Ito ("Color universal design"), distinguishable with every kind of colour vision. */
namespace ink
{
inline constexpr auto black = "#000000", grey = "#9a9a9a", blue = "#0072B2", vermilion = "#D55E00", sky = "#56B4E9",
                      orange = "#E69F00", green = "#009E73";
}

/** Value with four digits and unit: "0.05 m/s". */
std::string quantity (double value, const char* unit);
} // namespace kolophon
