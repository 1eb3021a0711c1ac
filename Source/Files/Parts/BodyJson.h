// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "../Json/Json.h"
#include "BodyFile.h"

namespace kolophon
{
/** Reads a body at `path` of another file. Modes that can't be used are left out. Throws InputError if it is not a body
    or has no modes. */
CustomBody bodyFromValue (const Json& json, const std::string& path, Findings& findings);

/** Inverse of bodyFromValue(), each number exact. */
Json bodyValue (const CustomBody& body);
} // namespace kolophon
