// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_SLIP_BRANCH_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_SLIP_BRANCH_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_SLIP_BRANCH_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_SLIP_BRANCH_INL_H
 #endif

 #include "StribeckCurves-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Sliding state of a memoryless law at a port. */
template <class Real>
struct SlipBranch
{
    Real speed;  // |v| > 0 where there is a root; <= 0: none on this branch
    Real force;  // |F| = g + sigma_2 |v| [N]
    Real passes; // evaluations of the curve
    Real miss;   // residual of the equation over its largest term; rounding if it converged
};

/** Finds the first sliding state that the contact reaches from its previous one: the hysteresis rule of McIntyre,
    Schumacher & Woodhouse, as arithmetic.

        f (u) = m u + b g (u) - C = 0,     u > 0,     C = s c,     m = 1 + b sigma_2,     g falling

    may have up to three roots where the curve falls steeper than the port rises. The sign of f at `start` determines
    the direction. g is concave up to its inflection u_i and convex beyond, which gives bounds for the roots ahead:

        down (f > 0), u > u_i     f is above its tangent: Newton's step passes no root, and ends at u_i at the latest;
                                  at once where f falls, because nothing is met before
        down,         u <= u_i    f is above its chord from f (0): no root if f (0) >= 0, otherwise one, not below -f
                                  (0)/m
        up   (f < 0), u < u_i     f is below its tangent: Newton's step passes no root, and ends at u_i at the latest,
                                  at once where f falls
        up,           u >= u_i    one root, where f >= 0 at (C - b g (infinity))/m at the latest

    A step past the last root is reversed by the next one. So the iteration converges quadratically to a single root,
    halves its distance to a double one, and loses no time near a minimum of |f| without a root: steps from a bound of
    the curvature converge slowly there, and reached the limit (exponents far from 2, driven by a force). Ending at zero
    means that this branch has no state any more. Bounded work: `slipPasses` evaluations, of which few are needed; an
    iteration that reaches the limit still satisfies v + b F = c and F v >= 0, and returns its deviation from the curve.

    A lane that has converged is frozen: its bits don't depend on its neighbours. */
inline constexpr int slipPasses = 32;

template <class Fall, class Parameters, class Real>
HWY_INLINE SlipBranch<Real> findSlip (const Parameters& p, Real normalForce, Real b, Real C, Real start)
{
    const Real zero (0.0), one (1.0);
    const Real m = one + b * p.viscosity, perM = one / m;
    const Real level = normalForce * p.muKinetic, fall = normalForce * (p.muStatic - p.muKinetic);
    const Real scale = p.inverseStribeckVelocity;
    const Real largest = absolute (C) + b * (level + fall);
    const Real bend = Fall::inflection (p.inflection) / scale; // u_i [m/s]
    const Real slowest = larger (zero, (C - b * (level + fall)) * perM), fastest = (C - b * level) * perM;

    Real u = start, g = level + fall, miss = zero, passes = zero;
    auto open = C > zero;
    for (int pass = 0; pass < slipPasses && ! allTrue (! open); ++pass)
    {
        const auto shape = Fall::at (u * scale, p.stribeckExponent);
        const Real force = level + fall * shape.excess;
        const Real slope = (fall * scale) * shape.slope;
        const Real f = (m * u + b * force) - C;
        const Real distance = absolute (f), rise = m + b * slope;
        const auto down = f > zero, rises = rise > zero;
        const Real newton = u - f / select (rises, rise, one);
        const Real below = select (u <= bend, slowest, bend), above = select (u < bend, bend, fastest);
        const Real lower = select (rises, larger (newton, below), below);
        const Real upper = select (rises, smaller (newton, above), above);
        const auto there = (distance <= Real (4e-15) * largest) & (u > zero); // as close as rounding allows
        const Real next = select (there, u, select (down, lower, upper));
        const auto arrived = absolute (next - u) <= Real (1e-7) * next;

        // After convergence the curve at `next` is extrapolated by its slope: the error is the square of the last step.
        g = select (open, select (arrived, force + slope * (next - u), force), g);
        miss = select (open, select (arrived, zero, distance / largest), miss);
        passes = passes + select (open, one, zero);
        u = select (open, next, u);
        open = open & (! arrived) & (next > zero);
    }

    SlipBranch<Real> branch;
    const Real speed = (C - b * g) * perM;
    branch.speed = select (u > zero, speed, zero);
    branch.force = g + p.viscosity * speed;
    branch.passes = passes;
    branch.miss = select (u > zero, miss, zero);
    return branch;
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
