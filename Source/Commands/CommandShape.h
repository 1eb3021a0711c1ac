// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace kolophon
{
/** Description of an option, for shells. */
struct OptionShape
{
    std::vector<std::string> names; // with their dashes; empty: an argument
    std::string help;               // the first sentence
    bool takesValue = false;
    std::vector<std::string> choices; // all values, if their number is limited
    std::vector<std::string> offers;  // suggested values, in addition to files
};

/** A command, or the program itself. */
struct CommandShape
{
    std::string name, help; // help: the first sentence
    std::vector<OptionShape> options;
    std::vector<CommandShape> commands;
    std::vector<std::string> offers; // suggested arguments, in addition to options and files
};
} // namespace kolophon
