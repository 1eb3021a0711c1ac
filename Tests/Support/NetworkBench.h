// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Physics/Contacts/ContactNetwork-inl.h"

#include <algorithm>
#include <memory>
#include <numbers>

namespace kolophon::test
{
namespace lanes = HWY_NAMESPACE;

/** Modes and contacts at rest on a bench, with books of their own. */
struct NetworkBench
{
    static constexpr int maxPorts = 6;
    using Network = lanes::ContactNetwork<double, maxPorts>;
    using Contact = lanes::NetworkContact<double>;

    lanes::PortedModes<double, maxPorts> body;
    Network net;
    double h;
    double bow[maxPorts] {}, bowEnd[maxPorts] {}; // [m/s] what moves past each port, mean and at the end of the step
    double work = 0.0, heat = 0.0, bodyLoss = 0.0, peak = 0.0, residual = 0.0, smallestLoss = 0.0; // [J]

    NetworkBench (int ports, double rate) : body (ports, 1.0 / rate), h (1.0 / rate) { net.ports.count = ports; }

    /** Adds a mode of modal mass m; shapes at the ports. */
    void mode (double hertz, double decay, double mass, std::initializer_list<double> shapes)
    {
        auto& added = body.add (2.0 * std::numbers::pi * hertz, decay);
        int port = 0;
        for (const double shape : shapes)
            added.shape[port++] = shape / std::sqrt (mass);
    }

    /** Adds a law of the engine, kept here. */
    template <class Law>
    lanes::TouchingLaw<double> law (const ContactKnobs<double>& knobs)
    {
        const auto kept = std::make_shared<typename Law::Parameters> (Law::prepare (knobs, h));
        parameters.push_back (kept);
        return lanes::TouchingLaw<double>::of<Law> (*kept);
    }

    /** Drops all laws; every contact wants a new one. */
    void forgetLaws () { parameters.clear(); }

    double stored () const { return body.stored() + net.stored(); }

    void step ()
    {
        auto& ports = net.ports;
        for (int i = 0; i < ports.count; ++i)
        {
            ports.free[i] = bow[i];
            ports.freeEnd[i] = bowEnd[i];
            for (int j = 0; j < ports.count; ++j)
                ports.mobility[i][j] = ports.endMobility[i][j] = 0.0;
        }
        for (auto& tension : net.tensions)
            tension.begin (body, h);
        body.addTo (ports);
        const double before = stored();
        net.solve (h);
        double done = 0.0;
        for (int i = 0; i < ports.count; ++i)
            done += h * net.force[i] * bow[i];
        for (const auto& push : net.pushes)
            done -= h * push.force * net.velocity[push.port];
        const double inBody = body.move (net.force), after = stored(), rubbed = net.lost();
        work += done;
        heat += rubbed;
        bodyLoss += inBody;
        double exchanged = std::max ({ before, after, std::abs (done), rubbed, inBody });
        for (int i = 0; i < ports.count; ++i)
            exchanged = std::max (exchanged, std::abs (h * net.force[i] * net.velocity[i]));
        peak = std::max (peak, exchanged);
        residual = std::max (residual, std::abs (after - before - ((done - rubbed) - inBody)));
        for (const auto& contact : net.contacts)
            smallestLoss = std::min ({ smallestLoss, contact.step.frictionLoss, contact.normalLoss });
        smallestLoss = std::min (smallestLoss, inBody);
    }

private:
    std::vector<std::shared_ptr<void>> parameters;
};

/** Knobs of a bristle with a fixed spring. */
inline ContactKnobs<double> bristleKnobs (double muStatic, double muKinetic, double stribeck, double stiffness,
                                          double damping, double viscosity, double breakaway)
{
    ContactKnobs<double> knobs {};
    knobs.muStatic = muStatic;
    knobs.muKinetic = muKinetic;
    knobs.inverseStribeckVelocity = 1.0 / stribeck;
    knobs.stiffness = stiffness;
    knobs.damping = damping;
    knobs.viscosity = viscosity;
    knobs.breakaway = breakaway;
    return knobs;
}
} // namespace kolophon::test
