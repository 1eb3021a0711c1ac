// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/ShallowJson.h"
#include "Files/WholeFile.h"
#include "Reports/Markdown.h"
#include "Reports/Plot.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace kolophon;

/** Pictures that can be read: their points, and words for those who do not see them. */
TEST_CASE ("a page gets every curve of a figure, with as many points as can be told apart")
{
    Picture picture { "A figure", "Of a sine." };
    std::vector<PlotPoint> sine;
    for (int i = 0; i <= 20000; ++i)
        sine.push_back ({ 1e-4 * i, std::sin (3.14159265358979 * 1e-4 * i) });
    picture.panels.push_back ({ "one", { "x" }, { "y" }, { { "sine", ink::blue, 1.0, 1, { sine, sine } } } });
    picture.panels[0].curves.push_back ({ "dots", ink::black, 1.0, 1, { sine }, true });
    const auto curves = pictureJson (picture)["panels"][0]["curves"];
    const auto &x = curves[0]["x"], &y = curves[0]["y"];
    REQUIRE (x.size() == y.size());
    CHECK (x.size() < 400);
    std::size_t gaps = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
    {
        if (x[i].is_null() || x[i - 1].is_null())
        {
            gaps += x[i].is_null() ? 1 : 0;
            continue;
        }
        // The chord stays within a ten thousandth of the curve's height: 2 here.
        const double from = x[i - 1], to = x[i], middle = 0.5 * (from + to);
        const double chord = 0.5 * (y[i - 1].get<double>() + y[i].get<double>());
        CHECK (std::abs (chord - std::sin (3.14159265358979 * middle)) < 3e-4);
    }
    CHECK (gaps == 1);                            // between the two pieces
    CHECK (curves[1]["x"].size() == sine.size()); // every mark
    picture.panels[0].y.logarithmic = true;       // near zero of a linear axis lie decades of this one
    CHECK (pictureJson (picture)["panels"][0]["curves"][0]["x"].size() == 2 * sine.size() + 1);
}

TEST_CASE ("every figure has a title of its own, in plain words")
{
    std::set<std::string> titles;
    const auto figures =
        parseShallow (wholeText (KOLOPHON_SOURCE_FOLDER "/Resources/Docs/Figures/figures.json", 1'000'000));
    CHECK (figures.size() >= 40);
    for (const auto& figure : figures)
    {
        INFO (figure["name"]);
        const auto title = figure["title"].get<std::string>(), caption = figure["caption"].get<std::string>();
        CHECK (titles.insert (title).second);
        CHECK (title.find (' ') != std::string::npos);
        CHECK (title.size() < 110);
        CHECK (withoutMarkdown (title) == title);
        CHECK (withoutMarkdown (caption).find ('`') == std::string::npos);
    }
    CHECK (withoutMarkdown ("a `b` and *c*, [`d`](e.md#f) \\[g\\] in [s]") == "a b and c, d [g] in [s]");
}
