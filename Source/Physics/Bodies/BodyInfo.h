// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ModeTable.h"

#include <string_view>

namespace kolophon
{
/** Kinds of physics: a string computes its modes, a table scales modes that were computed before, a block between stops
    is not a sum of modes. BodyKind (Synth) has their consequences for a stroke. */
enum class BodyModel { string, table, block };

/** Description of a body for menus, command line and Resources/Docs/Bodies.md. */
struct BodyInfo
{
    std::string_view name;      // in the menu and in presets
    std::string_view summary;   // one sentence
    std::string_view path;      // course of hand.position on it
    void (*build) (ModeTable&); // null for bodies that are not a table of modes

    std::string_view equations = {};     // plain text, one line each
    std::string_view normalisation = {}; // of its shapes: relation to the mass of the body
    std::string_view source = {};        // citation, and how it was verified
    std::string_view listenFor = {};     // audible effect
    std::string_view remarks = {};       // omissions and idealisations

    bool closedPath = false; // position 0.5 is the same place as 0: a finger may circle
    BodyModel model = BodyModel::table;
    bool isFromFile = false; // its modes may come from a file, with individual decay times
};
} // namespace kolophon
