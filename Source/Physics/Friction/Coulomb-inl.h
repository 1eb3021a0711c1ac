// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_COULOMB_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_COULOMB_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_COULOMB_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_COULOMB_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Coulomb's friction: a constant force against the motion; at rest any force up to the same value. */
template <class Real>
struct Coulomb : SetValuedLaw<NoFall, Real>
{
    using typename SetValuedLaw<NoFall, Real>::Parameters;
    static constexpr std::string_view uses[] = { "mu_kinetic" };
    static constexpr LawInfo info {
        .id = "coulomb",
        .name = "Coulomb",
        .family = "Friction curve",
        .summary = "Constant friction force at any speed, and up to the same force at rest.",
        .equations = "F = F_c sgn(v),   v != 0\n|F| <= F_c,   v = 0",
        .source = "Coulomb 1785; lecture \"Modelica/Dymola: The Multibody library, Friction\", Fig. 5.3 a).",
        .passivity = "Always: F v >= 0 at every instant, for any port.",
        .listenFor =
            "Friction does not fall with speed, so nothing sings: the bow pulls the body aside; it rings once and "
            "hisses.",
        .uses = uses,
        .modes = SetValuedLaw<NoFall, Real>::modes,
        .remarks = "With sgn (0) = 0 a contact at rest would creep under any load; at rest, friction balances the load."
    };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h)
    {
        auto p = Parameters::dry (k, h);
        p.muStatic = p.muKinetic;
        return p;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
