// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_KOLOPHON_ELEMENT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_KOLOPHON_ELEMENT_INL_H
  #undef KOLOPHON_PHYSICS_KOLOPHON_ELEMENT_INL_H
 #else
  #define KOLOPHON_PHYSICS_KOLOPHON_ELEMENT_INL_H
 #endif

 #include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Everything linear, as the contact sees it in one step: push with a constant force F and the mean relative velocity
    is v = c - b F. Sign conventions of the whole product stand here:

        v = v_bow - u    [m/s]  relative velocity, bow minus surface
        F                [N]    force of the bow on the surface; F v >= 0 means that friction loses energy */
template <class Real>
struct ContactPort
{
    Real freeVelocity; // c = v_bow - a [m/s]
    Real mobility;     // b [m/(s N)] >= 0
};

/** What one contact step found. Means are over the step. */
template <class Real>
struct ContactStep
{
    Real force;            // F [N], mean
    Real relativeVelocity; // v [m/s], mean
    Real elongation;       // bristle x [m] at the end of the step
    Real storedEnergy;     // [J] in the bristle at the end of the step
    Real frictionLoss;     // [J] in the step, from the law's own formula, each term >= 0
    Real regime;           // 0 lifted, 1 elastic, 2 plastic
};

/** The elastoplastic bristle with a Stribeck slider that is passive whatever its parameters (PHYSICS 3 and 4; EP-KV in
    THEORY 1.3; port-Hamiltonian form after Falaize & Roze, "Passive modelling of the elastoplastic friction", eq. (1);
    plasticity after Dupont, Hayward, Armstrong & Altpeter 2002). A spring k and a dashpot s1 side by side, in series
    with a slider that feels the whole bristle force:

        x'  = v - z_p          Fb = k x + s1 x'          F = Fb + s2 v
        z_p = v K (Fb sgn v/g (v) - xi)+                  K = 1/(1 - xi)
        g (v) = N (mu_k + (mu_s - mu_k) exp (-(v/v_s)^2))

    Limits  xi = 0: creeps under any load, as LuGre does.  xi = 0.7: no drift below 0.7 g, as Dupont's.  N = 0: x = F = 0.
    Energy  k x^2/2, kept as the energy coordinate sqrt (k) x: pressing harder moves k but does no work on the bristle.
    Passive dissipation s1 x'^2 + Fb (v - x') + s2 v^2, each term >= 0 for any parameters and any modulation.

    Discretisation: mean force against mean velocity over the step with g frozen at the last known v; the rest is
    implicit and has exactly one solution, in closed form. Each further pass repeats it with the v just found: passes
    buy accuracy (two: second order), never stability. */
template <class Real>
struct KolophonElement
{
    struct Parameters
    {
        Real muStatic, muKinetic;        // mu_s >= mu_k
        Real inverseStribeckVelocity;    // 1/v_s [s/m]
        Real stiffness;                  // k = stiffness + stiffnessPerForce N [N/m]
        Real stiffnessPerForce;          // [1/m]: mu_s/travel for a constant pre-sliding travel
        Real damping;                    // s1 [N s/m]
        Real viscosity;                  // s2 [N s/m]
        Real breakaway;                  // xi in [0, 1)
        Real residualCompliance;         // [m/N] of the modes that the body leaves out, in series with the bristle
    };

    struct State
    {
        Real bristle;      // sqrt (k) x [sqrt (J)]
        Real lastVelocity; // v of the step before [m/s]: where g is frozen, and which branch the contact is on
        Real friction;     // g/N there; worked out at the end of a step, while the body moves on
    };

    /** Steady friction coefficient g (v)/N > 0. */
    static HWY_INLINE Real frictionCoefficient (const Parameters& p, Real v)
    {
        const Real ratio = v * p.inverseStribeckVelocity;
        return p.muKinetic + (p.muStatic - p.muKinetic) * exponential (-(ratio * ratio));
    }

    /** Takes up a state under parameters that may have moved since it was left. */
    static HWY_INLINE void resume (const Parameters& p, State& state)
    {
        state.friction = frictionCoefficient (p, state.lastVelocity);
    }

    /** One step of length h [s] under the normal force N [N] >= 0, refined `passes` times. Call resume() first whenever
        the parameters are not those of the step before. */
    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, State& state, const ContactPort<Real>& port,
                                               Real normalForce, Real h, int passes)
    {
        const Real zero (0.0), one (1.0), two (2.0), half (0.5);
        const Real b = port.mobility, c = port.freeVelocity;
        const auto lifted = normalForce < Real (lightestTouch);
        const Real N = larger (normalForce, Real (lightestTouch));

        const Real bare = p.stiffness + p.stiffnessPerForce * N;
        const Real k = bare / (one + bare * p.residualCompliance);
        const Real rootK = squareRoot (k);

        // A force that the contact can't hold any more lets the bristle spring back: the energy falls, and is booked.
        const Real most = p.muStatic * N / rootK;
        const Real before = state.bristle;
        const Real held = select (lifted, zero, larger (-most, smaller (most, before)));
        const Real sprungBack = half * (before * before - held * held);

        const Real spring = rootK * held;                    // k x
        const Real kappa = half * k * h + p.damping;         // mean bristle force: k x + kappa x'
        const Real K = one / (one - p.breakaway);
        const Real kappaK = kappa * K;
        const Real reach = c - b * spring;

        const Real elasticVelocity = reach * (one / (one + b * (kappa + p.viscosity)));
        const Real elasticForce = spring + kappa * elasticVelocity;
        const auto unloading = elasticForce * elasticVelocity <= zero;
        const Real sign = copySign (one, elasticVelocity);
        const Real C = sign * reach, sc = sign * c;
        const Real A = kappaK * (one + b * p.viscosity);
        const Real Bg = one + b * (p.viscosity + kappaK), Bc = sc * kappaK;

        Real v = state.lastVelocity, speed = zero, g = N * state.friction;
        auto elastic = unloading;
        for (int pass = 0; pass < passes; ++pass)
        {
            if (pass > 0)
                g = N * frictionCoefficient (p, v);
            elastic = unloading | (absolute (elasticForce) <= p.breakaway * g);
            // A u^2 + B u = C g with B = g Bg - Bc: the one root u >= 0, without cancellation on either side
            const Real B = g * Bg - Bc, Cg = C * g;
            const Real Q = squareRoot (B * B + Real (4.0) * (A * Cg));
            const auto positive = B > zero;
            speed = select (positive, Cg + Cg, Q - B) / select (positive, B + Q, A + A);
            v = select (elastic, elasticVelocity, sign * speed);
        }

        // load = Fb/g on the plastic branch; |load| >= xi there
        const Real load = (spring + kappaK * v) / (g + kappaK * speed);
        const Real slip = select (elastic, zero, (speed * K) * (load - sign * p.breakaway)); // v - x'
        const Real stretch = v - slip;                                                      // x'
        const Real bristleForce = select (elastic, elasticForce, g * load);
        const Real viscous = p.viscosity * v;
        const Real after = select (lifted, zero, held + rootK * (h * stretch));
        const Real heat = (p.damping * (stretch * stretch) + bristleForce * slip) + viscous * v;

        ContactStep<Real> step;
        step.force = select (lifted, zero, bristleForce + viscous);
        step.relativeVelocity = select (lifted, c, v);
        step.elongation = after / rootK;
        step.storedEnergy = half * (after * after);
        step.frictionLoss = select (lifted, zero, h * heat) + sprungBack;
        step.regime = select (lifted, zero, select (elastic, one, two));
        state.bristle = after;
        state.lastVelocity = step.relativeVelocity;
        state.friction = frictionCoefficient (p, step.relativeVelocity);
        return step;
    }

    /** Below this normal force [N] the bow is off the string. */
    static constexpr double lightestTouch = 1e-9;
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
