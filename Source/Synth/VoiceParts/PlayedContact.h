// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Units.h"
#include "../PortableMath.h"
#include "../Voices/ContactPlan.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
/** Places the contact of a voice on its body, and scales the settings of both slots' contacts with the note. [audio] */
class PlayedContact
{
public:
    /** Starts on a silent body, at the patch's place on the rim. */
    void start () noexcept { around = 0.0; }

    /** Position of the contact as a fraction of its path, `octaves` above the hand's; on a rim, that far round as the
        bow has gone. */
    double position (double hand, double octaves, bool onRim) noexcept
    {
        const double straight = std::clamp (hand * octaveRatio (octaves), 0.005, 0.5);
        if (! onRim)
            return straight;
        return straight + 0.5 * around <= 0.5 ? straight + 0.5 * around : straight + 0.5 * around - 0.5;
    }

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
        hair = relativeHair;
        above = semitonesAboveD4;
        weight = relativeWeight;
    }

    /** Keeps slot B's contact until it is asked for. */
    void setOther (const Contact& contact) noexcept { other = contact; }

    /** Knobs of the law, from a contact's settings at this note; without the body's residual compliance. */
    ContactKnobs<double> knobs (const Contact& contact) noexcept
    {
        return contactKnobs (contact, { travelRatio (travelOctaves (contact, above)) / hair, weight });
    }
    ContactKnobs<double> otherKnobs () noexcept { return knobs (other); }

private:
    double around = 0.0;                          // turns round the rim, 0 … 1
    double above = 0.0, weight = 1.0, hair = 1.0; // as in setScale()
    Contact other {};                             // slot B's
    portable::Remembered<portable::exp2> octaveRatio, travelRatio;
};
} // namespace kolophon
