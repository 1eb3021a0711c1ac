// SPDX-License-Identifier: GPL-3.0-or-later
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
/** Values that are constant during a segment of steps: they depend on knobs, time step and the body's mobility b. */
template <class Real>
struct KolophonConstants
{
    Real K;                         // 1/(1 - xi)
    Real viscous, twice, fourTimes; // 1 + b s2
    Real damped;                    // 1 + b (s1 + s2)
    Real pushed;                    // b h/2 [m/N]
    Real halfStep;                  // h/2 [s]
    bool late;                      // xi > 1/2 in some lane, see KolophonStep::finish

    template <class Parameters>
    static HWY_INLINE KolophonConstants of (const Parameters& p, Real mobility, Real h)
    {
        const Real one (1.0), half (0.5), viscous = mulAdd (mobility, p.viscosity, one), twice = viscous + viscous;
        return { one / (one - p.breakaway),
                 viscous,
                 twice,
                 twice + twice,
                 mulAdd (mobility, p.damping + p.viscosity, one),
                 mobility * (half * h),
                 half * h,
                 anyTrue (p.breakaway > half) };
    }
};

/** The contact step of the Kolophon element for a given steady friction g (Physics.md 4): v + b F = c, with the bristle
    at the middle of the step. Everything but g is implicit and has exactly one solution, in closed form.

    Values that depend only on the normal force and the body's mobility are off the critical path from the free velocity
    to the force, and cost one root and one division: with bare bristles B, q = 1 + B c of their series with a
    compliance, and

        1 + b (kappa + s2) = X/q,      X = q (1 + b (s1 + s2)) + b h B/2

    one quotient 1/(X sqrt (B q)) gives q/X and 1/sqrt (B q), from which the bristle's stiffness is computed. The
    critical path has one root and one division per pass. */
template <class Real>
struct KolophonStep
{
    Bristle<Real> bristle;
    Real b;                // the body's mobility [m/(s N)]
    Real kappa, kappaK, K; // mean bristle force: k x + kappa x';  K = 1/(1 - xi)
    Real eased;            // v over c - b k x during sticking
    Real Bg, twiceA, fourA;

    // Functions of the free velocity c, set by meet():
    Real elasticVelocity, elasticForce, holds;
    Real reach; // c - b k x: its sign is that of the velocity
    Real Bc, twiceC, fourAC;

    template <class Parameters>
    HWY_INLINE KolophonStep (const Parameters& p, const KolophonConstants<Real>& segment, Real before, Real mobility,
                             Real normalForce, const OverlappedWork& meanwhile)
        : b (mobility)
    {
        const Real one (1.0);
        const Real N = maximum (normalForce, Real (lightestTouch));
        const Real bare = bareStiffness (p, N), q = mulAdd (bare, p.residualCompliance, one);
        const Real root = squareRoot (bare * q);
        meanwhile();
        const Real X = mulAdd (q, segment.damped, segment.pushed * bare), quotient = one / (X * root);
        bristle = Bristle<Real>::press (N, bare, q, X * quotient, p.muStatic);
        bristle.hold (before, normalForce);
        kappa = mulAdd (segment.halfStep, bristle.stiffness, p.damping);
        K = segment.K;
        kappaK = kappa * K;
        twiceA = kappaK * segment.twice;
        fourA = kappaK * segment.fourTimes;
        Bg = mulAdd (b, kappaK, segment.viscous);
        eased = (q * root) * quotient;
    }

    /** Sets the free velocity [m/s] of the step. */
    HWY_INLINE void meet (Real c)
    {
        reach = negMulAdd (b, bristle.spring, c);
        elasticVelocity = reach * eased;
        elasticForce = mulAdd (kappa, elasticVelocity, bristle.spring);
        holds = negMulAdd (elasticForce, elasticVelocity, Real (0.0));
        const Real C = absolute (reach);
        twiceC = C + C;
        fourAC = fourA * C;
        Bc = turned (c, reach) * kappaK;
    }

    /** Negative if the load of the bristle exceeds its elastic limit, so that the contact slides. */
    template <class Parameters>
    HWY_INLINE Real margin (const Parameters& p, Real g) const
    {
        return maximum (holds, mulSub (p.breakaway, g, absolute (elasticForce)));
    }

    /** True for a single contact that sticks, which needs no root; that is the case for more than half of a string's
        period. Eight lanes seldom stick all at once. */
    static HWY_INLINE bool sticksAlone (Real sticks)
    {
        if constexpr (std::is_same_v<Real, double>)
            return sticks >= 0.0;
        else
            return false;
    }

    /** |v| if it slides, as a quotient. A u^2 + B u = C g with B = g Bg - Bc: the one root u >= 0, without
        cancellation. */
    struct Speed
    {
        Real above, below;
    };
    HWY_INLINE Speed slidingSpeed (Real g, const OverlappedWork& meanwhile) const
    {
        const Real minusB = negMulAdd (g, Bg, Bc);
        const Real root = squareRoot (mulAdd (minusB, minusB, fourAC * g));
        meanwhile();
        const Real T = absolute (minusB) + root;
        return { ifNegative (minusB, twiceC * g, T), ifNegative (minusB, T, twiceA) };
    }

    /** Mean relative velocity v under the steady friction g [N]. */
    template <class Parameters>
    HWY_INLINE Real velocity (const Parameters& p, Real g, const OverlappedWork& meanwhile) const
    {
        const Real sticks = margin (p, g);
        if (sticksAlone (sticks))
            return elasticVelocity;
        const auto speed = slidingSpeed (g, meanwhile);
        return ifNegative (sticks, turned (speed.above, reach) / speed.below, elasticVelocity);
    }

    /** Solution of the step for one g. */
    struct Solution
    {
        Real margin;
        Real v, speed;    // v, and |v| if it slides
        Real load, slope; // Fb/g and |v| K/(g + kappa K |v|) if it slides
    };

    /** Computes it from |v| = above/below, so that the two divisions are independent. */
    template <class Parameters>
    HWY_INLINE Solution solution (const Parameters& p, Real g, const OverlappedWork& meanwhile) const
    {
        const Real sticks = margin (p, g);
        if (sticksAlone (sticks))
            return { sticks, elasticVelocity, sticks, sticks, sticks };
        const auto speed = slidingSpeed (g, meanwhile);
        const Real whole = mulAdd (kappaK, speed.above, g * speed.below);
        const Real perWhole = Real (1.0) / whole, u = speed.above / speed.below;
        const Real load = mulAdd (turned (kappaK, reach), speed.above, bristle.spring * speed.below) * perWhole;
        return { sticks, ifNegative (sticks, turned (u, reach), elasticVelocity), u, load,
                 (K * speed.above) * perWhole };
    }

    /** z_p [m/s] of an answer: 0 where it sticks. */
    template <class Parameters>
    HWY_INLINE Real slipOf (const Parameters& p, const Solution& found) const
    {
        return ifNegative (found.margin, (found.speed * K) * (found.load - turned (p.breakaway, reach)), Real (0.0));
    }

    /** The plasticity beta = z_p/Fb [m/(s N)], never negative, of an answer whose bristle pulls with `elastic` [N]:
        frozen for the line of several contacts, see ContactLines-inl.h. */
    template <class Parameters>
    HWY_INLINE Real plasticityOf (const Parameters& p, const Solution& found, Real elastic) const
    {
        const Real zero (0.0);
        return larger (zero, select (absolute (elastic) > Real (1e-200), slipOf (p, found) / elastic, zero));
    }

    /** Finishes the step for g [N]: force, losses and the new state. */
    template <class Parameters>
    HWY_INLINE ContactStep<Real> finish (const Parameters& p, const KolophonConstants<Real>& segment,
                                         ContactState<Real>& state, const ContactPort<Real>& port, Real normalForce,
                                         Real h, Real g, int passes, const OverlappedWork& meanwhile) const
    {
        const Real zero (0.0), half (0.5);
        const auto found = solution (p, g, meanwhile);
        const auto elastic = zero <= found.margin;
        const Real v = found.v;
        // load = Fb/g on the plastic branch; |load| >= xi there
        Real slip = slipOf (p, found);
        Real rate = v - slip; // x'
        // With a large K (breakaway near 1) the bristle creeps while v is fast: x' = v - z_p would keep the rounding
        // error of K v, which a stiff bristle turns into energy. The expanded form has no difference. Up to K = 2 the
        // error is at most a bit, and the plain form is kept.
        if (segment.late)
        {
            const auto late = (p.breakaway > half) & ! elastic;
            slip =
                select (late, found.slope * mulAdd (kappa, v, bristle.spring - turned (p.breakaway * g, reach)), slip);
            rate = select (late, found.slope * (turned (g, reach) - bristle.spring), rate);
        }
        const Real force = ifNegative (found.margin, g * found.load, elasticForce);
        const Real heat = mulAdd (p.damping, rate * rate, mulAdd (force, slip, (p.viscosity * v) * v));
        return finishBristle (state, bristle, port, normalForce, h, mulAdd (p.viscosity, v, force), v, rate, heat,
                              elastic, passes);
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

/** Zero at the corner where the force of spring and damping reaches breakaway, for a steady friction g. [N] */
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
        .id = "kolophon",
        .name = "Kolophon",
        .family = "Bristle",
        .summary = "Elastoplastic bristle whose slider feels the whole bristle force: passive for any parameters.",
        .equations = "x' = v - z_p,   Fb = k x + s1 x',   F = Fb + s2 v\n"
                     "z_p = v (Fb sgn v/g(v) - xi)+ / (1 - xi)\n"
                     "g(v) = N (mu_k + (mu_s - mu_k) exp(-(v/v_s)^2))",
        .source =
            "This project. Its port-Hamiltonian structure is eq. (1) of Falaize & Roze, \"A generic "
            "passive-guaranteed structure for elastoplastic friction models\" (extended abstract). The requirements "
            "on the plasticity are from Dupont, Hayward, Armstrong & Altpeter (2002): none below breakaway, none on a "
            "reversal, all of it in steady sliding.",
        .passivity =
            "Always: the losses s1 x'^2, Fb z_p and s2 v^2 are each >= 0, for any parameters and any modulation.",
        .listenFor =
            "The instrument's own sound. Breakaway ranges from 0 (creeps, forgiving) to 0.7 and more (holds, speaks "
            "with an edge).",
        .uses = uses,
        .modes = BristleLaw::modes,
        .remarks =
            "Falaize & Roze's f_out is minus the resisting force. Their positive R is an assumption about the law: "
            "the literal LuGre and Dupont laws with a constant sigma_1 do not satisfy it; this law does.",
        .fallExponent = 2.0
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

    /** Adds the constants of this law's curve. */
    struct SegmentConstants : KolophonConstants<Real>
    {
        Real bellWidth, fall; // sqrt (log2 e)/v_s [s/m], mu_s - mu_k

        static HWY_INLINE SegmentConstants of (const Parameters& p, Real mobility, Real h)
        {
            return { KolophonConstants<Real>::of (p, mobility, h), p.inverseStribeckVelocity * Real (bellPerGaussian),
                     p.muStatic - p.muKinetic };
        }
    };

    /** One step of length h [s] under the normal force N [N] >= 0, refined `passes` times. Call resume() first whenever
        the parameters are not those of the step before. */
    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int passes,
                                               const OverlappedWork& meanwhile = {})
    {
        return solve (p, SegmentConstants::of (p, port.mobility, h), state, port, normalForce, h, passes, meanwhile);
    }

    /** The same with precomputed constants, for many steps. */
    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, const SegmentConstants& segment,
                                               ContactState<Real>& state, const ContactPort<Real>& port,
                                               Real normalForce, Real h, int passes, const OverlappedWork& meanwhile)
    {
        KolophonStep<Real> contact (p, segment, state.bristleCoordinate, port.mobility, normalForce, meanwhile);
        contact.meet (port.freeVelocity);
        const Real N = contact.bristle.normalForce, fall = N * segment.fall, kinetic = N * p.muKinetic;
        Real g = N * state.friction;
        for (int pass = 1; pass < passes; ++pass)
            g = bell (contact.velocity (p, g, meanwhile) * segment.bellWidth, fall, kinetic);
        const auto step = contact.finish (p, segment, state, port, normalForce, h, g, passes, meanwhile);
        state.friction = bell (step.relativeVelocity * segment.bellWidth, segment.fall, p.muKinetic);
        return step;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
