#pragma once

#include "../Files/PresetFile.h"

#include <JuceHeader.h>

#include <functional>
#include <variant>

namespace kolophon
{
/** What a file may be that a player drops on the window: a preset, a body, which is what the recording of a tap
    becomes, or a scale or a keyboard mapping, which change their half of a tuning. */
using DroppedFile = std::variant<Preset, CustomBody, KeyTuning>;

/** Whether the file's name ends as one of theirs does. */
bool canBeDropped (const juce::File& file);

/** The file, or why it is none of them. A recording takes most of a second. `tuning`: what a scale or a mapping
    changes. Gives up within milliseconds once `stopped` is true. [any but audio] */
Result<DroppedFile> readDroppedFile (const juce::File& file, const KeyTuning& tuning = {},
                                     const std::function<bool()>& stopped = {});

/** A scale (.scl) or a keyboard mapping (.kbm) in place of that of `tuning`, or why that can't be. [any but audio] */
Result<KeyTuning> readTuning (const juce::File& file, KeyTuning tuning);

/** A preset file, named after the file when it has no name of its own. Its warning is one line: what of it could not be
    used as written. [any but audio] */
Result<Preset> readPreset (const juce::File& file);
} // namespace kolophon
