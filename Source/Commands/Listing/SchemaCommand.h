// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Bytes/ExitCode.h"

#include <array>
#include <string>
#include <string_view>

namespace kolophon
{
/** Kinds of files that have a schema. */
inline constexpr std::array<std::string_view, 4> schemaKinds { "preset", "body", "gesture", "scenario" };

/** Prints the JSON Schema of a kind of file. Throws Failure (2) for another kind. */
ExitCode printSchema (const std::string& kind);
} // namespace kolophon
