// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACT_LOOP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACT_LOOP_INL_H
  #undef KOLOPHON_PHYSICS_CONTACT_LOOP_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACT_LOOP_INL_H
 #endif

 #include "BowFields.h"
 #include "Friction/FrictionLaw-inl.h"
 #include "ModalBank-inl.h"
 #include "Surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Motion of the hand during a segment, step by step. */
template <class Real>
struct BowLine : BowKnobs<Real>
{
    const double* drive = nullptr; // the driving signal, one value per step; null: none

    struct Now
    {
        Real velocity, change, normalForce; // [m/s], since the step before [m/s], [N]
    };

    HWY_INLINE Now step (int n)
    {
        this->velocity = this->velocity + this->velocityStep;
        this->normalForce = this->normalForce + this->normalForceStep;
        Now now { this->velocity, Real (0.0), this->normalForce };
        if (drive != nullptr)
        {
            const Real d (drive[n]), one (1.0);
            now.velocity = this->velocity * (one + this->drivenVelocity * (d - one));
            now.normalForce = this->normalForce * (one + this->drivenForce * (larger (d, Real (0.0)) - one));
        }
        now.change = now.velocity - this->last;
        this->last = now.velocity;
        return now;
    }
};

/** Destination of the results of a segment, one row of `stride` lanes per step. */
struct ContactRows : ContactColumns<double*>
{
    int stride;
};

/** Writes a pack into a row of all lanes. */
struct WholeRow
{
    std::ptrdiff_t offset; // of the row in its column

    template <class Real>
    HWY_INLINE void operator() (Real value, double* column) const
    {
        Lanes<Real>::store (value, column + offset);
    }
};

/** Work of the hand in a step, and losses of friction and body [J]. */
template <class Real>
struct StepAccount
{
    Real work, friction, body;
};

/** Writes the contact's results of a step, which are needed in any book-keeping mode. `write (value, column)` stores a
    pack. */
template <class Write, class Real>
HWY_INLINE void writeContact (const Write& write, const ContactRows& rows, Real bowVelocity, Real normalForce,
                              Real force, const ContactStep<Real>& step)
{
    write (bowVelocity, rows.bowVelocity);
    write (normalForce, rows.normalForce);
    write (step.relativeVelocity, rows.relativeVelocity);
    write (force, rows.force);
    write (step.elongation, rows.elongation);
}

/** Writes the columns that only Books::everyStep needs; `gained`: change of the stored energy [J]; residuals as
    EnergyLedger's. */
template <class Write, class Real>
HWY_INLINE void writeEveryStep (const Write& write, const ContactRows& rows, const ContactStep<Real>& step, Real mode,
                                Real gained, const StepAccount<Real>& account)
{
    write (step.regime, rows.regime);
    write (mode, rows.mode);
    write (gained - ((account.work - account.friction) - account.body), rows.residual);
}

/** Response of the body to a force [m/(s N)]: of its mean velocity over the step, and of that at its end. */
template <class Real>
struct Mobility
{
    Real mean, end;
};

/** True for a law that can run other work while it waits for a root: its solve() takes an OverlappedWork last. */
template <class Law, class Real>
inline constexpr bool waitsForRoots = requires (const typename Law::Parameters& p, ContactState<Real>& state,
                                                const ContactPort<Real>& port, Real x, const OverlappedWork& meanwhile)
{
    Law::solve (p, state, port, x, x, 2, meanwhile);
};

/** A law with its constants for a segment, compiled into the loop. This saves the call and the transfer in memory, and
    results other than force and speed cost nothing if they are unused: a quarter less time than ErasedLaw, for the laws
    that justify it. */
template <class Law, class Real>
struct InlinedLaw
{
    typename Law::Parameters parameters;
    typename Law::SegmentConstants segment;

    /** Prepares the law for a contact with a body of this mobility. */
    static HWY_INLINE InlinedLaw prepare (const ContactKnobs<Real>& knobs, Real mobility, Real h)
    {
        const auto parameters = Law::prepare (knobs, h);
        return { parameters, Law::SegmentConstants::of (parameters, mobility, h) };
    }

    HWY_INLINE ContactStep<Real> solve (ContactState<Real>& state, const ContactPort<Real>& port, Real normalForce,
                                        Real h, int passes, const OverlappedWork& meanwhile) const
    {
        return Law::solve (parameters, segment, state, port, normalForce, h, passes, meanwhile);
    }
    HWY_INLINE void resume (ContactState<Real>& state) const { Law::resume (parameters, state); }
};

/** A law with its parameters, as function pointers. Sixteen laws, four instruction sets, several bodies and loops with
    and without books would otherwise be compiled into one another for minutes; the call costs nothing beside the
    bank. */
template <class Real>
struct ErasedLaw
{
    const void* parameters;
    ContactStep<Real> (*solveWith) (const void*, ContactState<Real>&, const ContactPort<Real>&, Real, Real, int,
                                    const OverlappedWork&);
    void (*resumeWith) (const void*, ContactState<Real>&);

    /** References `parameters`, which must outlive the result. */
    template <class Law>
    static ErasedLaw of (const typename Law::Parameters& parameters)
    {
        return { &parameters, solveLaw<Law>, resumeLaw<Law> };
    }
    template <class Law>
    static ErasedLaw within (const InlinedLaw<Law, Real>& law)
    {
        return { &law, solveWithin<Law>, resumeWithin<Law> };
    }

    HWY_INLINE ContactStep<Real> solve (ContactState<Real>& state, const ContactPort<Real>& port, Real normalForce,
                                        Real h, int passes, const OverlappedWork& meanwhile = {}) const
    {
        return solveWith (parameters, state, port, normalForce, h, passes, meanwhile);
    }
    HWY_INLINE void resume (ContactState<Real>& state) const { resumeWith (parameters, state); }

private:
    template <class Law>
    static ContactStep<Real> solveLaw (const void* p, ContactState<Real>& state, const ContactPort<Real>& port,
                                       Real normalForce, Real h, int passes, const OverlappedWork& meanwhile)
    {
        const auto& parameters = *static_cast<const typename Law::Parameters*> (p);
        if constexpr (waitsForRoots<Law, Real>)
            return Law::solve (parameters, state, port, normalForce, h, passes, meanwhile);
        else
            return Law::solve (parameters, state, port, normalForce, h, passes);
    }
    template <class Law>
    static void resumeLaw (const void* p, ContactState<Real>& state)
    {
        Law::resume (*static_cast<const typename Law::Parameters*> (p), state);
    }
    template <class Law>
    static ContactStep<Real> solveWithin (const void* law, ContactState<Real>& state, const ContactPort<Real>& port,
                                          Real normalForce, Real h, int passes, const OverlappedWork& meanwhile)
    {
        return static_cast<const InlinedLaw<Law, Real>*> (law)->solve (state, port, normalForce, h, passes, meanwhile);
    }
    template <class Law>
    static void resumeWithin (const void* law, ContactState<Real>& state)
    {
        static_cast<const InlinedLaw<Law, Real>*> (law)->resume (state);
    }
};

/** State of hand, surface and contact. */
template <class Real>
struct Touch
{
    ContactState<Real> state;
    BowLine<Real> bow;
    Surface<Real> surface;
};

/** A run of steps, and where their results go. */
struct StepRun
{
    double timeStep; // [s]
    int passes, steps;
    Books books;
    ContactRows rows;
};

/** A body whose modes are in a bank that runs ahead. */
template <class Real>
struct BankBody
{
    const BankView& bank;
    const BankKernels<Real>& kernels;
    Pending<Real>& pending;
    Mobility<Real> mobility; // of a single contact
};

/** Motion of a body of modes under contacts at its ports: the bank's, a step ahead of them. */
template <class Step, class Real, bool withLedger>
class AheadMotion
{
    using Layout = typename Step::Ports;

public:
    static constexpr int ports = Layout::count;
    static constexpr bool isAhead = true; // lost() is that of the step before

    using Body = BankBody<Real>;

    HWY_INLINE AheadMotion (const Body& its, double /*timeStep*/) : body (its), ahead (its.bank) {}

    /** Motion without force in the next step, before which the hand's speed changes. */
    HWY_INLINE FreeMotion<Real> free (Real handChange, HandAccount<Real>& ofHand)
    {
        auto motion = freeMotion<Layout> (body.pending, body.kernels, body.bank.asked);
        if (body.bank.handBegin < body.bank.handEnd)
            ofHand = moveHand<Layout, withLedger> (body.bank, handChange, body.pending, motion);
        return motion;
    }
    /** Begins the step; `isBooked`: the loss of the step before is summed. */
    HWY_INLINE void begin (bool isBooked) { ahead.begin (body.pending, isBooked); }
    /** Port of a single contact under a hand of this speed [m/s]. */
    HWY_INLINE ContactPort<Real> port (Real handVelocity, const FreeMotion<Real>& free) const
    {
        return { handVelocity - free.mean[0], body.mobility.mean, handVelocity - free.end[0], body.mobility.end };
    }
    OverlappedWork meanwhile () { return ahead.meanwhile(); }
    /** True if the surface's own sound has a row of its own. */
    HWY_INLINE bool withBridge () const { return body.bank.asked.bridge; }

    /** Ends the step under these forces. */
    template <int size>
    HWY_INLINE void finish (const Real (&force)[size], Real& odd, Real& even)
    {
        auto& [bank, kernels, pending, mobility] = body;
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
    /** Energy of body and contacts, and loss of the step before. */
    HWY_INLINE Account<Real> account (Real inContacts) const
    {
        const auto its = Step::account (body.bank, body.pending);
        return { its.stored + inContacts, its.lost };
    }

private:
    const Body& body;
    Step ahead;
};

/** Coupling of a friction law to a body: the inner loop of the instrument.

    Each step: move the hand, get the body's free velocity, solve the law, and meanwhile run the bank, which is a step
    ahead; book the energy. `Motion`: the body's, AheadMotion or TightMotion (TightLoop-inl.h). `Call`: ErasedLaw or
    InlinedLaw. The loss of a body that is ahead is booked while the next step is computed, or at the segment's end. */
// Long: the steps of the inner loop, in their order.
template <bool withLedger, class Motion, class Call, class Real>
HWY_NOINLINE void runContact (const Call& law, const typename Motion::Body& body, Touch<Real>& touch,
                              const StepRun& run)
{
    auto& [state, bow, surface] = touch;
    const auto& rows = run.rows;
    const Real h (run.timeStep), none (0.0);
    const bool everyStep = run.books == Books::everyStep;
    const int passes = run.passes, steps = run.steps;
    law.resume (state);
    Motion motion (body, run.timeStep);
    Real stored (0.0);
    if constexpr (withLedger)
        if (everyStep)
            stored = motion.account (Real (0.5) * (state.bristleCoordinate * state.bristleCoordinate)).stored;

    for (int n = 0; n < steps; ++n)
    {
        const auto hand = bow.step (n);
        HandAccount<Real> ofHand { none, none };
        const auto free = motion.free (hand.change, ofHand);
        const Real normalForce = surface.pressed (hand.normalForce);

        const bool booked = withLedger && ! everyStep && n > 0;
        motion.begin (booked);
        const ContactStep<Real> step =
            law.solve (state, motion.port (hand.velocity, free), normalForce, h, passes, motion.meanwhile());
        surface.rub (step.relativeVelocity, normalForce);
        Real odd, even;
        motion.finish ({ step.force }, odd, even);

        const auto offset = static_cast<std::ptrdiff_t> (n) * rows.stride;
        Real own (0.0);
        if (surface.isRough())
        {
            own = surface.radiated (step.force, hand.normalForce, normalForce);
            odd = odd + own;
        }
        if (motion.withBridge())
            Lanes<Real>::store (own, rows.radiated + offset);
        Lanes<Real>::store (odd, rows.odd + offset);
        Lanes<Real>::store (even, rows.even + offset);
        if constexpr (withLedger)
        {
            const Real work = h * (step.force * hand.velocity) + ofHand.work;
            writeContact (WholeRow { offset }, rows, hand.velocity, normalForce, step.force, step);
            Lanes<Real>::store (work, rows.work + offset);
            Lanes<Real>::store (step.frictionLoss, rows.frictionLoss + offset);
            if constexpr (! Motion::isAhead)
                Lanes<Real>::store (motion.lost(), rows.bodyLoss + offset);
            else if (booked)
                Lanes<Real>::store (motion.lost() + ofHand.lost, rows.bodyLoss + (offset - rows.stride));
            if (! everyStep && n + 1 < steps)
                continue;
            const auto account = motion.account (step.storedEnergy);
            Lanes<Real>::store (account.stored, rows.stored + offset);
            Lanes<Real>::store (account.lost, rows.bodyLoss + offset);
            if (! everyStep)
                continue;
            writeEveryStep (WholeRow { offset }, rows, step, state.mode, account.stored - stored,
                            { work, step.frictionLoss, account.lost });
            stored = account.stored;
        }
    }
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
