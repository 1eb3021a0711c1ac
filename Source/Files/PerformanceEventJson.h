#pragma once

#include "../Synth/Performance.h"
#include "Findings.h"
#include "Json.h"

#include <string>

/** Events of a performance in files: see PerformanceFile.h. */
namespace kolophon
{
class JsonFields;

/** An event without its time. */
Json eventValue (const PerformanceEvent& event);
/** A knob's value, under the name of its kind: "set", "set at once". */
Json parameterEventValue (const char* type, const PerformanceEvent& event);

/** Reads an event of this type. Throws InputError if it can't be played. */
PerformanceEvent eventFrom (JsonFields& fields, const std::string& type, const std::string& path, Findings& findings);
PerformanceEvent parameterEventFrom (JsonFields& fields, const std::string& path, Findings& findings);
} // namespace kolophon
