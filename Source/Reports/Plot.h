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
    std::vector<std::vector<PlotPoint>> pieces; // between pieces the pen is lifted
    bool arrows = false;                        // shows in which direction it is run through
    bool marks = false;                         // points instead of lines
    bool right = false;                         // belongs to the axis on the right
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
    gnuplot::Text rightLabel = {}; // of a second axis; empty: there is none
    std::vector<PlotArea> areas = {};
    double leftRoom = 72.0; // for label and numbers of the axis on the left [pixels]
};

/** Colours by Okabe and Ito ("Color universal design"), which every kind of colour vision tells apart. */
namespace ink
{
inline constexpr auto black = "#000000", grey = "#9a9a9a", blue = "#0072B2", vermilion = "#D55E00", sky = "#56B4E9",
                      orange = "#E69F00", green = "#009E73";
}

/** A name that gnuplot shall not read as sub- or superscript. */
inline gnuplot::Text plainText (std::string_view name)
{
    return name;
}

/** "0.05 m/s", four digits. */
std::string quantity (double value, const char* unit);

/** Size of a panel [pixels]. */
struct PanelSize
{
    double width = 480.0, height = 430.0;
};

/** Panels as one picture, row by row in so many columns; 0: all in one row. Curves are drawn with as few points as the
    eye can't tell from all. */
gnuplot::Script plotScript (const std::vector<PlotPanel>& panels, std::size_t columns = 0, PanelSize size = {},
                            PictureFormat format = PictureFormat::svg);

/** A point of a picture, from its left upper corner, as shares of its width and height. */
struct PlotSpot
{
    double left, top;
};

/** Where in the picture of plotScript() a point of a panel lies that stands `across` and `up` inside the panel's frame,
    each from 0 to 1. */
PlotSpot plotSpot (const std::vector<PlotPanel>& panels, std::size_t columns, PanelSize size, std::size_t panel,
                   double across, double up);
} // namespace kolophon
