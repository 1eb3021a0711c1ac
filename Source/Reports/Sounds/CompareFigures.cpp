// SPDX-License-Identifier: GPL-3.0-or-later
#include "CompareFigures.h"

#include "../../Core/Units.h"
#include "../../Rendering/Measuring/CompareMeasure.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr std::size_t drawnPoints = 1200; // across a panel: finer than a screen shows
constexpr double partialsShown = 40.0, decibelsShown = 120.0;

using Points = std::vector<PlotPoint>;

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
            points.push_back ({ step * static_cast<double> (at - values.begin()), *at });
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
        points.push_back ({ 1e-3 * binWidth * (static_cast<double> (begin) + 0.5 * static_cast<double> (width - 1)),
                            dbFromGain (peak) });
    }
    return points;
}

/** A time course of the contact; x in ms. */
Points course (const ContactTrace& trace, const std::vector<double>& values)
{
    return values.size() > 1 ? envelope (values, 1e3 * (trace.time[1] - trace.time[0])) : Points();
}

Points loopOf (const ContactTrace& trace)
{
    Points points;
    for (std::size_t i = 0; i < trace.relativeVelocity.size(); ++i)
        points.push_back ({ trace.relativeVelocity[i], trace.frictionForce[i] });
    return points;
}
} // namespace

Picture comparePicture (const Comparison& comparison, const ComparedLaw& law)
{
    const auto& first = comparison.laws.front();
    const bool isFirst = &first == &law;
    const std::string name (law.law->name), firstName (first.law->name);
    const double rate = comparison.sampleRate, nyquist = 0.5 * rate;
    const double highest = comparison.nominal > 0.0 ? std::min (nyquist, partialsShown * comparison.nominal) : nyquist;
    Picture picture { name + ": contact, string, spectrum and beginning of the sound",
                      "Friction force against sliding speed, velocity of the string under the bow, force of the string "
                      "on the bridge, spectrum of the steady sound, and the first 0.3 s of the sound under the law " +
                          name + (isFirst ? "." : ", with " + firstName + " behind it.") };
    const auto add = [&] (const char* heading, PlotAxis x, PlotAxis y, const auto& pointsOf)
    {
        PlotPanel panel { heading, std::move (x), std::move (y) };
        if (! isFirst)
            panel.curves.push_back ({ firstName, ink::orange, 2.5, 1, { pointsOf (first) } });
        panel.curves.push_back ({ name, ink::blue, 1.2, 1, { pointsOf (law) } });
        picture.panels.push_back (std::move (panel));
    };
    add ("Friction force against sliding speed", { "bow minus string [m/s]" }, { "friction force [N]" },
         [] (const ComparedLaw& one) { return loopOf (one.trace); });
    add ("Velocity of the string under the bow", { "time from a slip [ms]" }, { "velocity [m/s]" },
         [] (const ComparedLaw& one) { return course (one.trace, one.trace.surfaceVelocity); });
    add ("Force of the string on the bridge", { "time from a slip [ms]" }, { "force [N]" },
         [] (const ComparedLaw& one) { return course (one.trace, one.trace.bridgeForce); });
    add ("Spectrum of the steady sound", { "frequency [kHz]" }, { "level [dBFS]" },
         [&] (const ComparedLaw& one) { return spectrum (one.steady, rate, highest); });
    add ("First 0.3 s of the sound", { "time [s]" }, { "sample [of full scale]" },
         [&] (const ComparedLaw& one) { return envelope (one.beginning, 1.0 / rate); });
    double loudest = -decibelsShown;
    for (const auto& curve : picture.panels[3].curves)
        for (const auto& point : curve.pieces[0])
            loudest = std::max (loudest, point.y);
    const double top = 10.0 * std::ceil (loudest / 10.0);
    picture.panels[3].y.range = { top - decibelsShown, top };
    return picture;
}
} // namespace kolophon
