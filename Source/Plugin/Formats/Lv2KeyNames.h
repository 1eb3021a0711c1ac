// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Processor/PluginProcessor.h"

#include <lv2/core/lv2.h>

#include <string>

namespace kolophon
{
/** Ardour's extension for names of keys, which has no header of its own: the plugin's side … */
struct KeyNamesInterface
{
    static constexpr auto uri = "http://ardour.org/lv2/midnam#interface";
    char* (*document) (LV2_Handle); // a MIDI name document, of one model
    char* (*model) (LV2_Handle);
    void (*release) (char*); // of both texts
};
/** … and the host's. */
struct KeyNamesUpdate
{
    static constexpr auto uri = "http://ardour.org/lv2/midnam#update";
    void* handle;
    void (*update) (void*);
};

/** Names of key switches and of the keys of a loaded tuning, for LV2 hosts that show them. */
class Lv2KeyNames final : private juce::Timer
{
public:
    /** `host` is null where the host does not follow changes. */
    Lv2KeyNames (PluginProcessor& itsProcessor, const KeyNamesUpdate* itsHost);
    ~Lv2KeyNames() override { stopTimer(); }

    /** Both texts belong to the caller and are released through the interface. [any but audio] */
    char* document ();
    static char* model ();

private:
    void timerCallback () override;

    PluginProcessor& processor;
    const KeyNamesUpdate* const host;
    std::string told;
};
} // namespace kolophon
