#pragma once

#include "ShallowJson.h"

namespace kolophon
{
/** A document as presets and bodies are written, for people who edit them: a field a line down to the second level, an
    object a line in lists, all else as short as it gets. */
std::string jsonDocument (const Json& document);
} // namespace kolophon
