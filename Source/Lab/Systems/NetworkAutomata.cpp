// SPDX-License-Identifier: GPL-3.0-or-later
#include "NetworkSystem.h"

#include <algorithm>
#include <cmath>

/** Discrete states of a network's contacts: guards, and the choice that contacts without relative speed make together.
    */
namespace kolophon::lab
{
namespace
{
using NetworkCoordinates = Eigen::Map<const Eigen::VectorXd>;
/** Most contacts among which all combinations are tried. */
constexpr std::size_t maxCandidates = 7;
constexpr double leastForce = HWY_NAMESPACE::lightestTouch; // [N]
} // namespace

void NetworkSystem::guards (double time, const double* y, double* values)
{
    std::fill (values, values + guardCount(), -1.0);
    at (time, y);
    for (int i = 0; i < count; ++i)
    {
        const auto& t = touches[static_cast<std::size_t> (i)];
        if (t.state == free)
            values[i] = t.asked - leastForce;
        else if (! t.hasLaw || t.bristle)
            values[i] = leastForce - t.asked;
        else if (t.state == stuck)
            values[i] = std::max (std::abs (t.F) - t.limit, leastForce - t.asked);
        else
            values[i] = std::max ((t.state == forward ? -1.0 : 1.0) * t.v, leastForce - t.asked);
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
    const double place = t.hasLaw ? t.touch.along.dot (NetworkCoordinates (y, n)) : 0.0;
    record.events.push_back ({ time, t.state, state, place, t.hasLaw ? speedAlong (t, y) : 0.0, contact });
    t.state = state;
}

bool NetworkSystem::overloads (int contact) const
{
    const auto& t = touches[static_cast<std::size_t> (contact)];
    return t.state == stuck && std::abs (t.F) > t.limit * (1.0 + 1e-9);
}

bool NetworkSystem::tryMoving (const std::vector<int>& candidates, std::size_t from, std::size_t moving,
                               const std::function<bool()>& accepts)
{
    if (moving == 0)
        return accepts();
    for (auto i = from; i + moving <= candidates.size(); ++i)
    {
        auto& state = touches[static_cast<std::size_t> (candidates[i])].state;
        for (const int side : { forward, backward })
        {
            state = side;
            if (tryMoving (candidates, i + 1, moving - 1, accepts))
                return true;
        }
        state = stuck;
    }
    return false;
}

bool NetworkSystem::letGoOneByOne (const std::vector<int>& choosers, double time, const double* y)
{
    for (const int i : choosers)
        touches[static_cast<std::size_t> (i)].state = stuck;
    for (std::size_t round = 0; round <= choosers.size(); ++round)
    {
        at (time, y);
        if (consistent (choosers))
            return true;
        for (const int i : choosers)
            if (overloads (i))
            {
                auto& t = touches[static_cast<std::size_t> (i)];
                t.state = t.F > 0.0 ? forward : backward;
                break;
            }
    }
    return false;
}

bool NetworkSystem::consistent (const std::vector<int>& choosers) const
{
    for (const int i : choosers)
    {
        const auto& t = touches[static_cast<std::size_t> (i)];
        const double away = t.bowSlope - t.touch.along.dot (acceleration);
        if (t.state == stuck ? overloads (i)
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
        if (t.hasLaw && ! t.bristle && t.state != free &&
            (t.state == stuck || i == leaver || std::abs (t.v) <= 10.0 * tolerance * peakSpeed))
            choosers.push_back (i);
    }
    for (const auto& t : touches)
        before.push_back (t.state);
    for (const int i : choosers)
        touches[static_cast<std::size_t> (i)].state = stuck;
    std::vector<int> candidates, overloaded;
    if (leaver >= 0)
        candidates.push_back (leaver);
    const auto accepts = [&]
    {
        if (leaver >= 0 && touches[static_cast<std::size_t> (leaver)].state == stuck)
            return false;
        at (time, y);
        if (consistent (choosers))
            return true;
        for (const int i : choosers)
            if (overloads (i) && std::find (candidates.begin(), candidates.end(), i) == candidates.end() &&
                std::find (overloaded.begin(), overloaded.end(), i) == overloaded.end())
                overloaded.push_back (i);
        return false;
    };
    bool found = false;
    while (! found)
    {
        overloaded.clear();
        for (std::size_t moving = 0; ! found && moving <= candidates.size(); ++moving)
            found = tryMoving (candidates, 0, moving, accepts);
        if (found || overloaded.empty())
            break;
        candidates.insert (candidates.end(), overloaded.begin(), overloaded.end());
        if (candidates.size() > maxCandidates)
        {
            found = letGoOneByOne (choosers, time, y);
            break;
        }
    }
    std::vector<int> chosen;
    if (! found && leaver >= 0) // none by rounding: the leaver goes where it is pulled
        touches[static_cast<std::size_t> (leaver)].state =
            touches[static_cast<std::size_t> (leaver)].F > 0.0 ? forward : backward;
    for (const auto& t : touches)
        chosen.push_back (t.state);
    for (int i = 0; i < count; ++i)
        touches[static_cast<std::size_t> (i)].state = before[static_cast<std::size_t> (i)];
    for (int i = 0; i < count; ++i)
        moveTo (i, chosen[static_cast<std::size_t> (i)], time, y);
    age (time, y);
    at (time, y);
}

void NetworkSystem::age (double time, const double* y)
{
    for (auto& t : touches)
        if (t.hasLaw && t.law->ages() && (t.state == stuck) != (t.since >= 0.0))
        {
            t.strength =
                t.since < 0.0 ? t.law->captured (t.strength, y[t.memory]) : t.law->aged (t.strength, time - t.since);
            t.since = t.state == stuck ? time : -1.0;
        }
}

void NetworkSystem::cross (int guard, double time, double* y)
{
    at (time, y);
    auto& t = touches[static_cast<std::size_t> (guard)];
    int leaver = -1;
    if (t.state == free)
    {
        const double sign = t.v > 0.0 ? forward : backward;
        const bool rests = t.bristle || ! t.hasLaw || std::abs (t.v) <= 10.0 * tolerance * peakSpeed;
        moveTo (guard, rests ? stuck : static_cast<int> (sign), time, y);
    }
    else if (t.asked <= leastForce)
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
    const auto held = stuckTouches();
    Eigen::VectorXd off (static_cast<Eigen::Index> (held.size()));
    for (std::size_t a = 0; a < held.size(); ++a)
        off[static_cast<Eigen::Index> (a)] = held[a]->drives.at (time).bow - speedAlong (*held[a], y);
    const auto impulses = pushesFor (held, off);
    for (std::size_t a = 0; a < held.size(); ++a)
        Eigen::Map<Eigen::VectorXd> (y + n, n) += held[a]->alongPerMass * impulses[static_cast<Eigen::Index> (a)];
}
} // namespace kolophon::lab
