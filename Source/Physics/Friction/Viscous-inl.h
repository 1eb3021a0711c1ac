// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_VISCOUS_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_VISCOUS_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_VISCOUS_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_VISCOUS_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Coulomb's friction with a higher force at rest and a part that grows with speed. */
template <class Real>
struct Viscous : SetValuedLaw<NoFall, Real>
{
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic", "viscosity" };
    static constexpr LawInfo info { .id = "viscous",
                                    .name = "Viscous",
                                    .family = "Friction curve",
                                    .summary = "Coulomb friction and stiction, with a part that grows with speed.",
                                    .equations = "F = F_c sgn(v) + sigma_2 v,   v != 0\n|F| <= F_s,   v = 0",
                                    .source =
                                        "Lecture \"Modelica/Dymola: The Multibody library, Friction\", Fig. 5.3 c).",
                                    .passivity = "Always: F v >= 0 at every instant, for any port.",
                                    .listenFor = "Like Stiction, damped at speed: wet rubber, oil.",
                                    .uses = uses,
                                    .modes = SetValuedLaw<NoFall, Real>::modes };
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
