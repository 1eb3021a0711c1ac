// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "GnuplotScript.h"

#include <string>
#include <string_view>
#include <vector>

/** Curves and panels, written as input for gnuplot. */
namespace kolophon
{
struct PlotPoint
{
    double x, y;
};

struct PlotCurve
{
    gnuplot::Text title;
    const char* colour;
    double width;                               // of the line
    int dash;                                   // gnuplot's dash type, 1 is solid
    std::vector<std::vector<PlotPoint>> pieces; // separate lines
    bool arrows = false;                        // show the direction of the curve
    bool marks = false;                         // points instead of lines
    bool right = false;                         // uses the axis on the right
};

/** Filled rectangles, under the curves. */
struct PlotArea
{
    struct Rectangle
    {
        double left, right, low, high;
    };

    gnuplot::Text title;
    const char* colour;
    std::vector<Rectangle> rectangles = {};
};

struct PlotPanel
{
    gnuplot::Text heading, xLabel, yLabel;
    std::vector<PlotCurve> curves;
    gnuplot::Script settings = {}; // further commands
    int keyColumns = 2;
    bool logarithmicX = false;
    gnuplot::Text rightLabel = {}; // of a second axis; empty: no second axis
    std::vector<PlotArea> areas = {};
    double leftRoom = 72.0; // for label and numbers of the left axis [pixels]
};

/** Colours by Okabe and Ito ("Color universal design"), distinguishable with every kind of colour vision. */
namespace ink
{
inline constexpr auto black = "#000000", grey = "#9a9a9a", blue = "#0072B2", vermilion = "#D55E00", sky = "#56B4E9",
                      orange = "#E69F00", green = "#009E73";
}

/** A name as gnuplot text that is not interpreted as sub- or superscript. */
inline gnuplot::Text plainText (std::string_view name)
{
    return name;
}

/** Value with four digits and unit: "0.05 m/s". */
std::string quantity (double value, const char* unit);

/** Size of a panel [pixels]. Two side by side are as wide as a page of the documentation shows a picture without making
    it smaller (830 pixels), so that the smallest letters keep their 10 pixels. */
struct PanelSize
{
    double width = 415.0, height = 400.0;
};

/** Arranges panels in one picture, row by row in `columns` columns; 0: two. Curves are reduced to as few points as
    look the same; a curve that others hide is drawn wider beneath them. */
gnuplot::Script plotScript (const std::vector<PlotPanel>& panels, std::size_t columns = 0, PanelSize size = {},
                            PictureFormat format = PictureFormat::svg);

/** A point of a picture, from its left upper corner, as fractions of its width and height. */
struct PlotSpot
{
    double left, top;
};

/** Position in the picture of plotScript() of the point `across` and `up` inside the frame of a panel, each from 0
    to 1. */
PlotSpot plotSpot (const std::vector<PlotPanel>& panels, std::size_t columns, PanelSize size, std::size_t panel,
                   double across, double up);
} // namespace kolophon
