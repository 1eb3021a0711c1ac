// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Json.h"

namespace kolophon
{
/** Formats presets and bodies for people who edit them: one line per field down to the second level, one line per
    object in lists, and the rest as short as possible. The library can only write everything on one line, or one line
    per number. */
std::string jsonDocument (const Json& document);
} // namespace kolophon
