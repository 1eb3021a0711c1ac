// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_WIDE_CONTACT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_WIDE_CONTACT_INL_H
  #undef KOLOPHON_PHYSICS_WIDE_CONTACT_INL_H
 #else
  #define KOLOPHON_PHYSICS_WIDE_CONTACT_INL_H
 #endif

 #include "ContactLoop-inl.h"
 #include "Friction/KolophonElement-inl.h"
 #include "WideFields.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** A bow of finite width: three points of contact, its middle and its two edges, each with bristles of its own under a
    fraction of the normal force. At these points the body is a matrix,

        v_j + sum_k B_jk F_k = c_j        B_jk = sum over modes of (r_j r_k/h) Q,  symmetric, positive definite

    The points are close together and may oppose each other: stiff bristles pull against one another with fifty times
    the force of the whole bow. The entries of B are then nearly the same number, and their sums with those forces
    cancel to rounding errors. So the forces are expressed as the sum over all points, the difference of the edges, and
    the sum of the edges,

        G = (F_0 + F_1 + F_2, F_1 - F_2, F_1 + F_2)        (r_0, (r_1 - r_2)/2, (r_1 + r_2)/2 - r_0)

    against shapes of which the last two are small. A body of one mode still responds to one combination of these only,
    and is not moved by the others, except for rounding: so the forces act on the body through the eigenvectors V of its
    B in this basis,

        P = V' G        shapes V' (r_0, (r_1 - r_2)/2, (r_1 + r_2)/2 - r_0)

    where no term that does work cancels: opposing forces move only the combinations on which they do work, to the last
    digit.

    Each pass solves the points in turn, each against the forces of the others (the closed form of the Kolophon
    element). The books must close even with the mismatch that remains then: finally the plasticity of each point is
    frozen, beta_j = z_p/Fb >= 0, and with it the force is linear in v,

        Fb = (k x + kappa v)/(1 + kappa beta),   x' = (v - beta k x)/(1 + kappa beta),   F = Fb + s2 v

    so that v = q (F - o), and a symmetric, positive definite 3 x 3 system for P gives forces and velocities that
    satisfy the equations above to rounding. Each point still loses s1 x'^2 + beta Fb^2 + s2 v^2 >= 0 (Physics.md 5, and
    3.2 for the element). */
struct WideBow
{
    static constexpr int points = 3; // 0 the middle, 1 and 2 the edges
};

/** Orthogonal eigenvectors, as components of G. */
template <class Real>
struct WideBasis : ThreeVectors<Real>
{
    using ThreeVectors<Real>::v;

    /** Computes the eigenvectors of b by Jacobi's rotations, with more sweeps than a 3 x 3 matrix ever needed. Any
        orthogonal basis is correct; a better one loses fewer digits to opposing forces. */
    static HWY_NOINLINE WideBasis of (SymmetricThree<Real> b)
    {
        const Real zero (0.0), one (1.0), two (2.0);
        WideBasis basis { { { { one, zero, zero }, { zero, one, zero }, { zero, zero, one } } } };
        constexpr int pairs[][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 2, 0 } }; // which two, and the other
        for (int sweep = 0; sweep < 5; ++sweep)
            for (const auto& [p, q, other] : pairs)
            {
                const Real apart = b.at (q, q) - b.at (p, p), off = two * b.at (p, q);
                const Real length = absolute (apart) + squareRoot (apart * apart + off * off);
                const Real t =
                    select (length > Real (1e-150), copySign (off, off * apart) / larger (length, Real (1e-150)), zero);
                const Real cosine = one / squareRoot (one + t * t), sine = t * cosine;
                const Real step = t * b.at (p, q);
                b.at (p, p) = b.at (p, p) - step;
                b.at (q, q) = b.at (q, q) + step;
                b.at (p, q) = zero;
                const Real atP = b.at (p, other), atQ = b.at (q, other);
                b.at (p, other) = cosine * atP - sine * atQ;
                b.at (q, other) = sine * atP + cosine * atQ;
                for (auto& row : basis.v)
                {
                    const Real first = row[p], second = row[q];
                    row[p] = cosine * first - sine * second;
                    row[q] = sine * first + cosine * second;
                }
            }
        return basis;
    }

    /** V x: from eigenvectors to components. */
    HWY_INLINE void outOf (const Real (&x)[3], Real (&y)[3]) const
    {
        for (int i = 0; i < 3; ++i)
            y[i] = (v[i][0] * x[0] + v[i][1] * x[1]) + v[i][2] * x[2];
    }

    /** V' x */
    HWY_INLINE void into (const Real (&x)[3], Real (&y)[3]) const
    {
        for (int i = 0; i < 3; ++i)
            y[i] = (v[0][i] * x[0] + v[1][i] * x[1]) + v[2][i] * x[2];
    }
};

template <class Real>
struct WideMobility
{
    WideBasis<Real> basis;
    SymmetricThree<Real> whole;                   // for P, of the actual shapes [m/(s N)]: diagonal except for rounding
    Real point[WideBow::points][WideBow::points]; // B_jk [m/(s N)]

    /** `b` for forces G. */
    static HWY_INLINE WideMobility of (const WideBasis<Real>& basis, const SymmetricThree<Real>& whole,
                                       const SymmetricThree<Real>& b)
    {
        const Real mean = b.a[0] + b.a[2],
                   square = (mean + b.a[2]) + b.a[5]; // of the edges' mean shape: with the middle's, with itself
        const Real cross = b.a[1] + b.a[4], one = (square + b.a[3]) + (cross + cross),
                   other = (square + b.a[3]) - (cross + cross);
        return { basis,
                 whole,
                 { { b.a[0], mean + b.a[1], mean - b.a[1] },
                   { mean + b.a[1], one, square - b.a[3] },
                   { mean - b.a[1], square - b.a[3], other } } };
    }
};

template <class Real>
struct WideState
{
    ContactState<Real> point[WideBow::points];
    Real force[WideBow::points]; // [N] of the step before: initial values of the first pass
};

template <class Real>
struct WideStep
{
    ContactStep<Real> point[WideBow::points];
    Real push[WideBow::points]; // P [N]
    Real force;                 // F_0 + F_1 + F_2 [N]
};

/** x of M x = y for 3 x 3, M symmetric and positive definite: without pivots. */
template <class Real>
HWY_INLINE void solveThree (Real (&m)[3][3], Real (&y)[3])
{
    const Real one (1.0);
    Real inverse[3];
    for (int column = 0; column < 3; ++column)
    {
        inverse[column] = one / m[column][column];
        for (int row = column + 1; row < 3; ++row)
        {
            const Real factor = m[row][column] * inverse[column];
            for (int k = column + 1; k < 3; ++k)
                m[row][k] = m[row][k] - factor * m[column][k];
            y[row] = y[row] - factor * y[column];
        }
    }
    y[2] = y[2] * inverse[2];
    y[1] = (y[1] - m[1][2] * y[2]) * inverse[1];
    y[0] = (y[0] - m[0][1] * y[1] - m[0][2] * y[2]) * inverse[0];
}

/** Values that are constant during a segment: each point's fraction of the normal force, an edge having at most as much
    as the middle, and of the bristles, with derived values. */
template <class Real>
struct WidePoints
{
    using Law = KolophonElement<Real>;
    typename Law::Parameters p[WideBow::points];
    KolophonConstants<Real> segment[WideBow::points];
    Real fraction[WideBow::points];

    /** Divides the parameters of the `whole` bow between the points. */
    HWY_INLINE WidePoints (const typename Law::Parameters& whole, const WideMobility<Real>& mobility, Real edgeFraction,
                           Real h)
        : fraction { Real (1.0) - (edgeFraction + edgeFraction), edgeFraction, edgeFraction }
    {
        for (int j = 0; j < WideBow::points; ++j)
        {
            p[j] = whole;
            p[j].stiffness = whole.stiffness * fraction[j];
            p[j].damping = whole.damping * fraction[j];
            p[j].viscosity = whole.viscosity * fraction[j];
            p[j].residualCompliance = whole.residualCompliance / larger (fraction[j], Real (1e-6));
            segment[j] = KolophonConstants<Real>::of (p[j], mobility.point[j][j], h);
        }
    }
};

/** One step of all points. `c`: the free relative velocity through each of the three shapes. Without losses only the
    velocity of the middle is returned for the points. */
// Long: one solution from the passes to the books; its parts would pass a dozen arrays of three to each other.
template <bool withLosses, class Real>
HWY_NOINLINE WideStep<Real> solveWide (const WidePoints<Real>& bow, WideState<Real>& state,
                                       const WideMobility<Real>& mobility, const Real (&c)[3], Real normalForce, Real h,
                                       int passes, const OverlappedWork& meanwhile)
{
    using Law = KolophonElement<Real>;
    constexpr int points = WideBow::points;
    const Real zero (0.0), one (1.0);

    const auto& p = bow.p;
    const Real N[points] = { normalForce * bow.fraction[0], normalForce * bow.fraction[1],
                             normalForce * bow.fraction[2] };
    const auto contactAt = [&] (int j, const OverlappedWork& beside) HWY_ATTR
    {
        return KolophonStep<Real> (p[j], bow.segment[j], state.point[j].bristleCoordinate, mobility.point[j][j], N[j],
                                   beside);
    };
    KolophonStep<Real> contact[points] = { contactAt (0, meanwhile), contactAt (1, {}), contactAt (2, {}) };
    Real elastic[points],
        v[points] = { state.point[0].lastVelocity, state.point[1].lastVelocity, state.point[2].lastVelocity };
    typename KolophonStep<Real>::Answer found[points];
    Real seen[points]; // c of the middle, half the difference of the edges', and their mean less the middle's
    mobility.basis.outOf (c, seen);
    const Real alone[points] = { seen[0], (seen[0] + seen[2]) + seen[1], (seen[0] + seen[2]) - seen[1] };
    for (int pass = 0; pass < passes; ++pass)
        for (int j = 0; j < points; ++j)
        {
            Real free = alone[j];
            for (int k = 0; k < points; ++k)
                if (k != j)
                    free = free - mobility.point[j][k] * state.force[k];
            auto& at = contact[j];
            at.meet (free);
            const Real g = at.bristle.normalForce * Law::frictionCoefficient (p[j], v[j]);
            found[j] = at.answer (p[j], g, j == 0 ? meanwhile : OverlappedWork {});
            v[j] = found[j].v;
            elastic[j] = ifNegative (found[j].margin, g * found[j].load, at.elasticForce);
            state.force[j] = select (N[j] < Real (lightestTouch), zero, elastic[j] + p[j].viscosity * v[j]);
        }

    Real perForce[points];                        // beta
    Real held[points], yields[points], q[points]; // v = q (F - held)
    const auto isLifted = [&N] (int j) HWY_ATTR { return N[j] < Real (lightestTouch); };
    for (int j = 0; j < points; ++j)
    {
        const auto& at = contact[j];
        perForce[j] = at.plasticityOf (p[j], found[j], elastic[j]);
        yields[j] = one / (one + at.kappa * perForce[j]);
        held[j] = select (isLifted (j), zero, at.bristle.spring * yields[j]);
        q[j] = select (isLifted (j), Real (1e30),
                       one / (at.kappa * yields[j] + p[j].viscosity)); // lifted: no force
    }
    const Real half (0.5), quarter (0.25);
    const Real drawn[points] = { q[0] * held[0], q[1] * held[1], q[2] * held[2] };
    const Real sum = quarter * (q[1] + q[2]), difference = quarter * (q[1] - q[2]);
    // Compliance of the bristles, and c with the velocity of their springs, in the basis of G, then of P.
    const SymmetricThree<Real> yield { { q[0], zero, -q[0], sum, difference, sum + q[0] } };
    const Real pulled[points] = { drawn[0], half * (drawn[1] - drawn[2]), half * (drawn[1] + drawn[2]) - drawn[0] };
    const auto& basis = mobility.basis.v;
    Real m[3][3], P[3];
    mobility.basis.into (pulled, P);
    for (int column = 0; column < points; ++column)
    {
        Real yielded[points];
        for (int row = 0; row < points; ++row)
            yielded[row] = (yield.at (row, 0) * basis[0][column] + yield.at (row, 1) * basis[1][column]) +
                           yield.at (row, 2) * basis[2][column];
        Real turned[points];
        mobility.basis.into (yielded, turned);
        for (int row = 0; row < points; ++row)
            m[row][column] = mobility.whole.at (row, column) + turned[row];
        P[column] = c[column] + P[column];
    }
    solveThree (m, P);

    // Without edges the middle is solved alone. Both edges are lifted, or neither is; and all points, if the middle is.
    Real G[points];
    mobility.basis.outOf (P, G);
    const auto noEdges = isLifted (1), lifted = isLifted (0);
    const Real middle = select (lifted, zero, (seen[0] + drawn[0]) / (mobility.point[0][0] + q[0]));
    const Real only[points] = { middle, zero, zero };
    Real onlyPush[points];
    mobility.basis.into (only, onlyPush);
    WideStep<Real> step;
    Real along[points], moved[points]; // velocities of the body under these forces
    for (int i = 0; i < points; ++i)
    {
        G[i] = select (noEdges, only[i], G[i]);
        step.push[i] = select (noEdges, onlyPush[i], P[i]);
    }
    step.force = G[0];
    for (int i = 0; i < points; ++i)
        along[i] = ((c[i] - mobility.whole.at (i, 0) * step.push[0]) - mobility.whole.at (i, 1) * step.push[1]) -
                   mobility.whole.at (i, 2) * step.push[2];
    mobility.basis.outOf (along, moved);
    const Real force[points] = { G[0] - G[2], half * (G[2] + G[1]), half * (G[2] - G[1]) };
    const Real free[points] = { moved[0], (moved[0] + moved[2]) + moved[1], (moved[0] + moved[2]) - moved[1] };
    for (int j = 0; j < points; ++j)
    {
        const Real u = q[j] * (force[j] - held[j]), viscous = p[j].viscosity * u, sprung = force[j] - viscous;
        const auto& bristle = contact[j].bristle;
        const Real slip = perForce[j] * sprung, rate = (u - perForce[j] * bristle.spring) * yields[j];
        const Real heat = (p[j].damping * (rate * rate) + sprung * slip) + viscous * u;
        const ContactPort<Real> port { free[j], zero, zero, zero }; // a lifted point moves freely with the body
        const auto finished = finishBristle (state.point[j], bristle, port, N[j], h, force[j], u, rate, heat,
                                             absolute (rate) > Real (0.5) * absolute (u), passes);
        state.force[j] = finished.force;
        if constexpr (withLosses)
            step.point[j] = finished;
        else if (j == 0)
            step.point[j].relativeVelocity = finished.relativeVelocity;
    }
    return step;
}

// Long: one sample's steps in their order, as in runContact(); parts of it would share a dozen arguments.
/** The loop of a wide bow: as runContact() in ContactLoop-inl.h. Rows contain the total force and the state of the
    middle. */
template <bool withLedger, class Step, class Real>
HWY_NOINLINE void runWide (const typename KolophonElement<Real>::Parameters& whole, WideState<Real>& state,
                           const BankView& bank, const BankKernels<Real>& kernels, Pending<Real>& pending,
                           const WideMobility<Real>& mobility, Real edgeFraction, BowLine<Real>& bow,
                           Surface<Real>& surface, double timeStep, int passes, int steps, Books books,
                           const ContactRows& rows)
{
    constexpr bool withBridge = Step::Shape::withBridge;
    const Real h (timeStep), perStep (1.0 / timeStep), half (0.5), none (0.0);
    const bool everyStep = books == Books::everyStep;
    const WidePoints<Real> points (whole, mobility, edgeFraction, h);
    const auto bristles = [&state, half] () HWY_ATTR
    {
        Real sum (0.0);
        for (const auto& point : state.point)
            sum = sum + half * (point.bristleCoordinate * point.bristleCoordinate);
        return sum;
    };
    Real stored (0.0);
    if constexpr (withLedger)
        if (everyStep)
            stored = Step::account (bank, pending).stored + bristles();

    Step ahead (bank);
    for (int n = 0; n < steps; ++n)
    {
        const auto hand = bow.step (n);
        auto free = freeMotion<WidePorts, false, withBridge> (pending, kernels);
        HandAccount<Real> ofHand { none, none };
        if (bank.handBegin < bank.handEnd)
            ofHand = moveHand<WidePorts, withLedger, false> (bank, hand.change, pending, perStep, free);
        const Real normalForce = surface.pressed (hand.normalForce);
        const auto& drawn = mobility.basis.v[0]; // the bow moves all points alike
        const Real c[3] = { hand.velocity * drawn[0] - free.mean[0], hand.velocity * drawn[1] - free.mean[1],
                            hand.velocity * drawn[2] - free.mean[2] };
        const bool booked = withLedger && ! everyStep && n > 0;
        ahead.begin (pending, booked);
        const auto step = solveWide<withLedger> (points, state, mobility, c, normalForce, h, passes, ahead.meanwhile());
        surface.rub (step.point[0].relativeVelocity, normalForce);
        Real odd, even;
        ahead.finish (pending, odd, even);
        pending.bridge = Real (0.0);
        for (int i = 0; i < 3; ++i)
        {
            pending.mean[i] = pending.mean[i] * perStep;
            pending.force[i] = step.push[i];
            odd = mulAdd (kernels.odd[i], step.push[i], odd);
            even = mulAdd (kernels.even[i], step.push[i], even);
        }

        const auto at = static_cast<std::ptrdiff_t> (n) * rows.stride;
        Real own (0.0);
        if (surface.isRough())
        {
            own = surface.radiated (step.force, hand.normalForce, normalForce);
            odd = odd + own;
        }
        if constexpr (withBridge)
            Lanes<Real>::store (own, rows.radiated + at);
        Lanes<Real>::store (odd, rows.odd + at);
        Lanes<Real>::store (even, rows.even + at);
        if constexpr (withLedger)
        {
            const auto& middle = step.point[0];
            const Real friction = (middle.frictionLoss + step.point[1].frictionLoss) + step.point[2].frictionLoss;
            const Real work = h * (step.force * hand.velocity) + ofHand.work;
            writeContact (WholeRow { at }, rows, hand.velocity, normalForce, step.force, middle);
            Lanes<Real>::store (work, rows.work + at);
            Lanes<Real>::store (friction, rows.frictionLoss + at);
            if (booked)
                Lanes<Real>::store (ahead.lost() + ofHand.lost, rows.bodyLoss + (at - rows.stride));
            if (! everyStep && n + 1 < steps)
                continue;
            const auto account = Step::account (bank, pending);
            const Real after = account.stored + bristles();
            Lanes<Real>::store (after, rows.stored + at);
            Lanes<Real>::store (account.lost, rows.bodyLoss + at);
            if (! everyStep)
                continue;
            writeEveryStep (WholeRow { at }, rows, middle, state.point[0].mode, after - stored,
                            { work, friction, account.lost });
            stored = after;
        }
    }
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
