// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kolophon
{
/** Generates Resources/Docs/Bodies.md: every body with its physics, source, modes and figures. */
std::string bodyPage ();
} // namespace kolophon
