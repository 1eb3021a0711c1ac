#pragma once

#include "ModeTable.h"

#include <string_view>

namespace kolophon
{
/** What a body's physics is: a string works its modes out, a table scales modes that were worked out before, a block between stops is
    no sum of modes. What follows from it for a stroke, BodyKind (Synth) answers. */
enum class BodyModel { string, table, block };

/** What a body says about itself: menus, command line and Resources/Docs/Bodies.md read it. */
struct BodyInfo
{
    std::string_view name;      // in the menu and in presets
    std::string_view summary;   // one sentence
    std::string_view path;      // where hand.position lies on it
    void (*build) (ModeTable&); // null for bodies that are not a table of modes

    std::string_view equations = {};     // plain text, one line each
    std::string_view normalisation = {}; // of its shapes: what the mass of the body is in them
    std::string_view source = {};        // citation, and what was checked against it
    std::string_view listenFor = {};     // what a player hears
    std::string_view remarks = {};       // what is left out or idealised

    bool closedPath = false; // position 0.5 is where 0 is: a finger may run round and round
    BodyModel model = BodyModel::table;
    bool isFromFile = false; // its modes may come from a file, each with a ring time of its own
};
} // namespace kolophon
