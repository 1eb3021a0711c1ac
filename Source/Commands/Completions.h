// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI
{
class App;
}

namespace kolophon
{
/** Completion script for a shell: "bash", "zsh" or "fish". At each Tab it asks the program for candidates. Throws
    Failure (2) for another shell. */
std::string completionScript (const std::string& shell);

/** Candidates for the last of the words after the program's name: a line each, with its help behind a tab. A line ":"
    stands for files. */
std::string completionsOf (const CLI::App& program, const std::vector<std::string>& words);
} // namespace kolophon
