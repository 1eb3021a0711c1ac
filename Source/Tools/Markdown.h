#pragma once

#include <string>
#include <vector>

namespace kolophon
{
using Rows = std::vector<std::vector<std::string>>;

/** A table as Markdown has it; bars inside cells are escaped. */
std::string markdownTable (const std::vector<std::string>& heading, const Rows& rows);
} // namespace kolophon
