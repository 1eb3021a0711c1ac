// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_SWITCH_MODEL_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_SWITCH_MODEL_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_SWITCH_MODEL_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_SWITCH_MODEL_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** The switch model of Leine and others: three sets of equations, one at a time.

        |v| >  eta               slip         F = (F_c + (F_s - F_c)/(1 + |v|/v_s)) sgn (v)
        |v| <= eta, |F_a| <= F_s stick        v' = -alpha v: the speed is led back to zero
        |v| <= eta, |F_a| >  F_s transition   F = F_s sgn (F_a)

    The paper's curve is F_s/(1 + delta |v|): mu_k = 0, v_s = 1/delta. F_a is the force with which the step ends at v
    exp (-alpha h). */
template <class Real>
struct SwitchModel : SetValuedLaw<HyperbolicFall, Real>
{
    using typename SetValuedLaw<HyperbolicFall, Real>::Parameters;
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic", "stribeck_speed", "stick_band",
                                                 "stick_rate" };
    static constexpr std::string_view modes[] = { "stick", "slip +", "slip -", "transition +", "transition -" };
    static constexpr LawInfo info {
        .id = "switch",
        .name = "Switch",
        .family = "State machine",
        .summary = "Slip, stick and transition as three systems; during stick the speed decays.",
        .equations = "slip, |v| > eta:  F = (F_c + (F_s - F_c)/(1 + |v|/v_s)) sgn(v)\n"
                     "stick, |v| <= eta and |F_a| <= F_s:  dv/dt = -alpha v\n"
                     "transition, |v| <= eta and |F_a| > F_s:  F = F_s sgn(F_a)\n"
                     "Leine's curve is F_s/(1 + delta |v|): F_c = 0, v_s = 1/delta",
        .source =
            "Leine, van Campen, de Kraker & van den Steen, \"Stick-slip vibrations induced by alternate friction "
            "models\", Nonlinear Dynamics 16 (1998) 41-54; combined with Karnopp's band in eq. (9) of Navarro-López "
            "(2009), see H_DDS2.",
        .passivity = "Always: F v >= 0 at every instant, because F never exceeds the force that stops the contact.",
        .listenFor =
            "Like Stribeck with a slow return to sticking: a lower Stick rate lets the string slide into place.",
        .uses = uses,
        .modes = modes,
        .remarks =
            "Leine's curve has no Coulomb floor; mu_k is an addition. In the paper, a pull that differs from friction "
            "closes the band; here the contact's own force closes it and enters the ledger."
    };

    static constexpr AutomatonEdge edges[] = {
        { ContactPhase::rest, Guard::breaksAway, When::always, ContactPhase::pushed, Towards::pull },
        { ContactPhase::slip, Guard::entersBand, When::decays, ContactPhase::decay },
        { ContactPhase::slip, Guard::entersBand, When::always, ContactPhase::pushed },
        { ContactPhase::pushed, Guard::canDecay, When::always, ContactPhase::decay, Towards::motion },
        { ContactPhase::pushed, Guard::leavesAnyway, When::always, ContactPhase::slip, Towards::motion },
        { ContactPhase::decay, Guard::cannotDecay, When::always, ContactPhase::pushed },
        { ContactPhase::decay, Guard::hasStopped, When::holds, ContactPhase::rest, Towards::same, Jump::toRest },
        { ContactPhase::decay, Guard::hasStopped, When::always, ContactPhase::pushed, Towards::pull }
    };
    static constexpr Automaton automaton = edges;

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h) { return Parameters::dry (k, h); }

    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int /*passes*/)
    {
        const auto inBand = absolute (state.endVelocity) <= p.band;
        const Real endsAt = select (inBand, p.carried * state.endVelocity, Real (0.0));
        return solveBand<HyperbolicFall> (p, state, port, normalForce, h, endsAt);
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
