// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Synth/Bodies/BodyTable.h"
#include "../Synth/Bodies/LawTable.h"
#include "../Synth/Feeds/PictureFeed.h"
#include "../Synth/Parameters/ParameterTable.h"

namespace kolophon
{
/** Relevance of a row of the parameter table for a patch: the editor dims idle and faint rows and omits hidden ones. */
enum class RowUse {
    inUse,
    idle,   // without effect until another knob moves
    hidden, // belongs to a law, body or contact that is not in use, or to files
    faint   // changes less than can be heard until another knob moves
};

/** The audible contact: slot A unless two are compared. */
Slot heardSlot (const Patch& patch) noexcept;
const Contact& heardContact (const Patch& patch) noexcept;

const LawInfo& lawOf (const Contact& contact) noexcept;
const BodyInfo& bodyOf (const Patch& patch) noexcept;

/** True if the contact plays a law as printed that is not passive. */
bool canCreateEnergy (const Contact& contact) noexcept;

RowUse rowUse (const Parameter& row, const Patch& patch) noexcept;

/** The same for the engine: rows that windows leave to files are not hidden. */
RowUse useInEngine (const Parameter& row, const Patch& patch) noexcept;

/** Reason why a row is idle or faint, as a sentence; empty if it is neither. */
std::string_view whyUnheard (const Parameter& row, const Patch& patch) noexcept;

/** True if this patch lets it touch the body. */
bool isInUse (Touching touching, const Patch& patch) noexcept;

/** Friction settings of what touches, as the voices play them; `bow`: of the bow. */
Contact contactOf (Touching touching, const Contact& bow, const Patch& patch) noexcept;
} // namespace kolophon
