#pragma once

#include "../Core/Error.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

/** The name of JSON, for whoever hands it on without looking inside: the library itself takes a compiler seconds to
    read. Who makes or takes apart a value includes ShallowJson.h. */
namespace kolophon
{
using Json = nlohmann::ordered_json;

/** On one line. Bytes of a text that are not UTF-8 become U+FFFD: what we write can always be read. */
std::string dump (const Json& json);

/** For a terminal, which no text in it steers (PrintableText.h): four columns a level, and a line feed at the end. */
std::string terminalJson (const Json& json);

/** Null for what is not finite, which JSON can't write. */
Json numberOrNull (double value);

/** How an offending value is shown: long ones are cut. */
std::string shown (const Json& json);
} // namespace kolophon
