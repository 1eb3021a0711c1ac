// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** `; did you mean "…"?` with the candidate at the smallest edit distance; if no candidate is close, the command
    that lists them: `kolophon` and `command`. */
std::string suggestion (std::string_view text, const std::vector<std::string_view>& candidates,
                        const std::string& command);

/** The same of the candidate that was found; empty for none. */
std::string suggestionOf (std::string_view found, const std::string& command);
} // namespace kolophon
