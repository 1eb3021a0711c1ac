// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_ARMSTRONG_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_ARMSTRONG_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_ARMSTRONG_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_ARMSTRONG_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Armstrong's generalised Stribeck model: the fall lags behind the speed, and static friction grows while the contact
    rests.

        sliding   F = (F_c + S/(1 + (w/v_s)^2)) sgn (v) + F_v v       w follows |v| with time tau_L
        resting   |F| <= F_c + S,  S (t2) = S_a + (S_inf - S_a) t2/(t2 + gamma)

    S_inf = F_s - F_c, t2 the time at rest, S_a the Stribeck friction at the end of the last slide. Six of the model's
    seven parameters: its presliding stiffness k_t is left out, the contact sticks rigidly. The lag is of first order
    instead of the paper's pure delay, so that the state is one number instead of a delay line. g does not depend on the
    speed inside the step: one root, in closed form. */
template <class Real>
struct Armstrong
{
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic",  "stribeck_speed",
                                                 "viscosity", "memory_time", "ageing_time" };
    static constexpr std::string_view modes[] = { "stick", "slip +", "slip -" };
    static constexpr LawInfo info {
        .id = "armstrong",
        .name = "Armstrong",
        .family = "Friction curve",
        .summary = "Generalised Stribeck friction that lags behind the speed and grows at rest.",
        .equations =
            "F = (F_c + F_s(gamma, t2)/(1 + (v(t - tau_L)/v_s)^2)) sgn(v) + F_v v,   v != 0\nF_s(gamma, t2) = F_s,a + "
            "(F_s,inf - F_s,a) t2/(t2 + gamma)\nF_s here is the excess over F_c: F_s,inf = N (mu_s - mu_k); F_s,a = "
            "the "
            "excess at the moment when the contact comes to rest",
        .source = "Armstrong-Hélouvry, Dupont & Canudas de Wit, \"A survey of models, analysis tools and compensation "
                  "methods for the control of machines with friction\", Automatica 30 (1994) 1083-1138; named in the "
                  "lecture \"Modelica/Dymola: The Multibody library, Friction\", Figs. 5.2 and 5.3 e).",
        .passivity = "Always: F v >= 0 at every instant; memory and age only change the size of F.",
        .listenFor = "Slow strokes bite harder than fast ones, because the contact has had time to rest.",
        .uses = uses,
        .modes = modes,
        .remarks =
            "Elsewhere F_s is the whole static force; in this model it is the excess. In the paper tau_L is a pure "
            "delay of the speed in the Stribeck term alone; here it is a first-order lag with that time. The seventh "
            "parameter, the presliding stiffness k_t, is left out: the contact sticks rigidly. Some copies misplace a "
            "bracket of the second equation; this form has the right limits, F_s,a at once and F_s,inf after a long "
            "rest."
    };
    static constexpr Automaton automaton = threeStates; // F_s grows at rest, beginning at the value of the last slide
    static constexpr bool sticksAtEnd = true;

    struct Parameters : SetValuedParameters<Real>
    {
        Real followed;   // 1 - exp (-h/tau_L): coefficient of w per step
        Real ageingTime; // gamma [s]
    };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h)
    {
        return { SetValuedParameters<Real>::from (k, h), -exponentialMinusOne (-(h / k.memoryTime)), k.ageingTime };
    }
    static HWY_INLINE void resume (const Parameters&, ContactState<Real>&) {}

    static HWY_INLINE Real lagged (const Parameters& p, Real w)
    {
        const Real ratio = w * p.inverseStribeckVelocity;
        return Real (1.0) / (Real (1.0) + ratio * ratio);
    }

    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int /*passes*/)
    {
        const Real one (1.0), zero (0.0);
        const auto forward = isMode (state.mode, ContactMode::forward);
        const auto sliding = forward | isMode (state.mode, ContactMode::backward);

        // Friction above F_c now, over N: at rest and in sliding.
        const Real fullStrength = p.muStatic - p.muKinetic;
        const Real base = smaller (state.strength, fullStrength);
        const Real aged = base + (fullStrength - base) * (state.rest / (state.rest + p.ageingTime));
        const Real falling = lagged (p, state.memory);

        auto now = static_cast<const SetValuedParameters<Real>&> (p);
        now.muStatic = p.muKinetic + select (sliding, base, aged);
        auto frozen = now; // g at this step: constant during it
        frozen.muKinetic = p.muKinetic + (now.muStatic - p.muKinetic) * falling;
        SetValuedStep<NoFall, Real> contact (frozen, port, normalForce);

        const Real sign = select (sliding, select (forward, one, -one), contact.holdSign());
        const auto slides = contact.slides (sign, zero);
        const auto [step, sticks] = finishThreeStates (contact, state, normalForce, h, sign, sliding, slides);

        const auto captured = sliding & sticks, released = (! sliding) & (! sticks);
        state.strength = select (captured, base * falling, select (released, aged, base));
        const auto rests = sticks & (! captured) & (! (normalForce < Real (lightestTouch)));
        state.rest = select (rests, state.rest + h, zero);
        const Real speed = select (sticks, zero, absolute (step.relativeVelocity));
        state.memory = state.memory + p.followed * (speed - state.memory);
        return step;
    }

    /** Flow of sliding with the lagged speed w [m/s] and the strength S/N. */
    static FrictionFlow<Real> flow (const Parameters& p, Real normalForce, Real w, Real strength, Real v)
    {
        const Real g = normalForce * (p.muKinetic + strength * lagged (p, w));
        return { v, copySign (g, v) + p.viscosity * v, g * absolute (v) + p.viscosity * v * v };
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
