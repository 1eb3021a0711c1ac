// SPDX-License-Identifier: GPL-3.0-or-later
#include "NetworkRealtime.h"
#include "../Motion/NetworkBodies.h"
#include "../Motion/WithLaw.h"
#include "RealtimeRecorder.h"

#include <cmath>
#include <memory>

namespace kolophon::lab
{
namespace
{
using namespace HWY_NAMESPACE;
using Eigen::VectorXd;

TouchingLaw<double> lawOf (const LawChoice& choice, double h, std::vector<std::shared_ptr<void>>& kept)
{
    TouchingLaw<double> law;
    const auto makeLaw = [&]<class One>()
    {
        const auto parameters = std::make_shared<typename One::Parameters> (parametersOf<One> (choice, h));
        kept.push_back (parameters);
        law = TouchingLaw<double>::of<One> (*parameters);
    };
    if (! withLaw (choice, makeLaw))
        throw InputError ({ "law.id", "\"" + choice.id + "\"", "has no real-time form; use another solver",
                            "the laws of kolophon list laws" });
    return law;
}

/** A network of the laboratory in the engine's steps. */
class NetworkRun
{
public:
    NetworkRun (const Motion& itsMotion, Record& itsRecord)
        : motion (itsMotion), given (*itsMotion.network), record (itsRecord), h (1.0 / itsMotion.rate)
    {
        std::vector<VectorXd> shapes;
        const auto port = [&shapes] (const VectorXd& shape)
        {
            shapes.push_back (shape);
            return static_cast<int> (shapes.size()) - 1;
        };
        const int n = motion.body.size();
        for (const auto& touch : given.contacts)
        {
            NetworkContact<double> contact;
            record.contacts.push_back (touch.name);
            if (touch.along.size() > 0)
            {
                contact.along = port (touch.along);
                contact.law = lawOf (touch.law, h, parameters);
            }
            if (touch.into.size() > 0)
                contact.into = port (touch.into);
            contact.spring = { touch.stiffness, touch.damping, touch.hertz };
            network.contacts.push_back (contact);
        }
        for (const auto& push : given.pushes)
            network.pushes.push_back ({ port (push.shape), 0.0 });
        for (const auto& tension : given.tensions)
        {
            Tension<double> one;
            one.port = port (VectorXd::Zero (n));
            one.coefficients.assign (static_cast<std::size_t> (tension.first), 0.0);
            one.coefficients.insert (one.coefficients.end(), tension.coefficients.begin(), tension.coefficients.end());
            network.tensions.push_back (one);
        }
        if (shapes.size() > static_cast<std::size_t> (maxNetworkPorts))
            throw InputError ({ .place = "contacts",
                                .problem = "need " + std::to_string (shapes.size()) + " ports",
                                .allowed = "up to " + std::to_string (maxNetworkPorts) });
        Eigen::MatrixXd all (n, static_cast<Eigen::Index> (shapes.size()));
        for (std::size_t i = 0; i < shapes.size(); ++i)
            all.col (static_cast<Eigen::Index> (i)) = shapes[i];
        network.ports.count = static_cast<int> (shapes.size());
        network.passes = motion.passes;
        bodies = networkBodies (motion, all, h);
        heat.resize (given.contacts.size());
        start();
    }

    Row rowAtStart ()
    {
        Row row {};
        describe (row, 0.0);
        row.stored = bodies->stored() + network.stored();
        return row;
    }

    /** One step from time t on; row: everything but powers and integrals. */
    struct Done
    {
        double work, friction, body;
    };
    Done step (Row& row, double time)
    {
        auto& ports = network.ports;
        const double middle = time + 0.5 * h, end = time + h;
        for (int i = 0; i < ports.count; ++i)
        {
            ports.free[i] = ports.freeEnd[i] = 0.0;
            for (int j = 0; j < ports.count; ++j)
                ports.mobility[i][j] = ports.endMobility[i][j] = 0.0;
        }
        for (std::size_t k = 0; k < given.contacts.size(); ++k)
        {
            auto& contact = network.contacts[k];
            if (contact.along < 0)
                continue;
            ports.free[contact.along] = asked (given.contacts[k].velocity, "velocity", middle);
            ports.freeEnd[contact.along] = asked (given.contacts[k].velocity, "velocity", end);
            contact.pressed = std::max (0.0, asked (given.contacts[k].normalForce, "normal_force", middle));
        }
        for (std::size_t k = 0; k < given.pushes.size(); ++k)
            network.pushes[k].force = asked (given.pushes[k].force, "push", middle);
        bodies->begin (network);
        std::vector<double>& bow = bows;
        bow.assign (ports.free, ports.free + ports.count);
        bodies->addTo (ports);
        network.solve (h);
        Done done { 0.0, network.lost(), 0.0 };
        for (const auto& contact : network.contacts)
            if (contact.along >= 0)
                done.work += h * network.force[contact.along] * bow[static_cast<std::size_t> (contact.along)];
        for (const auto& push : network.pushes)
            done.work -= h * push.force * network.velocity[push.port];
        done.body = bodies->move (network.force);
        row.time = end;
        row.stored = bodies->stored() + network.stored();
        for (std::size_t k = 0; k < heat.size(); ++k)
            heat[k] += network.contacts[k].step.frictionLoss + network.contacts[k].normalLoss;
        describe (row, end);
        return done;
    }

    ContactRow touchNow (std::size_t k) const
    {
        const auto& contact = network.contacts[k];
        const double N = contact.into >= 0 ? contact.normalForce : contact.pressed;
        return { contact.force, contact.step.relativeVelocity, N, contact.step.elongation, modeNow (k), heat[k] };
    }
    double modeNow (std::size_t k) const
    {
        const auto& contact = network.contacts[k];
        const double N = contact.into >= 0 ? contact.normalForce : contact.pressed;
        if (N < lightestTouch)
            return freeMode;
        return contact.along >= 0 && contact.law.rigid ? contact.friction.mode : ContactMode::stick;
    }
    /** A change of the discrete state at the end of the last step. */
    Event eventOf (std::size_t k, double time, int from, int to) const
    {
        VectorXd place, speed;
        bodies->coordinates (place, speed);
        const auto& along = given.contacts[k].along;
        const bool rubs = along.size() > 0;
        return { time, from, to, rubs ? along.dot (place) : 0.0, rubs ? along.dot (speed) : 0.0, static_cast<int> (k) };
    }
    std::size_t count () const { return heat.size(); }
    const NetworkBodies& body () const { return *bodies; }

private:
    void start ()
    {
        VectorXd place, speed;
        bodies->coordinates (place, speed);
        for (std::size_t k = 0; k < given.contacts.size(); ++k)
        {
            const auto& touch = given.contacts[k];
            auto& contact = network.contacts[k];
            contact.pressed = std::max (0.0, asked (touch.normalForce, "normal_force", 0.0));
            if (contact.into >= 0)
            {
                contact.normal.penetration = -touch.gap - touch.into.dot (place);
                contact.normal.coordinate = contact.spring.coordinate (contact.normal.penetration);
                contact.normal.speed = -touch.into.dot (speed);
                contact.normalForce = contact.spring.force (contact.normal.penetration);
            }
            if (contact.along < 0)
                continue;
            const double N = contact.into >= 0 ? contact.normalForce : contact.pressed;
            const double v = asked (touch.velocity, "velocity", 0.0) - touch.along.dot (speed);
            const auto& knobs = touch.law.knobs;
            const double bare = knobs.stiffness + knobs.stiffnessPerForce * N;
            contact.friction.bristleCoordinate =
                std::sqrt (bare / (1.0 + bare * knobs.residualCompliance)) * touch.elongation;
            contact.friction.lastVelocity = contact.friction.endVelocity = contact.step.relativeVelocity = v;
            contact.step.elongation = touch.elongation;
            contact.friction.mode = ! contact.law.rigid || v == 0.0
                                        ? ContactMode::stick
                                        : (v > 0.0 ? ContactMode::forward : ContactMode::backward);
        }
        for (std::size_t k = 0; k < given.tensions.size(); ++k)
            for (std::size_t i = 0; i < given.tensions[k].coefficients.size(); ++i)
            {
                const double q = place[given.tensions[k].first + static_cast<Eigen::Index> (i)];
                network.tensions[k].state += 0.5 * given.tensions[k].coefficients[i] * q * q;
            }
    }

    void describe (Row& row, double time)
    {
        VectorXd place, speed;
        bodies->coordinates (place, speed);
        const auto& touch = given.contacts.front();
        const auto now = touchNow (0);
        row.bowVelocity = asked (touch.velocity, "velocity", time);
        row.normalForce = now.normalForce;
        row.position = touch.along.size() > 0 ? touch.along.dot (place) : 0.0;
        row.velocity = touch.along.size() > 0 ? touch.along.dot (speed) : 0.0;
        row.relativeVelocity = now.velocity;
        row.force = now.force;
        row.elongation = now.elongation;
        row.memory = network.contacts.front().friction.memory;
        row.mode = now.mode;
    }

    const Motion& motion;
    const Network& given;
    Record& record;
    double h;
    RealtimeNetwork network;
    std::unique_ptr<NetworkBodies> bodies;
    std::vector<std::shared_ptr<void>> parameters;
    std::vector<double> heat, bows;
};
} // namespace

Record runNetwork (const Motion& motion, const Interrupt& interrupt)
{
    Record record;
    const auto run = std::make_unique<NetworkRun> (motion, record);
    const auto keep = [&]
    {
        auto& kept = record.touches.emplace_back();
        for (std::size_t k = 0; k < run->count(); ++k)
            kept.push_back (run->touchNow (k));
        if (motion.body.size() <= 8)
        {
            record.place.emplace_back();
            record.speed.emplace_back();
            run->body().coordinates (record.place.back(), record.speed.back());
        }
    };
    auto row = run->rowAtStart();
    RealtimeRecorder books (motion, record, row, RealtimeRecorder::States::others);
    keep();
    std::vector<int> modes;
    for (std::size_t k = 0; k < run->count(); ++k)
        modes.push_back (static_cast<int> (run->modeNow (k)));
    const double h = 1.0 / motion.rate;
    const auto steps = std::lround (motion.seconds * motion.rate);
    for (long n = 0; n < steps; ++n)
    {
        const auto done = run->step (row, static_cast<double> (n) * h);
        if (! std::isfinite (row.stored))
            throw InputError (
                { .place = "run", .problem = "at t = " + decimalText (row.time) + " s the motion diverges" });
        for (std::size_t k = 0; k < modes.size(); ++k)
            if (const int now = static_cast<int> (run->modeNow (k)); now != modes[k])
            {
                record.events.push_back (run->eventOf (k, row.time, modes[k], now));
                modes[k] = now;
            }
        if (books.step (row, h, done.work, done.friction, done.body))
            keep();
        if (books.stops (interrupt))
            break;
    }
    books.close();
    return record;
}
} // namespace kolophon::lab
