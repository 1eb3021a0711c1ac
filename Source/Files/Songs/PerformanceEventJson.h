// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/Performance.h"
#include "../Bytes/Findings.h"
#include "../Json/Json.h"

#include <array>
#include <string>
#include <string_view>

/** Events of a performance in files: see PerformanceFile.h. */
namespace kolophon
{
class JsonFields;

inline constexpr double widestEventValue = 1e9;   // of an event whose value has no narrower range
inline constexpr double widestExpression = 120.0; // of the event "expression"

/** Names of expressions in files, in the order of NoteExpression. */
inline constexpr std::array<std::string_view, noteExpressionCount> expressionNames {
    "tuning", "volume", "pan", "brightness", "pressure", "vibrato", "expression"
};

/** An event without its time. */
Json eventValue (const PerformanceEvent& event);
/** A knob's value, under the name of its kind: "set", "set at once". */
Json parameterEventValue (const char* type, const PerformanceEvent& event);

/** Reads an event of this type. Throws InputError if it can't be played. */
PerformanceEvent eventFrom (JsonFields& fields, const std::string& type, const std::string& path, Findings& findings);
PerformanceEvent parameterEventFrom (JsonFields& fields, const std::string& path, Findings& findings);
} // namespace kolophon
