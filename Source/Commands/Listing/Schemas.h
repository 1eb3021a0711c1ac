// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Json/Json.h"

namespace kolophon
{
/** JSON Schema of preset files: every parameter with its range, names of menus, and what can be modulated. `body` and
    `gesture`: the schemas of these parts. */
Json presetSchema (const Json& body, const Json& gesture);
} // namespace kolophon
