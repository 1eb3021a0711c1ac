#pragma once

#include "../Synth/LearnedControllers.h"
#include "PresetFile.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** What a host stores for us: a preset and what only a plugin knows. Versioned JSON; the preset inside is an ordinary
    preset file. */
struct PluginState
{
    Preset preset;
    std::optional<std::string> factoryPreset; // name of the factory preset it started from
    bool bypassed = false;
    int editorWidth = 0; // [px], 0: never opened
    /** Places 0…1 on hosts' sliders by parameter id, where they mean more than the value says (between two choices of a
        menu). */
    std::map<std::string, float> places;
    LearnedControllers learned {};   // MIDI controllers that move knobs
    std::vector<std::string> locked; // ids of the knobs that presets leave alone
    KeptParts kept {};               // what could not be read as it stands, but for the preset, which has its own
};

std::string stateToJson (const PluginState& state);

/** All of the state that can be used, as presetFromJson() has it; what can't is a finding, and is kept. A plain preset
    file is a state too. Refused is only what is neither. [any] */
Result<PluginState> stateFromJson (std::string_view json, Findings& findings);
} // namespace kolophon
