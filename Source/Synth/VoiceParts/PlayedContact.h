// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Hands/ContactPlan.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
/** Places the contact of a voice on its body, and scales the settings of both slots' contacts with the note. [audio] */
class PlayedContact
{
public:
    /** Starts on a silent body, at the patch's place on the rim. */
    void start () noexcept
    {
        around = 0.0;
        place = unplaced;
    }

    /** Lets the next position() be reached at once: the bow lands. */
    void land () noexcept { place = unplaced; }

    /** Position of the contact as a fraction of its path, `octaves` above the hand's; on a rim, that far round as the
        bow has gone. A bow that lies on the string slides there within `seconds` no faster than a hand can move it. */
    double position (double hand, double octaves, bool onRim, double seconds) noexcept
    {
        const double goal = std::clamp (hand * octaveRatio (octaves), 0.005, 0.5), step = 1.0 + slideRate * seconds;
        place = place == unplaced ? goal : std::clamp (goal, place / step, place * step);
        slides = place != goal;
        if (! onRim)
            return place;
        return place + 0.5 * around <= 0.5 ? place + 0.5 * around : place + 0.5 * around - 0.5;
    }

    /** True if the bow is still on its way to the last position that was asked for. */
    bool isSliding () const noexcept { return slides; }

    /** Moves the contact round a rim of `radius` [m]. */
    void goRound (double meanVelocity, double seconds, double radius) noexcept
    {
        around += meanVelocity * seconds / (2.0 * pi * radius);
        around -= std::floor (around);
    }

    /** Sets the note [semitones above D4], the weight of the body, Z_0 over the patch's, and the width of the hair over
        the usual one: fewer hairs yield further. */
    void setScale (double semitonesAboveD4, double relativeWeight, double relativeHair = 1.0) noexcept
    {
        rescaled = hair != relativeHair || above != semitonesAboveD4 || weight != relativeWeight;
        hair = relativeHair;
        above = semitonesAboveD4;
        weight = relativeWeight;
    }

    /** True if that has changed something: knobs() are others. */
    bool isRescaled () const noexcept { return rescaled; }

    /** Keeps slot B's contact until it is asked for. */
    void setOther (const Contact& contact) noexcept { other = contact; }

    /** Knobs of the law, from a contact's settings at this note; without the body's residual compliance. */
    ContactKnobs<double> knobs (const Contact& contact) noexcept
    {
        return contactKnobs (contact, { travelRatio (travelOctaves (contact, above)) / hair, weight });
    }
    ContactKnobs<double> otherKnobs () noexcept { return knobs (other); }

private:
    static constexpr double unplaced = 0.0;
    static constexpr double slideRate = 4.0; // [1/s] of the place, relative to itself: from 0.13 to 0.26 in 0.17 s

    double around = 0.0;     // turns round the rim, 0 … 1
    double place = unplaced; // of the contact, without the way round the rim
    bool slides = false;
    double above = 0.0, weight = 1.0, hair = 1.0; // as in setScale()
    bool rescaled = false;
    Contact other {}; // slot B's
    portable::Remembered<portable::exp2> octaveRatio, travelRatio;
};
} // namespace kolophon
