#pragma once

#include "../Files/Json.h"

namespace kolophon
{
/** Generates Resources/Schemas/preset.schema.json: the fields of a preset file, with every parameter of the table. */
Json presetSchema ();
} // namespace kolophon
