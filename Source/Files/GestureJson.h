#pragma once

#include "GestureFile.h"
#include "Json.h"

namespace kolophon
{
/** The list of points that stands at `path` of another file. Throws Refusal. */
DrawnGesture gestureFromPoints (const Json& json, const std::string& path);

/** What gestureFromPoints() reads, each number exact. */
Json gesturePoints (const DrawnGesture& gesture);
} // namespace kolophon
