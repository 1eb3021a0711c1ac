// SPDX-License-Identifier: GPL-3.0-or-later
#include "Suggestion.h"

#include "../Core/Text/Misspelling.h"

namespace kolophon
{
std::string suggestion (std::string_view text, const std::vector<std::string_view>& candidates,
                        const std::string& command)
{
    return suggestionOf (nearestOf (text, candidates), command);
}

std::string suggestionOf (std::string_view found, const std::string& command)
{
    return found.empty() ? "; see kolophon " + command : "; did you mean \"" + std::string (found) + "\"?";
}
} // namespace kolophon
