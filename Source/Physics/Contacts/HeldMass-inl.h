// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_HELD_MASS_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_HELD_MASS_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_HELD_MASS_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_HELD_MASS_INL_H
 #endif

 #include "../ModeStep-inl.h"
 #include "../Nyquist-inl.h"
 #include "../SideFields.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
using kolophon::HeldMassState; // for qualified access in this namespace

/** A mass m that a hand holds by a spring k, with some damping, and that something pushes with F:

        m y'' + c y' + k y = F - m v'       y: relative to the hand, whose speed is v

    One mode with phi = 1/sqrt (m), of ModeStep's exact flow: its mean velocity in a step is a + b F, with

        a = r (S x2 - Q x1)/h        b = r^2 Q/h        r = phi/w

    and a change of the hand's speed kicks it, before the step: x2 <- x2 - sqrt (m) dv.

    A presser has F = P - N, y towards the body, and a hand at rest, whose work is P times the mass's way. A
    weight has hardly any spring, a stiff hand hardly any mass. Without N it comes to rest at P/k; pressed on a body it
    gives up the part k y of P. */
template <class Real>
struct HeldMass
{
    ModeStep<Real> step;
    Real reach, shape;          // r [s/sqrt (kg)], phi [1/sqrt (kg)]
    Real mobility, endMobility; // of its mean velocity, and at the end of a step [m/(s N)]
    Real h;                     // [s]

    static HeldMass of (const HeldMassKnobs<Real>& knobs, Real timeStep)
    {
        HeldMass held;
        const Real w = larger (Real (lowest), belowNyquist (squareRoot (knobs.stiffness / knobs.mass), timeStep));
        held.step = modeStep (w, smaller (knobs.damping, Real (0.95)) * w, timeStep);
        held.shape = Real (1.0) / squareRoot (knobs.mass);
        held.reach = held.shape / w;
        held.h = timeStep;
        held.mobility = held.reach * held.reach * held.step.Q / timeStep;
        held.endMobility = held.shape * held.reach * held.step.S;
        return held;
    }

    /** Mean velocity in the next step without any force [m/s]. */
    HWY_INLINE Real freeVelocity (const HeldMassState<Real>& state) const
    {
        return reach * mulSub (step.S, state.x2, step.Q * state.x1) / h;
    }

    /** Velocity at its end without any force [m/s]. */
    HWY_INLINE Real freeEndVelocity (const HeldMassState<Real>& state) const
    {
        return shape * mulSub (step.D, state.x2, step.S * state.x1);
    }

    /** Changes the hand's speed by `change` [m/s]. Returns the hand's work [J]. */
    HWY_INLINE Real kick (HeldMassState<Real>& state, Real change) const
    {
        const Real push = -change / shape, work = push * mulAdd (Real (0.5), push, state.x2);
        state.x2 = state.x2 + push;
        return work;
    }

    /** Moves it under a force. Returns its loss [J]. */
    HWY_INLINE Real move (HeldMassState<Real>& state, Real force) const
    {
        const Real y = negMulAdd (reach, force, state.x1), x2 = state.x2;
        const Real lost = y * mulAdd (step.lossYY, y, step.lossYV * x2) + step.lossVV * (x2 * x2);
        state.x1 = mulAdd (step.S, x2, negMulAdd (step.Q, y, state.x1));
        state.x2 = mulSub (step.D, x2, step.S * y);
        return lost;
    }

    static HWY_INLINE Real stored (const HeldMassState<Real>& state)
    {
        return Real (0.5) * mulAdd (state.x1, state.x1, state.x2 * state.x2);
    }

    static constexpr double lowest = 0.5; // [rad/s]
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
