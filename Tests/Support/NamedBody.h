// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Synth/Bodies/BodyTable.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kolophon::test
{
/** A body's place in the menu, by its name; one that isn't there throws. */
inline int bodyNamed (std::string_view name)
{
    const auto bodies = bodyTable();
    const auto found =
        std::find_if (bodies.begin(), bodies.end(), [name] (const BodyInfo& info) { return info.name == name; });
    if (found == bodies.end())
        throw std::invalid_argument ("no body is called " + std::string (name));
    return static_cast<int> (found - bodies.begin());
}
} // namespace kolophon::test
