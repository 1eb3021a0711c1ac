#pragma once

#include "BodyFile.h"
#include "Findings.h"
#include "Json.h"

namespace kolophon
{
/** A body that stands at `path` of another file. Modes that can't be used are left out. Throws Refusal for what is no
    body, or has no mode. */
CustomBody bodyFromValue (const Json& json, const std::string& path, Findings& findings);

/** What bodyFromValue() reads, each number exact. */
Json bodyValue (const CustomBody& body);
} // namespace kolophon
