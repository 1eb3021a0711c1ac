// SPDX-License-Identifier: GPL-3.0-or-later
#include "Warnings.h"

#include <algorithm>

namespace kolophon
{
void Warnings::add (std::string_view kind, std::string sentence)
{
    const auto known = std::find_if (found.begin(), found.end(), [kind] (const Finding& f) { return f.kind == kind; });
    if (known != found.end())
        ++known->count;
    else
        found.push_back ({ std::string (kind), std::move (sentence) });
}

std::size_t Warnings::count() const noexcept
{
    std::size_t sum = 0;
    for (const auto& finding : found)
        sum += finding.count;
    return sum;
}

std::vector<std::string> Warnings::list() const
{
    std::vector<std::string> sentences;
    for (const auto& [kind, sentence, count] : found)
        sentences.push_back (count == 1 ? sentence
                                        : sentence + ", and " + std::to_string (count - 1) + " more of this kind");
    return sentences;
}

Warnings joined (Warnings first, const Warnings& second)
{
    for (const auto& finding : second.found)
    {
        first.add (finding.kind, finding.sentence);
        const auto same = std::find_if (first.found.begin(), first.found.end(),
                                        [&finding] (const auto& f) { return f.kind == finding.kind; });
        same->count += finding.count - 1;
    }
    return first;
}

std::string warningLine (std::string_view file, std::span<const std::string> warnings)
{
    const auto line = std::string (file) + ": " + warnings.front();
    return warnings.size() == 1
               ? line
               : line + "; and " + std::to_string (warnings.size() - 1) + " more (--json lists all warnings)";
}
} // namespace kolophon
