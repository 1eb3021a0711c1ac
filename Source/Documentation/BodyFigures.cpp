// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyFigures.h"

#include "../Analysis/SteadyTone.h"
#include "../Core/AsciiText.h"
#include "../Core/NumberText.h"
#include "../Core/Units.h"
#include "../Lab/BodyBench.h"
#include "../Synth/Bodies/BodyTable.h"
#include "BlockFigure.h"
#include "HandFigures.h"
#include "PlainBody.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace kolophon
{
using namespace plainbody;

namespace
{
constexpr double bowedSeconds = 4.0, spectrumTop = 6.0, spectrumFloor = -100.0; // [s], [kHz], [dB]
constexpr int periodsShown = 4;
std::size_t samplesOf (double seconds)
{
    return static_cast<std::size_t> (seconds * sampleRate);
}

//======================================================================================================================
/** Highest level [dB] over the highest of all, of every few bins; x in kHz. */
PlotCurve spectrumCurve (const std::string& title, const char* colour, double width, std::vector<double> signal)
{
    double mean = 0.0;
    for (const double x : signal)
        mean += x / static_cast<double> (signal.size());
    for (double& x : signal)
        x -= mean;
    const auto amplitudes = amplitudeSpectrum (signal);
    const double binWidth = 0.5 * sampleRate / static_cast<double> (amplitudes.size() - 1);
    const auto bins = static_cast<std::size_t> (1e3 * spectrumTop / binWidth), perPoint = bins / 600;
    const double loudest = *std::max_element (amplitudes.begin(), amplitudes.end());
    PlotCurve curve { title, colour, width, 1, { {} } };
    for (std::size_t begin = 1; begin < bins; begin += perPoint)
    {
        const auto at = amplitudes.begin() + static_cast<std::ptrdiff_t> (begin);
        const auto peak = std::max_element (at, at + static_cast<std::ptrdiff_t> (perPoint));
        curve.pieces[0].push_back ({ 1e-3 * binWidth * static_cast<double> (peak - amplitudes.begin()),
                                     std::max (spectrumFloor, dbFromGain (*peak / loudest)) });
    }
    return curve;
}

/** A note held for bowedSeconds: the end of what is heard, and the contact over its last periods. */
struct BowedNote
{
    std::vector<double> sound; // the last longestFrame samples
    std::optional<double> frequency;
    std::vector<PlotPoint> surface, friction; // over [ms]: velocity over the bow's, force over the normal force
};

BowedNote bowedNote (const Patch& patch)
{
    BodyBench bench (patch, noteKey, sampleRate);
    BowedNote note;
    std::vector<std::array<double, 4>> contact;
    const auto total = samplesOf (bowedSeconds), kept = longestFrame;
    for (std::size_t n = 0; n < total; ++n)
    {
        bench.play();
        if (n + kept < total)
            continue;
        note.sound.push_back (bench.output());
        contact.push_back ({ bench.surfaceVelocity(), bench.bowVelocity(), bench.force(), bench.normalForce() });
    }
    note.frequency = fundamentalFrequency (note.sound, sampleRate, 60.0, 6000.0);
    const double period = 1.0 / frequencyFromNote (noteKey);
    const auto shown = samplesOf (periodsShown * period);
    for (std::size_t i = 0; i < shown; ++i)
    {
        const auto [surface, bow, force, normal] = contact[contact.size() - shown + i];
        const double t = toMilli * static_cast<double> (i) / sampleRate;
        note.surface.push_back ({ t, surface / bow });
        note.friction.push_back ({ t, force / normal });
    }
    return note;
}

PlotPanel contactPanel (const std::string& name, const BowedNote& note)
{
    PlotPanel panel { name + ": the contact of the held note", "time [ms]", "surface velocity over bow speed", {} };
    panel.curves.push_back ({ "surface velocity", ink::blue, 1.8, 1, { note.surface } });
    panel.curves.push_back ({ "friction force", ink::vermilion, 1.8, 1, { note.friction } });
    panel.curves.back().right = true;
    panel.rightLabel = "friction over normal force";
    return panel;
}

std::string bowedTitle (const BowedNote& note, double firstMode)
{
    if (! note.frequency)
        return "bowed: no steady pitch";
    return formatted ("bowed: %.1f Hz, %+.1f cents from mode 1", *note.frequency,
                      centsFromRatio (*note.frequency / firstMode));
}

/** Thin lines at the modes' frequencies. */
PlotCurve modeMarks (const std::vector<BodyBench::Line>& lines)
{
    PlotCurve marks { "modes of the body", ink::grey, 1.0, 3, {} };
    for (const auto& line : lines)
        if (1e-3 * line.frequency < spectrumTop)
            marks.pieces.push_back ({ { 1e-3 * line.frequency, spectrumFloor }, { 1e-3 * line.frequency, 0.0 } });
    return marks;
}

PlotPanel spectrumPanel (const std::string& name, const BowedNote& bowed, const std::vector<double>& struck,
                         const std::vector<BodyBench::Line>& lines)
{
    PlotPanel panel { name + ": spectrum of C4", "frequency [kHz]", "level [dB of the loudest]", {} };
    panel.curves.push_back (modeMarks (lines));
    panel.curves.push_back (spectrumCurve ("struck", ink::orange, 2.2, struck));
    panel.curves.push_back (spectrumCurve (bowedTitle (bowed, lines[0].frequency), ink::blue, 1.2, bowed.sound));
    panel.settings = "set xrange [0:" + gnuplot::number (spectrumTop) + "]\nset yrange [" +
                     gnuplot::number (spectrumFloor) + ":3]\n" + smallKey;
    panel.keyColumns = 2;
    return panel;
}

//======================================================================================================================
struct ShownMode
{
    std::size_t mode;
    const char* colour;
    int dash;
    std::string title;
};

/** The first modes; the two of a pair in one colour. */
std::vector<ShownMode> shownModes (const ModeTable& table)
{
    constexpr std::array colours { ink::black, ink::blue, ink::vermilion, ink::green, ink::sky };
    constexpr std::size_t maxModes = 6;
    constexpr double closePair = 1.008; // a bowl's are 0.6 % apart
    std::vector<ShownMode> shown;
    std::size_t colour = 0;
    for (std::size_t m = 0; m < static_cast<std::size_t> (table.count) && m < maxModes; ++m)
    {
        const bool second = m > 0 && table.ratio[m] < closePair * table.ratio[m - 1];
        colour += m > 0 && ! second ? 1 : 0;
        if (colour == colours.size())
            break;
        shown.push_back (
            { m, colours[colour], second ? 2 : 1, std::to_string (m + 1) + ": " + quantity (table.ratio[m], "") });
    }
    return shown;
}

PlotPanel shapesPanel (const BodyInfo& info, const ModeTable& table, const Patch& patch)
{
    constexpr std::size_t room = 50; // letters under the axis
    PlotPanel panel { std::string (info.name) + ": shapes of the first modes",
                      info.path.size() > room ? "hand.position" : "hand.position, " + std::string (info.path),
                      "shape",
                      {} };
    double low = 0.0, high = 0.0;
    std::vector<PlotCurve> curves;
    for (const auto& [mode, colour, dash, title] : shownModes (table))
    {
        PlotCurve curve { title, colour, 1.8, dash, { {} } };
        for (int place = 0; place < ModeTable::places; ++place)
        {
            const double value = table.shape[mode][static_cast<std::size_t> (place)];
            curve.pieces[0].push_back ({ ModeTable::placeOf (place), value });
            low = std::min (low, value);
            high = std::max (high, value);
        }
        curves.push_back (std::move (curve));
    }
    panel.curves.push_back (
        { "default", ink::orange, 2.2, 2, { { { patch.handPosition, low }, { patch.handPosition, high } } } });
    for (auto& curve : curves)
        panel.curves.push_back (std::move (curve));
    panel.settings = gnuplot::Script ("set xzeroaxis lc rgb '#555555'\n") + smallKey;
    panel.keyColumns = 4;
    return panel;
}

/** A tap of a millinewton-second at the contact: what is heard, and how the modes' energies fall. */
struct Tap
{
    std::vector<double> sound;
    PlotPanel decay;
};

Tap struck (const std::string& name, const ModeTable& table, const Patch& patch)
{
    constexpr double seconds = 3.0, floor = -80.0; // [s], [dB]
    constexpr std::size_t every = 240;
    BodyBench bench (patch, noteKey, sampleRate);
    bench.strike (1e-3);
    Tap tap { {}, { name + ": struck at the contact", "time [s]", "energy [dB of the whole tap]", {} } };
    const auto shown = shownModes (table);
    for (const auto& mode : shown)
        tap.decay.curves.push_back ({ mode.title, mode.colour, 1.6, mode.dash, { {} } });
    PlotCurve whole { "all modes", ink::grey, 3.5, 1, { {} } };
    double start = 0.0;
    for (std::size_t n = 0; n < samplesOf (seconds); ++n)
    {
        bench.ring();
        if (n < longestFrame)
            tap.sound.push_back (bench.output());
        if (n == 0)
            start = bench.storedEnergy();
        if (n % every != 0)
            continue;
        const auto level = [start] (double energy) { return 0.5 * dbFromGain (std::max (energy / start, 1e-30)); };
        const auto add = [&] (PlotCurve& curve, double energy)
        {
            if (level (energy) > floor)
                curve.pieces[0].push_back ({ bench.time(), level (energy) });
        };
        add (whole, bench.storedEnergy());
        for (std::size_t i = 0; i < shown.size(); ++i)
            add (tap.decay.curves[i], bench.modeEnergy (shown[i].mode));
    }
    tap.decay.curves.insert (tap.decay.curves.begin(), std::move (whole));
    tap.decay.settings = "set yrange [" + gnuplot::number (floor) + ":3]\n" + smallKey;
    tap.decay.keyColumns = 4;
    return tap;
}

Figure tableFigure (int body)
{
    const auto& info = bodyTable()[static_cast<std::size_t> (body)];
    const auto id = bodyId (info);
    const auto caption =
        "C4 with every knob at its default. Top left: shapes of the first modes along the contact path, " +
        std::string (info.path) +
        ", by number and frequency over the first; solid and dashed in one colour: a pair; orange: the contact. Top "
        "right: spectrum of the held note and of a single tap at the same place, both pickups together. Bottom left: "
        "four periods of the held note. Bottom right: how the tap's energy falls.";
    return { id, "body-" + id, std::string (info.name) + ": modes, spectrum, contact and decay of a C4", caption,
             [body, &info]
             {
                 const auto patch = patchOf (body);
                 const auto& table = *modesOf (body);
                 const auto note = bowedNote (patch);
                 const std::string name (info.name);
                 const auto tap = struck (name, table, patch);
                 const auto lines = BodyBench (patch, noteKey, sampleRate).lines();
                 return plotScript ({ shapesPanel (info, table, patch), spectrumPanel (name, note, tap.sound, lines),
                                      contactPanel (name, note), tap.decay },
                                    2);
             } };
}

//======================================================================================================================
/** Partials of the string over the harmonic series, by the closed form and as the engine has them. */
PlotPanel stretchPanel (const Patch& patch)
{
    constexpr int maxIndex = 40;
    PlotPanel panel { "String: partials above the harmonic series", "partial n", "f_n over n f_{1} [cents]", {} };
    const std::array stiffnesses { patch.bodyInharmonicity, 1e-4, 1e-3 };
    const std::array colours { ink::black, ink::blue, ink::vermilion };
    for (std::size_t i = 0; i < stiffnesses.size(); ++i)
    {
        auto stiffer = patch;
        stiffer.bodyInharmonicity = stiffnesses[i];
        const double B = stiffnesses[i];
        PlotCurve law {
            gnuplot::Text ("B = 10^{") + std::to_string (std::lround (std::log10 (B))) + "}", colours[i], 1.8, 1, { {} }
        },
            marks { "", colours[i], 1.8, 1, { {} } };
        marks.marks = true;
        const auto lines = BodyBench (stiffer, noteKey, 8.0 * sampleRate).lines();
        for (int n = 1; n <= maxIndex; ++n)
        {
            law.pieces[0].push_back (
                { static_cast<double> (n), centsFromRatio (std::sqrt ((1.0 + B * n * n) / (1.0 + B))) });
            marks.pieces[0].push_back (
                { static_cast<double> (n),
                  centsFromRatio (lines[static_cast<std::size_t> (n - 1)].frequency / (n * lines[0].frequency)) });
        }
        panel.curves.push_back (std::move (law));
        panel.curves.push_back (std::move (marks));
    }
    panel.keyColumns = 3;
    return panel;
}

/** The whole string at eight instants of a period, less its mean deflection; the parabolas of Helmholtz motion,
    v_b T x (1 - x)/(2 beta). */
PlotPanel cornerPanel (const Patch& patch)
{
    constexpr int instants = 8, places = 120;
    BodyBench bench (patch, noteKey, sampleRate);
    const double period = 1.0 / frequencyFromNote (noteKey);
    double before = 0.0;
    bool slips = false;
    for (std::size_t n = 0; n < samplesOf (bowedSeconds) || ! slips; ++n) // up to a slip
    {
        bench.play();
        const double relative = bench.bowVelocity() - bench.surfaceVelocity();
        slips = before < 0.5 * bench.bowVelocity() && relative >= 0.5 * bench.bowVelocity();
        before = relative;
    }
    const auto steps = samplesOf (period);
    std::vector<std::vector<double>> shapes (steps);
    std::vector<double> mean (places + 1, 0.0);
    for (auto& shape : shapes)
    {
        for (int i = 0; i <= places; ++i)
        {
            shape.push_back (bench.stringDeflection (static_cast<double> (i) / places));
            mean[static_cast<std::size_t> (i)] += shape.back() / static_cast<double> (steps);
        }
        bench.play();
    }
    PlotPanel panel { "String: Helmholtz motion over one period", "place on the string x/L", "deflection [µm]", {} };
    PlotCurve envelope { "envelope", ink::grey, 3.5, 1, { {}, {} } };
    for (int i = 0; i <= places; ++i)
    {
        const double x = static_cast<double> (i) / places;
        const double y = toMicro * bench.bowVelocity() * period * x * (1.0 - x) / (2.0 * patch.handPosition);
        envelope.pieces[0].push_back ({ x, y });
        envelope.pieces[1].push_back ({ x, -y });
    }
    panel.curves.push_back (std::move (envelope));
    constexpr std::array colours { ink::black, ink::blue, ink::green, ink::vermilion };
    for (int k = 0; k < instants; ++k)
    {
        PlotCurve curve { k == 0 ? "t = 0" : std::to_string (k) + "/8 T",
                          colours[static_cast<std::size_t> (k % 4)],
                          1.6,
                          k < 4 ? 1 : 2,
                          { {} } };
        const auto& shape = shapes[static_cast<std::size_t> (k) * steps / instants];
        for (int i = 0; i <= places; ++i)
            curve.pieces[0].push_back (
                { static_cast<double> (i) / places,
                  toMicro * (shape[static_cast<std::size_t> (i)] - mean[static_cast<std::size_t> (i)]) });
        panel.curves.push_back (std::move (curve));
    }
    panel.settings = smallKey;
    panel.keyColumns = 5;
    return panel;
}

Figure stringFigure (int body)
{
    return { "string", "body-string", "String: partials, spectrum, contact and the shape of the string of a C4",
             "Top left: partials above the harmonic series; lines: the closed form, dots: the engine. The other "
             "panels are C4 with every knob at its default. Top right: spectrum of the force at the bridge, held, and "
             "after a single tap at the contact. Bottom left: four periods at the contact: the string sticks (1) and "
             "slips once. Bottom right: the string from a slip on, over one period T; grey: the parabolas v_b T x(1 - "
             "x)/(2β) on which Helmholtz's corner runs, v_b the bow's speed and β its place.",
             [body]
             {
                 const auto patch = patchOf (body);
                 const auto note = bowedNote (patch);
                 const BodyBench bench (patch, noteKey, sampleRate);
                 BodyBench tap (patch, noteKey, sampleRate);
                 tap.strike (1e-3);
                 std::vector<double> sound;
                 for (std::size_t n = 0; n < longestFrame; ++n)
                 {
                     tap.ring();
                     sound.push_back (tap.output());
                 }
                 return plotScript ({ stretchPanel (patch), spectrumPanel ("String", note, sound, bench.lines()),
                                      contactPanel ("String", note), cornerPanel (patch) },
                                    2);
             } };
}

} // namespace

std::string bodyId (const BodyInfo& body)
{
    std::string id;
    for (const char c : body.name)
        id += c == ' ' ? '-' : lowerCase (c);
    return id;
}

std::vector<Figure> bodyFigures ()
{
    std::vector<Figure> figures;
    for (std::size_t i = 0; i < bodyTable().size(); ++i)
    {
        const int body = static_cast<int> (i);
        if (bodyTable()[i].model == BodyModel::string)
            figures.push_back (stringFigure (body));
        else if (bodyTable()[i].model == BodyModel::block)
            figures.push_back (blockFigure (body));
        else if (modesOf (body) != nullptr)
            figures.push_back (tableFigure (body));
    }
    figures.push_back (handFigure());
    return figures;
}
} // namespace kolophon
