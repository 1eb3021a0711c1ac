// SPDX-License-Identifier: GPL-3.0-or-later
#include "StringFigures.h"

#include "../Analysis/StringMaps.h"
#include "../Core/Units.h"
#include "../Reports/Plot.h"
#include "../Studies/StudyKit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double rate = 88200.0; // [Hz] of the steps, except in figures about the rate
constexpr double bowSpeed = 0.1; // [m/s] of steady bows
constexpr int threads = 2, passes = 3;
using study::smallKey;
constexpr double bending = pi * pi * 3.1e-4 / (111.0 * 0.69 * 0.69); // B of the cello D with EI = 3.1e-4 N m^2

//==============================================================================

PlotPanel schellengPanel (const std::string& heading, const ContactSpec& contact)
{
    constexpr double nearest = 0.03, farthest = 0.2, lightest = 0.005, heaviest = 20.0;
    constexpr int columns = 26, rows = 32;
    const auto betas = ladder (nearest, farthest, columns + 1), forces = ladder (lightest, heaviest, rows + 1);
    const auto string = withoutTorsion (celloD());
    std::vector<Experiment> map;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            map.push_back ({ string,
                             contact,
                             { std::sqrt (betas[column] * betas[column + 1]), std::sqrt (forces[row] * forces[row + 1]),
                               bowSpeed, 0.0 },
                             StringStart::helmholtz });
    const auto records = perform (map, { rate, 1.0, 0.0, passes, threads });

    std::vector<std::size_t> kinds;
    for (std::size_t i = 0; i < map.size(); ++i)
        kinds.push_back (study::regimeArea (regimeAtEnd (records[i], string, rate).regime));

    PlotCurve maximum { "largest force", ink::black, 2.2, 1, { {} } },
        minimum { "smallest force", ink::black, 2.2, 2, { {} } };
    for (const double beta : ladder (nearest, farthest, 61))
    {
        const Experiment e { string, contact, { beta, 0.0, bowSpeed, 0.0 }, StringStart::helmholtz };
        maximum.pieces[0].push_back ({ beta, schellengMaximum (e) });
        minimum.pieces[0].push_back ({ beta, modalMinimum (e) });
    }
    PlotPanel panel { heading, "bow position β", "bow force [N]", { maximum, minimum } };
    panel.areas = study::cellAreas (betas, forces, kinds, study::regimeAreas());
    panel.keyColumns = 4;
    panel.settings =
        smallKey + gnuplot::Script ("set logscale xy\nset xrange [0.03:0.2]\nset yrange [0.005:20]\nset format y '%g'\n"
                                    "set xtics (0.03,0.04,0.05,0.07,0.1,0.14,0.2) format '%g'\nset grid front\n");
    return panel;
}

Figure schelleng ()
{
    return { "string", "string-schelleng",
             "Schelleng's diagram: regimes over bow position and bow force, for two contacts",
             "Schelleng's diagram: regimes of a cello D (146.9 Hz, 0.547 kg/s, Q = 300, without torsion), one second "
             "after Helmholtz motion under a bow of 0.1 m/s. The lines are theory: the largest force 2 Z_0 v_b/(β Δμ), "
             "and the smallest from the losses of the partials. A rigid contact (static friction 0.8, sliding 0.3, v_s "
             "= 0.05 m/s) keeps to both; above, the string sings an octave or a twelfth too low, or croaks. A bristle "
             "of 1e5 N/m, of the order of bow hair, slips over a longer distance than the corner of the string takes "
             "to pass, and the upper limit disappears.",
             []
             {
                 return plotScript ({ schellengPanel ("rigid contact", rigidContact (0.05)),
                                      schellengPanel ("bristle, 10⁵ N/m", bristleContact (0.05, 1e5)) });
             } };
}

//==============================================================================

PlotPanel attackPanel (const std::string& heading, const StringSpec& string, const ContactSpec& contact)
{
    constexpr int cells = 20;
    const auto map = attackMap (string, contact, 0.0899, cells);
    const auto records = perform (map, { rate, 0.3, 0.0, passes, threads, 2.0 });
    std::vector<std::size_t> kinds;
    std::array<int, 5> counts {};
    for (const auto& record : records)
    {
        const auto attack = attackOf (record, string, rate);
        kinds.push_back (! attack.speaks         ? 4u
                         : attack.perfect        ? 0u
                         : attack.seconds < 0.05 ? 1u
                         : attack.seconds < 0.09 ? 2u
                                                 : 3u);
        ++counts[kinds.back()];
    }
    const auto percent = [&counts] (std::size_t last)
    {
        int sum = 0;
        for (std::size_t i = 0; i <= last; ++i)
            sum += counts[i];
        return std::to_string ((100 * sum + cells * cells / 2) / (cells * cells)) + " %";
    };
    std::vector<double> x, y;
    for (int i = 0; i <= cells; ++i)
    {
        x.push_back (3.0 * (i + 0.5) / cells);
        y.push_back (4.0 * (i + 0.5) / cells);
    }
    PlotPanel panel { heading, "acceleration of the bow [m/s^2]", "bow force [N]", {} };
    panel.areas = study::cellAreas (x, y, kinds,
                                    { { "perfect: " + percent (0), "#08519c", {} },
                                      { "below 50 ms: " + percent (1), "#4f97c9", {} },
                                      { "below 90 ms: " + percent (2), "#a9cfe8", {} },
                                      { "later", "#e6e6e6", {} } });
    panel.settings = smallKey + gnuplot::Script ("set xrange [0.075:3.075]\nset yrange [0.1:4.1]\nset grid front\n");
    return panel;
}

Figure guettler ()
{
    return { "string", "string-guettler",
             "Guettler's diagram: time to Helmholtz motion over acceleration and bow force",
             "Guettler's diagram: time from the first slip to Helmholtz motion, for a bow that starts from rest at "
             "constant acceleration (β = 0.09, the same string with Q = 150 and bending stiffness). Perfect is at most "
             "1.2 periods. Players accepted up to 50 ms of prolonged periods and up to 90 ms of multiple slips "
             "(Guettler & Askenfelt, J. Acoust. Soc. Am. 101 (1997) 2903-2913, as cited elsewhere); here only the "
             "duration counts. Percentages count the cells up to that time. The playable cells form a wedge between "
             "two ratios of force and acceleration; a soft contact and torsion of the string widen it.",
             []
             {
                 auto string = celloD();
                 string.quality = 150.0;
                 string.inharmonicity = bending;
                 const auto soft = bristleContact (0.2, 1e5);
                 return plotScript ({ attackPanel ("bristle, 10⁵ N/m", string, soft),
                                      attackPanel ("the same without torsion", withoutTorsion (string), soft),
                                      attackPanel ("bristle, 10⁶ N/m", string, bristleContact (0.1, 1e6)) });
             } };
}

//==============================================================================

constexpr std::array placesShown { 0.0403, 0.0807, 0.1607 };
constexpr std::array placeInks { ink::blue, ink::green, ink::vermilion };

std::string betaText (double beta)
{
    return "β = 0." + std::to_string (std::lround (1e4 * beta)).insert (0, beta < 0.1 ? "0" : "");
}

PlotPanel flatteningPanel ()
{
    PlotPanel panel { "below: flattening", "force over Schelleng's f_{max}", "pitch [cents]", {} };
    for (const bool round : { true, false })
        for (std::size_t place = 0; place < placesShown.size(); ++place)
        {
            auto string = withoutTorsion (celloD());
            string.quality = round ? 100.0 : 300.0;
            string.inharmonicity = round ? bending : 0.0;
            std::vector<Experiment> row;
            for (int i = 2; i <= 19; ++i)
            {
                Experiment e {
                    string, rigidContact (0.05), { placesShown[place], 0.0, bowSpeed, 0.0 }, StringStart::helmholtz
                };
                e.bow.force = 0.05 * i * schellengMaximum (e);
                row.push_back (e);
            }
            const double itsRate = 2.0 * rate;
            const auto records = perform (row, { itsRate, 0.9, 0.3, passes, threads });
            const auto title =
                round ? betaText (placesShown[place]) : std::string (place == 0 ? "Q = 300, EI = 0" : "");
            PlotCurve curve { title, placeInks[place], 2.0, round ? 1 : 2, { {} } };
            for (std::size_t i = 0; i < row.size(); ++i)
            {
                const auto pitch = fundamentalFrequency (records[i].bridge, itsRate, 60.0, 250.0);
                if (regimeAtEnd (records[i], row[i].string, itsRate).regime == Regime::helmholtz && pitch)
                    curve.pieces[0].push_back (
                        { 0.05 * static_cast<double> (i + 2), centsFromRatio (*pitch / string.fundamental) });
            }
            panel.curves.push_back (curve);
        }
    panel.settings = smallKey + gnuplot::Script ("set xrange [0.05:1]\n");
    return panel;
}

PlotPanel anomalousPanel ()
{
    PlotPanel panel { "above: anomalous low tones", "force over Schelleng's f_{max}", "period over the string's", {} };
    const auto string = withoutTorsion (celloD());
    for (std::size_t place = 0; place < placesShown.size(); ++place)
    {
        const double beta = placesShown[place];
        std::vector<Experiment> row;
        std::vector<double> multiples;
        for (int i = 0; i <= 95; ++i)
        {
            Experiment e { string, rigidContact (0.05), { beta, 0.0, bowSpeed, 0.0 }, StringStart::helmholtz };
            multiples.push_back (0.6 + 0.025 * i);
            e.bow.force = multiples.back() * schellengMaximum (e);
            row.push_back (e);
        }
        const auto records = perform (row, { rate, 0.6, 0.0, passes, threads });
        PlotCurve found { betaText (beta), placeInks[place], 0.0, 1, { {} } };
        found.marks = true;
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            const auto motion = regimeAtEnd (records[i], row[i].string, rate);
            if (motion.regime == Regime::helmholtz || motion.regime == Regime::anomalousLow)
                found.pieces[0].push_back ({ multiples[i], motion.period * string.fundamental / rate });
        }
        PlotCurve law { "", placeInks[place], 1.0, 3, {} };
        for (const double n : { 1.0, 2.0, 3.0 })
            law.pieces.push_back ({ { 0.6, n - (n - 1.0) * beta }, { 3.0, n - (n - 1.0) * beta } });
        panel.curves.push_back (law);
        panel.curves.push_back (found);
    }
    panel.curves[0].title = "n - (n - 1) β";
    panel.settings = smallKey;
    return panel;
}

Figure flattening ()
{
    return {
        "string", "string-flattening", "Flattening and anomalous low notes: pitch against bow force",
        "Bow force and pitch (rigid contact, the cello D at 0.1 m/s). Left: below Schelleng's largest force the tone "
        "goes flat, most for rounded corners: with Q = 100 and bending stiffness EI = 3.1e-4 N m² (solid) more than "
        "with Q = 300 and none (dashed). Right: above the end of Helmholtz motion, the bow reflects the corner, which "
        "runs round the longer part of the string once or twice before it frees the string: the period becomes n - (n "
        "- 1) β of the string's (thin lines), nearly an octave or a twelfth lower. No mark: raucous.",
        [] {
            return plotScript ({ flatteningPanel(), anomalousPanel() });
        }
    };
}

//==============================================================================

Figure purity ()
{
    return {
        "string", "string-purity", "Inharmonic part of a high note against the rate of the contact",
        "Inharmonic part of a high steady note (E5, β = 0.12, 0.3 m/s, torsion): energy of the force at the bridge "
        "between its harmonics over all of it, for contacts that run at 1, 2, 4 and 8 times 48 kHz and are decimated "
        "as in the engine. A soft bristle is cleaner than a rigid contact, whose slips can only begin at a sample; "
        "every doubling of the rate helps, down to the floor of the spectrum's window.",
        []
        {
            struct Bar
            {
                const char *title, *colour;
                ContactSpec contact;
                double force;
            };
            const std::array bars { Bar { "10⁵ N/m, 0.3 N", ink::blue, bristleContact (0.1, 1e5), 0.3 },
                                    Bar { "10⁵ N/m, 1 N", ink::sky, bristleContact (0.1, 1e5), 1.0 },
                                    Bar { "10⁶ N/m, 0.3 N", ink::green, bristleContact (0.1, 1e6), 0.3 },
                                    Bar { "rigid, 0.3 N", ink::vermilion, rigidContact (0.1), 0.3 } };
            constexpr double floor = -85.0, width = 0.2;
            PlotPanel panel { "E5: energy between the harmonics", "rate of the contact", "of all energy [dB]", {} };
            for (std::size_t i = 0; i < bars.size(); ++i)
            {
                PlotArea area { bars[i].title, bars[i].colour, {} };
                for (int doublings = 0; doublings < 4; ++doublings)
                {
                    const StringSpec string { 659.0, 0.3, 1e-5, 1.0, 150.0, 0.0, 30, 1.0, 2636.0, 34.0, 7 };
                    const Experiment e {
                        string, bars[i].contact, { 0.12, bars[i].force, 0.3, 0.0 }, StringStart::helmholtz
                    };
                    const auto record =
                        perform (std::span (&e, 1), { 48000.0 * (1 << doublings), 1.9, 1.45, passes }).front();
                    const auto tone = decimated (record.bridge, 1 << doublings);
                    const auto fundamental = fundamentalFrequency (tone, 48000.0, 300.0, 1000.0);
                    const auto level = fundamental ? nonHarmonicDb (tone, 48000.0, *fundamental) : std::nullopt;
                    const double left = doublings - 2.0 * width + width * static_cast<double> (i);
                    area.rectangles.push_back ({ left, left + 0.85 * width, floor, level.value_or (0.0) });
                }
                panel.areas.push_back (area);
            }
            panel.settings = smallKey + gnuplot::Script ("set xrange [-0.6:3.6]\nset yrange [-85:-20]\n"
                                                         "set xtics (\"48 kHz\" 0, \"96\" 1, \"192\" 2, \"384\" 3)\n");
            return plotScript ({ panel });
        }
    };
}
} // namespace

std::vector<Figure> stringFigures ()
{
    return { schelleng(), guettler(), flattening(), purity() };
}
} // namespace kolophon
