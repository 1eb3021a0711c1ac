// SPDX-License-Identifier: GPL-3.0-or-later
#include "LabReport.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr std::array inks { ink::blue, ink::vermilion, ink::green, ink::orange, ink::sky, ink::black, ink::grey };

/** Label of an axis that shows a column. */
gnuplot::Text axisLabel (const std::string& column, bool turning)
{
    static const std::array<std::pair<std::string_view, const char*>, 14> places {
        { { "t", "time" },
          { "x", "position" },
          { "u", "velocity" },
          { "v", "relative velocity" },
          { "F", "force on the body" },
          { "push", "external force" },
          { "N", "normal force" },
          { "v_bow", "velocity of the bow" },
          { "H", "stored energy" },
          { "bristle", "elongation of the bristle" },
          { "mode", "discrete state" },
          { "path", "path" },
          { "resistance", "friction force" },
          { "balance", "energy balance" } }
    };
    static const std::array<std::pair<std::string_view, const char*>, 7> turns { { { "x", "angle" },
                                                                                   { "u", "angular velocity" },
                                                                                   { "v", "relative angular velocity" },
                                                                                   { "F", "friction torque" },
                                                                                   { "push", "external torque" },
                                                                                   { "resistance", "friction torque" },
                                                                                   { "N", "normal torque" } } };
    std::string words = column;
    for (const auto& [name, meaning] : places)
        if (name == column)
            words = meaning;
    if (turning)
        for (const auto& [name, meaning] : turns)
            if (name == column)
                words = meaning;
    const auto unit = lab::unitOf (column, turning);
    if (column.size() == 2 && column[1] >= '1' && column[1] <= '8')
        words = column[0] == 'q' ? (turning ? "angle" : "position") : (turning ? "angular velocity" : "velocity");
    return words + (unit.empty() ? "" : " [" + unit + "]");
}

/** Reduces a curve to at most about 20000 points: the first, the lowest and the highest of every segment. */
std::vector<std::vector<PlotPoint>> piecesOf (const std::vector<double>& x, const std::vector<double>& y, double xScale,
                                              double yScale, const std::vector<double>& xRange)
{
    constexpr std::size_t maxPoints = 20000;
    const auto group = std::max<std::size_t> (1, x.size() / (maxPoints / 3));
    std::vector<std::vector<PlotPoint>> pieces (1);
    const auto add = [&] (std::size_t i)
    {
        const bool seen = xRange.empty() || (xScale * x[i] >= xRange[0] && xScale * x[i] <= xRange[1]);
        if (seen && std::isfinite (x[i]) && std::isfinite (y[i]))
            pieces.back().push_back ({ xScale * x[i], yScale * y[i] });
        else if (! pieces.back().empty())
            pieces.emplace_back();
    };
    for (std::size_t i = 0; i < x.size(); i += group)
    {
        if (group == 1)
        {
            add (i);
            continue;
        }
        const auto end = std::min (i + group, x.size());
        std::array<std::size_t, 3> picks { i, i, i };
        for (auto k = i; k < end; ++k)
        {
            picks[1] = y[k] < y[picks[1]] ? k : picks[1];
            picks[2] = y[k] > y[picks[2]] ? k : picks[2];
        }
        std::sort (picks.begin(), picks.end());
        for (std::size_t k = 0; k < picks.size(); ++k)
            if (k == 0 || picks[k] != picks[k - 1])
                add (picks[k]);
    }
    return pieces;
}

/** Smallest frame around all points of a panel. */
struct Bounds
{
    double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left;

    void take (const PlotPoint& point) noexcept
    {
        left = std::min (left, point.x);
        right = std::max (right, point.x);
        low = std::min (low, point.y);
        high = std::max (high, point.y);
    }

    /** Takes the ranges of the scenario, which have priority. */
    void take (const lab::PanelChoice& choice)
    {
        if (! choice.xRange.empty())
        {
            left = choice.xRange[0];
            right = choice.xRange[1];
        }
        if (! choice.yRange.empty())
        {
            low = choice.yRange[0];
            high = choice.yRange[1];
        }
    }
};

/** One column of a record plotted against another; `count`: number of curves already in the panel. */
PlotCurve curveOf (const lab::Record& record, const lab::PanelChoice& choice, const std::string& name,
                   const std::string& runName, std::size_t count)
{
    const auto times = lab::columnOf (record, "t"), x = lab::columnOf (record, choice.x),
               y = lab::columnOf (record, name);
    std::vector<double> xs, ys;
    for (std::size_t k = 0; k < times.size(); ++k)
        if (times[k] >= choice.from && (choice.to <= 0.0 || times[k] <= choice.to))
        {
            xs.push_back (x[k]);
            ys.push_back (y[k]);
        }
    auto title = choice.y.size() > 1 && choice.of.size() == 1 ? std::string() : runName;
    if (choice.y.size() > 1)
        title += (title.empty() ? "" : ": ") + name;
    PlotCurve curve { plainText (title), inks[count % inks.size()], count % 2 == 0 ? 2.2 : 1.6,
                      static_cast<int> (1 + (count % 4)),
                      piecesOf (xs, ys, choice.xScale, choice.yScale, choice.xRange) };
    curve.marks = choice.marks;
    if (choice.solid)
        curve.dash = 1;
    return curve;
}

/** A horizontal or vertical line through the frame. */
PlotCurve lineOf (const lab::PanelLine& line, const Bounds& frame)
{
    PlotCurve curve { plainText (line.title), ink::black, 1.0, 3, {} };
    if (line.upright)
        curve.pieces = { { { line.value, frame.low }, { line.value, frame.high } } };
    else
        curve.pieces = { { { frame.left, line.value }, { frame.right, line.value } } };
    return curve;
}

/** Labels the y axis with names of discrete states. */
void nameStates (PlotPanel& panel, const std::vector<std::string>& names)
{
    gnuplot::Script tics;
    for (std::size_t i = 0; i < names.size(); ++i)
        tics += (tics.empty() ? gnuplot::Script() : gnuplot::Script (", ")) + plainText (names[i]).tic() + " " +
                gnuplot::number (static_cast<double> (i));
    panel.settings += "set ytics (" + tics +
                      ") font ',11'\nset yrange [-0.3:" + gnuplot::number (static_cast<double> (names.size()) - 0.7) +
                      "]\n";
    panel.yLabel = " ";
    for (const auto& name : names)
        panel.leftRoom = std::max (panel.leftRoom, 30.0 + 7.0 * static_cast<double> (name.size()));
}

void setRange (PlotPanel& panel, gnuplot::Words axis, const std::vector<double>& ends)
{
    if (! ends.empty())
        panel.settings += gnuplot::Script ("set ") + axis + "range [" + gnuplot::number (ends[0]) + ":" +
                          gnuplot::number (ends[1]) + "]\n";
}

PlotPanel panelOf (const LabResult& result, const lab::PanelChoice& choice)
{
    PlotPanel panel { plainText (choice.title), choice.xLabel, choice.yLabel, {} };
    bool turning = false;
    std::vector<std::string> names; // of discrete states
    Bounds frame;
    for (std::size_t i = 0; i < result.records.size(); ++i)
    {
        const auto& run = result.scenario.runs[i];
        const auto* record = result.records[i].of (choice.solver);
        if (record == nullptr ||
            (! choice.of.empty() && std::find (choice.of.begin(), choice.of.end(), run.name) == choice.of.end()))
            continue;
        turning = turning || run.turning;
        if (names.empty() && choice.y.front() == "mode")
            names = lab::modeNames (run.motion);
        for (const auto& name : choice.y)
        {
            panel.curves.push_back (curveOf (*record, choice, name, run.name, panel.curves.size()));
            for (const auto& piece : panel.curves.back().pieces)
                for (const auto& point : piece)
                    frame.take (point);
        }
    }
    const auto count = panel.curves.size();
    frame.take (choice);
    if (count == 1 && choice.lines.empty())
        panel.curves[0].title.clear();
    for (const auto& line : choice.lines)
        panel.curves.push_back (lineOf (line, frame));
    if (panel.xLabel.empty())
        panel.xLabel = axisLabel (choice.x, turning);
    if (panel.yLabel.empty())
        panel.yLabel = axisLabel (choice.y.front(), turning);
    if (choice.y.front() == "mode" && ! names.empty())
        nameStates (panel, names);
    panel.logarithmicX = choice.logarithmicX;
    if (choice.logarithmicY)
        panel.settings += "set logscale y\nset format y '10^{%L}'\nset yrange [*:*]\n";
    setRange (panel, "x", choice.xRange);
    setRange (panel, "y", choice.yRange);
    panel.keyColumns = count > 4 ? 3 : 2;
    if (count > 3)
        panel.settings += "set key font ',11' samplen 1.6 width -1\n";
    return panel;
}

/** Default picture: position, speed and force over time. */
std::vector<lab::PictureChoice> usualPicture ()
{
    lab::PictureChoice picture;
    picture.caption = "Position, velocity and friction force.";
    picture.columns = 3;
    for (const auto* column : { "x", "u", "F" })
    {
        auto& panel = picture.panels.emplace_back();
        panel.y = { column };
    }
    return { picture };
}

} // namespace

void describeMotions (LabResult& result)
{
    const auto& chosen = result.scenario.pictures;
    for (const auto& choice : chosen.empty() ? usualPicture() : chosen)
    {
        Picture picture { choice.name,
                          choice.caption,
                          {},
                          static_cast<std::size_t> (choice.columns),
                          choice.wide ? PanelSize { 2.0 * PanelSize().width, 310.0 } : PanelSize {} };
        for (const auto& panel : choice.panels)
            picture.panels.push_back (panelOf (result, panel));
        result.found.pictures.push_back (std::move (picture));
    }
}
} // namespace kolophon
