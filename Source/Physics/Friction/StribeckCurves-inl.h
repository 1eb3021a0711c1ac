// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_STRIBECK_CURVES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_STRIBECK_CURVES_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_STRIBECK_CURVES_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_STRIBECK_CURVES_INL_H
 #endif

 #include "FrictionLaw-inl.h"

 #include <cmath>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Shape of the fall from static to kinetic friction: s in g = mu_k + (mu_s - mu_k) s, and its slope, over r = |v|/v_s.
    Every fall is concave up to one inflection and convex from there on, or convex throughout, with an inflection at 0:
    the search for a root relies on that (SlipBranch-inl.h). */
template <class Real>
struct StribeckShape
{
    Real excess; // s in [0, 1]
    Real slope;  // ds/dr <= 0
};

/** s = exp (-r^2): LuGre's curve and the default element's. */
struct GaussianFall
{
    template <class Real>
    static HWY_INLINE StribeckShape<Real> at (Real r, Real /*exponent*/)
    {
        const Real s = exponential (-(r * r));
        return { s, Real (-2.0) * (r * s) };
    }
    template <class Real>
    static HWY_INLINE Real inflection (Real /*ofAny*/)
    {
        return Real (0.70710678118654752); // r^2 = 1/2
    }
};

/** s = exp (-r): Navarro-López (2009), eq. (5). */
struct ExponentialFall
{
    template <class Real>
    static HWY_INLINE StribeckShape<Real> at (Real r, Real /*exponent*/)
    {
        const Real s = exponential (-r);
        return { s, -s };
    }
    template <class Real>
    static HWY_INLINE Real inflection (Real /*ofAny*/)
    {
        return Real (0.0);
    }
};

/** s = exp (-r^delta): the whole family; 1 exponential, 2 Gaussian. Its slope has no limit at 0 if delta < 1, so the
    first millionth of v_s is a straight line that begins at 1: value and slope must be consistent everywhere, or a root
    search that uses both runs in a cycle. */
struct AnyFall
{
    template <class Real>
    static HWY_INLINE StribeckShape<Real> at (Real r, Real exponent)
    {
        const Real one (1.0), straight (1e-6);
        const auto begins = r < straight;
        const Real floored = larger (r, straight);
        const Real rd = power (floored, exponent);
        const Real s = exponential (-rd);
        const Real line = (s - one) / straight;
        return { select (begins, one + line * r, s), select (begins, line, -(exponent * (rd / floored)) * s) };
    }

    /** Precomputed, see inflectionOf(). */
    template <class Real>
    static HWY_INLINE Real inflection (Real ofAny)
    {
        return ofAny;
    }

    /** r^delta = (delta - 1)/delta; 0 for delta <= 1. */
    template <class Real>
    static HWY_INLINE Real inflectionOf (Real exponent)
    {
        const Real zero (0.0), one (1.0);
        return power (larger ((exponent - one) / exponent, zero), one / exponent);
    }
};

/** s = 1/(1 + r^2): Hess and Soom. */
struct RationalFall
{
    template <class Real>
    static HWY_INLINE StribeckShape<Real> at (Real r, Real /*exponent*/)
    {
        const Real s = Real (1.0) / (Real (1.0) + r * r);
        return { s, Real (-2.0) * (r * (s * s)) };
    }
    template <class Real>
    static HWY_INLINE Real inflection (Real /*ofAny*/)
    {
        return Real (0.57735026918962576); // r^2 = 1/3
    }
};

/** s = 1/(1 + r): the curve of the switch model. */
struct HyperbolicFall
{
    template <class Real>
    static HWY_INLINE StribeckShape<Real> at (Real r, Real /*exponent*/)
    {
        const Real s = Real (1.0) / (Real (1.0) + r);
        return { s, -(s * s) };
    }
    template <class Real>
    static HWY_INLINE Real inflection (Real /*ofAny*/)
    {
        return Real (0.0);
    }
};

/** s = 0: Coulomb's constant sliding friction. */
struct NoFall
{
    template <class Real>
    static HWY_INLINE StribeckShape<Real> at (Real /*r*/, Real /*exponent*/)
    {
        return { Real (0.0), Real (0.0) };
    }
    template <class Real>
    static HWY_INLINE Real inflection (Real /*ofAny*/)
    {
        return Real (0.0);
    }
};

/** sqrt (log2 e): exp (-r^2) is the bell 2^(-x^2) of x = r sqrt (log2 e). */
inline constexpr double bellPerGaussian = 1.2011224087864498;

/** Steady friction coefficient with the Gaussian fall: g (v)/N. */
template <class Parameters, class Real>
HWY_INLINE Real gaussianFriction (const Parameters& p, Real v)
{
    return bell (v * (p.inverseStribeckVelocity * Real (bellPerGaussian)), p.muStatic - p.muKinetic, p.muKinetic);
}

/** The same with the C library's exp, for the root finder of the reference (FrictionLaw-inl.h: `corners`). */
template <class Parameters, class Real>
Real gaussianFrictionExactly (const Parameters& p, Real v)
{
    const Real ratio = v * p.inverseStribeckVelocity;
    return p.muKinetic + (p.muStatic - p.muKinetic) * std::exp (-ratio * ratio);
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
