// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_STICTION_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_STICTION_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_STICTION_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_STICTION_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Coulomb's friction with a higher force at rest. */
template <class Real>
struct Stiction : SetValuedLaw<NoFall, Real>
{
    using typename SetValuedLaw<NoFall, Real>::Parameters;
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic" };
    static constexpr LawInfo info { .id = "stiction",
                                    .name = "Stiction",
                                    .family = "Friction curve",
                                    .summary = "Coulomb friction with a higher force at rest.",
                                    .equations = "F = F_c sgn(v),   v != 0\n|F| <= F_s,   v = 0",
                                    .source =
                                        "Lecture \"Modelica/Dymola: The Multibody library, Friction\", Fig. 5.3 b).",
                                    .passivity = "Always: F v >= 0 at every instant, for any port.",
                                    .listenFor = "The simplest stick-slip, with a hard edge at every release.",
                                    .uses = uses,
                                    .modes = SetValuedLaw<NoFall, Real>::modes };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h) { return Parameters::dry (k, h); }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
