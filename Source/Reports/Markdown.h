#pragma once

#include "Figure.h"

#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
using Rows = std::vector<std::vector<std::string>>;

/** Text of somebody else's as it was written: no mark-up, no HTML, one line. (A bar comes out as markdownTable()
    escapes it.) */
std::string markdownText (std::string_view theirs);

/** A table as Markdown has it, of cells that may hold mark-up; bars inside them are escaped, and line feeds shown. */
std::string markdownTable (const std::vector<std::string>& heading, const Rows& rows);

/** What a link to a heading of the same page has behind its "#". */
std::string markdownAnchor (std::string_view heading);

/** A bullet with a bold word in front; nothing where there is nothing to say. */
std::string markdownItem (std::string_view what, std::string_view words);

/** The pictures of one subject with their captions. */
std::string markdownFigures (const std::vector<Figure>& figures, const std::string& subject, std::string_view title);
} // namespace kolophon
