// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/Bytes/ExitCode.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** The entries of a list with the ids in an option such as "kolophon,lugre", in that order; "all" selects every
    entry. `find`: returns the entry of an id, or null. Throws Failure (2) if an id is unknown or repeated. */
template <class Entry, class Find>
std::vector<const Entry*> chosenIds (std::string_view option, const std::string& text, std::span<const Entry> entries,
                                     Find find)
{
    std::vector<const Entry*> chosen;
    if (text == "all")
    {
        for (const auto& entry : entries)
            chosen.push_back (&entry);
        return chosen;
    }
    for (std::size_t begin = 0; begin <= text.size();)
    {
        const auto end = std::min (text.find (',', begin), text.size());
        const auto id = text.substr (begin, end - begin);
        const Entry* const found = find (id);
        if (found == nullptr)
        {
            std::string ids;
            for (const auto& entry : entries)
                ids += std::string (entry.id) + ", ";
            throw Failure (ExitCode::usage, std::string (option) + ": \"" + id + "\" is not one of " + ids + "all");
        }
        if (std::find (chosen.begin(), chosen.end(), found) != chosen.end())
            throw Failure (ExitCode::usage, std::string (option) + " contains " + id + " twice");
        chosen.push_back (found);
        begin = end + 1;
    }
    return chosen;
}
} // namespace kolophon
