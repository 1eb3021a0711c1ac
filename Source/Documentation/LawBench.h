// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Units.h"
#include "../Physics/Friction/FrictionLaws-inl.h"
#include "../Reports/Plot.h"
#include "../Synth/Parameters/ParameterTable.h"
#include "../Synth/Voices/ContactPlan.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/** Friction laws in isolation, with the settings of the figures of Resources/Docs/Laws.md. */
namespace kolophon::lawbench
{
using namespace HWY_NAMESPACE;

inline constexpr double normalForce = 1.0; // [N] in every figure
inline constexpr int passes = 4;

/** Settings of a law's figure. */
struct Setup
{
    std::vector<std::pair<std::string_view, double>> changed; // knobs away from their defaults, without "contact."
    // Bristle laws: the relative velocity is a sine.
    double slidingSpeed = 0.6;                                       // [m/s], amplitude of the loops in velocity
    std::array<double, 2> frequencies { 50.0, 500.0 };               // [Hz]
    std::vector<double> amplitudes { 20e-6, 60e-6, 150e-6, 400e-6 }; // [m], amplitudes of the loops in displacement
    double slowSpeed = 0.01;                                         // [m/s], amplitude there
    // Laws with discrete sticking: a block on a table, pushed to and fro.
    double mass = 0.02, push = 0.9, pushFrequency = 5.0; // [kg], [N], [Hz]
};

/** Settings that show the characteristic behaviour of a law; all other knobs keep their defaults. */
inline Setup setupOf (std::string_view law, bool sticks)
{
    Setup setup;
    if (sticks)
        setup.changed = { { "mu_kinetic", 0.45 },
                          { "stick_band", 0.03 },
                          { "stick_rate", 1000.0 },
                          { "memory_time", 5e-3 },
                          { "ageing_time", 0.02 } };
    if (law == "coulomb")
        setup.changed.front().second = 0.6; // else it would hardly stick
    for (const auto falling : { "stribeck", "hess_soom", "switch", "dds3", "dds5" })
        if (law == falling)
            setup.push = 1.0; // far enough down the curve
    if (law == "thermal")
        setup.changed = { { "thermal_speed", 0.1 }, { "thermal_time", 5e-4 } }; // slow enough to be visible
    if (law == "viscous" || law == "modelica")
        setup.changed.emplace_back ("viscosity", 0.4);
    return setup;
}

inline Parameter knob (std::string_view name)
{
    return parameterTable()[findParameter ("contact." + std::string (name)).value()];
}

/** The knobs with the settings of a figure, at D4, where keyboard tracking has no effect. */
inline ContactKnobs<double> knobsOf (std::string_view law, const Setup& setup)
{
    auto patch = defaultsOfFormat1();
    patch.contact.law = static_cast<double> (findLaw (law) - lawTable().data());
    for (const auto& [name, value] : setup.changed)
        knob (name).in (patch) = value;
    return contactKnobs (patch.contact);
}

/** A law, its state and its knobs, solved for given ports. */
template <class Law>
struct Contactor
{
    ContactKnobs<double> knobs;
    ContactState<double> state {};
    double displacement = 0.0;

    ContactStep<double> step (const ContactPort<double>& port, double h)
    {
        const auto parameters = Law::prepare (knobs, h);
        Law::resume (parameters, state);
        const auto result = Law::solve (parameters, state, port, normalForce, h, passes);
        displacement += h * result.relativeVelocity;
        return result;
    }

    /** A block [kg] on a table under a force [N]: m v' = push - F. Updates its velocity. */
    ContactStep<double> pushBlock (double mass, double push, double& velocity, double h)
    {
        const double kick = h / mass;
        const auto result = step ({ velocity + 0.5 * kick * push, 0.5 * kick, velocity + kick * push, kick }, h);
        velocity += kick * (push - result.force);
        return result;
    }

    /** Imposes the relative velocity, whatever force that needs. */
    ContactStep<double> drive (double velocity, double h) { return step ({ velocity, 0.0, velocity, 0.0 }, h); }
};

/** Text with the knobs that differ from their defaults, for the page. */
inline std::string settingsText (const LawInfo& law, const Setup& setup)
{
    std::string text;
    for (const auto& [name, value] : setup.changed)
        if (std::find (law.uses.begin(), law.uses.end(), name) != law.uses.end())
            text += (text.empty() ? "" : ", ") + std::string ("`contact.") + std::string (name) +
                    "` = " + formatValue (knob (name), value);
    return " Normal force " + quantity (normalForce, "N") + (text.empty() ? "" : "; " + text) +
           (text.empty() ? ", knobs at their defaults." : ", other knobs at their defaults.");
}

inline constexpr auto velocityLabel = "relative velocity v [m/s]", forceLabel = "friction force F [N]";
} // namespace kolophon::lawbench
