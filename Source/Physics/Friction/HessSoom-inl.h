// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_HESS_SOOM_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_HESS_SOOM_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_HESS_SOOM_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_HESS_SOOM_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Hess and Soom's curve: the fall is a rational function of speed. */
template <class Real>
struct HessSoom : SetValuedLaw<RationalFall, Real>
{
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic", "stribeck_speed", "viscosity" };
    static constexpr LawInfo info {
        .id = "hess_soom",
        .name = "Hess-Soom",
        .family = "Friction curve",
        .summary = "Friction of a lubricated line contact, with a slow, long fall.",
        .equations = "F = (F_c + (F_s - F_c)/(1 + (v/v_s)^2)) sgn(v) + sigma_2 v,   v != 0\n|F| <= F_s,   v = 0",
        .source =
            "Hess & Soom, \"Friction at a lubricated line contact operating at oscillating sliding velocities\", ASME "
            "J. Tribology 112 (1990) 147-152; named in the lecture \"Modelica/Dymola: The Multibody library, "
            "Friction\", Fig. 5.3 e).",
        .passivity = "Always: F v >= 0 at every instant, for any port.",
        .listenFor = "Like Stribeck with a longer tail: fast bows keep some grip.",
        .uses = uses,
        .modes = SetValuedLaw<RationalFall, Real>::modes,
        .remarks =
            "The lecture's figure prints a name and no formula; the curve follows later texts. At v = 3 v_s a tenth "
            "of the excess is left; the Gaussian leaves a ten-thousandth."
    };
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
