// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_WIDE_CONTACT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_WIDE_CONTACT_INL_H
  #undef KOLOPHON_PHYSICS_WIDE_CONTACT_INL_H
 #else
  #define KOLOPHON_PHYSICS_WIDE_CONTACT_INL_H
 #endif

 #include "ContactLoop-inl.h"
 #include "Friction/KolophonElement-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** A bow as wide as it is: three points of contact, its middle and its two edges, each with bristles of its own under a
    share of the normal force. Seen from the points the body is a matrix,

        v_j + sum_k B_jk F_k = c_j        B_jk = sum over modes of (r_j r_k/h) Q,  symmetric, positive definite

    Each pass goes round the points and solves one against what the others push (the closed form of the Kolophon element).
    Whatever is left of the mismatch then, the books must close: last of all each point keeps the plasticity that it has
    found, beta_j = z_p/Fb >= 0, and with it the force is linear in v,

        Fb = (k x + kappa v)/(1 + kappa beta),   x' = v - beta Fb,   F = Fb + s2 v

    so that a 3 x 3 system gives velocities and forces that satisfy the equations above to rounding, and each point still
    loses s1 x'^2 + beta Fb^2 + s2 v^2 >= 0 (THEORY 5: K contacts as a small block; 4.2: the frozen conductance). */
struct WideBow
{
    static constexpr int points = 3; // 0 the middle, 1 and 2 the edges
};

/** The bank's shapes at the edges, r = phi/w of each mode, laid out as BankView's. */
struct EdgeView
{
    const double* r[WideBow::points - 1];

    template <class Real>
    HWY_INLINE Real at (int edge, int mode) const
    {
        return Lanes<Real>::load (r[edge] + static_cast<std::ptrdiff_t> (mode) * BankView::stride);
    }
};

template <class Real>
struct WideMobility
{
    Real b[WideBow::points][WideBow::points]; // B_jk [m/(s N)]
};

template <class Real>
struct WideState
{
    ContactState<Real> point[WideBow::points];
    Real force[WideBow::points]; // [N] of the step before: where the first pass begins
};

template <class Real>
struct WideStep
{
    ContactStep<Real> point[WideBow::points];
};

/** x of M x = y for 3 x 3, without pivots: every leading minor of I + B D is positive. */
template <class Real>
HWY_INLINE void solveThree (Real (&m)[3][3], Real (&y)[3])
{
    for (int column = 0; column < 2; ++column)
        for (int row = column + 1; row < 3; ++row)
        {
            const Real share = m[row][column] / m[column][column];
            for (int k = column + 1; k < 3; ++k)
                m[row][k] = m[row][k] - share * m[column][k];
            y[row] = y[row] - share * y[column];
        }
    y[2] = y[2] / m[2][2];
    y[1] = (y[1] - m[1][2] * y[2]) / m[1][1];
    y[0] = (y[0] - m[0][1] * y[1] - m[0][2] * y[2]) / m[0][0];
}

/** One step of all points. `share` of the normal force lies on each of them; parameters are those of the whole bow. */
template <class Real>
HWY_NOINLINE WideStep<Real> solveWide (const typename KolophonElement<Real>::Parameters& whole, WideState<Real>& state,
                                       const WideMobility<Real>& mobility, const Real (&c)[3], const Real (&share)[3],
                                       Real normalForce, Real h, int passes)
{
    using Law = KolophonElement<Real>;
    constexpr int points = WideBow::points;
    const Real zero (0.0), one (1.0);

    typename Law::Parameters p[points];
    Real N[points], perForce[points], v[points];
    for (int j = 0; j < points; ++j)
    {
        p[j] = whole;
        p[j].stiffness = whole.stiffness * share[j];
        p[j].damping = whole.damping * share[j];
        p[j].viscosity = whole.viscosity * share[j];
        p[j].residualCompliance = whole.residualCompliance / larger (share[j], Real (1e-6));
        N[j] = normalForce * share[j];
        v[j] = state.point[j].lastVelocity;
        perForce[j] = zero;
    }
    for (int pass = 0; pass < passes; ++pass)
        for (int j = 0; j < points; ++j)
        {
            Real free = c[j];
            for (int k = 0; k < points; ++k)
                if (k != j)
                    free = free - mobility.b[j][k] * state.force[k];
            const ContactPort<Real> port { free, mobility.b[j][j], zero, zero };
            const KolophonStep<Real> contact (p[j], state.point[j].bristle, port, N[j], h);
            const Real g = contact.bristle.normalForce * Law::frictionCoefficient (p[j], v[j]);
            v[j] = contact.velocity (p[j], g);
            const auto elastic = contact.isElastic (p[j], g);
            const Real speed = absolute (v[j]);
            const Real load = (contact.bristle.spring + contact.kappaK * v[j]) / (g + contact.kappaK * speed);
            const Real force = select (elastic, contact.elasticForce, g * load);
            const Real slip = select (elastic, zero, (speed * contact.K) * (load - contact.sign * p[j].breakaway));
            perForce[j] = larger (zero, select (absolute (force) > Real (1e-200), slip / force, zero)); // beta
            state.force[j] = select (N[j] < Real (lightestTouch), zero, force + p[j].viscosity * v[j]);
        }

    Bristle<Real> bristle[points];
    Real offset[points], slope[points], kappa[points], m[3][3], y[3];
    for (int j = 0; j < points; ++j)
    {
        bristle[j] = Bristle<Real>::take (p[j], state.point[j].bristle, N[j], p[j].muStatic);
        kappa[j] = Real (0.5) * bristle[j].stiffness * h + p[j].damping;
        const auto lifted = N[j] < Real (lightestTouch);
        const Real yields = one / (one + kappa[j] * perForce[j]);
        offset[j] = select (lifted, zero, bristle[j].spring * yields);
        slope[j] = select (lifted, zero, kappa[j] * yields + p[j].viscosity);
    }
    for (int j = 0; j < points; ++j)
    {
        y[j] = c[j];
        for (int k = 0; k < points; ++k)
        {
            y[j] = y[j] - mobility.b[j][k] * offset[k];
            m[j][k] = mobility.b[j][k] * slope[k] + (j == k ? one : zero);
        }
    }
    solveThree (m, y);

    WideStep<Real> step;
    for (int j = 0; j < points; ++j)
    {
        const Real u = y[j];
        const Real force = (bristle[j].spring + kappa[j] * u) / (one + kappa[j] * perForce[j]);
        const Real slip = perForce[j] * force, rate = u - slip, viscous = p[j].viscosity * u;
        const Real heat = (p[j].damping * (rate * rate) + force * slip) + viscous * u;
        const ContactPort<Real> port { u, zero, zero, zero }; // a lifted point goes where the body lets it
        step.point[j] = finishBristle (state.point[j], bristle[j], port, N[j], h, force + viscous, u, rate, heat,
                                       absolute (rate) > Real (0.5) * absolute (u), passes);
        state.force[j] = step.point[j].force;
    }
    return step;
}

/** The free motion at each point, as freeMotion() in ModalBank-inl.h. */
template <class Real>
HWY_NOINLINE void freeMotionWide (const BankView& bank, const EdgeView& edges, Real inverseTimeStep, Real (&free)[3])
{
    free[0] = free[1] = free[2] = Real (0.0);
    const auto add = [&] (int mode) HWY_ATTR
    {
        const double* const record = bank.record (mode);
        const Real drift = field<Real> (record, BankView::S) * field<Real> (record, BankView::x2)
                           - field<Real> (record, BankView::Q) * field<Real> (record, BankView::x1);
        free[0] = free[0] + field<Real> (record, BankView::r) * drift;
        free[1] = free[1] + edges.at<Real> (0, mode) * drift;
        free[2] = free[2] + edges.at<Real> (1, mode) * drift;
    };
    for (int m = 0; m < bank.soundingCount; ++m)
        add (m);
    for (int m = bank.silentBegin; m < bank.silentEnd; ++m)
        add (m);
    for (Real& each : free)
        each = each * inverseTimeStep;
}

/** Advances every mode under the forces of all points, as advance() in ModalBank-inl.h. */
template <bool withLedger, bool withPickups, class Real>
HWY_NOINLINE void advanceWide (const BankView& bank, const EdgeView& edges, const WideStep<Real>& push,
                               BankOutput<Real>& output, BankEnergy<Real>& energy)
{
    Real stored (0.0), lost (0.0), odd (0.0), even (0.0);
    const auto move = [&] (int mode) HWY_ATTR
    {
        double* const record = bank.record (mode);
        const Real Q = field<Real> (record, BankView::Q), S = field<Real> (record, BankView::S);
        const Real D = field<Real> (record, BankView::D), r = field<Real> (record, BankView::r);
        const Real old = field<Real> (record, BankView::x1), v = field<Real> (record, BankView::x2);
        const Real y = old - ((r * push.point[0].force + edges.at<Real> (0, mode) * push.point[1].force)
                              + edges.at<Real> (1, mode) * push.point[2].force);
        const Real x1 = (old + S * v) - Q * y;
        const Real x2 = D * v - S * y;
        Lanes<Real>::store (x1, record + BankView::x1 * BankView::stride);
        Lanes<Real>::store (x2, record + BankView::x2 * BankView::stride);
        if constexpr (withLedger)
        {
            const double* const loss = bank.loss (mode);
            stored = stored + (x1 * x1 + x2 * x2);
            lost = lost
                   + ((field<Real> (loss, BankView::lossYY) * y + field<Real> (loss, BankView::lossYV) * v) * y
                      + (field<Real> (loss, BankView::lossVV) * v) * v);
        }
        return x1;
    };
    for (int m = 0; m < bank.soundingCount; m += 2)
    {
        const Real first = move (m), second = move (m + 1);
        odd = odd + field<Real> (bank.record (m), BankView::tap) * first;
        const Real other = field<Real> (bank.record (m + 1), BankView::tap) * second;
        if constexpr (withPickups)
        {
            odd = odd + other;
            even = even + (bank.secondTap<Real> (m) * first + bank.secondTap<Real> (m + 1) * second);
        }
        else
            even = even + other;
    }
    for (int m = bank.silentBegin; m < bank.silentEnd; ++m)
        move (m);
    output = { odd, even };
    energy = { stored * Real (0.5), lost };
}

/** The loop of a wide bow: as runContact() in ContactLoop-inl.h. Rows show the whole force and what the middle does. */
template <bool withLedger, bool withPickups, class Real>
HWY_NOINLINE void runWide (const typename KolophonElement<Real>::Parameters& whole, WideState<Real>& state,
                           const BankView& bank, const EdgeView& edges, const WideMobility<Real>& mobility, Real edgeShare,
                           BowLine<Real>& bow, Surface<Real>& surface, double timeStep, int passes, int steps,
                           const ContactRows& rows)
{
    const Real h (timeStep), perStep (1.0 / timeStep), half (0.5);
    const Real share[3] = { Real (1.0) - (edgeShare + edgeShare), edgeShare, edgeShare };
    const auto bristles = [&state, half]() HWY_ATTR
    {
        Real sum (0.0);
        for (const auto& point : state.point)
            sum = sum + half * (point.bristle * point.bristle);
        return sum;
    };
    Real stored (0.0);
    if constexpr (withLedger)
        stored = storedEnergy<Real> (bank) + bristles();

    for (int n = 0; n < steps; ++n)
    {
        const auto hand = bow.step (n);
        FreeMotion<Real> unused { Real (0.0), Real (0.0) };
        const Real pulled = bank.handBegin < bank.handEnd ? moveHand<false> (bank, hand.change, perStep, unused) : Real (0.0);
        const Real normalForce = surface.profile != nullptr ? hand.normalForce * surface.factor() : hand.normalForce;
        Real free[3];
        freeMotionWide (bank, edges, perStep, free);
        const Real c[3] = { hand.velocity - free[0], hand.velocity - free[1], hand.velocity - free[2] };
        const auto step = solveWide (whole, state, mobility, c, share, normalForce, h, passes);
        if (surface.profile != nullptr)
            surface.rub (step.point[0].relativeVelocity, normalForce, h);

        BankOutput<Real> output;
        BankEnergy<Real> energy;
        advanceWide<withLedger, withPickups> (bank, edges, step, output, energy);

        const auto at = static_cast<std::ptrdiff_t> (n) * rows.stride;
        Lanes<Real>::store (output.odd, rows.odd + at);
        Lanes<Real>::store (output.even, rows.even + at);
        if constexpr (withLedger)
        {
            const auto& middle = step.point[0];
            const Real force = (middle.force + step.point[1].force) + step.point[2].force;
            const Real friction = (middle.frictionLoss + step.point[1].frictionLoss) + step.point[2].frictionLoss;
            const Real after = energy.stored + bristles();
            const Real work = h * (force * hand.velocity) + pulled;
            Lanes<Real>::store (hand.velocity, rows.bowVelocity + at);
            Lanes<Real>::store (normalForce, rows.normalForce + at);
            Lanes<Real>::store (middle.relativeVelocity, rows.relativeVelocity + at);
            Lanes<Real>::store (force, rows.force + at);
            Lanes<Real>::store (middle.elongation, rows.elongation + at);
            Lanes<Real>::store (middle.regime, rows.regime + at);
            Lanes<Real>::store (state.point[0].mode, rows.mode + at);
            Lanes<Real>::store (after, rows.stored + at);
            Lanes<Real>::store (work, rows.work + at);
            Lanes<Real>::store (friction, rows.frictionLoss + at);
            Lanes<Real>::store (energy.lost, rows.bodyLoss + at);
            Lanes<Real>::store ((after - stored) - ((work - friction) - energy.lost), rows.residual + at);
            stored = after;
        }
    }
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
