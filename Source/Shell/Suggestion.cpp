// SPDX-License-Identifier: GPL-3.0-or-later
#include "Suggestion.h"

#include "../Core/AsciiText.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace kolophon
{
std::string suggestion (std::string_view text, const std::vector<std::string_view>& candidates,
                        const std::string& command)
{
    std::string_view best;
    constexpr std::size_t longestMisspelling = 100; // [bytes]
    std::size_t fewest = text.size() > longestMisspelling ? 0 : text.size() / 3 + 1;
    for (const auto candidate : candidates)
    {
        if (fewest == 0)
            break;
        // Levenshtein's distance, one row at a time.
        std::vector<std::size_t> row (candidate.size() + 1);
        std::iota (row.begin(), row.end(), std::size_t { 0 });
        for (const char letter : text)
        {
            auto diagonal = row[0]++;
            for (std::size_t k = 1; k < row.size(); ++k)
            {
                const auto substituted = diagonal + (lowerCase (letter) == lowerCase (candidate[k - 1]) ? 0u : 1u);
                diagonal = row[k];
                row[k] = std::min ({ row[k] + 1, row[k - 1] + 1, substituted });
            }
        }
        if (row.back() < fewest)
        {
            fewest = row.back();
            best = candidate;
        }
    }
    return best.empty() ? "; see kolophon " + command : "; did you mean \"" + std::string (best) + "\"?";
}
} // namespace kolophon
