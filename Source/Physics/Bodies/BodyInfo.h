#pragma once

#include "ModeTable.h"

#include <string_view>

namespace kolophon
{
/** What a body says about itself: menus, command line and documentation read it. */
struct BodyInfo
{
    std::string_view name;      // in the menu and in presets
    std::string_view summary;   // one sentence
    std::string_view path;      // where hand.position lies on it
    void (*build) (ModeTable&); // null for bodies that are not a table of modes
    bool closedPath = false;    // position 0.5 is where 0 is: a finger may run round and round
};
} // namespace kolophon
