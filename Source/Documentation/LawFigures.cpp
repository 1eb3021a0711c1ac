#include "LawFigures.h"

#include "../Core/Units.h"
#include "../Physics/Friction/FrictionLaws-inl.h"
#include "../Reports/Plot.h"
#include "../Synth/ContactPlan.h"
#include "../Synth/ParameterTable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace kolophon
{
namespace
{
using namespace HWY_NAMESPACE;

constexpr double normalForce = 1.0; // [N] in every figure
constexpr int passes = 4;
constexpr double toMilli = 1e3, toMicro = 1e6; // from SI to what the axes say

/** How a figure of a law is made. */
struct Setup
{
    std::vector<std::pair<std::string_view, double>> changed; // knobs away from their defaults, without "contact."
    // Bristles: the relative velocity is a sine.
    double slidingSpeed = 0.6;                                // [m/s], amplitude of the loops in velocity
    std::array<double, 2> frequencies{ 50.0, 500.0 };         // [Hz]
    std::vector<double> ways{ 20e-6, 60e-6, 150e-6, 400e-6 }; // [m], amplitudes of the loops in way
    double slowSpeed = 0.01;                                  // [m/s], amplitude there
    // Contacts that stick: a block on a table, pushed to and fro.
    double mass = 0.02, push = 0.9, pushFrequency = 5.0; // [kg], [N], [Hz]
};

/** Settings that show what a law is about; the rest of the table stays at its defaults. */
Setup setupOf (std::string_view law, bool sticks)
{
    Setup setup;
    if (sticks)
        setup.changed = { { "mu_kinetic", 0.45 },
                          { "stick_band", 0.03 },
                          { "stick_rate", 1000.0 },
                          { "memory_time", 5e-3 },
                          { "ageing_time", 0.02 } };
    if (law == "coulomb")
        setup.changed.front().second = 0.6; // or it would hardly stick
    for (const auto falling : { "stribeck", "hess_soom", "switch", "dds3", "dds5" })
        if (law == falling)
            setup.push = 1.0; // far enough down the curve
    if (law == "thermal")
        setup.changed = { { "thermal_speed", 0.1 }, { "thermal_time", 5e-4 } }; // slow enough to see
    if (law == "viscous" || law == "modelica")
        setup.changed.emplace_back ("viscosity", 0.4);
    return setup;
}

Parameter knob (std::string_view name)
{
    return parameterTable()[findParameter ("contact." + std::string (name)).value()];
}

/** Under the settings of a figure, at D4, where nothing is tracked. */
ContactKnobs<double> knobsOf (std::string_view law, const Setup& setup)
{
    auto patch = Patch::defaults();
    patch.contact.law = static_cast<double> (findLaw (law) - lawTable().data());
    for (const auto& [name, value] : setup.changed)
        knob (name).in (patch) = value;
    return contactKnobs (patch.contact);
}

struct Sample
{
    double time, velocity, way, force, push, mode, memory;
};

/** A law at work under given knobs. */
template <class Law>
struct Contactor
{
    ContactKnobs<double> knobs;
    ContactState<double> state{};
    double way = 0.0;

    ContactStep<double> step (const ContactPort<double>& port, double h)
    {
        const auto parameters = Law::prepare (knobs, h);
        Law::resume (parameters, state);
        const auto result = Law::solve (parameters, state, port, normalForce, h, passes);
        way += h * result.relativeVelocity;
        return result;
    }

    /** A block [kg] on a table under a force [N]: m v' = push - F. Moves its velocity. */
    ContactStep<double> pushBlock (double mass, double push, double& velocity, double h)
    {
        const double kick = h / mass;
        const auto result = step ({ velocity + 0.5 * kick * push, 0.5 * kick, velocity + kick * push, kick }, h);
        velocity += kick * (push - result.force);
        return result;
    }

    /** The relative velocity is given, whatever force that takes. */
    ContactStep<double> drive (double velocity, double h) { return step ({ velocity, 0.0, velocity, 0.0 }, h); }
};

/** The last period of a law whose way is amplitude sin (2 pi f t). */
template <class Law>
std::vector<Sample> driven (const ContactKnobs<double>& knobs, double amplitude, double frequency, int periods)
{
    constexpr int steps = 8000; // a period
    const double h = 1.0 / (frequency * steps);
    Contactor<Law> contact{ knobs };
    std::vector<Sample> samples;
    const auto wayAt = [&] (int i) { return amplitude * std::sin (2.0 * pi * i / steps); };
    for (int i = 0; i < periods * steps; ++i)
    {
        const double velocity = (wayAt (i + 1) - wayAt (i)) / h;
        const auto step = contact.drive (velocity, h);
        if (i >= (periods - 1) * steps)
            samples.push_back ({ i * h, velocity, 0.5 * (wayAt (i) + wayAt (i + 1)), step.force, 0.0,
                                 contact.state.mode, contact.state.memory });
    }
    if (! samples.empty())
        samples.push_back (samples.front());
    return samples;
}

/** A block on a table, pushed with push sin (2 pi f t): m v' = push - F. The last of some periods. */
template <class Law>
std::vector<Sample> pushed (const ContactKnobs<double>& knobs, const Setup& setup)
{
    constexpr int steps = 40000, periods = 3;
    const double h = 1.0 / (setup.pushFrequency * steps);
    Contactor<Law> contact{ knobs };
    std::vector<Sample> samples;
    double velocity = 0.0;
    for (int i = 0; i < periods * steps; ++i)
    {
        const double push = setup.push * std::sin (2.0 * pi * (i + 0.5) / steps);
        const auto step = contact.pushBlock (setup.mass, push, velocity, h);
        if (i >= (periods - 1) * steps)
            samples.push_back ({ i * h - (periods - 1) / setup.pushFrequency, step.relativeVelocity, contact.way,
                                 step.force, push, contact.state.mode, 0.0 });
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

/** A law's flow() where nothing changes any more: elongation, temperature and lag have settled. v > 0. */
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
    PlotCurve curve{ "steady sliding", ink::grey, 3.5, 1, { {}, {} } };
    for (int i = 0; i <= count; ++i)
    {
        const double share = static_cast<double> (i) / count, v = fastest * std::max (share * share, 1e-9);
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
    PlotCurve curve{ title, colour, width, dash, { {} } };
    for (const auto& sample : samples)
        curve.pieces[0].push_back ({ scale * (sample.*x), yScale * (sample.*y) });
    return curve;
}

/** One curve for each discrete state, in its colour, under the law's own name for it. */
std::vector<PlotCurve> byMode (const LawInfo& law, const std::vector<Sample>& samples, double Sample::*x, double scale,
                               double Sample::*y)
{
    struct Look
    {
        const char* colour;
        double width;
        int dash;
    };
    constexpr std::array<Look, ContactMode::count> looks{ Look{ ink::black, 2.6, 1 }, Look{ ink::blue, 1.8, 1 },
                                                          Look{ ink::vermilion, 1.8, 2 }, Look{ ink::sky, 3.2, 1 },
                                                          Look{ ink::orange, 3.2, 2 } };
    std::vector<PlotCurve> curves;
    for (std::size_t mode = 0; mode < law.modes.size() && mode < looks.size(); ++mode)
    {
        PlotCurve curve{ plainText (law.modes[mode]), looks[mode].colour, looks[mode].width, looks[mode].dash, {} };
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

/** The knobs away from their defaults, as the page says them. */
std::string settingsText (const LawInfo& law, const Setup& setup)
{
    std::string text;
    for (const auto& [name, value] : setup.changed)
        if (std::find (law.uses.begin(), law.uses.end(), name) != law.uses.end())
            text += (text.empty() ? "" : ", ") + std::string ("`contact.") + std::string (name) +
                    "` = " + formatValue (knob (name), value);
    return " Normal force " + quantity (normalForce, "N") + (text.empty() ? "" : "; " + text) +
           (text.empty() ? ", knobs at their defaults." : ", other knobs at their defaults.");
}

constexpr auto velocityLabel = "relative velocity v [m/s]", forceLabel = "friction force F [N]";

template <class Law>
Figure bristleFigure (const Setup& setup)
{
    const auto f = [&] (std::size_t i) { return quantity (setup.frequencies[i], "Hz"); };
    const auto caption = "Left: the relative velocity is a sine of " + quantity (setup.slidingSpeed, "m/s") + " at " +
                         f (0) + " and at " + f (1) +
                         "; grey: steady sliding. Right: slow loops, to and fro over the ways in the legend, at "
                         "10 mm/s in their middle." +
                         settingsText (Law::info, setup);
    return { std::string (Law::info.id), "law-" + std::string (Law::info.id), caption,
             [setup]
             {
                 const auto knobs = knobsOf (Law::info.id, setup);
                 PlotPanel sliding{ plainText (Law::info.name) + ": sliding",
                                    velocityLabel,
                                    forceLabel,
                                    { steadyCurve<Law> (knobs, setup.slidingSpeed) } };
                 const std::array colours{ ink::blue, ink::vermilion };
                 for (std::size_t i = 0; i < setup.frequencies.size(); ++i)
                 {
                     const double frequency = setup.frequencies[i];
                     sliding.curves.push_back (
                         curveOf (quantity (frequency, "Hz"), colours[i], 1.6, static_cast<int> (1 + i),
                                  driven<Law> (knobs, setup.slidingSpeed / (2.0 * pi * frequency), frequency, 4),
                                  &Sample::velocity, 1.0, &Sample::force));
                     sliding.curves.back().arrows = true;
                 }
                 PlotPanel presliding{ plainText (Law::info.name) + ": presliding", "way [µm]", forceLabel, {} };
                 const std::array slow{ ink::black, ink::green, ink::vermilion, ink::blue };
                 for (std::size_t i = setup.ways.size(); i-- > 0;)
                     presliding.curves.push_back (
                         curveOf ("±" + quantity (toMicro * setup.ways[i], "µm"), slow[i % slow.size()], 1.6,
                                  static_cast<int> (1 + (i + 1) % 2),
                                  driven<Law> (knobs, setup.ways[i], setup.slowSpeed / (2.0 * pi * setup.ways[i]), 4),
                                  &Sample::way, toMicro, &Sample::force));
                 presliding.keyColumns = 4;
                 return plotScript ({ sliding, presliding });
             } };
}

template <class Law>
Figure blockFigure (const Setup& setup)
{
    const auto caption =
        "A block of " + quantity (toMilli * setup.mass, "g") + " on a table is pushed with a sine of " +
        quantity (setup.push, "N") + " at " + quantity (setup.pushFrequency, "Hz") +
        ". Left: friction against velocity, coloured by the law's state; grey: steady sliding. "
        "Right: the same against time, over one period. States that did not last a step have no line." +
        settingsText (Law::info, setup);
    return { std::string (Law::info.id), "law-" + std::string (Law::info.id), caption,
             [setup]
             {
                 const auto knobs = knobsOf (Law::info.id, setup);
                 const auto samples = pushed<Law> (knobs, setup);
                 double fastest = 0.0;
                 for (const auto& sample : samples)
                     fastest = std::max (fastest, std::abs (sample.velocity));
                 PlotPanel loop{ plainText (Law::info.name) + ": force and velocity",
                                 velocityLabel,
                                 forceLabel,
                                 { steadyCurve<Law> (knobs, 1.05 * fastest) } };
                 for (auto& curve : byMode (Law::info, samples, &Sample::velocity, 1.0, &Sample::force))
                     loop.curves.push_back (std::move (curve));
                 PlotPanel course{ plainText (Law::info.name) + ": one period",
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

/** Slow presliding for several breakaways. */
Figure breakawayFigure ()
{
    using Law = KolophonElement<double>;
    return {
        std::string (Law::info.id), "law-kolophon-breakaway",
        "From rest the contact is pulled 250 µm at 1 mm/s and let back to zero force, for four breakaways ξ. Below "
        "ξ g it is a spring and comes all the way back; ξ = 0 yields from the first micrometre." +
            settingsText (Law::info, {}),
        []
        {
            PlotPanel panel{ "Kolophon: presliding and breakaway", "way [µm]", forceLabel, {} };
            const std::array breakaways{ 0.0, 0.4, 0.7, 0.9 };
            const std::array colours{ ink::black, ink::blue, ink::green, ink::vermilion };
            for (std::size_t i = 0; i < breakaways.size(); ++i)
            {
                auto knobs = knobsOf (Law::info.id, {});
                knobs.breakaway = breakaways[i];
                Contactor<Law> contact{ knobs };
                PlotCurve curve{ "ξ = " + quantity (breakaways[i], ""),
                                 colours[i],
                                 1.8,
                                 static_cast<int> (1 + i % 2),
                                 { { { 0.0, 0.0 } } } };
                double force = 0.0;
                constexpr double speed = 1e-3, h = 1e-4;
                while (contact.way < 250e-6)
                    curve.pieces[0].push_back ({ toMicro * contact.way, force = contact.drive (speed, h).force });
                while (force > 0.0)
                    curve.pieces[0].push_back ({ toMicro * contact.way, force = contact.drive (-speed, h).force });
                panel.curves.push_back (std::move (curve));
            }
            panel.keyColumns = 4;
            return plotScript ({ panel });
        }
    };
}

/** Hysteresis of friction in speed and in temperature. */
Figure thermalFigure ()
{
    using Law = KolophonThermal<double>;
    const auto setup = setupOf (Law::info.id, false);
    return { std::string (Law::info.id), "law-thermal-temperature",
             "The relative velocity is a sine of 0.6 m/s at three frequencies. Left: friction coefficient; where it "
             "slides the loop is clockwise, cold as the speed grows and hot as it falls. Right: temperature θ." +
                 settingsText (Law::info, setup),
             [setup]
             {
                 constexpr double speed = 0.6;
                 const auto knobs = knobsOf (Law::info.id, setup);
                 PlotPanel left{ "Kolophon thermal: hysteresis",
                                 velocityLabel,
                                 "friction coefficient F/N",
                                 { steadyCurve<Law> (knobs, speed) } };
                 PlotPanel right{ "Kolophon thermal: temperature", velocityLabel, "temperature θ", {} };
                 PlotCurve curve{ "steady sliding", ink::grey, 3.5, 1, { {} } };
                 const auto p = Law::prepare (knobs, 1e-5);
                 for (int i = -200; i <= 200; ++i)
                 {
                     const double v = speed * i / 200.0;
                     curve.pieces[0].push_back (
                         { v, i == 0 ? 0.0
                                     : steady<Law> (p, std::abs (v)).power / (normalForce * knobs.thermalVelocity) });
                 }
                 right.curves.push_back (curve);
                 const std::array frequencies{ 20.0, 100.0, 400.0 };
                 const std::array colours{ ink::black, ink::blue, ink::vermilion };
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

/** The set of Canudas de Wit et al. (1995): sigma_0 = 1e5 N/m, sigma_1 = sqrt (1e5) N s/m, sigma_2 = 0.4 N s/m,
    F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s. */
ContactKnobs<double> knobsOf1995 ()
{
    auto knobs = contactKnobs (Patch::defaults().contact);
    knobs.muStatic = 1.5;
    knobs.muKinetic = 1.0;
    knobs.inverseStribeckVelocity = 1000.0;
    knobs.stiffness = 1e5;
    knobs.stiffnessPerForce = 0.0;
    knobs.damping = std::sqrt (1e5);
    knobs.viscosity = 0.4;
    return knobs;
}

constexpr auto settingsOf1995 = "σ0 = 10⁵ N/m, σ1 = √10⁵ N s/m, σ2 = 0.4 N s/m, F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s";

/** Creep and burst: where the printed law pays out. */
Figure generatorFigure ()
{
    using Law = LuGre<double>;
    return {
        std::string (Law::info.id), "law-lugre-generator",
        "The parameters of 1995 (" + std::string (settingsOf1995) +
            "), under a cycle of 0.3 s at 0.1 mm/s and 2 µs at 10 m/s: the energy that the contact has turned into "
            "heat. As printed it falls by 12 mJ a cycle, the contact drives its surroundings; repaired it only rises.",
        []
        {
            std::vector<PlotPanel> panels;
            for (const bool literal : { true, false })
            {
                auto knobs = knobsOf1995();
                knobs.literal = literal ? 1.0 : 0.0;
                Contactor<Law> contact{ knobs };
                PlotCurve curve{
                    literal ? "literal" : "repaired", literal ? ink::vermilion : ink::blue, 1.8, 1, { { { 0.0, 0.0 } } }
                };
                double time = 0.0, heat = 0.0;
                const auto run = [&] (double velocity, double duration, int steps)
                {
                    for (int i = 0; i < steps; ++i)
                    {
                        heat += contact.drive (velocity, duration / steps).frictionLoss;
                        time += duration / steps;
                        curve.pieces[0].push_back ({ time, toMilli * heat });
                    }
                };
                for (int cycle = 0; cycle < 5; ++cycle)
                {
                    run (1e-4, 0.3, 6000);
                    run (10.0, 2e-6, 400);
                }
                panels.push_back ({ literal ? "LuGre as printed" : "LuGre repaired",
                                    "time [s]",
                                    "energy turned into heat [mJ]",
                                    { std::move (curve) } });
            }
            return plotScript (panels);
        }
    };
}

/** Falaize & Roze's Fig. 1. */
Figure powerFigure ()
{
    using Law = Dupont<double>;
    return {
        std::string (Law::info.id), "law-dupont-power",
        "Dissipated power against relative velocity for five elongations x of the bristle (their x_e), as in Fig. 1 of "
        "Falaize & "
        "Roze, which prints no parameters. Here σ0 = 10⁵ N/m, σ2 = 0.4 N s/m, F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s, "
        "ξ = 0.7 (z_ba = 7 µm, z_ss between 10 and 15 µm). Left: σ1 = 0, which is never negative. Right: the literal "
        "law with σ1 = √10⁵ N s/m, at higher speed: a bristle stretched beyond F_c pays out.",
        []
        {
            std::vector<PlotPanel> panels;
            for (const bool damped : { false, true })
            {
                auto knobs = knobsOf1995();
                knobs.breakaway = 0.7;
                knobs.literal = 1.0;
                if (! damped)
                    knobs.damping = 0.0;
                const auto p = Law::prepare (knobs, 1e-5);
                const double fastest = damped ? 0.03 : 0.005;
                PlotPanel panel{ damped ? "Dupont, literal: σ₁ = √10⁵ N s/m" : "Dupont: σ₁ = 0",
                                 "relative velocity v [mm/s]",
                                 "dissipated power [mW]",
                                 {} };
                const std::array elongations{ 0.0, 8.5e-6, 10e-6, 12e-6, 15e-6 };
                const std::array colours{ ink::black, ink::sky, ink::green, ink::blue, ink::vermilion };
                for (std::size_t i = 0; i < elongations.size(); ++i)
                {
                    PlotCurve curve{ "x = " + quantity (toMicro * elongations[i], "µm"),
                                     colours[i],
                                     1.8,
                                     static_cast<int> (1 + i % 2),
                                     { {} } };
                    for (int k = -600; k <= 600; ++k)
                    {
                        const double v = fastest * k / 600.0;
                        curve.pieces[0].push_back (
                            { toMilli * v, toMilli * Law::flow (p, normalForce, elongations[i], v).power });
                    }
                    panel.curves.push_back (std::move (curve));
                }
                panel.settings = "set xzeroaxis lc rgb '#555555'\n";
                panel.keyColumns = 3;
                panels.push_back (std::move (panel));
            }
            return plotScript (panels);
        }
    };
}

/** Break-away force against waiting time. */
Figure waitingFigure ()
{
    using Law = Armstrong<double>;
    auto setup = setupOf (Law::info.id, true);
    for (auto& [name, value] : setup.changed)
        value = name == "memory_time" ? 0.02 : value; // a slide that ends soon leaves little
    return {
        std::string (Law::info.id), "law-armstrong-waiting",
        "A block of 20 g slides at 0.2 m/s, is stopped, waits, and is pulled with a force that rises by 1 N each "
        "millisecond: the largest friction before it moves. Line: F_c + F_s(γ, t2), with what the last slide left." +
            settingsText (Law::info, setup),
        [setup]
        {
            const auto knobs = knobsOf (Law::info.id, setup);
            PlotCurve marks{ "found by solve()", ink::blue, 1.8, 1, { {} } };
            marks.marks = true;
            PlotCurve law{ "from the equation", ink::grey, 3.0, 1, { {} } };
            constexpr double mass = 0.02, pull = 1e3; // [kg], [N/s]
            double arrival = 0.0;
            for (int i = 0; i <= 30; ++i)
            {
                const double wait = 1e-4 * std::pow (10.0, i / 7.5);
                Contactor<Law> contact{ knobs };
                double velocity = 0.2, rest = 0.0, largest = 0.0;
                contact.state.mode = ContactMode::forward;
                contact.state.strength = knobs.muStatic - knobs.muKinetic;
                contact.state.memory = velocity;
                const auto sticks = [&] { return std::lround (contact.state.mode) == 0; };
                const auto stepOn = [&] (double push, double h)
                { return contact.pushBlock (mass, push, velocity, h).force; };
                while (! sticks())
                    stepOn (0.0, 1e-6);
                arrival = contact.state.strength;
                for (int k = 0; k < 100; ++k)
                    stepOn (0.0, wait / 100.0);
                for (double push = 0.0; sticks(); push += pull * 1e-6)
                {
                    rest = contact.state.rest;
                    largest = std::max (largest, stepOn (push, 1e-6));
                }
                marks.pieces[0].push_back ({ rest, largest });
            }
            const double full = knobs.muStatic - knobs.muKinetic;
            for (int i = 0; i <= 200; ++i)
            {
                const double t = 5e-4 * std::pow (10.0, 3.4 * i / 200.0);
                const double strength = arrival + (full - arrival) * t / (t + knobs.ageingTime);
                law.pieces[0].push_back ({ t, normalForce * (knobs.muKinetic + strength) });
            }
            PlotPanel panel{
                "Armstrong: break-away after a rest", "time at rest t₂ [s]", "break-away force [N]", { law, marks }
            };
            panel.logarithmicX = true;
            return plotScript ({ panel });
        }
    };
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
    return figuresOf (FrictionLaws<double>{});
}
} // namespace kolophon
