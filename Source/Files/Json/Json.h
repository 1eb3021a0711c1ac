// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

/** Forward declaration of JSON, for code that only passes it on: compiling the library's header takes seconds. Code
    that builds or reads a value includes ShallowJson.h. */
namespace kolophon
{
using Json = nlohmann::ordered_json;

/** Writes one line. Bytes that are not UTF-8 become U+FFFD, so that the output can always be read. */
std::string dump (const Json& json);

/** Writes for a terminal, with control characters escaped (PrintableText.h), four columns per level, and a line feed at
    the end. */
std::string terminalJson (const Json& json);

/** Converts a number; null if it is not finite, which JSON can't represent. */
Json numberOrNull (double value);

/** Text of an offending value for messages, shortened if it is long. */
std::string shown (const Json& json);
} // namespace kolophon
