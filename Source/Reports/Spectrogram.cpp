// SPDX-License-Identifier: GPL-3.0-or-later
#include "Spectrogram.h"

#include "../Analysis/SteadyTone.h"
#include "../Core/NumberText.h"
#include "Html.h"

#include <algorithm>
#include <array>
#include <cmath>
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
std::string pathOf (const Levels& field, double top, int shade)
{
    const auto isShade = [&] (int column, int row)
    {
        const double below = top - field[static_cast<std::size_t> (column * rows + row)];
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
                path += formatted ("M%d %dh%dv%dh-%dz", begin * width, (rows - 1 - row) * height,
                                   (column - begin) * width, height, (column - begin) * width);
        }
    return path;
}
} // namespace

std::string spectrogramSvg (std::span<const double> signal, double sampleRate, const std::string& title)
{
    const auto field = fieldsOf (signal, sampleRate);
    const double top = *std::max_element (field.begin(), field.end()) + 1e-9;
    std::string svg = formatted ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                                 "height=\"%d\" shape-rendering=\"crispEdges\">",
                                 timeColumns * width, rows * height, timeColumns * width, rows * height);
    svg += "<title>" + escapedHtml (title) + "</title><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>";
    for (std::size_t shade = 0; shade < shades.size(); ++shade)
        if (const auto path = pathOf (field, top, static_cast<int> (shade)); ! path.empty())
            svg += "<path fill=\"" + std::string (shades[shade]) + "\" d=\"" + path + "\"/>";
    return svg + "</svg>\n";
}
} // namespace kolophon
