// SPDX-License-Identifier: GPL-3.0-or-later
#include "NetworkSystem.h"

#include "../Core/Error.h"

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

/** Laws whose states are stuck and sliding, nothing else. */
bool isPlain (const ContinuousLaw& law)
{
    return law.isBristle() || (! law.ages() && law.automaton().data() == threeStates);
}
} // namespace

NetworkSystem::NetworkSystem (const Motion& m, Events how)
    : HybridSystem (m, how, 2 * m.body.size() + 2 * static_cast<int> (m.network->contacts.size()) + 3), motion (m),
      n (m.body.size()), count (static_cast<int> (m.network->contacts.size()))
{
    if (count > guardCount)
        throw InputError ({ .place = "contacts",
                            .problem = std::to_string (count) + " are too many for the reference",
                            .allowed = "up to " + std::to_string (guardCount) + ", or run.solver = realtime" });
    inverseMass = motion.body.modal() ? Eigen::MatrixXd::Identity (n, n)
                                      : Eigen::MatrixXd (motion.body.mass.llt().solve (Eigen::MatrixXd::Identity (n, n)));
    for (const auto& touch : motion.network->contacts)
    {
        Touch t { touch,
                  ContinuousLaw (touch.along.size() > 0 ? touch.law : LawChoice { "coulomb", touch.law.knobs }),
                  drivesOf (touch.velocity, touch.normalForce, {}),
                  touch.along.size() > 0,
                  false,
                  touch.into.size() > 0,
                  {} };
        t.bristle = t.rubs && t.law.isBristle();
        if (t.rubs && (! isPlain (t.law) || touch.law.id == "thermal"))
            throw InputError ({ .place = "contacts",
                                .problem = "the law " + touch.law.id + " has no reference in a network",
                                .allowed = "run.solver = realtime, or another law" });
        t.alongPerMass = t.rubs ? Eigen::VectorXd (inverseMass * touch.along) : Eigen::VectorXd::Zero (n);
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
    for (std::size_t i = 0; i < tension.share.size(); ++i)
    {
        const double q = y[tension.first + static_cast<int> (i)];
        psi += 0.5 * tension.share[i] * q * q;
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
    if (! t.springs)
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
    for (const auto& tension : motion.network->tensions)
    {
        const double psi = tensionOf (tension, y);
        stored += 0.5 * psi * psi;
        for (std::size_t i = 0; i < tension.share.size(); ++i)
        {
            const int at = tension.first + static_cast<int> (i);
            freeForce[at] -= psi * tension.share[i] * y[at];
        }
    }
    for (std::size_t i = 0; i < pushes.size(); ++i)
    {
        const auto& shape = motion.network->pushes[i].shape;
        const double force = pushes[i].at (time).push;
        freeForce += shape * force;
        drivePower += force * shape.dot (speed);
    }
    for (int i = 0; i < count; ++i)
    {
        auto& t = touches[static_cast<std::size_t> (i)];
        const auto drive = t.drives.at (time);
        t.bow = drive.bow;
        t.bowSlope = t.drives.bowSlope (time);
        t.N = drive.normal;
        findNormal (t, y);
        if (t.springs)
            freeForce += t.touch.into * t.N;
        t.F = t.power = t.rate = 0.0;
        if (! t.rubs)
            continue;
        t.v = t.bow - speedAlong (t, y);
        const double x = y[2 * n + i];
        if (t.bristle && t.state != free && t.N > lightest)
        {
            const auto flow = t.law.bristle (t.N, x, 0.0, t.v);
            t.F = flow.force;
            t.power = flow.power;
            t.rate = flow.elongationRate;
            stored += 0.5 * t.law.stiffness (t.N) * x * x;
        }
        else if (t.state == forward || t.state == backward)
        {
            const double sign = t.state == forward ? 1.0 : -1.0;
            const double v = sign * std::max (sign * t.v, 1e-300);
            const auto flow = t.law.sliding (t.N, 0.0, 0.0, v);
            t.F = flow.force;
            t.power = t.F * t.v;
        }
        freeForce += t.touch.along * t.F;
    }
    holdTogether();
    for (const auto& t : touches)
    {
        stored += t.storedNormal;
        drivePower += t.F * t.bow;
        frictionPower += t.power + t.normalPower;
    }
}

void NetworkSystem::holdTogether()
{
    acceleration.noalias() = inverseMass * freeForce;
    std::vector<int> held;
    for (int i = 0; i < count; ++i)
        if (const auto& t = touches[static_cast<std::size_t> (i)]; t.rubs && ! t.bristle && t.state == stuck)
            held.push_back (i);
    const auto k = static_cast<Eigen::Index> (held.size());
    if (k == 0)
        return;
    Eigen::MatrixXd W (k, k);
    Eigen::VectorXd wanted (k);
    for (Eigen::Index a = 0; a < k; ++a)
    {
        const auto& t = touches[static_cast<std::size_t> (held[static_cast<std::size_t> (a)])];
        wanted[a] = t.bowSlope - t.touch.along.dot (acceleration);
        for (Eigen::Index b = 0; b < k; ++b)
            W (a, b) =
                t.touch.along.dot (touches[static_cast<std::size_t> (held[static_cast<std::size_t> (b)])].alongPerMass);
    }
    const Eigen::VectorXd forces = W.completeOrthogonalDecomposition().solve (wanted);
    for (Eigen::Index a = 0; a < k; ++a)
    {
        auto& t = touches[static_cast<std::size_t> (held[static_cast<std::size_t> (a)])];
        t.F = forces[a];
        acceleration += t.alongPerMass * t.F;
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
    }
    slope[2 * (n + count)] = drivePower;
    slope[2 * (n + count) + 1] = frictionPower;
    slope[2 * (n + count) + 2] = bodyPower;
}

void NetworkSystem::guards (double time, const double* y, double* values)
{
    std::fill (values, values + guardCount, -1.0);
    at (time, y);
    for (int i = 0; i < count; ++i)
    {
        const auto& t = touches[static_cast<std::size_t> (i)];
        if (t.state == free)
            values[i] = t.asked - lightest;
        else if (! t.rubs || t.bristle)
            values[i] = lightest - t.asked;
        else if (t.state == stuck)
            values[i] = std::max (std::abs (t.F) - t.law.muStatic() * t.N, lightest - t.asked);
        else
            values[i] = std::max ((t.state == forward ? -1.0 : 1.0) * t.v, lightest - t.asked);
    }
}

double NetworkSystem::floor (int guard) const
{
    if (guard >= count)
        return 0.0;
    const auto& t = touches[static_cast<std::size_t> (guard)];
    const double some = 10.0 * tolerance;
    return t.state == forward || t.state == backward ? some * peakSpeed : some * peakForce;
}

void NetworkSystem::moveTo (int contact, int state, double time, const double* y)
{
    auto& t = touches[static_cast<std::size_t> (contact)];
    if (t.state == state)
        return;
    const double place = t.rubs ? t.touch.along.dot (Coordinates (y, n)) : 0.0;
    record.events.push_back ({ time, t.state, state, place, t.rubs ? speedAlong (t, y) : 0.0, contact });
    t.state = state;
}

bool NetworkSystem::consistent (const std::vector<int>& choosers) const
{
    for (const int i : choosers)
    {
        const auto& t = touches[static_cast<std::size_t> (i)];
        const double limit = t.law.muStatic() * t.N, away = t.bowSlope - t.touch.along.dot (acceleration);
        if (t.state == stuck ? std::abs (t.F) > limit * (1.0 + 1e-9)
                             : (t.state == forward ? away : -away) < -1e-12 * (std::abs (away) + acceleration.norm()))
            return false;
    }
    return true;
}

void NetworkSystem::chooseTogether (double time, const double* y, int leaver)
{
    std::vector<int> choosers, before;
    for (int i = 0; i < count; ++i)
    {
        const auto& t = touches[static_cast<std::size_t> (i)];
        if (t.rubs && ! t.bristle && t.state != free &&
            (t.state == stuck || i == leaver || std::abs (t.v) <= 10.0 * tolerance * peakSpeed))
            choosers.push_back (i);
    }
    for (const auto& t : touches)
        before.push_back (t.state);
    int combinations = 1;
    for (std::size_t i = 0; i < choosers.size(); ++i)
        combinations *= 3;
    const auto set = [&] (int combination)
    {
        int moving = 0;
        for (const int i : choosers)
        {
            touches[static_cast<std::size_t> (i)].state = combination % 3;
            moving += combination % 3 != stuck ? 1 : 0;
            combination /= 3;
        }
        return moving;
    };
    int found = -1;
    for (int moving = 0; found < 0 && moving <= static_cast<int> (choosers.size()); ++moving)
        for (int combination = 0; found < 0 && combination < combinations; ++combination)
        {
            if (set (combination) != moving ||
                (leaver >= 0 && touches[static_cast<std::size_t> (leaver)].state == stuck))
                continue;
            at (time, y);
            if (consistent (choosers))
                found = combination;
        }
    std::vector<int> chosen;
    if (found >= 0)
        set (found);
    else if (leaver >= 0) // none by rounding: the leaver goes where it is pulled
        touches[static_cast<std::size_t> (leaver)].state =
            touches[static_cast<std::size_t> (leaver)].F > 0.0 ? forward : backward;
    for (const auto& t : touches)
        chosen.push_back (t.state);
    for (int i = 0; i < count; ++i)
        touches[static_cast<std::size_t> (i)].state = before[static_cast<std::size_t> (i)];
    for (int i = 0; i < count; ++i)
        moveTo (i, chosen[static_cast<std::size_t> (i)], time, y);
    at (time, y);
}

void NetworkSystem::cross (int guard, double time, double* y)
{
    at (time, y);
    auto& t = touches[static_cast<std::size_t> (guard)];
    int leaver = -1;
    if (t.state == free)
    {
        const double sign = t.v > 0.0 ? forward : backward;
        const bool rests = t.bristle || ! t.rubs || std::abs (t.v) <= 10.0 * tolerance * peakSpeed;
        moveTo (guard, rests ? stuck : static_cast<int> (sign), time, y);
    }
    else if (t.asked <= lightest)
    {
        moveTo (guard, free, time, y);
        y[2 * n + guard] = 0.0;
    }
    else if (t.state == stuck)
        leaver = guard;
    else
    {
        moveTo (guard, stuck, time, y);
        project (time, y);
    }
    chooseTogether (time, y, leaver);
    disarm (time, y);
}

void NetworkSystem::project (double time, double* y)
{
    std::vector<int> held;
    for (int i = 0; i < count; ++i)
        if (const auto& t = touches[static_cast<std::size_t> (i)]; t.rubs && ! t.bristle && t.state == stuck)
            held.push_back (i);
    const auto k = static_cast<Eigen::Index> (held.size());
    if (k == 0)
        return;
    Eigen::MatrixXd W (k, k);
    Eigen::VectorXd off (k);
    for (Eigen::Index a = 0; a < k; ++a)
    {
        const auto& t = touches[static_cast<std::size_t> (held[static_cast<std::size_t> (a)])];
        off[a] = t.drives.at (time).bow - speedAlong (t, y);
        for (Eigen::Index b = 0; b < k; ++b)
            W (a, b) =
                t.touch.along.dot (touches[static_cast<std::size_t> (held[static_cast<std::size_t> (b)])].alongPerMass);
    }
    const Eigen::VectorXd impulses = W.completeOrthogonalDecomposition().solve (off);
    for (Eigen::Index a = 0; a < k; ++a)
        Eigen::Map<Eigen::VectorXd> (y + n, n) +=
            touches[static_cast<std::size_t> (held[static_cast<std::size_t> (a)])].alongPerMass * impulses[a];
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
        else if (! t.rubs || t.bristle)
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
    double energy = stored;
    for (int i = 2 * (n + count); i < size(); ++i)
        energy = std::max (energy, scales[i]);
    for (int i = 2 * (n + count); i < size(); ++i)
        scales[i] = std::max (scales[i], energy);
    record.peakEnergy = std::max (record.peakEnergy, stored);
    for (const auto& t : touches)
    {
        peakSpeed = std::max ({ peakSpeed, std::abs (t.v), std::abs (t.bow), speed });
        peakForce = std::max ({ peakForce, std::abs (t.F), t.N });
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
        kept.push_back ({ t.F, t.v, t.N, y[2 * n + i], static_cast<double> (t.state),
                         y[2 * n + count + i] });
    }
    const auto& first = touches.front();
    row.bowVelocity = first.bow;
    row.normalForce = first.N;
    row.position = first.rubs ? first.touch.along.dot (Coordinates (y, n)) : 0.0;
    row.velocity = first.rubs ? speedAlong (first, y) : 0.0;
    row.relativeVelocity = first.v;
    row.force = first.F;
    row.elongation = y[2 * n];
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
