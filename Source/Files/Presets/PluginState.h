// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/LearnedControllers.h"
#include "PresetFile.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** State that a host stores for the plugin: a preset and data of the plugin only. Versioned JSON; the preset inside is
    an ordinary preset file. */
struct PluginState
{
    Preset preset;
    std::optional<std::string> factoryPreset; // name of the factory preset it started from
    bool bypassed = false;
    int editorWidth = 0; // [px], 0: never opened
    /** Places 0…1 on hosts' sliders by parameter id, if the value does not determine them (between two choices of a
        menu). */
    std::map<std::string, float> places;
    LearnedControllers learned {};   // MIDI controllers that move knobs
    std::vector<std::string> locked; // ids of knobs that presets don't change
    KeptParts kept {};               // parts that could not be read, without those of the preset
};

std::string stateToJson (const PluginState& state);

/** Reads the usable part of a state, like presetFromJson(); the rest is a finding, and is kept. A plain preset file is
    accepted, too. Refuses only text that is neither. [any] */
Result<PluginState> stateFromJson (std::string_view json, Findings& findings);
} // namespace kolophon
