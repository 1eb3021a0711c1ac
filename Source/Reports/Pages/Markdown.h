// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
using Rows = std::vector<std::vector<std::string>>;

/** Escapes text of external origin so that it appears as written: without mark-up and HTML, on one line. (Bars are
    left to markdownTable(), which escapes them.) */
std::string markdownText (std::string_view theirs);

/** A Markdown table with cells that may contain mark-up; escapes bars inside them and makes line feeds visible. */
std::string markdownTable (const std::vector<std::string>& heading, const Rows& rows);

/** The part behind the "#" in a link to a heading of the same page. */
std::string markdownAnchor (std::string_view heading);

/** A bullet that begins with a bold word; empty if `words` is empty. */
std::string markdownItem (std::string_view what, std::string_view words);

/** Plain words of Markdown: without marks for code and emphasis, links as their texts. */
std::string withoutMarkdown (std::string_view markdown);
} // namespace kolophon
