// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_HYBRID_THREE_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_HYBRID_THREE_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_HYBRID_THREE_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_HYBRID_THREE_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Navarro-López's H_DDS1: a hybrid automaton with the states slip+, slip- and stick, and every edge between them.

        slip        F = N (mu_k + (mu_s - mu_k) exp (-|v|/v_s)) sgn (v)        v_s = v_f/gamma_b in eq. (5)
        stick       F = u_eq, |u_eq| <= F_s
        guards      eq. (8) ff.; see the table of solveThreeStates() in SetValued-inl.h */
template <class Real>
struct HybridThree : SetValuedLaw<ExponentialFall, Real>
{
    using typename SetValuedLaw<ExponentialFall, Real>::Parameters;
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic", "stribeck_speed" };
    static constexpr LawInfo info {
        .id = "dds3",
        .name = "H_DDS1",
        .family = "State machine",
        .summary = "Hybrid automaton with three states: slip +, slip - and stick.",
        .equations = "F = N (mu_k + (mu_s - mu_k) exp(-|v|/v_s)) sgn(v),   slip +-\n"
                     "F = F_eq,   stick\n"
                     "slip +- -> stick: v = 0, |F_eq| <= F_s;  stick or slip -+ -> slip +-: v = 0, +-F_eq > F_s",
        .source =
            "Navarro-López, \"Hybrid-automaton models for simulating systems with sliding motion: still a "
            "challenge\", 3rd IFAC Conf. on Analysis and Design of Hybrid Systems (2009) 322-327, Definition 2, eqs. "
            "(5) and (8) and the guard sets after (8).",
        .passivity = "Always: F v >= 0 in every state.",
        .listenFor = "A crisp classical curve: the reference for the laws with more states.",
        .uses = uses,
        .modes = SetValuedLaw<ExponentialFall, Real>::modes,
        .remarks =
            "v_s = nu_f/gamma_b in eq. (5). The paper uses u_eq for two quantities: normalised in eqs. (3) and (4), "
            "where it is -T_eb/T_sb, and a torque in section 3. The guards are right as printed."
    };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h) { return Parameters::dry (k, h); }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
