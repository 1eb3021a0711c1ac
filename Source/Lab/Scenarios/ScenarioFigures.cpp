// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/AsciiText.h"
#include "Scenario.h"
#include "ScenarioParts.h"

#include <cctype>

namespace kolophon::lab::scenario
{
std::string readColumn (Fields& f, std::string_view name, std::optional<std::string> otherwise, const char* meaning)
{
    auto column = f.text (name, meaning, otherwise);
    if (! f.describing() && ! column.empty() && ! isColumn (column))
    {
        std::string allowed;
        for (const auto& one : columns())
            allowed += std::string (one.name) + ", ";
        f.refuse (name, "is not a column; allowed: " + allowed + "path, resistance, P_stored, P_sum, q1 … q8, u1 … u8");
    }
    return column;
}

namespace
{
std::vector<double> readPair (Fields& f, std::string_view name, const char* meaning)
{
    auto pair = f.numbers (name, anything, 0, 2, meaning);
    if (! f.describing() && (pair.size() == 1 || (pair.size() == 2 && ! (pair[0] < pair[1]))))
        f.refuse (name, "is not a range; allowed: [low, high]");
    return pair;
}

void readPanel (Fields& f, PanelChoice& p)
{
    p.title = f.text ("title", "Title above the panel.", "");
    p.x = readColumn (f, "x", "t", "Column on the horizontal axis.");
    const auto* y =
        f.value ("y", "Column or list of columns on the vertical axis.", true,
                 { { "oneOf", Json::array ({ { { "type", "string" } },
                                             { { "type", "array" }, { "items", { { "type", "string" } } } } }) } });
    if (y != nullptr)
        for (const auto& one : y->is_array() ? *y : Json::array ({ *y }))
        {
            if (! one.is_string() || ! isColumn (one.get<std::string>()))
                f.refuse ("y", "is not a column or list of columns");
            p.y.push_back (one.get<std::string>());
        }
    p.of = f.texts ("of", 0, maxRuns, "Names of runs; default: all.");
    p.solver = readSolver (f);
    p.xLabel = f.text ("x_label", "Label of the horizontal axis; default: the column's name and unit.", "");
    p.yLabel = f.text ("y_label", "Label of the vertical axis; default: the column's name and unit.", "");
    p.from = f.number ("from", seconds, "Start of the interval.", 0.0);
    p.to = f.number ("to", seconds, "End of the interval; 0: the end of the run.", 0.0);
    p.xScale = f.number ("x_scale", anything, "Factor for values on the horizontal axis.", 1.0);
    p.yScale = f.number ("y_scale", anything, "Factor for values on the vertical axis.", 1.0);
    p.xRange = readPair (f, "x_range", "Ends of the horizontal axis.");
    p.yRange = readPair (f, "y_range", "Ends of the vertical axis.");
    p.logarithmicX = f.flag ("x_log", "Logarithmic horizontal axis.", false);
    p.logarithmicY = f.flag ("y_log", "Logarithmic vertical axis.", false);
    p.marks = f.flag ("marks", "Points instead of lines.", false);
    p.solid = f.flag ("solid", "Solid lines only.", false);
    f.list ("lines", 0, 20, "Straight lines, for limits and known values.",
            [&p] (Fields& g)
            {
                PanelLine line {};
                const auto x = g.maybe ("x", anything, "Position of a vertical line.");
                const auto y0 = g.maybe ("y", anything, "Position of a horizontal line.");
                line.title = g.text ("title", "Name in the legend.", "");
                if (! g.describing() && x.has_value() == y0.has_value())
                    g.refuse ("x", "and y: give only one of the two");
                line.upright = x.has_value();
                line.value = x ? *x : y0.value_or (0.0);
                p.lines.push_back (line);
            });
}
} // namespace

void readPicture (Fields& f, PictureChoice& p)
{
    p.name = f.text ("name", "Appended to the experiment's in the file name.", "");
    if (! f.describing())
        for (const char c : p.name)
            if (! (isLetterOrDigit (c) || c == '-' || c == '_'))
                f.refuse ("name", "is not a valid file name; allowed: letters, digits, - and _");
    p.caption = f.text ("caption", "Subject of the figure.", "");
    p.columns = f.integer ("columns", 1, 6, "Panels side by side.", 1);
    p.wide = f.flag ("wide", "Broad, low panels for time courses.", false);
    f.list ("panels", 1, 24, "Panels in rows.", [&p] (Fields& g) { readPanel (g, p.panels.emplace_back()); });
}
} // namespace kolophon::lab::scenario
