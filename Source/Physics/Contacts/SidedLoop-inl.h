// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_SIDED_LOOP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_SIDED_LOOP_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_SIDED_LOOP_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_SIDED_LOOP_INL_H
 #endif

 #include "../ContactLoop-inl.h"
 #include "../SideFields.h"
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

/** Motion of a body under several contacts, as their loop asks for it: called, so that the loop is compiled once for
    all bodies. */
template <class Real>
struct SidedMotion
{
    using Ports = ContactPorts<Real, bankPorts>;

    const bool isAhead;             // lost() is that of the step before
    const bool withEnd, withBridge; // free() has velocities at the end; rows have the surface's own sound

    /** Motion without force in the next step, before which the hand's speed changes. */
    virtual FreeMotion<Real> free (Real handChange, HandAccount<Real>& ofHand) = 0;
    /** Begins the step. Returns the ports as the contacts see them, with free velocities set in `body`. */
    virtual const Ports& seen (const Ports& body, SidedContact<Real> (&contacts)[bankPorts], bool isBooked) = 0;
    virtual OverlappedWork meanwhile () = 0;
    /** Ends the step under these forces. */
    virtual void finish (const Real (&force)[bankPorts], Real& odd, Real& even) = 0;
    virtual Real lost () const = 0; // [J] in a step
    /** Energy of body and contacts, and the loss of the last step. */
    virtual Account<Real> account (Real inContacts) const = 0;

protected:
    SidedMotion (bool itIsAhead, bool asksEnd, bool yields)
        : isAhead (itIsAhead), withEnd (asksEnd), withBridge (yields)
    {
    }
    ~SidedMotion() = default;
};

/** That of a bank a step ahead. */
template <int ports, class Real>
class AheadSides final : public SidedMotion<Real>
{
    using Base = SidedMotion<Real>;
    using Motion = AheadMotion<BankStep<PortLayout<ports>, Real, true>, Real, true>;

public:
    AheadSides (const BankBody<Real>& its, double timeStep)
        : Base (true, its.bank.asked.end, its.bank.asked.bridge), motion (its, timeStep)
    {
    }

    FreeMotion<Real> free (Real handChange, HandAccount<Real>& ofHand) override
    {
        return motion.free (handChange, ofHand);
    }
    const typename Base::Ports& seen (const typename Base::Ports& body, SidedContact<Real> (&)[bankPorts],
                                      bool isBooked) override
    {
        motion.begin (isBooked);
        return body;
    }
    OverlappedWork meanwhile () override { return motion.meanwhile(); }
    void finish (const Real (&force)[bankPorts], Real& odd, Real& even) override { motion.finish (force, odd, even); }
    Real lost () const override { return motion.lost(); }
    Account<Real> account (Real inContacts) const override { return motion.account (inContacts); }

private:
    Motion motion;
};

/** The contacts of a body that is touched in more than one place, or in two directions, during a segment, and their
    loop: as runContact() in ContactLoop-inl.h. Rows contain force and state of the bow; work, losses and energies are
    those of all contacts. */
template <class Real>
struct SidedLoop
{
    int ports = 1;                             // in use, of bankPorts
    SidedContact<Real> contacts[bankPorts] {}; // the bow, and what touches beside it
    ContactPorts<Real, bankPorts> body;        // its response at them; velocities are of the step
    BowLine<Real> hands[bankPorts];            // of stops: unused
    SidedMass<Real> masses[bankPorts];         // of the bow: unused, its hand's modes are in the bank
    Pressing<Real> pressing;
    int rounds = 1;                         // passes in which all contacts are solved
    SideColumns<double*> beside[bankPorts]; // rows of what touches beside the bow

    /** Runs the steps. */
    HWY_NOINLINE void run (SidedMotion<Real>& motion, Surface<Real>& surface, const StepRun& asked)
    {
        const Real h (asked.timeStep);
        const bool withLedger = asked.books != Books::closed, everyStep = asked.books == Books::everyStep;
        begin();
        Real stored (0.0);
        if (everyStep)
            stored = motion.account (inContacts()).stored;
        for (int n = 0; n < asked.steps; ++n)
        {
            Step step;
            step.ofHand = { Real (0.0), Real (0.0) };
            step.isBooked = withLedger && ! everyStep && n > 0;
            step.bow = hands[bowPort].step (n);
            const auto free = motion.free (step.bow.change, step.ofHand);
            moveHands (n, surface, step);
            freeVelocities (free, motion.withEnd, step);
            const auto& seen = motion.seen (body, contacts, step.isBooked);

            SidedStep<Real> solution (seen, contacts, step.normalForce, pressing, h, motion.meanwhile(), withLedger);
            solution.solve (asked.passes, rounds);
            moveMasses (n == 0, h, solution, step);
            surface.rub (solution.steps[bowPort].relativeVelocity, step.normalForce[bowPort]);
            motion.finish (solution.force, step.odd, step.even);

            const WholeRow row { static_cast<std::ptrdiff_t> (n) * asked.rows.stride };
            hear (row, asked.rows, surface, motion.withBridge, solution, step);
            if (! withLedger)
                continue;
            writeContacts (row, asked.rows, h, seen, solution, step);
            if (! motion.isAhead)
                row (motion.lost(), asked.rows.bodyLoss);
            else if (step.isBooked)
                WholeRow { row.offset - asked.rows.stride }(motion.lost() + step.ofHand.lost, asked.rows.bodyLoss);
            if (! everyStep && n + 1 < asked.steps)
                continue;
            const auto account = motion.account (inContacts());
            row (account.stored, asked.rows.stored);
            row (account.lost, asked.rows.bodyLoss);
            if (! everyStep)
                continue;
            writeEveryStep (row, asked.rows, solution.steps[bowPort], contacts[bowPort].friction.mode,
                            account.stored - stored, { step.work, solution.lost, account.lost });
            stored = account.stored;
        }
    }

private:
    static constexpr int firstBeside = bowPort + 1;

    /** Values that the stages of a step hand on. */
    struct Step
    {
        HandAccount<Real> ofHand;
        typename BowLine<Real>::Now bow;
        bool isBooked;
        Real normalForce[bankPorts], velocity[bankPorts]; // of each hand
        Real pushed;                                      // [N] by the bow's hand
        Real pressingSpeed;                               // of the mass that presses the bow, without force [m/s]
        Real odd, even, work;
    };

    HWY_INLINE void begin ()
    {
        for (int i = 0; i < ports; ++i)
        {
            body.freeEnd[i] = Real (0.0);
            if (! contacts[i].isStop)
                contacts[i].law.resume (contacts[i].law.parameters, contacts[i].friction);
        }
    }

    HWY_INLINE Real inContacts () const
    {
        Real sum (0.0);
        for (int i = 0; i < ports; ++i)
        {
            sum = sum + contacts[i].stored();
            if (masses[i].any)
                sum = sum + masses[i].stored();
        }
        return sum;
    }

    // Stages of a step, in their order.

    /** Moves the hands beside the bow's, and adds the work on their masses. */
    HWY_INLINE void moveHands (int n, const Surface<Real>& surface, Step& step)
    {
        step.pressingSpeed = Real (0.0);
        step.pushed = surface.pressed (step.bow.normalForce);
        if (surface.isRough() && pressing.any()) // junctions hold no bow that is in the air
        {
            const Real in = masses[pressing.port].gives * contacts[pressing.port].pressed.penetration;
            step.pushed = select (in < Real (0.0), step.bow.normalForce, step.pushed);
        }
        step.normalForce[bowPort] = step.pushed;
        step.velocity[bowPort] = step.bow.velocity;
        for (int i = firstBeside; i < ports; ++i)
        {
            const auto its = hands[i].step (n);
            step.normalForce[i] = its.normalForce;
            step.velocity[i] = contacts[i].isStop ? Real (0.0) : its.velocity;
            auto& mass = masses[i];
            if (mass.any && ! contacts[i].isStop)
                step.ofHand.work = step.ofHand.work + mass.held.kick (mass.state, mass.gives * its.change);
        }
    }

    /** Velocities at the ports without the contacts' forces, of the hands against the body and the masses; `withEnd`:
        else those at the end stay 0, because no law asks. */
    HWY_INLINE void freeVelocities (const FreeMotion<Real>& free, bool withEnd, Step& step)
    {
        for (int i = 0; i < ports; ++i)
        {
            body.free[i] = step.velocity[i] - free.mean[i];
            if (withEnd)
                body.freeEnd[i] = step.velocity[i] - free.end[i];
        }
        for (int i = firstBeside; i < ports; ++i)
        {
            const auto& mass = masses[i];
            if (! mass.any)
                continue;
            const Real own = mass.held.freeVelocity (mass.state);
            if (i == pressing.port)
            {
                step.pressingSpeed = mulAdd (mass.held.mobility, mass.gives * step.pushed, own);
                body.free[i] = body.free[i] - step.pressingSpeed;
                pressing.beside = (Real (1.0) - mass.gives) * step.pushed;
                continue;
            }
            body.free[i] = mulAdd (mass.gives, own, body.free[i]);
            if (withEnd)
                body.freeEnd[i] = mulAdd (mass.gives, mass.held.freeEndVelocity (mass.state), body.freeEnd[i]);
        }
    }

    HWY_INLINE void moveMasses (bool isFirst, Real h, SidedStep<Real>& solution, Step& step)
    {
        for (int i = firstBeside; i < ports; ++i)
        {
            auto& mass = masses[i];
            if (! mass.any)
                continue;
            if (isFirst)
                solution.lost = solution.lost + mass.letGo();
            Real push = -mass.gives * solution.force[i];
            if (i == pressing.port)
            {
                const Real N = -solution.force[i], asked = mass.gives * step.pushed;
                step.ofHand.work =
                    mulAdd (h * asked, negMulAdd (mass.held.mobility, N, step.pressingSpeed), step.ofHand.work);
                push = asked - N;
                step.normalForce[bowPort] = N + pressing.beside;
            }
            solution.lost = solution.lost + mass.held.move (mass.state, push);
        }
    }

    HWY_INLINE void hear (const WholeRow& row, const ContactRows& rows, Surface<Real>& surface, bool withBridge,
                          const SidedStep<Real>& solution, Step& step)
    {
        Real own (0.0);
        if (surface.isRough())
        {
            own = surface.radiated (solution.steps[bowPort].force, step.bow.normalForce, step.pushed);
            step.odd = step.odd + own;
        }
        if (withBridge)
            row (own, rows.radiated);
        row (step.odd, rows.odd);
        row (step.even, rows.even);
    }

    HWY_INLINE void writeContacts (const WholeRow& row, const ContactRows& rows, Real h,
                                   const ContactPorts<Real, bankPorts>& seen, const SidedStep<Real>& solution,
                                   Step& step)
    {
        Real power (0.0);
        for (int i = 0; i < ports; ++i)
            power = mulAdd (solution.force[i], step.velocity[i], power);
        step.work = mulAdd (h, power, step.ofHand.work);
        const auto& bow = solution.steps[bowPort];
        writeContact (row, rows, step.bow.velocity, step.normalForce[bowPort], bow.force, bow);
        for (int i = firstBeside; i < ports; ++i)
            writeSide (row, i, h * seen.mobility[i][i], h, solution, step);
        row (step.work, rows.work);
        row (solution.lost, rows.frictionLoss);
    }

    HWY_INLINE void writeSide (const WholeRow& row, int port, Real stepMobility, Real h,
                               const SidedStep<Real>& solution, const Step& step)
    {
        const auto& rows = beside[port];
        const Real force = solution.force[port], velocity = step.velocity[port], none (0.0), one (1.0);
        row (velocity, rows.handVelocity);
        row (force, rows.force);
        row (h * (force * velocity), rows.work);
        row (solution.losses[port], rows.loss);
        row (stepMobility * (force * force), rows.exchanged);
        if (contacts[port].isStop)
        {
            row (none - force, rows.normalForce);
            row (solution.velocity[port], rows.relativeVelocity);
            row (contacts[port].pressed.penetration, rows.elongation);
            return row (select (force < none, one, none), rows.regime);
        }
        const auto& its = solution.steps[port];
        row (step.normalForce[port], rows.normalForce);
        row (its.relativeVelocity, rows.relativeVelocity);
        row (its.elongation, rows.elongation);
        row (its.regime, rows.regime);
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
