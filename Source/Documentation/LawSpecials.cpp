// SPDX-License-Identifier: GPL-3.0-or-later
#include "LawSpecials.h"

#include "../Core/Units.h"
#include "LawBench.h"

#include <cmath>

namespace kolophon
{
using namespace lawbench;

namespace
{
/** Parameters from Canudas de Wit et al. (1995): sigma_0 = 1e5 N/m, sigma_1 = sqrt (1e5) N s/m, sigma_2 = 0.4 N s/m,
    F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s. */
Contact settingsOf1995 ()
{
    auto contact = Patch::defaults().contact;
    contact.muStatic = 1.5;
    contact.muKinetic = 1.0;
    contact.stribeckSpeed = 1e-3;
    contact.bristle = static_cast<double> (BristleMode::stiffness);
    contact.stiffness = 1e5;
    contact.bristleDamping = std::sqrt (1e5);
    contact.viscosity = 0.4;
    return contact;
}

constexpr auto textOf1995 = "σ0 = 10⁵ N/m, σ1 = √10⁵ N s/m, σ2 = 0.4 N s/m, F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s";
} // namespace

/** Slow presliding for several breakaways. */
Figure breakawayFigure ()
{
    using Law = KolophonElement<double>;
    return {
        std::string (Law::info.id), "law-kolophon-breakaway",
        "Kolophon: force against displacement for four values of breakaway",
        "The contact is pulled from rest by 250 µm at 1 mm/s and released to zero force, for four values of breakaway "
        "ξ. Below ξ g it is a spring and returns fully; with ξ = 0 it yields from the first micrometre." +
            settingsText (Law::info, {}),
        []
        {
            PlotPanel panel { "Kolophon: presliding and breakaway", "displacement [µm]", forceLabel, {} };
            const std::array breakaways { 0.0, 0.4, 0.7, 0.9 };
            const std::array colours { ink::black, ink::blue, ink::green, ink::vermilion };
            for (std::size_t i = 0; i < breakaways.size(); ++i)
            {
                Contactor<Law> contact { knobsOf (Law::info.id, { { { "breakaway", breakaways[i] } } }) };
                PlotCurve curve { "ξ = " + quantity (breakaways[i], ""),
                                  colours[i],
                                  1.8,
                                  static_cast<int> (1 + i % 2),
                                  { { { 0.0, 0.0 } } } };
                double force = 0.0;
                constexpr double speed = 1e-3, h = 1e-4;
                auto& line = curve.pieces[0];
                while (contact.displacement < 250e-6)
                    line.push_back ({ toMicro * contact.displacement, force = contact.drive (speed, h).force });
                while (force > 0.0)
                    line.push_back ({ toMicro * contact.displacement, force = contact.drive (-speed, h).force });
                panel.curves.push_back (std::move (curve));
            }
            panel.keyColumns = 4;
            return plotScript ({ panel });
        }
    };
}

/** Creep and burst: regions in which the published law supplies energy. */
Figure generatorFigure ()
{
    using Law = LuGre<double>;
    return { std::string (Law::info.id), "law-lugre-generator",
             "LuGre as printed creates energy, LuGre repaired does not: heat against time",
             "The parameters of 1995 (" + std::string (textOf1995) +
                 "), under a cycle of 0.3 s at 0.1 mm/s and 2 µs at 10 m/s: energy that the contact has turned into "
                 "heat. As printed it falls by 12 mJ per cycle, so that the contact drives its surroundings; repaired "
                 "it never falls.",
             []
             {
                 std::vector<PlotPanel> panels;
                 for (const bool literal : { true, false })
                 {
                     auto settings = settingsOf1995();
                     settings.literal = literal ? 1.0 : 0.0;
                     Contactor<Law> contact { contactKnobs (settings) };
                     PlotCurve curve { literal ? "literal" : "repaired",
                                       literal ? ink::vermilion : ink::blue,
                                       1.8,
                                       1,
                                       { { { 0.0, 0.0 } } } };
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
             } };
}

/** Falaize & Roze's Fig. 1. */
Figure powerFigure ()
{
    using Law = Dupont<double>;
    return { std::string (Law::info.id), "law-dupont-power",
             "Dupont: dissipated power against relative velocity for five elongations of the bristle",
             "Dissipated power against relative velocity for five elongations x of the bristle (their x_e), as in Fig. "
             "1 of Falaize & Roze, which prints no parameters. Here σ0 = 10⁵ N/m, σ2 = 0.4 N s/m, F_c = 1 N, F_s = 1.5 "
             "N, v_s = 1 mm/s, ξ = 0.7 (z_ba = 7 µm, z_ss between 10 and 15 µm). Left: σ1 = 0, never negative. Right: "
             "the literal law with σ1 = √10⁵ N s/m, at higher speed: a bristle stretched beyond F_c releases energy.",
             []
             {
                 std::vector<PlotPanel> panels;
                 for (const bool damped : { false, true })
                 {
                     auto settings = settingsOf1995();
                     settings.breakaway = 0.7;
                     settings.literal = 1.0;
                     if (! damped)
                         settings.bristleDamping = 0.0;
                     const auto p = Law::prepare (contactKnobs (settings), 1e-5);
                     const double fastest = damped ? 0.03 : 0.005;
                     PlotPanel panel { damped ? "Dupont, literal: σ₁ = √10⁵ N s/m" : "Dupont: σ₁ = 0",
                                       "relative velocity v [mm/s]",
                                       "dissipated power [mW]",
                                       {} };
                     const std::array elongations { 0.0, 8.5e-6, 10e-6, 12e-6, 15e-6 };
                     const std::array colours { ink::black, ink::sky, ink::green, ink::blue, ink::vermilion };
                     for (std::size_t i = 0; i < elongations.size(); ++i)
                     {
                         PlotCurve curve { "x = " + quantity (toMicro * elongations[i], "µm"),
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
             } };
}

/** Break-away force against waiting time. */
Figure waitingFigure ()
{
    using Law = Armstrong<double>;
    auto setup = setupOf (Law::info.id, true);
    for (auto& [name, value] : setup.changed)
        value = name == "memory_time" ? 0.02 : value; // a slide that ends soon leaves little
    return { std::string (Law::info.id), "law-armstrong-waiting",
             "Armstrong: break-away force against the time at rest",
             "A block of 20 g slides at 0.2 m/s, is stopped, waits, and is pulled with a force that rises by 1 N per "
             "millisecond: the largest friction before it moves. Line: F_c + F_s(γ, t2), with the remainder of the "
             "last slide." +
                 settingsText (Law::info, setup),
             [setup]
             {
                 const auto knobs = knobsOf (Law::info.id, setup);
                 PlotCurve marks { "found by solve()", ink::blue, 1.8, 1, { {} } };
                 marks.marks = true;
                 PlotCurve law { "from the equation", ink::grey, 3.0, 1, { {} } };
                 constexpr double mass = 0.02, pull = 1e3; // [kg], [N/s]
                 double arrival = 0.0;
                 for (int i = 0; i <= 30; ++i)
                 {
                     const double wait = 1e-4 * std::pow (10.0, i / 7.5);
                     Contactor<Law> contact { knobs };
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
                 PlotPanel panel {
                     "Armstrong: break-away after a rest", "time at rest t₂ [s]", "break-away force [N]", { law, marks }
                 };
                 panel.logarithmicX = true;
                 return plotScript ({ panel });
             } };
}
} // namespace kolophon
