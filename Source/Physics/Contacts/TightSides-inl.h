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
template <class Real>
struct TightSidesSums
{
    Real mean[bankPorts], end[bankPorts], cross[bankPorts], crossEnd[bankPorts];
    Real now, change, own, first, second, lost;

    void clear ()
    {
        const Real none (0.0);
        for (int i = 0; i < bankPorts; ++i)
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
template <class Real>
class TightSides final : public SidedMotion<Real>
{
    using Base = SidedMotion<Real>;
    using Ports = typename Base::Ports;

public:
    TightSides (const TightView& itsView, int portCount, TensionState<Real>& tension, Real knob, double timeStep,
                bool twoPickups, bool booked)
        : Base (false, true, true), view (itsView), ports (portCount), state (tension), isSlack (knob <= Real (0.0)),
          h (timeStep), perStep (1.0 / timeStep), fade (exponential (Real (-timeStep / tensionMemory))),
          withPickups (twoPickups), withBooks (booked)
    {
        sum.clear();
        const Real none[bankPorts] {};
        sweep<false> (none, Real (0.0));
    }

    FreeMotion<Real> free (Real handChange, HandAccount<Real>& ofHand) override
    {
        if (view.bank.handBegin < view.bank.handEnd)
            ofHand.work = moveTightHand (view, handChange, sum.mean[0], sum.end[0]);
        FreeMotion<Real> motion;
        for (int i = 0; i < ports; ++i)
        {
            motion.mean[i] = sum.mean[i] * perStep;
            motion.end[i] = sum.end[i];
        }
        return motion;
    }

    const Ports& seen (const Ports& body, SidedContact<Real> (&contacts)[bankPorts], bool /*isBooked*/) override
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

    OverlappedWork meanwhile () override { return {}; }

    void finish (const Real (&force)[bankPorts], Real& odd, Real& even) override
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
    Real lost () const override { return sum.lost + heat; }
    Account<Real> account (Real inContacts) const override
    {
        return { mulAdd (Real (0.5) * state.tension, state.tension, tightEnergy<Real> (view.bank)) + inContacts,
                 lost() };
    }

private:
    /** Moves all modes by a step under `force` and the tension's `pull`, unless `moves` is false, and sums up. */
    template <bool moves>
    HWY_NOINLINE void sweep (const Real (&force)[bankPorts], Real pull)
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
    HWY_INLINE void visit (const Real (&force)[bankPorts], Real pull, int chain, int place)
    {
        const auto& bank = view.bank;
        const int mode = place * BankView::chains + chain;
        double* const record = bank.inChain (chain, place);
        const double* const tight = view.inChain (chain, place);
        const Real r = Lanes<Real>::load (tight), c = Lanes<Real>::load (tight + BankView::stride);
        ModeState<Real> s { field<Real> (record, BankView::x), field<Real> (record, BankView::d) };
        Real shape[bankPorts]; // over that at the bow
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
    HWY_INLINE void add (Real r, Real c, const Real (&shape)[bankPorts], Real Q, int mode, const ModeState<Real>& s)
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
    const int ports; // in use
    TensionState<Real>& state;
    Mask isSlack;
    Real h, perStep, fade;
    bool withPickups, withBooks;

    TightSidesSums<Real> sum;
    TensionPort<Real> port { Real (0.0), Real (0.0), Real (0.0), Real (0.0), Real (1.0), Real (1.0) };
    Real cross[bankPorts], perForce[bankPorts];
    Ports left; // ports that the tension leaves
    Real heat {};
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
