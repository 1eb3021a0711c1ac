// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_BLOCK_BETWEEN_STOPS_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_BLOCK_BETWEEN_STOPS_INL_H
  #undef KOLOPHON_PHYSICS_BLOCK_BETWEEN_STOPS_INL_H
 #else
  #define KOLOPHON_PHYSICS_BLOCK_BETWEEN_STOPS_INL_H
 #endif

 #include "../Core/Units.h"
 #include "BlockAutomaton.h"
 #include "BodyFields.h"
 #include "ContactLoop-inl.h"
 #include "Fields-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
// For qualified access in this namespace.
using kolophon::BlockParameters;
using kolophon::BlockState;

/** Results of a step of the block. */
template <class Real>
struct BlockStep
{
    ContactStep<Real> contact;
    Real lost;       // [J] lost on the floor and at the stops
    Real stopForce;  // [N] of the block on the stops, mean over the step: the audible force
    Real floorForce; // [N] of the block on the floor
};

/** One step of the block under a hand that rubs it through a friction law: the twelve edges of BlockAutomaton.h, with f
    = F the force of the hand on the block, F_s = mu_s M g, F_k = mu_k M g. Within a step the block responds to the hand
    by one of a few linear ports, and the law is solved for each:

        slide    floor force s F_k, s the direction      u = u0 + (h/2M) (F - s F_k)
        rest     it comes to rest inside the step        u = u0 t/(2 h), unyielding; t = M |u0|/(F_k - s F) <= h
        reverse  F < -s F_k: at rest after t, it goes    u = (u0 t + u1 (h - t))/(2 h), unyielding;
                 back under F_k at once                  u1 = (F + s F_k) (h - t)/M
        turn     as slide, with the floor the other way

    rest and reverse take F from the law's solution for a block at rest. The first consistent one is used: slide; else
    reverse or rest, provided that the floor dissipates energy; else turn; else the mean velocity is zero. In each case
    the floor dissipates energy and the books close. Bounces that accumulate at a stop (Zeno) end when the rebound would
    return within the step: the block then rests at the stop. */
// Long: the trials, their order and the stops share a dozen numbers and masks of the one step.
template <class Real>
HWY_NOINLINE BlockStep<Real> stepBlock (const BlockParameters<Real>& block, BlockState<Real>& state,
                                        const ErasedLaw<Real>& law, ContactState<Real>& contact, Real handVelocity,
                                        Real normalForce, Real h, int passes)
{
    const Real zero (0.0), one (1.0), half (0.5);
    const Real rootMass = squareRoot (block.mass), M = block.mass;
    const Real u0 = state.momentum / rootMass;
    const Real Fs = block.muStatic * M * Real (gravity), Fk = block.muKinetic * M * Real (gravity);
    const auto is = [mode = state.mode] (double which) HWY_ATTR { return absolute (mode - Real (which)) < Real (0.5); };
    const auto right = is (BlockMode::slidingRight);
    const auto moving = right | is (BlockMode::slidingLeft);
    const auto atLeft = is (BlockMode::leftStop), atRight = is (BlockMode::rightStop);

    struct Trial
    {
        ContactState<Real> state;
        ContactStep<Real> step;
        Real mean, end, floor; // the block's velocity over and after the step [m/s], floor force [N]
        Real loss;             // [J] on the floor
    };
    const auto rest = [&] (Real mean, Real end) HWY_ATTR
    {
        Trial t;
        t.state = contact;
        const ContactPort<Real> port { handVelocity - mean, zero, handVelocity, zero };
        t.step = law.solve (t.state, port, normalForce, h, passes);
        t.mean = mean;
        t.end = end;
        t.floor = t.step.force - (t.end - u0) * M / h;
        t.loss = h * (t.step.force * mean) + half * M * (u0 * u0 - end * end); // kinetic energy before, plus work
        return t;
    };
    const auto slide = [&] (Real direction) HWY_ATTR
    {
        Trial t;
        t.state = contact;
        t.floor = direction * Fk;
        const Real perForce = h / M, drift = u0 - perForce * t.floor;
        const ContactPort<Real> port { handVelocity - half * (u0 + drift), half * perForce, handVelocity - drift,
                                       perForce };
        t.step = law.solve (t.state, port, normalForce, h, passes);
        t.end = drift + perForce * t.step.force;
        t.mean = half * (u0 + t.end);
        t.loss = h * (t.floor * t.mean);
        return t;
    };

    const Trial turning = rest (zero, -u0);
    const Real there = turning.step.force; // of the hand on a block that is at rest or nearly so
    const Real s = select (moving, select (right, one, -one), copySign (one, there));
    const Real braking = Fk - s * there;
    const Real fraction =
        select (braking * h > M * absolute (u0), M * absolute (u0) / larger (braking * h, Real (1e-300)), one);
    const Real back = (one - fraction) * (h / M), returned = back * (there + s * Fk); // u1
    const auto mayReverse = moving & (s * there + Fk < zero) & (fraction < one);
    const Trial resting = rest (half * (u0 * fraction + select (mayReverse, returned * (one - fraction), zero)), zero);
    const Real F = resting.step.force;
    // Same solution of the law, without the rest: the remaining part of the step is the motion backwards.
    const Real reversedEnd = back * (F + s * Fk), reversedLoss = resting.loss - half * M * (reversedEnd * reversedEnd);
    const auto leans = (atRight & (F > zero)) | (atLeft & (F < zero)); // into the stop
    const auto held = (! moving) & ((absolute (F) <= Fs) | leans);
    const Trial onward = slide (s), turned = slide (-s);

    const auto continues = (! held) & (s * onward.end > zero);
    const auto reverses = mayReverse & (! continues) & (s * F + Fk < zero) & (zero <= reversedLoss);
    const auto canRest = zero <= resting.loss;
    const auto rests = held | ((! moving) & (! continues)) | (moving & (! continues) & canRest & (zero <= s * F + Fk));
    const auto turns = (! continues) & (! rests) & (! reverses) & (s * turned.mean <= zero) & (s * turned.end < zero);
    const auto restsAfterAll = (! continues) & (! rests) & (! reverses) & (! turns) & canRest;

    const auto pick = [&] (Real a, Real b, Real c, Real d) HWY_ATTR
    { return select (continues, a, select (rests | reverses | restsAfterAll, b, select (turns, c, d))); };
    const auto pickOf = [&] (auto field) HWY_ATTR
    { return pick (field (onward), field (resting), field (turned), field (turning)); };
    BlockStep<Real> result;
    result.contact = mapFields (pick, onward.step, resting.step, turned.step, turning.step);
    contact = mapFields (pick, onward.state, resting.state, turned.state, turning.state);

    const Real mean = pickOf ([] (const Trial& t) HWY_ATTR { return t.mean; });
    const Real before = select (reverses, reversedEnd, pickOf ([] (const Trial& t) HWY_ATTR { return t.end; }));
    const Real floor =
        select (reverses, F - (reversedEnd - u0) * M / h, pickOf ([] (const Trial& t) HWY_ATTR { return t.floor; }));
    result.floorForce = select (held, result.contact.force, floor);
    const Real floorLoss = select (reverses, reversedLoss, pickOf ([] (const Trial& t) HWY_ATTR { return t.loss; }));

    // The stops.
    const Real reached = state.position + h * mean;
    const auto hitsRight = (reached > block.gap) & (before > zero), hitsLeft = (reached < -block.gap) & (before < zero);
    const auto hits = hitsRight | hitsLeft;
    const Real rebound = block.restitution * absolute (before);
    // Without a force towards the stop a low bounce remains a bounce: the floor stops the block beside the stop.
    const Real into = select (hitsRight, result.contact.force, -result.contact.force);
    const auto stays = hits & ((rebound <= zero) | ((into > Fk) & (rebound <= (into + Fk) * (h / M))));
    const Real after = select (hits, select (stays, zero, copySign (rebound, -before)), before);
    const Real hitLoss = half * M * (before * before - after * after);
    const Real lean = select (held & leans, result.contact.force, zero);
    result.stopForce = select (hits, M * (before - after) / h, lean);
    result.lost = floorLoss + select (hits, hitLoss, zero);

    const Real sliding = select (after > zero, Real (BlockMode::slidingRight), Real (BlockMode::slidingLeft));
    const Real still = select (moving, Real (BlockMode::stopped), state.mode);
    const Real wall = select (hitsRight, Real (BlockMode::rightStop), Real (BlockMode::leftStop));
    state.mode = select (stays, wall, select (rests | restsAfterAll, still, sliding));
    state.momentum = rootMass * after;
    state.position = larger (-block.gap, smaller (block.gap, reached));
    return result;
}

/** The loop of a block: as runContact() in ContactLoop-inl.h, with a nonlinear body. Writes the rows of the lanes in
    `mine` and leaves those of the others, which the strings' loop has written. `softness`: smoothing coefficient of the
    audible force per sample, in each of two stages. */
template <bool withLedger, class Real, class Mask>
HWY_NOINLINE void runBlock (Mask mine, const BlockKnobs<Real>& block, BlockMotion<Real>& state, Real softness,
                            const ErasedLaw<Real>& law, ContactState<Real>& contact, BowLine<Real>& bow,
                            Surface<Real>& surface, double timeStep, int passes, int steps, const ContactRows& rows)
{
    const Real h (timeStep), half (0.5), zero (0.0), one (1.0);
    law.resume (contact);
    Real stored = half * (state.momentum * state.momentum + contact.bristleCoordinate * contact.bristleCoordinate);
    for (int n = 0; n < steps; ++n)
    {
        const auto now = bow.step (n);
        const Real normalForce = surface.pressed (now.normalForce);
        const Real turn = Real (6.28318530717958647692) * (state.phase + half * (block.shakeFrequency * h));
        const Real swing = select (block.shakeFrequency > zero, sineCosine (turn).cosine, one);
        state.phase = state.phase + block.shakeFrequency * h;
        state.phase = state.phase - nearestInteger (state.phase);
        const Real handVelocity = now.velocity * swing;

        const auto step = stepBlock (block, state, law, contact, handVelocity, normalForce, h, passes);
        surface.rub (step.contact.relativeVelocity, normalForce);
        state.smoothed = state.smoothed + softness * (step.stopForce + step.floorForce - state.smoothed);
        state.heard = state.heard + softness * (state.smoothed - state.heard);

        const auto offset = static_cast<std::ptrdiff_t> (n) * rows.stride;
        const auto write = [mine, offset] (Real value, double* row) HWY_ATTR
        { Lanes<Real>::store (select (mine, value, Lanes<Real>::load (row + offset)), row + offset); };
        write (state.heard, rows.odd);
        write (zero, rows.even);
        if constexpr (withLedger)
        {
            const Real after = half * (state.momentum * state.momentum) + step.contact.storedEnergy;
            const Real work = h * (step.contact.force * handVelocity);
            write (after, rows.stored);
            write (work, rows.work);
            write (step.contact.frictionLoss, rows.frictionLoss);
            write (step.lost, rows.bodyLoss);
            writeContact (write, rows, handVelocity, normalForce, step.contact.force, step.contact);
            writeEveryStep (write, rows, step.contact, contact.mode, after - stored,
                            { work, step.contact.frictionLoss, step.lost });
            stored = after;
        }
    }
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
