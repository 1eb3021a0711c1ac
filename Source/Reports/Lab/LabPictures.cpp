// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "LabReport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace kolophon
{
namespace
{
constexpr std::array inks { ink::blue, ink::vermilion, ink::green, ink::orange, ink::sky, ink::black, ink::grey };

/** Label of an axis that shows a column. */
std::string axisLabel (const std::string& column, bool turning)
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

    void include (const PlotPoint& point) noexcept
    {
        left = std::min (left, point.x);
        right = std::max (right, point.x);
        low = std::min (low, point.y);
        high = std::max (high, point.y);
    }

    /** Takes the ranges of the scenario, which have priority. */
    void include (const lab::PanelChoice& choice)
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
    return { title,
             inks[count % inks.size()],
             count % 2 == 0 ? 2.2 : 1.6,
             choice.solid ? 1 : static_cast<int> (1 + (count % 4)),
             piecesOf (xs, ys, choice.xScale, choice.yScale, choice.xRange),
             choice.marks };
}

/** A horizontal or vertical line through the frame. */
PlotCurve lineOf (const lab::PanelLine& line, const Bounds& frame)
{
    PlotCurve curve { line.title, ink::black, 1.0, 3 };
    if (line.upright)
        curve.pieces = { { { line.value, frame.low }, { line.value, frame.high } } };
    else
        curve.pieces = { { { frame.left, line.value }, { frame.right, line.value } } };
    return curve;
}

PlotPanel panelOf (const LabResult& result, const lab::PanelChoice& choice)
{
    PlotPanel panel { choice.title,
                      { choice.xLabel, choice.logarithmicX, choice.xRange },
                      { choice.yLabel, choice.logarithmicY, choice.yRange } };
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
                    frame.include (point);
        }
    }
    const auto count = panel.curves.size();
    frame.include (choice);
    if (count == 1 && choice.lines.empty())
        panel.curves[0].title.clear();
    for (const auto& line : choice.lines)
        panel.curves.push_back (lineOf (line, frame));
    if (panel.x.label.empty())
        panel.x.label = axisLabel (choice.x, turning);
    if (choice.y.front() == "mode" && ! names.empty())
        panel.y = { "", false, { -0.3, static_cast<double> (names.size()) - 0.7 }, names };
    else if (panel.y.label.empty())
        panel.y.label = axisLabel (choice.y.front(), turning);
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

std::string titleOf (const LabResult& result)
{
    return result.scenario.title.empty() ? result.name : result.scenario.title;
}

std::size_t columnOf (const Table& table, const std::string& name)
{
    const auto found = std::find (table.columns.begin(), table.columns.end(), name);
    if (found == table.columns.end())
        throw std::logic_error (table.name + ": no column " + name);
    return static_cast<std::size_t> (found - table.columns.begin());
}

/** The lines of a table's columns: one for each of `view.y`, or for each value in the column `view.by`. A row without a
    number interrupts them. */
std::vector<PlotCurve> curvesOf (const Table& table, const View& view, std::size_t count)
{
    std::vector<PlotCurve> curves;
    const auto x = columnOf (table, view.x);
    for (const auto& name : view.y)
    {
        const auto y = columnOf (table, name);
        std::map<double, PlotCurve> found;
        for (const auto& row : table.rows)
        {
            const double which = view.by.empty() ? 0.0 : row[columnOf (table, view.by)];
            auto& curve = found.try_emplace (which, PlotCurve { .pieces = { {} } }).first->second;
            if (std::isfinite (row[x]) && std::isfinite (row[y]))
                curve.pieces.back().push_back ({ row[x], row[y] });
            else if (! curve.pieces.back().empty())
                curve.pieces.emplace_back();
        }
        for (auto& [which, curve] : found)
        {
            const bool named = which >= 0.0 && which < static_cast<double> (view.kinds.size());
            const auto place = named ? static_cast<std::size_t> (which) : 0u;
            curve.title = named             ? view.kinds[place].name
                          : view.by.empty() ? name
                                            : view.by + " " + significant (which, 4);
            curve.marks = view.marks;
            curve.width = view.marks && ! view.kinds.empty() ? 3.0 : 1.8;
            curve.colour = named && ! view.kinds[place].colour.empty() ? view.kinds[place].colour
                                                                       : inks[(count + curves.size()) % inks.size()];
            curve.dash = view.marks ? 1 : static_cast<int> (1 + (count + curves.size()) % 4);
            curves.push_back (std::move (curve));
        }
    }
    return curves;
}
} // namespace

void describeMotions (LabResult& result)
{
    const auto& chosen = result.scenario.pictures;
    for (const auto& choice : chosen.empty() ? usualPicture() : chosen)
    {
        Picture picture { titleOf (result) + (choice.name.empty() ? "" : ": " + choice.name), choice.caption };
        picture.columns = static_cast<std::size_t> (choice.columns);
        picture.wide = choice.wide;
        for (const auto& panel : choice.panels)
            picture.panels.push_back (panelOf (result, panel));
        result.pictures.push_back (std::move (picture));
    }
}

void describeTables (LabResult& result)
{
    Picture picture { titleOf (result), result.found.caption };
    for (const auto& table : result.found.tables)
        for (const auto& view : table.views)
        {
            auto& panels = picture.panels;
            auto panel = std::find_if (panels.begin(), panels.end(),
                                       [&view] (const auto& other) { return other.heading == view.title; });
            if (panel == panels.end())
                panel =
                    panels.insert (panels.end(), { view.title,
                                                   { view.x, view.logX },
                                                   { view.label.empty() ? view.y.front() : view.label, view.logY } });
            for (auto& curve : curvesOf (table, view, panel->curves.size()))
                panel->curves.push_back (std::move (curve));
        }
    if (! picture.panels.empty())
        result.pictures.push_back (std::move (picture));
}
} // namespace kolophon
