// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_MODE_STEP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_MODE_STEP_INL_H
  #undef KOLOPHON_PHYSICS_MODE_STEP_INL_H
 #else
  #define KOLOPHON_PHYSICS_MODE_STEP_INL_H
 #endif

 #include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** One mode's motion over one step under a constant force: the exact flow of

        q'' + 2 s q' + w^2 q = phi F,      u = phi q'          (mass-normalised: q in m sqrt (kg), phi in 1/sqrt (kg))

    in energy coordinates x1 = w q, x2 = q' [sqrt (J)], so that the mode holds (x1^2 + x2^2)/2 joules whatever its
    parameters are: moving pitch, damping or contact does no work on the state.

        y  = x1 - r F                    r = phi/w
        x1 <- x1 + S x2 - Q y            Q = 1 - e (cos wd h + (s/wd) sin wd h)     S = e (w/wd) sin wd h
        x2 <- D x2 - S y                 D = e (cos wd h - (s/wd) sin wd h)         e = exp (-s h),  wd = sqrt (w^2 - s^2)

    (PHYSICS 2 has A = 1 - Q and the first line as A y + S x2 + r F. That loses digits where a steady force holds a slow
    mode far out, r F >> x1: at 100 kHz its books close to 2e-13 only. Q comes from the half angle, where nothing cancels but
    the damping's part, p t - p sin t. Of a slow mode that is strongly damped, p >> t, that is all of Q, and it comes from
    terms that are all positive:

        Q = e [ (e^(p t) - 1 - p t) + (1 - cos t) + p (t - sin t) ],    t = wd h,  p = s/wd )

    Energy lost inside the body in the step, with (y, x2) before the step:
        lossYY y^2 + lossYV y x2 + lossVV x2^2 >= 0
    written from s, w and h alone, not as the remainder of a balance: lossYY = (1 - (1 - Q)^2 - S^2)/2 and so on, expanded so
    that nothing cancels. A steady force holds a slow mode so far out that y^2 is 1e8 times the energy that it exchanges: of

        lossYY = (1 - e^2)/2 - e^2 (p sin t cos t + p^2 sin^2 t),      x = 2 s h = 2 p t

    the terms of first and second order in h are gone, exactly, and three are left that are all positive:

        lossYY = e^2 [ (e^x - 1 - x - x^2/2)/2 + (p/2) (2t - sin 2t) + p^2 (t - sin t) (t + sin t) ] */
template <class Real>
struct ModeStep
{
    Real Q, S, D;
    Real lossYY, lossYV, lossVV;
};

/** x - sin x for x >= 0, given sin x: the series below 1/2, where the difference would keep rounding only. */
template <class Real>
HWY_INLINE Real beyondSine (Real x, Real sine)
{
    const Real xx = x * x, one (1.0);
    const auto fold = [&] (Real next, double denominator) HWY_ATTR { return one - (xx * Real (1.0 / denominator)) * next; };
    const Real series = (x * xx) * (Real (1.0 / 6.0) * fold (fold (fold (fold (fold (one, 156.0), 110.0), 72.0), 42.0), 20.0));
    return select (x <= Real (0.5), series, x - sine);
}

/** e^(-x) (e^x - 1 - x) for x >= 0, given e^(-x). */
template <class Real>
HWY_INLINE Real beyondLine (Real x, Real decay)
{
    const Real one (1.0);
    const auto fold = [&] (Real next, double denominator) HWY_ATTR { return one + (x * Real (1.0 / denominator)) * next; };
    const Real inner = fold (fold (fold (fold (fold (fold (one, 13.0), 12.0), 11.0), 10.0), 9.0), 8.0);
    const Real series = (Real (0.5) * (x * x)) * fold (fold (fold (fold (fold (inner, 7.0), 6.0), 5.0), 4.0), 3.0);
    return select (x <= Real (0.5), decay * series, one - decay * (one + x));
}

/** e^(-x) (e^x - 1 - x - x^2/2) for x >= 0, given e^(-x). */
template <class Real>
HWY_INLINE Real beyondSquare (Real x, Real decay)
{
    const Real one (1.0);
    const auto fold = [&] (Real next, double denominator) HWY_ATTR { return one + (x * Real (1.0 / denominator)) * next; };
    const Real inner = fold (fold (fold (fold (fold (fold (fold (one, 14.0), 13.0), 12.0), 11.0), 10.0), 9.0), 8.0);
    const Real series = (x * (x * x)) * (Real (1.0 / 6.0) * fold (fold (fold (fold (inner, 7.0), 6.0), 5.0), 4.0));
    return select (x <= Real (0.5), decay * series, one - decay * (one + (x + Real (0.5) * (x * x))));
}

/** Coefficients of a mode with angular frequency w [rad/s], decay rate s [1/s], 0 <= s < w, for the time step h [s]. */
template <class Real>
HWY_INLINE ModeStep<Real> modeStep (Real w, Real s, Real h)
{
    const Real wd = squareRoot ((w - s) * (w + s));
    const Real decay = exponential (-(s * h));
    const Real half (0.5), two (2.0);
    const Real t = wd * h;
    const auto turn = sineCosine (half * t); // half the angle
    const Real p = s / wd;
    const Real versine = two * (turn.sine * turn.sine); // 1 - cos wd h
    const Real sine = two * (turn.sine * turn.cosine);
    const Real inPhase = decay * (Real (1.0) - versine), quadrature = decay * sine;

    ModeStep<Real> step;
    const Real beyond = beyondSine (t, sine);
    step.Q = (decay * versine - exponentialMinusOne (-(s * h))) - p * quadrature;
    if (const auto crawls = p > Real (8.0) * t; ! allTrue (! crawls)) // few do, and of the others Q has had its digits
        step.Q = select (crawls, beyondLine (s * h, decay) + decay * (versine + p * beyond), step.Q);
    step.D = inPhase - p * quadrature;
    step.S = (w / wd) * quadrature;

    const Real x = two * (s * h), square = decay * decay;
    const Real third = beyondSquare (x, square), lost = third + square * (x + half * (x * x)); // 1 - e^2
    // (2t - sin 2t)/2 = t - sin t + sin t (1 - cos t)
    step.lossYY = half * third + square * (p * ((beyond + sine * versine) + p * (beyond * (t + sine))));
    step.lossVV = half * lost + (p * quadrature) * step.D;
    step.lossYV = Real (-2.0) * (p * quadrature) * ((w / wd) * quadrature);
    return step;
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
