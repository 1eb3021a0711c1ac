#pragma once

#include "../Files/PresetFile.h"

#include <JuceHeader.h>

#include <string>
#include <variant>

namespace kolophon
{
/** What a file may be that a player drops on the window: a preset, a body, the recording of a tap; or a sentence that
    says why it is none. A recording takes most of a second. [any but audio] */
using DroppedFile = std::variant<Preset, CustomBody, std::string>;

DroppedFile readDroppedFile (const juce::File& file);

/** A preset file, named after the file when it has no name of its own. [any but audio] */
Result<Preset> readPreset (const juce::File& file);
} // namespace kolophon
