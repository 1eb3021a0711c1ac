// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** Repaints the windows that JUCE opens by itself, such as the audio settings, after they change their size: under X11
    JUCE leaves the added area unpainted. [message] */
class OpenedWindows final : private juce::FocusChangeListener, private juce::ComponentListener
{
public:
    OpenedWindows();
    ~OpenedWindows() override;

private:
    void globalFocusChanged (juce::Component* focused) override;
    void componentMovedOrResized (juce::Component& window, bool wasMoved, bool wasResized) override;
    void componentBeingDeleted (juce::Component& window) override;

    juce::Array<juce::Component*> known;
};
} // namespace kolophon
