// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "LookAndFeel.h"

namespace kolophon
{
/** Paints the mark of the product: a bowed string with its corner, and the bow across it, on a tile. [message] */
inline void paintProductMark (juce::Graphics& g, juce::Rectangle<float> tile)
{
    const float size = tile.getWidth();
    const auto at = [&] (float x, float y) { return tile.getPosition() + juce::Point<float> (x * size, y * size); };
    g.setColour (palette::stick);
    g.fillRoundedRectangle (tile, 0.22f * size);
    g.setColour (palette::ground);
    juce::Path string;
    string.startNewSubPath (at (0.10f, 0.66f));
    string.lineTo (at (0.66f, 0.30f));
    string.lineTo (at (0.90f, 0.66f));
    g.strokePath (string, { 0.09f * size, juce::PathStrokeType::curved, juce::PathStrokeType::rounded });
    g.drawLine ({ at (0.30f, 0.14f), at (0.30f, 0.86f) }, 0.13f * size);
}
} // namespace kolophon
