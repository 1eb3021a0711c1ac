// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/ShallowJson.h"
#include "Files/WholeFile.h"
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

/** Pictures that can be read: their points, axes with numbers, words for those who do not see them. */
namespace
{
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
    CHECK (gaps == 1);                              // between the two pieces
    CHECK (curves[1]["x"].size() == sine.size());   // every mark
    picture.panels[0].y.logarithmic = true;         // near zero of a linear axis lie decades of this one
    CHECK (pictureJson (picture)["panels"][0]["curves"][0]["x"].size() == 2 * sine.size() + 1);
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
