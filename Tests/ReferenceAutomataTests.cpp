// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Motions.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::lab;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** The two solvers under rigid laws and state machines: closed forms, and ReferenceNumbers.md R.4. */
namespace
{
constexpr int stick = 0, backward = 2;

/** One mass on a belt (R.3): 1 kg at 100 Hz, belt 0.5 mm/s, F_s = 1 N, F_c = 0.6 N. */
struct Belt
{
    double omega = 2.0 * pi * 100.0, speed = 5e-4, Fs = 1.0, Fk = 0.6;

    Motion motion (const char* id) const
    {
        Motion m;
        m.body = oneMass (1.0, 0.0, omega * omega);
        m.law = law (id, Fs, Fk, 1e-30); // no fall to speak of: Coulomb's sliding friction at any speed
        m.bowVelocity = speed;
        m.start.speed = Eigen::VectorXd::Constant (1, speed);
        m.seconds = 0.2;
        m.rate = 48000.0;
        return m;
    }
    double period () const
    {
        const double k = omega * omega;
        return 2.0 * (Fs - Fk) / (k * speed) + 2.0 / omega * (pi - std::atan ((Fs - Fk) * omega / (k * speed)));
    }
    /** With a band of rest, left under F_s: from v = 0 until v = band, and later in. */
    double periodWithBand (double band) const
    {
        const double k = omega * omega;
        // Leaving under F_s: v'' = omega^2 (speed - v) from rest, so that v = speed (1 - cos (omega t)).
        const double leaving = std::acos (1.0 - band / speed) / omega;
        const double out = Fs / k + speed / omega * std::sin (omega * leaving); // place of the mass where v = band
        // Sliding: A cos (omega t - phase) about F_c/k, until u is back at speed - band: pi + 2 phase later.
        const double u = speed - band, a = out - Fk / k, phase = std::atan2 (u / omega, a);
        const double slides = (pi + 2.0 * phase) / omega;
        const double back = Fk / k + std::hypot (a, u / omega) * std::cos (omega * slides - phase);
        // Braking to rest under F_s from v = band at place `back`: v' = k place - F_s.
        const double brake = band / (Fs - k * back);
        const double rests = back + speed * brake;
        return leaving + slides + brake + (Fs / k - rests) / speed;
    }
};

double meanPeriod (const std::vector<double>& times)
{
    REQUIRE (times.size() > 8);
    return (times.back() - times[2]) / static_cast<double> (times.size() - 3);
}

/** Navarro-Lopez's drill string: top and bit; torques, angles and angular velocities. */
Motion drillString (const char* id, double weight, double seconds)
{
    Motion m;
    const double twist = 698.063, dashpot = 139.6126;
    m.body.mass = Eigen::Vector2d (2122.0, 471.9698).asDiagonal();
    m.body.damping = (Eigen::Matrix2d() << dashpot + 425.0, -dashpot, -dashpot, dashpot + 50.0).finished();
    m.body.stiffness = (Eigen::Matrix2d() << twist, -twist, -twist, twist).finished();
    m.body.contact = Eigen::Vector2d (0.0, 1.0);
    m.body.pushed = Eigen::Vector2d (1.0, 0.0);
    m.law = law (id, 0.8, 0.5, 1.0 / 0.9);
    m.normalForce = weight * 0.155575;
    m.push = 6000.0;
    m.seconds = seconds;
    m.rate = 1000.0;
    return m;
}

} // namespace

TEST_CASE ("a mass on a belt sticks and slips with the period of its closed form")
{
    const Belt belt;
    for (const char* id : { "stiction", "viscous", "dds3", "stribeck", "hess_soom", "modelica" })
    {
        CAPTURE (id);
        const auto record = runReference (belt.motion (id));
        CHECK_THAT (meanPeriod (entering (record, stick)), WithinRel (belt.period(), 1e-6));
        CHECK (imbalance (record) < 1e-7);
        // The belt's speed while it sticks, to rounding.
        for (const auto& row : record.rows)
            if (row.mode == stick && row.time > 1e-3)
                CHECK (std::abs (row.relativeVelocity) < 1e-15);
    }
}

TEST_CASE ("Karnopp's band lengthens the period by the time it takes to leave it")
{
    const Belt belt;
    CHECK_THAT (belt.periodWithBand (1e-18), WithinRel (belt.period(), 1e-7));
    for (const double band : { 1e-6, 1e-8, 1e-10 })
    {
        CAPTURE (band);
        auto motion = belt.motion ("karnopp");
        motion.law.knobs.stickBand = band;
        const auto record = runReference (motion);
        CHECK_THAT (meanPeriod (entering (record, stick)), WithinRel (belt.periodWithBand (band), 1e-6));
        CHECK (imbalance (record) < 1e-7);
    }
}

TEST_CASE ("Modelica's machine goes through Stuck and starts without waiting")
{
    const auto record = runReference (Belt {}.motion ("modelica"));
    for (std::size_t i = 0; i + 1 < record.events.size(); ++i)
    {
        const auto &event = record.events[i], &next = record.events[i + 1];
        CHECK (event.to == next.from);
        if (event.to == 3)
        {
            CHECK (event.from == stick);
            CHECK (next.to == 1);
            CHECK (next.time == event.time);
        }
        if (event.from == 1)
            CHECK (event.to == stick);
    }
}

TEST_CASE ("a mass that slides to rest takes the time and the way of its closed form")
{
    // m u' = -(F_c + sigma_2 u): from u_0, with c = F_c/sigma_2, at rest after m/sigma_2 ln (1 + u_0/c).
    Motion motion;
    motion.body = oneMass (2.0);
    motion.law = law ("viscous", 0.9, 0.6);
    motion.law.knobs.viscosity = 0.3;
    motion.start.speed = Eigen::VectorXd::Constant (1, 1.5);
    motion.seconds = 8.0;
    motion.rate = 10.0;
    motion.tolerance = 1e-10;
    const auto record = runReference (motion);
    const double c = 0.6 / 0.3, tau = 2.0 / 0.3, rests = tau * std::log (1.0 + 1.5 / c);
    REQUIRE (record.events.size() == 1);
    CHECK (record.events[0].from == backward);
    CHECK (record.events[0].to == stick);
    CHECK_THAT (record.events[0].time, WithinAbs (rests, 1e-9));
    CHECK_THAT (record.rows.back().position,
                WithinAbs ((1.5 + c) * tau * (1.0 - std::exp (-rests / tau)) - c * rests, 1e-9));
    CHECK_THAT (record.rows.back().frictionLoss, WithinRel (0.5 * 2.0 * 1.5 * 1.5, 1e-9));
}

TEST_CASE ("without location of events a motion and its mirror image are the same, bit for bit")
{
    const auto mirrored = [] (int state) { return state == 0 ? 0 : (state % 2 == 1 ? state + 1 : state - 1); };
    const auto compare = [&] (Motion motion, Motion other)
    {
        const auto one = runExplicit (motion), image = runExplicit (other);
        REQUIRE (one.rows.size() == image.rows.size());
        for (std::size_t n = 0; n < one.rows.size(); ++n)
        {
            CAPTURE (n, one.rows[n].time);
            REQUIRE (one.rows[n].position == -image.rows[n].position);
            REQUIRE (one.rows[n].velocity == -image.rows[n].velocity);
            REQUIRE (one.rows[n].force == -image.rows[n].force);
            REQUIRE (one.rows[n].frictionLoss == image.rows[n].frictionLoss);
        }
        REQUIRE (one.events.size() == image.events.size());
        for (std::size_t i = 0; i < one.events.size(); ++i)
        {
            CHECK (one.events[i].time == image.events[i].time);
            CHECK (one.events[i].to == mirrored (image.events[i].to));
        }
        return one.events.size();
    };
    for (const char* id : { "dds3", "dds5", "discontinuous" })
        for (const double weight : { 50000.0, 51408.0, 53018.0 })
            for (const double step : { 0.05, 0.1, 0.2, 0.5 })
            {
                CAPTURE (id, weight, step);
                auto motion = drillString (id, weight, 100.0);
                motion.rate = 1.0 / step;
                auto image = motion;
                image.push = -6000.0;
                CHECK (compare (motion, image) > 0);
            }
    for (const char* id : { "stiction", "viscous", "stribeck", "hess_soom", "armstrong", "karnopp", "switch", "dds3",
                            "dds5", "modelica", "kolophon", "lugre", "dupont" })
    {
        CAPTURE (id);
        Motion motion;
        motion.body = oneMass (1.0, 0.1, 40.0);
        motion.law = law (id, 0.9, 0.6, 0.3);
        motion.law.knobs.stiffness = 1000.0;
        motion.law.knobs.damping = 10.0;
        motion.bowVelocity = 0.2;
        motion.push = Signal::Sine { 0.0, 1.4, 0.7, 0.0 };
        motion.seconds = 10.0;
        motion.rate = 200.0;
        auto image = motion;
        image.bowVelocity = -0.2;
        image.push = Signal::Sine { 0.0, -1.4, 0.7, 0.0 };
        CHECK (compare (motion, image) > 3);
    }
}

TEST_CASE ("the switch model leads the speed to rest at its rate")
{
    // Sliding in from outside the band on a belt at rest; v' = -alpha v inside.
    Motion motion;
    motion.body = oneMass (1.0);
    motion.law = law ("switch", 1.0, 0.5, 1e30);
    motion.law.knobs.stickBand = 0.01;
    motion.law.knobs.stickRate = 20.0; // 0.2 N at the band's edge, below F_s
    motion.start.speed = Eigen::VectorXd::Constant (1, 0.1);
    motion.seconds = 1.0;
    motion.rate = 1000.0;
    const auto record = runReference (motion);
    const double enters = 0.09; // u = 0.1 - 1 t down to 0.01
    REQUIRE (! record.events.empty());
    CHECK_THAT (record.events[0].time, WithinAbs (enters, 1e-9));
    CHECK (record.events[0].to == stick);
    for (const auto& row : record.rows)
        if (row.time > enters + 1e-9)
            CHECK_THAT (row.velocity, WithinAbs (0.01 * std::exp (-20.0 * (row.time - enters)), 1e-8));
    CHECK (imbalance (record) < 1e-7);
}

TEST_CASE ("rest makes Armstrong's contact stronger by its age")
{
    // A spring is drawn: the force rises as k v t from 0, and the contact lets go where it meets
    // N (mu_k + (mu_s - mu_k) t/(t + gamma)).
    Motion motion;
    motion.body = oneMass (1.0, 0.0, 100.0);
    motion.law = law ("armstrong", 1.0, 0.6, 0.01);
    motion.law.knobs.ageingTime = 2.0;
    motion.bowVelocity = 0.01;
    motion.start.speed = Eigen::VectorXd::Constant (1, 0.01);
    motion.seconds = 2.0;
    motion.rate = 100.0;
    const auto record = runReference (motion);
    REQUIRE (! record.events.empty());
    // t = 0.6 + 0.4 t/(t + 2): t^2 + 1 t - 1.2 = 0
    CHECK_THAT (record.events[0].time, WithinAbs (0.5 * (-1.0 + std::sqrt (1.0 + 4.8)), 1e-8));
}

TEST_CASE ("every rigid law keeps its books under a bow that turns, a push in bursts and a force that lifts")
{
    for (const char* id : { "coulomb", "stiction", "viscous", "stribeck", "hess_soom", "armstrong", "karnopp", "switch",
                            "dds3", "dds5", "modelica", "discontinuous" })
    {
        CAPTURE (id);
        Motion motion;
        motion.body = oneMass (0.1, 0.05, 100.0);
        motion.law = law (id, 0.8, 0.3, 0.1);
        motion.law.knobs.viscosity = 0.1;
        motion.bowVelocity = Signal::Sine { 0.0, 0.2, 0.7, 0.0 };
        motion.normalForce = Signal::Expression { "max(0, 0.5 + sin(2*pi*1.3*t))", {} };
        motion.push = Signal::Burst { 0.0, 0.5, 0.3, 0.1, 0.5, 5, Signal::Window::rectangle };
        motion.seconds = 5.0;
        motion.rate = 1000.0;
        const auto record = runReference (motion);
        REQUIRE (record.rows.size() == 5001);
        CHECK (imbalance (record) < 1e-7);
        for (const auto& row : record.rows)
        {
            // Printed, eq. (9) is not passive: at a speed that stays at the band's edge F_eq has whatever sign it
            // needs.
            if (motion.law.id != "discontinuous")
                CHECK (row.frictionPower >= -1e-12);
            if (row.normalForce == 0.0)
                CHECK (row.force == 0.0);
        }
    }
}

TEST_CASE ("a rubbed string of sixteen modes keeps its books")
{
    Motion motion;
    const int modes = 16;
    auto& body = motion.body;
    body.frequency.resize (modes);
    body.decay.resize (modes);
    body.contact.resize (modes);
    body.pushed.setZero (modes);
    for (int i = 0; i < modes; ++i)
    {
        body.frequency[i] = 2.0 * pi * 196.0 * (i + 1);
        body.decay[i] = 3.0;
        body.contact[i] = std::sin (0.12 * pi * (i + 1)) * 100.0;
    }
    motion.bowVelocity = Signal::Ramp { 0.0, 0.1, 0.0, 0.01 };
    motion.normalForce = 0.5;
    motion.seconds = 0.05;
    motion.rate = 48000.0;
    for (const char* id : { "stribeck", "dds3", "kolophon" })
    {
        CAPTURE (id);
        motion.law = law (id, 0.8, 0.3, 0.1);
        motion.law.knobs.stiffness = 1e5;
        motion.law.knobs.damping = 1.0;
        const auto record = runReference (motion);
        CHECK (record.rows.size() == 2401);
        CHECK (record.place.empty()); // more than eight coordinates
        CHECK (imbalance (record) < 1e-7);
    }
}
