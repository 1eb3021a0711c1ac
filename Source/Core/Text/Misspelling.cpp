// SPDX-License-Identifier: GPL-3.0-or-later
#include "Misspelling.h"

#include "AsciiText.h"

#include <algorithm>
#include <numeric>

namespace kolophon
{
std::size_t editDistance (std::string_view a, std::string_view b)
{
    // One row of the matrix at a time.
    std::vector<std::size_t> row (b.size() + 1);
    std::iota (row.begin(), row.end(), std::size_t { 0 });
    for (const char letter : a)
    {
        auto diagonal = row[0]++;
        for (std::size_t k = 1; k < row.size(); ++k)
        {
            const auto substituted = diagonal + (lowerCase (letter) == lowerCase (b[k - 1]) ? 0u : 1u);
            diagonal = row[k];
            row[k] = std::min ({ row[k] + 1, row[k - 1] + 1, substituted });
        }
    }
    return row.back();
}

std::string_view nearestOf (std::string_view text, const std::vector<std::string_view>& candidates)
{
    constexpr std::size_t longestMisspelling = 100; // [bytes]
    std::string_view best;
    std::size_t fewest = text.size() > longestMisspelling ? 0 : text.size() / 3 + 1;
    for (const auto candidate : candidates)
        if (const auto changes = fewest == 0 ? fewest : editDistance (text, candidate); changes < fewest)
        {
            fewest = changes;
            best = candidate;
        }
    return best;
}
} // namespace kolophon
