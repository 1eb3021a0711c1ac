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
        x1 <- x1 + S x2 - Q y            Q = 1 - e (cos wd h + (s/wd) sin wd h)     S = e (w/wd) sin wd h
        x2 <- D x2 - S y                 D = e (cos wd h - (s/wd) sin wd h)         e = exp (-s h),  wd = sqrt (w^2 - s^2)

    (Physics.md 2 has A = 1 - Q and the first line as A y + S x2 + r F. That loses digits where a steady force holds a
    slow mode far out, r F >> x1: at 100 kHz its books close to 2e-13 only. Q comes from the half angle, where nothing
    cancels but the damping's part, p t - p sin t. Of a slow mode that is strongly damped, p >> t, that is all of Q, and
    it comes from terms that are all positive:

        Q = e [ (e^(p t) - 1 - p t) + (1 - cos t) + p (t - sin t) ],    t = wd h,  p = s/wd )

    Energy lost inside the body in the step, with (y, x2) before the step:
        lossYY y^2 + lossYV y x2 + lossVV x2^2 >= 0
    written from s, w and h alone, not as the remainder of a balance: lossYY = (1 - (1 - Q)^2 - S^2)/2 and so on,
    expanded so that nothing cancels. A steady force holds a slow mode so far out that y^2 is 1e8 times the energy that
    it exchanges: of

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

/** A body as the contact sees it: one record a mode, of `stride` doubles a field, owned by the caller. Records
    side by side, not an array a field: seven arrays at equal distances would fight for the same sets of the cache.

    The sounding modes carry a tap (what the listener hears of x1); the silent ones, such as a string's torsion, only
    move the contact. */
struct BankView
{
    enum Field { Q, S, D, r, tap, x1, x2, fieldCount }; // tap [N/sqrt (J)]; state x1, x2 [sqrt (J)]
    enum Loss { lossYY, lossYV, lossVV, lossCount };
    static constexpr int stride =
        8; // doubles a field: one for each voice of a group, whatever part of them is looked at

    double* records;
    const double* losses;     // read with the ledger on
    const double* shapes;     // phi [1/sqrt (kg)], read for laws that ask how a step ends
    const double* secondTaps; // of each mode, for bodies with two pickups
    int soundingCount = 0;    // modes 0 … soundingCount - 1, an even number
    int silentBegin = 0, silentEnd = 0;
    int handBegin = 0, handEnd = 0; // among the silent ones, those of the hand
    const double* kicks = nullptr;  // of each mode of the hand [sqrt (kg)], see HandModes-inl.h

    HWY_INLINE double* record (int mode) const
    {
        return records + static_cast<std::ptrdiff_t> (mode) * (fieldCount * stride);
    }
    HWY_INLINE const double* loss (int mode) const
    {
        return losses + static_cast<std::ptrdiff_t> (mode) * (lossCount * stride);
    }
    template <class Real>
    HWY_INLINE Real shape (int mode) const
    {
        return Lanes<Real>::load (shapes + static_cast<std::ptrdiff_t> (mode) * stride);
    }
    template <class Real>
    HWY_INLINE Real secondTap (int mode) const
    {
        return Lanes<Real>::load (secondTaps + static_cast<std::ptrdiff_t> (mode) * stride);
    }
    template <class Real>
    HWY_INLINE Real kick (int handMode) const
    {
        return Lanes<Real>::load (kicks + static_cast<std::ptrdiff_t> (handMode - handBegin) * stride);
    }
};

template <class Real>
HWY_INLINE Real field (const double* record, int which)
{
    return Lanes<Real>::load (record + which * BankView::stride);
}

template <class Real>
struct BankOutput
{
    Real odd,
        even; // sum of taps over odd-numbered and even-numbered partials (the first partial is odd); with pickups:
              // over all partials, and of the second taps over all
};

template <class Real>
struct BankEnergy
{
    Real stored, lost; // [J] after the step, and lost inside the body during it
};

/** Surface velocity over the next step if nothing pushes [m/s]: its mean  a = sum (r/h) (S x2 - Q x1), and where the
    step ends  a_end = sum phi (D x2 - S x1), which is summed only for laws that ask. */
template <class Real>
struct FreeMotion
{
    Real mean, end;
};

template <bool withEnd, class Real>
HWY_INLINE FreeMotion<Real> freeMotion (const BankView& bank, Real inverseTimeStep)
{
    Real sum (0.0), end (0.0);
    const auto add = [&] (int mode) HWY_ATTR
    {
        const double* const record = bank.record (mode);
        const Real x1 = field<Real> (record, BankView::x1), x2 = field<Real> (record, BankView::x2);
        const Real S = field<Real> (record, BankView::S);
        const Real drift = S * x2 - field<Real> (record, BankView::Q) * x1;
        sum = sum + field<Real> (record, BankView::r) * drift;
        if constexpr (withEnd)
            end = end + bank.shape<Real> (mode) * (field<Real> (record, BankView::D) * x2 - S * x1);
    };
    for (int m = 0; m < bank.soundingCount; ++m)
        add (m);
    for (int m = bank.silentBegin; m < bank.silentEnd; ++m)
        add (m);
    return { sum * inverseTimeStep, end };
}

/** What pulls the hand changes its speed by `change` [m/s]: its modes are pushed, and `free` with them. Returns the
    work [J]. */
template <bool withEnd, class Real>
HWY_NOINLINE Real moveHand (const BankView& bank, Real change, Real inverseTimeStep, FreeMotion<Real>& free)
{
    Real work (0.0), mean (0.0);
    for (int m = bank.handBegin; m < bank.handEnd; ++m)
    {
        double* const record = bank.record (m);
        const Real x2 = field<Real> (record, BankView::x2), push = bank.kick<Real> (m) * change;
        Lanes<Real>::store (x2 + push, record + BankView::x2 * BankView::stride);
        work = work + push * (x2 + Real (0.5) * push);
        mean = mean + field<Real> (record, BankView::r) * (field<Real> (record, BankView::S) * push);
        if constexpr (withEnd)
            free.end = free.end + bank.shape<Real> (m) * (field<Real> (record, BankView::D) * push);
    }
    free.mean = free.mean + mean * inverseTimeStep;
    return work;
}

/** Advances every mode by one step under the force F [N] on the surface and returns the free motion of the *next* step,
    which shares the pass. The sums run in the order of freeMotion(): same bits, wherever a stretch of samples begins.
    */
template <bool withLedger, bool withEnd, bool withPickups, class Real>
HWY_NOINLINE FreeMotion<Real> advance (const BankView& bank, Real force, Real inverseTimeStep, BankOutput<Real>& output,
                                       BankEnergy<Real>& energy)
{
    Real free (0.0), end (0.0), stored (0.0), lost (0.0), odd (0.0), even (0.0);

    const auto move = [&] (int mode) HWY_ATTR
    {
        double* const record = bank.record (mode);
        const Real Q = field<Real> (record, BankView::Q), S = field<Real> (record, BankView::S);
        const Real D = field<Real> (record, BankView::D), r = field<Real> (record, BankView::r);
        const Real old = field<Real> (record, BankView::x1), v = field<Real> (record, BankView::x2);
        const Real y = old - r * force;
        const Real x1 = (old + S * v) - Q * y;
        const Real x2 = D * v - S * y;
        Lanes<Real>::store (x1, record + BankView::x1 * BankView::stride);
        Lanes<Real>::store (x2, record + BankView::x2 * BankView::stride);
        free = free + r * (S * x2 - Q * x1);
        if constexpr (withEnd)
            end = end + bank.shape<Real> (mode) * (D * x2 - S * x1);
        if constexpr (withLedger)
        {
            const double* const loss = bank.loss (mode);
            stored = stored + (x1 * x1 + x2 * x2);
            lost = lost + ((field<Real> (loss, BankView::lossYY) * y + field<Real> (loss, BankView::lossYV) * v) * y +
                           (field<Real> (loss, BankView::lossVV) * v) * v);
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
    return { free * inverseTimeStep, end };
}

/** Energy in the body [J], all modes of both kinds. */
template <class Real>
HWY_INLINE Real storedEnergy (const BankView& bank)
{
    Real sum (0.0);
    const auto add = [&bank, &sum] (int mode) HWY_ATTR
    {
        const double* const record = bank.record (mode);
        const Real x1 = field<Real> (record, BankView::x1), x2 = field<Real> (record, BankView::x2);
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
