// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_FRICTION_LINE_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_FRICTION_LINE_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_FRICTION_LINE_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_FRICTION_LINE_INL_H
 #endif

 #include "../Friction/FrictionLaws-inl.h"
 #include "ContactLines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** A spring and a dashpot that hold: the pulp of a finger, the grip of a hand. F = k x + s1 x', x' = v, whatever the
    normal force. */
template <class Real>
struct Clamp : BristleLaw
{
    using Parameters = BristleParameters<Real>;

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real /*h*/) { return Parameters::from (k); }
    static HWY_INLINE void resume (const Parameters&, ContactState<Real>&) {}
    static HWY_INLINE Real largestFriction (const Parameters&) { return Real (1e9); }
    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int passes)
    {
        const Real one (1.0), half (0.5), b = port.mobility;
        const auto bristle = Bristle<Real>::pressed (p, state.bristleCoordinate, normalForce, largestFriction (p));
        const Real kappa = mulAdd (half * h, bristle.stiffness, p.damping);
        const Real v = negMulAdd (b, bristle.spring, port.freeVelocity) / mulAdd (b, kappa, one);
        return finishBristle (state, bristle, port, normalForce, h, mulAdd (kappa, v, bristle.spring), v, v,
                              p.damping * (v * v), normalForce > Real (0.0), passes);
    }
};

/** Result of a friction law's passes, and the line that it ends with. A bristle law's plasticity is frozen,
    beta = z_p/P >= 0 with P the force that drives its slider; with y = 1/(1 + kappa beta), kappa = k h/2 + s1,

        P = Fb = k x + s1 x'      x' = (v - beta k x) y      o = k x y,  d = kappa y + s2

    and in the literal laws, with P = k x at the middle of the step and y = 1/(1 + (k h/2) beta),

        x' = (v - beta k x) y      o = k x (1 - kappa beta y),  d = kappa y + s2

    A rigid law keeps the force that it found, unless that would do work (see ContactNetwork). */
template <class Real>
struct FrictionFound
{
    ContactLine<Real> line;
    ContactStep<Real> step;   // of the last pass
    ContactState<Real> after; // of the last pass
    Bristle<Real> bristle;    // bristle laws only, as the rest
    Real perForce, yields;    // beta [m/(s N)], y
    Real normalForce;         // [N] as the pass had it
};

/** A friction law with its parameters, as functions: a pass, the line that the last one ends with, and the end of a
    step with the force and the velocity that the solution of all contacts gave it. */
template <class Real>
struct TouchingLaw
{
    using Found = FrictionFound<Real>;
    struct End
    {
        Real force, velocity, endVelocity; // mean [N], mean [m/s], at the end of the step [m/s]
    };

    const void* parameters = nullptr;
    bool rigid = false;
    /** `begin`: state before the step; `found.after`: that after the pass before, at first the same. */
    void (*pass) (const void*, const ContactState<Real>& begin, const ContactPort<Real>&, Real normalForce, Real h,
                  Found& found) = nullptr;
    void (*draw) (const void*, const ContactState<Real>& begin, Real h, Found&) = nullptr; // sets the line
    ContactStep<Real> (*end) (const void*, ContactState<Real>&, const Found&, const End&, Real h) = nullptr;
    void (*resume) (const void*, ContactState<Real>&) = nullptr;

    /** References `parameters`, which must outlive the result. */
    template <class Law>
    static TouchingLaw of (const typename Law::Parameters& parameters)
    {
        TouchingLaw law { &parameters, Law::sticksAtEnd, passOf<Law>, drawOf<Law>, nullptr, resumeOf<Law> };
        if constexpr (Law::sticksAtEnd)
            law.end = endRigid;
        else
            law.end = endBristle<Law>;
        return law;
    }

private:
    template <class Law>
    static constexpr bool isLiteral = requires (const typename Law::Parameters& p)
    {
        p.literal;
    };
    /** Laws whose slider depends on more than speed make their own two passes from the beginning of the step. */
    template <class Law>
    static constexpr bool remembers = requires (const typename Law::Parameters& p, Real x)
    {
        Law::hotFriction (p, x);
    };

    template <class Law>
    static Real largestOf (const typename Law::Parameters& p)
    {
        if constexpr (requires { Law::largestFriction (p); })
            return Law::largestFriction (p);
        else
            return p.muStatic;
    }

    template <class Law>
    static void passOf (const void* its, const ContactState<Real>& begin, const ContactPort<Real>& port,
                        Real normalForce, Real h, Found& found)
    {
        const auto& p = *static_cast<const typename Law::Parameters*> (its);
        const Real velocity = found.after.lastVelocity, friction = found.after.friction;
        found.after = begin;
        found.normalForce = normalForce;
        if constexpr (! Law::sticksAtEnd && ! remembers<Law>)
        {
            found.after.lastVelocity = velocity;
            found.after.friction = friction;
        }
        found.step = Law::solve (p, found.after, port, normalForce, h, remembers<Law> ? 2 : 1);
    }

    template <class Law>
    static void drawOf (const void* its, const ContactState<Real>& begin, Real h, Found& found)
    {
        if constexpr (Law::sticksAtEnd)
            found.line = { found.step.force, Real (0.0) };
        else
            findBristleLine<Law> (*static_cast<const typename Law::Parameters*> (its), begin, h, found);
    }

    template <class Law>
    static void findBristleLine (const typename Law::Parameters& p, const ContactState<Real>& begin, Real h,
                                 Found& found)
    {
        const Real zero (0.0), one (1.0), half (0.5);
        found.bristle = Bristle<Real>::pressed (p, begin.bristleCoordinate, found.normalForce, largestOf<Law> (p));
        const auto& b = found.bristle;
        const Real v = found.step.relativeVelocity, perStep = one / (b.rootK * h);
        const Real rate = (found.after.bristleCoordinate - b.held) * perStep, slip = v - rate;
        const Real halfSpring = half * (h * b.stiffness), kappa = halfSpring + p.damping;
        Real drive = found.step.force - p.viscosity * v, resisted = kappa;
        if constexpr (isLiteral<Law>)
        {
            const auto literal = p.literal > half;
            drive = select (literal, mulAdd (halfSpring, rate, b.spring), drive);
            resisted = select (literal, halfSpring, kappa);
        }
        // On a contact that holds, v - x' consists of rounding errors.
        const Real noise =
            Real (4e-15) * ((absolute (v) + absolute (rate)) + absolute (found.after.bristleCoordinate) * perStep);
        const auto slides = (absolute (slip) > noise) & (slip * drive > zero) & (absolute (drive) > Real (1e-150));
        found.perForce = select (slides, slip / select (slides, drive, one), zero);
        found.yields = one / mulAdd (resisted, found.perForce, one);
        const auto lifted = found.normalForce < Real (lightestTouch);
        const Real plain = b.spring * (one - (kappa * found.perForce) * found.yields);
        Real offset = b.spring * found.yields;
        if constexpr (isLiteral<Law>)
            offset = select (p.literal > half, plain, offset);
        found.line = { unless (lifted, offset), unless (lifted, mulAdd (kappa, found.yields, p.viscosity)) };
    }

    template <class Law>
    static ContactStep<Real> endBristle (const void* its, ContactState<Real>& state, const Found& found, const End& end,
                                         Real h)
    {
        const auto& p = *static_cast<const typename Law::Parameters*> (its);
        const Real half (0.5), v = end.velocity, viscous = p.viscosity * v;
        const auto& b = found.bristle;
        const Real rate = negMulAdd (found.perForce, b.spring, v) * found.yields;
        Real drive = mulAdd (mulAdd (half * h, b.stiffness, p.damping), rate, b.spring), moved = rate;
        if constexpr (isLiteral<Law>)
        {
            const auto literal = p.literal > half;
            drive = select (literal, mulAdd (half * (h * b.stiffness), rate, b.spring), drive);
            moved = select (literal, v, rate);
        }
        const Real heat = (p.damping * (rate * moved) + found.perForce * (drive * drive)) + viscous * v;
        const ContactPort<Real> port { v, Real (0.0), v, Real (0.0) };
        state = found.after;
        const auto step = finishBristle (state, b, port, found.normalForce, h, end.force, v, rate, heat,
                                         absolute (rate) > half * absolute (v), static_cast<int> (1));
        Law::resume (p, state); // as where a segment begins, so that it may begin anywhere
        return step;
    }

    static ContactStep<Real> endRigid (const void*, ContactState<Real>& state, const Found& found, const End& end,
                                       Real h)
    {
        const Real zero (0.0), half (0.5);
        auto step = found.step;
        step.force = end.force;
        step.relativeVelocity = end.velocity;
        // Energy that the bristle of another law left behind turns into heat.
        step.frictionLoss = h * (end.force * end.velocity) + half * (state.bristleCoordinate * state.bristleCoordinate);
        state = found.after;
        state.bristleCoordinate = zero;
        state.lastVelocity = end.velocity;
        const auto sticks = absolute (step.regime - Real (1.0)) < half;
        state.endVelocity = select (sticks, found.after.endVelocity, end.endVelocity);
        return step;
    }

    template <class Law>
    static void resumeOf (const void* its, ContactState<Real>& state)
    {
        Law::resume (*static_cast<const typename Law::Parameters*> (its), state);
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
