// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_HAND_MODES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_HAND_MODES_INL_H
  #undef KOLOPHON_PHYSICS_HAND_MODES_INL_H
 #else
  #define KOLOPHON_PHYSICS_HAND_MODES_INL_H
 #endif

 #include "Nyquist-inl.h"
 #include "StringModes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
using kolophon::HandParameters; // for qualified access in this namespace

/** A mode of the hand: another mode of the bank, and its response to the hand's motion. */
template <class Real>
struct HandMode
{
    Mode<Real> mode;
    Real handDrive; // Gamma [sqrt (kg)]: a change of the hand's speed by dv adds Gamma dv to x2
};

/** A compliant hand, in the moving frame of its support. Its port is that of a body with the sign reversed, so that its
    modes are part of the body's bank: pushed back by -F, it moves at -u_hand against the hand's speed v_hand, and with
    the sign of its coordinate reversed v = (v_hand - u_hand) - u_body (Physics.md 1). phi > 0 pushes both apart,
    whatever the sign.

        arm     mass m on a spring k and a damper       w = sqrt (k/m)                 phi = 1/sqrt (m)
        hair    ribbon of mass M fixed at both ends,    w_n = n pi sqrt (k/(4 M))      phi_n = sqrt (2/M) sin (n pi p)
                stretched along itself                  k: the static stiffness at its middle, p: the contact on it

    s = zeta w for each. The support accelerates; in its frame every element experiences an inertial force, a mode
    proportional to Gamma_n = integral of its mass-normalised shape: arm sqrt (m), hair sqrt (2 M)(1 - cos n pi)/(n pi),
    whose squares add up to the mass. The speed changes in steps between samples, for which this is exact; the work of
    the inertial force is booked as the hand's. */
template <class Real>
struct HandModes
{
    static constexpr int maxModes = 8; // modes of the hair

    /** Mode n = 1 … maxModes; a rigid hand, and an arm's n > 1, have zero shape and kick. */
    static HWY_INLINE HandMode<Real> mode (const HandParameters<Real>& hand, double n, Real timeStep)
    {
        constexpr double pi = 3.14159265358979323846;
        const Real zero (0.0), mass = hand.mass;
        const auto hair = hand.kind > Real (1.5);
        const auto arm = (hand.kind > Real (0.5)) & (hand.kind < Real (1.5));
        const Real own = squareRoot (hand.stiffness / mass); // of the mass on its spring
        const Real w = select (hair, Real (0.5 * pi * n) * own, own);
        const Real fade = fadeAtNyquist (w, timeStep);
        const Real armShape = n == 1.0 ? Real (1.0) / squareRoot (mass) : zero;
        const Real hairShape = squareRoot (Real (2.0) / mass) * sineCosine (Real (pi * n) * hand.place).sine;
        const Real armKick = n == 1.0 ? squareRoot (mass) : zero;
        const bool odd = static_cast<int> (n) % 2 == 1;
        const Real hairKick = odd ? squareRoot (mass + mass) * Real (2.0 / (pi * n)) : zero;

        HandMode<Real> result;
        result.mode.frequency = belowNyquist (w, timeStep);
        result.mode.decayRate = hand.damping * result.mode.frequency;
        result.mode.contact = fade * select (hair, hairShape, select (arm, armShape, zero));
        result.mode.tap = zero;
        result.handDrive = fade * select (hair, hairKick, select (arm, armKick, zero));
        return result;
    }

    /** Static compliance [m/N] at the contact, all modes: 1/k, or 4 p (1 - p)/k of the hair. */
    static HWY_INLINE Real compliance (const HandParameters<Real>& hand)
    {
        const Real one (1.0), zero (0.0);
        const Real along = Real (4.0) * (hand.place * (one - hand.place));
        const Real fraction = select (hand.kind > Real (1.5), along, select (hand.kind > Real (0.5), one, zero));
        return fraction / hand.stiffness;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
