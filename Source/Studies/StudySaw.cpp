// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Core/FloatEnvironment.h"
#include "../Core/Units.h"
#include "../Physics/Bodies/Saw.h"
#include "StudyKit.h"
#include "StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofSaw
{
using lab::Fields;

struct Settings
{
    double length, quality;
    std::vector<double> bends, judged, shown;
    int elements, key, modes;
    Patch patch;
    double rate, seconds, bowedSeconds;
    Expectation rise, trapped, bent, ringing;
};

/** Q of a mode: with the loss of the steel and of the hands that hold the ends. */
double qualityOf (const Settings& s, const saws::Mode& mode)
{
    return 1.0 / (1.0 / s.quality + saws::hold * mode.held);
}

/** Highest Q of the first modes. */
double best (const Settings& s, const saws::Modes& blade)
{
    double largest = 0.0;
    for (std::size_t n = 0; n < std::min<std::size_t> (blade.modes.size(), static_cast<std::size_t> (s.modes)); ++n)
        largest = std::max (largest, qualityOf (s, blade.modes[n]));
    return largest;
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult run (const Settings& s, const StudyContext& context)
{
    struct Bend
    {
        double S, C, frequency,
            reach; // Q of the first mode as an S, of the best as a C; of the S: relative to the first, [widths]
        std::vector<PlotPoint> shape;
    };
    std::vector<std::optional<Bend>> bends (s.bends.size());
    struct Ring
    {
        std::vector<double> frequencies, engine, measured; // Q from the coefficients, and from the energy's decay
        std::vector<PlotPoint> fall;                       // of the first mode [dB]
        std::vector<double> struck, bowed;
    };
    std::optional<Ring> ring;
    StudyWorkers workers (context, static_cast<double> (bends.size()) + 4.0);
    workers.each (bends.size(), static_cast<double> (bends.size()),
                  [&] (std::size_t i)
                  {
                      const double k = s.bends[i]; // curvature at the ends of the S: slope times half the length
                      const auto S = saws::solve ({ s.length, 0.0, 2.0 * k / s.length }, 1, s.elements);
                      const auto C = saws::solve ({ s.length, k, 0.0 }, 1, s.elements);
                      const auto& mode = S.modes[0];
                      Bend bend { qualityOf (s, mode), best (s, C), mode.frequency, 0.0, {} };
                      constexpr int points = 200;
                      for (int n = 0; n <= points; ++n)
                      {
                          const double x = s.length * (static_cast<double> (n) / points - 0.5), y = S.shape (mode, x);
                          bend.shape.push_back ({ x, y });
                          bend.reach += x * x * y * y / points;
                      }
                      bend.reach = std::sqrt (bend.reach);
                      bends[i] = bend;
                  });
    workers.each (
        1, 4.0,
        [&] (std::size_t)
        {
            const FloatEnvironment environment;
            ring.emplace();
            BodyBench bench (s.patch, s.key, s.rate);
            const auto lines = bench.lines();
            const auto count = std::min<std::size_t> (lines.size(), static_cast<std::size_t> (s.modes));
            bench.strike (1e-3);
            bench.ring();
            std::vector<double> start;
            for (std::size_t m = 0; m < count; ++m)
                start.push_back (bench.modeEnergy (m));
            const double began = bench.time();
            const auto steps = std::lround (s.seconds * s.rate), perPoint = std::max (1l, steps / 400);
            // time until each mode has lost 40 dB
            std::vector<double> until (count, 0.0), left (count, 0.0);
            for (long n = 0; n < steps; ++n)
            {
                bench.ring();
                ring->struck.push_back (bench.output());
                for (std::size_t m = 0; m < count; ++m)
                    if (const double fraction = bench.modeEnergy (m) / start[m]; fraction > 1e-4)
                    {
                        until[m] = bench.time() - began;
                        left[m] = fraction;
                    }
                if (n % perPoint == 0)
                    ring->fall.push_back (
                        { bench.time(), 0.5 * dbFromGain (std::max (bench.modeEnergy (0) / start[0], 1e-12)) });
            }
            for (std::size_t m = 0; m < count; ++m)
            {
                const double w = 2.0 * pi * lines[m].frequency;
                ring->frequencies.push_back (lines[m].frequency);
                ring->engine.push_back (0.5 * w / lines[m].decayRate);
                ring->measured.push_back (w * until[m] / -std::log (left[m])); // energy falls as exp (-w t/Q)
            }
            BodyBench bowed (s.patch, s.key, s.rate);
            for (auto n = std::lround (s.bowedSeconds * s.rate); n > 0; --n)
            {
                bowed.play();
                ring->bowed.push_back (bowed.output());
            }
        });

    StudyResult result;
    result.interrupted = workers.stopped();
    constexpr std::array inks { ink::grey, ink::sky, ink::green, ink::orange, ink::vermilion, ink::blue };
    Table table { "bends",
                  { "curvature at the ends k", "Q of the first mode, S", "Q of the best mode, C", "frequency W (S)",
                    "reach (S) [widths]" },
                  {} };
    PlotCurve asS { "bent into an S", ink::blue, 2.0, 1, { {} } },
        asC { "bent into a C", ink::vermilion, 2.0, 2, { {} } };
    PlotCurve steel {
        "the steel's own", ink::grey, 1.4, 3, { { { s.bends.front(), s.quality }, { s.bends.back(), s.quality } } }
    };
    PlotPanel shapes {
        "First mode along the blade, S", "place along the blade [widths]", "deflection, mean square 1", {}
    };
    const double grip = 0.5 * s.length - saws::grip;
    shapes.areas.push_back (
        { "held", "#e9e9e9", { { -0.5 * s.length, -grip, -0.3, 2.8 }, { grip, 0.5 * s.length, -0.3, 2.8 } } });
    double smallestRise = std::numeric_limits<double>::infinity(), before = 0.0, smallestFine = smallestRise,
           finely = 0.0;
    for (std::size_t i = 0; i < bends.size(); ++i)
    {
        if (! bends[i])
            continue;
        const auto& b = *bends[i];
        table.rows.push_back ({ s.bends[i], b.S, b.C, b.frequency, b.reach });
        asS.pieces[0].push_back ({ s.bends[i], b.S });
        asC.pieces[0].push_back ({ s.bends[i], b.C });
        if (finely > 0.0)
            smallestFine = std::min (smallestFine, b.S / finely);
        finely = b.S;
        if (std::find (s.judged.begin(), s.judged.end(), s.bends[i]) != s.judged.end())
        {
            if (before > 0.0)
                smallestRise = std::min (smallestRise, b.S / before);
            before = b.S;
        }
        if (std::find (s.shown.begin(), s.shown.end(), s.bends[i]) == s.shown.end())
            continue;
        PlotCurve curve { "k = " + text (s.bends[i]), inks[shapes.curves.size() % inks.size()], 1.8, 1, { b.shape } };
        if (b.shape[b.shape.size() / 2].y < 0.0)
            for (auto& point : curve.pieces[0])
                point.y = -point.y;
        shapes.curves.push_back (curve);
    }
    result.tables.push_back (std::move (table));
    if (! result.interrupted && bends.size() > 1)
    {
        result.checks.push_back (
            check ("least rise of Q from one judged bend of the S to the next", "", smallestRise, s.rise));
        result.checks.push_back (check ("least rise of Q from any bend of the S to the next", "", smallestFine,
                                        Expectation { .source = s.rise.source + "; reported" }));
        result.checks.push_back (
            check ("Q of the S over the flat blade's", "", bends.back()->S / bends.front()->S, s.trapped));
        result.checks.push_back (
            check ("Q of the C over that of the S, most bent", "", bends.back()->C / bends.back()->S, s.bent));
    }
    shapes.keyColumns = 3;
    shapes.settings = smallKey + ("set xrange [" + gnuplot::number (-0.5 * s.length) + ":" +
                                  gnuplot::number (0.5 * s.length) + "]\nset yrange [-0.3:2.8]\n");
    PlotPanel qualities { "Quality of the tone", "curvature at the ends k", "Q", { steel, asC, asS } };
    qualities.settings = smallKey + ("set logscale y\nset format y '%g'\nset xrange [" +
                                     gnuplot::number (s.bends.front()) + ":" + gnuplot::number (s.bends.back()) +
                                     "]\nset yrange [30:" + gnuplot::number (1.5 * s.quality) + "]\n");
    std::vector<PlotPanel> panels { shapes, qualities };
    if (ring)
    {
        Table modes { "ringing",
                      { "mode", "frequency [Hz]", "Q by the step's coefficients", "Q measured ringing down" },
                      {} };
        PlotCurve computed { "by its loss", ink::grey, 1.0, 1, {} }, marks { "measured", ink::blue, 1.0, 1, { {} } };
        marks.marks = true;
        double worst = 1.0;
        for (std::size_t m = 0; m < ring->measured.size(); ++m)
        {
            const double ratio = ring->measured[m] / ring->engine[m];
            worst = std::abs (ratio - 1.0) > std::abs (worst - 1.0) ? ratio : worst;
            modes.rows.push_back (
                { static_cast<double> (m + 1), ring->frequencies[m], ring->engine[m], ring->measured[m] });
            computed.pieces.push_back (
                { { 1e-3 * ring->frequencies[m], 1.0 }, { 1e-3 * ring->frequencies[m], ring->engine[m] } });
            marks.pieces[0].push_back ({ 1e-3 * ring->frequencies[m], ring->measured[m] });
        }
        result.tables.push_back (std::move (modes));
        result.checks.push_back (
            check ("Q measured ringing down over Q of the loss, the worst mode", "", worst, s.ringing));
        PlotPanel panel { "Q of the engine's saw", "frequency [kHz]", "Q", { computed, marks } };
        panel.settings =
            smallKey + ("set logscale y\nset format y '%g'\nset yrange [5:" + gnuplot::number (2.0 * s.quality) +
                        "]\nset xrange [0:" + gnuplot::number (1.05e-3 * ring->frequencies.back()) + "]\n");
        panels.push_back (panel);
        result.sounds.push_back ({ "struck", "The saw struck at the inflection.", ring->struck, s.rate });
        result.sounds.push_back ({ "bowed", "The saw bowed at the inflection.", ring->bowed, s.rate });
    }
    result.pictures.push_back ({ "",
                                 "A saw. Bent into an S it catches its tone where it is straight, out of reach of the "
                                 "hands that hold its ends, and the tone "
                                 "rings the longer the more it is bent; bent into a C, it has no such place. Right: "
                                 "the modes of the engine's saw, struck.",
                                 panels });
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    auto s = std::make_shared<Settings>();
    s->length = f.number ("length", { 1.5, 40.0 }, "Length of the blade in widths.", saws::singing.length);
    s->bends = f.numbers ("bends", { 0.0, 1000.0 }, 2, 200,
                          "Curvatures k of the ends, rising: k = sqrt (12 (1 - v^2)) W^2 b/h.");
    if (! f.describing() && ! std::is_sorted (s->bends.begin(), s->bends.end()))
        f.refuse ("bends", "must rise");
    s->judged = f.numbers ("judged", { 0.0, 1000.0 }, 0, 200, "Bends from each of which Q must rise to the next.");
    s->shown = f.numbers ("shown", { 0.0, 1000.0 }, 0, 6, "Bends whose shapes are drawn.");
    s->quality = f.number ("quality", { 10.0, 1e5 }, "Q of the steel.", 900.0);
    s->elements = f.integer ("elements", 8, 200, "Finite elements along the blade.", 48);
    s->modes = f.integer ("modes", 1, 96, "Modes that are looked at.", 8);
    s->patch = readPatch (f, "patch", "The instrument, as presets have it.",
                          { { "body.type", 13.0 },
                            { "hand.position", 0.05 },
                            { "body.mass", 0.06 },
                            { "body.decay", 120.0 },
                            { "body.quality", 900.0 } });
    s->key = f.integer ("key", 0, 127, "Key of the note.", 72);
    s->rate = f.number ("rate", { 8000.0, 384000.0, " Hz" }, "Steps per second.", 48000.0);
    s->seconds = f.number ("seconds", { 0.1, 60.0, " s" }, "How long it rings.", 4.0);
    s->bowedSeconds = f.number ("bowed_seconds", { 0.1, 60.0, " s" }, "How long it is bowed for listening.", 3.0);
    s->rise = { std::numeric_limits<double>::quiet_NaN(), 1.0, infinity,
                "ReferenceNumbers.md R.12: Q must rise with curvature" };
    s->trapped = { std::numeric_limits<double>::quiet_NaN(), 2.0, infinity,
                   "ReferenceNumbers.md R.12: a sharp resonance by trapping" };
    s->bent = { std::numeric_limits<double>::quiet_NaN(), 0.0, 0.5,
                "Without an inflection there is none (Scott & Woodhouse 1992)" };
    s->ringing = Expectation::within (1.0, 0.001, "ReferenceNumbers.md R.10: T60 to 0.1 %");
    readExpectation (f, "rise", "Least rise of Q from one bend to the next, as a ratio.", s->rise);
    readExpectation (f, "trapped", "Q of the most bent S over the flat blade's.", s->trapped);
    readExpectation (f, "bent", "Q of the C over that of the S.", s->bent);
    readExpectation (f, "ringing", "Q measured over that of the loss.", s->ringing);
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofSaw

const Study saw { "saw", "A musical saw: quality of its tone by how much it is bent, and as what.", ofSaw::prepare };
} // namespace kolophon::study
