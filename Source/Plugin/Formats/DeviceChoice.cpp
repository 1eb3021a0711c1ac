// SPDX-License-Identifier: GPL-3.0-or-later
#include "DeviceChoice.h"

#include <utility>

namespace kolophon
{
DeviceChoice::DeviceChoice (juce::AudioDeviceManager& itsManager)
    : manager (itsManager), kind (manager.getCurrentAudioDeviceType())
{
    manager.addChangeListener (this);
}

DeviceChoice::~DeviceChoice()
{
    manager.removeChangeListener (this);
}

void DeviceChoice::follow()
{
    const auto now = manager.getCurrentAudioDeviceType();
    if (std::exchange (kind, now) == now || manager.getCurrentAudioDevice() != nullptr)
        return;
    auto* type = manager.getCurrentDeviceTypeObject();
    if (type == nullptr)
        return;
    type->scanForDevices();
    const auto outputs = type->getDeviceNames (false);
    if (outputs.isEmpty())
        return;
    auto setup = manager.getAudioDeviceSetup();
    setup.outputDeviceName = outputs[juce::jlimit (0, outputs.size() - 1, type->getDefaultDeviceIndex (false))];
    setup.useDefaultOutputChannels = true;
    manager.setAudioDeviceSetup (setup, true);
}
} // namespace kolophon
