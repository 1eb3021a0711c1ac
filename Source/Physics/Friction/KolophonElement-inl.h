// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_KOLOPHON_ELEMENT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_KOLOPHON_ELEMENT_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_KOLOPHON_ELEMENT_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_KOLOPHON_ELEMENT_INL_H
 #endif

 #include "Bristle-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** The contact step of the Kolophon element for a given steady friction g (Physics.md 4): v + b F = c, with the bristle
    at the middle of the step. Everything but g is implicit and has exactly one solution, in closed form.

    All that the normal force and the body's mobility decide is off the way from the free velocity to the force, and
    costs one root and one division: with bare bristles B, q = 1 + B c of their series with a compliance, and

        1 + b (kappa + s2) = X/q,      X = q (1 + b (s1 + s2)) + b h B/2

    one quotient 1/(X sqrt (B q) (1 - xi)) gives q/X, K and 1/sqrt (B q), of which the bristle's stiffness is made. On
    the way there are a root and a division for each pass. */
template <class Real>
struct KolophonStep
{
    Bristle<Real> bristle;
    Real kappa, kappaK, K; // mean bristle force: k x + kappa x';  K = 1/(1 - xi)
    Real elasticVelocity, elasticForce, sign;
    Real A, C, Bg, Bc;

    template <class Parameters>
    HWY_INLINE KolophonStep (const Parameters& p, Real before, const ContactPort<Real>& port, Real normalForce, Real h)
    {
        const Real one (1.0), half (0.5);
        const Real b = port.mobility, c = port.freeVelocity;
        const Real N = larger (normalForce, Real (lightestTouch));
        const Real bare = bareStiffness (p, N), q = mulAdd (bare, p.residualCompliance, one);
        const Real root = squareRoot (bare * q);
        const Real X = mulAdd (q, mulAdd (b, p.damping + p.viscosity, one), (b * (half * h)) * bare);
        const Real holds = one - p.breakaway, quotient = one / ((X * root) * holds), perForce = quotient * holds;
        bristle = Bristle<Real>::press (N, bare, q, X * perForce, p.muStatic);
        bristle.hold (before, normalForce);
        kappa = mulAdd (half * h, bristle.stiffness, p.damping);
        K = (X * root) * quotient;
        kappaK = kappa * K;
        A = kappaK * mulAdd (b, p.viscosity, one);
        Bg = mulAdd (b, p.viscosity + kappaK, one);

        const Real reach = negMulAdd (b, bristle.spring, c);
        elasticVelocity = reach * ((q * root) * perForce);
        elasticForce = mulAdd (kappa, elasticVelocity, bristle.spring);
        sign = copySign (one, reach);
        C = absolute (reach);
        Bc = (sign * c) * kappaK;
    }

    template <class Parameters>
    HWY_INLINE auto isElastic (const Parameters& p, Real g) const
    {
        return (elasticForce * elasticVelocity <= Real (0.0)) | (absolute (elasticForce) <= p.breakaway * g);
    }

    /** |v| if it slides, as a quotient. A u^2 + B u = C g with B = g Bg - Bc: the one root u >= 0, without
        cancellation. */
    struct Speed
    {
        Real above, below;
    };
    HWY_INLINE Speed slidingSpeed (Real g, const Meanwhile& meanwhile) const
    {
        const Real B = mulSub (g, Bg, Bc), Cg = C * g;
        const Real root = squareRoot (mulAdd (B, B, Real (4.0) * (A * Cg)));
        meanwhile();
        const Real T = absolute (B) + root;
        const auto positive = B > Real (0.0);
        return { select (positive, Cg + Cg, T), select (positive, T, A + A) };
    }

    /** Mean relative velocity v under the steady friction g [N]. */
    template <class Parameters>
    HWY_INLINE Real velocity (const Parameters& p, Real g, const Meanwhile& meanwhile) const
    {
        const auto speed = slidingSpeed (g, meanwhile);
        return select (isElastic (p, g), elasticVelocity, (sign * speed.above) / speed.below);
    }

    /** What the bristle bears and what it loses at a g. */
    template <class Mask>
    struct Answer
    {
        Mask elastic;
        Real v, speed;    // v, and |v| if it slides
        Real load, slope; // Fb/g and |v| K/(g + kappa K |v|) if it slides
    };

    /** With |v| = above/below the two divisions don't wait for one another. */
    template <class Parameters>
    HWY_INLINE auto answer (const Parameters& p, Real g, const Meanwhile& meanwhile) const
    {
        const auto speed = slidingSpeed (g, meanwhile);
        const Real whole = mulAdd (kappaK, speed.above, g * speed.below);
        const Real perWhole = Real (1.0) / whole, u = speed.above / speed.below;
        const auto elastic = isElastic (p, g);
        const Real load = mulAdd (sign * kappaK, speed.above, bristle.spring * speed.below) * perWhole;
        return Answer<decltype (isElastic (p, g))> { elastic, select (elastic, elasticVelocity, sign * u), u, load,
                                                     (K * speed.above) * perWhole };
    }

    /** Force, losses and the state at the end of the step, for g [N]. */
    template <class Parameters>
    HWY_INLINE ContactStep<Real> finish (const Parameters& p, ContactState<Real>& state, const ContactPort<Real>& port,
                                         Real normalForce, Real h, Real g, int passes, const Meanwhile& meanwhile) const
    {
        const Real zero (0.0), half (0.5);
        const auto found = answer (p, g, meanwhile);
        const auto elastic = found.elastic;
        const Real v = found.v;
        // load = Fb/g on the plastic branch; |load| >= xi there
        const Real nearly = select (elastic, zero, (found.speed * K) * (found.load - sign * p.breakaway)); // v - x'
        // In front of a slider that gives way late (K large) the bristle creeps while v is fast: x' = v - z_p would
        // keep rounding of K v, and a stiff bristle makes energy of it. Multiplied out the difference is gone. Up to K
        // = 2 it costs a bit at most, and stands.
        const auto late = (p.breakaway > half) & ! elastic;
        const Real slip =
            select (late, found.slope * mulAdd (kappa, v, bristle.spring - sign * (p.breakaway * g)), nearly);
        const Real rate = select (late, found.slope * (sign * g - bristle.spring), v - nearly); // x'
        const Real force = select (elastic, elasticForce, g * found.load);
        const Real viscous = p.viscosity * v;
        const Real heat = mulAdd (p.damping, rate * rate, mulAdd (force, slip, viscous * v));
        return finishBristle (state, bristle, port, normalForce, h, force + viscous, v, rate, heat, elastic, passes);
    }
};

/** The Kolophon element at one instant (Physics.md 3.2), for a steady friction g [N]. */
template <class Parameters, class Real>
FrictionFlow<Real> kolophonFlow (const Parameters& p, Real normalForce, Real g, Real elongation, Real v)
{
    const Real one (1.0), zero (0.0);
    const Real k = p.stiffness + p.stiffnessPerForce * normalForce;
    const Real K = one / (one - p.breakaway);
    const Real spring = k * elongation, elasticForce = spring + p.damping * v, sign = copySign (one, v);
    const auto elastic = (sign * elasticForce) <= p.breakaway * g;
    const Real plasticForce = (spring + p.damping * K * v) / (one + p.damping * K * absolute (v) / g);
    const Real force = select (elastic, elasticForce, plasticForce);
    const Real slip = select (elastic, zero * v, v * K * (sign * force / g - p.breakaway));
    const Real rate = v - slip;
    return { slip, force + p.viscosity * v, p.damping * rate * rate + force * slip + p.viscosity * v * v };
}

/** Zero where the loaded bristle, and damping, come to breakaway, for a steady friction g. [N] */
template <class Parameters, class Real>
std::array<Real, 1> kolophonCorner (const Parameters& p, Real g, Real spring, Real v)
{
    return { std::copysign (Real (1.0), v) * spring + p.damping * std::abs (v) - p.breakaway * g };
}

/** The elastoplastic bristle with a Stribeck slider that is passive whatever its parameters (Physics.md 3.2
    and 4; port-Hamiltonian form after Falaize & Roze, "A generic passive-guaranteed structure", eq. (1);
    plasticity after Dupont, Hayward, Armstrong & Altpeter 2002). A spring k and a dashpot s1 side by side, in series
    with a slider that feels the whole bristle force:

        x'  = v - z_p          Fb = k x + s1 x'          F = Fb + s2 v
        z_p = v K (Fb sgn v/g (v) - xi)+                  K = 1/(1 - xi)
        g (v) = N (mu_k + (mu_s - mu_k) exp (-(v/v_s)^2))

    Limits  xi = 0: drifts under any vibration, as LuGre.  xi = 0.7: no drift below 0.7 g, as Dupont's.  N = 0: x = F =
    0. Energy  k x^2/2, kept as the energy coordinate sqrt (k) x: pressing harder moves k but does no work on the
    bristle. Passive dissipation s1 x'^2 + Fb (v - x') + s2 v^2, each term >= 0 for any parameters and any modulation.

    Discretisation: mean force against mean velocity over the step with g frozen at the last known v; the rest is
    implicit and has exactly one solution, in closed form. Each further pass repeats it with the v just found: passes
    buy accuracy (two: second order), never stability. */
template <class Real>
struct KolophonElement : GaussianBristleLaw<Real>
{
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic",   "stribeck_speed", "bristle",
                                                 "travel",    "travel_track", "stiffness",      "bristle_damping",
                                                 "viscosity", "breakaway" };
    static constexpr LawInfo info {
        "kolophon",
        "Kolophon",
        "Bristle",
        "Elastoplastic bristle whose slider feels the whole bristle force: passive whatever its parameters.",
        "x' = v - z_p,   Fb = k x + s1 x',   F = Fb + s2 v\n"
        "z_p = v (Fb sgn v/g(v) - xi)+ / (1 - xi)\n"
        "g(v) = N (mu_k + (mu_s - mu_k) exp(-(v/v_s)^2))",
        "This project. Its port-Hamiltonian structure is eq. (1) of Falaize & Roze, \"A generic passive-guaranteed "
        "structure for elastoplastic friction models\" (extended abstract); what the plasticity must do is from "
        "Dupont, Hayward, Armstrong & Altpeter (2002): nothing below breakaway, nothing on a reversal, everything "
        "in steady sliding.",
        "Always: the losses s1 x'^2, Fb z_p and s2 v^2 are each >= 0, for any parameters and any modulation.",
        "The instrument's own voice. Breakaway from 0 (creeps, forgiving) to 0.7 and more (holds, speaks with an "
        "edge).",
        uses,
        BristleLaw::modes,
        false,
        "Falaize & Roze's f_out is minus the resisting force. That their R is positive is a hypothesis on the law: the "
        "literal LuGre and Dupont laws with a constant sigma_1 do not satisfy it, this one does.",
        true,
        2.0
    };

    struct Parameters : StribeckBristleParameters<Real>
    {
        Real breakaway; // xi in [0, 1)
    };

    static HWY_INLINE Parameters prepare (const ContactKnobs<Real>& k, Real /*h*/)
    {
        return { StribeckBristleParameters<Real>::from (k), k.breakaway };
    }

    using GaussianBristleLaw<Real>::frictionCoefficient;

    static FrictionFlow<Real> flow (const Parameters& p, Real normalForce, Real elongation, Real v)
    {
        return kolophonFlow (p, normalForce, normalForce * frictionCoefficient (p, v), elongation, v);
    }

    static std::array<Real, 1> corners (const Parameters& p, Real normalForce, Real spring, Real /*temperature*/,
                                        Real v)
    {
        return kolophonCorner (p, normalForce * gaussianFrictionExactly (p, v), spring, v);
    }

    /** One step of length h [s] under the normal force N [N] >= 0, refined `passes` times. Call resume() first whenever
        the parameters are not those of the step before. */
    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int passes,
                                               const Meanwhile& meanwhile = {})
    {
        const KolophonStep<Real> contact (p, state.bristleCoordinate, port, normalForce, h);
        const Real N = contact.bristle.normalForce, width = p.inverseStribeckVelocity * Real (bellPerGaussian);
        const Real fall = N * (p.muStatic - p.muKinetic), kinetic = N * p.muKinetic;
        Real g = N * state.friction;
        for (int pass = 1; pass < passes; ++pass)
            g = bell (contact.velocity (p, g, meanwhile) * width, fall, kinetic);
        const auto step = contact.finish (p, state, port, normalForce, h, g, passes, meanwhile);
        state.friction = frictionCoefficient (p, step.relativeVelocity);
        return step;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
