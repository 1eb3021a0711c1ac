// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_TIGHT_SIDES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_TIGHT_SIDES_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_TIGHT_SIDES_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_TIGHT_SIDES_INL_H
 #endif

 #include "../TightLoop-inl.h"
 #include "SidedLoop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Sums as TightSums, for several ports. */
template <class Real, int ports>
struct TightSidesSums
{
    Real mean[ports], end[ports], cross[ports], crossEnd[ports];
    Real now, change, own, first, second, lost;

    void clear ()
    {
        const Real none (0.0);
        for (int i = 0; i < ports; ++i)
            mean[i] = end[i] = cross[i] = crossEnd[i] = none;
        now = change = own = first = second = lost = none;
    }
};

/** Motion of a body under tension and several contacts, for SidedLoop. The tension's line is eliminated before they
    are solved, as in TightLoop-inl.h: linear, hence exact. Between the ports i and j it leaves

        c_i' = c_i - B_gi (psi + (h/2) v_0)      v_0 = (c_g - B_gg psi)/(1 + B_gg h/2)
        b_ij' = b_ij - (h/2) B_gi B_gj/(1 + B_gg h/2)

    a Schur complement of B, hence symmetric and >= 0; and v_g = v_0 - sum B_gi F_i/(1 + B_gg h/2) once the contacts'
    forces are known.

    One loop for all laws, books open or closed and one pickup or two, chosen by a branch per mode: few bodies need it,
    and each choice at compile time would double it. */
template <class Real, int ports>
class TightSides
{
public:
    static constexpr bool isAhead = false, withBridge = true; // whose rows have the surface's own sound
    static constexpr bool withEnd = true;

    TightSides (const TightView& itsView, TensionState<Real>& tension, Real knob, double timeStep, bool twoPickups,
                bool booked)
        : view (itsView), state (tension), isSlack (knob <= Real (0.0)), h (timeStep), perStep (1.0 / timeStep),
          fade (exponential (Real (-timeStep / tensionMemory))), withPickups (twoPickups), withBooks (booked)
    {
        sum.clear();
        const Real none[ports] {};
        sweep<false> (none, Real (0.0));
    }

    HWY_INLINE FreeMotion<Real> free (Real handChange, HandAccount<Real>& ofHand)
    {
        if (view.bank.handBegin < view.bank.handEnd)
            ofHand.work = moveTightHand<true> (view, handChange, sum.mean[0], sum.end[0]);
        FreeMotion<Real> motion;
        for (int i = 0; i < ports; ++i)
        {
            motion.mean[i] = sum.mean[i] * perStep;
            motion.end[i] = sum.end[i];
        }
        return motion;
    }

    const ContactPorts<Real, ports>& seen (const ContactPorts<Real, ports>& body, SidedContact<Real> (&contacts)[ports],
                                           bool /*isBooked*/)
    {
        heat = relax (state, sum.now, fade, isSlack);
        port = TensionPort<Real> (sum.now, sum.change, sum.own, state.tension, h, perStep);
        const Real pulls = port.pull (port.free), zero (0.0);
        for (int i = 0; i < ports; ++i)
        {
            cross[i] = -(port.steer * (sum.cross[i] * perStep));
            perForce[i] = cross[i] * port.eased; // v_g falls by, per newton
        }
        left.count = ports;
        for (int i = 0; i < ports; ++i)
        {
            const Real atEnd = -(port.steer * sum.crossEnd[i]);
            left.free[i] = negMulAdd (cross[i], pulls, body.free[i]);
            left.freeEnd[i] = negMulAdd (atEnd, pulls, body.freeEnd[i]);
            for (int j = 0; j < ports; ++j)
            {
                const Real eases = port.halfStep * perForce[j];
                left.endMobility[i][j] = negMulAdd (atEnd, eases, body.endMobility[i][j]);
                if (j <= i)
                    left.mobility[i][j] = left.mobility[j][i] = negMulAdd (cross[i], eases, body.mobility[i][j]);
            }
            left.mobility[i][i] = larger (zero, left.mobility[i][i]);
            left.endMobility[i][i] = larger (zero, left.endMobility[i][i]);
            auto& contact = contacts[i];
            if (contact.element != nullptr)
                contact.constants = KolophonConstants<Real>::of (*contact.element, left.mobility[i][i], h);
        }
        return left;
    }

    OverlappedWork meanwhile () { return {}; }

    void finish (const Real (&force)[ports], Real& odd, Real& even)
    {
        Real v = port.free;
        for (int i = 0; i < ports; ++i)
            v = negMulAdd (perForce[i], force[i], v);
        state.tension = mulAdd (h, v, state.tension);
        sum.clear();
        sweep<true> (force, port.steer * port.pull (v));
        odd = sum.first;
        even = sum.second;
    }

    /** In the step that finish() ended [J]. */
    HWY_INLINE Real lost () const { return sum.lost + heat; }
    HWY_INLINE Account<Real> account (Real inContacts) const
    {
        return { mulAdd (Real (0.5) * state.tension, state.tension, tightEnergy<Real> (view.bank)) + inContacts,
                 lost() };
    }

private:
    /** Moves all modes by a step under `force` and the tension's `pull`, unless `moves` is false, and sums up. */
    template <bool moves>
    HWY_NOINLINE void sweep (const Real (&force)[ports], Real pull)
    {
        for (int chain = 0; chain < BankView::chains; ++chain)
        {
            const auto placeOf = [chain] (int mode) { return BankView::placeOf (mode, chain - chain % 2); };
            for (int place = 0; place < placeOf (view.bank.soundingCount); ++place)
                visit<moves, true> (force, pull, chain, place);
            for (int place = placeOf (view.bank.silentBegin); place < placeOf (view.bank.silentEnd); ++place)
                visit<moves, false> (force, pull, chain, place);
        }
    }

    template <bool moves, bool sounding>
    HWY_INLINE void visit (const Real (&force)[ports], Real pull, int chain, int place)
    {
        const auto& bank = view.bank;
        const int mode = place * BankView::chains + chain;
        double* const record = bank.inChain (chain, place);
        const double* const tight = view.inChain (chain, place);
        const Real r = Lanes<Real>::load (tight), c = Lanes<Real>::load (tight + BankView::stride);
        ModeState<Real> s { field<Real> (record, BankView::x), field<Real> (record, BankView::d) };
        Real shape[ports]; // over that at the bow
        shape[0] = Real (1.0);
        for (int i = 1; i < ports; ++i)
            shape[i] = bank.shape<Real> (i, mode);
        if constexpr (moves)
        {
            Real push = force[0];
            for (int i = 1; i < ports; ++i)
                push = mulAdd (shape[i], force[i], push);
            push = r * push;
            if constexpr (sounding)
            {
                const Real cx = c * s.x;
                push = negMulAdd (mulAdd (c, s.d, cx + cx), pull, push);
            }
            const Real x = mulAdd (field<Real> (record, BankView::bx), push, s.x + s.d);
            s.d = mulAdd (field<Real> (record, BankView::bd), push,
                          mulSub (field<Real> (record, BankView::w), s.d, field<Real> (record, BankView::kappa) * s.x));
            s.x = x;
            if (withBooks)
                sum.lost = addLoss (record, bank.bookInChain (chain, place), s, push, sum.lost);
            setField (record, BankView::x, s.x);
            setField (record, BankView::d, s.d);
            if constexpr (sounding)
                hear (field<Real> (record, BankView::tap), mode, s.x);
        }
        add<sounding> (r, c, shape, field<Real> (record, BankView::bx), mode, s);
    }

    HWY_INLINE void hear (Real tap, int mode, Real x)
    {
        if (withPickups || mode % 2 == 0)
            sum.first = mulAdd (tap, x, sum.first);
        if (withPickups)
            sum.second = mulAdd (view.bank.secondTap<Real> (mode), x, sum.second);
        else if (mode % 2 != 0)
            sum.second = mulAdd (tap, x, sum.second);
    }

    /** Adds a mode's terms for the next sample. */
    template <bool sounding>
    HWY_INLINE void add (Real r, Real c, const Real (&shape)[ports], Real Q, int mode, const ModeState<Real>& s)
    {
        const auto& bank = view.bank;
        const Real moved = r * s.d, ends = mulAdd (bank.end<Real> (mode, BankView::endX), s.x,
                                                   bank.end<Real> (mode, BankView::endD) * s.d);
        for (int i = 0; i < ports; ++i)
        {
            sum.mean[i] = mulAdd (shape[i], moved, sum.mean[i]);
            sum.end[i] = mulAdd (shape[i], ends, sum.end[i]);
        }
        if constexpr (! sounding)
            return;
        const Real cx = c * s.x, z = mulAdd (c, s.d, cx + cx), yielding = Q * z;
        sum.now = mulAdd (cx, s.x, sum.now);
        sum.change = mulAdd (z, s.d, sum.change);
        sum.own = mulAdd (yielding, z, sum.own);
        const Real along = yielding * r, atEnd = view.endReach<Real> (mode) * z;
        for (int i = 0; i < ports; ++i)
        {
            sum.cross[i] = mulAdd (shape[i], along, sum.cross[i]);
            sum.crossEnd[i] = mulAdd (shape[i], atEnd, sum.crossEnd[i]);
        }
    }

    using Mask = decltype (Real (0.0) <= Real (1.0));

    const TightView view;
    TensionState<Real>& state;
    Mask isSlack;
    Real h, perStep, fade;
    bool withPickups, withBooks;

    TightSidesSums<Real, ports> sum;
    TensionPort<Real> port { Real (0.0), Real (0.0), Real (0.0), Real (0.0), Real (1.0), Real (1.0) };
    Real cross[ports], perForce[ports];
    ContactPorts<Real, ports> left; // ports that the tension leaves
    Real heat {};
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
