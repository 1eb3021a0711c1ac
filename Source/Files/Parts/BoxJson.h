// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "../Json/Json.h"
#include "BoxFile.h"

namespace kolophon
{
/** Reads a measured box at `path` of another file. Throws InputError if it is not one. */
MeasuredBox boxFromValue (const Json& json, const std::string& path, Findings& findings);

/** Inverse of boxFromValue(), to the last bit. */
Json boxValue (const MeasuredBox& box);
} // namespace kolophon
