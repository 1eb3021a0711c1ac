// SPDX-License-Identifier: GPL-3.0-or-later
#include "SteadyFriction.h"

#include "../../Physics/Friction/FrictionLaws-inl.h"
#include "../../Synth/Hands/ContactPlan.h"

#include <algorithm>

namespace kolophon
{
namespace
{
using namespace HWY_NAMESPACE;

constexpr double normalForce = 1.0; // [N]
constexpr int passes = 2, steps = 400;
constexpr double travels = 40.0, memories = 12.0; // travels and memory times that precede the measurement

/** Imposes the relative velocity, whatever force that needs: a port without mobility. */
template <class Law>
double slide (const ContactKnobs<double>& knobs, double travel, double memory, double speed)
{
    const double h = std::max ({ travels * travel / speed, memories * memory, 1e-3 }) / steps;
    const auto parameters = Law::prepare (knobs, h);
    ContactState<double> state {};
    Law::resume (parameters, state);
    double force = 0.0;
    for (int i = 0; i < steps; ++i)
        force = Law::solve (parameters, state, { speed, 0.0, speed, 0.0 }, normalForce, h, passes).force;
    return force / normalForce;
}

template <class... Laws>
double slideUnder (LawList<Laws...>, int law, const ContactKnobs<double>& knobs, double travel, double memory,
                   double speed)
{
    int place = 0;
    double force = 0.0;
    ((place++ == law ? (force = slide<Laws> (knobs, travel, memory, speed), 0) : 0), ...);
    return force;
}
} // namespace

std::vector<double> steadyFriction (const Contact& contact, std::span<const double> speeds)
{
    const auto knobs = contactKnobs (contact);
    const double stiffness = knobs.stiffness + knobs.stiffnessPerForce * normalForce;
    const double travel = stiffness > 0.0 ? contact.muStatic * normalForce / stiffness : contact.travel;
    const double memory = std::max ({ contact.thermalTime, contact.memoryTime, contact.ageingTime });
    std::vector<double> forces;
    for (const double speed : speeds)
        forces.push_back (
            slideUnder (FrictionLaws<double> {}, static_cast<int> (contact.law), knobs, travel, memory, speed));
    return forces;
}
} // namespace kolophon
