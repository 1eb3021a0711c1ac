// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_SIDED_LOOP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_SIDED_LOOP_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_SIDED_LOOP_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_SIDED_LOOP_INL_H
 #endif

 #include "../ContactLoop-inl.h"
 #include "HeldMass-inl.h"
 #include "SidedContact-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** The mass through which a hand moves a side, in lanes where it `gives` way (1; else 0: the hand is rigid). */
template <class Real>
struct SidedMass
{
    bool any = false; // some lane has one
    HeldMass<Real> held {};
    HeldMassState<Real> state {};
    Real gives {};

    /** Takes the mass away in the other lanes. Returns the energy that was in it [J]. */
    HWY_INLINE Real letGo ()
    {
        const Real before = stored();
        state.x1 = gives * state.x1;
        state.x2 = gives * state.x2;
        return before - stored();
    }
    HWY_INLINE Real stored () const { return HeldMass<Real>::stored (state); }
};

/** Motion of each contact in a segment. */
template <class Real, int ports>
struct SidedHands
{
    BowLine<Real> of[ports];     // of stops: unused
    SidedMass<Real> mass[ports]; // of the bow: unused, its hand's modes are in the bank
};

/** Writes the results of a contact beside the bow. */
template <class Real, class Solution>
HWY_INLINE void writeSide (const WholeRow& write, const SideColumns<double*>& rows, const SidedContact<Real>& contact,
                           Real velocity, Real normalForce, Real timeStep, Real mobility, const Solution& solution,
                           int port)
{
    const Real force = solution.force[port], none (0.0), one (1.0);
    write (velocity, rows.handVelocity);
    write (force, rows.force);
    write (timeStep * (force * velocity), rows.work);
    write (solution.losses[port], rows.loss);
    write (timeStep * mobility * (force * force), rows.exchanged);
    if (contact.isStop)
    {
        write (none - force, rows.normalForce);
        write (solution.velocity[port], rows.relativeVelocity);
        write (contact.pressed.penetration, rows.elongation);
        return write (select (force < none, one, none), rows.regime);
    }
    const auto& step = solution.steps[port];
    write (normalForce, rows.normalForce);
    write (step.relativeVelocity, rows.relativeVelocity);
    write (step.elongation, rows.elongation);
    write (step.regime, rows.regime);
}

/** Motion of a body under the contacts of runSided(): the bank's, a step ahead of them. */
template <class Step, class Real, bool withLedger>
class AheadMotion
{
    using Layout = typename Step::Ports;

public:
    static constexpr bool withEnd = Step::Shape::withEnd; // else `freeEnd` stays 0: no law asks
    static constexpr int ports = Layout::count;
    static constexpr bool withBridge = Step::Shape::withBridge;
    static constexpr bool isAhead = true; // lost() is that of the step before

    HWY_INLINE AheadMotion (const BankView& itsBank, const BankKernels<Real>& itsKernels, Pending<Real>& itsPending)
        : bank (itsBank), kernels (itsKernels), pending (itsPending), ahead (itsBank)
    {
    }

    /** Begins a step, before which the hand's speed changes. */
    HWY_INLINE FreeMotion<Real> free (Real handChange, HandAccount<Real>& ofHand)
    {
        auto motion = freeMotion<Layout, withEnd, withBridge> (pending, kernels);
        if (bank.handBegin < bank.handEnd)
            ofHand = moveHand<Layout, withLedger, withEnd> (bank, handChange, pending, motion);
        return motion;
    }

    /** The ports as the contacts see them, with free velocities set in `at`. */
    HWY_INLINE const ContactPorts<Real, ports>& seen (const ContactPorts<Real, ports>& at,
                                                      SidedContact<Real> (&)[ports], bool isBooked)
    {
        ahead.begin (pending, isBooked);
        return at;
    }

    OverlappedWork meanwhile () { return ahead.meanwhile(); }

    /** Ends the step under these forces. */
    HWY_INLINE void finish (const Real (&force)[ports], Real& odd, Real& even)
    {
        ahead.finish (pending, odd, even);
        pending.bridge = Real (0.0);
        for (int i = 0; i < ports; ++i)
        {
            pending.force[i] = force[i];
            odd = mulAdd (kernels.odd[i], force[i], odd);
            even = mulAdd (kernels.even[i], force[i], even);
        }
    }

    HWY_INLINE Real lost () const { return ahead.lost(); }
    HWY_INLINE Account<Real> account () const { return Step::account (bank, pending); }

private:
    const BankView& bank;
    const BankKernels<Real>& kernels;
    Pending<Real>& pending;
    Step ahead;
};

/** The loop of a body that is touched in more than one place, or in two directions: as runContact() in
    ContactLoop-inl.h. `motion`: the body's, an AheadMotion or TightMotion. Rows contain force and state of the bow;
    work, losses and energies are those of all contacts. `beside`: rows of the others. */
// Long: one sample's steps in their order, as in runContact(); parts of it would share a dozen arguments.
template <bool withLedger, class Motion, class Real, int ports>
HWY_NOINLINE void runSided (Motion& motion, SidedContact<Real> (&contacts)[ports], ContactPorts<Real, ports>& at,
                            SidedHands<Real, ports>& hands, Pressing<Real>& pressing, Surface<Real>& surface,
                            double timeStep, int passes, int rounds, int steps, Books books, const ContactRows& rows,
                            const SideColumns<double*> (&beside)[ports - 1])
{
    const Real h (timeStep), none (0.0);
    const bool everyStep = books == Books::everyStep;
    const int presser = pressing.port;
    const auto inContacts = [&contacts, &hands] () HWY_ATTR
    {
        Real sum (0.0);
        for (int i = 0; i < ports; ++i)
        {
            sum = sum + contacts[i].stored();
            if (hands.mass[i].any)
                sum = sum + hands.mass[i].stored();
        }
        return sum;
    };
    for (Real& end : at.freeEnd)
        end = none;
    for (auto& contact : contacts)
        if (! contact.isStop)
            contact.law.resume (contact.law.parameters, contact.friction);
    Real stored (0.0);
    if constexpr (withLedger)
        if (everyStep)
            stored = motion.account().stored + inContacts();

    for (int n = 0; n < steps; ++n)
    {
        const auto hand = hands.of[0].step (n);
        HandAccount<Real> ofHand { none, none };
        const auto free = motion.free (hand.change, ofHand);
        Real normalForce[ports], velocity[ports];
        normalForce[0] = surface.pressed (hand.normalForce);
        velocity[0] = hand.velocity;
        for (int i = 1; i < ports; ++i)
        {
            const auto its = hands.of[i].step (n);
            normalForce[i] = its.normalForce;
            velocity[i] = contacts[i].isStop ? none : its.velocity;
            auto& mass = hands.mass[i];
            if (mass.any && ! contacts[i].isStop)
                ofHand.work = ofHand.work + mass.held.kick (mass.state, mass.gives * its.change);
        }
        const Real pushed = normalForce[0]; // by the hand
        for (int i = 0; i < ports; ++i)
        {
            at.free[i] = velocity[i] - free.mean[i];
            if constexpr (Motion::withEnd)
                at.freeEnd[i] = velocity[i] - free.end[i];
        }
        Real pressingSpeed (0.0);
        for (int i = 1; i < ports; ++i)
        {
            const auto& mass = hands.mass[i];
            if (! mass.any)
                continue;
            const Real own = mass.held.freeVelocity (mass.state);
            if (i == presser)
            {
                pressingSpeed = mulAdd (mass.held.mobility, mass.gives * pushed, own);
                at.free[i] = at.free[i] - pressingSpeed;
                pressing.beside = (Real (1.0) - mass.gives) * pushed;
                continue;
            }
            at.free[i] = mulAdd (mass.gives, own, at.free[i]);
            if constexpr (Motion::withEnd)
                at.freeEnd[i] = mulAdd (mass.gives, mass.held.freeEndVelocity (mass.state), at.freeEnd[i]);
        }
        const bool booked = withLedger && ! everyStep && n > 0;
        const auto& seen = motion.seen (at, contacts, booked);
        SidedStep<Real, ports, withLedger> solution (seen, contacts, normalForce, pressing, h, motion.meanwhile());
        solution.solve (passes, rounds);
        const auto& step = solution.steps[0];
        for (int i = 1; i < ports; ++i)
        {
            auto& mass = hands.mass[i];
            if (! mass.any)
                continue;
            if (n == 0)
                solution.lost = solution.lost + mass.letGo();
            Real push = -mass.gives * solution.force[i];
            if (i == presser)
            {
                const Real N = -solution.force[i], asked = mass.gives * pushed;
                ofHand.work = mulAdd (h * asked, negMulAdd (mass.held.mobility, N, pressingSpeed), ofHand.work);
                push = asked - N;
                normalForce[0] = N + pressing.beside;
            }
            solution.lost = solution.lost + mass.held.move (mass.state, push);
        }
        surface.rub (step.relativeVelocity, normalForce[0]);
        Real odd, even;
        motion.finish (solution.force, odd, even);

        const auto row = static_cast<std::ptrdiff_t> (n) * rows.stride;
        Real own (0.0);
        if (surface.isRough())
        {
            own = surface.radiated (step.force, hand.normalForce, pushed);
            odd = odd + own;
        }
        if constexpr (Motion::withBridge)
            Lanes<Real>::store (own, rows.radiated + row);
        Lanes<Real>::store (odd, rows.odd + row);
        Lanes<Real>::store (even, rows.even + row);
        if constexpr (withLedger)
        {
            Real power = mulAdd (solution.force[0], velocity[0], none);
            for (int i = 1; i < ports; ++i)
                power = mulAdd (solution.force[i], velocity[i], power);
            const Real work = mulAdd (h, power, ofHand.work);
            writeContact (WholeRow { row }, rows, hand.velocity, normalForce[0], step.force, step);
            for (int i = 1; i < ports; ++i)
                writeSide (WholeRow { row }, beside[i - 1], contacts[i], velocity[i], normalForce[i], h,
                           seen.mobility[i][i], solution, i);
            Lanes<Real>::store (work, rows.work + row);
            Lanes<Real>::store (solution.lost, rows.frictionLoss + row);
            if constexpr (! Motion::isAhead)
                Lanes<Real>::store (motion.lost(), rows.bodyLoss + row);
            else if (booked)
                Lanes<Real>::store (motion.lost() + ofHand.lost, rows.bodyLoss + (row - rows.stride));
            if (! everyStep && n + 1 < steps)
                continue;
            const auto account = motion.account();
            const Real after = account.stored + inContacts();
            Lanes<Real>::store (after, rows.stored + row);
            Lanes<Real>::store (account.lost, rows.bodyLoss + row);
            if (! everyStep)
                continue;
            writeEveryStep (WholeRow { row }, rows, step, contacts[0].friction.mode, after - stored,
                            { work, solution.lost, account.lost });
            stored = after;
        }
    }
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
