// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Parameters/ParameterTable.h"
#include "../Json/Json.h"

#include <optional>

/** JSON of a knob's value in presets and performances (PresetFile.h). */
namespace kolophon
{
/** Writes a value exactly: it reads back to the same double. Menus and toggles are texts. */
Json knobValue (const Parameter& parameter, double value);

struct ReadKnob
{
    double value;
    std::optional<InputError> fault {}; // reason for a difference from the written value
};

/** Reads a value, or the nearest valid one: a number is clamped to its range; a value without meaning, such as a choice
    that the menu does not have, becomes `fallback`. */
ReadKnob readKnob (const Parameter& parameter, const Json& json, double fallback);
} // namespace kolophon
