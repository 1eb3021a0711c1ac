// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Physics/Friction/LawInfo.h"

#include <string>

namespace kolophon
{
/** Text "passive", or "passive; literal: can create energy". */
std::string energyBadge (const LawInfo& law);

/** Generates Resources/Docs/Laws.md: every friction law with its equations, source, knobs, states and figures. */
std::string lawPage ();
} // namespace kolophon
