// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_DUPONT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_DUPONT_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_DUPONT_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_DUPONT_INL_H
 #endif

 #include "Bristle-inl.h"

 #include <numbers>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Dupont's elastoplastic bristle: LuGre with a plasticity that is zero below breakaway and on every reversal.

        z' = v (1 - alpha(z, v) z sgn(v)/z_ss)      z_ss = g(v)/sigma_0      F = sigma_0 z + sigma_1 z' + sigma_2 v
        alpha = 0                                                         |z| <= z_ba, or sgn z != sgn v
                (1 + sin (pi (|z| - (z_ss + z_ba)/2)/(z_ss - z_ba)))/2    z_ba < |z| < z_ss
                1                                                         |z| >= z_ss

    with z_ba = xi F_c/sigma_0 < z_ss for any xi < 1. Repaired and literal as in LuGre. */
template <class Real>
struct Dupont : GaussianBristleLaw<Real>, PlasticBristleLaw<Dupont<Real>, Real>
{
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic",   "stribeck_speed", "bristle",
                                                 "travel",    "travel_track", "stiffness",      "bristle_damping",
                                                 "viscosity", "breakaway",    "literal" };
    static constexpr LawInfo info {
        .id = "dupont",
        .name = "Dupont",
        .family = "Bristle",
        .summary = "LuGre without drift: purely elastic up to breakaway.",
        .equations = "z' = v (1 - alpha(z,v) sigma_0 z sgn(v)/g(v))\n"
                     "F = sigma_0 z + sigma_1 z' + sigma_2 v\n"
                     "alpha = 0 for |z| <= z_ba or sgn z != sgn v;  1 for |z| >= z_ss = g/sigma_0;\n"
                     "alpha = (1 + sin(pi (|z| - (z_ss + z_ba)/2)/(z_ss - z_ba)))/2 between;  z_ba = xi F_c/sigma_0",
        .source =
            "Dupont, Hayward, Armstrong & Altpeter, \"Single state elastoplastic friction models\", IEEE Trans. "
            "Automatic Control 47 (2002) 787-792; as a port-Hamiltonian system: Falaize & Roze, \"A generic "
            "passive-guaranteed structure for elastoplastic friction models\" (extended abstract), eq. (1) and Fig. 1.",
        .passivity =
            "As printed, with a constant sigma_1, the loss is >= 0 while alpha sigma_0 |z| <= g (1 + "
            "sigma_2/sigma_1), and may be negative beyond (as in LuGre). By default the slider feels sigma_0 z + "
            "sigma_1 z', which is passive for any sigma_1.",
        .listenFor = "Like LuGre, with a firmer hold. Published simulations use a breakaway of 0.7.",
        .uses = uses,
        .modes = BristleLaw::modes,
        .literalCanCreateEnergy = true,
        .remarks =
            "alpha is symmetric in z and v here. Some programs take the sine of a signed z and lose the elastic zone "
            "for v < 0, or omit the test of the signs, which makes unloading plastic; Willemsen, Bilbao & Serafin "
            "(DAFx-19) have the correct form. Fig. 1 of Falaize & Roze prints no parameters.",
        .fallExponent = 2.0
    };

    struct Parameters : StribeckBristleParameters<Real>
    {
        Real breakaway; // xi in [0, 1)
        Real literal;   // 1: as printed
    };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real /*h*/)
    {
        return { StribeckBristleParameters<Real>::from (k), k.breakaway, k.literal };
    }

    static HWY_INLINE Real plasticity (const Parameters& p, Real N, Real g, Real spring, Real sign)
    {
        const Real zero (0.0), one (1.0), half (0.5);
        const Real load = spring * sign, lowest = p.breakaway * p.muKinetic * N;
        const Real argument = (load - half * (g + lowest)) / (g - lowest); // -1/2 at breakaway, 1/2 at steady sliding
        const Real inside = larger (-half, smaller (half, argument));
        const Real alpha = half * (one + sineCosine (Real (std::numbers::pi) * inside).sine);
        return select (load <= lowest, zero, alpha);
    }

    /** Zeros where plasticity begins, at z_ba, and where it is complete, at z_ss. [N] */
    static std::array<Real, 2> corners (const Parameters& p, Real normalForce, Real spring, Real /*temperature*/,
                                        Real v)
    {
        const Real load = std::copysign (Real (1.0), v) * spring, g = normalForce * gaussianFrictionExactly (p, v);
        return { load - p.breakaway * p.muKinetic * normalForce, load - g };
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
