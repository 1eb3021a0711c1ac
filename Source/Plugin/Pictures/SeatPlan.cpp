// SPDX-License-Identifier: GPL-3.0-or-later
#include "SeatPlan.h"

#include "../Drawing/LookAndFeel.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
void SeatPlan::follow (const std::array<PlayerDot, limits::maxPlayers>& now, bool still)
{
    players = now;
    for (std::size_t p = 0; p < players.size() && ! still; ++p)
        drawn[p] = std::fmod (drawn[p] + pace * players[p].speed, 2.0f * swing);
}

int SeatPlan::count() const noexcept
{
    return static_cast<int> (std::count_if (players.begin(), players.end(), [] (const auto& p) { return p.plays; }));
}

int SeatPlan::sounding() const noexcept
{
    return static_cast<int> (std::count_if (players.begin(), players.end(), [] (const auto& p) { return p.sounds; }));
}

juce::Rectangle<float> SeatPlan::areaIn (juce::Rectangle<int> picture)
{
    return picture.toFloat().reduced (6.0f).removeFromRight (planWidth).removeFromTop (rows * rowHeight + stripHeight +
                                                                                       6.0f);
}

juce::Point<float> SeatPlan::chairOf (const PlayerDot& player, juce::Rectangle<float> area)
{
    const float fromBehind = rows - 1 - player.row;
    return { area.getCentreX() + 0.5f * (area.getWidth() - 24.0f) * player.place,
             area.getY() + 4.0f + (fromBehind + 0.5f) * rowHeight };
}

void SeatPlan::paint (juce::Graphics& g, juce::Rectangle<float> area) const
{
    g.setColour (palette::panel.withAlpha (0.8f));
    g.fillRoundedRectangle (area, 5.0f);
    g.setColour (palette::line);
    g.drawRoundedRectangle (area, 5.0f, 1.0f);
    const auto strip = area.withTop (area.getBottom() - stripHeight).reduced (12.0f, 0.0f);
    g.drawLine (strip.getX(), strip.getCentreY(), strip.getRight(), strip.getCentreY(), 1.0f);
    g.drawLine (strip.getCentreX(), strip.getY() + 3.0f, strip.getCentreX(), strip.getBottom() - 3.0f, 1.0f);
    for (std::size_t p = 0; p < players.size(); ++p)
    {
        const auto& player = players[p];
        if (! player.plays && ! player.sounds)
            continue;
        const auto centre = chairOf (player, area);
        const auto chair = juce::Rectangle<float> (chairSize, chairSize).withCentre (centre);
        g.setColour (player.sounds ? palette::stick.withAlpha (player.held ? 1.0f : 0.4f) : palette::line);
        player.sounds ? g.fillEllipse (chair) : g.drawEllipse (chair.reduced (0.5f), 1.0f);
        if (! player.sounds)
            continue;
        const auto x = strip.getCentreX() + juce::jlimit (-1.0f, 1.0f, player.cents / widest) * 0.5f * strip.getWidth();
        g.fillEllipse (juce::Rectangle<float> (5.0f, 5.0f).withCentre ({ x, strip.getCentreY() }));
        if (! player.held)
            continue;
        const float way = std::abs (drawn[p]) / swing; // there and back
        const float offset = 6.0f * (way < 1.0f ? 2.0f * way - 1.0f : 3.0f - 2.0f * way);
        g.setColour (palette::text);
        g.drawLine (centre.x + offset - 8.0f, centre.y + 4.0f, centre.x + offset + 8.0f, centre.y - 4.0f, 1.2f);
    }
}
} // namespace kolophon
