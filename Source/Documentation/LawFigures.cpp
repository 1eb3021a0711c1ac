// SPDX-License-Identifier: GPL-3.0-or-later
#include "LawFigures.h"

#include "../Core/Units.h"
#include "LawBench.h"
#include "LawSpecials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace kolophon
{
namespace
{
using namespace lawbench;

struct Sample
{
    double time, velocity, displacement, force, push, mode, memory;
};

/** The last period of a law with the displacement amplitude sin (2 pi f t). */
template <class Law>
std::vector<Sample> driven (const ContactKnobs<double>& knobs, double amplitude, double frequency, int periods)
{
    constexpr int steps = 8000; // per period
    const double h = 1.0 / (frequency * steps);
    Contactor<Law> contact { knobs };
    std::vector<Sample> samples;
    const auto displacementAt = [&] (int i) { return amplitude * std::sin (2.0 * pi * i / steps); };
    for (int i = 0; i < periods * steps; ++i)
    {
        const double velocity = (displacementAt (i + 1) - displacementAt (i)) / h;
        const auto step = contact.drive (velocity, h);
        if (i >= (periods - 1) * steps)
            samples.push_back ({ i * h, velocity, 0.5 * (displacementAt (i) + displacementAt (i + 1)), step.force, 0.0,
                                 contact.state.mode, contact.state.memory });
    }
    if (! samples.empty())
        samples.push_back (samples.front());
    return samples;
}

/** A block on a table, pushed with push sin (2 pi f t): m v' = push - F. Returns the last of some periods. */
template <class Law>
std::vector<Sample> pushed (const ContactKnobs<double>& knobs, const Setup& setup)
{
    constexpr int steps = 40000, periods = 3;
    const double h = 1.0 / (setup.pushFrequency * steps);
    Contactor<Law> contact { knobs };
    std::vector<Sample> samples;
    double velocity = 0.0;
    for (int i = 0; i < periods * steps; ++i)
    {
        const double push = setup.push * std::sin (2.0 * pi * (i + 0.5) / steps);
        const auto step = contact.pushBlock (setup.mass, push, velocity, h);
        if (i >= (periods - 1) * steps)
            samples.push_back ({ i * h - (periods - 1) / setup.pushFrequency, step.relativeVelocity,
                                 contact.displacement, step.force, push, contact.state.mode, 0.0 });
    }
    return samples;
}

/** The root of a function that rises through zero. */
template <class Function>
double root (double low, double high, const Function& f)
{
    for (int i = 0; i < 100; ++i)
    {
        const double middle = 0.5 * (low + high);
        (f (middle) < 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

/** A law's flow() with settled elongation, temperature and lag. v > 0. */
template <class Law>
FrictionFlow<double> steady (const typename Law::Parameters& p, double v)
{
    if constexpr (requires { Law::heating (p, v, v, v); })
    {
        const auto flowAt = [&] (double temperature)
        {
            const auto at = [&] (double x) { return Law::flow (p, normalForce, x, v, temperature); };
            return at (root (0.0, 0.1, [&] (double x) { return at (x).plasticVelocity - v; }));
        };
        return flowAt (root (0.0, 1000.0,
                             [&] (double temperature)
                             { return -Law::heating (p, normalForce, flowAt (temperature).power, temperature); }));
    }
    else if constexpr (std::is_same_v<Law, Armstrong<double>>)
        return Law::flow (p, normalForce, v, p.muStatic - p.muKinetic, v);
    else
    {
        const auto at = [&] (double x) { return Law::flow (p, normalForce, x, v); };
        return at (root (0.0, 0.1, [&] (double x) { return at (x).plasticVelocity - v; }));
    }
}

template <class Law>
PlotCurve steadyCurve (const ContactKnobs<double>& knobs, double fastest)
{
    constexpr int count = 400;
    const auto p = Law::prepare (knobs, 1e-5);
    PlotCurve curve { "steady sliding", ink::grey, 3.5, 1, { {}, {} } };
    for (int i = 0; i <= count; ++i)
    {
        const double fraction = static_cast<double> (i) / count, v = fastest * std::max (fraction * fraction, 1e-9);
        const double force = steady<Law> (p, v).force;
        curve.pieces[0].push_back ({ v, force });
        curve.pieces[1].push_back ({ -v, -force });
    }
    return curve;
}

PlotCurve curveOf (const std::string& title, const char* colour, double width, int dash,
                   const std::vector<Sample>& samples, double Sample::*x, double scale, double Sample::*y,
                   double yScale = 1.0)
{
    PlotCurve curve { title, colour, width, dash, { {} } };
    for (const auto& sample : samples)
        curve.pieces[0].push_back ({ scale * (sample.*x), yScale * (sample.*y) });
    return curve;
}

/** One curve for each discrete state, in its colour, with the law's own name of the state. */
std::vector<PlotCurve> byMode (const LawInfo& law, const std::vector<Sample>& samples, double Sample::*x, double scale,
                               double Sample::*y)
{
    struct Look
    {
        const char* colour;
        double width;
        int dash;
    };
    constexpr std::array<Look, ContactMode::count> looks { Look { ink::black, 2.6, 1 }, Look { ink::blue, 1.8, 1 },
                                                           Look { ink::vermilion, 1.8, 2 }, Look { ink::sky, 3.2, 1 },
                                                           Look { ink::orange, 3.2, 2 } };
    std::vector<PlotCurve> curves;
    for (std::size_t mode = 0; mode < law.modes.size() && mode < looks.size(); ++mode)
    {
        PlotCurve curve { plainText (law.modes[mode]), looks[mode].colour, looks[mode].width, looks[mode].dash, {} };
        bool inside = false;
        for (std::size_t i = 0; i < samples.size(); ++i)
        {
            const bool now = std::lround (samples[i].mode) == static_cast<long> (mode);
            if (now && ! inside)
            {
                curve.pieces.emplace_back();
                if (i > 0)
                    curve.pieces.back().push_back ({ scale * (samples[i - 1].*x), samples[i - 1].*y });
            }
            if (now)
                curve.pieces.back().push_back ({ scale * (samples[i].*x), samples[i].*y });
            inside = now;
        }
        curves.push_back (std::move (curve));
    }
    return curves;
}

template <class Law>
Figure bristleFigure (const Setup& setup)
{
    const auto f = [&] (std::size_t i) { return quantity (setup.frequencies[i], "Hz"); };
    const auto caption =
        "Left: the relative velocity is a sine of " + quantity (setup.slidingSpeed, "m/s") + " at " + f (0) +
        " and at " + f (1) +
        "; grey: steady sliding. Right: slow loops, to and fro over the displacements in the legend, at "
        "10 mm/s in their middle." +
        settingsText (Law::info, setup);
    return {
        std::string (Law::info.id), "law-" + std::string (Law::info.id),
        std::string (Law::info.name) + ": friction force against relative velocity, and against displacement", caption,
        [setup]
        {
            const auto knobs = knobsOf (Law::info.id, setup);
            PlotPanel sliding { plainText (Law::info.name) + ": sliding",
                                velocityLabel,
                                forceLabel,
                                { steadyCurve<Law> (knobs, setup.slidingSpeed) } };
            const std::array colours { ink::blue, ink::vermilion };
            for (std::size_t i = 0; i < setup.frequencies.size(); ++i)
            {
                const double frequency = setup.frequencies[i];
                sliding.curves.push_back (
                    curveOf (quantity (frequency, "Hz"), colours[i], 1.6, static_cast<int> (1 + i),
                             driven<Law> (knobs, setup.slidingSpeed / (2.0 * pi * frequency), frequency, 4),
                             &Sample::velocity, 1.0, &Sample::force));
                sliding.curves.back().arrows = true;
            }
            PlotPanel presliding { plainText (Law::info.name) + ": presliding", "displacement [µm]", forceLabel, {} };
            const std::array slow { ink::black, ink::green, ink::vermilion, ink::blue };
            for (std::size_t i = setup.amplitudes.size(); i-- > 0;)
                presliding.curves.push_back (curveOf (
                    "±" + quantity (toMicro * setup.amplitudes[i], "µm"), slow[i % slow.size()], 1.6,
                    static_cast<int> (1 + (i + 1) % 2),
                    driven<Law> (knobs, setup.amplitudes[i], setup.slowSpeed / (2.0 * pi * setup.amplitudes[i]), 4),
                    &Sample::displacement, toMicro, &Sample::force));
            presliding.keyColumns = 4;
            return plotScript ({ sliding, presliding });
        }
    };
}

template <class Law>
Figure blockFigure (const Setup& setup)
{
    const auto caption = "A block of " + quantity (toMilli * setup.mass, "g") +
                         " on a table is pushed with a sine of " + quantity (setup.push, "N") + " at " +
                         quantity (setup.pushFrequency, "Hz") +
                         ". Left: friction against velocity, coloured by the law's state; grey: steady sliding. Right: "
                         "the same against time, over one period. States shorter than a step have no line." +
                         settingsText (Law::info, setup);
    return { std::string (Law::info.id), "law-" + std::string (Law::info.id),
             std::string (Law::info.name) + ": friction force on a block against velocity, and against time", caption,
             [setup]
             {
                 const auto knobs = knobsOf (Law::info.id, setup);
                 const auto samples = pushed<Law> (knobs, setup);
                 double fastest = 0.0;
                 for (const auto& sample : samples)
                     fastest = std::max (fastest, std::abs (sample.velocity));
                 PlotPanel loop { plainText (Law::info.name) + ": force and velocity",
                                  velocityLabel,
                                  forceLabel,
                                  { steadyCurve<Law> (knobs, 1.05 * fastest) } };
                 for (auto& curve : byMode (Law::info, samples, &Sample::velocity, 1.0, &Sample::force))
                     loop.curves.push_back (std::move (curve));
                 PlotPanel course { plainText (Law::info.name) + ": one period",
                                    "time [ms]",
                                    "force [N]",
                                    { curveOf ("push", ink::grey, 1.8, 1, samples, &Sample::time, toMilli,
                                               &Sample::push) } };
                 for (auto& curve : byMode (Law::info, samples, &Sample::time, toMilli, &Sample::force))
                     course.curves.push_back (std::move (curve));
                 loop.keyColumns = course.keyColumns = 3;
                 course.settings = "set xrange [0:" + gnuplot::number (toMilli / setup.pushFrequency) + "]\n";
                 return plotScript ({ loop, course });
             } };
}

/** Hysteresis of friction in speed and in temperature. */
Figure thermalFigure ()
{
    using Law = KolophonThermal<double>;
    const auto setup = setupOf (Law::info.id, false);
    return { std::string (Law::info.id), "law-thermal-temperature",
             "Kolophon thermal: friction coefficient and temperature against relative velocity",
             "The relative velocity is a sine of 0.6 m/s at three frequencies. Left: friction coefficient; during "
             "sliding the loop is clockwise: cold while the speed grows, hot while it falls. Right: temperature θ." +
                 settingsText (Law::info, setup),
             [setup]
             {
                 constexpr double speed = 0.6;
                 const auto knobs = knobsOf (Law::info.id, setup);
                 PlotPanel left { "Kolophon thermal: hysteresis",
                                  velocityLabel,
                                  "friction coefficient F/N",
                                  { steadyCurve<Law> (knobs, speed) } };
                 PlotPanel right { "Kolophon thermal: temperature", velocityLabel, "temperature θ", {} };
                 PlotCurve curve { "steady sliding", ink::grey, 3.5, 1, { {} } };
                 const auto p = Law::prepare (knobs, 1e-5);
                 for (int i = -200; i <= 200; ++i)
                 {
                     const double v = speed * i / 200.0;
                     curve.pieces[0].push_back (
                         { v, i == 0 ? 0.0
                                     : steady<Law> (p, std::abs (v)).power / (normalForce * knobs.thermalVelocity) });
                 }
                 right.curves.push_back (curve);
                 const std::array frequencies { 20.0, 100.0, 400.0 };
                 const std::array colours { ink::black, ink::blue, ink::vermilion };
                 for (std::size_t i = 0; i < frequencies.size(); ++i)
                 {
                     const auto samples = driven<Law> (knobs, speed / (2.0 * pi * frequencies[i]), frequencies[i], 6);
                     const auto title = quantity (frequencies[i], "Hz");
                     const int dash = static_cast<int> (1 + i % 2);
                     left.curves.push_back (curveOf (title, colours[i], 1.6, dash, samples, &Sample::velocity, 1.0,
                                                     &Sample::force, 1.0 / normalForce));
                     right.curves.push_back (
                         curveOf (title, colours[i], 1.6, dash, samples, &Sample::velocity, 1.0, &Sample::memory));
                     left.curves.back().arrows = right.curves.back().arrows = true;
                 }
                 left.settings = right.settings = "set xrange [-0.62:0.62]\n";
                 return plotScript ({ left, right });
             } };
}

template <class Law>
void add (std::vector<Figure>& figures)
{
    const auto setup = setupOf (Law::info.id, Law::sticksAtEnd);
    if constexpr (Law::sticksAtEnd)
        figures.push_back (blockFigure<Law> (setup));
    else
        figures.push_back (bristleFigure<Law> (setup));

    if constexpr (std::is_same_v<Law, KolophonElement<double>>)
        figures.push_back (breakawayFigure());
    if constexpr (std::is_same_v<Law, KolophonThermal<double>>)
        figures.push_back (thermalFigure());
    if constexpr (std::is_same_v<Law, LuGre<double>>)
        figures.push_back (generatorFigure());
    if constexpr (std::is_same_v<Law, Dupont<double>>)
        figures.push_back (powerFigure());
    if constexpr (std::is_same_v<Law, Armstrong<double>>)
        figures.push_back (waitingFigure());
}

template <class... Laws>
std::vector<Figure> figuresOf (LawList<Laws...>)
{
    std::vector<Figure> figures;
    (add<Laws> (figures), ...);
    return figures;
}
} // namespace

std::vector<Figure> lawFigures ()
{
    return figuresOf (FrictionLaws<double> {});
}
} // namespace kolophon
