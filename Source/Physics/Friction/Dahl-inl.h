// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_DAHL_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_DAHL_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_DAHL_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_DAHL_INL_H
 #endif

 #include "Bristle-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Dahl's solid friction: the force depends on the distance, not on the speed.

        dF/dx = sigma_0 |1 - F sgn(v)/F_c|^i sgn (1 - F sgn(v)/F_c)       F = sigma_0 z (+ sigma_2 v)

    In the form of Bristle-inl.h the plasticity is rho (r) = (1 - |1 - r|^i sgn (1 - r))/r with r = F sgn(v)/F_c: one
    for i = 1, positive for every r, so that freezing it is always passive. */
template <class Real>
struct Dahl : BristleLaw, PlasticBristleLaw<Dahl<Real>, Real>
{
    static constexpr std::string_view uses[] = { "mu_kinetic", "bristle",   "travel",       "travel_track",
                                                 "stiffness",  "viscosity", "dahl_exponent" };
    static constexpr LawInfo info {
        .id = "dahl",
        .name = "Dahl",
        .family = "Bristle",
        .summary = "Solid friction: a stress-strain curve, the same at every speed.",
        .equations = "dF/dt = sigma_0 v |1 - F sgn(v)/F_c|^i sgn(1 - F sgn(v)/F_c)\n"
                     "i = 1:  dF/dt = sigma_0 (v - |v| F/F_c)",
        .source =
            "Dahl, \"Solid friction damping of mechanical vibrations\", AIAA Journal 14 (1976) 1675-1682; i = 1 as "
            "printed in the lecture \"Modelica/Dymola: The Multibody library, Friction\".",
        .passivity = "Always: the loss F_c |v| r (1 - |1 - r|^i sgn(1 - r)) is >= 0 for every r.",
        .listenFor =
            "Friction does not fall with speed: the bow pulls the string aside, and it hisses instead of singing.",
        .uses = uses,
        .modes = BristleLaw::modes,
        .remarks =
            "A small exponent gives the sharp yield: i -> 0 is elastic, then at once plastic; from rest, 0.9 F_c is "
            "reached after sigma_0 x/F_c = 1.4 for i = 0.5, 2.3 for 1 and 333 for 4. Some texts say the opposite. The "
            "modulus and the sign, often omitted, keep the law defined where |F| > F_c. The force is F plus sigma_2 "
            "v, an addition. Without a Stribeck fall, the contact drifts when a load below F_c vibrates."
    };

    struct Parameters : BristleParameters<Real>
    {
        Real exponent; // i
        Real literal;  // always 1: the law has only its printed form
    };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real /*h*/)
    {
        Parameters p { BristleParameters<Real>::from (k), k.dahlExponent, Real (0.0) };
        p.damping = Real (0.0); // the law has none
        return p;
    }

    static HWY_INLINE Real frictionCoefficient (const Parameters& p, Real /*v*/) { return p.muKinetic; }
    static HWY_INLINE Real largestFriction (const Parameters& p) { return p.muKinetic; }

    static HWY_INLINE Real plasticity (const Parameters& p, Real /*N*/, Real g, Real spring, Real sign)
    {
        const Real one (1.0);
        const Real r = spring * sign / g, rest = one - r;
        const Real small = p.exponent * (one - Real (0.5) * ((p.exponent - one) * r));
        const Real whole = (one - copySign (power (absolute (rest), p.exponent), rest)) / r;
        return select (absolute (r) < Real (1e-5), small, whole);
    }

    static HWY_INLINE void resume (const Parameters& p, ContactState<Real>& state) { state.friction = p.muKinetic; }
    /** Exponent of 1 - |F|/F_c in the bristle's rate of growth over |v|: below 1 the bristle reaches its limit within a
        finite distance, and the slope has a pole there. */
    static Real exponentAtEnd (const Parameters& p) { return p.exponent; }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
