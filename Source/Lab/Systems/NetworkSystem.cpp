// SPDX-License-Identifier: GPL-3.0-or-later
#include "NetworkSystem.h"

#include "../../Core/Error.h"

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
namespace
{
using Coordinates = Eigen::Map<const Eigen::VectorXd>;
constexpr double lightest = HWY_NAMESPACE::lightestTouch;

Drives drivesOf (const Signal& velocity, const Signal& normalForce, const Signal& push)
{
    Motion motion;
    motion.bowVelocity = velocity;
    motion.normalForce = normalForce;
    motion.push = push;
    return Drives (motion);
}

/** True for laws whose states are stuck and sliding, and for bristle laws. */
bool isPlain (const ContinuousLaw& law)
{
    return law.isBristle() || law.automaton().data() == threeStates;
}

/** True for laws with a flash temperature or a lagged speed. */
bool remembers (const ContinuousLaw& law)
{
    return law.ages() || (law.isBristle() &&
                          law.bristle (1.0, 0.0, 0.0, 1.0).memoryRate != law.bristle (1.0, 0.0, 1.0, 1.0).memoryRate);
}
} // namespace

NetworkSystem::NetworkSystem (const Motion& m, Events how)
    : HybridSystem (m, how, 2 * m.body.size() + 2 * static_cast<int> (m.network->contacts.size()) + 3), motion (m),
      n (m.body.size()), count (static_cast<int> (m.network->contacts.size()))
{
    if (count > maxGuards)
        throw InputError ({ .place = "contacts",
                            .problem = std::to_string (count) + " are too many for the reference",
                            .allowed = "up to " + std::to_string (maxGuards) + ", or run.solver = realtime" });
    inverseMass = motion.body.modal()
                      ? Eigen::MatrixXd::Identity (n, n)
                      : Eigen::MatrixXd (motion.body.mass.llt().solve (Eigen::MatrixXd::Identity (n, n)));
    for (const auto& touch : motion.network->contacts)
    {
        Touch t { touch,
                  touch.along.size() > 0 ? std::optional<ContinuousLaw> (touch.law) : std::nullopt,
                  drivesOf (touch.velocity, touch.normalForce, {}),
                  touch.along.size() > 0,
                  false,
                  touch.into.size() > 0,
                  {} };
        t.bristle = t.hasLaw && t.law->isBristle();
        if (t.hasLaw && ! isPlain (*t.law))
            throw InputError ({ .place = "contacts",
                                .problem = "the law " + touch.law.id + " has no reference in a network",
                                .allowed = "run.solver = realtime, or another law" });
        t.alongPerMass = t.hasLaw ? Eigen::VectorXd (inverseMass * touch.along) : Eigen::VectorXd::Zero (n);
        if (t.hasLaw && remembers (*t.law))
        {
            t.memory = size();
            scales.conservativeResizeLike (Eigen::VectorXd::Constant (size() + 1, scales[0]));
        }
        touches.push_back (std::move (t));
        record.contacts.push_back (touch.name);
    }
    for (const auto& push : motion.network->pushes)
        pushes.push_back (drivesOf ({}, {}, push.force));
}

void NetworkSystem::setSegment (double from, double to)
{
    for (auto& t : touches)
        t.drives.setSegment (from, to);
    for (auto& push : pushes)
        push.setSegment (from, to);
    HybridSystem::setSegment (from, to);
}

bool NetworkSystem::stiff() const noexcept
{
    return std::any_of (touches.begin(), touches.end(), [] (const Touch& t) { return t.bristle; });
}

double NetworkSystem::tensionOf (const NetworkTension& tension, const double* y) const
{
    double psi = 0.0;
    for (std::size_t i = 0; i < tension.coefficients.size(); ++i)
    {
        const double q = y[tension.first + static_cast<int> (i)];
        psi += 0.5 * tension.coefficients[i] * q * q;
    }
    return psi;
}

double NetworkSystem::speedAlong (const Touch& t, const double* y) const
{
    return t.touch.along.dot (Coordinates (y + n, n));
}

void NetworkSystem::findNormal (Touch& t, const double* y)
{
    t.storedNormal = t.normalPower = 0.0;
    if (! t.hasSpring)
    {
        t.asked = t.N;
        t.N = std::max (0.0, t.N);
        return;
    }
    const double d = -t.touch.gap - t.touch.into.dot (Coordinates (y, n));
    const double w = -t.touch.into.dot (Coordinates (y + n, n));
    const double in = std::abs (d), k = t.touch.stiffness;
    const double spring = std::copysign (t.touch.hertz ? k * in * std::sqrt (in) : k * in, d);
    t.asked = d > 0.0 ? spring * (1.0 + t.touch.damping * w) : spring; // not clipped: the guard's value
    t.N = std::max (0.0, t.asked);
    if (d > 0.0)
    {
        t.storedNormal = t.touch.hertz ? 0.4 * k * in * in * std::sqrt (in) : 0.5 * k * in * in;
        t.normalPower = (t.N - spring) * w;
    }
}

void NetworkSystem::pushFromOutside (double time, const double* y)
{
    const Coordinates speed (y + n, n);
    for (const auto& tension : motion.network->tensions)
    {
        const double psi = tensionOf (tension, y);
        stored += 0.5 * psi * psi;
        for (std::size_t i = 0; i < tension.coefficients.size(); ++i)
        {
            const int at = tension.first + static_cast<int> (i);
            freeForce[at] -= psi * tension.coefficients[i] * y[at];
        }
    }
    for (std::size_t i = 0; i < pushes.size(); ++i)
    {
        const auto& shape = motion.network->pushes[i].shape;
        const double force = pushes[i].at (time).push;
        freeForce += shape * force;
        drivePower += force * shape.dot (speed);
    }
}

void NetworkSystem::rub (int i, double time, const double* y)
{
    auto& t = touches[static_cast<std::size_t> (i)];
    const auto drive = t.drives.at (time);
    t.bow = drive.bow;
    t.bowSlope = t.drives.bowSlope (time);
    t.N = drive.normal;
    findNormal (t, y);
    if (t.hasSpring)
        freeForce += t.touch.into * t.N;
    t.F = t.power = t.rate = t.memoryRate = 0.0;
    if (! t.hasLaw)
        return;
    t.v = t.bow - speedAlong (t, y);
    const double x = y[2 * n + i], w = t.memory < 0 ? 0.0 : y[t.memory];
    t.limit = t.N * t.law->muStatic();
    if (t.law->ages())
    {
        t.limit = t.N * (t.law->muKinetic() + t.law->aged (t.strength, t.since < 0.0 ? 0.0 : time - t.since));
        t.memoryRate = t.law->laggedRate (w, t.state == stuck ? 0.0 : t.v);
    }
    if (t.bristle && t.state != free && t.N > lightest)
    {
        const auto flow = t.law->bristle (t.N, x, w, t.v);
        t.F = flow.force;
        t.power = flow.power;
        t.rate = flow.elongationRate;
        t.memoryRate = flow.memoryRate;
        stored += 0.5 * t.law->stiffness (t.N) * x * x;
    }
    else if (t.bristle) // without contact it only cools
        t.memoryRate = t.law->bristle (1.0, 0.0, w, 0.0).memoryRate;
    else if (t.state == forward || t.state == backward)
    {
        const double sign = t.state == forward ? 1.0 : -1.0;
        const double v = sign * std::max (sign * t.v, 1e-300);
        const auto flow = t.law->sliding (t.N, w, t.strength, v);
        t.F = flow.force;
        t.power = t.F * t.v;
    }
    freeForce += t.touch.along * t.F;
}

void NetworkSystem::at (double time, const double* y)
{
    const auto& body = motion.body;
    const Coordinates place (y, n), speed (y + n, n);
    if (body.modal())
        freeForce = -(2.0 * body.decay.array() * speed.array() + body.frequency.array().square() * place.array());
    else
        freeForce = -(body.damping * speed + body.stiffness * place);
    drivePower = frictionPower = 0.0;
    bodyPower = body.lost (speed);
    stored = body.stored (place, speed);
    pushFromOutside (time, y);
    for (int i = 0; i < count; ++i)
        rub (i, time, y);
    holdTogether();
    for (const auto& t : touches)
    {
        stored += t.storedNormal;
        drivePower += t.F * t.bow;
        frictionPower += t.power + t.normalPower;
    }
}

std::vector<NetworkSystem::Touch*> NetworkSystem::stuckTouches()
{
    std::vector<Touch*> held;
    for (auto& t : touches)
        if (t.hasLaw && ! t.bristle && t.state == stuck)
            held.push_back (&t);
    return held;
}

Eigen::VectorXd NetworkSystem::pushesFor (const std::vector<Touch*>& held, const Eigen::VectorXd& wanted)
{
    if (held.empty())
        return wanted;
    if (held == factored)
        return factors.solve (wanted);
    const auto k = wanted.size();
    Eigen::MatrixXd W (k, k);
    for (Eigen::Index a = 0; a < k; ++a)
        for (Eigen::Index b = 0; b < k; ++b)
            W (a, b) =
                held[static_cast<std::size_t> (a)]->touch.along.dot (held[static_cast<std::size_t> (b)]->alongPerMass);
    factors.compute (W);
    factored = held;
    return factors.solve (wanted);
}

void NetworkSystem::holdTogether()
{
    acceleration.noalias() = inverseMass * freeForce;
    const auto held = stuckTouches();
    Eigen::VectorXd wanted (static_cast<Eigen::Index> (held.size()));
    for (std::size_t a = 0; a < held.size(); ++a)
        wanted[static_cast<Eigen::Index> (a)] = held[a]->bowSlope - held[a]->touch.along.dot (acceleration);
    const auto forces = pushesFor (held, wanted);
    for (std::size_t a = 0; a < held.size(); ++a)
    {
        held[a]->F = forces[static_cast<Eigen::Index> (a)];
        acceleration += held[a]->alongPerMass * held[a]->F;
    }
}

void NetworkSystem::rate (double time, const double* y, double* slope)
{
    at (time, y);
    Eigen::Map<Eigen::VectorXd> (slope, n) = Coordinates (y + n, n);
    Eigen::Map<Eigen::VectorXd> (slope + n, n) = acceleration;
    for (int i = 0; i < count; ++i)
    {
        const auto& t = touches[static_cast<std::size_t> (i)];
        slope[2 * n + i] = t.rate;
        slope[2 * n + count + i] = t.power + t.normalPower;
        if (t.memory >= 0)
            slope[t.memory] = t.memoryRate;
    }
    slope[2 * (n + count)] = drivePower;
    slope[2 * (n + count) + 1] = frictionPower;
    slope[2 * (n + count) + 2] = bodyPower;
}

Eigen::VectorXd NetworkSystem::begin()
{
    Eigen::VectorXd y = Eigen::VectorXd::Zero (size());
    if (motion.start.place.size() > 0)
        y.head (n) = motion.start.place;
    if (motion.start.speed.size() > 0)
        y.segment (n, n) = motion.start.speed;
    for (int i = 0; i < count; ++i)
        y[2 * n + i] = touches[static_cast<std::size_t> (i)].touch.elongation;
    adapt (0.0, y.data());
    record.events.clear();
    return y;
}

void NetworkSystem::adapt (double time, double* y)
{
    at (time, y);
    follow (time, y);
    const double slow = 10.0 * tolerance * peakSpeed;
    for (int i = 0; i < count; ++i)
    {
        const auto& t = touches[static_cast<std::size_t> (i)];
        if (t.asked <= lightest)
            moveTo (i, free, time, y);
        else if (! t.hasLaw || t.bristle)
            moveTo (i, stuck, time, y);
        else if (std::abs (t.v) > slow)
            moveTo (i, t.v > 0.0 ? forward : backward, time, y);
        else
            moveTo (i, stuck, time, y);
    }
    chooseTogether (time, y, -1);
    disarm (time, y);
}

void NetworkSystem::follow (double time, const double* y)
{
    double place = 0.0, speed = 0.0;
    for (int i = 0; i < n; ++i)
    {
        place = std::max (place, std::abs (y[i]));
        speed = std::max (speed, std::abs (y[n + i]));
    }
    for (int i = 0; i < n; ++i)
    {
        scales[i] = std::max (scales[i], place);
        scales[n + i] = std::max (scales[n + i], speed);
    }
    for (int i = 2 * n; i < size(); ++i)
        scales[i] = std::max (scales[i], std::abs (y[i]));
    at (time, y);
    auto energies = scales.segment (2 * (n + count), 3);
    energies.setConstant (std::max (energies.maxCoeff(), stored));
    record.peakEnergy = std::max (record.peakEnergy, stored);
    for (const auto& t : touches)
    {
        peakSpeed = std::max ({ peakSpeed, std::abs (t.v), std::abs (t.bow), speed });
        peakForce = std::max ({ peakForce, std::abs (t.F), t.N });
        if (t.memory >= 0) // the rounding of large speeds is in a memory that follows their difference
            scales[t.memory] = std::max (scales[t.memory], t.bristle ? 1e-6 : 1e-3 * peakSpeed);
    }
}

Row NetworkSystem::row (double time, const double* y)
{
    at (time, y);
    Row row {};
    row.time = time;
    auto& kept = record.touches.emplace_back();
    for (int i = 0; i < count; ++i)
    {
        const auto& t = touches[static_cast<std::size_t> (i)];
        kept.push_back ({ t.F, t.v, t.N, y[2 * n + i], static_cast<double> (t.state), y[2 * n + count + i] });
    }
    const auto& first = touches.front();
    row.bowVelocity = first.bow;
    row.normalForce = first.N;
    row.position = first.hasLaw ? first.touch.along.dot (Coordinates (y, n)) : 0.0;
    row.velocity = first.hasLaw ? speedAlong (first, y) : 0.0;
    row.relativeVelocity = first.v;
    row.force = first.F;
    row.elongation = y[2 * n];
    row.memory = first.memory < 0 ? 0.0 : y[first.memory];
    row.mode = first.state;
    row.stored = stored;
    row.drivePower = drivePower;
    row.frictionPower = frictionPower;
    row.bodyPower = bodyPower;
    row.driven = y[2 * (n + count)];
    row.frictionLoss = y[2 * (n + count) + 1];
    row.bodyLoss = y[2 * (n + count) + 2];
    row.balance (record.rows.empty() ? stored : record.rows.front().stored);
    return row;
}
} // namespace kolophon::lab
