// SPDX-License-Identifier: GPL-3.0-or-later
#include "Suggestion.h"

#include "../Core/AsciiText.h"
#include "../Synth/Parameters/ParameterTable.h"

#include <algorithm>
#include <numeric>

namespace kolophon
{
namespace
{
/** Levenshtein's distance, ignoring case, one row at a time. */
std::size_t distance (std::string_view a, std::string_view b)
{
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

/** The nearest of some candidates, if it is near enough for a misspelling; empty otherwise. */
std::string_view nearest (std::string_view text, const std::vector<std::string_view>& candidates)
{
    constexpr std::size_t longestMisspelling = 100; // [bytes]
    std::string_view best;
    std::size_t fewest = text.size() > longestMisspelling ? 0 : text.size() / 3 + 1;
    for (const auto candidate : candidates)
        if (const auto changes = fewest == 0 ? fewest : distance (text, candidate); changes < fewest)
        {
            fewest = changes;
            best = candidate;
        }
    return best;
}

/** A name as it is compared: "Bow width" and "bow_width" are "bowwidth". */
std::string compared (std::string_view name)
{
    auto text = lowerCase (std::string (name));
    std::erase_if (text, [] (char c) { return c == ' ' || c == '_' || c == '-'; });
    return text;
}

std::string hint (std::string_view best, const std::string& command)
{
    return best.empty() ? "; see kolophon " + command : "; did you mean \"" + std::string (best) + "\"?";
}
} // namespace

std::string suggestion (std::string_view text, const std::vector<std::string_view>& candidates,
                        const std::string& command)
{
    return hint (nearest (text, candidates), command);
}

std::string_view nearestParameter (std::string_view text)
{
    const auto name = compared (text.substr (text.rfind ('.') + 1));
    std::vector<std::string_view> ids, labels;
    std::string_view named;
    for (const auto& parameter : parameterTable())
    {
        const auto id = parameter.id;
        ids.push_back (id);
        labels.push_back (parameter.label);
        const bool isNamed = name == compared (parameter.label) || name == compared (id.substr (id.find ('.') + 1));
        if (isNamed && (named.empty() || distance (text, id) < distance (text, named)))
            named = id;
    }
    if (! named.empty())
        return named;
    if (const auto id = nearest (text, ids); ! id.empty())
        return id;
    const auto label = nearest (text.substr (text.rfind ('.') + 1), labels);
    const auto at = std::find (labels.begin(), labels.end(), label);
    return label.empty() ? label : ids[static_cast<std::size_t> (at - labels.begin())];
}

std::string parameterSuggestion (std::string_view text)
{
    return hint (nearestParameter (text), "list parameters");
}
} // namespace kolophon
