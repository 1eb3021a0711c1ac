// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
using Rows = std::vector<std::vector<std::string>>;

/** A Markdown table with cells that may contain mark-up; escapes bars inside them and makes line feeds visible. */
std::string markdownTable (const std::vector<std::string>& heading, const Rows& rows);
} // namespace kolophon
