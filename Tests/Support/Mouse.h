// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Host.h"

namespace kolophon
{
/** A mouse on one component. */
struct Mouse
{
    juce::Component& on;
    int modifiers = juce::ModifierKeys::leftButtonModifier;
    juce::Point<float> from {};

    juce::MouseEvent at (juce::Point<float> place, int clicks = 1, bool dragged = false) const
    {
        return { juce::Desktop::getInstance().getMainMouseSource(),
                 place,
                 juce::ModifierKeys (modifiers),
                 0.0f,
                 0.0f,
                 0.0f,
                 0.0f,
                 0.0f,
                 &on,
                 &on,
                 juce::Time(),
                 dragged ? from : place,
                 juce::Time(),
                 clicks,
                 dragged };
    }
    void press (juce::Point<float> place, int clicks = 1)
    {
        from = place;
        on.mouseDown (at (place, clicks));
    }
    void drag (juce::Point<float> place) { on.mouseDrag (at (place, 1, true)); }
    void release (juce::Point<float> place) { on.mouseUp (at (place, 1, true)); }
    void click (juce::Point<float> place)
    {
        press (place);
        release (place);
    }
    void doubleClick (juce::Point<float> place)
    {
        click (place);
        press (place, 2);
        on.mouseDoubleClick (at (place, 2));
        release (place);
    }
};
} // namespace kolophon
