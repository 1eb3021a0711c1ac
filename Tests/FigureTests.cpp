// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Bytes/WholeFile.h"
#include "Files/Json/ShallowJson.h"
#include "Reports/Pages/Plot.h"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace kolophon;

namespace
{
constexpr double pi = 3.14159265358979323846;

/** Largest distance of points from a drawn line [pixels], on a panel of 640 x 340 pixels (plots.js) that shows
    `width` x `tall` of its axes. Points and line go from left to right. */
double farthest (const std::vector<PlotPoint>& points, const nlohmann::ordered_json& curve, double width, double tall)
{
    const double perX = 640.0 / width, perY = 340.0 / tall;
    double most = 0.0;
    std::size_t i = 1;
    for (const auto& point : points)
    {
        while (i + 1 < curve["x"].size() && curve["x"][i].get<double>() < point.x)
            ++i;
        const double fromX = curve["x"][i - 1], fromY = curve["y"][i - 1], toX = curve["x"][i], toY = curve["y"][i];
        const double bx = perX * (toX - fromX), by = perY * (toY - fromY), px = perX * (point.x - fromX),
                     py = perY * (point.y - fromY);
        most = std::max (most, std::abs (px * by - py * bx) / std::hypot (bx, by));
    }
    return most;
}
} // namespace

/** Pictures that can be read: their points, and words for those who do not see them. */
TEST_CASE ("a page gets every curve of a figure, with as many points as can be told apart")
{
    Picture picture { "A figure", "Of a sine." };
    std::vector<PlotPoint> sine;
    for (int i = 0; i <= 20000; ++i)
        sine.push_back ({ 1e-4 * i, std::sin (pi * 1e-4 * i) });
    picture.panels.push_back ({ "one", { "x" }, { "y" }, { { "sine", ink::blue, 1.0, 1, { sine } } } });
    auto& curves = picture.panels[0].curves;
    curves.push_back ({ "pieces", ink::blue, 1.0, 1, { sine, sine } });
    curves.push_back ({ "dots", ink::black, 1.0, 1, { sine }, true });
    const auto drawn = pictureJson (picture)["panels"][0]["curves"];
    // An eighth of a pixel, which no screen shows, for what is left out and for digits.
    CHECK (farthest (sine, drawn[0], 2.0, 2.0) < 0.125);
    CHECK (drawn[0]["x"].size() < 200);
    REQUIRE (drawn[0]["x"].size() == drawn[0]["y"].size());
    const auto& pieces = drawn[1]["x"];
    CHECK (pieces.size() == 2 * drawn[0]["x"].size() + 1);
    CHECK (std::count (pieces.begin(), pieces.end(), nullptr) == 1); // between the two pieces
    CHECK (drawn[2]["x"].size() == sine.size());                     // every mark
    picture.panels[0].y.logarithmic = true; // near zero of a linear axis lie decades of this one
    CHECK (pictureJson (picture)["panels"][0]["curves"][1]["x"].size() == 2 * sine.size() + 1);
}

TEST_CASE ("a curve keeps its shape far from zero, and where its axes show a part of it")
{
    // Ten periods, a millisecond each, after 100 s, on 1000 N.
    std::vector<PlotPoint> late, whole;
    for (int i = 0; i <= 20000; ++i)
    {
        late.push_back ({ 100.0 + 5e-7 * i, 1000.0 + std::sin (2.0 * pi * 5e-4 * i) });
        whole.push_back ({ 1e-3 * i, std::sin (2.0 * pi * 5e-4 * i) });
    }
    Picture picture { "A figure", "" };
    picture.panels.push_back ({ "late", { "x" }, { "y" }, { { "late", ink::blue, 1.0, 1, { late } } } });
    picture.panels.push_back (
        { "part", { "x", false, { 1.0, 1.2 } }, { "y" }, { { "part", ink::blue, 1.0, 1, { whole } } } });
    const auto panels = pictureJson (picture)["panels"];
    CHECK (farthest (late, panels[0]["curves"][0], 0.01, 2.0) < 0.125);
    CHECK (panels[0]["curves"][0]["x"].size() < 2000);
    CHECK (farthest (whole, panels[1]["curves"][0], 0.2, 2.0) < 0.125);
    CHECK (panels[1]["curves"][0]["x"].size() < 5000);
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
        const auto title = figure["title"].get<std::string>();
        CHECK (titles.insert (title).second);
        CHECK (title.find (' ') != std::string::npos);
        CHECK (title.size() < 110);
        CHECK (title.find_first_of ("`*[\\") == std::string::npos);
        CHECK_FALSE (figure["caption"].get<std::string>().empty());
    }
}
