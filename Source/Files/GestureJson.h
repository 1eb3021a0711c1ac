#pragma once

#include "Findings.h"
#include "GestureFile.h"
#include "Json.h"

namespace kolophon
{
/** The gesture that stands at `path` of another file: a list of points, or an object of tracks. Points that can't be
    used are left out. Throws Refusal for what is no gesture. */
DrawnGesture gestureFromValue (const Json& json, const std::string& path, Findings& findings);

/** What gestureFromValue() reads, each number exact: points where that says all, so that older programs read it. */
Json gestureValue (const DrawnGesture& gesture);
} // namespace kolophon
