// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace kolophon
{
/** Description of an option for a shell. */
struct OptionShape
{
    std::vector<std::string> names; // with their dashes
    std::string help;               // its first sentence
    bool takesValue = false;
    std::vector<std::string> choices; // all values, if their number is limited
    std::vector<std::string> offers;  // suggested values, in addition to files
};

/** A command, or the program itself. */
struct CommandShape
{
    std::string name, help;
    std::vector<OptionShape> options;
    std::vector<CommandShape> commands;
    std::vector<std::string> offers; // suggested arguments, in addition to options and files
};

/** Completion script for a shell: "bash", "zsh" or "fish". Throws Failure (2) for another shell. */
std::string completions (const CommandShape& program, const std::string& shell);
} // namespace kolophon
