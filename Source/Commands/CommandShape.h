// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace kolophon
{
/** Description of an option or argument, for shells and manual pages. */
struct OptionShape
{
    std::vector<std::string> names; // with their dashes; empty: an argument
    std::string help;               // first sentence of `text`
    bool takesValue = false;
    std::vector<std::string> choices; // all values, if their number is limited
    std::vector<std::string> offers;  // suggested values, in addition to files
    std::string text {};              // the whole help
    std::string value {};             // kind of its value, for people: "TEXT", "1 to 127"
    std::string fallback {};          // default value
    bool isRequired = false, isRepeated = false;
};

/** A command, or the program itself. */
struct CommandShape
{
    std::string name, help; // help: the first sentence of `text`
    std::vector<OptionShape> options;
    std::vector<CommandShape> commands;
    std::vector<std::string> offers; // suggested arguments, in addition to options and files
    std::string text {};             // the whole help, with examples
    std::vector<OptionShape> arguments {};
};
} // namespace kolophon
