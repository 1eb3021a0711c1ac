// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Levenshtein's distance of two words, ignoring case: how many letters must be changed, added or removed. */
std::size_t editDistance (std::string_view a, std::string_view b);

/** The nearest of some candidates, if it is near enough for a misspelling; empty otherwise. */
std::string_view nearestOf (std::string_view text, const std::vector<std::string_view>& candidates);
} // namespace kolophon
