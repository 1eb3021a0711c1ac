#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** Looks after the windows that JUCE opens by itself, such as the audio settings: each is painted again once it has
    changed its size, for JUCE leaves what was added unpainted under X11. [message] */
class OpenedWindows final : private juce::FocusChangeListener, private juce::ComponentListener
{
public:
    OpenedWindows();
    ~OpenedWindows() override;

private:
    void globalFocusChanged (juce::Component* focused) override;
    void componentMovedOrResized (juce::Component& window, bool wasMoved, bool wasResized) override;
    void componentBeingDeleted (juce::Component& window) override;

    juce::Array<juce::Component*> taken;
};
} // namespace kolophon
