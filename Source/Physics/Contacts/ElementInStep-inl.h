// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_ELEMENT_IN_STEP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_ELEMENT_IN_STEP_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_ELEMENT_IN_STEP_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_ELEMENT_IN_STEP_INL_H
 #endif

 #include "../Friction/KolophonElement-inl.h"
 #include "ContactLines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** A Kolophon element among several contacts, in one step: its passes, which share what depends on the normal force
    alone, the line that they end with (ContactLines-inl.h), and the end of the step. */
template <class Real>
struct ElementInStep
{
    using Element = KolophonElement<Real>;
    using Parameters = typename Element::Parameters;

    const Parameters* p;
    KolophonStep<Real> step;
    typename KolophonStep<Real>::Solution found; // by the last pass
    Real elastic;                                // force of the bristle in it [N]
    Real perForce, yields;                       // plasticity, as in FrictionFound

    HWY_INLINE ElementInStep (const Parameters* its, const KolophonConstants<Real>& segment,
                              const ContactState<Real>& before, Real mobility, Real normalForce,
                              const OverlappedWork& meanwhile)
        : p (its), step (*its, segment, before.bristleCoordinate, mobility, normalForce, meanwhile)
    {
    }

    /** Steady friction over the normal force, for another pass. */
    HWY_INLINE Real grip () const { return Element::frictionCoefficient (*p, found.v); }

    /** A pass against the free velocity c. Returns the force [N]. */
    HWY_INLINE Real meet (Real c, Real grip, Real normalForce, const OverlappedWork& meanwhile)
    {
        step.meet (c);
        const Real g = step.bristle.normalForce * grip;
        found = step.solution (*p, g, meanwhile);
        elastic = ifNegative (found.margin, g * found.load, step.elasticForce);
        return select (normalForce < Real (lightestTouch), Real (0.0), mulAdd (p->viscosity, found.v, elastic));
    }

    HWY_INLINE ContactLine<Real> draw (Real normalForce)
    {
        const Real one (1.0);
        perForce = step.plasticityOf (*p, found, elastic);
        yields = one / mulAdd (step.kappa, perForce, one);
        const auto lifted = normalForce < Real (lightestTouch);
        return { unless (lifted, step.bristle.spring * yields),
                 unless (lifted, mulAdd (step.kappa, yields, p->viscosity)) };
    }

    /** Ends the step under the force and velocity that all contacts together have. */
    HWY_INLINE ContactStep<Real> end (ContactState<Real>& state, Real force, Real v, Real normalForce, Real h) const
    {
        const Real viscous = p->viscosity * v, sprung = force - viscous;
        const Real rate = negMulAdd (perForce, step.bristle.spring, v) * yields;
        const Real heat = mulAdd (p->damping, rate * rate, mulAdd (perForce * sprung, sprung, viscous * v));
        const ContactPort<Real> port { v, Real (0.0), v, Real (0.0) };
        const auto finished = finishBristle (state, step.bristle, port, normalForce, h, force, v, rate, heat,
                                             absolute (rate) > Real (0.5) * absolute (v), 1);
        state.friction = Element::frictionCoefficient (*p, v);
        return finished;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
