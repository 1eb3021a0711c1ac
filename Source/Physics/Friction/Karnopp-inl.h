// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_KARNOPP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_KARNOPP_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_KARNOPP_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_KARNOPP_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Karnopp's model: speeds inside a band count as rest, where friction is the force that keeps the system there, up to
    static friction.

        |v| <= DV    F = sat (F_a, F_s)
        |v| >  DV    F = F_c sgn (v)

    F_a is the force that stops the contact at the end of the step. With F_s = F_c and DV = 0 it is the model as the
    lecture prints it. */
template <class Real>
struct Karnopp : SetValuedLaw<NoFall, Real>
{
    using typename SetValuedLaw<NoFall, Real>::Parameters;
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic", "stick_band" };
    static constexpr std::string_view modes[] = { "stick", "slip +", "slip -", "leaving +", "leaving -" };
    static constexpr LawInfo info {
        .id = "karnopp",
        .name = "Karnopp",
        .family = "State machine",
        .summary = "Coulomb friction outside a band of speeds that counts as rest.",
        .equations = "F = sat(F_a, F_s),   |v| <= DV\nF = F_c sgn(v),   |v| > DV",
        .source =
            "Karnopp, \"Computer simulation of stick-slip friction in mechanical dynamic systems\", ASME J. Dynamic "
            "Systems, Measurement, and Control 107 (1985) 100-103; lecture \"Modelica/Dymola: The Multibody library, "
            "Friction\", Fig. 5.3 f), with F_s = F_c and DV = 0.",
        .passivity = "Always: F v >= 0 at every instant, because F never exceeds the force that stops the contact.",
        .listenFor = "Like Stiction; a wide band softens every release and dulls the tone.",
        .uses = uses,
        .modes = modes,
        .remarks =
            "F_a is the sum of all other forces on the contact; inside the band F has the sign of F_a, not of v. The "
            "contact is brought to rest inside the band, because balanced forces alone would let it drift for ever. "
            "If that takes more than F_s, F_s acts: on the way out of the band (leaving +-), and for a moment on the "
            "way in. The lecture's \"0 < F_a < F_f\" means F_c. DV is numerical, not physical."
    };

    static constexpr AutomatonEdge edges[] = {
        { ContactPhase::rest, Guard::breaksAway, When::always, ContactPhase::pushed, Towards::pull },
        { ContactPhase::slip, Guard::entersBand, When::always, ContactPhase::pushed },
        { ContactPhase::pushed, Guard::comesToRest, When::holds, ContactPhase::rest, Towards::same, Jump::toRest },
        { ContactPhase::pushed, Guard::comesToRest, When::always, ContactPhase::pushed, Towards::pull },
        { ContactPhase::pushed, Guard::leavesBand, When::always, ContactPhase::slip, Towards::motion }
    };
    static constexpr Automaton automaton = edges;

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h) { return Parameters::dry (k, h); }

    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int /*passes*/)
    {
        return solveBand<NoFall> (p, state, port, normalForce, h, Real (0.0));
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
