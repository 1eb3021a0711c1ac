// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Synth/Bodies/BodyTable.h"

#include <string>

namespace kolophon
{
/** The name of a body for commands and files: "free-bar". */
std::string bodyId (const BodyInfo& body);

/** Generates Resources/Docs/Bodies.md: every body with its physics, source, modes and figures. */
std::string bodyPage ();
} // namespace kolophon
