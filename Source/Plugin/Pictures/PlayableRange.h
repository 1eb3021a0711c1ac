// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Bench/PlayTiles.h"
#include "../Controls/ParameterRow.h"
#include "PictureData.h"

namespace kolophon
{
/** Range in which a stroke speaks at the present settings, and what the sounding hand does: on the sliders of speed,
    pressure, force and position, and in numbers. Limits and places are the map's, see HandPlane. [message] */
class PlayableRange
{
public:
    explicit PlayableRange (InstrumentSession& itsSession) : session (itsSession) {}

    /** Follows patch and sound; called thirty times per second. */
    void follow (const Patch& newPatch, const PictureData& data);
    /** Marks on a row of the hand; none for other parameters. */
    ParameterRow::Played of (const ParamInfo& info) const;

private:
    void measure ();
    juce::String numberOf (const ParamInfo& info, const HandPlane::Bow& its) const;

    InstrumentSession& session;
    std::optional<HandPlane> plane;
    Patch patch = Patch::defaults();
    int key = 57, calls = 0;
    std::optional<juce::Range<float>> upSpeaks, acrossSpeaks; // on the sliders; nothing without theory
    std::optional<HandPlane::Bow> now, written;               // written: in numbers, which change more slowly
};
} // namespace kolophon
