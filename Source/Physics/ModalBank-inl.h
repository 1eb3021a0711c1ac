// SPDX-License-Identifier: GPL-3.0-or-later
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
/** View of a body of modes for the contact loop; the functions in this file are the only ones that advance modes.

    ModeStep-inl.h has the exact step of a mode in energy coordinates (x1, x2). A running bank keeps

        x = x1     and     d = S x2 - Q x1,     the change of x in the next step without force [sqrt (J)],

    in which the step and the sums for the contact cost seven operations instead of twelve:

        x <- x + bx F          x <- x + d                  free velocity      a = sum g d      g = r/h
        d <- d + bd F          d <- w d - kappa x          force at the tap       sum tap x

        w = D - Q     kappa = Q (1 - D) + S^2     both by (x, d) <- (x + d, w d - kappa x) for (x1, x2) of the free step
        bx = r Q               bd = r (S^2 - Q^2)          F adds r F (Q, S) to (x1, x2)

    Each mode is counted in a unit of its own, in which its g is 1: x and d, bx and bd are g times as large, taps 1/g,
    so that no g is read and the velocity is a plain sum of the d. A record then has seven fields instead of eight, and
    64 modes of eight voices lie within 32 kB. A mode that isn't coupled to the bow, g = 0, gets a g of 1e-100, which is
    negligible beside all others. Where three forces push through shapes of their own, units are sqrt (J).

    This is the same exact flow. kappa is not computed as D's and Q's difference with e^2, which would cancel for slow
    modes and cost the pitch six digits. Back: x1 = x/g, x2 = (d + Q x)/(g S), exact to rounding. The step's
    determinant w + kappa is e^2 to the rounding of w, about 1e-16, so that a lossless mode gains or loses up to 1e-16
    of its energy per step.

    The bank runs one step *ahead* of the contact. Let P_n = A s_(n-1) be the state before sample n without the last
    force:

        s_n = P_n + B F_(n-1)       P_(n+1) = A s_n

    Records hold P_n. While the contact solves sample n for F_n, the bank adds F_(n-1), which is known, steps, and
    computes the sums for sample n + 1. The contribution of forces that a sum doesn't contain yet is scalar
    (BankKernels):

        a_n = sum d (P_n) + (sum bd) F_(n-1)              tap_n = sum tap x (P_(n+1)) + (sum tap bx) F_n

    Pending holds the state between two segments: F_(n-1), and the sums over P_n. So a segment may end anywhere without
    additional rounding. There are two other inputs, each with a vector of its own beside B: the motion of the hand
    (moveHand), and a bridge that gives way by p, which shortens x by tap p and lengthens d by Q tap p. The velocity at
    the end of a step, a_end = sum phi (D x2 - S x1) = sum (e_d d + e_x x), is summed for laws that need it: e_d = phi
    D/S, e_x = phi (Q - kappa)/S.

    The ledger is computed from s_(n+1) while the bank steps, when F_n is known: H from x and x2, and the loss of the
    step before as a function of the state at its end (lossesBehind in ModeStep-inl.h), in the bank's variables,

        vv (x2 + lean y)^2 + yy y^2 = dd (d + bx F_n + along y)^2 + yy y^2      y = x - rest F_n
        rest = r g      along = Q + S lean      dd = vv/(g S)^2      and yy over g^2

    The loss of a step therefore costs seven operations in an existing pass over the modes, and changes no state.
    Losses of the hand's modes are computed before their input is added, those of the last step at the end of the
    segment.

    Order of the sums. Mode m belongs to chain m % 8; a chain is added up in order, chains in pairs: ((0 + 1) + (2 + 3))
    + ((4 + 5) + (6 + 7)), in books too. Eight modes side by side in a register are added in the same order, so that a
    voice has the same bits in its own lane and transposed. Modes without coupling add exact zeros. */
struct BankView
{
    enum Field { w, kappa, tap, bx, bd, x, d, fieldCount }; // as RunningSlot has them
    enum Look { Q, toX1, toX2, readoutCount };
    enum Bridge { fromX, ontoD, bridgeCount };
    enum Book { along, rest, dd, yy, bookCount };
    enum End { endX, endD, endCount };
    static constexpr int stride = 8; // doubles per field: all voices of a group, even if few of them are computed
    static constexpr int chains = 8;

    double* records; // chain by chain, `places` records each: neighbours in a chain are neighbours in memory
    int places = 0;
    const double* books; // of the modes, in the records' order
    // Side arrays, in the order of modes:
    const double* readouts;             // for readers of the state: books and energies
    const double* ends;                 // for laws that need the velocity at the end of a step
    const double* secondTaps;           // for bodies with two pickups
    const double* bridge;               // change of x and d when the bridge gives way by one [sqrt (J)/N]
    const double* shapes[bankPorts];    // of the ports beyond the first, or of all, see PortLayout
    int soundingCount = 0;              // modes 0 … soundingCount - 1, an even number
    int silentBegin = 0, silentEnd = 0; // even numbers
    int handBegin = 0, handEnd = 0;     // among the silent ones, those of the hand
    const double* handDrives = nullptr; // Gamma [sqrt (kg)] and S Gamma of each mode of the hand, see HandModes-inl.h
    bool backward = false;              // the next step begins with the last chains, see BankStep

    /** Parts of a step that not every segment asks for. */
    struct Asked
    {
        bool end = false;     // the velocity at the end, for a law
        bool pickups = false; // two of them hear the body
        bool bridge = false;  // it may have moved
    };
    Asked asked {};

    HWY_INLINE double* inChain (int chain, int place) const
    {
        return records + (static_cast<std::ptrdiff_t> (chain) * places + place) * (fieldCount * stride);
    }
    HWY_INLINE double* record (int mode) const { return inChain (mode % chains, mode / chains); }
    HWY_INLINE const double* bookInChain (int chain, int place) const
    {
        return books + (static_cast<std::ptrdiff_t> (chain) * places + place) * (bookCount * stride);
    }
    HWY_INLINE const double* bookOf (int mode) const { return bookInChain (mode % chains, mode / chains); }

    /** Place in a chain at which modes from `mode` on begin. `mode` is even, so that chains 2 p and 2 p + 1 have the
        same. */
    static HWY_INLINE int placeOf (int mode, int chain)
    {
        return static_cast<int> (static_cast<unsigned> (mode - chain + chains - 1) / chains); // never negative
    }

    template <class Real>
    HWY_INLINE Real look (int mode, int which) const
    {
        return Lanes<Real>::load (readouts + (static_cast<std::ptrdiff_t> (mode) * readoutCount + which) * stride);
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
    HWY_INLINE Real atBridge (int mode, int which) const
    {
        return Lanes<Real>::load (bridge + (static_cast<std::ptrdiff_t> (mode) * bridgeCount + which) * stride);
    }
    template <class Real>
    HWY_INLINE Real handDrive (int handMode, int ofPort) const
    {
        return Lanes<Real>::load (handDrives +
                                  (static_cast<std::ptrdiff_t> (handMode - handBegin) * 2 + ofPort) * stride);
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

/** Places at which forces act on a bank. The modes' units are those of the first port, the bow's, whose shape is
    therefore 1; the shapes of the others are ratios, r_i/r_0. */
template <int portCount>
struct PortLayout
{
    static constexpr int count = portCount;
};
using OnePort = PortLayout<1>;

/** Surface velocity at the ports over the next step without force [m/s]: its mean, and at the end of the step. */
template <class Real>
struct FreeMotion
{
    Real mean[bankPorts], end[bankPorts];
};

template <class Ports, class Real>
HWY_INLINE FreeMotion<Real> freeMotion (const Pending<Real>& pending, const BankKernels<Real>& kernels,
                                        const BankView::Asked& asked)
{
    FreeMotion<Real> free;
    for (int i = 0; i < Ports::count; ++i)
    {
        free.mean[i] = pending.mean[i];
        if (asked.bridge)
            free.mean[i] = mulAdd (kernels.bridgeMean[i], pending.bridge, free.mean[i]);
        for (int j = 0; j < Ports::count; ++j)
            free.mean[i] = mulAdd (kernels.mean[i][j], pending.force[j], free.mean[i]);
        free.end[i] = Real (0.0);
        if (asked.end)
        {
            free.end[i] = pending.end[i];
            for (int j = 0; j < Ports::count; ++j)
                free.end[i] = mulAdd (kernels.end[i][j], pending.force[j], free.end[i]);
            if (asked.bridge)
                free.end[i] = mulAdd (kernels.bridgeEnd[i], pending.bridge, free.end[i]);
        }
    }
    return free;
}

/** State s_n of a mode before sample n, including the last force. */
template <class Real>
struct ModeState
{
    Real x, d;
};

/** Force on one mode: F, or the sum of several forces by their shapes. */
template <class Ports, class Real>
HWY_INLINE Real pushOn (const BankView& bank, int mode, Real one, Real other, Real third, Real fourth)
{
    Real push = one;
    if constexpr (Ports::count > 1)
        push = mulAdd (bank.shape<Real> (1, mode), other, push);
    if constexpr (Ports::count > 2)
        push = mulAdd (bank.shape<Real> (2, mode), third, push);
    if constexpr (Ports::count > 3)
        push = mulAdd (bank.shape<Real> (3, mode), fourth, push);
    return push;
}
template <class Ports, class Real>
HWY_INLINE Real pushOn (const BankView& bank, int mode, const Real (&force)[bankPorts])
{
    return pushOn<Ports> (bank, mode, force[0], force[1], force[2], force[3]);
}

template <bool withBridge, class Real>
HWY_INLINE ModeState<Real> stateOf (const BankView& bank, const double* record, int mode, Real push, Real shortening)
{
    ModeState<Real> state { mulAdd (field<Real> (record, BankView::bx), push, field<Real> (record, BankView::x)),
                            mulAdd (field<Real> (record, BankView::bd), push, field<Real> (record, BankView::d)) };
    if constexpr (withBridge)
        if (mode < bank.soundingCount)
        {
            state.x = negMulAdd (bank.atBridge<Real> (mode, BankView::fromX), shortening, state.x);
            state.d = mulAdd (bank.atBridge<Real> (mode, BankView::ontoD), shortening, state.d);
        }
    return state;
}

/** Energy coordinates of a mode [sqrt (J)]. */
template <class Real>
struct ModeCoordinates
{
    Real x1, x2;
};

template <class Real>
HWY_INLINE ModeCoordinates<Real> coordinatesOf (const BankView& bank, int mode, const ModeState<Real>& s)
{
    return { bank.look<Real> (mode, BankView::toX1) * s.x,
             bank.look<Real> (mode, BankView::toX2) * mulAdd (bank.look<Real> (mode, BankView::Q), s.x, s.d) };
}

/** Adds the energy [J] that a mode lost in the step with the force `push` that led to the state `s`. */
template <class Real>
HWY_INLINE Real addLoss (const double* record, const double* book, const ModeState<Real>& s, Real push, Real sum)
{
    const Real y = negMulAdd (field<Real> (book, BankView::rest), push, s.x);
    const Real u =
        mulAdd (field<Real> (book, BankView::along), y, mulAdd (field<Real> (record, BankView::bx), push, s.d));
    return mulAdd (field<Real> (book, BankView::dd) * u, u, mulAdd (field<Real> (book, BankView::yy) * y, y, sum));
}

/** Sums of one step over the modes of one chain, or of eight chains at once. */
template <class Real>
struct BankSums
{
    Real mean, mean1, mean2, mean3, end, end1, end2, end3, first, second;
    Real lost; // [J] in the step before, while books are open

    static HWY_INLINE BankSums zero ()
    {
        const Real none (0.0);
        return { none, none, none, none, none, none, none, none, none, none, none };
    }
};

/** Calls a template of flags with flags that the program knows only as it runs. */
template <bool... known, class Use>
HWY_INLINE decltype (auto) withFlags (const Use& use)
{
    return use.template operator()<known...>();
}
template <bool... known, class Use, class... Rest>
HWY_INLINE decltype (auto) withFlags (const Use& use, bool flag, Rest... rest)
{
    return flag ? withFlags<known..., true> (use, rest...) : withFlags<known..., false> (use, rest...);
}

/** True for a browser, which downloads its module: the velocity at the end of a body with several contacts is summed
    for every law, of the same bits, instead of only for those that ask. */
inline constexpr bool isDownloaded = HWY_TARGET == HWY_WASM || HWY_TARGET == HWY_WASM_EMU256;

/** Ports of a bank, and what is asked of its step, compiled into the sweep over its modes. */
template <class PortsOfBank, bool asksEnd, bool twoPickups, bool yieldingBridge>
struct BankShape
{
    using Ports = PortsOfBank;
    static constexpr bool withEnd = asksEnd || Ports::count > 2 || (Ports::count > 1 && isDownloaded);
    static constexpr bool withPickups = twoPickups, withBridge = yieldingBridge;
};

/** Advances one record by a step, including the last force, and adds its terms to the sums for the next sample; with
    `booked`, also the loss of the last step. */
template <class Shape, bool sounding, bool booked, class Real>
HWY_INLINE void moveMode (const BankView& bank, double* record, const double* book, int mode, Real push,
                          Real shortening, BankSums<Real>& sum)
{
    using Ports = typename Shape::Ports;
    constexpr bool withPickups = Shape::withPickups, yields = Shape::withBridge && sounding;
    const auto s = stateOf<yields> (bank, record, mode, push, shortening);
    if constexpr (booked)
        sum.lost = addLoss (record, book, s, push, sum.lost);
    const Real x = s.x + s.d;
    const Real d = mulSub (field<Real> (record, BankView::w), s.d, field<Real> (record, BankView::kappa) * s.x);
    setField (record, BankView::x, x);
    setField (record, BankView::d, d);
    sum.mean = sum.mean + d;
    if constexpr (Ports::count > 1)
        sum.mean1 = mulAdd (bank.shape<Real> (1, mode), d, sum.mean1);
    if constexpr (Ports::count > 2)
        sum.mean2 = mulAdd (bank.shape<Real> (2, mode), d, sum.mean2);
    if constexpr (Ports::count > 3)
        sum.mean3 = mulAdd (bank.shape<Real> (3, mode), d, sum.mean3);
    if constexpr (Shape::withEnd)
    {
        const Real endX = bank.end<Real> (mode, BankView::endX), endD = bank.end<Real> (mode, BankView::endD);
        sum.end = mulAdd (endX, x, mulAdd (endD, d, sum.end));
        if constexpr (Ports::count > 1)
        {
            const Real ends = mulAdd (endX, x, endD * d);
            sum.end1 = mulAdd (bank.shape<Real> (1, mode), ends, sum.end1);
            if constexpr (Ports::count > 2)
                sum.end2 = mulAdd (bank.shape<Real> (2, mode), ends, sum.end2);
            if constexpr (Ports::count > 3)
                sum.end3 = mulAdd (bank.shape<Real> (3, mode), ends, sum.end3);
        }
    }
    if constexpr (sounding)
    {
        sum.first = mulAdd (field<Real> (record, BankView::tap), x, sum.first);
        if constexpr (withPickups)
            sum.second = mulAdd (bank.secondTap<Real> (mode), x, sum.second);
    }
}

/** Energies of a bank between two samples [J]: that of its modes, and their loss in the last step. */
template <class Real>
struct Account
{
    Real stored, lost;
};

/** Adds a mode to an account. The loss is valid only if the bridge has not moved since. */
template <class Ports, class Real>
HWY_INLINE void addToAccount (const BankView& bank, const double* record, const double* book, int mode,
                              const Pending<Real>& pending, Account<Real>& sum)
{
    const Real push = pushOn<Ports> (bank, mode, pending.force);
    const auto s = bank.asked.bridge ? stateOf<true> (bank, record, mode, push, pending.bridge)
                                     : stateOf<false> (bank, record, mode, push, pending.bridge);
    const auto at = coordinatesOf (bank, mode, s);
    sum.stored = mulAdd (at.x1, at.x1, mulAdd (at.x2, at.x2, sum.stored));
    sum.lost = addLoss (record, book, s, push, sum.lost);
}

/** The bank's steps in a segment, each divided into quarters: the solver runs one quarter while it waits for a square
    root, and finish() runs those that remain. A processor looks some two hundred instructions ahead, so that more than
    a quarter at a time would leave a root's latency uncovered as soon as there are many modes. */
template <class PortsOfBank, class Real, bool withBooks = false>
class BankStep
{
public:
    using Ports = PortsOfBank;

    HWY_INLINE explicit BankStep (const BankView& view)
        : bank (view), nextQuarter (quarterFor (view.asked)), backward (view.backward)
    {
        for (int pair = 0; pair < BankView::chains / 2; ++pair)
        {
            const auto placeOf = [chain = 2 * pair] (int mode) { return BankView::placeOf (mode, chain); };
            runs[pair] = { bank.inChain (2 * pair, 0), bank.inChain (2 * pair + 1, 0), placeOf (bank.soundingCount),
                           placeOf (bank.silentBegin), placeOf (bank.handEnd),         placeOf (bank.silentEnd) };
        }
    }

    /** Begins a step. `isBooked`: the loss of the step before is summed, too, over all modes except the hand's, whose
        input has been added already. Every other step runs from the last chains to the first: after a reversal the
        cache still holds the last records, if not all fit in, which saves a fifth of the time from 64 modes on. The
        direction changes no bit. */
    HWY_INLINE void begin (const Pending<Real>& before, bool isBooked)
    {
        for (int i = 0; i < Ports::count; ++i)
            force[i] = before.force[i];
        shortening = before.bridge;
        done = 0;
        booked = isBooked;
    }

    OverlappedWork meanwhile () { return { this, nextQuarter }; }

    /** Stores the sums over the new records in `after`, and the taps without the force of this sample. */
    HWY_INLINE void finish (Pending<Real>& after, Real& odd, Real& even)
    {
        while (done < BankView::chains / 2)
            nextQuarter (this);
        after.mean[0] = all (&BankSums<Real>::mean);
        if constexpr (Ports::count > 1)
            after.mean[1] = all (&BankSums<Real>::mean1);
        if constexpr (Ports::count > 2)
            after.mean[2] = all (&BankSums<Real>::mean2);
        if constexpr (Ports::count > 3)
            after.mean[3] = all (&BankSums<Real>::mean3);
        if (bank.asked.end)
        {
            after.end[0] = all (&BankSums<Real>::end);
            if constexpr (Ports::count > 1)
                after.end[1] = all (&BankSums<Real>::end1);
            if constexpr (Ports::count > 2)
                after.end[2] = all (&BankSums<Real>::end2);
            if constexpr (Ports::count > 3)
                after.end[3] = all (&BankSums<Real>::end3);
        }
        odd = all (&BankSums<Real>::first);
        even = all (&BankSums<Real>::second);
        backward = ! backward;
    }

    HWY_INLINE Real lost () const { return all (&BankSums<Real>::lost); } // [J] in the step before

    static HWY_NOINLINE Account<Real> account (const BankView& bank, const Pending<Real>& pending)
    {
        const Real zero (0.0);
        Account<Real> pairs[BankView::chains / 2];
        for (int pair = 0; pair < BankView::chains / 2; ++pair)
        {
            const int chain = 2 * pair;
            Account<Real> a { zero, zero }, b = a;
            const auto add = [&] (int begin, int end) HWY_ATTR
            {
                for (int place = BankView::placeOf (begin, chain); place < BankView::placeOf (end, chain); ++place)
                {
                    const int mode = place * BankView::chains + chain;
                    addToAccount<Ports> (bank, bank.inChain (chain, place), bank.bookInChain (chain, place), mode,
                                         pending, a);
                    addToAccount<Ports> (bank, bank.inChain (chain + 1, place), bank.bookInChain (chain + 1, place),
                                         mode + 1, pending, b);
                }
            };
            add (0, bank.soundingCount);
            add (bank.silentBegin, bank.silentEnd);
            pairs[pair] = { a.stored + b.stored, a.lost + b.lost };
        }
        return { Real (0.5) * ((pairs[0].stored + pairs[1].stored) + (pairs[2].stored + pairs[3].stored)),
                 (pairs[0].lost + pairs[1].lost) + (pairs[2].lost + pairs[3].lost) };
    }

private:
    HWY_INLINE Real all (Real BankSums<Real>::*sum) const
    {
        return (sums[0].*sum + sums[1].*sum) + (sums[2].*sum + sums[3].*sum);
    }

    using Quarter = void (*) (void*);
    static HWY_INLINE Quarter quarterFor (const BankView::Asked& asked)
    {
        return withFlags ([]<bool end, bool pickups, bool bridge>() -> Quarter
                          { return quarter<BankShape<Ports, end, pickups, bridge>>; },
                          asked.end, asked.pickups, asked.bridge);
    }
    template <class Shape>
    static HWY_NOINLINE void quarter (void* self)
    {
        auto& step = *static_cast<BankStep*> (self);
        if (step.done >= BankView::chains / 2)
            return;
        if constexpr (withBooks)
            if (step.booked)
                return step.template runQuarter<Shape, true>();
        step.template runQuarter<Shape, false>();
    }
    template <class Shape, bool readouts>
    HWY_INLINE void runQuarter ()
    {
        if constexpr (Ports::count > 1)
            sweepInTurn<Shape, readouts>();
        else
            sweep<Shape, readouts>();
    }

    /** Runs chains 2 p and 2 p + 1 of several ports, one after the other: the sums of both would not fit into the
        processor's registers. */
    template <class Shape, bool readouts>
    HWY_INLINE void sweepInTurn ()
    {
        const int pair = backward ? BankView::chains / 2 - 1 - done : done, chain = 2 * pair;
        const auto places = runs[pair];
        BankSums<Real> a = BankSums<Real>::zero(), b = a;
        sweepChain<Shape, readouts> (places, places.first, chain, a);
        sweepChain<Shape, readouts> (places, places.second, chain + 1, b);
        keep<Shape, readouts> (a, b, sums[pair]);
    }
    template <class Shape, bool readouts, class Places>
    HWY_INLINE void sweepChain (const Places& run, double* record, int chain, BankSums<Real>& sum)
    {
        constexpr std::ptrdiff_t size = BankView::fieldCount * BankView::stride;
        const Real zero (0.0), by = Shape::withBridge ? shortening : zero; // local copies, as in sweep()
        const Real one = force[0], other = force[1], third = Ports::count > 2 ? force[2] : zero,
                   fourth = Ports::count > 3 ? force[3] : zero;
        const auto view = bank;
        for (int place = 0; place < run.sounding; ++place)
        {
            const int mode = place * BankView::chains + chain;
            moveMode<Shape, true, readouts> (view, record + place * size,
                                             readouts ? view.bookInChain (chain, place) : nullptr, mode,
                                             pushOn<Ports> (view, mode, one, other, third, fourth), by, sum);
        }
        for (int place = run.silentBegin; place < run.silentEnd; ++place)
        {
            const int mode = place * BankView::chains + chain;
            const Real push = pushOn<Ports> (view, mode, one, other, third, fourth);
            if (readouts && place >= run.handEnd)
                moveMode<Shape, false, readouts> (view, record + place * size, view.bookInChain (chain, place), mode,
                                                  push, by, sum);
            else
                moveMode<Shape, false, false> (view, record + place * size, nullptr, mode, push, by, sum);
        }
    }

    /** Runs chains 2 p and 2 p + 1, for two independent sums at a time. */
    template <class Shape, bool readouts>
    HWY_INLINE void sweep ()
    {
        const Real zero (0.0);
        const int pair = backward ? BankView::chains / 2 - 1 - done : done, chain = 2 * pair;
        BankSums<Real> a = BankSums<Real>::zero(), b = a;
        const auto run = runs[pair];
        constexpr std::ptrdiff_t size = BankView::fieldCount * BankView::stride;
        // Local copies in separate registers: the compiler must assume that a record's store may change members of
        // `this`, and it would copy an array of registers piece by piece, for every mode.
        const Real by = Shape::withBridge ? shortening : zero, one = force[0],
                   other = Ports::count > 1 ? force[1] : zero, third = Ports::count > 2 ? force[2] : zero,
                   fourth = Ports::count > 3 ? force[3] : zero;
        const auto view = bank;
        const auto pushOf = [&] (int mode) HWY_ATTR { return pushOn<Ports> (view, mode, one, other, third, fourth); };
        const auto move =
            [&]<bool sounds, bool books> (std::bool_constant<sounds>, std::bool_constant<books>, int place) HWY_ATTR
        {
            const int mode = place * BankView::chains + chain;
            const double* const book = books ? view.bookInChain (chain, place) : nullptr;
            const double* const nextBook = books ? view.bookInChain (chain + 1, place) : nullptr;
            moveMode<Shape, sounds, books> (view, run.first + place * size, book, mode, pushOf (mode), by, a);
            moveMode<Shape, sounds, books> (view, run.second + place * size, nextBook, mode + 1, pushOf (mode + 1), by,
                                            b);
        };
        constexpr std::bool_constant<readouts> whether;
        for (int place = 0; place < run.sounding; ++place)
            move (std::true_type(), whether, place);
        int place = run.silentBegin;
        if constexpr (readouts)
            for (; place < run.handEnd; ++place)
                move (std::false_type(), std::false_type(), place);
        for (; place < run.silentEnd; ++place)
            move (std::false_type(), whether, place);

        keep<Shape, readouts> (a, b, sums[pair]);
    }

    /** Ends a quarter with the sums of its chains. */
    template <class Shape, bool readouts>
    HWY_INLINE void keep (const BankSums<Real>& a, const BankSums<Real>& b, BankSums<Real>& both)
    {
        ++done;
        if constexpr (readouts)
            both.lost = a.lost + b.lost;
        both.mean = a.mean + b.mean;
        if constexpr (Ports::count > 1)
            both.mean1 = a.mean1 + b.mean1;
        if constexpr (Ports::count > 2)
            both.mean2 = a.mean2 + b.mean2;
        if constexpr (Ports::count > 3)
            both.mean3 = a.mean3 + b.mean3;
        if constexpr (Shape::withEnd)
            both.end = a.end + b.end;
        if constexpr (Shape::withEnd && Ports::count > 1)
            both.end1 = a.end1 + b.end1;
        if constexpr (Shape::withEnd && Ports::count > 2)
            both.end2 = a.end2 + b.end2;
        if constexpr (Shape::withEnd && Ports::count > 3)
            both.end3 = a.end3 + b.end3;
        both.first = Shape::withPickups ? a.first + b.first : a.first;
        both.second = Shape::withPickups ? a.second + b.second : b.first;
    }

    /** Position of chains 2 p and 2 p + 1: their beginnings, and the end of their modes' places. */
    struct Run
    {
        double *first, *second;
        int sounding, silentBegin, handEnd, silentEnd;
    };

    const BankView& bank;
    const Quarter nextQuarter;
    Run runs[BankView::chains / 2];
    Real force[bankPorts], shortening;
    int done = 0;
    bool backward, booked = false;
    BankSums<Real> sums[BankView::chains / 2];
};

/** The same step for one transposed voice, a chain in each lane: `bank.record (place)` holds eight modes, and so do the
    side arrays. The same operations in the same order: the same bits. */
template <bool withBooks = false>
class BankStepAcross
{
public:
    using Ports = OnePort;

    HWY_INLINE explicit BankStepAcross (const BankView& view)
        : bank (view), sweep (sweepFor<false> (view.asked)), sweepBooked (sweepFor<withBooks> (view.asked)),
          force (0.0), lostOf (0.0), booked (false)
    {
    }

    HWY_INLINE void begin (const Pending<double>& before, bool isBooked)
    {
        force = before.force[0];
        booked = isBooked;
    }

    OverlappedWork meanwhile () { return {}; }

    HWY_INLINE void finish (Pending<double>& after, double& odd, double& even)
    {
        BankSums<Pack> sum;
        (booked ? sweepBooked : sweep) (bank, force, sum);
        if (booked)
            lostOf = sum.lost;
        after.mean[0] = sumOf (sum.mean);
        if (bank.asked.end)
            after.end[0] = sumOf (sum.end);
        if (bank.asked.pickups)
        {
            odd = sumOf (sum.first);
            even = sumOf (sum.second);
            return;
        }
        alignas (64) double c[8];
        Lanes<Pack>::store (sum.first, c);
        odd = (c[0] + c[2]) + (c[4] + c[6]);
        even = (c[1] + c[3]) + (c[5] + c[7]);
    }

    HWY_INLINE double lost () const { return sumOf (lostOf); }

    static HWY_NOINLINE Account<double> account (const BankView& bank, const Pending<double>& pending)
    {
        const Pack zero (0.0);
        Account<Pack> sum { zero, zero };
        Pending<Pack> wide;
        eachPending ([zero] (Pack& value) HWY_ATTR { value = zero; }, wide);
        wide.force[0] = pending.force[0];
        eachPlace (
            bank, [&] (int place, auto) HWY_ATTR
            { addToAccount<Ports> (bank, bank.inChain (0, place), bank.bookInChain (0, place), place, wide, sum); });
        return { 0.5 * sumOf (sum.stored), sumOf (sum.lost) };
    }

private:
    template <class Visit>
    static HWY_INLINE void eachPlace (const BankView& bank, Visit&& visit)
    {
        for (int place = 0; place < BankView::placeOf (bank.soundingCount, 0); ++place)
            visit (place, std::true_type());
        for (int place = bank.silentBegin / BankView::chains; place < BankView::placeOf (bank.silentEnd, 0); ++place)
            visit (place, std::false_type());
    }

    using Sweep = void (*) (const BankView&, const Pack& push, BankSums<Pack>& result);
    template <bool readouts>
    static HWY_INLINE Sweep sweepFor (const BankView::Asked& asked)
    {
        return withFlags ([]<bool end, bool pickups>() -> Sweep
                          { return sweepAcross<BankShape<Ports, end, pickups, false>, readouts>; },
                          asked.end, asked.pickups);
    }
    template <class Shape, bool readouts>
    static HWY_NOINLINE void sweepAcross (const BankView& bank, const Pack& push, BankSums<Pack>& result)
    {
        const Pack zero (0.0), by = push;
        auto sum = BankSums<Pack>::zero();
        const auto view = bank;
        eachPlace (view,
                   [&]<bool sounds> (int place, std::bool_constant<sounds>) HWY_ATTR
                   {
                       const double* const book = readouts ? view.bookInChain (0, place) : nullptr;
                       moveMode<Shape, sounds, readouts> (view, view.inChain (0, place), book, place, by, zero, sum);
                   });
        result.mean = sum.mean; // sums that were not asked for stay as they are
        result.first = sum.first;
        if constexpr (Shape::withEnd)
            result.end = sum.end;
        if constexpr (Shape::withPickups)
            result.second = sum.second;
        if constexpr (readouts)
            result.lost = sum.lost;
    }

    const BankView& bank;
    const Sweep sweep, sweepBooked;
    Pack force, lostOf; // [J] of each chain
    bool booked;
};

/** Energy in the body [J], of all modes of both kinds, before the next sample. */
template <class Ports, class Real>
HWY_NOINLINE Real storedEnergy (const BankView& bank, const Pending<Real>& pending)
{
    Real sum (0.0);
    bank.eachMode (
        [&] (int mode) HWY_ATTR
        {
            const auto s = stateOf<true> (bank, bank.record (mode), mode, pushOn<Ports> (bank, mode, pending.force),
                                          pending.bridge);
            const auto at = coordinatesOf (bank, mode, s);
            sum = mulAdd (at.x1, at.x1, mulAdd (at.x2, at.x2, sum));
        });
    return sum * Real (0.5);
}

/** Energies of the hand's modes [J] for the books: the work of the input, and their loss in the step before. */
template <class Real>
struct HandAccount
{
    Real work, lost;
};

/** Changes the hand's speed by `change` [m/s]: adds kick times change to x2 of its modes, and updates `free`. */
template <class Ports, bool withBooks, class Real>
HWY_NOINLINE HandAccount<Real> moveHand (const BankView& bank, Real change, const Pending<Real>& pending,
                                         FreeMotion<Real>& free)
{
    HandAccount<Real> account { Real (0.0), Real (0.0) };
    for (int m = bank.handBegin; m < bank.handEnd; ++m)
    {
        double* const record = bank.record (m);
        const Real port =
            bank.handDrive<Real> (m, 1) * change; // increment of d: S times that of x2, in the mode's unit
        if constexpr (withBooks)
        {
            const Real push = bank.handDrive<Real> (m, 0) * change, force = pushOn<Ports> (bank, m, pending.force);
            const auto s = stateOf<false> (bank, record, m, force, pending.bridge);
            account.work = mulAdd (push, mulAdd (Real (0.5), push, coordinatesOf (bank, m, s).x2), account.work);
            account.lost = addLoss (record, bank.bookOf (m), s, force, account.lost);
        }
        setField (record, BankView::d, field<Real> (record, BankView::d) + port);
        free.mean[0] = free.mean[0] + port; // moves no other port
        if (bank.asked.end)
            free.end[0] = mulAdd (bank.end<Real> (m, BankView::endD), port, free.end[0]);
    }
    return account;
}

/** Step coefficients of a mode in the form that a running bank uses, computed from ModeStep's. */
template <class Real>
struct RunningMode
{
    Real unit; // g: of the record in sqrt (J)
    Real w, kappa, bx, bd;
    Real toX1, toX2, endX, endD;

    /** The unit of a mode whose r is phi/w, under one force; see BankView. */
    static HWY_INLINE Real unitOf (Real r, Real inverseTimeStep)
    {
        const Real gain = r * inverseTimeStep, unfelt (1e-100);
        return select (absolute (gain) > unfelt, gain, unfelt);
    }

    /** Computes them from `phi` [1/sqrt (kg)] and r = phi/w. */
    static HWY_INLINE RunningMode of (const ModeStep<Real>& step, Real r, Real phi, Real itsUnit)
    {
        const Real one (1.0), zero (0.0), rest = r * itsUnit;
        RunningMode run;
        run.unit = itsUnit;
        run.w = step.D - step.Q;
        run.kappa = mulAdd (step.S, step.S, step.Q * (one - step.D));
        run.bx = rest * step.Q;
        run.bd = rest * ((step.S - step.Q) * (step.S + step.Q));
        run.toX2 = select (step.S > zero, one / (step.S * itsUnit), zero); // 0: a slot that was never computed
        run.toX1 = run.toX2 * step.S;
        run.endD = phi * (step.D * run.toX2);
        run.endX = phi * ((step.Q - run.kappa) * run.toX2);
        return run;
    }

    /** Converts energy coordinates to the bank's variables. */
    HWY_INLINE ModeState<Real> stateAt (const ModeStep<Real>& step, const ModeCoordinates<Real>& at) const
    {
        return { unit * at.x1, unit * mulSub (step.S, at.x2, step.Q * at.x1) };
    }

    /** Loss coefficients of the mode; `rest` = r g. */
    static HWY_INLINE RunningBook<Real> book (Real Q, Real S, const RunningMode& run, Real rest,
                                              const ModeLosses<Real>& losses)
    {
        return { mulAdd (S, losses.lean, Q), rest, losses.vv * (run.toX2 * run.toX2),
                 losses.yy * (run.toX1 * run.toX1) };
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
