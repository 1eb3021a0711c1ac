// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** `; did you mean "…"?` with the candidate at the smallest edit distance; if no candidate is close, the command
    that lists them: `kolophon` and `command`. CLI11 suggests nothing, and the distance between two words is ten
    lines. */
std::string suggestion (std::string_view text, const std::vector<std::string_view>& candidates,
                        const std::string& command);

/** The id of the parameter that an unknown id may mean; empty if none is near. A name counts before letters, as ids and
    as the editor write it: "hand.guide" means voice.guide, "Bow width" means surface.width. */
std::string_view nearestParameter (std::string_view text);

/** `; did you mean "…"?` with that parameter, or the command that lists them. */
std::string parameterSuggestion (std::string_view text);
} // namespace kolophon
