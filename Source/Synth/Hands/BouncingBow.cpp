// SPDX-License-Identifier: GPL-3.0-or-later
#include "BouncingBow.h"

#include "../../Core/Units.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double hairTension = 60.0, hairLength = 0.65; // [N], [m]
constexpr double stickInertia = 5.4e-3;                 // [kg m^2] about the frog
constexpr double hairRebound = 0.75;

constexpr double held = 0.05; // part of the force with which the hand holds a bow that touches

constexpr double stickMass = 0.008, stickStiffness = 5e4, stickRebound = 0.6; // [kg], [N/m]
} // namespace

BouncingMass BouncingMass::hairAt (double place) noexcept
{
    const double fromFrog = hairLength * (1.0 - place);
    return { stickInertia / (fromFrog * fromFrog), hairTension / (hairLength * place * (1.0 - place)), false,
             hairRebound };
}

BouncingMass BouncingMass::stick() noexcept
{
    return { stickMass, stickStiffness, false, stickRebound };
}

/** At the deepest point all of m v^2/2 is in the spring: k d^2/2, Hertz (2/5) k d^(5/2). */
double BouncingMass::speedFor (double force) const noexcept
{
    if (! isHertz)
        return force / std::sqrt (stiffness * mass);
    return std::sqrt (0.8 * stiffness / mass * portable::power (force / stiffness, 5.0 / 3.0));
}

double BouncingMass::touchingTime (double speed) const noexcept
{
    if (! isHertz)
        return pi * std::sqrt (mass / stiffness);
    return 2.943275 * portable::power (1.25 * mass / stiffness, 0.4) * portable::power (speed, -0.2);
}

double BouncingBow::dampingOf (double rebound) noexcept
{
    const double e = std::max (rebound, 0.02);
    if (e >= 1.0)
        return 0.0;
    double low = 0.0, high = 1.0 / e;
    for (int pass = 0; pass < 50; ++pass)
    {
        const double x = 0.5 * (low + high);
        (x * (1.0 + e) > portable::log ((1.0 + x) / (1.0 - e * x)) ? low : high) = x;
    }
    return 0.5 * (low + high);
}

void BouncingBow::follow (const Motion& now, const Wish& wish) noexcept
{
    const bool isUp = now.height >= 0.0 && now.speed < 0.0;
    if (phase == Phase::falling && (now.height < 0.0 || isUp))
    {
        phase = Phase::touching;
        if (landings++ == 0)
            landed = aim.speed;
        // Counted from when it was due: a bow that is late comes back sooner.
        const double period = 1.0 / wish.rate;
        sinceLanding = landings > 1 ? std::clamp (sinceLanding - period, -0.25 * period, 0.25 * period) : 0.0;
    }
    if (phase == Phase::touching && isUp)
    {
        phase = theKind == Kind::struck ? Phase::gone : Phase::rising;
        side = theKind == Kind::thrown ? -side : side;
        easing = 0.0;
        aim = wish;
    }
    else if (phase == Phase::rising && (now.speed >= 0.0 || now.height < 0.0))
        phase = Phase::falling;
}

/** The force that takes the bow to its landing at its speed, from where it is. */
double BouncingBow::forceToLand (const BouncingMass& its, const Motion& now) const noexcept
{
    const double most = 2.0 * its.mass * aim.speed / throwTime;
    const double lacks = aim.speed * aim.speed - now.speed * std::abs (now.speed);
    return std::clamp (0.5 * its.mass * lacks / std::max (now.height, 1e-9), 0.0, most);
}

/** The force that lets a bow at the height a, which leaves at the speed u, turn back in time: pressed by another force
    after that it lands at v a time t from now. It rises by m u^2/(2 P) in m u/P, and falls in 2 H/v:

        P = m u (1 + u/v)/(t - 2 a/v)

    At the top that is a quotient of two small numbers: it stays as it was shortly before. */
double BouncingBow::forceToTurn (const BouncingMass& its, const Motion& now) noexcept
{
    const double up = std::clamp (-now.speed, 0.0, aim.speed); // a bow that a body throws faster, the hand lets fly
    const double left = 1.0 / aim.rate - sinceLanding - 2.0 * now.height / aim.speed;
    if (left > shortestFlight || easing == 0.0)
        easing = its.mass * up * (1.0 + up / aim.speed) / std::max (left, shortestFlight);
    return easing;
}

double BouncingBow::press (const BouncingMass& its, const Motion& now, const Wish& wish, double seconds) noexcept
{
    if (age == 0.0)
        aim = wish;
    age += seconds;
    follow (now, wish);
    sinceLanding += seconds;
    if (isGone())
        return 0.0;
    const double rebound = std::max (its.rebound, 0.05);
    double force = 0.0, landing = aim.speed;
    if (phase == Phase::falling && (theKind != Kind::dropped || ! hasLanded()))
        force = forceToLand (its, now);
    else if (phase == Phase::rising && theKind == Kind::thrown)
        force = forceToTurn (its, now);
    else if (theKind == Kind::thrown)
        force = held * aim.force;
    else if (theKind == Kind::dropped)
    {
        // Leaves at e v, and comes back after the flight 2 e v m/P.
        const double flight = std::max (1.0 / wish.rate - its.touchingTime (landed), shortestFlight);
        force = 2.0 * rebound * its.mass * landed / flight;
        landing = std::sqrt (now.speed * now.speed + 2.0 * force * std::max (now.height, 0.0) / its.mass);
    }
    if (phase != Phase::touching)
        nextDamping = reboundDamping (its.rebound) / std::max (landing, 0.02 * aim.speed);
    return force;
}
} // namespace kolophon
