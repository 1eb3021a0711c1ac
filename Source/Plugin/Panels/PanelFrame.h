// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Drawing/LookAndFeel.h"

namespace kolophon
{
/** Paints the background of a panel and its title in a header of this height. [message] */
inline void paintPanelFrame (juce::Graphics& g, juce::Rectangle<int> panel, int headerHeight, int side,
                             const juce::String& title)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (panel.toFloat(), 6.0f);
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (14.0f, true));
    g.drawText (title, panel.withHeight (headerHeight).reduced (side, 0), juce::Justification::centredLeft, false);
}
} // namespace kolophon
