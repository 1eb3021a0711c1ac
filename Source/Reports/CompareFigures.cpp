// SPDX-License-Identifier: GPL-3.0-or-later
#include "CompareFigures.h"

#include "../Core/Ticks.h"
#include "../Core/Units.h"
#include "../Rendering/CompareMeasure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
using gnuplot::literal;
using gnuplot::Script;
using gnuplot::Words;

constexpr Words behind { "lc rgb '#E69F00' lw 2.5" }, before { "lc rgb '#0072B2' lw 1.2" };
constexpr std::size_t drawnPoints = 600;  // across a panel: finer than a screen can show
constexpr std::size_t markedPoints = 250; // of a loop
constexpr double partialsShown = 40.0, decibelsShown = 120.0;

Script number (double value)
{
    return gnuplot::number (value, 6);
}

struct Points
{
    std::vector<double> x, y;
};

bool drawable (const Points& points)
{
    return points.x.size() > 1 &&
           std::all_of (points.y.begin(), points.y.end(), [] (double y) { return std::isfinite (y); }) &&
           std::all_of (points.x.begin(), points.x.end(), [] (double x) { return std::isfinite (x); });
}

/** Lowest and highest value of every few samples, in their order: keeps all peaks. */
Points envelope (const std::vector<double>& values, double step)
{
    const auto width = std::max<std::size_t> (1, values.size() / drawnPoints);
    Points points;
    for (std::size_t begin = 0; begin < values.size(); begin += width)
    {
        const auto first = values.begin() + static_cast<std::ptrdiff_t> (begin);
        const auto last = first + static_cast<std::ptrdiff_t> (std::min (width, values.size() - begin));
        auto [low, high] = std::minmax_element (first, last);
        if (high < low)
            std::swap (low, high);
        for (auto at = low;; at = high)
        {
            points.x.push_back (step * static_cast<double> (at - values.begin()));
            points.y.push_back (*at);
            if (at == high)
                break;
        }
    }
    return points;
}

/** Maximum level [dBFS] of every few bins below `highest` [Hz]; x in kHz. */
Points spectrum (const std::vector<double>& signal, double sampleRate, double highest)
{
    const auto amplitudes = amplitudeSpectrum (signal);
    if (amplitudes.size() < 2)
        return {};
    const double binWidth = 0.5 * sampleRate / static_cast<double> (amplitudes.size() - 1);
    const auto bins = std::min (amplitudes.size(), static_cast<std::size_t> (highest / binWidth) + 1);
    const auto width = std::max<std::size_t> (1, bins / (2 * drawnPoints));
    Points points;
    for (std::size_t begin = 1; begin < bins; begin += width)
    {
        double peak = 1e-12;
        for (auto bin = begin; bin < std::min (bins, begin + width); ++bin)
            peak = std::max (peak, amplitudes[bin]);
        points.x.push_back (1e-3 * binWidth * (static_cast<double> (begin) + 0.5 * static_cast<double> (width - 1)));
        points.y.push_back (dbFromGain (peak));
    }
    return points;
}

/** A time course of the contact; x in ms. */
Points course (const ContactTrace& trace, const std::vector<double>& values)
{
    return values.size() > 1 ? envelope (values, 1e3 * (trace.time[1] - trace.time[0])) : Points();
}

Script rowsOf (const Points& points)
{
    Script rows;
    for (std::size_t i = 0; i < points.x.size(); ++i)
        rows += number (points.x[i]) + " " + number (points.y[i]) + "\n";
    return rows;
}

/** Position of a panel's axes, as fractions of the picture. */
struct Place
{
    double left, right, bottom, top;
};

struct Panel
{
    Words name;
    const char *heading, *xLabel, *yLabel;
    Place place;
    int intervals;                  // of the y axis, approximately
    Points first, other;            // of the first law and of this one
    Script ranges;                  // settings that override the automatic range
    Script line = Script ("lines"); // style of the connection between points
};

/** Interval between tics: 1, 2 or 5 times a power of ten, for about `intervals` intervals in the range of the data. */
double ticStep (const Panel& panel)
{
    double low = 0.0, high = 0.0;
    bool any = false;
    for (const auto* points : { &panel.first, &panel.other })
        for (const double y : points->y)
        {
            low = any ? std::min (low, y) : y;
            high = any ? std::max (high, y) : y;
            any = true;
        }
    return roundStepNear (std::max (high - low, 1e-12) / panel.intervals);
}

/** Settings and plot of one panel. Without data, the panel contains a note instead. */
Script panelScript (const Panel& panel, std::string_view firstName, std::string_view otherName, bool withKey)
{
    const auto& place = panel.place;
    auto text =
        "reset\n" + gnuplot::margins (place.left, place.right, place.bottom, place.top) + "set title " +
        literal (panel.heading) + " offset 0,-0.5\nset xlabel " + literal (panel.xLabel) +
        " offset 0,0.5\nset ylabel " + literal (panel.yLabel) +
        "\nset grid lc rgb '#dddddd'\nset border lc rgb '#555555'\nset tics nomirror\n" +
        (withKey ? Script ("set key at screen 0.5,0.985 center top horizontal samplen 3\n") : Script ("unset key\n"));
    const bool hasFirst = drawable (panel.first), hasOther = drawable (panel.other);
    if (! hasFirst && ! hasOther)
        return text + "set xrange [0:1]\nset yrange [0:1]\nunset tics\n"
                      "set label 'nothing to show' at graph 0.5,0.5 center\nplot NaN notitle\n";
    text += "set ytics " + number (ticStep (panel)) + "\n" + panel.ranges;
    gnuplot::Plots plots;
    const auto add = [&] (const Points& points, Words role, Words look, std::string_view law)
    {
        plots.add (Script (panel.name) + role, rowsOf (points),
                   "using 1:2 with " + panel.line + " " + look + " title " + literal (law));
    };
    if (hasFirst)
        add (panel.first, "First", behind, firstName);
    if (hasOther)
        add (panel.other, "Other", before, otherName);
    return text + plots.script();
}
} // namespace

Script figureScript (const Comparison& comparison, const ComparedLaw& law)
{
    const auto& first = comparison.laws.front();
    const bool isFirst = &first == &law;
    const double rate = comparison.sampleRate, nyquist = 0.5 * rate;
    const double highest = comparison.nominal > 0.0 ? std::min (nyquist, partialsShown * comparison.nominal) : nyquist;
    const auto level = spectrum (law.steady, rate, highest), firstLevel = spectrum (first.steady, rate, highest);
    double loudest = -decibelsShown;
    for (const auto* points : { &level, &firstLevel })
        for (const double y : points->y)
            loudest = std::max (loudest, y);
    const double top = 10.0 * std::ceil (loudest / 10.0);
    double duration = 0.0; // [s]
    for (const auto* trace : { &first.trace, &law.trace })
        if (! trace->time.empty())
            duration = std::max (duration, trace->time.back());
    const auto xRange = [] (double end) { return "set xrange [0:" + number (end) + "]\n"; };

    constexpr Place topLeft { 0.085, 0.485, 0.63, 0.935 }, topRight { 0.585, 0.985, 0.81, 0.935 },
        belowIt { 0.585, 0.985, 0.63, 0.75 }, middle { 0.085, 0.985, 0.35, 0.545 },
        bottom { 0.085, 0.985, 0.06, 0.265 };
    const auto &trace = law.trace, &firstTrace = first.trace;
    const auto marked =
        "linespoints pt 7 ps 0.3 pointinterval " + number (static_cast<double> (1 + trace.time.size() / markedPoints));
    // Marks on the line, because the contact may take only a few samples for its loop, or rest in one point.
    std::array panels {
        Panel { "loop",
                "Friction force against sliding speed",
                "bow minus string [m/s]",
                "friction force [N]",
                topLeft,
                6,
                { firstTrace.relativeVelocity, firstTrace.frictionForce },
                { trace.relativeVelocity, trace.frictionForce },
                {},
                marked },
        Panel { "velocity", "Velocity of the string under the bow", "", "velocity [m/s]", topRight, 4,
                course (firstTrace, firstTrace.surfaceVelocity), course (trace, trace.surfaceVelocity),
                xRange (1e3 * duration) },
        Panel { "bridge", "Force of the string on the bridge", "time from a slip [ms]", "force [N]", belowIt, 4,
                course (firstTrace, firstTrace.bridgeForce), course (trace, trace.bridgeForce),
                xRange (1e3 * duration) },
        Panel { "spectrum", "Spectrum of the steady sound", "frequency [kHz]", "level [dBFS]", middle, 6, firstLevel,
                level,
                "set ytics 20\nset yrange [" + number (top - decibelsShown) + ":" + number (top) + "]\n" +
                    xRange (1e-3 * highest) },
        Panel { "beginning", "First 0.3 s of the sound", "time [s]", "sample [of full scale]", bottom, 5,
                envelope (first.beginning, 1.0 / rate), envelope (law.beginning, 1.0 / rate),
                xRange (beginningSeconds) },
    };
    auto text = gnuplot::terminal (PictureFormat::svg, 1080.0, 1080.0, "noenhanced") + "set multiplot\n";
    for (auto& panel : panels)
    {
        if (isFirst)
            panel.other = {};
        text += panelScript (panel, first.law->name, law.law->name, &panel == &panels.front());
    }
    return text + "unset multiplot\n";
}

PictureWords figureWords (const Comparison& comparison, const ComparedLaw& law)
{
    const auto& first = comparison.laws.front();
    const std::string name (law.law->name);
    return { name + ": contact, string, spectrum and beginning of the sound",
             "Friction force against sliding speed, velocity of the string under the bow, force of the string on the "
             "bridge, spectrum of the steady sound, and the first 0.3 s of the sound under the law " +
                 name + (&first == &law ? "." : ", with " + std::string (first.law->name) + " behind it.") };
}
} // namespace kolophon
