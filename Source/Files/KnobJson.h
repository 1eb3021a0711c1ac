#pragma once

#include "../Synth/ParameterTable.h"
#include "Json.h"

#include <optional>

/** A knob's value as it lies in presets and in performances (PresetFile.h). */
namespace kolophon
{
/** Exact: it reads back to the same double. Menus and toggles are texts. */
Json knobValue (const Parameter& parameter, double value);

struct ReadKnob
{
    double value;
    std::optional<Refusal> fault {}; // why that is not what was written
};

/** What is written, or the nearest thing that can be meant by it: a number is brought into its range, and what says
    nothing, such as a choice that is not in the menu, is `fallback`. */
ReadKnob readKnob (const Parameter& parameter, const Json& json, double fallback);
} // namespace kolophon
