#pragma once

#include <string>
#include <vector>

namespace kolophon
{
/** An option as a shell has to know it. */
struct OptionShape
{
    std::vector<std::string> names; // with their dashes
    std::string help;               // its first sentence
    bool takesValue = false;
    std::vector<std::string> choices; // of its value, where there are only so many
    std::vector<std::string> offers;  // what its value may be besides a file
};

/** A command, or the program itself. */
struct CommandShape
{
    std::string name, help;
    std::vector<OptionShape> options;
    std::vector<CommandShape> commands;
    std::vector<std::string> offers; // what may follow it besides options and files
};

/** The script that teaches a shell, "bash", "zsh" or "fish", to complete the program's words. Throws Failure (2) for
    another shell. */
std::string completions (const CommandShape& program, const std::string& shell);
} // namespace kolophon
