// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_BRISTLE_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_BRISTLE_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_BRISTLE_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_BRISTLE_INL_H
 #endif

 #include "StribeckCurves-inl.h"

 #include <array>
 #include <cmath>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Stiffness of the bristles without the series compliance [N/m]. Never zero: sqrt (k) x is divided by its root. */
template <class Parameters, class Real>
HWY_INLINE Real bareStiffness (const Parameters& p, Real N)
{
    return maximum (mulAdd (p.stiffnessPerForce, N, p.stiffness), Real (1e-20));
}

/** Parameters of all bristle laws; each law adds members of its own. */
template <class Real>
struct BristleParameters
{
    Real muStatic, muKinetic; // mu_s >= mu_k
    Real stiffness;           // k = stiffness + stiffnessPerForce N [N/m]
    Real stiffnessPerForce;   // [1/m]: mu_s/travel for a constant pre-sliding travel
    Real damping;             // sigma_1 [N s/m]
    Real viscosity;           // sigma_2 [N s/m]
    Real residualCompliance;  // [m/N] of the modes that the body omits, in series with the bristle

    static HWY_INLINE BristleParameters from (const ContactKnobs<Real>& k)
    {
        return { .muStatic = k.muStatic,
                 .muKinetic = k.muKinetic,
                 .stiffness = k.stiffness,
                 .stiffnessPerForce = k.stiffnessPerForce,
                 .damping = k.damping,
                 .viscosity = k.viscosity,
                 .residualCompliance = k.residualCompliance };
    }
};

/** The same, for laws whose steady friction falls with speed. */
template <class Real>
struct StribeckBristleParameters : BristleParameters<Real>
{
    Real inverseStribeckVelocity; // 1/v_s [s/m]

    static HWY_INLINE StribeckBristleParameters from (const ContactKnobs<Real>& k)
    {
        return { BristleParameters<Real>::from (k), k.inverseStribeckVelocity };
    }
};

/** Members that all bristle laws share. */
struct BristleLaw
{
    static constexpr std::string_view modes[] = { "presliding", "sliding forward", "sliding backward" };
    static constexpr bool sticksAtEnd = false;
};

/** Members of bristle laws whose steady friction is a Gaussian fall with speed alone. */
template <class Real>
struct GaussianBristleLaw : BristleLaw
{
    /** Steady friction coefficient g (v)/N > 0. */
    static HWY_INLINE Real frictionCoefficient (const StribeckBristleParameters<Real>& p, Real v)
    {
        return gaussianFriction (p, v);
    }
    static HWY_INLINE Real largestFriction (const StribeckBristleParameters<Real>& p) { return p.muStatic; }

    /** Prepares a state for parameters that may have changed since its last step. */
    static HWY_INLINE void resume (const StribeckBristleParameters<Real>& p, ContactState<Real>& state)
    {
        state.friction = frictionCoefficient (p, state.lastVelocity);
    }
};

/** The elastic half of every bristle law: a spring k that may grow with the normal force, in series with the compliance
    of the modes that the body omits. Its energy k x^2/2 is kept as sqrt (k) x, so that a change of k does no work. */
template <class Real>
struct Bristle
{
    Real normalForce;                    // [N], at least lightestTouch
    Real stiffness, rootK, inverseRootK; // k [N/m], and its root
    Real heldMax;                        // largest sqrt (k) x that the contact can hold [sqrt (J)]
    Real held;                           // sqrt (k) x at the start of the step [sqrt (J)], after that limit
    Real spring;                         // k x [N]
    Real sprungBack;                     // [J] released because the normal force fell

    /** Computes the values that depend on the normal force alone. Bare bristles b in series with a compliance c: k =
        b/q with q = 1 + b c. `root` is sqrt (b q), `inverse` one over it. `largest`: the largest force that the contact
        can hold, over N. */
    static HWY_INLINE Bristle press (Real normalForce, Real bare, Real q, Real inverse, Real largest)
    {
        Bristle b;
        b.normalForce = normalForce;
        b.rootK = bare * inverse;
        b.inverseRootK = q * inverse;
        b.stiffness = b.rootK * b.rootK;
        b.heldMax = (largest * normalForce) * b.inverseRootK;
        return b;
    }

    /** Takes over the bristle's state. A deflection beyond what the contact can hold is reduced to that limit; the
        energy released is booked. */
    HWY_INLINE void hold (Real before, Real asked)
    {
        const Real half (0.5);
        held = unless (asked < Real (lightestTouch), maximum (-heldMax, minimum (heldMax, before)));
        sprungBack = half * (before * before - held * held);
        spring = rootK * held;
    }

    template <class Parameters>
    static HWY_INLINE Bristle pressed (const Parameters& p, Real before, Real asked, Real largest)
    {
        const Real one (1.0), N = maximum (asked, Real (lightestTouch));
        const Real bare = bareStiffness (p, N), q = mulAdd (bare, p.residualCompliance, one);
        auto b = press (N, bare, q, one / squareRoot (bare * q), largest);
        b.hold (before, asked);
        return b;
    }

    /** State of the bristle after it grew at x' [m/s] for a step. */
    HWY_INLINE Real grown (Real rate, Real h) const { return mulAdd (rootK, h * rate, held); }
};

/** Closes a step of a bristle law: sets lifted contacts free and advances the state. `heat` [W] is the law's own. */
template <class Real, class Mask>
HWY_INLINE ContactStep<Real> finishBristle (ContactState<Real>& state, const Bristle<Real>& bristle,
                                            const ContactPort<Real>& port, Real normalForce, Real h, Real force, Real v,
                                            Real rate, Real heat, Mask elastic, int passes)
{
    const Real zero (0.0), one (1.0), two (2.0);
    const auto lifted = normalForce < Real (lightestTouch);
    const Real after = unless (lifted, bristle.grown (rate, h));
    ContactStep<Real> step;
    step.force = unless (lifted, force);
    step.relativeVelocity = select (lifted, port.freeVelocity, v);
    step.elongation = after * bristle.inverseRootK;
    step.storedEnergy = Real (0.5) * (after * after);
    step.frictionLoss = unless (lifted, h * heat) + bristle.sprungBack;
    step.regime = unless (lifted, select (elastic, one, two));
    step.passes = Real (static_cast<double> (passes));
    step.miss = zero;
    state.bristleCoordinate = after;
    state.lastVelocity = step.relativeVelocity;
    return step;
}

/** Bristle laws of the form z_p = alpha |v| P/g with a plasticity alpha >= 0 (LuGre, Dupont, Dahl), where the force P
    that drives the slider is

        P = k x              literal: LuGre's and Dupont's papers. sigma_1 > 0 makes it a generator in places.
        P = k x + sigma_1 x' the slider feels the whole bristle, spring and dashpot (Physics.md 3.2): always passive

    One step with g and alpha frozen and everything else implicit, x at the middle of the step. With s the sign of
    C = c - b k x, u = |v|, kap = k h/2 + sigma_1, q = alpha k x s/g, m = 1 + b sigma_2 and a = alpha (k h/2)/g
    (literal) or alpha kap/g:

        x' = s u (1 - q)/(1 + a u)        a m u^2 + (m - a |C| + b kap (1 - q)) u - |C| = 0

    which has exactly one root u >= 0. Further passes take g and alpha at the result of the previous one.

    Dissipation, each from this formula: P z_p + sigma_1 x' (literal: v, else x') + sigma_2 v^2. */
template <class Law, class Real>
HWY_INLINE ContactStep<Real> solveBristle (const typename Law::Parameters& p, ContactState<Real>& state,
                                           const ContactPort<Real>& port, Real normalForce, Real h, int passes)
{
    const Real zero (0.0), one (1.0), half (0.5);
    const Real b = port.mobility, c = port.freeVelocity;
    const auto bristle = Bristle<Real>::pressed (p, state.bristleCoordinate, normalForce, Law::largestFriction (p));
    const Real N = bristle.normalForce, k = bristle.stiffness;
    const auto literal = p.literal > half;

    const Real halfSpring = half * (k * h);
    const Real kappa = halfSpring + p.damping;
    const Real driving = select (literal, halfSpring, kappa);
    const Real reach = c - b * bristle.spring;
    const Real sign = copySign (one, reach), C = absolute (reach);
    const Real m = one + b * p.viscosity, bKappa = b * kappa;

    Real v = state.lastVelocity, u = zero, rate = zero, perForce = zero, q = zero;
    Real spring = bristle.spring; // estimate at the middle of the step
    for (int pass = 0; pass < passes; ++pass)
    {
        const Real friction = pass > 0 ? Law::frictionCoefficient (p, v) : state.friction;
        const Real g = N * friction;
        perForce = Law::plasticity (p, N, g, spring, sign) / g; // alpha/g
        const Real a = perForce * driving;
        q = perForce * (bristle.spring * sign);
        const Real B = (m - a * C) + bKappa * (one - q);
        const Real Q = squareRoot (B * B + Real (4.0) * ((a * m) * C));
        const auto positive = B > zero;
        u = select (positive, C + C, Q - B) / select (positive, B + Q, Real (2.0) * (a * m));
        v = sign * u;
        rate = (v * (one - q)) / (one + a * u);
        spring = bristle.spring + halfSpring * rate;
    }

    const Real whole = bristle.spring + kappa * rate; // k x + sigma_1 x', mean
    const Real drive = select (literal, spring, whole);
    const Real slip = (perForce * u) * drive; // z_p
    const Real viscous = p.viscosity * v;
    const Real heat = (drive * slip + p.damping * (rate * select (literal, v, rate))) + viscous * v;
    const auto step = finishBristle (state, bristle, port, normalForce, h, whole + viscous, v, rate, heat,
                                     absolute (rate) > half * u, passes);
    state.friction = Law::frictionCoefficient (p, step.relativeVelocity);
    return step;
}

/** The same laws at one instant: x' = v - z_p. */
template <class Law, class Real>
FrictionFlow<Real> bristleFlow (const typename Law::Parameters& p, Real normalForce, Real elongation, Real v)
{
    const Real one (1.0);
    const Real k = p.stiffness + p.stiffnessPerForce * normalForce;
    const Real g = normalForce * Law::frictionCoefficient (p, v);
    const Real spring = k * elongation, speed = absolute (v);
    const Real beta = Law::plasticity (p, normalForce, g, spring, copySign (one, v)) * speed / g;
    const auto literal = p.literal > Real (0.5);
    const Real slip = select (literal, beta * spring, beta * (spring + p.damping * v) / (one + p.damping * beta));
    const Real rate = v - slip;
    const Real drive = select (literal, spring, spring + p.damping * rate);
    return { slip, spring + p.damping * rate + p.viscosity * v,
             drive * slip + p.damping * rate * select (literal, v, rate) + p.viscosity * v * v };
}

/** Step and flow of a law of that form. */
template <class Law, class Real>
struct PlasticBristleLaw
{
    template <class Parameters>
    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int passes)
    {
        return solveBristle<Law> (p, state, port, normalForce, h, passes);
    }
    template <class Parameters>
    static FrictionFlow<Real> flow (const Parameters& p, Real normalForce, Real elongation, Real v)
    {
        return bristleFlow<Law> (p, normalForce, elongation, v);
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
