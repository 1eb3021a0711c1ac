// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_STRIBECK_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_STRIBECK_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_STRIBECK_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_STRIBECK_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Stribeck's falling friction, with any exponent. */
template <class Real>
struct Stribeck : SetValuedLaw<AnyFall, Real>
{
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic", "stribeck_speed", "viscosity",
                                                 "stribeck_exponent" };
    static constexpr LawInfo info {
        .id = "stribeck",
        .name = "Stribeck",
        .family = "Friction curve",
        .summary = "Friction that falls with speed; exponent 1 is exponential, 2 Gaussian, other values lie between or "
                   "beyond.",
        .equations = "F = (F_c + (F_s - F_c) exp(-|v/v_s|^delta)) sgn(v) + sigma_2 v,   v != 0\n|F| <= F_s,   v = 0",
        .source =
            "Lecture \"Modelica/Dymola: The Multibody library, Friction\", Fig. 5.3 d), with delta = 2; delta = 1 is "
            "eq. (5) of Navarro-López (2009), see H_DDS1.",
        .passivity = "Always: F v >= 0 at every instant, for any port.",
        .listenFor = "The classical bowed-string curve: bright, slightly brittle, with hysteresis on steep slopes.",
        .uses = uses,
        .modes = SetValuedLaw<AnyFall, Real>::modes,
        .remarks =
            "At v_s the excess over F_c has fallen to 1/e, for every delta. The Modelica library's fall is delta = 1, "
            "and its F_Stribeck is the excess F_s - F_c. Laws that write exp(-|v|/v_s)^2 have an exponential, not a "
            "Gaussian.",
        .fallExponent = -1.0
    };
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
