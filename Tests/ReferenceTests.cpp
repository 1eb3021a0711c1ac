// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Json/ShallowJson.h"
#include "Support/LongRun.h"
#include "Support/Motions.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::lab;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** The reference solver under laws with a bristle, against closed forms. The experiments hold it to the tables of
    ReferenceNumbers.md R.1. The bow stands still, so that the surface feels F = -(friction of the block), v = -x'. */
TEST_CASE ("the reference follows Dahl's closed forms for sharp and for blunt exponents, and stays where they end")
{
    // r = F/F_c from r_0 in the direction of motion: dr/ds = (1 - r)^i, s = sigma_0 x/F_c, so that
    // (1 - r)^(1 - i) = (1 - r_0)^(1 - i) - (1 - i) s. For i = 2 from rest r = s/(1 + s); for i = 1/2 from rest
    // r = 1 - (1 - s/2)^2 as far as s = 2, and 1 from there on. Back at 0.3 s: the same from -r_1.
    const auto grown = [] (double i, double from, double s)
    {
        const double left = std::pow (1.0 - from, 1.0 - i) - (1.0 - i) * s;
        return left > 0.0 ? 1.0 - std::pow (left, 1.0 / (1.0 - i)) : 1.0;
    };
    CHECK_THAT (grown (2.0, 0.0, 3.0), WithinRel (3.0 / 4.0, 1e-14));
    CHECK_THAT (grown (0.5, 0.0, 1.0), WithinRel (3.0 / 4.0, 1e-14));
    for (const double exponent : { 0.05, 0.5, 0.9, 1.5, 2.0, 4.0 })
    {
        CAPTURE (exponent);
        Motion motion;
        motion.law = law ("dahl", 1.0, 1.0);
        motion.law.knobs.stiffness = 1e5;
        motion.law.knobs.dahlExponent = exponent;
        motion.bowVelocity = Signal::Points { { 0.0, 0.3 }, { 1e-4, -1e-4 }, Signal::Between::hold };
        motion.seconds = 1.0;
        motion.rate = 100.0;
        motion.tolerance = 1e-10;
        const auto record = runReference (motion);
        CHECK (record.steps < 5000);
        CHECK (imbalance (record) < 1e-8);
        const double turned = grown (exponent, 0.0, 3.0);
        for (const auto& row : record.rows)
        {
            const double expected = row.time < 0.3 ? grown (exponent, 0.0, 10.0 * row.time)
                                                   : -grown (exponent, -turned, 10.0 * (row.time - 0.3));
            CHECK_THAT (row.force, WithinAbs (expected, 1e-8));
        }
    }
}

TEST_CASE ("Dahl's law with an exponent near zero is Coulomb's, whatever its normal force does, and the books close")
{
    // i -> 0: elastic up to F_c, then F_c. With a stiff bristle that is Coulomb friction: the same work, up to the
    // bristle.
    const auto made = [] (const char* id, double exponent, double swell)
    {
        Motion motion;
        motion.body = oneMass (0.1, 0.05, 100.0);
        motion.law = law (id, 0.3, 0.3, 0.1);
        motion.law.knobs.stiffness = 1e6;
        motion.law.knobs.dahlExponent = exponent;
        motion.normalForce = Signal::Sine { 0.5, swell, 3.3, 0.0 }; // lifted at times where it swells by 0.8 N
        motion.push = Signal::Sine { 0.0, 0.5, 2.0, 0.0 };
        motion.bowVelocity = Signal::Sine { 0.02, 0.05, 1.7, 0.0 };
        motion.seconds = 1.0;
        motion.rate = 1000.0;
        auto record = runReference (motion);
        CHECK (imbalance (record) < 1e-7);
        return record.rows.back().frictionLoss;
    };
    for (const double swell : longRun() ? std::vector { 0.0, 0.3, 0.8 } : std::vector { 0.8 })
    {
        CAPTURE (swell);
        const double rigid = made ("coulomb", 1.0, swell);
        CHECK_THAT (made ("dahl", 0.05, swell), WithinRel (rigid, 2e-3));
        CHECK_THAT (made ("dahl", 0.5, swell), WithinRel (rigid, 2e-3));
    }
}

TEST_CASE ("a bristle whose normal force falls gives up what it can't hold, and the books still close")
{
    for (const char* id : { "kolophon", "thermal", "lugre", "dupont", "dahl" })
    {
        CAPTURE (id);
        Motion motion;
        motion.body = oneMass (0.1, 0.05, 100.0);
        motion.law = law (id, 0.8, 0.3, 0.1);
        motion.law.knobs.stiffness = 1e5;
        motion.law.knobs.damping = 1.0;
        motion.law.knobs.breakaway = 0.7;
        motion.bowVelocity = 0.1;
        // Pressed, nearly let go within 20 ms, lifted, pressed again. The bow only draws for as long as it is on.
        motion.normalForce = Signal::Points { { 0.0, 0.05, 0.07, 0.3, 0.35, 0.4, 0.5 },
                                              { 1.0, 1.0, 0.05, 0.05, -0.05, -0.05, 1.0 },
                                              Signal::Between::linear };
        motion.seconds = 0.7;
        motion.rate = 1000.0;
        const auto record = runReference (motion);
        CHECK (imbalance (record) < 1e-7);
        for (const auto& row : record.rows)
        {
            const double most = std::max (0.0, row.normalForce) * (std::string (id) == "dahl" ? 0.3 : 0.8);
            CHECK (1e5 * std::abs (row.elongation) <= most * (1.0 + 1e-6) + 1e-6);
            if (row.normalForce <= 0.0)
                CHECK (row.force == 0.0);
        }
    }
}

TEST_CASE ("a damped mass that is pushed swings as its closed form has it")
{
    // No bow: N = 0. m x'' + c x' + k x = f_0 from rest.
    Motion motion;
    motion.body = oneMass (0.5, 0.4, 50.0);
    motion.law = law ("coulomb", 0.5, 0.5);
    motion.normalForce = 0.0;
    motion.push = 2.0;
    motion.seconds = 10.0;
    motion.rate = 100.0;
    const auto record = runReference (motion);
    const double s = 0.4 / (2.0 * 0.5), w = std::sqrt (50.0 / 0.5 - s * s);
    for (const auto& row : record.rows)
    {
        const double t = row.time;
        const double expected = 2.0 / 50.0 * (1.0 - std::exp (-s * t) * (std::cos (w * t) + s / w * std::sin (w * t)));
        CHECK_THAT (row.position, WithinAbs (expected, 1e-9));
    }
    CHECK (imbalance (record) < 1e-9);
}

TEST_CASE ("the reference refuses what it can't compute and says when")
{
    Motion motion;
    motion.body = oneMass (1.0);
    motion.law = law ("viscous", 0.5, 0.5);
    motion.seconds = 2.0;
    motion.rate = 10.0;
    motion.push = Signal::Expression { "sqrt(1 - t)", {} };
    CHECK_THROWS_WITH (runReference (motion), Contains ("drive push at t = 1.0") && Contains ("is not a number"));
    motion.push = 0.0;
    motion.law.id = "glue";
    CHECK_THROWS_WITH (runReference (motion), Contains ("\"glue\""));
    motion.law.id = "coulomb_sign";
    CHECK_THROWS_AS (runReference (motion), InputError);
    CHECK_NOTHROW (runExplicit (motion));
}

TEST_CASE ("whoever watches the reference can stop it, and keeps the rows so far")
{
    Motion motion;
    motion.body = oneMass (1.0, 0.0, 1e6);
    motion.law = law ("coulomb", 0.5, 0.5);
    motion.start.place = Eigen::VectorXd::Ones (1);
    motion.normalForce = 0.0;
    motion.seconds = 1e4;
    motion.rate = 100.0;
    int asked = 0;
    const auto record = runReference (motion, [&asked] { return ++asked == 3; });
    CHECK (record.interrupted);
    CHECK (record.steps < 5000);
    CHECK (! record.rows.empty());
    CHECK (record.rows.back().time < 1e4);
}
