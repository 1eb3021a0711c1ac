// SPDX-License-Identifier: GPL-3.0-or-later
#include "Physics/Friction/KolophonElement-inl.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
using namespace kolophon::HWY_NAMESPACE;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
using Element = KolophonElement<double>;

/** Round numbers: mu_s = 1.5, mu_k = 1, k = 1e5 N/m, no damping, purely elastic up to 0.7 g. */
Element::Parameters plain ()
{
    Element::Parameters p {};
    p.muStatic = 1.5;
    p.muKinetic = 1.0;
    p.inverseStribeckVelocity = 1.0 / 1e-3;
    p.stiffness = 1e5;
    p.breakaway = 0.7;
    return p;
}

Element::Parameters anyParameters (test::Random& random)
{
    Element::Parameters p;
    p.muStatic = random.uniform (0.05, 2.0);
    p.muKinetic = random.uniform (0.01, 1.0) * p.muStatic;
    p.inverseStribeckVelocity = 1.0 / random.logUniform (5e-4, 1.0);
    const bool travels = random.integer (0, 1) == 1;
    p.stiffness = travels ? 0.0 : random.logUniform (1e2, 1e7);
    p.stiffnessPerForce = travels ? p.muStatic / random.logUniform (0.5e-6, 500e-6) : 0.0;
    p.damping = random.integer (0, 3) == 0 ? 0.0 : random.logUniform (1e-4, 50.0);
    p.viscosity = random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-4, 10.0);
    p.breakaway = random.uniform (0.0, 0.99);
    p.residualCompliance = random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-8, 1e-3);
    return p;
}

double springOf (const Element::Parameters& p, double normalForce)
{
    const double bare = p.stiffness + p.stiffnessPerForce * normalForce;
    return bare / (1.0 + bare * p.residualCompliance);
}

/** The mean velocity that solves one step with g frozen, by bisection of the implicit equation: shares nothing with the
    closed form. Force of the law at a given mean velocity: a slider in series with spring and dashpot, itself solved by
    bisection over the bristle's rate x'. */
double velocityByBisection (const Element::Parameters& p, double spring, double kappa, double g, double b, double c)
{
    const double K = 1.0 / (1.0 - p.breakaway);
    const auto forceAt = [&] (double v)
    {
        // Fb = spring + kappa x',  x' = v - v K (Fb sgn v/g - xi)+  : falls from one sign to the other in x'
        double low = -1e9, high = 1e9;
        for (int i = 0; i < 200; ++i)
        {
            const double rate = 0.5 * (low + high), bristle = spring + kappa * rate;
            if (rate == low || rate == high) // there is no number between them
                break;
            const double sign = v < 0.0 ? -1.0 : 1.0;
            const double excess = std::max (0.0, bristle * sign / g - p.breakaway);
            (rate - (v - v * K * excess) > 0.0 ? high : low) = rate;
        }
        return spring + kappa * 0.5 * (low + high) + p.viscosity * v;
    };
    double low = -1e4, high = 1e4;
    for (int i = 0; i < 200; ++i)
    {
        const double v = 0.5 * (low + high);
        if (v == low || v == high)
            break;
        (v + b * forceAt (v) - c > 0.0 ? high : low) = v;
    }
    return 0.5 * (low + high);
}
} // namespace

TEST_CASE ("in steady sliding the force is the Stribeck curve plus the viscous part, in both directions")
{
    auto p = plain();
    p.viscosity = 0.4;
    p.damping = 300.0;
    const double N = 2.0;
    for (const double v : { 1e-4, 5e-4, 1e-3, 3e-3, 0.1 })
        for (const double sign : { -1.0, 1.0 })
        {
            const double h = std::max (5e-9 / v, 1e-6); // a millimetre at least, and many times s1/k
            ContactState<double> state {};
            Element::resume (p, state);
            ContactStep<double> step {};
            for (int n = 0; n < 200000; ++n)
                step = Element::solve (p, state, { sign * v, 0.0, 0.0, 0.0 }, N, h, 2);
            const double g = N * (1.0 + 0.5 * std::exp (-std::pow (v / 1e-3, 2)));
            CAPTURE (v, sign);
            REQUIRE_THAT (step.force, WithinRel (sign * (g + 0.4 * v), 1e-9));
            REQUIRE_THAT (step.elongation, WithinRel (sign * g / 1e5, 1e-9));
            REQUIRE (step.regime == 2.0);
        }
}

TEST_CASE ("below the breakaway share the contact is a spring: no loss, no drift, whatever shakes it")
{
    const auto p = plain();
    ContactState<double> state {};
    Element::resume (p, state);
    const double h = 1e-5, N = 1.0, largest = 0.7 * 1.0 * N / 1e5; // xi mu_k N/k: elastic at any speed
    double x = 0.0;
    for (int n = 0; n < 100000; ++n)
    {
        const double v = 0.95 * largest * 400.0 * std::cos (400.0 * n * h);
        const double before = x;
        x += h * v;
        const auto step = Element::solve (p, state, { v, 0.0, 0.0, 0.0 }, N, h, 2);
        REQUIRE (step.regime == 1.0);
        REQUIRE (step.frictionLoss == 0.0);
        REQUIRE_THAT (step.elongation, WithinAbs (x, 1e-15));
        REQUIRE_THAT (step.force, WithinAbs (1e5 * 0.5 * (x + before), 1e-9));
    }
}

TEST_CASE ("quasi-static loading follows the closed form of the elastoplastic curve, with second order")
{
    // ReferenceNumbers.md R.2: F = k x up to xi F_c, then F/F_c = 1 - (1 - xi) exp (-kappa (k x/F_c - xi)),
    // kappa = 1/(1 - xi)
    for (const double xi : { 0.0, 0.4, 0.7 })
    {
        auto p = plain();
        p.muStatic = p.muKinetic = 1.0;
        p.breakaway = xi;
        double errors[4];
        for (int refine = 0; refine < 4; ++refine)
        {
            // Steps that end on the breakaway point, where the curve has its corner, keep the order clean.
            const int perUnit = 10 << refine;
            ContactState<double> state {};
            Element::resume (p, state);
            double worst = 0.0;
            for (int n = 1; n <= 3 * perUnit; ++n)
            {
                const double travelled = static_cast<double> (n) / perUnit; // k x/F_c
                const auto step = Element::solve (p, state, { 1.0 / perUnit * 1e-5, 0.0, 0.0, 0.0 }, 1.0, 1.0, 1);
                const double K = 1.0 / (1.0 - xi);
                const double expected =
                    travelled <= xi ? travelled : 1.0 - (1.0 - xi) * std::exp (-K * (travelled - xi));
                worst = std::max (worst, std::abs (1e5 * step.elongation - expected));
            }
            errors[refine] = worst;
        }
        CAPTURE (xi, errors[0], errors[1], errors[2], errors[3]);
        REQUIRE (errors[3] < 2e-3);
        for (int refine = 1; refine < 4; ++refine)
            REQUIRE_THAT (std::log2 (errors[refine - 1] / errors[refine]), WithinAbs (2.0, 0.15));
    }
}

TEST_CASE ("the closed form finds the one root of the contact step")
{
    test::Random random (11);
    const int settings = test::rounds (1500, 100000);
    for (int i = 0; i < settings; ++i)
    {
        const auto p = anyParameters (random);
        const double h = 1.0 / random.logUniform (8000.0, 400000.0), N = random.logUniform (1e-3, 100.0);
        const double b = random.integer (0, 9) == 0 ? 0.0 : random.logUniform (1e-4, 100.0);
        const double k = springOf (p, N);
        ContactState<double> state {};
        state.lastVelocity = random.uniform (-1.0, 1.0);
        Element::resume (p, state);
        const double x = random.uniform (-1.0, 1.0) * p.muStatic * N / k;
        state.bristleCoordinate = std::sqrt (k) * x;
        const double c = random.uniform (-1.0, 1.0) * random.logUniform (1e-4, 10.0);
        const double g = N * Element::frictionCoefficient (p, state.lastVelocity);

        const auto step = Element::solve (p, state, { c, b, 0.0, 0.0 }, N, h, 1);
        const double expected = velocityByBisection (p, k * x, 0.5 * k * h + p.damping, g, b, c);
        CAPTURE (i, b, c, x, k, g, p.breakaway, p.damping, p.viscosity);
        const double scale = std::abs (c) + b * (k * std::abs (x) + g);
        REQUIRE_THAT (step.relativeVelocity, WithinAbs (expected, 1e-7 * scale));
        REQUIRE_THAT (step.relativeVelocity + b * step.force, WithinAbs (c, 1e-11 * scale));
    }
}

TEST_CASE ("the element is odd, loses energy in every step, and its books close, for any settings and any history")
{
    test::Random random (12);
    const int settings = test::rounds (2000, 100000);
    for (int i = 0; i < settings; ++i)
    {
        auto p = anyParameters (random);
        const double h = 1.0 / random.logUniform (8000.0, 400000.0), b = random.logUniform (1e-4, 100.0);
        const int passes = random.integer (1, 4);
        ContactState<double> state {}, mirrored {};
        double force = random.logUniform (1e-3, 100.0), stored = 0.0, peak = 1e-300;
        for (int n = 0; n < 60; ++n)
        {
            force *= random.logUniform (0.5, 2.0); // the hand presses as it likes
            p.muStatic = std::max (p.muKinetic, p.muStatic * random.uniform (0.8, 1.25));
            if (random.integer (0, 19) == 0)
                force = 0.0; // …and lifts
            else if (force == 0.0)
                force = random.logUniform (1e-3, 100.0);
            const double c = random.uniform (-1.0, 1.0) * random.logUniform (1e-4, 10.0);

            Element::resume (p, state);
            Element::resume (p, mirrored);
            const auto step = Element::solve (p, state, { c, b, 0.0, 0.0 }, force, h, passes);
            const auto image = Element::solve (p, mirrored, { -c, b, 0.0, 0.0 }, force, h, passes);
            CAPTURE (i, n, force, c, b, p.damping, p.breakaway);
            REQUIRE (std::isfinite (step.force));
            REQUIRE (step.force == -image.force);
            REQUIRE (step.relativeVelocity == -image.relativeVelocity);
            const double work = h * step.force * step.relativeVelocity; // what the element takes from both sides
            peak = std::max ({ peak, std::abs (work), stored, step.storedEnergy });
            REQUIRE (step.frictionLoss >= -1e-15 * peak);
            REQUIRE_THAT (step.storedEnergy - stored - (work - step.frictionLoss), WithinAbs (0.0, 1e-13 * peak));
            if (force == 0.0)
            {
                REQUIRE (step.force == 0.0);
                REQUIRE (step.elongation == 0.0);
            }
            stored = step.storedEnergy;
        }
    }
}

TEST_CASE ("every further pass brings the force closer to the fully implicit one")
{
    // Without frozen g: bisection on v with g (v) inside. Gentle Stribeck slope, so that there is one root.
    test::Random random (13);
    double sums[4] = {};
    for (int i = 0; i < test::rounds (20, 500); ++i)
    {
        auto p = plain();
        p.inverseStribeckVelocity = 1.0 / 0.2;
        p.breakaway = random.uniform (0.0, 0.8);
        const double N = random.logUniform (0.1, 10.0), b = random.logUniform (0.01, 0.1) / N, h = 1.0 / 48000.0;
        const double x = random.uniform (-1.0, 1.0) * p.muKinetic * N / 1e5, c = random.uniform (-0.5, 0.5);
        const double kappa = 0.5 * 1e5 * h;
        double low = -2.0, high = 2.0;
        for (int k = 0; k < 100; ++k)
        {
            const double v = 0.5 * (low + high);
            if (v == low || v == high)
                break;
            const double found = velocityByBisection (p, 1e5 * x, kappa, N * Element::frictionCoefficient (p, v), b, c);
            (v > found ? high : low) = v;
        }
        for (int passes = 1; passes <= 4; ++passes)
        {
            ContactState<double> state {};
            state.bristleCoordinate = std::sqrt (1e5) * x;
            Element::resume (p, state);
            sums[passes - 1] +=
                std::abs (Element::solve (p, state, { c, b, 0.0, 0.0 }, N, h, passes).relativeVelocity - low);
        }
    }
    CAPTURE (sums[0], sums[1], sums[2], sums[3]);
    for (int passes = 1; passes < 4; ++passes)
        REQUIRE (sums[passes] < 0.5 * sums[passes - 1]);
}
