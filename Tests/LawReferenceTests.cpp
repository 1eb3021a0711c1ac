// SPDX-License-Identifier: GPL-3.0-or-later
#include "Physics/Friction/FrictionLaws-inl.h"
#include "Support/Rounding.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace kolophon;
using namespace kolophon::test;
using namespace kolophon::HWY_NAMESPACE;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

//==============================================================================
// R.2  Dahl in closed form.
//==============================================================================
namespace
{
/** What is left of 1 - |F|/F_c after the way s = sigma_0 |dx|/F_c: the solution of d rho/ds = -rho^i. */
double leftAfter (double way, double rho, double exponent)
{
    if (exponent == 1.0)
        return rho * std::exp (-way);
    return std::pow (std::max (0.0, std::pow (rho, 1.0 - exponent) - (1.0 - exponent) * way), 1.0 / (1.0 - exponent));
}

/** Largest error [N] of F = sigma_0 z on the way from rest to s = 1.5 and, turning round, three back. F_c = 1 N. */
double worstOfDahl (double exponent, int stepsPerUnit, double h)
{
    ContactKnobs<double> knobs {};
    knobs.muKinetic = 1.0;
    knobs.stiffness = 1e5;
    knobs.dahlExponent = exponent;
    const auto law = Dahl<double>::prepare (knobs, h);
    ContactState<double> state {};
    Dahl<double>::resume (law, state);
    const double v = 1e-5 / (stepsPerUnit * h);
    double worst = 0.0, turned = 0.0;
    const auto advance = [&] (double velocity) {
        return 1e5 * Dahl<double>::solve (law, state, { velocity, 0.0, velocity, 0.0 }, 1.0, h, 2).elongation;
    };
    for (int n = 1; n <= 3 * stepsPerUnit / 2; ++n)
    {
        const double expected = 1.0 - leftAfter (static_cast<double> (n) / stepsPerUnit, 1.0, exponent);
        worst = std::max (worst, std::abs (advance (v) - expected));
        turned = expected;
    }
    for (int n = 1; n <= 3 * stepsPerUnit; ++n)
    {
        const double expected = leftAfter (static_cast<double> (n) / stepsPerUnit, 1.0 + turned, exponent) - 1.0;
        worst = std::max (worst, std::abs (advance (-v) - expected));
    }
    return worst;
}
} // namespace

TEST_CASE ("Dahl follows its closed form from rest and after a reversal, with second order and at any speed")
{
    // exponent 1:  F = F_c (1 - exp (-s)),  then  F = -F_c + (F_1 + F_c) exp (-s)
    for (const double exponent : { 0.5, 1.0, 1.5, 2.0 })
    {
        double errors[4];
        for (int refine = 0; refine < 4; ++refine)
            errors[refine] = worstOfDahl (exponent, 20 << refine, 1.0);
        CAPTURE (exponent, errors[0], errors[1], errors[2], errors[3]);
        // The midpoint rule's own equation has h^2 (f' f' f/12 + f'' f f/24) more: with f = -rho^i, rho at most 1.8,
        // no more than h^2 over the whole way.
        CHECK (errors[3] < 1.0 / (160.0 * 160.0));
        // exponent 0.5 reaches F_c in finite time: its curve has a corner there, inside a step
        for (int refine = 1; refine < 4; ++refine)
            CHECK_THAT (std::log2 (errors[refine - 1] / errors[refine]), WithinAbs (2.0, exponent < 1.0 ? 0.1 : 0.05));
        CHECK_THAT (worstOfDahl (exponent, 160, 1.0 / 48000.0), WithinAbs (errors[3], rounded)); // N
    }
}
