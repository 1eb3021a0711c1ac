// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Scene.h"
#include "Support/TestScalars.h"

#include "Physics/Friction/FrictionLaws-inl.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using namespace kolophon::HWY_NAMESPACE;
using Catch::Matchers::WithinAbs;

/** Every law on a scalar that carries units, and on one that carries a derivative: equations that are not well-formed
    don't run, and slopes that a solver uses are the slopes of the curve. */
namespace
{
const std::array<double, 3> velocity { 1, 0, -1 }, force { 1, 1, -2 }, length { 1, 0, 0 }, seconds { 0, 0, 1 };
const std::array<double, 3> stiffness { 0, 1, -2 }, damping { 0, 1, -1 }, watt { 2, 1, -3 }, rate { 0, 0, -1 };

template <class Real>
Real as (double value, std::array<double, 3> unit)
{
    if constexpr (std::is_same_v<Real, Dim>)
        return Dim (value, unit);
    else
        return Real (value);
}

template <class Real>
ContactKnobs<Real> knobs ()
{
    ContactKnobs<Real> k;
    k.muStatic = 0.8;
    k.muKinetic = 0.3;
    k.inverseStribeckVelocity = as<Real> (5.0, { -1, 0, 1 });
    k.stiffness = as<Real> (1e4, stiffness);
    k.stiffnessPerForce = as<Real> (2e3, { -1, 0, 0 });
    k.damping = as<Real> (0.5, damping);
    k.viscosity = as<Real> (0.2, damping);
    k.breakaway = 0.4;
    k.literal = 0.0;
    k.stribeckExponent = 1.5;
    k.dahlExponent = 1.5;
    k.stickBand = as<Real> (1e-3, velocity);
    k.stickRate = as<Real> (1e4, rate);
    k.thermalVelocity = as<Real> (0.1, velocity);
    k.thermalTime = as<Real> (1e-3, seconds);
    k.memoryTime = as<Real> (1e-4, seconds);
    k.ageingTime = as<Real> (1e-3, seconds);
    k.residualCompliance = as<Real> (1e-6, { 0, -1, 2 });
    return k;
}

/** The continuous law at a bristle of `x` and a speed of `v`. */
template <template <class> class Law, class Real>
FrictionFlow<Real> flowOf (Real x, Real v, bool literal)
{
    auto k = knobs<Real>();
    k.literal = literal ? 1.0 : 0.0;
    const auto p = Law<Real>::prepare (k, as<Real> (1e-4, seconds));
    const Real N = as<Real> (2.0, force);
    if constexpr (std::is_same_v<Law<Real>, KolophonThermal<Real>>)
        return Law<Real>::flow (p, N, x, v, Real (0.7));
    else if constexpr (std::is_same_v<Law<Real>, Armstrong<Real>>)
        return Law<Real>::flow (p, N, as<Real> (0.1, velocity), Real (0.4), v);
    else
        return Law<Real>::flow (p, N, x, v);
}

template <template <class> class Law>
void checkLaw ()
{
    for (const bool literal : { false, true })
        for (const double v : { -1.0, -0.05, 0.002, 0.3 })
            for (const double x : { -1e-4, -1e-5, 3e-5, 2e-4 })
            {
                CAPTURE (Law<double>::info.name, literal, v, x);
                FrictionFlow<Dim> flow;
                REQUIRE_NOTHROW (flow = flowOf<Law> (Dim (x, length), Dim (v, velocity), literal));
                CHECK (flow.plasticVelocity.fits (Dim (1.0, velocity)));
                CHECK (flow.force.unit == force);
                CHECK (flow.power.unit == watt);

                // The same numbers on every scalar, and dF/dv from the law itself against a central difference.
                const auto at = [literal, x] (double speed) { return flowOf<Law> (x, speed, literal).force; };
                CHECK_THAT (flow.force.value, WithinAbs (at (v), 1e-12));
                const auto dual = flowOf<Law> (Dual (x), Dual (v, 1.0), literal).force;
                CHECK_THAT (dual.value, WithinAbs (at (v), 1e-12));
                const double step = 1e-6 * std::abs (v), difference = (at (v + step) - at (v - step)) / (2.0 * step);
                CHECK_THAT (dual.slope, WithinAbs (difference, 1e-6 * (1.0 + std::abs (difference)) + 1e-9 / step));
            }
}

template <template <class> class... Laws>
void checkLaws (LawList<Laws<double>...>)
{
    (checkLaw<Laws>(), ...);
}
} // namespace

TEST_CASE ("every law is well-formed in its units, and its slope is the slope of its curve")
{
    checkLaws (FrictionLaws<double> {});
}

TEST_CASE ("units that don't fit are found")
{
    auto k = knobs<Dim>();
    k.viscosity = Dim (0.2, stiffness); // N/m where N s/m belongs
    const auto p = LuGre<Dim>::prepare (k, Dim (1e-4, seconds));
    REQUIRE_THROWS_WITH (LuGre<Dim>::flow (p, Dim (2.0, force), Dim (1e-5, length), Dim (0.1, velocity)),
                         Catch::Contains ("sum of"));
}

TEST_CASE ("the curves' slopes are exact, and each is concave up to its inflection and convex beyond")
{
    const auto check = [] (auto fall, const char* name)
    {
        using Fall = decltype (fall);
        for (const double exponent : { 0.5, 0.8, 1.0, 1.3, 2.0, 2.7, 4.0 })
        {
            const double inflection = Fall::inflection (AnyFall::inflectionOf (exponent));
            for (double r = 1e-3; r < 20.0; r *= 1.01)
            {
                CAPTURE (name, exponent, r, inflection);
                const auto shape = Fall::at (r, exponent);
                const auto dual = Fall::at (Dual (r, 1.0), Dual (exponent)); // d2s/dr2: the derivative of the slope
                CHECK_THAT (shape.slope, WithinAbs (dual.excess.slope, 1e-12 + 1e-10 * std::abs (dual.excess.slope)));
                CHECK ((r <= inflection ? dual.slope.slope <= 1e-12 : dual.slope.slope >= -1e-12));
            }
        }
    };
    check (GaussianFall {}, "Gaussian");
    check (ExponentialFall {}, "exponential");
    check (AnyFall {}, "any exponent");
    check (RationalFall {}, "rational");
    check (HyperbolicFall {}, "hyperbolic");
    check (NoFall {}, "none");
}

TEST_CASE ("the search for a sliding state adds up in its units")
{
    struct Curve
    {
        Dim muStatic { 0.8 }, muKinetic { 0.3 }, inverseStribeckVelocity { 5.0, { -1, 0, 1 } },
            viscosity { 0.2, { 0, 1, -1 } }, stribeckExponent { 1.5 }, inflection { 0.48 };
    };
    SlipBranch<Dim> branch;
    REQUIRE_NOTHROW (branch = findSlip<GaussianFall> (Curve {}, Dim (2.0, force), Dim (1.5, { 0, -1, 1 }),
                                                      Dim (3.0, velocity), Dim (0.01, velocity)));
    CHECK (branch.speed.unit == velocity);
    CHECK (branch.force.unit == force);
}
