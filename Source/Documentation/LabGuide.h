// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Lab/Scenarios/Fields.h"

#include <string>

namespace kolophon
{
/** Generates Resources/Docs/Laboratory.md: the reference of a scenario's fields, from the schema. */
std::string labGuide (const Json& schema);
} // namespace kolophon
