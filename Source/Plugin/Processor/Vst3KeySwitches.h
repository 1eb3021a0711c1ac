// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace kolophon
{
class PluginProcessor;

/** Names of key switches for VST3 hosts that show them: an interface beside those of JUCE's wrapper. */
class Vst3KeySwitches
{
public:
    explicit Vst3KeySwitches (PluginProcessor& processor);
    ~Vst3KeySwitches();

    /** The interface with this id (16 bytes); null for any other. [message] */
    void* query (const char* interfaceId) noexcept;

private:
    class Controller;
    std::unique_ptr<Controller> controller;
};
} // namespace kolophon
