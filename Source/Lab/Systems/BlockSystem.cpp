// SPDX-License-Identifier: GPL-3.0-or-later
#include "BlockSystem.h"

#include "../../Core/Error.h"
#include "../../Core/Text/NumberText.h"

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
namespace
{
enum Component {
    place,
    speed,
    impulse, // of the push [N s]
    driven,
    frictionLoss,
    bodyLoss,
    parts
};

constexpr double soonOver = 3e-6; // [s]
constexpr double lowest = 1e-11;  // of the distance between the stops: below it rounding dominates
} // namespace

BlockSystem::BlockSystem (const Motion& m, Events how) : HybridSystem (m, how, parts), motion (m), stops (*m.stops)
{
    const auto& body = motion.body;
    if (body.size() != 1)
        throw InputError ("a block between stops has one coordinate, not " + std::to_string (body.size()));
    if (! (stops.left < stops.right))
        throw InputError ("the left stop must lie to the left of the right one");
    mass = body.modal() ? 1.0 : body.mass (0, 0);
    damping = body.modal() ? 2.0 * body.decay[0] : body.damping (0, 0);
    stiffness = body.modal() ? body.frequency[0] * body.frequency[0] : body.stiffness (0, 0);
    if (! (mass > 0.0))
        throw InputError ("the block's mass is not positive");
    contact = body.contact[0];
    pushed = body.pushed[0];
    staticForce = stops.muStatic * mass * stops.gravity;
    kineticForce = stops.muKinetic * mass * stops.gravity;
}

double BlockSystem::applied (double time, const double* y) const
{
    return pushed * drives.at (time).push - damping * y[speed] - stiffness * (origin + y[place]);
}

void BlockSystem::rate (double time, const double* y, double* slope)
{
    const double f = applied (time, y), u = moves() ? y[speed] : 0.0;
    slope[place] = u;
    slope[speed] = moves() ? (f - direction() * kineticForce) / mass : 0.0;
    slope[impulse] = f;
    slope[driven] = pushed * drives.at (time).push * u;
    slope[frictionLoss] = moves() ? direction() * kineticForce * u : 0.0;
    slope[bodyLoss] = damping * u * u;
}

double BlockSystem::valueOf (BlockGuard guard, double f, const double* y) const
{
    switch (guard)
    {
        case BlockGuard::halts: return -direction() * y[speed];
        case BlockGuard::hits:
            return mode == slidingRight ? (origin - stops.right) + y[place] : (stops.left - origin) - y[place];
        case BlockGuard::pushedRight: return f - staticForce;
        case BlockGuard::pushedLeft: return -f - staticForce;
    }
    return -1.0;
}

bool BlockSystem::holds (BlockWhen condition, double f) const
{
    switch (condition)
    {
        case BlockWhen::pushedBack: return direction() * f < -kineticForce;
        case BlockWhen::sticky: return stops.restitution == 0.0;
        case BlockWhen::always: break;
    }
    return true;
}

void BlockSystem::guards (double time, const double* y, double* values)
{
    std::fill (values, values + usualGuards, -1.0);
    const double f = applied (time, y);
    for (const auto& edge : blockEdges)
        if (static_cast<int> (edge.from) == mode)
            values[slotOf (edge.guard)] = valueOf (edge.guard, f, y);
}

double BlockSystem::floor (int guard) const
{
    const double some = 10.0 * tolerance;
    return guard == 1 ? some * scales[speed] : (guard == 2 ? some * scales[place] : some * peakForce);
}

void BlockSystem::go (Mode to, double time, double* y)
{
    const auto from = mode;
    mode = to;
    project (time, y);
    record.events.push_back ({ time, from, to, contact * (origin + y[place]), contact * y[speed] });
    leavePile (record.piles, from, time);
    if (! moves())
        bounces.clear();
}

/** Puts the block at a stop and makes it the origin: low bounces need all digits. */
void BlockSystem::restAt (Mode stop, double* y)
{
    origin = stop == rightStop ? stops.right : stops.left;
    y[place] = 0.0;
    scales[place] = 1e-18;
}

void BlockSystem::bounce (const BlockEdge& edge, double time, double* y)
{
    const auto stop = mode == slidingRight ? rightStop : leftStop;
    if (events == Events::located)
        restAt (stop, y);
    if (edge.bounces)
    {
        bounces.add (stop, time);
        const double before = y[speed];
        y[speed] = -stops.restitution * before;
        scales[speed] = std::abs (y[speed]);
        y[bodyLoss] += 0.5 * mass * (before * before - y[speed] * y[speed]);
    }
    go (static_cast<Mode> (static_cast<int> (edge.to)), time, y);
}

void BlockSystem::cross (int guard, double time, double* y)
{
    const double f = applied (time, y);
    const auto* const edge = std::find_if (std::begin (blockEdges), std::end (blockEdges),
                                           [&] (const BlockEdge& one) {
                                               return static_cast<int> (one.from) == mode &&
                                                      slotOf (one.guard) == guard && holds (one.when, f);
                                           });
    if (edge == std::end (blockEdges))
        return;
    if (edge->guard == BlockGuard::hits)
        bounce (*edge, time, y);
    else
        go (static_cast<Mode> (static_cast<int> (edge->to)), time, y);
    disarm (time, y);
}

void BlockSystem::project (double, double* y)
{
    if (moves())
        return;
    y[frictionLoss] += 0.5 * mass * y[speed] * y[speed];
    y[speed] = 0.0;
}

std::optional<double> BlockSystem::pileUp (double time, const double* y)
{
    const bool right = bounces.stop() == rightStop;
    if (! bounces.cameAt (time) || mode != (right ? slidingLeft : slidingRight))
        return std::nullopt;
    const double holds = right ? applied (time, y) : -applied (time, y); // into the stop
    if (! (holds > kineticForce))
        return std::nullopt;
    // The block leaves against holds + F_k and returns under holds - F_k: it keeps a fixed fraction of its speed.
    const double away = (holds + kineticForce) / mass, back = (holds - kineticForce) / mass;
    const double fraction = stops.restitution * std::sqrt (back / away);
    if (! (fraction < 1.0))
        return std::nullopt;
    const double first = std::abs (y[speed]) * (1.0 / away + 1.0 / std::sqrt (away * back));
    const double left = first / (1.0 - fraction);
    const bool low = 0.5 * y[speed] * y[speed] / away < lowest * (stops.right - stops.left);
    return low || left < soonOver * std::min (1.0, motion.seconds) ? std::optional (time + left) : std::nullopt;
}

void BlockSystem::rest (double time, double* y)
{
    const auto stop = bounces.stop() == rightStop ? rightStop : leftStop;
    record.piles.push_back (bounces.over (stop, time));
    restAt (stop, y);
    y[bodyLoss] += 0.5 * mass * y[speed] * y[speed];
    y[speed] = 0.0;
    go (stop, time, y);
    disarm (time, y);
}

Eigen::VectorXd BlockSystem::begin()
{
    Eigen::VectorXd y = Eigen::VectorXd::Zero (parts);
    if (motion.start.place.size() == 1)
        y[place] = motion.start.place[0];
    if (motion.start.speed.size() == 1)
        y[speed] = motion.start.speed[0];
    if (y[place] < stops.left || y[place] > stops.right)
        throw InputError ("the block starts at " + shortest (y[place]) + " m, outside its stops");
    if (motion.start.mode.has_value() && (*motion.start.mode < stopped || *motion.start.mode > rightStop))
        throw InputError ("unknown state of the block: " + std::to_string (*motion.start.mode));
    if (y[speed] != 0.0)
        mode = y[speed] > 0.0 ? slidingRight : slidingLeft;
    else if (motion.start.mode.has_value())
        mode = static_cast<Mode> (*motion.start.mode);
    else
        mode = y[place] == stops.left ? leftStop : (y[place] == stops.right ? rightStop : stopped);
    storedAtStart = 0.5 * (mass * y[speed] * y[speed] + stiffness * y[place] * y[place]);
    follow (0.0, y.data());
    disarm (0.0, y.data());
    return y;
}

void BlockSystem::adapt (double time, double* y)
{
    disarm (time, y);
}

void BlockSystem::follow (double time, const double* y)
{
    for (const int part : { place, speed, impulse })
        scales[part] = std::max (scales[part], std::abs (y[part]));
    const double x = origin + y[place], stored = 0.5 * (mass * y[speed] * y[speed] + stiffness * x * x);
    record.peakEnergy = std::max (record.peakEnergy, stored);
    auto energies = scales.segment (driven, 3);
    energies.setConstant (
        std::max ({ energies.maxCoeff(), stored, std::abs (y[driven]), y[frictionLoss], y[bodyLoss] }));
    peakForce = std::max ({ peakForce, staticForce, std::abs (applied (time, y)) });
}

Row BlockSystem::row (double time, const double* y)
{
    const auto drive = drives.at (time);
    const double f = applied (time, y), u = moves() ? y[speed] : 0.0, x = origin + y[place];
    Row r {};
    r.time = time;
    r.normalForce = mass * stops.gravity;
    r.push = drive.push;
    r.position = contact * (events == Events::located ? std::clamp (x, stops.left, stops.right) : x);
    r.velocity = contact * u;
    r.relativeVelocity = -u;
    r.force = moves() ? -direction() * kineticForce : std::clamp (-f, -staticForce, staticForce);
    r.mode = mode;
    r.stored = 0.5 * (mass * u * u + stiffness * x * x);
    r.drivePower = pushed * drive.push * u;
    r.frictionPower = moves() ? kineticForce * std::abs (u) : 0.0;
    r.bodyPower = damping * u * u;
    r.driven = y[driven];
    r.frictionLoss = y[frictionLoss];
    r.bodyLoss = y[bodyLoss];
    r.balance (storedAtStart);
    return r;
}
} // namespace kolophon::lab
