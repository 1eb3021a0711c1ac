// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_MODAL_BANK_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_MODAL_BANK_INL_H
  #undef KOLOPHON_PHYSICS_MODAL_BANK_INL_H
 #else
  #define KOLOPHON_PHYSICS_MODAL_BANK_INL_H
 #endif

 #include "ModeStep-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** A body of modes as the contact sees it, and the one place that moves modes.

    ModeStep-inl.h has the exact step of a mode in energy coordinates (x1, x2). A bank that runs keeps

        x = x1     and     d = S x2 - Q x1,     the way that x goes in the next step if nothing pushes [sqrt (J)],

    in which the step and what the contact asks cost seven operations instead of twelve:

        x <- x + bx F          x <- x + d                  free velocity      a = sum g d      g = r/h
        d <- d + bd F          d <- w d - kappa x          force at the tap       sum tap x

        w = D - Q              kappa = Q (1 - D) + S^2     both by (x, d) <- (x + d, w d - kappa x) for (x1, x2) of the free step
        bx = r Q               bd = r (S^2 - Q^2)          what F adds to (x1, x2) is r F (Q, S)

    This is the same exact flow. kappa is not D's and Q's difference with e^2, which would cancel for slow modes and cost the
    pitch six digits. Back: x2 = (d + Q x)/S, exact but for rounding; x1 is never converted. The step's determinant w + kappa is
    e^2 to the rounding of w, about 1e-16, so that a lossless mode gains or loses up to 1e-16 of its energy a step.

    The bank runs one step *ahead* of the contact. Let P_n = A s_(n-1) be the state before sample n without the last force:

        s_n = P_n + B F_(n-1)       P_(n+1) = A s_n

    Records hold P_n. While the contact of sample n looks for F_n, the bank adds F_(n-1), which is known, steps, and adds up
    what sample n + 1 will ask. What depends on forces that a sum hasn't seen is scalar (BankKernels):

        a_n = sum g d (P_n) + (sum g bd) F_(n-1)          tap_n = sum tap x (P_(n+1)) + (sum tap bx) F_n

    Pending is what lies between two stretches: F_(n-1), and the sums over P_n. So a stretch may end anywhere and nothing is
    rounded there. Other things push, too, each with a vector of its own beside B: what pulls the hand (moveHand), and a
    bridge that gives way by p, which shortens x by tap p and lengthens d by Q tap p. Where a step ends,
    a_end = sum phi (D x2 - S x1) = sum (e_d d + e_x x), is summed for laws that ask: e_d = phi D/S, e_x = phi (Q - kappa)/S.

    Order of the sums. Mode m belongs to chain m % 8; a chain is added up in order, chains in pairs: ((0 + 1) + (2 + 3)) +
    ((4 + 5) + (6 + 7)). That is also what eight modes side by side in a register add up to, so that a voice has the same bits
    whether it lies in a lane among others or its modes lie across the lanes. Modes of no coupling add exact zeros. */
struct BankView
{
    enum Field { w, kappa, gain, tap, bx, bd, x, d, fieldCount }; // gain g [1/(s sqrt (kg))…], tap [N/sqrt (J)]; state x, d
    enum Look { Q, inverseS, r, lossYY, lossYD, lossDD, lookCount };
    enum End { endX, endD, endCount };
    static constexpr int stride = 8; // doubles a field: one for each voice of a group, whatever part of them is looked at
    static constexpr int chains = 8;

    double* records;          // chain by chain, `places` records each: neighbours in a chain are neighbours in memory
    int places = 0;
    // In the order of modes:
    const double* looks;      // for who looks: books and energies
    const double* ends;       // for laws that ask how a step ends
    const double* secondTaps; // for bodies with two pickups
    const double* bridge;     // Q (tap + second tap), for a bridge that yields
    int soundingCount = 0;    // modes 0 … soundingCount - 1, an even number
    int silentBegin = 0, silentEnd = 0; // even numbers
    int handBegin = 0, handEnd = 0; // among the silent ones, those of the hand
    const double* kicks = nullptr;  // of each mode of the hand, see HandModes-inl.h: Gamma [sqrt (kg)], and S Gamma

    HWY_INLINE double* inChain (int chain, int place) const
    {
        return records + (static_cast<std::ptrdiff_t> (chain) * places + place) * (fieldCount * stride);
    }
    HWY_INLINE double* record (int mode) const { return inChain (mode % chains, mode / chains); }

    /** Places of a chain's modes among first … last - 1. Both are even, so that chains 2 p and 2 p + 1 have the same. */
    static HWY_INLINE int placeOf (int mode, int chain) { return (mode - chain + chains - 1) / chains; }

    template <class Real>
    HWY_INLINE Real look (int mode, int which) const
    {
        return Lanes<Real>::load (looks + (static_cast<std::ptrdiff_t> (mode) * lookCount + which) * stride);
    }
    template <class Real>
    HWY_INLINE Real end (int mode, int which) const
    {
        return Lanes<Real>::load (ends + (static_cast<std::ptrdiff_t> (mode) * endCount + which) * stride);
    }
    template <class Real>
    HWY_INLINE Real secondTap (int mode) const
    {
        return Lanes<Real>::load (secondTaps + static_cast<std::ptrdiff_t> (mode) * stride);
    }
    template <class Real>
    HWY_INLINE Real atBridge (int mode) const
    {
        return Lanes<Real>::load (bridge + static_cast<std::ptrdiff_t> (mode) * stride);
    }
    template <class Real>
    HWY_INLINE Real kick (int handMode, int ofWay) const
    {
        return Lanes<Real>::load (kicks + (static_cast<std::ptrdiff_t> (handMode - handBegin) * 2 + ofWay) * stride);
    }

    /** Calls visit (mode) for every mode, sounding ones first. */
    template <class Visit>
    HWY_INLINE void eachMode (Visit&& visit) const
    {
        for (int m = 0; m < soundingCount; ++m)
            visit (m);
        for (int m = silentBegin; m < silentEnd; ++m)
            visit (m);
    }
};

template <class Real>
HWY_INLINE Real field (const double* record, int which)
{
    return Lanes<Real>::load (record + which * BankView::stride);
}
template <class Real>
HWY_INLINE void setField (double* record, int which, Real value)
{
    Lanes<Real>::store (value, record + which * BankView::stride);
}

/** Free motion and taps, of a force that the sums have not seen. */
template <class Real>
struct BankKernels
{
    Real mean, end;             // sum g bd [m/(s N)], sum (e_d bd + e_x bx)
    Real odd, even;             // sum tap bx: what a force adds to the taps in its own step
    Real bridgeMean, bridgeEnd; // of the bridge, likewise [m/s a sqrt (J)/N]
};

/** What is on its way between two samples. */
template <class Real>
struct Pending
{
    Real force;     // F_(n-1) [N], not yet in the records
    Real bridge;    // how far the bridge gave way since [sqrt (J)/N]
    Real mean, end; // sums over the records as they are
};

/** Surface velocity over the next step if nothing pushes [m/s]: its mean, and where the step ends. */
template <class Real>
struct FreeMotion
{
    Real mean, end;
};

template <bool withEnd, bool withBridge, class Real>
HWY_INLINE FreeMotion<Real> freeMotion (const Pending<Real>& pending, const BankKernels<Real>& kernels)
{
    FreeMotion<Real> free { mulAdd (kernels.mean, pending.force, pending.mean), Real (0.0) };
    if constexpr (withEnd)
        free.end = mulAdd (kernels.end, pending.force, pending.end);
    if constexpr (withBridge)
    {
        free.mean = mulAdd (kernels.bridgeMean, pending.bridge, free.mean);
        if constexpr (withEnd)
            free.end = mulAdd (kernels.bridgeEnd, pending.bridge, free.end);
    }
    return free;
}

/** A mode before sample n, with the last force in it: s_n. */
template <class Real>
struct ModeState
{
    Real x, d;
};

template <bool withBridge, class Real>
HWY_INLINE ModeState<Real> stateOf (const BankView& bank, const double* record, int mode, Real force, Real shortening)
{
    ModeState<Real> state { mulAdd (field<Real> (record, BankView::bx), force, field<Real> (record, BankView::x)),
                            mulAdd (field<Real> (record, BankView::bd), force, field<Real> (record, BankView::d)) };
    if constexpr (withBridge)
    {
        Real tap = field<Real> (record, BankView::tap);
        if (mode < bank.soundingCount)
        {
            tap = tap + bank.secondTap<Real> (mode);
            state.x = negMulAdd (tap, shortening, state.x);
            state.d = mulAdd (bank.atBridge<Real> (mode), shortening, state.d);
        }
    }
    return state;
}

/** x2 of a state. */
template <class Real>
HWY_INLINE Real speedOf (const BankView& bank, int mode, const ModeState<Real>& s)
{
    return mulAdd (bank.look<Real> (mode, BankView::Q), s.x, s.d) * bank.look<Real> (mode, BankView::inverseS);
}

/** Work that somebody else has to do meanwhile: a law calls it right after it has sent off a root. */
struct Meanwhile
{
    void* work = nullptr;
    void (*run) (void*) = nullptr;

    HWY_INLINE void operator()() const
    {
        if (run != nullptr)
            run (work);
    }
};

/** One step of the bank, half of it at a time: who waits for a root calls half(), and finish() does what is left. */
template <bool withEnd, bool withPickups, bool withBridge, class Real>
class BankStep
{
public:
    HWY_INLINE BankStep (const BankView& view, const Pending<Real>& before)
        : bank (view), force (before.force), shortening (before.bridge)
    {
    }

    Meanwhile meanwhile() { return { this, half }; }

    /** Leaves the sums over the new records in `pending`, and the taps without the force of this sample. */
    HWY_INLINE void finish (Pending<Real>& pending, Real& odd, Real& even)
    {
        while (done < BankView::chains / 2)
            half (this);
        pending.mean = all (means);
        if constexpr (withEnd)
            pending.end = all (ends);
        odd = all (odds);
        even = all (evens);
    }

private:
    struct Sums
    {
        Real mean, end, first, second;
    };

    static HWY_INLINE Real all (const Real (&pairs)[4]) { return (pairs[0] + pairs[1]) + (pairs[2] + pairs[3]); }

    static HWY_NOINLINE void half (void* self)
    {
        auto& step = *static_cast<BankStep*> (self);
        for (const int last = step.done + 2 < BankView::chains / 2 ? step.done + 2 : BankView::chains / 2; step.done < last; ++step.done)
            step.quarter();
    }

    /** Chains 2 p and 2 p + 1: two sums on their way at a time. */
    HWY_INLINE void quarter()
    {
        const Real zero (0.0);
        const int chain = 2 * done;
        Sums a { zero, zero, zero, zero }, b = a;
        const int sounding = BankView::placeOf (bank.soundingCount, chain);
        const int silentEnd = BankView::placeOf (bank.silentEnd, chain);
        double* const first = bank.inChain (chain, 0);
        double* const second = bank.inChain (chain + 1, 0);
        constexpr std::ptrdiff_t size = BankView::fieldCount * BankView::stride;
        for (int place = 0; place < sounding; ++place)
        {
            move<true> (first + place * size, place * BankView::chains + chain, a);
            move<true> (second + place * size, place * BankView::chains + chain + 1, b);
        }
        for (int place = BankView::placeOf (bank.silentBegin, chain); place < silentEnd; ++place)
        {
            move<false> (first + place * size, place * BankView::chains + chain, a);
            move<false> (second + place * size, place * BankView::chains + chain + 1, b);
        }
        means[done] = a.mean + b.mean;
        if constexpr (withEnd)
            ends[done] = a.end + b.end;
        odds[done] = withPickups ? a.first + b.first : a.first;
        evens[done] = withPickups ? a.second + b.second : b.first;
    }

    template <bool sounding>
    HWY_INLINE void move (double* record, int mode, Sums& sums) const
    {
        const auto s = stateOf<withBridge> (bank, record, mode, force, shortening);
        const Real x = s.x + s.d;
        const Real d = mulSub (field<Real> (record, BankView::w), s.d, field<Real> (record, BankView::kappa) * s.x);
        setField (record, BankView::x, x);
        setField (record, BankView::d, d);
        sums.mean = mulAdd (field<Real> (record, BankView::gain), d, sums.mean);
        if constexpr (withEnd)
            sums.end = mulAdd (bank.end<Real> (mode, BankView::endX), x,
                               mulAdd (bank.end<Real> (mode, BankView::endD), d, sums.end));
        if constexpr (sounding)
        {
            sums.first = mulAdd (field<Real> (record, BankView::tap), x, sums.first);
            if constexpr (withPickups)
                sums.second = mulAdd (bank.secondTap<Real> (mode), x, sums.second);
        }
    }

    const BankView& bank;
    Real force, shortening;
    int done = 0;
    Real means[4], ends[4], odds[4], evens[4];
};

/** Energy [J]: in the body after a step, and lost inside it during the step. */
template <class Real>
struct BankEnergy
{
    Real stored, lost;
};

/** Looks at the records P_(n+1) under the force F_n that they haven't seen: what sample n left in the body, and what the body
    lost in it. The loss is ModeStep's quadratic form of where the step began, carried to where it ended, seen from where
    the force would hold the mode: y = x - r F, and d there, d + bx F. Nothing is moved. */
template <class Real>
HWY_INLINE BankEnergy<Real> bookStep (const BankView& bank, Real force)
{
    Real stored (0.0), lost (0.0);
    const Real none (0.0);
    bank.eachMode ([&] (int mode) HWY_ATTR
    {
        const double* const record = bank.record (mode);
        const auto s = stateOf<false> (bank, record, mode, force, none);
        const Real x2 = speedOf (bank, mode, s);
        stored = mulAdd (s.x, s.x, mulAdd (x2, x2, stored));
        const Real y = negMulAdd (bank.look<Real> (mode, BankView::r), force, s.x);
        const Real d = mulAdd (field<Real> (record, BankView::bx), force, s.d);
        const Real form = mulAdd (bank.look<Real> (mode, BankView::lossYY), y, bank.look<Real> (mode, BankView::lossYD) * d);
        lost = mulAdd (form, y, mulAdd (bank.look<Real> (mode, BankView::lossDD) * d, d, lost));
    });
    return { stored * Real (0.5), lost };
}

/** Energy in the body [J], all modes of both kinds, as it is before the next sample. */
template <class Real>
HWY_INLINE Real storedEnergy (const BankView& bank, Real force, Real shortening)
{
    Real sum (0.0);
    bank.eachMode ([&] (int mode) HWY_ATTR
    {
        const auto s = stateOf<true> (bank, bank.record (mode), mode, force, shortening);
        const Real x2 = speedOf (bank, mode, s);
        sum = mulAdd (s.x, s.x, mulAdd (x2, x2, sum));
    });
    return sum * Real (0.5);
}

/** What pulls the hand changes its speed by `change` [m/s]: its modes are pushed, x2 by kick change, and `free` with them.
    Returns the work [J]. */
template <bool withBooks, bool withEnd, class Real>
HWY_INLINE Real moveHand (const BankView& bank, Real change, Real force, FreeMotion<Real>& free)
{
    Real work (0.0);
    const Real none (0.0);
    for (int m = bank.handBegin; m < bank.handEnd; ++m)
    {
        double* const record = bank.record (m);
        const Real way = bank.kick<Real> (m, 1) * change; // of d: S times the push
        if constexpr (withBooks)
        {
            const Real push = bank.kick<Real> (m, 0) * change;
            const Real x2 = speedOf (bank, m, stateOf<false> (bank, record, m, force, none));
            work = mulAdd (push, mulAdd (Real (0.5), push, x2), work);
        }
        setField (record, BankView::d, field<Real> (record, BankView::d) + way);
        free.mean = mulAdd (field<Real> (record, BankView::gain), way, free.mean);
        if constexpr (withEnd)
            free.end = mulAdd (bank.end<Real> (m, BankView::endD), way, free.end);
    }
    return work;
}

/** A mode's coefficients of the step as a running bank keeps them, from ModeStep's. */
template <class Real>
struct RunningMode
{
    Real w, kappa, gain, bx, bd;
    Real inverseS, lossYY, lossYD, lossDD, endX, endD;

    /** `phi` [1/sqrt (kg)] and r = phi/w. The loss, (y, v) -> Q(y, v) before the step, is carried along A^(-1) = (D -S; S 1 - Q)/e^2
        to the end of the step and from x2 to d: v = (d + Q y)/S. */
    static HWY_INLINE RunningMode of (const ModeStep<Real>& step, Real r, Real phi, Real inverseTimeStep)
    {
        const Real one (1.0), zero (0.0);
        RunningMode run;
        run.w = step.D - step.Q;
        run.kappa = mulAdd (step.S, step.S, step.Q * (one - step.D));
        run.gain = r * inverseTimeStep;
        run.bx = r * step.Q;
        run.bd = r * ((step.S - step.Q) * (step.S + step.Q));
        run.inverseS = select (step.S > zero, one / step.S, zero); // a slot that was never computed is at rest
        run.endD = phi * (step.D * run.inverseS);
        run.endX = phi * ((step.Q - run.kappa) * run.inverseS);
        // What y and v were before, of y and of d at the end.
        const Real A = one - step.Q;
        const Real shrink = select (step.S > zero, one / mulAdd (A, step.D, step.S * step.S), zero); // 1/e^2
        const Real yy = run.w * shrink, vy = mulAdd (A * step.Q, run.inverseS, step.S) * shrink;
        const Real yd = -shrink, vd = A * (run.inverseS * shrink);
        const Real half (0.5), cross = half * step.lossYV;
        const Real ofY = step.lossYY * yy + cross * vy, ofYv = cross * yy + step.lossVV * vy;
        const Real ofD = step.lossYY * yd + cross * vd, ofDv = cross * yd + step.lossVV * vd;
        run.lossYY = ofY * yy + ofYv * vy;
        run.lossYD = Real (2.0) * (ofY * yd + ofYv * vd);
        run.lossDD = ofD * yd + ofDv * vd;
        return run;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
