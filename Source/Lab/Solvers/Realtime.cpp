// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Motion/Bounces.h"
#include "../Motion/PushedBlock.h"
#include "../Motion/WithLaw.h"
#include "NetworkRealtime.h"
#include "RealtimeRecorder.h"
#include "SteppedBody.h"

#include "../../Core/Units.h"

#include <cmath>
#include <memory>

namespace kolophon::lab
{
namespace
{
using namespace HWY_NAMESPACE;

/** One of the engine's laws on doubles, with its parameters. */
struct Law
{
    std::shared_ptr<void> parameters;
    ErasedLaw<double> call;
    bool bristle = false;
};

Law lawOf (const LawChoice& choice, double h)
{
    Law law {};
    const auto makeLaw = [&]<class One>()
    {
        const auto parameters = std::make_shared<typename One::Parameters> (parametersOf<One> (choice, h));
        law = { parameters, ErasedLaw<double>::template of<One> (*parameters), ! One::sticksAtEnd };
    };
    if (! withLaw (choice, makeLaw))
        throw InputError ({ "law.id", "\"" + choice.id + "\"", "has no real-time form; use another solver",
                            "the laws of kolophon list laws" });
    return law;
}

constexpr int shownCoordinates = 8;

ContactState<double> contactAtStart (const Motion& motion, const Law& law, double normalForce, double v)
{
    const auto& knobs = motion.law.knobs;
    const double bare = knobs.stiffness + knobs.stiffnessPerForce * normalForce;
    ContactState<double> state {};
    state.bristleCoordinate = std::sqrt (bare / (1.0 + bare * knobs.residualCompliance)) * motion.start.elongation;
    state.lastVelocity = state.endVelocity = v;
    state.memory = motion.start.memory;
    if (law.bristle)
        state.mode = ContactMode::stick;
    else if (motion.start.mode)
        state.mode = *motion.start.mode;
    else
        state.mode = v == 0.0 ? ContactMode::stick : (v > 0.0 ? ContactMode::forward : ContactMode::backward);
    return state;
}

Row rowAtStart (const Motion& motion, const SteppedBody& body, const ContactState<double>& state, double normalForce)
{
    Row row {};
    row.bowVelocity = state.endVelocity + body.velocity();
    row.normalForce = normalForce;
    row.push = asked (motion.push, "push", 0.0);
    row.position = body.position();
    row.velocity = body.velocity();
    row.relativeVelocity = state.endVelocity;
    row.elongation = motion.start.elongation;
    row.memory = state.memory;
    row.mode = state.mode;
    row.stored = body.stored() + 0.5 * state.bristleCoordinate * state.bristleCoordinate;
    return row;
}

Record runFree (const Motion& motion, const Interrupt& interrupt)
{
    const double h = 1.0 / motion.rate;
    auto law = lawOf (motion.law, h);
    const auto body = steppedBody (motion, h);
    const auto steps = std::lround (motion.seconds * motion.rate);

    Record record;
    record.rows.reserve (static_cast<std::size_t> (steps / motion.every) + 1);
    const double N0 = asked (motion.normalForce, "normal_force", 0.0);
    auto state = contactAtStart (motion, law, N0, asked (motion.bowVelocity, "velocity", 0.0) - body->velocity());
    law.call.resume (state);
    const auto keepCoordinates = [&]
    {
        if (motion.body.size() == 0 || motion.body.size() > shownCoordinates)
            return;
        record.place.emplace_back();
        record.speed.emplace_back();
        body->coordinates (record.place.back(), record.speed.back());
    };
    auto row = rowAtStart (motion, *body, state, N0);
    RealtimeRecorder books (motion, record, row);
    keepCoordinates();
    for (long n = 0; n < steps; ++n)
    {
        const double time = static_cast<double> (n) * h, middle = time + 0.5 * h, end = static_cast<double> (n + 1) * h;
        const double bow = asked (motion.bowVelocity, "velocity", middle), push = asked (motion.push, "push", middle);
        const double N = std::max (0.0, asked (motion.normalForce, "normal_force", middle));
        const auto free = body->free (push);
        const double bowAtEnd = asked (motion.bowVelocity, "velocity", end);
        const ContactPort<double> port { bow - free.mean[0], body->mobility.mean, bowAtEnd - free.end[0],
                                         body->mobility.end };
        const auto step = law.call.solve (state, port, N, h, motion.passes);
        const double pushed = body->pushedVelocity (step.force, push);
        const auto moved = body->move (step.force, push);
        if (! std::isfinite (step.force) || ! std::isfinite (moved.stored))
            throw InputError ({ .place = "run", .problem = "at t = " + decimalText (end) + " s the motion diverges" });

        const double sliding = step.relativeVelocity > 0.0 ? ContactMode::forward : ContactMode::backward;
        row.time = end;
        row.bowVelocity = bow;
        row.normalForce = N;
        row.push = push;
        row.position = body->position();
        row.velocity = body->velocity();
        row.relativeVelocity = step.relativeVelocity;
        row.force = step.force;
        row.elongation = step.elongation;
        row.memory = state.memory;
        row.mode = ! law.bristle ? state.mode : (step.regime < 1.5 ? ContactMode::stick : sliding);
        row.stored = moved.stored + step.storedEnergy;
        if (books.step (row, h, h * (step.force * bow + push * pushed), step.frictionLoss, moved.lost))
            keepCoordinates();
        if (books.stops (interrupt))
            break;
    }
    books.close();
    return record;
}

/** A step of the block, as far as bounces and piles go. */
void notePiles (Bounces& bounces, std::vector<Pile>& piles, int was, int is, bool hit, double time, double restitution)
{
    if (was != is)
        leavePile (piles, was, time);
    const bool atStop = is == static_cast<int> (BlockMode::leftStop) || is == static_cast<int> (BlockMode::rightStop);
    if (hit && ! atStop)
        bounces.add (static_cast<int> (is == static_cast<int> (BlockMode::slidingLeft) ? BlockMode::rightStop
                                                                                       : BlockMode::leftStop),
                     time);
    else if (hit && restitution > 0.0)
        piles.push_back (bounces.over (is, time));
    if (atStop || is == static_cast<int> (BlockMode::stopped))
        bounces.clear();
}

Record runBlockBetweenStops (const Motion& motion, const Interrupt& interrupt)
{
    const auto& stops = *motion.stops;
    const double h = 1.0 / motion.rate, M = motion.body.mass (0, 0), middleOfStops = 0.5 * (stops.left + stops.right);
    const double heavier = stops.gravity / kolophon::gravity; // the engine's floor knows one gravity
    const BlockParameters<double> block { M, 0.5 * (stops.right - stops.left), stops.restitution,
                                          stops.muStatic * heavier, stops.muKinetic * heavier };
    const double u0 = motion.start.speed.size() > 0 ? motion.start.speed[0] : 0.0;
    const double x0 = motion.start.place.size() > 0 ? motion.start.place[0] : 0.0;
    const double moving = u0 > 0.0 ? BlockMode::slidingRight : (u0 < 0.0 ? BlockMode::slidingLeft : BlockMode::stopped);
    BlockState<double> state { std::sqrt (M) * u0, x0 - middleOfStops,
                               motion.start.mode ? *motion.start.mode : moving };
    ContactState<double> contact {};

    Record record;
    Row row {};
    row.position = x0;
    row.velocity = u0;
    row.push = asked (motion.push, "push", 0.0);
    row.mode = state.mode;
    row.stored = 0.5 * state.momentum * state.momentum;
    RealtimeRecorder books (motion, record, row);
    Bounces bounces;
    const auto steps = std::lround (motion.seconds * motion.rate);
    for (long n = 0; n < steps; ++n)
    {
        const double end = static_cast<double> (n + 1) * h, push = asked (motion.push, "push", end - 0.5 * h);
        const PushedBy::Parameters hand { push };
        const double was = state.mode;
        const auto step = stepBlock (block, state, ErasedLaw<double>::of<PushedBy> (hand), contact, 0.0, 1.0, h, 1);
        row.time = end;
        row.push = push;
        row.position = middleOfStops + state.position;
        row.velocity = state.momentum / std::sqrt (M);
        row.relativeVelocity = -row.velocity;
        row.force = -step.floorForce;
        row.mode = state.mode;
        row.stored = 0.5 * state.momentum * state.momentum;
        // Loss of a hit, from the stop's impulse, which gives the speed. The rest was lost in the floor.
        const bool slid = was == BlockMode::slidingRight || was == BlockMode::slidingLeft;
        const double hitAt = row.velocity + step.stopForce * h / M;
        const double hit = slid ? 0.5 * M * (hitAt * hitAt - row.velocity * row.velocity) : 0.0;
        notePiles (bounces, record.piles, static_cast<int> (was), static_cast<int> (state.mode),
                   slid && step.stopForce != 0.0, end, stops.restitution);
        // Seen from the block: the hand's force does work at the block's mean velocity, which is -v here.
        books.step (row, h, -step.contact.frictionLoss, step.lost - hit, hit);
        if (books.stops (interrupt))
            break;
    }
    books.close();
    return record;
}
} // namespace

Record runRealtime (const Motion& motion, const Interrupt& interrupt)
{
    if (motion.network)
        return runNetwork (motion, interrupt);
    return motion.stops ? runBlockBetweenStops (motion, interrupt) : runFree (motion, interrupt);
}
} // namespace kolophon::lab
