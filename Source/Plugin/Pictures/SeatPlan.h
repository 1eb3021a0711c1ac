// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Feeds/PictureFeed.h"

#include <JuceHeader.h>

#include <array>

namespace kolophon
{
/** The section from above, the first row in front: players that sound, and their bows. Below: their distances from the
    key's pitch. [message] */
class SeatPlan
{
public:
    /** Takes the players as they are now; `still`: bows do not move. */
    void follow (const std::array<PlayerDot, limits::maxPlayers>& now, bool still);

    /** True if there is more than the first player. */
    bool isSection () const noexcept { return count() > 1; }
    const std::array<PlayerDot, limits::maxPlayers>& all () const noexcept { return players; }
    int count () const noexcept;
    int sounding () const noexcept;

    /** Its place in a picture of this size. */
    static juce::Rectangle<float> areaIn (juce::Rectangle<int> picture);
    /** `alone`: the player who is heard alone; -1: all are. */
    void paint (juce::Graphics& g, juce::Rectangle<float> area, int alone) const;
    /** The player whose chair is here; -1: none. */
    int playerAt (juce::Point<float> place, juce::Rectangle<float> area) const;
    /** The player after this one, or with `step` -1 before it, and -1 for all of them in turn. */
    int next (int player, int step) const noexcept;

    /** Centre of a player's chair. */
    static juce::Point<float> chairOf (const PlayerDot& player, juce::Rectangle<float> area);

private:
    static constexpr float planWidth = 176.0f, rowHeight = 18.0f, stripHeight = 18.0f, chairSize = 9.0f; // [px]
    static constexpr int rows = 4;
    static constexpr float widest = 25.0f; // [cent] at the ends of the strip
    static constexpr float pace = 0.02f;   // of bows: as slow as the picture's
    static constexpr float swing = 0.004f; // [m] of hair as shown, from end to end

    std::array<PlayerDot, limits::maxPlayers> players {};
    std::array<float, limits::maxPlayers> drawn {}; // [m] of hair, of each player
};
} // namespace kolophon
