// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_TIGHT_LOOP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_TIGHT_LOOP_INL_H
  #undef KOLOPHON_PHYSICS_TIGHT_LOOP_INL_H
 #else
  #define KOLOPHON_PHYSICS_TIGHT_LOOP_INL_H
 #endif

 #include "ContactLoop-inl.h"
 #include "TightFields.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** A body whose tension grows with its motion, under one contact: Contacts/Tension-inl.h in lanes. With q = x1/w and
    c = ga/(2 w^2) the tension is psi = sum c x1^2 and stores psi^2/2; it pushes through the moving shape -r_g,

        r_g = eps z       z = c (2 x + d)       x = x1,  d: its change in the step without forces
        psi (q_f) - psi (q) = sum z d           eps = (psi (q_f) - psi)/(sum z d)      within 0.9 and 1.1

    Tension and contact are closed by elimination, which is the symmetric solution of ContactLines-inl.h with the law
    itself in place of its line: the tension's line F = psi + (h/2) v against its port,

        v_g = (c_g - B_gg psi - B_gt F)/(1 + B_gg h/2)      c_g = eps (sum z d)/h
        B_gg = eps^2 sum Q z^2/h                            B_gt = -eps sum Q z r/h

    leaves the law a port of its own, c' - b' F, with b' = b - (h/2) B_gt^2/(1 + B_gg h/2) >= 0. So each law solves what
    it always solves, rigid ones too, and the books close for any law and any eps.

    The state is in energy coordinates: moving the knob changes c, and neither x1 nor psi. If psi then differs from sum
    c x1^2, the steering moves energy between body and tension within a few periods. Tension that no motion explains,
    more than twice the largest sum of late, turns into heat: after the knob has fallen a long way, or to zero.

    Records are in sqrt (J): bx = Q, bd = S^2 - Q^2, and the shape at the contact stands beside
    them. They hold the state *before* a sample, with all forces; one pass over the modes adds the forces of a sample
    and sums up the terms for the next one. So the bank is not a step ahead, and between two segments nothing is
    pending. */
struct TightView
{
    BankView bank;
    const double* modes;      // TightMode, in the records' order
    const double* endReaches; // phi S: response of the velocity at the end of a step, for laws that need it

    /** The same from a later lane on, for sweepTight(). */
    TightView from (int lane) const
    {
        auto view = *this;
        view.bank.records += lane;
        view.bank.books += lane;
        view.bank.ends += lane;
        view.bank.secondTaps += lane;
        view.modes += lane;
        view.endReaches += lane;
        return view;
    }

    HWY_INLINE const double* inChain (int chain, int place) const
    {
        return modes + (static_cast<std::ptrdiff_t> (chain) * bank.places + place) * (2 * BankView::stride);
    }
    template <class Real>
    HWY_INLINE Real reach (int mode) const
    {
        return Lanes<Real>::load (inChain (mode % BankView::chains, mode / BankView::chains));
    }
    template <class Real>
    HWY_INLINE Real endReach (int mode) const
    {
        return Lanes<Real>::load (endReaches + static_cast<std::ptrdiff_t> (mode) * BankView::stride);
    }
};

/** Sums over the modes before a sample, and of the step that led there. */
template <class Real>
struct TightSums
{
    Real mean, end;     // free velocity at the contact: its mean times the step, and at the end
    Real now, change;   // sum c x^2, sum z d
    Real own, cross;    // sum Q z^2, sum Q z r
    Real crossEnd;      // sum phi S z
    Real first, second; // taps
    Real lost;          // [J]

    static constexpr auto fields ()
    {
        return fieldList<TightSums, Real> ({ { "mean", &TightSums::mean },
                                             { "end", &TightSums::end },
                                             { "now", &TightSums::now },
                                             { "change", &TightSums::change },
                                             { "own", &TightSums::own },
                                             { "cross", &TightSums::cross },
                                             { "crossEnd", &TightSums::crossEnd },
                                             { "first", &TightSums::first },
                                             { "second", &TightSums::second },
                                             { "lost", &TightSums::lost } });
    }
    static HWY_INLINE TightSums zero ()
    {
        const Real none (0.0);
        return { none, none, none, none, none, none, none, none, none, none };
    }
};
static_assert (listsEveryMember<TightSums<double>>);

/** Compile-time options: whether the law needs the velocity at the end of a step, and whether two pickups hear the
    body. */
template <bool asksEnd, bool twoPickups>
struct TightShape
{
    static constexpr bool withEnd = asksEnd, withPickups = twoPickups;
};

/** Adds a mode's terms for the next sample. */
template <class Shape, bool sounding, class Real>
HWY_INLINE void addTight (const TightView& view, const double* record, const double* tight, int mode,
                          const ModeState<Real>& s, TightSums<Real>& sum)
{
    const Real r = Lanes<Real>::load (tight);
    sum.mean = mulAdd (r, s.d, sum.mean);
    if constexpr (Shape::withEnd)
        sum.end = mulAdd (view.bank.end<Real> (mode, BankView::endX), s.x,
                          mulAdd (view.bank.end<Real> (mode, BankView::endD), s.d, sum.end));
    if constexpr (! sounding)
        return;
    const Real c = Lanes<Real>::load (tight + BankView::stride), cx = c * s.x, z = mulAdd (c, s.d, cx + cx);
    const Real yielding = field<Real> (record, BankView::bx) * z;
    sum.now = mulAdd (cx, s.x, sum.now);
    sum.change = mulAdd (z, s.d, sum.change);
    sum.own = mulAdd (yielding, z, sum.own);
    sum.cross = mulAdd (yielding, r, sum.cross);
    if constexpr (Shape::withEnd)
        sum.crossEnd = mulAdd (view.endReach<Real> (mode), z, sum.crossEnd);
}

/** Force at the contact [N], and eps times the tension [sqrt (J)]. */
template <class Real>
struct TightPush
{
    Real force, pull;
};

/** Advances a mode by a step under both. `first`: its tap belongs to the first of the two sums. */
template <class Shape, bool sounding, bool first, bool booked, class Real>
HWY_INLINE void moveTight (const TightView& view, double* record, const double* tight, const double* book, int mode,
                           const TightPush<Real>& by, TightSums<Real>& sum)
{
    const Real x = field<Real> (record, BankView::x), d = field<Real> (record, BankView::d);
    Real push = Lanes<Real>::load (tight) * by.force;
    if constexpr (sounding)
    {
        const Real c = Lanes<Real>::load (tight + BankView::stride), cx = c * x;
        push = negMulAdd (mulAdd (c, d, cx + cx), by.pull, push);
    }
    const ModeState<Real> s { mulAdd (field<Real> (record, BankView::bx), push, x + d),
                              mulAdd (field<Real> (record, BankView::bd), push,
                                      mulSub (field<Real> (record, BankView::w), d,
                                              field<Real> (record, BankView::kappa) * x)) };
    if constexpr (booked)
        sum.lost = addLoss (record, book, s, push, sum.lost);
    setField (record, BankView::x, s.x);
    setField (record, BankView::d, s.d);
    if constexpr (sounding)
    {
        const Real heard = field<Real> (record, BankView::tap);
        if constexpr (Shape::withPickups)
        {
            sum.first = mulAdd (heard, s.x, sum.first);
            sum.second = mulAdd (view.bank.secondTap<Real> (mode), s.x, sum.second);
        }
        else if constexpr (first)
            sum.first = mulAdd (heard, s.x, sum.first);
        else
            sum.second = mulAdd (heard, s.x, sum.second);
    }
    addTight<Shape, sounding> (view, record, tight, mode, s, sum);
}

template <class Shape, bool moves, bool booked, class Real>
HWY_NOINLINE TightSums<Real> sweepRegister (const TightView& itsView, const TightPush<Real>& itsPush)
{
    const auto view = itsView; // local copies in registers, see BankStep
    const auto by = itsPush;
    auto sum = TightSums<Real>::zero();
    const auto visit = [&]<bool sounding, bool first> (std::bool_constant<sounding>, std::bool_constant<first>,
                                                       int chain, int place) HWY_ATTR
    {
        const int mode = place * BankView::chains + chain;
        double* const record = view.bank.inChain (chain, place);
        const double* const tight = view.inChain (chain, place);
        if constexpr (moves)
            moveTight<Shape, sounding, first, booked> (
                view, record, tight, booked ? view.bank.bookInChain (chain, place) : nullptr, mode, by, sum);
        else
            addTight<Shape, sounding> (
                view, record, tight, mode,
                ModeState<Real> { field<Real> (record, BankView::x), field<Real> (record, BankView::d) }, sum);
    };
    for (int chain = 0; chain < BankView::chains; chain += 2)
    {
        const auto placeOf = [chain] (int mode) { return BankView::placeOf (mode, chain); };
        for (int place = 0; place < placeOf (view.bank.soundingCount); ++place)
        {
            visit (std::true_type(), std::true_type(), chain, place);
            visit (std::true_type(), std::false_type(), chain + 1, place);
        }
        for (int place = placeOf (view.bank.silentBegin); place < placeOf (view.bank.silentEnd); ++place)
        {
            visit (std::false_type(), std::true_type(), chain, place);
            visit (std::false_type(), std::false_type(), chain + 1, place);
        }
    }
    return sum;
}

/** One pass over the modes: a step under `by`, unless `moves` is false, and the sums for the next one. Two registers go
    one after the other, because the sums of both would not fit into the processor's. */
template <class Shape, bool moves, bool booked, class Real>
HWY_NOINLINE TightSums<Real> sweepTight (const TightView& view, const TightPush<Real>& by)
{
    if constexpr (Lanes<Real>::count <= Lanes<Register>::count)
        return sweepRegister<Shape, moves, booked> (view, by);
    else
    {
        using Half = decltype (by.force.low);
        const auto low = sweepRegister<Shape, moves, booked, Half> (view, { by.force.low, by.pull.low });
        const auto high =
            sweepRegister<Shape, moves, booked, Half> (view.from (Lanes<Half>::count), { by.force.high, by.pull.high });
        TightSums<Real> sums;
        eachField (
            [] (Real& sum, const Half& ofLow, const Half& ofHigh) HWY_ATTR {
                sum = { ofLow, ofHigh };
            },
            sums, low, high);
        return sums;
    }
}

/** Moves the modes as the bridge has since the last sample. */
template <class Real>
HWY_NOINLINE void yieldTight (const BankView& bank, Real shortening)
{
    for (int mode = 0; mode < bank.soundingCount; ++mode)
    {
        double* const record = bank.record (mode);
        const auto s = stateOf<true> (bank, record, mode, Real (0.0), shortening);
        setField (record, BankView::x, s.x);
        setField (record, BankView::d, s.d);
    }
}

/** Energy in the modes [J]. */
template <class Real>
HWY_NOINLINE Real tightEnergy (const BankView& bank)
{
    Real sum (0.0);
    bank.eachMode (
        [&] (int mode) HWY_ATTR
        {
            const double* const record = bank.record (mode);
            const auto at = coordinatesOf (
                bank, mode, ModeState<Real> { field<Real> (record, BankView::x), field<Real> (record, BankView::d) });
            sum = mulAdd (at.x1, at.x1, mulAdd (at.x2, at.x2, sum));
        });
    return sum * Real (0.5);
}

/** Changes the hand's speed by `change` [m/s] before a sample, and both sums of the bow. Returns its work [J]. */
template <class Real>
HWY_NOINLINE Real moveTightHand (const TightView& view, Real change, Real& mean, Real& end)
{
    const auto& bank = view.bank;
    Real work (0.0);
    for (int m = bank.handBegin; m < bank.handEnd; ++m)
    {
        double* const record = bank.record (m);
        const Real push = bank.handDrive<Real> (m, 0) * change, port = bank.handDrive<Real> (m, 1) * change;
        const ModeState<Real> s { field<Real> (record, BankView::x), field<Real> (record, BankView::d) };
        work = mulAdd (push, mulAdd (Real (0.5), push, coordinatesOf (bank, m, s).x2), work);
        setField (record, BankView::d, s.d + port);
        mean = mulAdd (view.reach<Real> (m), port, mean);
        if (bank.asked.end)
            end = mulAdd (bank.end<Real> (m, BankView::endD), port, end);
    }
    return work;
}

/** The tension's port and line in one step. */
template <class Real>
struct TensionPort
{
    Real steer, own;        // eps, B_gg
    Real free, eased;       // v_g without the contacts' forces [sqrt (J)/s], 1/(1 + B_gg h/2)
    Real halfStep, tension; // h/2, psi

    /** `now`, `change`, `itsOwn`: sums as in TightSums. */
    HWY_INLINE TensionPort (Real now, Real change, Real itsOwn, Real psi, Real h, Real perStep)
        : halfStep (Real (0.5) * h), tension (psi)
    {
        const Real one (1.0), end = now + change;
        const auto moves = absolute (change) > Real (1e-12) * (absolute (end) + absolute (now)) + Real (1e-200);
        const Real wanted = select (moves, (end - psi) / select (moves, change, one), one);
        steer = larger (Real (0.9), smaller (Real (1.1), wanted));
        own = (steer * steer) * (itsOwn * perStep);
        eased = one / mulAdd (own, halfStep, one);
        free = negMulAdd (own, psi, steer * (change * perStep)) * eased;
    }

    /** Mean tension in the step. */
    HWY_INLINE Real pull (Real v) const { return mulAdd (halfStep, v, tension); }
};

/** It, and what it leaves of the port of a single contact. */
template <class Real>
struct TightPort : TensionPort<Real>
{
    Real cross, crossEnd; // B_gt, and of the velocity at the end

    using Base = TensionPort<Real>;
    using Base::eased, Base::free, Base::halfStep, Base::pull;

    HWY_INLINE TightPort (const TightSums<Real>& sum, Real psi, Real h, Real perStep)
        : Base (sum.now, sum.change, sum.own, psi, h, perStep), cross (-(Base::steer * (sum.cross * perStep))),
          crossEnd (-(Base::steer * sum.crossEnd))
    {
    }

    /** v_g under a force at the contact. */
    HWY_INLINE Real velocity (Real force) const { return negMulAdd (cross * eased, force, free); }

    HWY_INLINE ContactPort<Real> seenBy (Real velocity, Real mean, Real end, const Mobility<Real>& mobility) const
    {
        const Real zero (0.0), pulls = pull (free), perForce = halfStep * (cross * eased); // it falls by, per newton
        return { negMulAdd (cross, pulls, velocity - mean), larger (zero, negMulAdd (cross, perForce, mobility.mean)),
                 negMulAdd (crossEnd, pulls, velocity - end),
                 larger (zero, negMulAdd (crossEnd, perForce, mobility.end)) };
    }
};

/** Time constant [s] with which the largest tension of late is forgotten. */
inline constexpr double tensionMemory = 0.05;

/** Limits the tension to what motion of late explains. Returns the heat [J]. `isSlack`: lanes whose knob is at zero. */
template <class Real, class Mask>
HWY_INLINE Real relax (TensionState<Real>& state, Real now, Real fade, Mask isSlack)
{
    const Real zero (0.0), before = state.tension;
    state.recent = select (isSlack, zero, larger (now, state.recent * fade));
    const Real limit = state.recent + state.recent;
    state.tension = larger (-limit, smaller (limit, before));
    return Real (0.5) * ((before - state.tension) * (before + state.tension));
}

/** A body under tension. */
template <class Real>
struct TightBody
{
    const TightView& view;
    TensionState<Real>& tension;
    Real knob; // lanes at zero are slack
    Mobility<Real> mobility;
};

/** Motion of a body under tension and a single contact, for runContact(). */
template <class Real, bool withLedger>
class TightMotion
{
public:
    static constexpr bool isAhead = false;

    using Body = TightBody<Real>;

    HWY_INLINE TightMotion (const Body& its, double timeStep)
        : body (its), isSlack (its.knob <= Real (0.0)), h (timeStep), perStep (1.0 / timeStep),
          fade (exponential (Real (-timeStep / tensionMemory))), sweep (sweepFor<true> (its.view.bank.asked)),
          sum (sweepFor<false> (its.view.bank.asked) (its.view, { Real (0.0), Real (0.0) })),
          tensionPort (sum, its.tension.tension, h, perStep), heat (0.0)
    {
    }

    HWY_INLINE FreeMotion<Real> free (Real handChange, HandAccount<Real>& ofHand)
    {
        if (body.view.bank.handBegin < body.view.bank.handEnd)
            ofHand.work = moveTightHand (body.view, handChange, sum.mean, sum.end);
        FreeMotion<Real> motion;
        motion.mean[0] = sum.mean * perStep;
        motion.end[0] = sum.end;
        return motion;
    }
    HWY_INLINE void begin (bool /*isBooked*/)
    {
        heat = relax (body.tension, sum.now, fade, isSlack);
        tensionPort = TightPort<Real> (sum, body.tension.tension, h, perStep);
    }
    HWY_INLINE ContactPort<Real> port (Real handVelocity, const FreeMotion<Real>& free) const
    {
        return tensionPort.seenBy (handVelocity, free.mean[0], free.end[0], body.mobility);
    }
    OverlappedWork meanwhile () { return {}; }
    static constexpr bool withBridge () { return true; } // rows have the surface's own sound

    HWY_INLINE void finish (const Real (&force)[1], Real& odd, Real& even)
    {
        const Real v = tensionPort.velocity (force[0]);
        body.tension.tension = mulAdd (h, v, body.tension.tension);
        sum = sweep (body.view, { force[0], tensionPort.steer * tensionPort.pull (v) });
        odd = sum.first;
        even = sum.second;
    }

    /** In the step that finish() ended [J]. */
    HWY_INLINE Real lost () const { return sum.lost + heat; }
    HWY_INLINE Account<Real> account (Real inContact) const
    {
        const Real psi = body.tension.tension;
        return { tightEnergy<Real> (body.view.bank) + (inContact + Real (0.5) * (psi * psi)), lost() };
    }

private:
    using Mask = decltype (Real (0.0) <= Real (1.0));
    using Sweep = TightSums<Real> (*) (const TightView&, const TightPush<Real>&);
    template <bool moves>
    static HWY_INLINE Sweep sweepFor (const BankView::Asked& asked)
    {
        return withFlags ([]<bool end, bool pickups>() -> Sweep
                          { return sweepTight < TightShape<end, pickups>, moves, moves && withLedger, Real > ; },
                          asked.end, asked.pickups);
    }

    const Body& body;
    Mask isSlack;
    Real h, perStep, fade;
    const Sweep sweep;
    TightSums<Real> sum;
    TightPort<Real> tensionPort;
    Real heat;
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
