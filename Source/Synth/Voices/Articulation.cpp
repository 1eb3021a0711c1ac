// SPDX-License-Identifier: GPL-3.0-or-later
#include "Articulation.h"

#include "../../Core/Units.h"
#include "../Parameters/ParameterTable.h"
#include "../PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double pullTime = 0.012;    // [s] duration of a pizzicato finger's pull
constexpr double blowTime = 0.0025;   // [s] contact time of a hammer's felt
constexpr double woodTime = 0.0008;   // [s] contact time of the stick of a bow
constexpr double blowSpeed = 8.0;     // speed of a hammer's slide over that of the bow
constexpr double contactTime = 0.025; // [s] contact time of a bouncing bow, half a period of its spring
constexpr double pressTime = 0.012;   // [s] in which a martele presses before it moves
constexpr double easingTime = 0.08;   // [s] in which its force falls to that of the stroke
constexpr double pressed = 1.6;       // of the force, at its start
constexpr double marteleBite = 6.0;   // acceleration over that of the hand
constexpr double hairDamping = 0.07;  // of critical: a bounce keeps exp (-pi 0.07), four fifths, of its speed

const double lastArticulation = parameterTable()[*findParameter ("hand.articulation")].maximum;
} // namespace

std::optional<int> switchedArticulation (const Patch& patch, int key) noexcept
{
    const double place = key - patch.voiceSwitchKey;
    if (patch.voiceKeySwitches < 0.5 || place < 0.0 || place > lastArticulation)
        return std::nullopt;
    return static_cast<int> (place);
}

StrokeShape::Move StrokeShape::move (Articulation kind, const Hand& hand, double direction, double seconds) noexcept
{
    age += seconds;
    switch (kind)
    {
        case Articulation::pluck: return pluck (hand, direction);
        case Articulation::strike: return strike (hand, direction, blowTime);
        case Articulation::colLegno: return strike (hand, direction, woodTime);
        case Articulation::struckBow: return struckBow (hand, direction);
        case Articulation::tremolo: return tremolo (hand, direction, seconds);
        case Articulation::spiccato: return bounce (hand, direction, seconds, true);
        case Articulation::ricochet:
            return hand.dropFraction > 0.0 ? drop (hand, direction, seconds) : bounce (hand, direction, seconds, false);
        case Articulation::martele: return martele (hand, direction, seconds);
        case Articulation::bow:
        case Articulation::harmonic: break;
    }
    return draw (hand, direction, seconds);
}

/** A finger or plectrum sticks to the string and displaces it as far as a bow would in one period; then the contact
    ends, and the body vibrates freely. */
StrokeShape::Move StrokeShape::pluck (const Hand& hand, double direction) const noexcept
{
    if (age > pullTime)
        return { 0.0, 0.0, false };
    return { direction * hand.speed / (hand.pitch * pullTime), hand.holding, false };
}

/** Felt or wood that rubs for a moment: half a period of a sine, squared, so that it begins and ends without a corner.
    It slides all the time, and drives the body by its kinetic friction. */
StrokeShape::Move StrokeShape::strike (const Hand& hand, double direction, double lasts) const noexcept
{
    if (age > lasts)
        return { 0.0, 0.0, false };
    const double sine = portable::sin (pi * age / lasts);
    return { direction * blowSpeed * hand.speed, hand.holding * sine * sine, false };
}

/** The force grows with the speed: a bow that speeds up slowly speaks only if it presses less at first (Guettler
    2002). The hair rests on the string with a part of its force from the beginning. */
StrokeShape::Move StrokeShape::draw (const Hand& hand, double direction, double seconds) noexcept
{
    const double bite = hasRisen ? std::max (hand.bite, hand.ready) : hand.bite;
    const double velocity = approach (hand.velocity, direction * hand.speed, bite * seconds + hand.jolt);
    hasRisen = hasRisen || direction * velocity >= 0.999 * hand.speed;
    const double share = hasRisen ? 1.0 : std::max (0.0, direction * velocity / hand.speed);
    return { velocity, hand.force * (hand.resting + (1.0 - hand.resting) * share), true };
}

/** The hair presses before it moves, and is torn loose: it starts suddenly, under a force that soon falls to that of
    the stroke. */
StrokeShape::Move StrokeShape::martele (const Hand& hand, double direction, double seconds) const noexcept
{
    if (age <= pressTime)
        return { 0.0, pressed * hand.force, true };
    const double more = (pressed - 1.0) * std::max (0.0, 1.0 - (age - pressTime) / easingTime);
    return { approach (hand.velocity, direction * hand.speed, marteleBite * hand.bite * seconds + hand.jolt),
             hand.force * (1.0 + more), true };
}

/** The blow excites bodies that speak slowly, and the bow that follows already moves at full speed. */
StrokeShape::Move StrokeShape::struckBow (const Hand& hand, double direction) const noexcept
{
    return age > blowTime ? Move { direction * hand.speed, hand.force, true } : strike (hand, direction, blowTime);
}

StrokeShape::Move StrokeShape::tremolo (const Hand& hand, double direction, double seconds) const noexcept
{
    const double turns = age * hand.rate;
    const double way = turns - 2.0 * std::floor (0.5 * turns) < 1.0 ? direction : -direction;
    // Allows an eighth of a stroke to stop, and another to start again.
    const double bite = std::max (hand.bite, 8.0 * hand.speed * hand.rate);
    return { approach (hand.velocity, way * hand.speed, bite * seconds), hand.force, true };
}

/** A bow as a mass on the spring of its own hair, with a stop: in the air only its weight acts; on the string the hair
    pushes back and takes a part of the speed away. Thrown, it keeps its speed and every bounce is a separate stroke;
    otherwise it settles on the string. Height and speed are those of a bow of unit weight per unit mass; the stiffness
    of the hair follows from contactTime. Without a throw, no bounce ends faster than it began. */
StrokeShape::Move StrokeShape::bounce (const Hand& hand, double direction, double seconds, bool thrown) noexcept
{
    const double flight = std::max (1.0 / hand.rate - contactTime, 0.01); // [s] in the air
    if (age <= seconds)
        climb = -0.5 * flight; // the bow falls on the string
    const double omega = pi / contactTime;
    const bool down = height <= 0.0;
    if (down && ! touches && thrown && age > seconds)
        turn = -turn; // every bounce is a separate stroke
    if (touches && ! down && thrown)
        climb = 0.5 * flight; // the hand restores the energy that the hair has dissipated
    touches = down;
    const double push = down ? std::max (0.0, -omega * (omega * height + 2.0 * hairDamping * climb)) : 0.0;
    climb += seconds * (push - 1.0);
    height += seconds * climb;
    // A bow that rests on the string presses with its weight, 1. The hair's force at the deepest point of the first
    // bounce is the full force.
    const double deepest = std::max (1.0, 0.5 * flight * omega);
    const double force = hand.force * std::min (1.0, push / (thrown ? deepest : std::max (1.0, 0.3 * deepest)));
    return { approach (hand.velocity, turn * direction * hand.speed,
                       std::max (hand.bite, 4.0 * hand.speed / contactTime) * seconds),
             force, false };
}

/** A bow that falls under a part of the stroke's force; what it bounces on presses back by itself. */
StrokeShape::Move StrokeShape::drop (const Hand& hand, double direction, double seconds) const noexcept
{
    return { approach (hand.velocity, direction * hand.speed,
                       std::max (hand.bite, 4.0 * hand.speed / contactTime) * seconds),
             hand.dropFraction * hand.force, false };
}
} // namespace kolophon
