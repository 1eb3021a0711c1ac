// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Bench/PlayTiles.h"
#include "../Controls/ParameterRow.h"
#include "PictureData.h"

namespace kolophon
{
/** Range in which a stroke speaks at the present settings, and present state of the sounding hand: positions on the
    sliders of speed, pressure, force and position. The limits are the map's, forceLimitsOf(). [message] */
class PlayableRange
{
public:
    explicit PlayableRange (InstrumentSession& itsSession) : session (itsSession) {}

    /** Follows patch and sound; called thirty times per second. */
    void follow (const Patch& newPatch, const PictureData& data);
    /** Marks on a row of the hand; none for other parameters. */
    ParameterRow::Played of (const ParamInfo& info) const;

    /** Forces that speak at the hand's position [N], by the theory of bowed strings; empty for other bodies. */
    std::optional<juce::Range<double>> forces () const noexcept { return forceRange; }
    /** Positions that speak with the hand's force. */
    std::optional<juce::Range<double>> positions () const noexcept { return positionRange; }

private:
    void measure ();
    double pressureOf (double force, double position) const;

    InstrumentSession& session;
    Patch patch = Patch::defaults();
    Tuning tuning;
    int key = 57;
    bool isKnown = false;
    std::optional<juce::Range<double>> forceRange, pressureRange, positionRange; // [N], [%]
    struct Moment
    {
        double speed, force, position; // [m/s], [N]
    };
    std::optional<Moment> now;
};
} // namespace kolophon
