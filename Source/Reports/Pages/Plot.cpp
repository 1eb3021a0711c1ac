// SPDX-License-Identifier: GPL-3.0-or-later
#include "Plot.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Json/ShallowJson.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kolophon
{
namespace
{
constexpr double tolerance = 1e-4; // of a panel's size: an eighth of a pixel of a panel that fills a screen
constexpr int digits = 5;          // of the size of an axis

/** Size of a curve along its axes, to compare distances. */
struct Extent
{
    double width, tall;
};

/** Extent of the points that the axes of their panel show. */
Extent extentOf (const std::vector<PlotPoint>& points, const PlotPanel& panel)
{
    const auto size = [&points] (double PlotPoint::*coordinate, const PlotAxis& axis)
    {
        const auto [low, high] =
            std::minmax_element (points.begin(), points.end(),
                                 [coordinate] (const auto& a, const auto& b) { return a.*coordinate < b.*coordinate; });
        const double all = (*high).*coordinate - (*low).*coordinate;
        return std::max (axis.range.size() == 2 ? std::min (all, axis.range[1] - axis.range[0]) : all,
                         std::numeric_limits<double>::min());
    };
    return { size (&PlotPoint::x, panel.x), size (&PlotPoint::y, panel.y) };
}

/** Ramer-Douglas-Peucker algorithm: omits points that are nearer to a chord than the tolerance. */
void thin (const std::vector<PlotPoint>& points, std::size_t first, std::size_t last, const Extent& extent,
           std::vector<PlotPoint>& kept)
{
    const auto &a = points[first], &b = points[last];
    const double bx = (b.x - a.x) / extent.width, by = (b.y - a.y) / extent.tall, length2 = bx * bx + by * by;
    double farthest = 0.0;
    std::size_t at = first;
    for (std::size_t i = first + 1; i < last; ++i)
    {
        const double px = (points[i].x - a.x) / extent.width, py = (points[i].y - a.y) / extent.tall;
        const double along = length2 > 0.0 ? std::clamp ((px * bx + py * by) / length2, 0.0, 1.0) : 0.0;
        const double distance = std::hypot (px - along * bx, py - along * by);
        if (distance > farthest)
        {
            farthest = distance;
            at = i;
        }
    }
    if (farthest > tolerance)
    {
        thin (points, first, at, extent, kept);
        thin (points, at, last, extent, kept);
    }
    else
        kept.push_back (b);
}

/** A value far from zero on a short axis has more digits. */
double rounded (double value, double size)
{
    const double more = std::log10 (std::abs (value) / size);
    const auto found =
        leadingNumber (significant (value, digits + (more > 0.0 ? static_cast<int> (std::min (11.0, more)) + 1 : 0)));
    return found ? found->value : value;
}

Json axisJson (const PlotAxis& axis)
{
    return { { "label", axis.label }, { "log", axis.logarithmic }, { "range", axis.range }, { "names", axis.names } };
}

/** Coordinates in two lists; null separates the pieces of a line. Logarithmic axes need every point. */
Json curveJson (const PlotCurve& curve, const PlotPanel& panel)
{
    const bool thins = ! panel.x.logarithmic && ! panel.y.logarithmic;
    auto x = Json::array(), y = Json::array();
    for (const auto& piece : curve.pieces)
    {
        if (piece.empty())
            continue;
        std::vector<PlotPoint> kept { piece.front() };
        const auto extent = extentOf (piece, panel);
        if (piece.size() > 2 && ! curve.marks && thins)
            thin (piece, 0, piece.size() - 1, extent, kept);
        else
            kept = piece;
        if (! x.empty() && ! curve.marks)
        {
            x.push_back (nullptr);
            y.push_back (nullptr);
        }
        for (const auto& point : kept)
        {
            x.push_back (rounded (point.x, extent.width));
            y.push_back (rounded (point.y, extent.tall));
        }
    }
    return { { "title", curve.title }, { "colour", curve.colour }, { "width", curve.width }, { "dash", curve.dash },
             { "marks", curve.marks }, { "x", std::move (x) },     { "y", std::move (y) } };
}
} // namespace

std::string quantity (double value, const char* unit)
{
    return significant (value, 4) + " " + unit;
}

Json pictureJson (const Picture& picture)
{
    auto panels = Json::array();
    for (const auto& panel : picture.panels)
    {
        auto curves = Json::array();
        for (const auto& curve : panel.curves)
            curves.push_back (curveJson (curve, panel));
        panels.push_back ({ { "title", panel.heading },
                            { "x", axisJson (panel.x) },
                            { "y", axisJson (panel.y) },
                            { "curves", std::move (curves) } });
    }
    return { { "title", picture.title },
             { "caption", picture.caption },
             { "columns", picture.columns },
             { "wide", picture.wide },
             { "panels", std::move (panels) } };
}
} // namespace kolophon
