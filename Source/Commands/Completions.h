// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "CommandShape.h"

namespace kolophon
{
/** Completion script for a shell: "bash", "zsh" or "fish". Throws Failure (2) for another shell. */
std::string completions (const CommandShape& program, const std::string& shell);
} // namespace kolophon
