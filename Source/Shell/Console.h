// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** One line on stderr, "kolophon: …". Everything that is said goes through here, so that nothing out of a file or an
    argument steers the terminal, forges a line or fills the screen: see Files/Bytes/PrintableText.h. */
void tell (std::string_view message);

/** Writes a command's answer to standard output: text, or JSON, whose values stay the same. Everything that a program
    answers goes through here: what printable() would replace is written like \u009b, line feeds and tabs excepted. */
void print (std::string_view text);

/** Tells of a file that is read although something is wrong with it: one line, and only the first time that a file is
    spoken of. */
void warn (const std::string& file, std::span<const std::string> warnings);

/** All that warn() was given, each sentence with its file in front, for --json. */
std::vector<std::string> warned ();

/** The same for one file. */
std::vector<std::string> withFile (const std::string& file, std::span<const std::string> warnings);
inline constexpr std::size_t longestMessage = 300; // characters

/** A message as tell() writes it, at most longestMessage characters: of a long list of what is allowed the start and
    the number of its entries, of what is too long all the same both ends. */
std::string messageLine (std::string_view message);
} // namespace kolophon
