// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/** Sanitising of text from files and arguments for a terminal, a page or a picture. Such text is shown only through
    these functions, without the characters that are not harmless: control sequences, a line feed that forges a line of
    the program's output, or characters that reorder a line (isHarmless() in Core/Text/Characters.h). */
namespace kolophon
{
inline constexpr std::size_t noLimit = std::string_view::npos;
inline constexpr std::size_t longestCell = 100, longestLine = 400; // characters, of a table and of a line on a terminal

/** Makes one line without side effects: characters that are not harmless (control characters, separators of lines and
    paragraphs, overrides and isolates of the writing direction …), and bytes that are not UTF-8, are shown as "\n",
    "\x1b", "\u202e". The middle of more than `maxLength` characters is left out, because a message ends with the
    allowed values. */
std::string printable (std::string_view text, std::size_t maxLength = noLimit);

/** The first character that printable() would have to replace: "U+001B" or "a byte that is not UTF-8", and its position
    in the text, from 1. nullopt if the whole text can be printed unchanged. */
std::optional<std::string> firstUnprintable (std::string_view text);

/** JSON, or text of several lines, for a terminal: the same values, with the characters that printable() would replace
    written like \u009b. Line feeds and tabs stay: JSON has them between values only. */
std::string printableJson (std::string_view json);

/** Text for a page: bytes that are not UTF-8, and control characters except tabulators and line feeds, become U+FFFD.
    */
std::string withoutControls (std::string_view text);

/** Converts any name to a safe file name: no folders, not hidden, not an option, no control characters, no characters
    that another system forbids, at most `maxLength` bytes. Forbidden characters become "-"; "unnamed" if the result is
    empty. */
std::string safeFileName (std::string_view name, std::size_t maxLength = 100);
} // namespace kolophon
