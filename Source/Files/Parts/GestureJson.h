// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "../Json/Json.h"
#include "GestureFile.h"

namespace kolophon
{
/** Reads the gesture at `path` of another file: a list of points, or an object of tracks. Points that can't be used are
    left out. Throws InputError if it is not a gesture. */
DrawnGesture gestureFromValue (const Json& json, const std::string& path, Findings& findings);

/** Inverse of gestureFromValue(), each number exact: points if these are sufficient, for older programs. */
Json gestureValue (const DrawnGesture& gesture);
} // namespace kolophon
