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
/** A sliding state of a memoryless law against the port. */
template <class Real>
struct SlipBranch
{
    Real speed;  // |v| > 0 where there is a root; <= 0: none on this branch
    Real force;  // |F| = g + sigma_2 |v| [N]
    Real passes; // evaluations of the curve
    Real miss;   // what is left of the equation, as a share of its largest term; rounding when it converged
};

/** The first sliding state that the contact meets when it goes on from where it was: the hysteresis rule of McIntyre,
    Schumacher & Woodhouse, as arithmetic.

        f (u) = m u + b g (u) - C = 0,     u > 0,     C = s c,     m = 1 + b sigma_2,     g falling

    may have up to three roots where the curve falls steeper than the port rises. Starting at `start`, f tells the
    direction; every step is the larger of two distances that provably don't pass a root:

        |f|/m                              because f' <= m everywhere
        2 |f|/(f' + sqrt (f'^2 + 2 M |f|)) because |f''| <= M as far as the curve's bound looks ahead

    So the walk is monotone, stops at the first root, and ends quadratically. Going down past zero means that this branch
    holds no state any more. Bounded work: `slipPasses` evaluations, of which few are needed; a walk that is cut short
    still leaves v + b F = c and F v >= 0 intact, and says by how much it missed the curve.

    A lane that has arrived is frozen: its bits don't depend on its neighbours. */
inline constexpr int slipPasses = 24;

template <class Fall, class Parameters, class Real>
HWY_INLINE SlipBranch<Real> findSlip (const Parameters& p, Real normalForce, Real b, Real C, Real start)
{
    const Real zero (0.0), one (1.0), two (2.0), half (0.5);
    const Real m = one + b * p.viscosity, perM = one / m;
    const Real level = normalForce * p.muKinetic, fall = normalForce * (p.muStatic - p.muKinetic);
    const Real scale = p.inverseStribeckVelocity;
    const Real largest = absolute (C) + b * (level + fall);

    Real u = start, g = level + fall, miss = zero, passes = zero;
    auto open = C > zero;
    for (int pass = 0; pass < slipPasses && ! allTrue (! open); ++pass)
    {
        const auto shape = Fall::at (u * scale, p.stribeckExponent);
        const Real force = level + fall * shape.share;
        const Real slope = (fall * scale) * shape.slope;
        const Real f = (m * u + b * force) - C;
        const Real distance = absolute (f), rise = m + b * slope;
        const Real bend = (b * fall) * ((scale * scale) * shape.curvature);
        const Real root = squareRoot (rise * rise + two * (bend * distance));
        const Real ahead = (two * distance) / larger (rise + root, Real (1e-100));
        const auto down = f > zero;
        const Real reach = select (down, half * u, u);
        const Real step = larger (distance * perM, smaller (ahead, reach));
        const Real next = select (down, u - step, u + step);
        const auto arrived = step <= Real (1e-7) * next;

        // On arrival the curve is read at `next` by its slope: the error is the square of the last step.
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
