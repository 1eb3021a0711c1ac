// SPDX-License-Identifier: GPL-3.0-or-later
#include "ContactSystem.h"

#include <algorithm>
#include <cmath>

/** Guards of ContactSystem and their edges: for rigid laws by the law's table, for bristle laws by their corners. */
namespace kolophon::lab
{
namespace
{

/** True for guards that compare forces; all others compare speeds. */
bool comparesForces (Guard guard)
{
    return guard == Guard::breaksAway || guard == Guard::canHold || guard == Guard::canDecay ||
           guard == Guard::cannotDecay;
}

bool bringsToRest (Guard guard)
{
    return guard == Guard::comesToRest || guard == Guard::hasStopped;
}
} // namespace

//======================================================================================================================
// Guards
//======================================================================================================================

/** Lists the guards. Number 0 is touch and lift; from 1 on come those of the phase, each once, in the table's order. */
void ContactSystem::listGuards()
{
    slots.fill (std::nullopt);
    auto next = slots.begin() + 1;
    for (const auto& edge : law.automaton())
        if (edge.from == phase && std::find (slots.begin(), next, edge.guard) == next)
            *next++ = edge.guard;
}

bool ContactSystem::banded() const
{
    const auto edges = law.automaton();
    return std::any_of (edges.begin(), edges.end(),
                        [] (const AutomatonEdge& edge) { return edge.guard == Guard::entersBand; });
}

double ContactSystem::valueOf (Guard guard, double time) const
{
    const double s = sign, v = now.v, maxHold = limit (time, now.drive.normal);
    if (wall && comparesForces (guard)) // no force holds or moves it
        return phase == ContactPhase::rest ? std::abs (v) : -s * v;
    switch (guard)
    {
        case Guard::breaksAway: return std::abs (now.hold) - maxHold;
        case Guard::comesToRest: return -s * v;
        case Guard::entersBand: return law.band() - s * v;
        case Guard::leavesBand: return s * v - law.band();
        case Guard::leavesBackwards: return -s * v - law.band();
        case Guard::leavesAnyway: return std::abs (v) - law.band();
        case Guard::canHold: return maxHold - s * now.hold;
        case Guard::canDecay: return maxHold - s * unlimitedDecay (now);
        case Guard::cannotDecay: return std::abs (unlimitedDecay (now)) * (now.force != 0.0 ? 1.0 : 0.0) - maxHold;
        case Guard::hasStopped:
            return 10.0 * tolerance * peakSpeed - s * v; // alpha may be very fast: within the tolerance counts as rest
        case Guard::setsOut: return s * v;
    }
    return -1.0;
}

void ContactSystem::guards (double time, const double* y, double* values)
{
    std::fill (values, values + usualGuards, -1.0);
    at (time, y);
    const double N = now.drive.normal;
    values[0] = kind == Kind::lifted ? N - lightest : lightest - N;
    if (kind == Kind::bristle)
    {
        values[1] = -sign * now.v;
        values[2] = slides ? 0.5 - now.plasticFraction : now.plasticFraction - 0.5;
        const auto borders = law.borders (std::max (N, lightest), now.elongation, y[2 * n + memory], onItsSide (now.v));
        for (int i = 0; i < law.borderCount(); ++i)
            values[3 + i] = -borderSide[static_cast<std::size_t> (i)] * borders[static_cast<std::size_t> (i)];
        if (law.arrives() || ! motion.normalForce.constant())
            values[5] = clamped != 0.0
                            ? -now.hold
                            : std::abs (now.elastic) - bound() * std::max (N, lightest) / std::sqrt (now.stiffness);
    }
    else if (kind == Kind::rigid)
        for (int slot = 1; slot < usualGuards; ++slot)
            if (const auto guard = slots[static_cast<std::size_t> (slot)])
                values[slot] = valueOf (*guard, time);
    if (motion.normalForce.constant())
        values[0] = -1.0;
}

double ContactSystem::floor (int guard) const
{
    const double some = 10.0 * tolerance, ofSpeed = some * peakSpeed, ofForce = some * peakForce;
    if (guard == 0)
        return 1e-3 * lightest;
    if (kind == Kind::bristle)
    {
        const double ofBound =
            clamped != 0.0 || ! law.arrives()
                ? 0.0
                : 1e-3 * shortOfEnd() * bound() * std::max (now.drive.normal, lightest) / std::sqrt (now.stiffness);
        return guard == 1 ? ofSpeed : (guard == 2 ? 10.0 * some : (guard == 5 ? ofBound : ofForce));
    }
    if (kind != Kind::rigid)
        return 0.0;
    const auto which = slots[static_cast<std::size_t> (guard)];
    return which && comparesForces (*which) && ! wall ? ofForce : ofSpeed;
}

//======================================================================================================================
// Edges
//======================================================================================================================

void ContactSystem::setMode (int newMode, double time, const double* y)
{
    if (newMode == mode)
        return;
    const double place = n > 0 ? motion.body.contact.dot (Eigen::Map<const Eigen::VectorXd> (y, n)) : 0.0;
    const double u = n > 0 ? motion.body.contact.dot (Eigen::Map<const Eigen::VectorXd> (y + n, n)) : 0.0;
    record.events.push_back ({ time, mode, newMode, place, u });
    mode = newMode;
}

void ContactSystem::enter (ContactPhase next, double newSign, double time, double* y)
{
    const bool rested = is (ContactPhase::rest), rests = next == ContactPhase::rest;
    if (law.ages() && rests && ! rested)
        strength = law.captured (strength, y[2 * n + memory]);
    else if (law.ages() && rested && ! rests)
        strength = law.aged (strength, time - restSince);
    if (rests)
        restSince = time;
    kind = Kind::rigid;
    phase = next;
    sign = newSign;
    listGuards();
    if (rests)
        project (time, y);
    setMode (law.modeOf (next, newSign), time, y);
}

/** The first edge with a true condition. Tables end each phase and guard with one that is always true. */
const AutomatonEdge& ContactSystem::choose (ContactPhase from, Guard guard, double maxHold) const
{
    const auto edges = law.automaton();
    const auto fits = [&] (const AutomatonEdge& edge)
    {
        if (edge.from != from || edge.guard != guard)
            return false;
        switch (edge.when)
        {
            case When::holds: return ! wall && std::abs (now.hold) <= maxHold;
            case When::decays: return ! wall && ! (sign * unlimitedDecay (now) > maxHold);
            case When::always: break;
        }
        return true;
    };
    return *std::find_if (edges.begin(), edges.end(), fits);
}

void ContactSystem::transit (const AutomatonEdge& edge, double v, double time, double* y)
{
    if (edge.to == ContactPhase::rest)
        held = edge.jump == Jump::toRest ? 0.0 : v;
    const bool ownWay = edge.towards == Towards::same || (edge.towards == Towards::pull && wall);
    enter (edge.to, ownWay ? sign : signOf (edge.towards == Towards::pull ? now.hold : v), time, y);
}

void ContactSystem::comeToRest (double from, double time, double* y)
{
    if (wall)
    {
        // Only the bow's speed counts: it changes its sign, or it has stopped.
        if (events == Events::located && drives.bowSlope (time) * from < 0.0)
            return chooseByVelocity (-from * 1e-300, time, y);
        held = 0.0;
        return enter (ContactPhase::rest, from, time, y);
    }
    const auto kindBefore = kind;
    const auto phaseBefore = phase;
    const double maxHold = limit (time, drives.at (time).normal);
    kind = Kind::rigid;
    phase = ContactPhase::rest; // to get the holding force
    held = 0.0;
    at (time, y);
    kind = kindBefore;
    phase = phaseBefore;
    sign = from;
    const auto edges = law.automaton();
    const auto here = [this] (const AutomatonEdge& edge) { return edge.from == phase && bringsToRest (edge.guard); };
    const auto anywhere = [] (const AutomatonEdge& edge) { return bringsToRest (edge.guard); };
    auto way = std::find_if (edges.begin(), edges.end(), here);
    if (way == edges.end()) // it begins, or touches down, at rest
        way = std::find_if (edges.begin(), edges.end(), anywhere);
    transit (choose (way->from, way->guard, maxHold), 0.0, time, y);
}

void ContactSystem::chooseByVelocity (double v, double time, double* y)
{
    const double s = signOf (v);
    if (! banded() || std::abs (v) > law.band())
        return enter (ContactPhase::slip, s, time, y);
    kind = Kind::rigid; // v as it is
    phase = ContactPhase::slip;
    sign = s;
    const double maxHold = limit (time, at (time, y).drive.normal);
    transit (choose (ContactPhase::slip, Guard::entersBand, maxHold), v, time, y);
}

void ContactSystem::crossRigid (Guard guard, double time, double* y)
{
    const double v = now.v;
    if (wall && comparesForces (guard))
        return phase == ContactPhase::rest ? chooseByVelocity (v, time, y) : comeToRest (sign, time, y);
    if (guard == Guard::entersBand)
        return chooseByVelocity (signOf (v) * std::min (std::abs (v), law.band()), time, y);
    if (bringsToRest (guard))
        return comeToRest (sign, time, y);
    const double maxHold = limit (time, now.drive.normal);
    transit (choose (phase, guard, maxHold), v, time, y);
    if (events == Events::located && guard == Guard::breaksAway && phase == ContactPhase::waiting)
        transit (choose (phase, Guard::setsOut, maxHold), v, time, y); // v' has its sign: waiting takes no time
}

void ContactSystem::crossBristle (int guard, double time, double* y)
{
    if (guard == 1)
        sign = -sign;
    else if (guard == 2)
        slides = ! slides;
    else if (guard == 5)
    {
        clamped = clamped != 0.0 ? 0.0 : signOf (now.elastic);
        y[2 * n + elastic] = now.elastic;
    }
    else
        borderSide[static_cast<std::size_t> (guard - 3)] *= -1.0;
    readSides (time, y, true);
}

/** Lands the contact at speed v. */
void ContactSystem::land (double v, double time, double* y)
{
    if (law.isBristle())
    {
        kind = Kind::bristle;
        readSides (time, y, true);
    }
    else if (std::abs (v) > floor (1))
        chooseByVelocity (v, time, y);
    else
        comeToRest (signOf (v), time, y);
}

void ContactSystem::lift (double time, double* y)
{
    y[2 * n + frictionLoss] += 0.5 * now.elastic * now.elastic;
    y[2 * n + elastic] = clamped = 0.0;
    if (law.ages() && is (ContactPhase::rest))
        strength = law.aged (strength, time - restSince);
    kind = Kind::lifted;
    setMode (0, time, y);
}

void ContactSystem::cross (int guard, double time, double* y)
{
    project (time, y); // the old state's constraints hold up to here
    const double v = at (time, y).v;
    if (guard == 0)
        kind == Kind::lifted ? land (v, time, y) : lift (time, y);
    else if (kind == Kind::bristle)
        crossBristle (guard, time, y);
    else if (const auto which = slots[static_cast<std::size_t> (guard)]; kind == Kind::rigid && which)
        crossRigid (*which, time, y);
    disarm (time, y);
}
} // namespace kolophon::lab
