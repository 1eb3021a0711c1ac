// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_MODE_STEP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_MODE_STEP_INL_H
  #undef KOLOPHON_PHYSICS_MODE_STEP_INL_H
 #else
  #define KOLOPHON_PHYSICS_MODE_STEP_INL_H
 #endif

 #include "BodyFields.h"
 #include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** One mode's motion over one step under a constant force: the exact flow of

        q'' + 2 s q' + w^2 q = phi F,      u = phi q'          (mass-normalised: q in m sqrt (kg), phi in 1/sqrt (kg))

    in energy coordinates x1 = w q, x2 = q' [sqrt (J)], so that the mode's energy is (x1^2 + x2^2)/2 joules with any
    parameters: changes of pitch, damping or contact do no work on the state.

        y  = x1 - r F                    r = phi/w
        x1 <- x1 + S x2 - Q y            Q = 1 - e (cos wd h + (s/wd) sin wd h)     S = e (w/wd) sin wd h
        x2 <- D x2 - S y               D = e (cos wd h - (s/wd) sin wd h)         e = exp (-s h),  wd = sqrt (w^2 - s^2)

    (Physics.md 2 has A = 1 - Q and the first line as A y + S x2 + r F. That loses digits where a steady force holds a
    slow mode far out, r F >> x1: at 100 kHz its books close to 2e-13 only. Q comes from the half angle, where only the
    damping's part cancels, p t - p sin t. In a slow mode that is strongly damped, p >> t, that part dominates Q, which
    is computed from terms that are all positive instead:

        Q = e [ (e^(p t) - 1 - p t) + (1 - cos t) + p (t - sin t) ],    t = wd h,  p = s/wd )

    Energy lost inside the body in the step, with (y, x2) before the step:
        lossYY y^2 + lossYV y x2 + lossVV x2^2 >= 0
    computed from s, w and h alone, not as the remainder of a balance: lossYY = (1 - (1 - Q)^2 - S^2)/2 and so on,
    expanded so that nothing cancels. A steady force displaces a slow mode so far that y^2 is 1e8 times the energy that
    it exchanges: in

        lossYY = (1 - e^2)/2 - e^2 (p sin t cos t + p^2 sin^2 t),      x = 2 s h = 2 p t

    the terms of first and second order in h cancel exactly, and three remain that are all positive:

        lossYY = e^2 [ (e^x - 1 - x - x^2/2)/2 + (p/2) (2t - sin 2t) + p^2 (t - sin t) (t + sin t) ] */
template <class Real>
struct ModeStep
{
    Real Q, S, D;
    Real lossYY, lossYV, lossVV;
};

/** x - sin x for x >= 0, given sin x: by its series below 1/2, where the difference would consist of rounding
    errors. */
template <class Real>
HWY_INLINE Real beyondSine (Real x, Real sine)
{
    const Real xx = x * x, one (1.0);
    const auto fold = [&] (Real next, double denominator) HWY_ATTR
    { return one - (xx * Real (1.0 / denominator)) * next; };
    const Real series =
        (x * xx) * (Real (1.0 / 6.0) * fold (fold (fold (fold (fold (one, 156.0), 110.0), 72.0), 42.0), 20.0));
    return select (x <= Real (0.5), series, x - sine);
}

/** e^(-x) (e^x - 1 - x) for x >= 0, given e^(-x). */
template <class Real>
HWY_INLINE Real beyondLine (Real x, Real decay)
{
    const Real one (1.0);
    const auto fold = [&] (Real next, double denominator) HWY_ATTR
    { return one + (x * Real (1.0 / denominator)) * next; };
    const Real inner = fold (fold (fold (fold (fold (fold (one, 13.0), 12.0), 11.0), 10.0), 9.0), 8.0);
    const Real series = (Real (0.5) * (x * x)) * fold (fold (fold (fold (fold (inner, 7.0), 6.0), 5.0), 4.0), 3.0);
    return select (x <= Real (0.5), decay * series, one - decay * (one + x));
}

/** e^(-x) (e^x - 1 - x - x^2/2) for x >= 0, given e^(-x). */
template <class Real>
HWY_INLINE Real beyondSquare (Real x, Real decay)
{
    const Real one (1.0);
    const auto fold = [&] (Real next, double denominator) HWY_ATTR
    { return one + (x * Real (1.0 / denominator)) * next; };
    const Real inner = fold (fold (fold (fold (fold (fold (fold (one, 14.0), 13.0), 12.0), 11.0), 10.0), 9.0), 8.0);
    const Real series = (x * (x * x)) * (Real (1.0 / 6.0) * fold (fold (fold (fold (inner, 7.0), 6.0), 5.0), 4.0));
    return select (x <= Real (0.5), decay * series, one - decay * (one + (x + Real (0.5) * (x * x))));
}

/** 1 - x + x^2/2 - e^(-x) for x >= 0, given e^(-x). */
template <class Real>
HWY_INLINE Real belowParabola (Real x, Real decay)
{
    const Real one (1.0);
    const auto fold = [&] (Real next, double denominator) HWY_ATTR
    { return one - (x * Real (1.0 / denominator)) * next; };
    const Real inner = fold (fold (fold (fold (fold (fold (fold (one, 14.0), 13.0), 12.0), 11.0), 10.0), 9.0), 8.0);
    const Real series = (x * (x * x)) * (Real (1.0 / 6.0) * fold (fold (fold (fold (inner, 7.0), 6.0), 5.0), 4.0));
    return select (x <= Real (0.5), series, (one - x) + (Real (0.5) * (x * x) - decay));
}

/** sin x and cos x for 0 <= x <= pi/4: Cephes' polynomials (Moshier). */
template <class Real>
HWY_INLINE SineCosine<Real> smallTurn (Real x)
{
    const Real z = x * x;
    Real s = mulAdd (Real (1.58962301576546568060e-10), z, Real (-2.50507477628578072866e-8));
    s = mulAdd (s, z, Real (2.75573136213857245213e-6));
    s = mulAdd (s, z, Real (-1.98412698295895385996e-4));
    s = mulAdd (s, z, Real (8.33333333332211858878e-3));
    s = mulAdd (s, z, Real (-1.66666666666666307295e-1));
    Real c = mulAdd (Real (-1.13585365213876817300e-11), z, Real (2.08757008419747316778e-9));
    c = mulAdd (c, z, Real (-2.75573141792967388112e-7));
    c = mulAdd (c, z, Real (2.48015872888517045348e-5));
    c = mulAdd (c, z, Real (-1.38888888888730564116e-3));
    c = mulAdd (c, z, Real (4.16666666666665929218e-2));
    return { mulAdd (x * z, s, x), mulAdd (z * z, c, negMulAdd (Real (0.5), z, Real (1.0))) };
}

/** exp (-x) - 1 for x >= 0; the second branch runs only if some lane needs it. */
template <class Real>
HWY_INLINE Real decayMinusOne (Real x)
{
    const Real near = expMinusOneNearZero (-x);
    const auto isNear = x < Real (0.34);
    return allTrue (isNear) ? near : select (isNear, near, exponential (-x) - Real (1.0));
}

/** Rotation and decay of a mode in a step. */
template <class Real>
struct ModeTurn
{
    Real sh, t, p, y; // s h, wd h, s/wd, w/wd
};

/** Computes it for a mode with angular frequency w [rad/s], given 1/w, and decay rate s [1/s], 0 <= s < w, for the time
    step h [s], w h <= pi. */
template <class Real>
HWY_INLINE ModeTurn<Real> modeTurn (Real w, Real inverseW, Real s, Real h)
{
    const Real one (1.0), ratio = s * inverseW, z = ratio * ratio;
    // 1/sqrt (1 - z): by its series below 1/256
    Real y = mulAdd (Real (231.0 / 1024.0), z, Real (63.0 / 256.0));
    y = mulAdd (y, z, Real (35.0 / 128.0));
    y = mulAdd (y, z, Real (5.0 / 16.0));
    y = mulAdd (y, z, Real (3.0 / 8.0));
    y = mulAdd (y, z, Real (0.5));
    y = mulAdd (y, z, one);
    if (const auto light = z < Real (1.0 / 256.0); ! allTrue (light))
        y = select (light, y, one / squareRoot ((one - ratio) * (one + ratio)));
    return { s * h, (w * h) * (negMulAdd (ratio, ratio, one) * y), ratio * y, y };
}

/** Free motion of a mode over a step, with intermediate values. */
template <class Real>
struct ModeFlow
{
    Real Q, S, D;
    Real sh, t, p, y;          // as in ModeTurn
    Real decay, sine, versine; // e, sin t, 1 - cos t
};

template <class Real>
HWY_INLINE ModeFlow<Real> modeFlow (const ModeTurn<Real>& turn)
{
    const Real one (1.0), two (2.0), sh = turn.sh, t = turn.t, p = turn.p, y = turn.y;
    const Real lost = decayMinusOne (sh), decay = one + lost;

    // From a quarter of the angle, so that nothing cancels at small angles.
    const auto quarter = smallTurn (Real (0.25) * t);
    const Real halfSine = two * (quarter.sine * quarter.cosine);
    const Real halfCosine = negMulAdd (two * quarter.sine, quarter.sine, one);
    const Real versine = two * (halfSine * halfSine), sine = two * (halfSine * halfCosine);
    const Real inPhase = decay * (one - versine), quadrature = decay * sine;
    Real Q = negMulAdd (p, quadrature, mulSub (decay, versine, lost));
    if (const auto flies = p <= Real (8.0) * t; ! allTrue (flies)) // few modes; the others' Q is accurate
        Q = select (flies, Q, beyondLine (sh, decay) + decay * (versine + p * beyondSine (t, sine)));
    return { Q, y * quadrature, negMulAdd (p, quadrature, inPhase), sh, t, p, y, decay, sine, versine };
}

template <class Real>
HWY_INLINE ModeFlow<Real> modeFlow (Real w, Real inverseW, Real s, Real h)
{
    return modeFlow (modeTurn (w, inverseW, s, h));
}

/** Adds the loss coefficients of such a mode. */
template <class Real>
HWY_INLINE ModeStep<Real> modeStep (const ModeFlow<Real>& f)
{
    const Real half (0.5);
    ModeStep<Real> step;
    step.Q = f.Q;
    step.S = f.S;
    step.D = f.D;
    const Real quadrature = f.decay * f.sine, beyond = beyondSine (f.t, f.sine);
    const Real x = f.sh + f.sh, square = f.decay * f.decay;
    const Real third = beyondSquare (x, square), lost = third + square * (x + half * (x * x)); // 1 - e^2
    // (2t - sin 2t)/2 = t - sin t + sin t (1 - cos t)
    step.lossYY = half * third + square * (f.p * ((beyond + f.sine * f.versine) + f.p * (beyond * (f.t + f.sine))));
    step.lossVV = half * lost + (f.p * quadrature) * f.D;
    step.lossYV = Real (-2.0) * (f.p * quadrature) * (f.y * quadrature);
    return step;
}

using kolophon::ModeLosses; // for qualified access in this namespace

/** Energy that such a mode has lost in a step, as a function of the state at its end, written as squares: a step later
    the force is known, and no loss is ever negative. With (y, x2) *after* the step

        lost = vv (x2 + lean y)^2 + yy y^2

    The form is ModeStep's for the time -h with its sign turned, since the loss is the energy that would have to be
    restored: in the terms of lossYY

        y^2     e^x [ (1 - x + x^2/2 - e^-x)/2 + (p/2) (2t - sin 2t) - p^2 (t - sin t) (t + sin t) ]
        y x2    e^x 2 p (w/wd) sin^2 t
        x2^2    e^x [ (1 - e^-x)/2 + p sin t (cos t + p sin t) ] */
template <class Real>
HWY_INLINE ModeLosses<Real> lossesBehind (const ModeFlow<Real>& f)
{
    const Real one (1.0), half (0.5), zero (0.0);
    const Real beyond = beyondSine (f.t, f.sine);
    const Real x = f.sh + f.sh, square = f.decay * f.decay, grown = one / square;
    const Real lost = beyondSquare (x, square) + square * (x + half * (x * x)); // 1 - e^-2sh
    const Real ofSpeed = half * lost + (f.p * f.sine) * ((one - f.versine) + f.p * f.sine);
    const Real ofPlace =
        half * belowParabola (x, square) + f.p * ((beyond + f.sine * f.versine) - f.p * (beyond * (f.t + f.sine)));
    const Real cross = (f.p * f.y) * (f.sine * f.sine);
    ModeLosses<Real> losses;
    losses.lean = select (ofSpeed > zero, cross / ofSpeed, zero);
    losses.vv = larger (zero, grown * ofSpeed);
    losses.yy = larger (zero, grown * (ofPlace - losses.lean * cross));
    return losses;
}

/** Coefficients of a mode with angular frequency w [rad/s], decay rate s [1/s], 0 <= s < w, for the time step h [s]. */
template <class Real>
HWY_INLINE ModeStep<Real> modeStep (Real w, Real s, Real h)
{
    return modeStep (modeFlow (w, Real (1.0) / w, s, h));
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
