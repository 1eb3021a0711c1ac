// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_LUGRE_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_LUGRE_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_LUGRE_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_LUGRE_INL_H
 #endif

 #include "Bristle-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** LuGre: a bristle that yields from the first micrometre.

        z' = v - sigma_0 |v|/g(v) z        F = sigma_0 z + sigma_1 z' + sigma_2 v
        g(v) = N (mu_k + (mu_s - mu_k) exp (-(v/v_s)^2))

    With constant sigma_1 it is passive only while sigma_0 |z| <= g (1 + sigma_2/sigma_1), and the standard set of 1995
    yields 12 mJ per cycle (Physics.md 3.1). The switch contact.literal selects the literal law; by default the slider
    carries the dashpot's force, too. */
template <class Real>
struct LuGre : GaussianBristleLaw<Real>, PlasticBristleLaw<LuGre<Real>, Real>
{
    static constexpr std::string_view uses[] = {
        "mu_static",    "mu_kinetic", "stribeck_speed",  "bristle",   "travel",
        "travel_track", "stiffness",  "bristle_damping", "viscosity", "literal"
    };
    static constexpr LawInfo info {
        .id = "lugre",
        .name = "LuGre",
        .family = "Bristle",
        .summary = "The bristle of Lund and Grenoble: lag, presliding, and slow drift under any vibrating load.",
        .equations = "z' = v - sigma_0 |v|/g(v) z\n"
                     "F = sigma_0 z + sigma_1 z' + sigma_2 v\n"
                     "g(v) = F_c + (F_s - F_c) exp(-(v/v_s)^2)",
        .source =
            "Canudas de Wit, Olsson, Åström & Lischinsky, \"A new model for control of systems with friction\", IEEE "
            "Trans. Automatic Control 40 (1995) 419-425; in the form of the lecture \"Modelica/Dymola: The Multibody "
            "library, Friction\".",
        .passivity =
            "As printed, with a constant sigma_1, the loss is >= 0 while sigma_0 |z| <= g (1 + sigma_2/sigma_1), for "
            "which sigma_2 >= sigma_1 (F_s - F_c)/F_c is enough. The parameters of 1995 miss it by a factor near 400. "
            "By default the slider feels sigma_0 z + sigma_1 z', which has the same steady state and is passive for "
            "any sigma_1.",
        .listenFor = "Softer attacks than Kolophon at the same Stretch; under a trembling hand the contact creeps.",
        .uses = uses,
        .modes = BristleLaw::modes,
        .literalCanCreateEnergy = true,
        .remarks =
            "In the paper of 1995 g is a length and stands without sigma_0 in the state equation; here, as in most "
            "later texts, it is a force. \"LuGre is passive\" is true without conditions only from v to z. On the "
            "condition from v to F: Barabanov & Ortega (indexed as Barahanov), IEEE Trans. Automatic Control 45 "
            "(2000) 830-832; as a port-Hamiltonian system: Koopman, Jeltsema & Verhaegen, Simulation Modelling "
            "Practice and Theory 19 (2011) 959-968. A sigma_1 that depends on speed has to fall with it.",
        .fallExponent = 2.0
    };

    struct Parameters : StribeckBristleParameters<Real>
    {
        Real literal; // 1: as printed
    };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real /*h*/)
    {
        return { StribeckBristleParameters<Real>::from (k), k.literal };
    }

    static HWY_INLINE Real plasticity (const Parameters&, Real /*N*/, Real /*g*/, Real /*spring*/, Real /*sign*/)
    {
        return Real (1.0);
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
