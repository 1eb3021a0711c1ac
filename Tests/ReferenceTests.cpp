// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Json/ShallowJson.h"
#include "Support/BlockOf1995.h"
#include "Support/LongRun.h"
#include "Support/Motions.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::lab;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** The reference solver under laws with a bristle, against ReferenceNumbers.md R.1 (made by another program)
    and closed forms. The bow stands still, so that the surface feels F = -(friction of the block), v = -x'. */
namespace
{
LawChoice of1995 (const char* id, double literal)
{
    auto choice = law (id, 1.5, 1.0, 1e-3);
    set1995 (choice.knobs, literal);
    return choice;
}

Motion block1995 (const BlockColumn& column)
{
    Motion motion;
    motion.body = oneMass (1.0);
    motion.law = of1995 (column.law, column.literal);
    return motion;
}
} // namespace

TEST_CASE ("the reference creeps and comes back as table R.1 A has it")
{
    for (const auto& column : blockColumns)
    {
        CAPTURE (column.law, column.literal);
        auto motion = block1995 (column);
        motion.push = Signal::Points { { 0.0, 10.0, 15.0, 35.0, 40.0, 60.0, 65.0 },
                                       { 0.0, 1.425, 1.425, -1.425, -1.425, 1.425, 1.425 },
                                       Signal::Between::linear };
        motion.seconds = 65.0;
        motion.rate = 1.0;
        const auto record = runReference (motion);
        REQUIRE (record.rows.size() == 66);
        constexpr std::size_t seconds[] = { 10, 15, 25, 35, 40, 50, 60, 65 };
        for (std::size_t i = 0; i < 8; ++i)
        {
            const double expected = column.position[i]; // 0.1 %, and half of the last printed digit
            CHECK_THAT (1e6 * record.rows[seconds[i]].position,
                        WithinAbs (expected, 1e-3 * std::abs (expected) + 5e-5));
        }
        CHECK (imbalance (record) < 1e-7);
    }
}

TEST_CASE ("the reference lags at a swinging speed as table R.1 B has it")
{
    constexpr double omegas[] = { 1.0, 10.0, 25.0 };
    struct Lag
    {
        double faster, slower, area;
    };
    constexpr Lag printed[2][3] = {
        { { 1.05415, 1.05250, 1.404e-5 }, { 1.06499, 1.04695, 1.067e-4 }, { 1.09349, 1.04144, 1.651e-4 } },
        { { 1.05486, 1.05186, 1.741e-5 }, { 1.07651, 1.04264, 1.340e-4 }, { 1.12269, 1.03480, 2.098e-4 } }
    };
    for (int repaired = 0; repaired < 2; ++repaired)
        for (std::size_t i = 0; i < 3; ++i)
        {
            Motion motion; // a wall
            motion.law = of1995 ("lugre", 1.0 - repaired);
            motion.bowVelocity = Signal::Sine { 1.5e-3, 1.35e-3, omegas[i] / (2.0 * pi), 0.0 };
            const double period = 2.0 * pi / omegas[i];
            constexpr std::size_t perRound = 4000;
            motion.seconds = 4.0 * period;
            motion.rate = perRound / period;
            const auto rows = runReference (motion).rows;
            REQUIRE (rows.size() == 4 * perRound + 1);
            double area = 0.0;
            for (std::size_t n = 3 * perRound; n < 4 * perRound; ++n)
                area += 0.5 * (rows[n].force + rows[n + 1].force) *
                        (rows[n + 1].relativeVelocity - rows[n].relativeVelocity);
            const auto& expected = printed[repaired][i];
            CAPTURE (repaired, omegas[i]);
            CHECK_THAT (rows[3 * perRound].force, WithinAbs (expected.faster, 1e-4));
            CHECK_THAT (rows[3 * perRound + perRound / 2].force, WithinAbs (expected.slower, 1e-4));
            CHECK_THAT (area, WithinRel (expected.area, 5e-3));
        }
}

TEST_CASE ("the reference breaks away at the forces of table R.1 C")
{
    constexpr double rates[] = { 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0 }; // [N/s]
    for (const auto& column : blockColumns)
        for (std::size_t i = 0; i < 8; ++i)
        {
            auto motion = block1995 (column);
            motion.seconds = 0.1 + 1.5 / rates[i];
            motion.push = Signal::Ramp { 0.0, rates[i] * motion.seconds, 0.0, motion.seconds };
            motion.rate = 1e4;
            double most = 0.0;
            for (const auto& row : runReference (motion).rows)
                if (row.velocity < 0.01) // ten times v_s
                    most = std::max (most, -row.force);
            CAPTURE (column.law, column.literal, rates[i]);
            CHECK_THAT (most, WithinRel (column.breakaway[i], 2e-3));
        }
}

TEST_CASE ("the reference sticks and slips behind a spring as table R.1 D has it")
{
    for (const auto& column : blockColumns)
    {
        CAPTURE (column.law, column.literal);
        auto motion = block1995 (column);
        motion.body = oneMass (1.0, 0.0, StickSlip::k);
        motion.push = Signal::Ramp { 0.0, StickSlip::k * StickSlip::drawn * 40.0, 0.0, 40.0 };
        motion.seconds = 40.0;
        motion.rate = 1000.0;
        const auto record = runReference (motion);
        StickSlip seen;
        for (const auto& row : record.rows)
            seen.watch (row.time, row.position, row.velocity);
        seen.check (column);
        CHECK (imbalance (record) < 1e-7);
    }
}

TEST_CASE ("the reference drifts under vibration as table R.1 E has it")
{
    for (const auto& column : blockColumns)
    {
        CAPTURE (column.law, column.literal);
        auto motion = block1995 (column);
        motion.push = Signal::Expression { "t < 1 ? 0.45*t : 0.45 + 0.2*sin(10*pi*t)", { 1.0 } };
        motion.seconds = 20.0;
        motion.rate = 10.0;
        const auto rows = runReference (motion).rows;
        const double drift = 1e9 * (rows[200].position - rows[100].position) / 10.0; // [nm/s]
        CHECK_THAT (drift, WithinAbs (column.drift, std::max (1e-3 * column.drift, 1e-3)));
    }
}

TEST_CASE ("the reference makes printed LuGre the generator that table R.1 F has")
{
    // 0.1 mm/s for 0.3 s and 10 m/s for 2 us, over and over: work of the fifth round.
    const auto work = [] (const char* id, double literal)
    {
        Motion motion;
        motion.law = of1995 (id, literal);
        motion.bowVelocity = Signal::Burst { 1e-4, 10.0 - 1e-4, 0.3, 2e-6, 0.300002, 5, Signal::Window::rectangle };
        motion.seconds = 5 * 0.300002;
        motion.rate = 5.0 / motion.seconds;
        const auto record = runReference (motion);
        CHECK (imbalance (record) < 1e-7);
        return record.rows.at (5).driven - record.rows.at (4).driven;
    };
    CHECK_THAT (work ("lugre", 1.0), WithinAbs (-1.18e-2, 0.005e-2));
    CHECK_THAT (work ("lugre", 0.0), WithinAbs (1.45e-4, 0.005e-4));
    CHECK (work ("kolophon", 0.0) > 0.0);
}

TEST_CASE ("the reference follows Dahl's closed form through a reversal to 1e-8")
{
    // F = F_c (1 - exp (-k x/F_c)) from rest; after the reversal at F_1, x_1: F = -F_c + (F_1 + F_c) exp (k (x -
    // x_1)/F_c).
    Motion motion;
    motion.law = law ("dahl", 1.0, 1.0);
    motion.law.knobs.stiffness = 1e5;
    motion.bowVelocity = Signal::Points { { 0.0, 0.3 }, { 1e-4, -1e-4 }, Signal::Between::hold };
    motion.seconds = 1.0;
    motion.rate = 100.0;
    motion.tolerance = 1e-10;
    const auto rows = runReference (motion).rows;
    const double k = 1e5, turned = 1.0 - std::exp (-k * 3e-5);
    for (const auto& row : rows)
    {
        const double expected = row.time < 0.3 ? 1.0 - std::exp (-k * 1e-4 * row.time)
                                               : -1.0 + (turned + 1.0) * std::exp (-k * 1e-4 * (row.time - 0.3));
        CHECK_THAT (row.force, WithinAbs (expected, 1e-8));
    }
}

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
