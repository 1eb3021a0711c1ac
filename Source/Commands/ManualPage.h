// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "CommandShape.h"

#include <optional>

namespace kolophon
{
/** Manual page, in the language of man, of the program or of one of its commands ("render"); nullopt for a command that
    does not exist. Commands of a command ("preset show") are sections of its page. */
std::optional<std::string> manualPage (const CommandShape& program, const std::string& command);

/** Prints the manual page of the program or a command, or writes all of them into `folder` (kolophon.1,
    kolophon-render.1, …). Throws Failure. */
void writeManual (const CommandShape& program, const std::string& command, const std::string& folder);
} // namespace kolophon
