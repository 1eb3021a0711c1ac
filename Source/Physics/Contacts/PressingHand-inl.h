// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_PRESSING_HAND_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_PRESSING_HAND_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_PRESSING_HAND_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_PRESSING_HAND_INL_H
 #endif

 #include "../ModeStep-inl.h"
 #include "../Nyquist-inl.h"
 #include "../SideFields.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
using kolophon::PressingState; // for qualified access in this namespace

/** A mass m that the hand presses on a body with the force P, through a spring k_h with some damping:

        m z'' + c z' + k_h z = P - N        z towards the body, N: the contact's force

    One mode with phi = 1/sqrt (m), of ModeStep's exact flow: its mean velocity in a step is a + b (P - N), with

        a = r (S x2 - Q x1)/h        b = r^2 Q/h        r = phi/w

    The work of the hand is P times its way; k_h z^2/2 is in the books. A weight has hardly any spring, a stiff hand
    hardly any mass. Without N it comes to rest at P/k_h; pressed on a body it gives up the part k_h z of P. */
template <class Real>
struct PressingHand
{
    ModeStep<Real> step;
    Real reach;    // r [s/sqrt (kg)]
    Real mobility; // b [m/(s N)]
    Real h;        // [s]

    static PressingHand of (const PressingKnobs<Real>& knobs, Real timeStep)
    {
        PressingHand hand;
        const Real w = larger (Real (lowest), belowNyquist (squareRoot (knobs.stiffness / knobs.mass), timeStep));
        hand.step = modeStep (w, smaller (knobs.damping, Real (0.95)) * w, timeStep);
        hand.reach = Real (1.0) / (w * squareRoot (knobs.mass));
        hand.h = timeStep;
        hand.mobility = hand.reach * hand.reach * hand.step.Q / timeStep;
        return hand;
    }

    /** z [m] */
    HWY_INLINE Real place (const PressingState<Real>& state) const { return reach * state.x1; }

    /** Mean velocity in the next step without any force [m/s]. */
    HWY_INLINE Real freeVelocity (const PressingState<Real>& state) const
    {
        return reach * mulSub (step.S, state.x2, step.Q * state.x1) / h;
    }

    /** Moves it under the force P - N. Returns its loss [J]. */
    HWY_INLINE Real move (PressingState<Real>& state, Real force) const
    {
        const Real y = negMulAdd (reach, force, state.x1), x2 = state.x2;
        const Real lost = y * mulAdd (step.lossYY, y, step.lossYV * x2) + step.lossVV * (x2 * x2);
        state.x1 = mulAdd (step.S, x2, negMulAdd (step.Q, y, state.x1));
        state.x2 = mulSub (step.D, x2, step.S * y);
        return lost;
    }

    static HWY_INLINE Real stored (const PressingState<Real>& state)
    {
        return Real (0.5) * mulAdd (state.x1, state.x1, state.x2 * state.x2);
    }

    static constexpr double lowest = 0.5; // [rad/s]
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
