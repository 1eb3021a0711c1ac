// Long: the one place that moves modes, with its derivation; half of it is comments.
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_MODAL_BANK_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_MODAL_BANK_INL_H
  #undef KOLOPHON_PHYSICS_MODAL_BANK_INL_H
 #else
  #define KOLOPHON_PHYSICS_MODAL_BANK_INL_H
 #endif

 #include "BodyFields.h"
 #include "Friction/FrictionLaw-inl.h"
 #include "ModeStep-inl.h"

 #include <type_traits>

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

        w = D - Q     kappa = Q (1 - D) + S^2     both by (x, d) <- (x + d, w d - kappa x) for (x1, x2) of the free step
        bx = r Q               bd = r (S^2 - Q^2)          what F adds to (x1, x2) is r F (Q, S)

    This is the same exact flow. kappa is not D's and Q's difference with e^2, which would cancel for slow modes and
    cost the pitch six digits. Back: x2 = (d + Q x)/S, exact but for rounding; x1 is never converted. The step's
    determinant w + kappa is e^2 to the rounding of w, about 1e-16, so that a lossless mode gains or loses up to 1e-16
    of its energy a step.

    The bank runs one step *ahead* of the contact. Let P_n = A s_(n-1) be the state before sample n without the last
    force:

        s_n = P_n + B F_(n-1)       P_(n+1) = A s_n

    Records hold P_n. While the contact of sample n looks for F_n, the bank adds F_(n-1), which is known, steps, and
    adds up what sample n + 1 will ask. What depends on forces that a sum hasn't seen is scalar (BankKernels):

        a_n = sum g d (P_n) + (sum g bd) F_(n-1)          tap_n = sum tap x (P_(n+1)) + (sum tap bx) F_n

    Pending is what lies between two stretches: F_(n-1), and the sums over P_n. So a stretch may end anywhere and
    nothing is rounded there. Other things push, too, each with a vector of its own beside B: what pulls the hand
    (moveHand), and a bridge that gives way by p, which shortens x by tap p and lengthens d by Q tap p. Where a step
    ends, a_end = sum phi (D x2 - S x1) = sum (e_d d + e_x x), is summed for laws that ask: e_d = phi D/S, e_x = phi (Q
    - kappa)/S.

    Order of the sums. Mode m belongs to chain m % 8; a chain is added up in order, chains in pairs: ((0 + 1) + (2 + 3))
    + ((4 + 5) + (6 + 7)). That is also what eight modes side by side in a register add up to, so that a voice has the
    same bits whether it lies in a lane among others or its modes lie across the lanes. Modes of no coupling add exact
    zeros. */
struct BankView
{
    enum Field {
        w,
        kappa,
        gain,
        tap,
        bx,
        bd,
        x,
        d,
        fieldCount
    }; // gain g [1/(s sqrt (kg))…], tap [N/sqrt (J)]; state x, d
    enum Look { Q, inverseS, r, lossYY, lossYV, lossVV, lookCount };
    enum End { endX, endD, endCount };
    static constexpr int stride =
        8; // doubles a field: one for each voice of a group, whatever part of them is looked at
    static constexpr int chains = 8;

    double* records; // chain by chain, `places` records each: neighbours in a chain are neighbours in memory
    int places = 0;
    // In the order of modes:
    const double* looks;      // for who looks: books and energies
    const double* ends;       // for laws that ask how a step ends
    const double* secondTaps; // for bodies with two pickups
    const double* bridge;     // Q (tap + second tap), for a bridge that yields
    const double* shapes[3];  // r through which three forces push, see WideContact-inl.h; records then have r = 1
    int soundingCount = 0;    // modes 0 … soundingCount - 1, an even number
    int silentBegin = 0, silentEnd = 0; // even numbers
    int handBegin = 0, handEnd = 0;     // among the silent ones, those of the hand
    const double* kicks = nullptr;      // of each mode of the hand, see HandModes-inl.h: Gamma [sqrt (kg)], and S Gamma

    HWY_INLINE double* inChain (int chain, int place) const
    {
        return records + (static_cast<std::ptrdiff_t> (chain) * places + place) * (fieldCount * stride);
    }
    HWY_INLINE double* record (int mode) const { return inChain (mode % chains, mode / chains); }

    /** Places of a chain's modes among first … last - 1. Both are even, so that chains 2 p and 2 p + 1 have the same.
        */
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
    HWY_INLINE Real kick (int handMode, int ofPort) const
    {
        return Lanes<Real>::load (kicks + (static_cast<std::ptrdiff_t> (handMode - handBegin) * 2 + ofPort) * stride);
    }

    template <class Real>
    HWY_INLINE Real shape (int which, int mode) const
    {
        return Lanes<Real>::load (shapes[which] + static_cast<std::ptrdiff_t> (mode) * stride);
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

/** Surface velocity over the next step if nothing pushes [m/s]: its mean, through each way, and where the step ends. */
template <class Real>
struct FreeMotion
{
    Real mean[3], end;
};

template <int ports, bool withEnd, bool withBridge, class Real>
HWY_INLINE FreeMotion<Real> freeMotion (const Pending<Real>& pending, const BankKernels<Real>& kernels)
{
    FreeMotion<Real> free;
    for (int i = 0; i < ports; ++i)
    {
        free.mean[i] = pending.mean[i];
        if constexpr (withBridge)
            free.mean[i] = mulAdd (kernels.bridgeMean[i], pending.bridge, free.mean[i]);
        for (int j = 0; j < ports; ++j)
            free.mean[i] = mulAdd (kernels.mean[i][j], pending.force[j], free.mean[i]);
    }
    free.end = Real (0.0);
    if constexpr (withEnd)
    {
        free.end = mulAdd (kernels.end, pending.force[0], pending.end);
        if constexpr (withBridge)
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

/** What several forces are to one mode: F, or sum r_i F_i. */
template <int ports, class Real>
HWY_INLINE Real pushOn (const BankView& bank, int mode, const Real (&force)[3])
{
    if constexpr (ports == 1)
        return force[0];
    else
        return mulAdd (bank.shape<Real> (2, mode), force[2],
                       mulAdd (bank.shape<Real> (1, mode), force[1], bank.shape<Real> (0, mode) * force[0]));
}

template <bool withBridge, class Real>
HWY_INLINE ModeState<Real> stateOf (const BankView& bank, const double* record, int mode, Real push, Real shortening)
{
    ModeState<Real> state { mulAdd (field<Real> (record, BankView::bx), push, field<Real> (record, BankView::x)),
                            mulAdd (field<Real> (record, BankView::bd), push, field<Real> (record, BankView::d)) };
    if constexpr (withBridge)
        if (mode < bank.soundingCount)
        {
            const Real tap = field<Real> (record, BankView::tap) + bank.secondTap<Real> (mode);
            state.x = negMulAdd (tap, shortening, state.x);
            state.d = mulAdd (bank.atBridge<Real> (mode), shortening, state.d);
        }
    return state;
}

/** x2 of a state. */
template <class Real>
HWY_INLINE Real speedOf (const BankView& bank, int mode, const ModeState<Real>& s)
{
    return mulAdd (bank.look<Real> (mode, BankView::Q), s.x, s.d) * bank.look<Real> (mode, BankView::inverseS);
}

/** What a step of the bank adds up, of one chain or of eight at once. */
template <class Real>
struct BankSums
{
    Real mean, mean1, mean2, end, first, second;
};

/** Moves a record on, with the last force in it, and adds up what the next sample will ask. */
template <int ports, bool withEnd, bool withPickups, bool withBridge, bool sounding, class Real>
HWY_INLINE void moveMode (const BankView& bank, double* record, int mode, const Real (&force)[3], Real shortening,
                          BankSums<Real>& sum)
{
    const auto s =
        stateOf < withBridge && sounding > (bank, record, mode, pushOn<ports> (bank, mode, force), shortening);
    const Real x = s.x + s.d;
    const Real d = mulSub (field<Real> (record, BankView::w), s.d, field<Real> (record, BankView::kappa) * s.x);
    setField (record, BankView::x, x);
    setField (record, BankView::d, d);
    if constexpr (ports == 1)
        sum.mean = mulAdd (field<Real> (record, BankView::gain), d, sum.mean);
    else
    {
        sum.mean = mulAdd (bank.shape<Real> (0, mode), d, sum.mean);
        sum.mean1 = mulAdd (bank.shape<Real> (1, mode), d, sum.mean1);
        sum.mean2 = mulAdd (bank.shape<Real> (2, mode), d, sum.mean2);
    }
    if constexpr (withEnd)
        sum.end = mulAdd (bank.end<Real> (mode, BankView::endX), x,
                          mulAdd (bank.end<Real> (mode, BankView::endD), d, sum.end));
    if constexpr (sounding)
    {
        sum.first = mulAdd (field<Real> (record, BankView::tap), x, sum.first);
        if constexpr (withPickups)
            sum.second = mulAdd (bank.secondTap<Real> (mode), x, sum.second);
    }
}

/** One step of the bank, half of it at a time: who waits for a root calls half(), and finish() does what is left. */
template <int ports, bool withEnd, bool withPickups, bool withBridge, class Real>
class BankStep
{
public:
    HWY_INLINE BankStep (const BankView& view, const Pending<Real>& before) : bank (view)
    {
        for (int i = 0; i < ports; ++i)
            force[i] = before.force[i];
        if constexpr (withBridge)
            shortening = before.bridge;
    }

    Meanwhile meanwhile () { return { this, half }; }

    /** Leaves the sums over the new records in `after`, and the taps without the force of this sample. */
    HWY_INLINE void finish (Pending<Real>& after, Real& odd, Real& even)
    {
        while (done < BankView::chains / 2)
            half (this);
        const auto all = [this] (Real BankSums<Real>::*sum) HWY_ATTR
        { return (sums[0].*sum + sums[1].*sum) + (sums[2].*sum + sums[3].*sum); };
        after.mean[0] = all (&BankSums<Real>::mean);
        if constexpr (ports == 3)
        {
            after.mean[1] = all (&BankSums<Real>::mean1);
            after.mean[2] = all (&BankSums<Real>::mean2);
        }
        if constexpr (withEnd)
            after.end = all (&BankSums<Real>::end);
        odd = all (&BankSums<Real>::first);
        even = all (&BankSums<Real>::second);
    }

private:
    static HWY_NOINLINE void half (void* self)
    {
        auto& step = *static_cast<BankStep*> (self);
        if (step.done == BankView::chains / 2)
            return;
        step.quarter();
        step.quarter();
    }

    /** Chains 2 p and 2 p + 1: two sums on their way at a time. */
    HWY_INLINE void quarter ()
    {
        const Real zero (0.0);
        const int chain = 2 * done;
        BankSums<Real> a { zero, zero, zero, zero, zero, zero }, b = a;
        const int sounding = BankView::placeOf (bank.soundingCount, chain);
        const int silentBegin = BankView::placeOf (bank.silentBegin, chain),
                  silentEnd = BankView::placeOf (bank.silentEnd, chain);
        double* const first = bank.inChain (chain, 0);
        double* const second = bank.inChain (chain + 1, 0);
        constexpr std::ptrdiff_t size = BankView::fieldCount * BankView::stride;
        // In registers: for all the compiler knows, a record's store may change what `this` holds.
        const Real by = withBridge ? shortening : zero;
        const Real pushes[3] = { force[0], ports == 3 ? force[1] : zero, ports == 3 ? force[2] : zero };
        const auto view = bank;
        const auto move = [&]<bool sounds> (std::bool_constant<sounds>, int place) HWY_ATTR
        {
            const int mode = place * BankView::chains + chain;
            moveMode<ports, withEnd, withPickups, withBridge, sounds> (view, first + place * size, mode, pushes, by, a);
            moveMode<ports, withEnd, withPickups, withBridge, sounds> (view, second + place * size, mode + 1, pushes,
                                                                       by, b);
        };
        for (int place = 0; place < sounding; ++place)
            move (std::true_type(), place);
        for (int place = silentBegin; place < silentEnd; ++place)
            move (std::false_type(), place);

        auto& both = sums[done++];
        both.mean = a.mean + b.mean;
        if constexpr (ports == 3)
        {
            both.mean1 = a.mean1 + b.mean1;
            both.mean2 = a.mean2 + b.mean2;
        }
        if constexpr (withEnd)
            both.end = a.end + b.end;
        both.first = withPickups ? a.first + b.first : a.first;
        both.second = withPickups ? a.second + b.second : b.first;
    }

    const BankView& bank;
    Real force[3], shortening;
    int done = 0;
    BankSums<Real> sums[BankView::chains / 2];
};

/** The same step for one voice whose modes lie across the lanes, a chain in each: `bank.record (place)` holds eight
    modes, and so do the side arrays. The same operations in the same order: the same bits. */
template <bool withEnd, bool withPickups>
class BankStepAcross
{
public:
    HWY_INLINE BankStepAcross (const BankView& view, const Pending<double>& before)
        : bank (view), force (before.force[0])
    {
    }

    Meanwhile meanwhile () { return {}; }

    HWY_INLINE void finish (Pending<double>& after, double& odd, double& even)
    {
        const Pack zero (0.0), pushes[3] = { force, zero, zero };
        BankSums<Pack> sum { zero, zero, zero, zero, zero, zero };
        const auto view = bank;
        for (int place = 0; place < BankView::placeOf (view.soundingCount, 0); ++place)
            moveMode<1, withEnd, withPickups, false, true> (view, view.inChain (0, place), place, pushes, zero, sum);
        for (int place = view.silentBegin / BankView::chains; place < BankView::placeOf (view.silentEnd, 0); ++place)
            moveMode<1, withEnd, withPickups, false, false> (view, view.inChain (0, place), place, pushes, zero, sum);
        after.mean[0] = all (sum.mean);
        if constexpr (withEnd)
            after.end = all (sum.end);
        alignas (64) double c[8];
        Lanes<Pack>::store (sum.first, c);
        if constexpr (withPickups)
        {
            odd = all (sum.first);
            even = all (sum.second);
        }
        else
        {
            odd = (c[0] + c[2]) + (c[4] + c[6]);
            even = (c[1] + c[3]) + (c[5] + c[7]);
        }
    }

private:
    static HWY_INLINE double all (Pack chains)
    {
        alignas (64) double c[8];
        Lanes<Pack>::store (chains, c);
        return ((c[0] + c[1]) + (c[2] + c[3])) + ((c[4] + c[5]) + (c[6] + c[7]));
    }

    const BankView& bank;
    const Pack force;
};

/** Energy [J] that the body will lose in the step from s_n on under the force F_n: ModeStep's quadratic form of y = x1
    - r F and x2. To be asked before the bank steps. */
template <int ports, bool withBridge, class Real>
HWY_NOINLINE Real energyLost (const BankView& bank, const Pending<Real>& pending, const Real (&force)[3])
{
    Real lost (0.0);
    bank.eachMode (
        [&] (int mode) HWY_ATTR
        {
            const auto s = stateOf<withBridge> (bank, bank.record (mode), mode,
                                                pushOn<ports> (bank, mode, pending.force), pending.bridge);
            const Real v = speedOf (bank, mode, s);
            const Real y = negMulAdd (bank.look<Real> (mode, BankView::r), pushOn<ports> (bank, mode, force), s.x);
            const Real form =
                mulAdd (bank.look<Real> (mode, BankView::lossYY), y, bank.look<Real> (mode, BankView::lossYV) * v);
            lost = mulAdd (form, y, mulAdd (bank.look<Real> (mode, BankView::lossVV) * v, v, lost));
        });
    return lost;
}

/** Energy in the body [J], all modes of both kinds, as it is before the next sample. */
template <int ports, class Real>
HWY_NOINLINE Real storedEnergy (const BankView& bank, const Pending<Real>& pending)
{
    Real sum (0.0);
    bank.eachMode (
        [&] (int mode) HWY_ATTR
        {
            const auto s = stateOf<true> (bank, bank.record (mode), mode, pushOn<ports> (bank, mode, pending.force),
                                          pending.bridge);
            const Real x2 = speedOf (bank, mode, s);
            sum = mulAdd (s.x, s.x, mulAdd (x2, x2, sum));
        });
    return sum * Real (0.5);
}

/** What pulls the hand changes its speed by `change` [m/s]: its modes are pushed, x2 by kick change, and `free` with
    them. Returns the work [J]. */
template <int ports, bool withBooks, bool withEnd, class Real>
HWY_NOINLINE Real moveHand (const BankView& bank, Real change, const Pending<Real>& pending, Real inverseTimeStep,
                            FreeMotion<Real>& free)
{
    Real work (0.0);
    for (int m = bank.handBegin; m < bank.handEnd; ++m)
    {
        double* const record = bank.record (m);
        const Real port = bank.kick<Real> (m, 1) * change; // of d: S times the push
        if constexpr (withBooks)
        {
            const Real push = bank.kick<Real> (m, 0) * change;
            const auto s = stateOf<false> (bank, record, m, pushOn<ports> (bank, m, pending.force), pending.bridge);
            work = mulAdd (push, mulAdd (Real (0.5), push, speedOf (bank, m, s)), work);
        }
        setField (record, BankView::d, field<Real> (record, BankView::d) + port);
        if constexpr (ports == 1)
            free.mean[0] = mulAdd (field<Real> (record, BankView::gain), port, free.mean[0]);
        else
            for (int i = 0; i < ports; ++i)
                free.mean[i] = mulAdd (bank.shape<Real> (i, m) * inverseTimeStep, port, free.mean[i]);
        if constexpr (withEnd)
            free.end = mulAdd (bank.end<Real> (m, BankView::endD), port, free.end);
    }
    return work;
}

/** A mode's coefficients of the step as a running bank keeps them, from ModeStep's. */
template <class Real>
struct RunningMode
{
    Real w, kappa, gain, bx, bd;
    Real inverseS, endX, endD;

    /** `phi` [1/sqrt (kg)] and r = phi/w. */
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
        return run;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
