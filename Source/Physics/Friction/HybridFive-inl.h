// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_HYBRID_FIVE_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_HYBRID_FIVE_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_HYBRID_FIVE_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_HYBRID_FIVE_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Navarro-López's H_DDS2: H_DDS1 with two states of transition, and no direct edge between the slips.

        from      to        guard, with v at the start of the step
        slip s    stick     the velocity comes to zero
        stick     trans s   |F_eq| > F_s, s = sgn F_eq
        trans s   slip s    s v > delta
        trans s   stick     s v < 0, or |F_eq| <= F_s, or F_eq points the other way
        force     slip      the curve of H_DDS1          trans   F_s s          stick   F_eq up to F_s   (eq. 9)

    One edge per step: a reversal passes through stick, as the paper's prose requires. */
template <class Real>
struct HybridFive : SetValuedLaw<ExponentialFall, Real>
{
    using typename SetValuedLaw<ExponentialFall, Real>::Parameters;
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic", "stribeck_speed", "stick_band" };
    static constexpr std::string_view modes[] = { "stick", "slip +", "slip -", "trans +", "trans -" };
    static constexpr LawInfo info {
        .id = "dds5",
        .name = "H_DDS2",
        .family = "State machine",
        .summary = "H_DDS1 with transition states between stick and slip.",
        .equations = "F = F_eq,   |v| <= delta, |F_eq| <= F_s   (stick)\n"
                     "F = F_s sgn(F_eq),   |v| <= delta, |F_eq| > F_s   (trans +-)\n"
                     "F = N (mu_k + (mu_s - mu_k) exp(-|v|/v_s)) sgn(v),   |v| > delta   (slip +-)",
        .source = "Navarro-López (2009), see H_DDS1: section 4, eq. (9) and the paragraph after Fig. 2.",
        .passivity = "Always: F v >= 0 in every state.",
        .listenFor = "Like H_DDS1; a wide Stick band delays each release.",
        .uses = uses,
        .modes = modes,
        .remarks =
            "The paper gives the guards in Fig. 2 only; these follow the description in its text. Under eqs. (7) and "
            "(9) as printed the speed stays at delta, where it entered the band; here the contact is brought to rest."
    };

    static constexpr AutomatonEdge edges[] = {
        { ContactPhase::rest, Guard::breaksAway, When::always, ContactPhase::pushed, Towards::pull },
        { ContactPhase::slip, Guard::comesToRest, When::always, ContactPhase::rest, Towards::same, Jump::toRest },
        { ContactPhase::pushed, Guard::comesToRest, When::always, ContactPhase::rest, Towards::same, Jump::toRest },
        { ContactPhase::pushed, Guard::leavesBand, When::always, ContactPhase::slip, Towards::motion }
    };
    static constexpr Automaton automaton = edges;

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h) { return Parameters::dry (k, h); }

    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int /*passes*/)
    {
        const Real one (1.0), zero (0.0);
        const auto is = [mode = state.mode] (double which) HWY_ATTR { return isMode (mode, which); };
        const auto wasPlus = is (ContactMode::forward) | is (ContactMode::startForward);
        const auto wasSlip = is (ContactMode::forward) | is (ContactMode::backward);
        const auto wasTrans = is (ContactMode::startForward) | is (ContactMode::startBackward);
        SetValuedStep<ExponentialFall, Real> contact (p, port, normalForce);
        const Real s = select (wasSlip | wasTrans, select (wasPlus, one, -one), contact.holdSign());
        const Real start = s * state.endVelocity;
        const auto slides = contact.slides (s, select (wasSlip, absolute (state.lastVelocity), zero));
        const auto breaks = ! contact.holds();

        const auto slips = ((wasSlip) | (wasTrans & (start > p.band))) & slides;
        const auto pushesOn = breaks & (s * contact.hold > zero);
        const auto staysTrans = wasTrans & (! slips) & pushesOn & (! (start < zero)) & (start <= p.band);
        const auto startsTrans = (! (wasSlip | wasTrans)) & breaks;
        const auto trans = staysTrans | startsTrans;
        const Real mode =
            select (slips, slidingMode (s), select (trans, startingMode (contact.hold), Real (ContactMode::stick)));
        const Real force =
            select (slips, contact.branch.force, select (trans, contact.leaving (s), contact.saturated()));
        return contact.finish (state, normalForce, h, force, mode, ! (slips | trans));
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
