// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_SET_VALUED_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_SET_VALUED_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_SET_VALUED_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_SET_VALUED_INL_H
 #endif

 #include "Automaton.h"
 #include "SlipBranch-inl.h"

 #include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Parameters of rigid laws, from the knobs. */
template <class Real>
struct SetValuedParameters
{
    Real muStatic, muKinetic;     // mu_s >= mu_k
    Real inverseStribeckVelocity; // 1/v_s [s/m]
    Real viscosity;               // sigma_2 [N s/m]
    Real stribeckExponent;        // delta
    Real band;                    // [m/s] of "rest" in the state machines that have one
    Real carried;    // exp (-alpha h): fraction of the velocity that a step of sticking leaves in the switch model
    Real inflection; // of the curve with any exponent, over v_s

    static HWY_INLINE SetValuedParameters from (const ContactKnobs<Real>& k, Real h)
    {
        return { .muStatic = k.muStatic,
                 .muKinetic = k.muKinetic,
                 .inverseStribeckVelocity = k.inverseStribeckVelocity,
                 .viscosity = k.viscosity,
                 .stribeckExponent = k.stribeckExponent,
                 .band = k.stickBand,
                 .carried = exponential (-(h * k.stickRate)),
                 .inflection = AnyFall::inflectionOf (k.stribeckExponent) };
    }

    /** Parameters of laws without viscosity. */
    static HWY_INLINE SetValuedParameters dry (const ContactKnobs<Real>& k, Real h)
    {
        auto p = from (k, h);
        p.viscosity = Real (0.0);
        return p;
    }
};

/** Largest friction at rest, over N. */
template <class Real>
HWY_INLINE Real holdingFriction (const SetValuedParameters<Real>& p)
{
    return p.muStatic;
}

/** One step of a law whose force at rest takes any value, up to a limit (Physics.md 6).

    Sticking means that the relative velocity is zero at the *end* of the step, F = c_end/b_end. Requiring a zero *mean*
    instead turns every capture into a ringing at Nyquist that is undamped if the body has few modes, and makes the
    period of one mass on a belt 5.5 % short at every rate (ReferenceNumbers.md R.3). The force is limited to the range
    between zero and the force that would stop the mean, c/b: then F v >= 0 for any port, and the law is passive. A port
    without end mobility (zero) uses the mean instead. */
template <class Fall, class Real, class Parameters = SetValuedParameters<Real>>
struct SetValuedStep
{
    const Parameters& p;
    const ContactPort<Real>& port;
    Real N, limit; // normal force, static friction [N]
    Real rest;     // relative velocity after sticking [m/s]: 0, except in the switch model
    Real stopping; // the force that stops the mean [N]: beyond it friction would do positive work
    Real wanted;   // the force that ends the step at `rest` [N]
    Real hold;     // its passive part [N]
    SlipBranch<Real> branch {};

    HWY_INLINE SetValuedStep (const Parameters& parameters, const ContactPort<Real>& itsPort, Real normalForce,
                              Real endsAt = Real (0.0))
        : p (parameters), port (itsPort), N (larger (normalForce, Real (lightestTouch))),
          limit (N * holdingFriction (p)), rest (endsAt)
    {
        const Real zero (0.0), tiny (1e-100); // so that even a square of c/b stays finite
        stopping = port.freeVelocity / larger (port.mobility, tiny);
        const Real end = (port.freeEndVelocity - endsAt) / larger (port.endMobility, tiny);
        wanted = select (port.endMobility > zero, end, stopping);
        hold = passive (wanted);
    }

    /** Passive part of a force: clamped between zero and `stopping`. */
    HWY_INLINE Real passive (Real force) const
    {
        const Real zero (0.0);
        return select (force * stopping > zero, copySign (smaller (absolute (force), absolute (stopping)), stopping),
                       zero);
    }

    HWY_INLINE auto holds () const { return absolute (hold) <= limit; }
    HWY_INLINE Real holdSign () const { return copySign (Real (1.0), hold); }

    /** Holding force, limited by static friction. */
    HWY_INLINE Real saturated () const { return copySign (smaller (absolute (hold), limit), hold); }

    /** Solves for sliding in direction `sign`, from `start` [m/s] on. Returns true if there is a solution that also
        ends the step in that direction: a velocity that changes sign within a step has met the discontinuity. */
    HWY_INLINE auto slides (Real sign, Real start)
    {
        const Real zero (0.0);
        branch = findSlip<Fall> (p, N, port.mobility, sign * port.freeVelocity, start);
        branch.force = sign * branch.force;
        const auto ends = (sign * endVelocity (branch.force) > zero) | (port.endMobility <= zero);
        return (branch.speed > zero) & ends;
    }

    /** Force of a contact that leaves the band of rest in the direction of the last slides(): F_s while the step ends
        inside the band, sliding friction in the step that crosses it, most of which lies outside. (A whole step at F_s
        makes every release 1.2 steps late: the Coulomb rider on a belt, experiment mass-on-a-belt.) */
    HWY_INLINE Real leaving (Real sign) const
    {
        const Real allOfIt = saturated();
        return select ((sign * endVelocity (allOfIt) > p.band) & (sign * hold > Real (0.0)) &
                           (branch.speed > Real (0.0)),
                       branch.force, allOfIt);
    }

    HWY_INLINE Real endVelocity (Real force) const
    {
        return select (port.endMobility > Real (0.0), port.freeEndVelocity - port.endMobility * force,
                       port.freeVelocity - port.mobility * force);
    }

    /** Closes the step with the force and the discrete state that the law chose. Energy that the bristle of another law
        left behind turns into heat. */
    template <class Mask>
    HWY_INLINE ContactStep<Real> finish (ContactState<Real>& state, Real normalForce, Real h, Real force, Real mode,
                                         Mask sticks) const
    {
        const Real zero (0.0), one (1.0), two (2.0);
        const auto lifted = normalForce < Real (lightestTouch);
        ContactStep<Real> step;
        step.force = select (lifted, zero, force);
        step.relativeVelocity = port.freeVelocity - port.mobility * step.force;
        step.elongation = zero;
        step.storedEnergy = zero;
        step.frictionLoss =
            h * (step.force * step.relativeVelocity) + Real (0.5) * (state.bristleCoordinate * state.bristleCoordinate);
        step.regime = select (lifted, zero, select (sticks, one, two));
        step.passes = one + branch.passes;
        step.miss = select (lifted | sticks, zero, branch.miss);
        state.bristleCoordinate = zero;
        state.lastVelocity = step.relativeVelocity;
        // The velocity of a body with many modes ripples between samples, so a sticking contact is set to rest
        // regardless. If passivity limited the force, the end velocity is nearer to zero than `rest`; carrying `rest`
        // over would make the contact oscillate.
        const Real end = endVelocity (step.force);
        const Real nearer = copySign (smaller (absolute (rest), absolute (end)), rest);
        state.endVelocity = select (sticks, select (rest * end > zero, nearer, zero), end);
        state.mode = select (lifted, zero, mode);
        return step;
    }
};

template <class Real>
HWY_INLINE auto isMode (Real mode, double which)
{
    return absolute (mode - Real (which)) < Real (0.5);
}
template <class Real>
HWY_INLINE Real slidingMode (Real sign)
{
    return select (sign > Real (0.0), Real (ContactMode::forward), Real (ContactMode::backward));
}
template <class Real>
HWY_INLINE Real startingMode (Real sign)
{
    return select (sign > Real (0.0), Real (ContactMode::startForward), Real (ContactMode::startBackward));
}

/** Result of a step with three states. */
template <class Real, class Mask>
struct ThreeStatesStep
{
    ContactStep<Real> step;
    Mask sticks;
};

/** Transitions: sliding continues until its branch ends, sticking until static friction is exceeded. `sign`: direction
    of the sliding, or of the hold; `slides`: result of slides(). */
template <class Fall, class Real, class Parameters, class Sliding, class Slides>
HWY_INLINE auto finishThreeStates (const SetValuedStep<Fall, Real, Parameters>& contact, ContactState<Real>& state,
                                   Real normalForce, Real h, Real sign, Sliding sliding, Slides slides)
{
    const auto holds = contact.holds();
    const auto slips = (sliding & slides) | ((! sliding) & (! holds));
    const auto sticks = (! slips) & holds;
    const Real there = select (slips, sign, contact.holdSign());
    const Real force = select (slips, contact.branch.force, contact.saturated());
    const Real mode = select (sticks, Real (ContactMode::stick), slidingMode (there));
    return ThreeStatesStep<Real, std::remove_const_t<decltype (sticks)>> {
        contact.finish (state, normalForce, h, force, mode, sticks), sticks
    };
}

/** Three states and every edge between them: Navarro-López's automaton H_DDS1, which is also the hysteresis rule of
    McIntyre, Schumacher & Woodhouse for the memoryless laws: sticking lasts until static friction is exceeded, sliding
    until its branch ends. |hold/limit| is |u_eq| of her eq. (4).

        from        to           guard
        stick       slip +-      |hold| > F_s
        slip s      stick        s v would end at or below zero, |hold| <= F_s
        slip s      slip -s      s v would end at or below zero, |hold| >  F_s (then on the other side) */
template <class Fall, class Parameters, class Real>
HWY_INLINE ContactStep<Real> solveThreeStates (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h)
{
    const Real one (1.0), zero (0.0);
    SetValuedStep<Fall, Real, Parameters> contact (p, port, normalForce);
    const auto forward = isMode (state.mode, ContactMode::forward),
               backward = isMode (state.mode, ContactMode::backward);
    const auto sliding = forward | backward;
    const Real sign = select (forward, one, select (backward, -one, contact.holdSign()));
    const auto slides = contact.slides (sign, select (sliding, absolute (state.lastVelocity), zero));
    return finishThreeStates (contact, state, normalForce, h, sign, sliding, slides).step;
}

/** One step of a state machine with a band of rest; the state depends on the speed at the start of the step alone:

            |v| >  band, and sliding continues      slip +-
            otherwise, |F_a| <= F_s                 stick, after which the speed is `endsAt`
            otherwise                               leaving +-, see SetValuedStep::leaving() */
template <class Fall, class Real>
HWY_INLINE ContactStep<Real> solveBand (const SetValuedParameters<Real>& p, ContactState<Real>& state,
                                        const ContactPort<Real>& port, Real normalForce, Real h, Real endsAt)
{
    SetValuedStep<Fall, Real> contact (p, port, normalForce, endsAt);
    const auto outside = absolute (state.endVelocity) > p.band;
    const Real sign = select (outside, copySign (Real (1.0), state.endVelocity), contact.holdSign());
    const auto slides = contact.slides (sign, select (outside, absolute (state.lastVelocity), Real (0.0)));
    const auto slips = outside & slides, sticks = (! slips) & contact.holds();
    const Real force = select (slips, contact.branch.force, select (sticks, contact.hold, contact.leaving (sign)));
    const Real mode =
        select (slips, slidingMode (sign), select (sticks, Real (ContactMode::stick), startingMode (contact.hold)));
    return contact.finish (state, normalForce, h, force, mode, sticks);
}

/** Members that rigid laws share: a curve that falls with speed, set-valued at rest, in three states. State machines
    override `modes`, `automaton` and `solve`, laws without viscosity override `prepare`. */
template <class Fall, class Real>
struct SetValuedLaw
{
    static constexpr std::string_view modes[] = { "stick", "slip +", "slip -" };
    static constexpr Automaton automaton = threeStates;
    static constexpr bool sticksAtEnd = true;
    using Parameters = SetValuedParameters<Real>;
    using Curve = Fall;

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h) { return Parameters::from (k, h); }
    static HWY_INLINE void resume (const Parameters&, ContactState<Real>&) {}
    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int /*passes*/)
    {
        return solveThreeStates<Fall> (p, state, port, normalForce, h);
    }
    /** Flow for v != 0; at rest the law is a set. */
    static FrictionFlow<Real> flow (const Parameters& p, Real normalForce, Real /*elongation*/, Real v)
    {
        return slidingFlow<Fall> (p, normalForce, v);
    }
};

/** Flow of a set-valued law during sliding: F = sgn (v) g + sigma_2 v. */
template <class Fall, class Parameters, class Real>
FrictionFlow<Real> slidingFlow (const Parameters& p, Real normalForce, Real v)
{
    const auto shape = Fall::at (absolute (v) * p.inverseStribeckVelocity, p.stribeckExponent);
    const Real g = normalForce * (p.muKinetic + (p.muStatic - p.muKinetic) * shape.excess);
    return { v, copySign (g, v) + p.viscosity * v, g * absolute (v) + p.viscosity * v * v };
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
