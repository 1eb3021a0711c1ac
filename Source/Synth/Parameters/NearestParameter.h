// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kolophon
{
/** The id of the parameter that an unknown id may mean; empty if none is near. A name counts before letters, as ids and
    as the editor write it: "hand.guide" means voice.guide, "Bow width" means surface.width. */
std::string_view nearestParameter (std::string_view text);
} // namespace kolophon
