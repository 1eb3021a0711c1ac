// SPDX-License-Identifier: GPL-3.0-or-later
#include "Plot.h"

#include "../Core/NumberText.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kolophon
{
namespace
{
constexpr double tolerance = 4e-4;         // of a panel's size: a fifth of a pixel
constexpr double padX = 0.02, padY = 0.05; // between curves and border, as fractions of the data's range

using gnuplot::literal;
using gnuplot::Script;

Script coordinate (double value)
{
    return gnuplot::number (value, 5);
}

Script count (std::size_t value)
{
    return gnuplot::number (static_cast<double> (value), 15);
}

/** Range of a panel's data, to compare distances along its axes. */
struct Extent
{
    double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left;

    void includeX (const PlotPoint& p)
    {
        left = std::min (left, p.x);
        right = std::max (right, p.x);
    }
    void include (const PlotPoint& p)
    {
        includeX (p);
        low = std::min (low, p.y);
        high = std::max (high, p.y);
    }
    double across (double dx, double dy) const
    {
        return std::hypot (dx / std::max (right - left, 1e-300), dy / std::max (high - low, 1e-300));
    }
};

/** Ramer-Douglas-Peucker algorithm: omits points that are nearer to a chord than the tolerance. */
void thin (const std::vector<PlotPoint>& points, std::size_t first, std::size_t last, const Extent& extent,
           std::vector<PlotPoint>& kept)
{
    const auto &a = points[first], &b = points[last];
    const double width = extent.right - extent.left, tall = extent.high - extent.low;
    const double bx = (b.x - a.x) / width, by = (b.y - a.y) / tall, length2 = bx * bx + by * by;
    double farthest = 0.0;
    std::size_t at = first;
    for (std::size_t i = first + 1; i < last; ++i)
    {
        const double px = (points[i].x - a.x) / width, py = (points[i].y - a.y) / tall;
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

/** Short strokes along a piece, for the heads of arrows: x, y, dx, dy. */
Script strokes (const std::vector<PlotPoint>& piece, const Extent& extent)
{
    double length = 0.0;
    for (std::size_t i = 1; i < piece.size(); ++i)
        length += extent.across (piece[i].x - piece[i - 1].x, piece[i].y - piece[i - 1].y);
    Script text;
    double travelled = 0.0, next = 0.14 * length;
    for (std::size_t i = 1; i < piece.size(); ++i)
    {
        const auto &from = piece[i - 1], &to = piece[i];
        const double step = extent.across (to.x - from.x, to.y - from.y);
        while (step > 0.0 && travelled + step > next && next < length)
        {
            const double fraction = (next - travelled) / step, small = 1e-3 / step;
            const double x = from.x + fraction * (to.x - from.x), y = from.y + fraction * (to.y - from.y);
            text += coordinate (x) + " " + coordinate (y) + " " + coordinate (small * (to.x - from.x)) + " " +
                    coordinate (small * (to.y - from.y)) + "\n";
            next += 0.25 * length;
        }
        travelled += step;
    }
    return text;
}

/** Frame of a panel, as fractions of the whole picture; `low` and `high` from below. */
struct Frame
{
    double left, right, low, high;
};

/** Number of a legend's entries. */
std::ptrdiff_t entriesOf (const PlotPanel& panel)
{
    const auto titled = [] (const auto& one) { return ! one.title.empty(); };
    return std::count_if (panel.curves.begin(), panel.curves.end(), titled) +
           std::count_if (panel.areas.begin(), panel.areas.end(), titled);
}

Frame frameOf (const PlotPanel& panel, std::size_t index, std::size_t columns, std::size_t rows, PanelSize size)
{
    // Labels and legend take a fixed number of pixels, whatever the size of the panel; less without a legend.
    const bool legend = entriesOf (panel) > 0;
    const double width = 1.0 / static_cast<double> (columns), left = width * static_cast<double> (index % columns);
    const double tall = 1.0 / static_cast<double> (rows), low = 1.0 - tall * static_cast<double> (index / columns + 1);
    return { left + width * panel.leftRoom / size.width, left + width * (panel.rightLabel.empty() ? 0.965 : 0.86),
             low + tall * (legend ? 122.55 : 70.0) / size.height, low + tall * (1.0 - 38.7 / size.height) };
}

/** Positions along an axis, where equal distances look equal. */
double alongAxis (double value, bool logarithmic)
{
    return logarithmic ? std::log (std::max (std::abs (value), 1e-300)) : value;
}

/** Distance of a point from a curve, in fractions of a panel's width or height; the axes may be logarithmic. */
class Nearness
{
public:
    Nearness (const PlotPanel& panel, const Extent& itsExtent) : extent (itsExtent)
    {
        const auto& settings = panel.settings.text();
        const bool both = settings.find ("logscale xy") != std::string::npos;
        logX = panel.logarithmicX || both || settings.find ("logscale x") != std::string::npos;
        logY = both || settings.find ("logscale y") != std::string::npos;
        const auto size = [] (double low, double high, bool logarithmic)
        { return std::max (alongAxis (high, logarithmic) - alongAxis (low, logarithmic), 1e-300); };
        width = size (extent.left, extent.right, logX);
        tall = size (extent.low, extent.high, logY);
    }

    /** True if most of the curve `a` lies under `b`. */
    bool hides (const PlotCurve& b, const PlotCurve& a) const
    {
        constexpr std::size_t looks = 60;
        constexpr double mostly = 0.8;
        std::vector<PlotPoint> points;
        for (const auto& piece : a.pieces)
            points.insert (points.end(), piece.begin(), piece.end());
        const auto step = std::max<std::size_t> (1, points.size() / looks);
        std::size_t near = 0, all = 0;
        for (std::size_t i = 0; i < points.size(); i += step, ++all)
            near += isOn (points[i], b) ? 1 : 0;
        return all > 1 && static_cast<double> (near) >= mostly * static_cast<double> (all);
    }

private:
    PlotPoint place (const PlotPoint& p) const
    {
        return { alongAxis (p.x, logX) / width, alongAxis (p.y, logY) / tall };
    }

    bool isOn (const PlotPoint& point, const PlotCurve& curve) const
    {
        constexpr double pixel = 1.0 / 300.0; // of a panel's side, about
        const auto p = place (point);
        for (const auto& piece : curve.pieces)
            for (std::size_t i = 1; i < piece.size(); ++i)
            {
                const auto a = place (piece[i - 1]), b = place (piece[i]);
                const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
                const double t =
                    length2 > 0.0 ? std::clamp (((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0.0;
                if (std::hypot (p.x - a.x - t * dx, p.y - a.y - t * dy) < pixel)
                    return true;
            }
        return false;
    }

    const Extent& extent;
    bool logX = false, logY = false;
    double width = 1.0, tall = 1.0;
};

/** The panel's curves, those wider that later ones hide: by the width of a line and an edge for each. */
std::vector<PlotCurve> visibleCurves (const PlotPanel& panel, const Extent& left, const Extent& right)
{
    constexpr double edges = 2.4; // [pixels] on both sides together
    const Nearness onLeft (panel, left), onRight (panel, right);
    auto curves = panel.curves;
    for (std::size_t i = curves.size(); i-- > 0;)
        for (std::size_t k = i + 1; k < curves.size(); ++k)
            if (! curves[i].marks && ! curves[k].marks && curves[i].right == curves[k].right &&
                (curves[i].right ? onRight : onLeft).hides (curves[k], curves[i]))
                curves[i].width = std::max (curves[i].width, curves[k].width + edges);
    return curves;
}

/** The columns of a picture, where 0 stands for as many as a page has room for. */
std::size_t columnsOf (const std::vector<PlotPanel>& panels, std::size_t columns)
{
    return columns > 0 ? columns : std::min<std::size_t> (2, panels.size());
}

Script lineOf (const PlotCurve& curve)
{
    return curve.marks ? Script ("points pt 7 ps 0.6")
                       : "lines lw " + coordinate (curve.width) + " dt " + gnuplot::number (curve.dash);
}

/** Adds a curve and its arrows; `thins`: omit points that make no visible difference. */
void addCurve (gnuplot::Plots& plots, const PlotCurve& curve, const Script& name, const Extent& extent, bool thins)
{
    Script data, heads;
    for (const auto& piece : curve.pieces)
    {
        if (piece.empty())
            continue;
        std::vector<PlotPoint> kept { piece.front() };
        if (piece.size() > 1 && ! curve.marks && thins)
            thin (piece, 0, piece.size() - 1, extent, kept);
        else
            kept = piece;
        for (const auto& point : kept)
            data += coordinate (point.x) + " " + coordinate (point.y) + "\n";
        data += "\n";
        if (curve.arrows)
            heads += strokes (piece, extent);
    }
    const auto colour = " lc rgb " + literal (curve.colour);
    plots.add (name, data,
               (curve.right ? Script ("axes x1y2 with ") : Script ("with ")) + lineOf (curve) + colour +
                   (curve.title.empty() ? Script (" notitle") : " title " + curve.title.script()));
    plots.add (name + "a", heads, "with vectors head filled size screen 0.009,22,65 fixed lw 1" + colour + " notitle");
}

Script panelScript (const PlotPanel& panel, std::size_t index, std::size_t columns, std::size_t rows, PanelSize size)
{
    Extent extent, rightExtent;
    for (const auto& curve : panel.curves)
        for (const auto& piece : curve.pieces)
            for (const auto& point : piece)
            {
                (curve.right ? rightExtent : extent).include (point);
                (curve.right ? extent : rightExtent).includeX (point);
            }
    for (const auto& area : panel.areas)
        for (const auto& r : area.rectangles)
        {
            extent.include ({ r.left, r.low });
            extent.include ({ r.right, r.high });
        }
    const auto range = [] (double low, double high, double pad)
    {
        // A constant curve needs some height, too.
        const double room = high > low ? pad * (high - low) : std::max (1e-6, 0.1 * std::abs (high));
        return " [" + coordinate (low - room) + ":" + coordinate (high + room) + "]\n";
    };
    const double width = 1.0 / static_cast<double> (columns), left = width * static_cast<double> (index % columns);
    const double tall = 1.0 / static_cast<double> (rows), low = 1.0 - tall * static_cast<double> (index / columns + 1);
    const auto frame = frameOf (panel, index, columns, rows, size);
    auto text = "reset\n" + gnuplot::margins (frame.left, frame.right, frame.low, frame.high) + "set title " +
                panel.heading.script() + " offset 0,-0.4\nset xlabel " + panel.xLabel.script() +
                " offset 0,0.4\nset ylabel " + panel.yLabel.script() +
                " offset 0.8,0\nset grid lc rgb '#dddddd' lw 0.7\nset border lc rgb '#555555'\n"
                "set tics nomirror\nset key at screen " +
                coordinate (left + 0.55 * width) + "," + coordinate (low + 0.005 * tall) +
                " bottom center horizontal Left reverse samplen 2.4 maxcols " + gnuplot::number (panel.keyColumns) +
                "\nset yrange" + range (extent.low, extent.high, padY);
    if (! panel.rightLabel.empty())
        text += "set y2label " + panel.rightLabel.script() + " offset -2,0\nset y2tics\nset y2range" +
                range (rightExtent.low, rightExtent.high, padY);
    if (panel.logarithmicX)
        text += "set logscale x\nset format x '10^{%L}'\n";
    else
        text += "set xrange" + range (extent.left, extent.right, padX);
    if (entriesOf (panel) > 4) // three rows have room under the label of the axis
        text += "set key font ',11' samplen 1.6\n";
    text += panel.settings;
    gnuplot::Plots plots;
    for (std::size_t i = 0; i < panel.areas.size(); ++i)
    {
        const auto& area = panel.areas[i];
        Script rectangles;
        for (const auto& r : area.rectangles)
            rectangles += coordinate (r.left) + " " + coordinate (r.low) + " " + coordinate (r.left) + " " +
                          coordinate (r.right) + " " + coordinate (r.low) + " " + coordinate (r.high) + "\n";
        plots.add ("p" + count (index) + "a" + count (i), rectangles,
                   "with boxxyerror fs solid 1 noborder lc rgb " + literal (area.colour) + " title " +
                       area.title.script());
    }
    const auto curves = visibleCurves (panel, extent, rightExtent);
    for (std::size_t i = 0; i < curves.size(); ++i)
        addCurve (plots, curves[i], "p" + count (index) + "c" + count (i), curves[i].right ? rightExtent : extent,
                  ! panel.logarithmicX);
    return text + plots.script();
}
} // namespace

std::string quantity (double value, const char* unit)
{
    return significant (value, 4) + " " + unit;
}

Script plotScript (const std::vector<PlotPanel>& panels, std::size_t columns, PanelSize size, PictureFormat format)
{
    columns = columnsOf (panels, columns);
    const auto rows = (panels.size() + columns - 1) / columns;
    auto text = gnuplot::terminal (format, size.width * static_cast<double> (columns),
                                   size.height * static_cast<double> (rows)) +
                "set multiplot\n";
    for (std::size_t i = 0; i < panels.size(); ++i)
        text += panelScript (panels[i], i, columns, rows, size);
    return text + "unset multiplot\n";
}

PlotSpot plotSpot (const std::vector<PlotPanel>& panels, std::size_t columns, PanelSize size, std::size_t panel,
                   double across, double up)
{
    columns = columnsOf (panels, columns);
    const auto frame = frameOf (panels[panel], panel, columns, (panels.size() + columns - 1) / columns, size);
    return { frame.left + across * (frame.right - frame.left), 1.0 - frame.low - up * (frame.high - frame.low) };
}
} // namespace kolophon
