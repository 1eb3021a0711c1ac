// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_KOLOPHON_THERMAL_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_KOLOPHON_THERMAL_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_KOLOPHON_THERMAL_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_KOLOPHON_THERMAL_INL_H
 #endif

 #include "KolophonElement-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** The Kolophon element with thermal friction: the sliding friction depends on the temperature of the contact, not on
    its instantaneous speed.

        g = N (mu_k + (mu_s - mu_k) exp (-theta))        theta' = (P/(N v_T) - theta)/tau

    P is the heat of the contact [W], v_T the speed scale of its temperature theta, tau its time. In steady sliding
    theta = g |v|/(N v_T), a curve that falls with speed; during changes the friction lags behind, as measured. g does
    not depend on v, so that the contact step has one root at any slope; and it is passive like the element, because
    only g changes. */
template <class Real>
struct KolophonThermal : BristleLaw
{
    static constexpr std::string_view uses[] = { "mu_static",    "mu_kinetic",    "bristle",         "travel",
                                                 "travel_track", "stiffness",     "bristle_damping", "viscosity",
                                                 "breakaway",    "thermal_speed", "thermal_time" };
    static constexpr LawInfo info {
        .id = "thermal",
        .name = "Kolophon thermal",
        .family = "Bristle",
        .summary = "The Kolophon element with rosin that softens as the contact heats up.",
        .equations = "as Kolophon, with g = N (mu_k + (mu_s - mu_k) exp(-theta))\n"
                     "theta' = (P/(N v_T) - theta)/tau,   P = s1 x'^2 + Fb z_p + s2 v^2\n"
                     "steady sliding, s2 = 0:  mu = mu_k + (mu_s - mu_k) exp(-mu |v|/v_T)",
        .source =
            "This project: one dimensionless contact temperature theta, after Smith & Woodhouse, \"The tribology of "
            "rosin\", J. Mech. Phys. Solids 48 (2000) 1633-1681: sliding friction of rosin follows the temperature of "
            "the contact, not the speed.",
        .passivity = "Always, as Kolophon: temperature changes only g. The contact step has one root at any slope.",
        .listenFor =
            "Attacks speak sooner than with Kolophon at the same stiffness; the tone follows the bow's speed slowly.",
        .uses = uses,
        .modes = BristleLaw::modes,
        .remarks =
            "Not Smith & Woodhouse's equations, in which moving rosin and conduction carry heat. A constant tau is a "
            "simplification; in other models fast sliding cools the contact faster (van Walstijn, Chatziioannou, "
            "Lampis & Matusiak, Acta Acustica 10 (2026) 47, as cited elsewhere)."
    };

    struct Parameters : BristleParameters<Real>
    {
        Real breakaway;              // xi in [0, 1)
        Real inverseThermalVelocity; // 1/v_T [s/m]
        Real relaxed;                // 1 - exp (-h/tau): coefficient of theta per step
        Real inverseThermalTime;     // 1/tau [1/s]
    };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real h)
    {
        const Real rate = Real (1.0) / k.thermalTime;
        return { BristleParameters<Real>::from (k), k.breakaway, Real (1.0) / k.thermalVelocity,
                 -exponentialMinusOne (-(h * rate)), rate };
    }

    static HWY_INLINE Real hotFriction (const Parameters& p, Real temperature)
    {
        return p.muKinetic + (p.muStatic - p.muKinetic) * exponential (-temperature);
    }

    static HWY_INLINE void resume (const Parameters& p, ContactState<Real>& state)
    {
        state.friction = hotFriction (p, state.memory);
    }

    using SegmentConstants = KolophonConstants<Real>;

    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int passes,
                                               const OverlappedWork& meanwhile = {})
    {
        return solve (p, SegmentConstants::of (p, port.mobility, h), state, port, normalForce, h, passes, meanwhile);
    }

    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, const SegmentConstants& segment,
                                               ContactState<Real>& state, const ContactPort<Real>& port,
                                               Real normalForce, Real h, int passes, const OverlappedWork& meanwhile)
    {
        KolophonStep<Real> contact (p, segment, state.bristleCoordinate, port.mobility, normalForce, meanwhile);
        contact.meet (port.freeVelocity);
        const Real N = contact.bristle.normalForce, half (0.5);
        const Real cold = state.memory, toTemperature = p.inverseThermalVelocity / (N * h);
        Real g = N * state.friction, hot = cold;
        ContactStep<Real> step;
        for (int pass = 0; pass < passes; ++pass)
        {
            if (pass > 0) // the temperature at the middle of the step
                g = N * hotFriction (p, half * (cold + hot));
            auto next = state;
            step = contact.finish (p, segment, next, port, normalForce, h, g, passes, meanwhile);
            const Real heat = step.frictionLoss - contact.bristle.sprungBack;
            hot = cold + p.relaxed * (heat * toTemperature - cold);
            if (pass + 1 == passes)
                state = next;
        }
        state.memory = hot;
        state.friction = hotFriction (p, hot);
        return step;
    }

    static FrictionFlow<Real> flow (const Parameters& p, Real normalForce, Real elongation, Real v, Real temperature)
    {
        return kolophonFlow (p, normalForce, normalForce * hotFriction (p, temperature), elongation, v);
    }
    static std::array<Real, 1> corners (const Parameters& p, Real normalForce, Real spring, Real temperature, Real v)
    {
        const Real g = normalForce * (p.muKinetic + (p.muStatic - p.muKinetic) * std::exp (-temperature));
        return kolophonCorner (p, g, spring, v);
    }
    /** Rate theta' [1/s] while the contact loses `power` [W]. */
    static Real heating (const Parameters& p, Real normalForce, Real power, Real temperature)
    {
        return (power * p.inverseThermalVelocity / normalForce - temperature) * p.inverseThermalTime;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
