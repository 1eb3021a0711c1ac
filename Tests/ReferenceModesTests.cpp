// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/LongRun.h"
#include "Support/Motions.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::lab;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

/** The reference on bodies of many modes. */
namespace
{
Motion string (int modes, const char* id)
{
    Motion m;
    auto& body = m.body;
    for (auto* vector : { &body.frequency, &body.decay, &body.contact, &body.pushed })
        vector->setZero (modes);
    for (int i = 0; i < modes; ++i)
    {
        body.frequency[i] = 2.0 * pi * 196.0 * (i + 1);
        body.decay[i] = 3.0 + 0.4 * i;
        body.contact[i] = std::sin (0.12 * pi * (i + 1)) * 30.0;
        body.pushed[i] = std::sin (0.4 * pi * (i + 1)) * 30.0;
    }
    m.law = law (id, 0.8, 0.3, 0.1);
    m.law.knobs.stiffness = 1e5;
    m.law.knobs.damping = 1.0;
    m.law.knobs.breakaway = 0.5;
    m.bowVelocity = Signal::Ramp { 0.0, 0.1, 0.0, 0.01 };
    m.normalForce = 0.5;
    m.seconds = 0.03;
    m.rate = 8000.0;
    m.tolerance = 1e-10;
    return m;
}

/** Largest difference of u over the largest u. */
double difference (const Record& one, const Record& other)
{
    double worst = 0.0, largest = 0.0;
    for (std::size_t n = 0; n < other.rows.size(); ++n)
    {
        worst = std::max (worst, std::abs (one.rows.at (n).velocity - other.rows[n].velocity));
        largest = std::max (largest, std::abs (other.rows[n].velocity));
    }
    return worst / largest;
}
} // namespace

TEST_CASE ("a mode alone under a constant force is a damped sinusoid, and one without a spring falls freely")
{
    auto motion = string (6, "stribeck");
    motion.body.frequency[1] = 0.0; // no spring
    motion.body.decay[1] = 0.0;
    motion.body.frequency[2] = 50.0; // overdamped
    motion.body.decay[2] = 130.0;
    motion.body.pushed.setOnes();
    motion.normalForce = 0.0;
    motion.push = 2.0;
    motion.tolerance = 1e-12;
    const auto record = runReference (motion);
    const double t = record.rows.back().time;
    const auto& q = record.place.back();
    for (int m = 0; m < 6; ++m)
    {
        CAPTURE (m);
        const double w = motion.body.frequency[m], s = motion.body.decay[m];
        double expected = t * t; // f t^2/2
        if (m == 2)
        {
            const double root = std::sqrt (s * s - w * w), slow = s - root, fast = s + root;
            expected =
                2.0 / (w * w) * (1.0 - (fast * std::exp (-slow * t) - slow * std::exp (-fast * t)) / (fast - slow));
        }
        else if (m != 1)
        {
            const double wd = std::sqrt (w * w - s * s);
            expected = 2.0 / (w * w) * (1.0 - std::exp (-s * t) * (std::cos (wd * t) + s / wd * std::sin (wd * t)));
        }
        CHECK_THAT (q[m], WithinAbs (expected, 1e-13 + 1e-11 * std::abs (expected)));
    }
}

TEST_CASE ("twenty modes come through at the sharpest tolerance, and agree with the next sharpest")
{
    for (const char* id : { "kolophon", "dds3" })
    {
        CAPTURE (id);
        auto motion = string (20, id);
        motion.seconds = longRun() ? 0.1 : 0.05;
        motion.tolerance = 1e-12;
        const auto sharp = runReference (motion);
        CHECK (sharp.evaluations < 2'000'000);
        CHECK (imbalance (sharp) < 1e-10);
        CHECK (sharp.events.size() > 5);
        motion.tolerance = 1e-10;
        CHECK (difference (runReference (motion), sharp) < 1e-7);
    }
}

TEST_CASE ("a drive's corner just after a release is passed at the sharpest tolerance")
{
    // A mass at rest is pushed harder and harder: it goes at F_s = 0.5 N, after half a second.
    for (const char* id : { "stiction", "dds3", "dds5", "karnopp", "modelica", "kolophon", "lugre" })
        for (const double after :
             longRun() ? std::vector { 1e-6, 3e-7, 1e-7, 1e-8, 1e-10 } : std::vector { 3e-7, 1e-10 })
        {
            CAPTURE (id, after);
            Motion motion;
            motion.body = oneMass (1.0);
            motion.law = law (id, 0.5, 0.3, 0.1);
            motion.law.knobs.stiffness = 1e5;
            motion.law.knobs.damping = 100.0;
            const double corner = 0.5 + after;
            motion.push = Signal::Points { { 0.0, corner, 2.0 }, { 0.0, corner, 0.4 }, Signal::Between::linear };
            motion.seconds = 0.6;
            motion.rate = 100.0;
            motion.tolerance = 1e-12;
            CHECK (runReference (motion).rows.size() == 61);
        }
}
