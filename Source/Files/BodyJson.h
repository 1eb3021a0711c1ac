#pragma once

#include "BodyFile.h"
#include "Json.h"

namespace kolophon
{
/** A body that stands at `path` of another file. Throws Refusal. */
CustomBody bodyFromValue (const Json& json, const std::string& path);

/** What bodyFromValue() reads, each number exact. */
Json bodyValue (const CustomBody& body);
} // namespace kolophon
