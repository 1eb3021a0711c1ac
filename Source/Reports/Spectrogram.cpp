// SPDX-License-Identifier: GPL-3.0-or-later
#include "Spectrogram.h"

#include "../Analysis/SteadyTone.h"
#include "../Core/NumberText.h"
#include "Html.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace kolophon
{
namespace
{
constexpr int timeColumns = 96, bandsPerOctave = 9, octaves = 9, rows = bandsPerOctave * octaves;
constexpr double lowest = 40.0; // [Hz]
constexpr std::size_t frame = 4096;
constexpr double step = 10.0;                                                                     // [dB] between shades
constexpr std::array shades { "#10151c", "#2d4a6b", "#4f7ba8", "#86a9c9", "#b9cbdc", "#e0e7ee" }; // loudest first
constexpr int width = 4, height = 2;                                                              // of a cell
constexpr int across = timeColumns * width, tall = rows * height;                                 // of the field
constexpr int left = 56, top = 10, right = 92, bottom = 40;                                       // margins
constexpr int lineHeight = 12;                                                                    // of the letters

using Levels = std::vector<double>; // [dB], column by column, from the lowest row up

Levels fieldsOf (std::span<const double> signal, double sampleRate)
{
    Levels field (timeColumns * rows, -300.0);
    for (int column = 0; column < timeColumns; ++column)
    {
        // The frame centred at the column; beyond the ends, silence.
        const double middle = (column + 0.5) * static_cast<double> (signal.size()) / timeColumns;
        std::vector<double> piece (frame, 0.0);
        for (std::size_t n = 0; n < frame; ++n)
        {
            const double at = middle + static_cast<double> (n) - 0.5 * static_cast<double> (frame);
            if (at >= 0.0 && at < static_cast<double> (signal.size()))
                piece[n] = signal[static_cast<std::size_t> (at)];
        }
        const auto amplitudes = amplitudeSpectrum (piece);
        for (int row = 0; row < rows; ++row)
        {
            const double low = lowest * std::exp2 (static_cast<double> (row) / bandsPerOctave);
            const double bin = static_cast<double> (frame) / sampleRate;
            const auto first = static_cast<std::size_t> (low * bin);
            const auto last =
                std::max (first + 1, static_cast<std::size_t> (low * bin * std::exp2 (1.0 / bandsPerOctave)));
            double power = 0.0;
            for (auto k = first; k < std::min (last, amplitudes.size()); ++k)
                power = std::max (power, amplitudes[k] * amplitudes[k]);
            if (power > 0.0)
                field[static_cast<std::size_t> (column * rows + row)] = 10.0 * std::log10 (power);
        }
    }
    return field;
}

/** Path that contains all cells of one shade, with adjacent ones merged. */
std::string pathOf (const Levels& field, double loudest, int shade)
{
    const auto isShade = [&] (int column, int row)
    {
        const double below = loudest - field[static_cast<std::size_t> (column * rows + row)];
        return static_cast<int> (std::floor (below / step)) == shade;
    };
    std::string path;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < timeColumns; ++column)
        {
            const int begin = column;
            while (column < timeColumns && isShade (column, row))
                ++column;
            if (column > begin)
                path += formatted ("M%d %dh%dv%dh-%dz", left + begin * width, top + (rows - 1 - row) * height,
                                   (column - begin) * width, height, (column - begin) * width);
        }
    return path;
}

std::string label (double x, double y, const char* anchor, const std::string& words, const char* more = "")
{
    return formatted ("<text x=\"%g\" y=\"%g\" text-anchor=\"%s\"%s>", x, y, anchor, more) + words + "</text>";
}

/** Round steps of time: 1, 2 or 5 times a power of ten, of which four to ten are in `seconds`. */
double timeStep (double seconds)
{
    const double decade = std::pow (10.0, std::floor (std::log10 (seconds / 4.0)));
    for (const double factor : { 5.0, 2.0 })
        if (factor * decade <= seconds / 4.0)
            return factor * decade;
    return decade;
}

std::string axes (double seconds)
{
    std::string ticks, words;
    const double stepOfTime = timeStep (seconds);
    for (int i = 0; i * stepOfTime <= seconds * (1.0 + 1e-9); ++i)
    {
        const double x = left + across * i * stepOfTime / seconds;
        ticks += formatted ("M%g %dv4", x, top + tall);
        words += label (x, top + tall + 5 + lineHeight, "middle", significant (i * stepOfTime, 3));
    }
    constexpr std::array<std::pair<double, const char*>, 5> frequencies {
        { { 50.0, "50" }, { 200.0, "200" }, { 1000.0, "1k" }, { 5000.0, "5k" }, { 20000.0, "20k" } }
    };
    for (const auto& [frequency, name] : frequencies)
    {
        const double y = top + tall * (1.0 - std::log2 (frequency / lowest) / octaves);
        ticks += formatted ("M%d %gh-4", left, y);
        words += label (left - 7, y + 4, "end", name);
    }
    words += label (left + 0.5 * across, top + tall + bottom - 7, "middle", "time [s]");
    const auto turned = formatted (" transform=\"rotate(-90 14 %g)\"", top + 0.5 * tall);
    words += label (14, top + 0.5 * tall, "middle", "frequency [Hz]", turned.c_str());
    return formatted ("<path fill=\"none\" stroke=\"#555\" d=\"M%d %dv%dh%dv-%dz", left, top, tall, across, tall) +
           ticks + "\"/>" + words;
}

/** The shades from the loudest down, with the levels at their borders. */
std::string scale ()
{
    constexpr int x = left + across + 16, wide = 14, each = 20;
    std::string text;
    for (std::size_t shade = 0; shade < shades.size(); ++shade)
    {
        const int y = top + each * static_cast<int> (shade);
        text += formatted ("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>", x, y, wide, each,
                           shades[shade]);
        text += label (x + wide + 5, y + 4, "start",
                       shade == 0 ? "0 dB" : significant (-step * static_cast<double> (shade), 3));
    }
    const int end = top + each * static_cast<int> (shades.size());
    text += label (x + wide + 5, end + 4, "start", significant (-step * static_cast<double> (shades.size()), 3));
    return text +
           formatted ("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#555\"/>", x, top,
                      wide, end - top) +
           label (x, end + 22, "start", "of the") + label (x, end + 22 + lineHeight, "start", "loudest");
}
} // namespace

std::string spectrogramSvg (std::span<const double> signal, double sampleRate, const PictureWords& words)
{
    const auto field = fieldsOf (signal, sampleRate);
    const double loudest = *std::max_element (field.begin(), field.end()) + 1e-9;
    constexpr int wide = left + across + right, high = top + tall + bottom;
    std::string svg =
        "<svg role=\"img\" aria-labelledby=\"title description\"" +
        formatted (" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                   "font-family=\"sans-serif\" font-size=\"%d\">",
                   wide, high, wide, high, lineHeight);
    svg += "<title id=\"title\">" + escapedHtml (words.title) + "</title><desc id=\"description\">" +
           escapedHtml (words.description) +
           "</desc><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><g shape-rendering=\"crispEdges\">";
    for (std::size_t shade = 0; shade < shades.size(); ++shade)
        if (const auto path = pathOf (field, loudest, static_cast<int> (shade)); ! path.empty())
            svg += "<path fill=\"" + std::string (shades[shade]) + "\" d=\"" + path + "\"/>";
    const double seconds = static_cast<double> (signal.size()) / sampleRate;
    return svg + "</g>" + axes (seconds) + scale() + "</svg>\n";
}
} // namespace kolophon
