// SPDX-License-Identifier: GPL-3.0-or-later
#include "Documentation/BodyFigures.h"
#include "Documentation/LawFigures.h"
#include "Documentation/StringFigures.h"
#include "Reports/Markdown.h"
#include "Reports/Plot.h"
#include "Reports/Spectrogram.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace kolophon;

/** Pictures that can be read: curves that coincide, axes with numbers, words for those who do not see them. */
namespace
{
/** Widths of a script's lines, in the order of its plots. */
std::vector<double> widthsOf (const std::string& script)
{
    std::vector<double> widths;
    const std::regex width ("with lines lw ([0-9.]+)");
    for (std::sregex_iterator at (script.begin(), script.end(), width), end; at != end; ++at)
        widths.push_back (std::stod ((*at)[1]));
    return widths;
}

std::vector<PlotPoint> sine (double height, double phase)
{
    std::vector<PlotPoint> points;
    for (int i = 0; i <= 200; ++i)
        points.push_back ({ 0.01 * i, height * std::sin (0.05 * i + phase) });
    return points;
}

struct Word
{
    double x, y;
    std::string text;
};

std::vector<Word> wordsOf (const std::string& svg)
{
    std::vector<Word> words;
    const std::regex text ("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"[^>]*>([^<]*)</text>");
    for (std::sregex_iterator at (svg.begin(), svg.end(), text), end; at != end; ++at)
        words.push_back ({ std::stod ((*at)[1]), std::stod ((*at)[2]), (*at)[3] });
    return words;
}

const Word* find (const std::vector<Word>& words, const std::string& text)
{
    for (const auto& word : words)
        if (word.text == text)
            return &word;
    return nullptr;
}
} // namespace

TEST_CASE ("curves that lie on each other are all seen: the lower ones are wider")
{
    const auto panelOf = [] (std::vector<std::vector<PlotPoint>> curves)
    {
        PlotPanel panel { "", "x", "y", {} };
        for (auto& points : curves)
            panel.curves.push_back ({ "c", ink::blue, 1.6, 1, { std::move (points) } });
        return panel;
    };
    const auto widths = [] (const PlotPanel& panel) { return widthsOf (plotScript ({ panel }).text()); };
    const auto three = widths (panelOf ({ sine (1.0, 0.0), sine (1.0, 0.0), sine (1.0, 0.0) }));
    REQUIRE (three.size() == 3);
    CHECK (three[2] == 1.6);
    CHECK (three[1] >= three[2] + 2.0); // a pixel at either side
    CHECK (three[0] >= three[1] + 2.0);
    // Not on each other: of another phase, of another height, or crossing.
    CHECK (widths (panelOf ({ sine (1.0, 0.0), sine (1.0, 0.5) })) == std::vector { 1.6, 1.6 });
    CHECK (widths (panelOf ({ sine (1.0, 0.0), sine (0.5, 0.0) })) == std::vector { 1.6, 1.6 });
    CHECK (widths (panelOf ({ sine (1.0, 0.0), { { 0.0, 0.0 }, { 2.0, 0.0 } } })) == std::vector { 1.6, 1.6 });
    // Decades apart on a logarithmic axis, though both near zero of a linear one.
    auto decay = panelOf ({ {}, {} });
    for (int i = 0; i <= 100; ++i)
    {
        decay.curves[0].pieces[0].push_back ({ 0.01 * i, std::pow (10.0, -0.1 * i) });
        decay.curves[1].pieces[0].push_back ({ 0.01 * i, std::pow (10.0, -0.2 * i) });
    }
    decay.settings = "set logscale y\n";
    CHECK (widths (decay) == std::vector { 1.6, 1.6 });
}

TEST_CASE ("two panels side by side are as wide as a page shows them")
{
    constexpr double column = 830.0; // [pixels]
    const PlotPanel panel { "", "x", "y", { { "", ink::blue, 1.0, 1, { { { 0.0, 0.0 }, { 1.0, 1.0 } } } } } };
    for (const std::size_t count : { 1u, 2u, 3u, 5u })
    {
        const auto script = plotScript (std::vector<PlotPanel> (count, panel)).text();
        const auto at = script.find (" size ");
        REQUIRE (at != std::string::npos);
        CAPTURE (count, script.substr (at, 20));
        CHECK (std::stod (script.substr (at + 6)) <= column);
    }
}

TEST_CASE ("a spectrogram has its time, its frequencies and its levels beside it")
{
    constexpr double rate = 48000.0, seconds = 3.0, tone = 1000.0;
    std::vector<double> signal;
    for (int n = 0; n < static_cast<int> (seconds * rate); ++n)
        signal.push_back (std::sin (2.0 * 3.14159265358979 * tone * n / rate));
    const auto svg = spectrogramSvg (signal, rate, { "A tone", "Of a <kilohertz>" });
    CHECK (svg.find ("<title id=\"title\">A tone</title><desc id=\"description\">Of a &lt;kilohertz&gt;</desc>") !=
           std::string::npos);
    const auto words = wordsOf (svg);
    for (const auto* text : { "time [s]", "frequency [Hz]", "0 dB", "-10", "-60", "50", "1k", "20k", "0", "3" })
    {
        INFO (text);
        CHECK (find (words, text) != nullptr);
    }
    const auto *zero = find (words, "0"), *one = find (words, "1"), *three = find (words, "3");
    REQUIRE ((zero != nullptr && one != nullptr && three != nullptr));
    CHECK (std::abs ((three->x - zero->x) - 3.0 * (one->x - zero->x)) < 1e-2);
    CHECK (std::abs (three->x - zero->x - 384.0) < 1e-2); // 96 columns of 4 pixels are the whole sound

    // The loudest shade lies at 1k: within the ninth of an octave that a row is.
    const auto loudest = svg.find ("<path fill=\"#10151c\" d=\"M");
    REQUIRE (loudest != std::string::npos);
    double x = 0.0, y = 0.0;
    REQUIRE (std::sscanf (svg.c_str() + loudest, "<path fill=\"#10151c\" d=\"M%lf %lf", &x, &y) == 2);
    const auto *low = find (words, "50"), *high = find (words, "20k"), *middle = find (words, "1k");
    const double octave = (low->y - high->y) / std::log2 (20000.0 / 50.0);
    CHECK (std::abs (low->y - middle->y - octave * std::log2 (1000.0 / 50.0)) < 1e-2);
    CHECK (std::abs (y + 1.0 - (middle->y - 4.0)) < octave / 9.0 + 1e-6); // letters stand 4 lower than their tick
}

TEST_CASE ("every figure has a title of its own, in plain words")
{
    std::set<std::string> titles;
    for (const auto& figures : { lawFigures(), bodyFigures(), stringFigures() })
        for (const auto& figure : figures)
        {
            INFO (figure.name);
            CHECK (titles.insert (figure.title).second);
            CHECK (figure.title.find (' ') != std::string::npos);
            CHECK (figure.title.size() < 110);
            CHECK (withoutMarkdown (figure.title) == figure.title);
            CHECK (withoutMarkdown (figure.caption).find ('`') == std::string::npos);
        }
    CHECK (withoutMarkdown ("a `b` and *c*, [`d`](e.md#f) \\[g\\] in [s]") == "a b and c, d [g] in [s]");
}
