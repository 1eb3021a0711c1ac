#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/** Text out of files and arguments, on its way to a terminal, a page or a picture. Whoever wrote it may have hidden in
    it what steers a terminal (ESC [ 2 J clears the screen, U+009B does what ESC [ does), what forges a line of our own
    (a line feed), or what shows a line in another order than it has (U+202E). Through these functions, and through no
    others, such text becomes something to look at. */
namespace kolophon
{
inline constexpr std::size_t noLimit = std::string_view::npos;
inline constexpr std::size_t longestCell = 100, longestLine = 400; // characters, of a table and of a line on a terminal

/** One line that does nothing but be read: control characters (C0, DEL, C1), separators of lines and paragraphs,
    overrides and isolates of the writing direction, code points that are no characters, and bytes that are not UTF-8
    are shown as "\n", "\x1b", "\u202e". Of more than `maxLength` characters the middle is left out: a message ends with
    what is allowed. */
std::string printable (std::string_view text, std::size_t maxLength = noLimit);

/** The first thing in a text that printable() would have to show otherwise: "U+001B" or "a byte that is not UTF-8", and
    at which character of the text, from 1. Nothing where all of it can be printed as it stands. */
std::optional<std::string> firstUnprintable (std::string_view text);

/** JSON as a terminal may get it: the same values, with what printable() would show otherwise written as \u009b. (The
    line feeds between its values stay; inside of them there are none.) */
std::string printableJson (std::string_view json);

/** A text that a page may hold: what is not UTF-8, and control characters but for tabulators and line feeds, become
    U+FFFD. */
std::string withoutControls (std::string_view text);

/** A name of somebody's as that of a file: no folders, nothing hidden, no option, no control characters, nothing that
    another system forbids, at most `maxLength` bytes. What can't stay becomes "-"; "unnamed" where nothing is left. */
std::string safeFileName (std::string_view name, std::size_t maxLength = 100);
} // namespace kolophon
