#pragma once

#include <string>
#include <string_view>

namespace kolophon
{
/** Text as a cell of a table, between quotes (RFC 4180). A text that begins like a formula, with one of = + - @, gets an
    apostrophe in front, or a spreadsheet would compute it: `=HYPERLINK(…)` sends what stands beside it to somebody. Numbers are
    no text and don't come here. */
std::string csvQuoted (std::string_view text);

/** The same without quotes where none are needed, for headings and names. */
std::string csvCell (std::string_view text);
} // namespace kolophon
