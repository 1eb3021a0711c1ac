#pragma once

#include "../Files/PresetFile.h"

#include <JuceHeader.h>

#include <variant>

namespace kolophon
{
/** What a file may be that a player drops on the window: a preset, or a body, which is what the recording of a tap
    becomes. */
using DroppedFile = std::variant<Preset, CustomBody>;

/** The file, or why it is neither. A recording takes most of a second. [any but audio] */
Result<DroppedFile> readDroppedFile (const juce::File& file);

/** A preset file, named after the file when it has no name of its own. [any but audio] */
Result<Preset> readPreset (const juce::File& file);
} // namespace kolophon
