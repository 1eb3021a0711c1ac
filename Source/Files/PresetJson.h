#pragma once

#include "Findings.h"
#include "Json.h"
#include "PresetFile.h"

namespace kolophon
{
/** Whether a document says that it is a preset. */
bool isPreset (const Json& json);

/** All that can be used of a preset, or of what stands in its place in another document. Throws Refusal for what is no
    object. */
WrittenPreset presetFromValue (const Json& json, Findings& findings);

/** What presetFromValue() reads, each number exact, with what the preset has kept. */
Json presetValue (const Preset& preset);
} // namespace kolophon
