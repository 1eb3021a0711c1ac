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

int SeatPlan::playerAt (juce::Point<float> place, juce::Rectangle<float> area) const
{
    int nearest = -1;
    float distance = chairSize; // [px] at most
    for (std::size_t p = 0; p < players.size(); ++p)
        if (const float its = chairOf (players[p], area).getDistanceFrom (place); players[p].plays && its < distance)
        {
            nearest = static_cast<int> (p);
            distance = its;
        }
    return nearest;
}

int SeatPlan::next (int player, int step) const noexcept
{
    constexpr int places = limits::maxPlayers + 1; // with -1
    for (int n = 1; n < places; ++n)
        if (const int its = (player + 1 + n * step + n * places) % places - 1;
            its < 0 || players[static_cast<std::size_t> (its)].plays)
            return its;
    return -1;
}

void SeatPlan::paint (juce::Graphics& g, juce::Rectangle<float> area, int alone) const
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
        if (static_cast<int> (p) == alone)
        {
            g.setColour (palette::text);
            g.drawEllipse (chair.expanded (3.0f), 1.5f);
        }
        const float heard = alone < 0 || static_cast<int> (p) == alone ? 1.0f : 0.35f;
        g.setColour (player.sounds ? palette::stick.withAlpha (heard * (player.held ? 1.0f : 0.4f)) : palette::line);
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
