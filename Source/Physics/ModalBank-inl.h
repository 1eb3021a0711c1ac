// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_MODAL_BANK_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_MODAL_BANK_INL_H
  #undef KOLOPHON_PHYSICS_MODAL_BANK_INL_H
 #else
  #define KOLOPHON_PHYSICS_MODAL_BANK_INL_H
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
        x1 <- A x1 + S x2 + (1 - A) r F  A = e (cos wd h + (s/wd) sin wd h)     S = e (w/wd) sin wd h
        x2 <- D x2 - S y                 D = e (cos wd h - (s/wd) sin wd h)     e = exp (-s h),  wd = sqrt (w^2 - s^2)

    (1 - A) comes from the half angle, without cancellation. Written as A y + r F, the first line would lose digits where
    a steady force holds a slow mode far out, r F >> x1: at 100 kHz the books then close to 2e-13 only.

    Energy lost inside the body in the step, with (y, x2) before the step:
        lossYY y^2 + lossYV y x2 + lossVV x2^2 >= 0
    written from s, w and h alone, not as the remainder of a balance: lossYY = (1 - A^2 - S^2)/2 and so on, expanded so
    that nothing cancels. */
template <class Real>
struct ModeStep
{
    Real A, S, D;
    Real oneMinusA;
    Real lossYY, lossYV, lossVV;
};

/** Coefficients of a mode with angular frequency w [rad/s], decay rate s [1/s], 0 <= s < w, for the time step h [s]. */
template <class Real>
HWY_INLINE ModeStep<Real> modeStep (Real w, Real s, Real h)
{
    const Real wd = squareRoot ((w - s) * (w + s));
    const Real decay = exponential (-(s * h));
    const Real half (0.5), two (2.0);
    const auto turn = sineCosine (half * (wd * h)); // half the angle
    const Real p = s / wd;
    const Real versine = two * (turn.sine * turn.sine); // 1 - cos wd h
    const Real inPhase = decay * (Real (1.0) - versine), quadrature = decay * (two * (turn.sine * turn.cosine));

    ModeStep<Real> step;
    step.A = inPhase + p * quadrature;
    step.D = inPhase - p * quadrature;
    step.S = (w / wd) * quadrature;
    step.oneMinusA = (decay * versine - exponentialMinusOne (-(s * h))) - p * quadrature;

    const Real lost = -exponentialMinusOne (-(two * (s * h))); // 1 - e^2
    step.lossYY = half * lost - (p * quadrature) * step.A;
    step.lossVV = half * lost + (p * quadrature) * step.D;
    step.lossYV = Real (-2.0) * (p * quadrature) * ((w / wd) * quadrature);
    return step;
}

/** A body as the contact sees it: modes in structure-of-arrays layout, `stride` doubles apart, one lane set at a time.

    The sounding modes carry a tap (what the listener hears of x1); the silent ones, such as a string's torsion, only
    move the contact. Arrays are owned by the caller; none is touched beyond the counts. */
struct BankView
{
    const double *A, *S, *D, *r, *push, *tap;       // step coefficients; push = (1 - A) r; tap [N/sqrt (J)]
    const double *lossYY, *lossYV, *lossVV;
    double *x1, *x2;                                // state [sqrt (J)]
    int stride = 1;
    int soundingCount = 0;                          // modes 0 … soundingCount - 1, an even number
    int silentBegin = 0, silentEnd = 0;             // an even number of modes
};

template <class Real>
struct BankOutput
{
    Real odd, even; // sum of taps over odd-numbered and even-numbered partials (the first partial is odd)
};

template <class Real>
struct BankEnergy
{
    Real stored, lost; // [J] after the step, and lost inside the body during it
};

/** Mean surface velocity over the next step if nothing pushes [m/s]:  a = sum (r/h) ((A - 1) x1 + S x2). */
template <class Real>
HWY_INLINE Real freeVelocity (const BankView& bank, Real inverseTimeStep)
{
    Real sum[2];
    const auto add = [&bank, &sum] (int mode, int parity) HWY_ATTR
    {
        const auto at = static_cast<std::ptrdiff_t> (mode) * bank.stride;
        const Real x1 = Lanes<Real>::load (bank.x1 + at), x2 = Lanes<Real>::load (bank.x2 + at);
        const Real drift = (Lanes<Real>::load (bank.A + at) * x1 + Lanes<Real>::load (bank.S + at) * x2) - x1;
        sum[parity] = sum[parity] + Lanes<Real>::load (bank.r + at) * drift;
    };
    sum[0] = sum[1] = Real (0.0);
    for (int m = 0; m < bank.soundingCount; m += 2)
    {
        add (m, 0);
        add (m + 1, 1);
    }
    for (int m = bank.silentBegin; m < bank.silentEnd; m += 2)
    {
        add (m, 0);
        add (m + 1, 1);
    }
    return (sum[0] + sum[1]) * inverseTimeStep;
}

/** Advances every mode by one step under the force F [N] on the surface and returns the free mean velocity of the
    *next* step, which shares the pass. Even and odd modes have a sum each: fixed order, same bits everywhere. */
template <bool withLedger, class Real>
HWY_INLINE Real advance (const BankView& bank, Real force, Real inverseTimeStep, BankOutput<Real>& output,
                         BankEnergy<Real>& energy)
{
    Real free0 (0.0), free1 (0.0), stored (0.0), lost (0.0);
    output.odd = output.even = Real (0.0);

    const auto move = [&] (int mode, Real& sum) HWY_ATTR
    {
        const auto at = static_cast<std::ptrdiff_t> (mode) * bank.stride;
        const Real A = Lanes<Real>::load (bank.A + at), S = Lanes<Real>::load (bank.S + at);
        const Real r = Lanes<Real>::load (bank.r + at);
        const Real old = Lanes<Real>::load (bank.x1 + at), v = Lanes<Real>::load (bank.x2 + at);
        const Real y = old - r * force;
        const Real x1 = (A * old + S * v) + Lanes<Real>::load (bank.push + at) * force;
        const Real x2 = Lanes<Real>::load (bank.D + at) * v - S * y;
        Lanes<Real>::store (x1, bank.x1 + at);
        Lanes<Real>::store (x2, bank.x2 + at);
        sum = sum + r * ((A * x1 + S * x2) - x1);
        if constexpr (withLedger)
        {
            stored = stored + (x1 * x1 + x2 * x2);
            lost = lost
                   + ((Lanes<Real>::load (bank.lossYY + at) * y + Lanes<Real>::load (bank.lossYV + at) * v) * y
                      + (Lanes<Real>::load (bank.lossVV + at) * v) * v);
        }
        return x1;
    };

    for (int m = 0; m < bank.soundingCount; m += 2)
    {
        const auto at = static_cast<std::ptrdiff_t> (m) * bank.stride;
        const Real first = move (m, free0);
        output.odd = output.odd + Lanes<Real>::load (bank.tap + at) * first;
        const Real second = move (m + 1, free1);
        output.even = output.even + Lanes<Real>::load (bank.tap + at + bank.stride) * second;
    }
    for (int m = bank.silentBegin; m < bank.silentEnd; m += 2)
    {
        move (m, free0);
        move (m + 1, free1);
    }

    energy.stored = stored * Real (0.5);
    energy.lost = lost;
    return (free0 + free1) * inverseTimeStep;
}

/** Energy in the body [J], all modes of both kinds. */
template <class Real>
HWY_INLINE Real storedEnergy (const BankView& bank)
{
    Real sum (0.0);
    const auto add = [&bank, &sum] (int mode) HWY_ATTR
    {
        const auto at = static_cast<std::ptrdiff_t> (mode) * bank.stride;
        const Real x1 = Lanes<Real>::load (bank.x1 + at), x2 = Lanes<Real>::load (bank.x2 + at);
        sum = sum + (x1 * x1 + x2 * x2);
    };
    for (int m = 0; m < bank.soundingCount; ++m)
        add (m);
    for (int m = bank.silentBegin; m < bank.silentEnd; ++m)
        add (m);
    return sum * Real (0.5);
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
