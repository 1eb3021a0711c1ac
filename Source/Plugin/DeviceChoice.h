#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** Opens a device where the player has chosen another kind of them (JACK, ALSA) and none is open: JUCE looks for
    devices when the app starts, and so finds none of a server that was started later. "None" stays chosen.
    [message] */
class DeviceChoice final : private juce::ChangeListener
{
public:
    explicit DeviceChoice (juce::AudioDeviceManager& itsManager);
    ~DeviceChoice() override;

    /** What a change of the manager's settings leads to. */
    void follow ();

private:
    void changeListenerCallback (juce::ChangeBroadcaster*) override { follow(); }

    juce::AudioDeviceManager& manager;
    juce::String kind; // that was in use before
};
} // namespace kolophon
