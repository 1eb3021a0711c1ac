// SPDX-License-Identifier: GPL-3.0-or-later
#include "BowStroke.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double landingTime = 0.004; // [s] in which the bow's force follows its target
constexpr double stopTime = 0.02;     // [s] in which a bow that stays on the string comes to rest
constexpr double weightAtRest = 0.1;  // of the force, of a bow that has come to rest
} // namespace

BowMotion BowStroke::draw (const BowMotion& now, StrokeShape::Hand hand, Articulation articulation, double seconds,
                           std::optional<double> gestureSpeed) noexcept
{
    if (turningRound) // a bow that lands from the air is already moving; one on the string has to turn round
        hand.bite = std::max (hand.bite, now.force > 0.0 ? 2.0 * hand.speed / hand.turn : hand.speed / seconds * 2.0);
    const auto moved = shape.move (articulation, hand, bowDirection, seconds);
    BowMotion next;
    next.velocity = gestureSpeed ? bowDirection * hand.speed * *gestureSpeed : moved.velocity;
    turningRound = turningRound && next.velocity * bowDirection < 0.999 * hand.speed;
    const double landed = gestureSpeed || moved.lands ? 1.0 - landingDecay (-seconds / landingTime) : 1.0;
    next.force = now.force + landed * ((gestureSpeed ? hand.force : moved.force) - now.force);
    return next;
}

BowMotion BowStroke::release (const BowMotion& now, Lift kind, double liftTime, double seconds, double rests) noexcept
{
    if (liftAge == 0.0)
        atLift = now;
    liftAge += seconds;
    const double left = std::max (0.0, 1.0 - liftAge / liftTime);
    const double gone = (1.0 - left) * (1.0 - left);
    BowMotion next = now;
    switch (kind)
    {
        case Lift::ring: next.force = atLift.force * left; break;
        case Lift::soft:
            next.velocity = atLift.velocity * left;
            next.force = atLift.force * (rests > 0.0 ? std::max (weightAtRest, 1.0 - gone * gone) : left);
            break;
        case Lift::stop:
            next.velocity = approach (now.velocity, 0.0, std::abs (atLift.velocity) * seconds / stopTime);
            next.force = left > 0.0 ? atLift.force : 0.0;
            break;
    }
    if (left == 0.0 && liftAge >= liftTime + rests)
    {
        next.force = 0.0;
        current = Phase::ringing;
    }
    return next;
}
} // namespace kolophon
