// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "../Json/Json.h"
#include "PresetFile.h"

namespace kolophon
{
/** True if a document has the format field of a preset. */
bool isPreset (const Json& json);

/** Reads the usable part of a preset, alone or inside another document. Throws InputError if it is not an object. */
WrittenPreset presetFromValue (const Json& json, Findings& findings);

/** Inverse of presetFromValue(), each number exact, with the preset's kept parts. */
Json presetValue (const Preset& preset);
} // namespace kolophon
