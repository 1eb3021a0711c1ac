// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** Opens an audio device after the player has chosen another device type (JACK, ALSA) and none is open: JUCE scans for
    devices when the app starts, and so misses those of a server that was started later. "None" stays chosen. [message]
    */
class DeviceChoice final : private juce::ChangeListener
{
public:
    explicit DeviceChoice (juce::AudioDeviceManager& itsManager);
    ~DeviceChoice() override;

    /** Reacts to a change of the manager's settings. */
    void follow ();

private:
    void changeListenerCallback (juce::ChangeBroadcaster*) override { follow(); }

    juce::AudioDeviceManager& manager;
    juce::String kind; // that was in use before
};
} // namespace kolophon
