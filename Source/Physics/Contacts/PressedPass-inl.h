// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_PRESSED_PASS_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_PRESSED_PASS_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_PRESSED_PASS_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_PRESSED_PASS_INL_H
 #endif

 #include "FrictionLine-inl.h"
 #include "NormalContact-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** The two ports of a contact, along its surface (t) and into it (n), against what all others push: F along, and N,
    which drives both sides apart. */
template <class Real>
struct PressedPorts
{
    Real along, into;      // c_t, and c_n of closing [m/s]
    Real alongEnd;         // c_t at the end of the step
    Real tt, tn, nn;       // B [m/(s N)], the cross term against N
    Real ttEnd, tnEnd;     // of the velocity at the end
    Real pressedBeside {}; // [N] normal force that no spring makes
};

/** Passes of a contact that slides along and is pressed by a spring: the two directions by elimination. With the
    friction's line F = o + d v the normal contact sees

        b_nn' = (b_nn + d det B)/(1 + d b_tt)        c_n' = c_n - b_tn (o + d c_t)/(1 + d b_tt)

    both >= 0 where B is; and the law the port that remains while N answers with N = N_f - gam F,
    gam = kap b_tn/(1 + kap b_nn), kap = dN/dw. A rigid law wants N of the same step: sliding at the coefficient mu
    towards s, F = s mu N, so

        N = N_f/(1 + s mu gam)        where 1 + s mu gam <= 0 (the step's Painleve bound) it holds

    v falls strictly with F, so that every F between 0 and the one that stops the mean loses energy, whatever mu. */
template <class Real>
struct PressedPass
{
    FrictionFound<Real> friction {};
    Real resistance {};            // R of its normal contact [kg/s]
    Real speed {};                 // w* [m/s]
    Real coefficient {};           // |F|/N of a rigid law that slides
    Real force {}, normalForce {}; // F, and N of the spring [N]

    /** Starts from the step before. */
    HWY_INLINE void begin (const ContactState<Real>& before, Real itsForce, const NormalState<Real>& pressed)
    {
        friction = {};
        friction.after = before;
        friction.line = { itsForce, Real (0.0) };
        speed = pressed.speed;
        coefficient = pressed.coefficient;
    }

    /** A pass under a law that is called. */
    HWY_INLINE void meet (const PressedPorts<Real>& ports, const TouchingLaw<Real>& law,
                          const ContactState<Real>& before, const NormalSpring<Real>& spring,
                          const NormalState<Real>& pressed, Real h)
    {
        Real N (0.0);
        meet (ports, law.rigid, spring, pressed, h,
              [&] (const ContactPort<Real>& port, Real pressing) HWY_ATTR
              {
                  N = pressing;
                  law.pass (law.parameters, before, port, N, h, friction);
                  law.draw (law.parameters, before, h, friction);
                  return friction.step.force;
              });
        const auto slides = (friction.step.regime > Real (1.5)) & (N > Real (lightestTouch));
        coefficient = select (slides, absolute (force) / larger (N, Real (lightestTouch)), Real (0.0));
    }

    /** A pass. `rub`: that of the friction law, against a port and under a normal force; sets friction.line, and
        returns the force. */
    template <class Rub>
    HWY_INLINE void meet (const PressedPorts<Real>& ports, bool rigid, const NormalSpring<Real>& spring,
                          const NormalState<Real>& pressed, Real h, Rub&& rub)
    {
        const Real zero (0.0), one (1.0), half (0.5);
        const auto& line = friction.line;
        const Real det = negMulAdd (ports.tn, ports.tn, ports.tt * ports.nn),
                   eased = one / mulAdd (line.slope, ports.tt, one);
        const Real b = larger (zero, mulAdd (line.slope, larger (det, zero), ports.nn) * eased);
        const Real c = negMulAdd (ports.tn * eased, mulAdd (line.slope, ports.along, line.offset), ports.into);
        resistance = spring.resistance (mulAdd (half * h, speed, pressed.penetration));
        const auto push = NormalStep<Real> (spring, pressed.penetration, resistance, h).meet (b, c);
        const Real gam = push.slope * ports.tn / mulAdd (push.slope, ports.nn, one);
        const Real F = mulAdd (line.slope, negMulAdd (ports.tn, push.force, ports.along), line.offset) * eased;
        const Real free = mulAdd (gam, F, push.force); // N_f

        const ContactPort<Real> port { negMulAdd (ports.tn, free, ports.along),
                                       larger (zero, negMulAdd (ports.tn, gam, ports.tt)),
                                       negMulAdd (ports.tnEnd, free, ports.alongEnd),
                                       larger (zero, negMulAdd (ports.tnEnd, gam, ports.ttEnd)) };
        force = rub (port, (rigid ? normalOfStep (port, free, gam) : push.force) + ports.pressedBeside);
        normalForce = larger (zero, negMulAdd (gam, force, free));
        speed = negMulAdd (ports.tn, force, negMulAdd (ports.nn, normalForce, ports.into));
    }

    /** The line of the normal contact after the last pass. */
    HWY_INLINE NormalLine<Real> normalLine (const NormalSpring<Real>& spring, const NormalState<Real>& pressed,
                                            Real h) const
    {
        return NormalLine<Real>::of (spring, pressed, resistance, speed, h);
    }

private:
    /** N of a rigid law's step, under its coefficient while it slides (0: it holds). */
    HWY_INLINE Real normalOfStep (const ContactPort<Real>& port, Real free, Real gam) const
    {
        const Real zero (0.0), one (1.0), tiny (1e-100);
        const Real hold = select (port.endMobility > zero, port.freeEndVelocity / larger (port.endMobility, tiny),
                                  port.freeVelocity / larger (port.mobility, tiny));
        const Real s = copySign (one, hold);
        const Real eased = mulAdd (s * coefficient, gam, one);
        const Real sliding =
            select (eased > zero, free / select (eased > zero, eased, one), select (free > zero, Real (1e12), zero));
        const Real holding = negMulAdd (gam, hold, free);
        return larger (zero, select (coefficient > zero, sliding, holding));
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
