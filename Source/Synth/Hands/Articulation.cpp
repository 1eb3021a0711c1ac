// SPDX-License-Identifier: GPL-3.0-or-later
#include "Articulation.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Parameters/ParameterTable.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double pullTime = 0.012;  // [s] duration of a pizzicato finger's pull
constexpr double blowSpeed = 8.0;   // speed of a hammer's slide over that of the bow
constexpr double pressTime = 0.012; // [s] in which a martele presses before it moves
constexpr double easingTime = 0.08; // [s] in which its force falls to that of the stroke
constexpr double pressed = 1.6;     // of the force, at its start
constexpr double marteleBite = 6.0; // acceleration over that of the hand

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
        case Articulation::strike:
        case Articulation::colLegno: return strike (hand, direction);
        case Articulation::struckBow: return struckBow (hand, direction);
        case Articulation::tremolo: return tremolo (hand, direction, seconds);
        case Articulation::martele: return martele (hand, direction, seconds);
        case Articulation::spiccato:
        case Articulation::ricochet:
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

/** Felt that rubs for a moment: half a period of a sine, squared, so that it begins and ends without a corner.
    It slides all the time, and drives the body by its kinetic friction. A shorter blow has the same momentum. */
StrokeShape::Move StrokeShape::strike (const Hand& hand, double direction) const noexcept
{
    if (age > hand.hammerTime)
        return { 0.0, 0.0, false };
    const double sine = portable::sin (pi * age / hand.hammerTime);
    return { direction * blowSpeed * hand.speed, hand.holding * (usualHammerTime / hand.hammerTime) * sine * sine,
             false };
}

/** The force grows with the speed: a bow that speeds up slowly speaks only if it presses less at first (Guettler
    2002). The hair rests on the string with a part of its force from the beginning. */
StrokeShape::Move StrokeShape::draw (const Hand& hand, double direction, double seconds) noexcept
{
    const double now = direction * hand.velocity < hand.atOnce * hand.speed ? hand.bite : hand.later;
    const double bite = hasRisen ? std::max (now, hand.ready) : now;
    const double velocity = approach (hand.velocity, direction * hand.speed, bite * seconds + hand.jolt);
    hasRisen = hasRisen || direction * velocity >= 0.999 * hand.speed;
    const double forward = hand.turnsEased ? std::abs (velocity) : direction * velocity;
    const double share = hasRisen ? 1.0 : std::clamp (forward / hand.speed, 0.0, 1.0);
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
    return age > hand.hammerTime ? Move { direction * hand.speed, hand.force, true } : strike (hand, direction);
}

StrokeShape::Move StrokeShape::tremolo (const Hand& hand, double direction, double seconds) const noexcept
{
    const double turns = age * hand.rate;
    const double way = turns - 2.0 * std::floor (0.5 * turns) < 1.0 ? direction : -direction;
    // Allows an eighth of a stroke to stop, and another to start again.
    const double bite = std::max (hand.bite, 8.0 * hand.speed * hand.rate);
    return { approach (hand.velocity, way * hand.speed, bite * seconds), hand.force, true };
}
} // namespace kolophon
