#pragma once

#include "Json.h"

namespace kolophon
{
/** A document as presets and bodies are written, for people who edit them: a field a line down to the second level, an
    object a line in lists, all else as short as it gets. Our own layout: the library writes one line, or a line for
    every number. */
std::string jsonDocument (const Json& document);
} // namespace kolophon
