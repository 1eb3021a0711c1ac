// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/Bodies/BodyInfo.h"

#include <memory>
#include <span>

namespace kolophon
{
/** All bodies, in the order of the parameter body.type. */
std::span<const BodyInfo> bodyTable () noexcept;

/** The modes of a body; null for strings and blocks. They were solved when the program was built (PrecomputedTables.h).
    The first call unpacks the modes of all bodies, in Synth's constructor; later calls only return them. */
const ModeTable* modesOf (int body) noexcept;

/** Solves the modes at run time. */
std::unique_ptr<ModeTable> solvedModes (int body);

/** Index in bodyTable() of the body whose modes come from a file; modesOf() returns its default set. [any] */
int customBody () noexcept;

/** Index in bodyTable() of the second body at this place of the menu second_body.type, which lists the bodies of modes
    behind "None"; -1: none. [any] */
int secondBodyAt (double place) noexcept;

/** Index in bodyTable() of the first body of this kind: "string" or "block". [any] */
int bodyPlace (BodyModel model) noexcept;
} // namespace kolophon
