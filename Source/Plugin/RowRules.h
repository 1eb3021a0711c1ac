#pragma once

#include "../Core/ParamInfo.h"
#include "../Synth/BodyTable.h"
#include "../Synth/LawTable.h"
#include "../Synth/Patch.h"

namespace kolophon
{
/** What a row of the parameter table does for a patch: the editor dims what is idle and leaves out what is hidden. */
enum class RowUse {
    inUse,
    idle,  // without effect until another knob moves
    hidden // of a law, a body or a contact that is not the one at hand
};

/** The contact that is heard: slot A unless two are compared. */
Slot heardSlot (const Patch& patch) noexcept;
const Contact& heardContact (const Patch& patch) noexcept;

const LawInfo& lawOf (const Contact& contact) noexcept;
const BodyInfo& bodyOf (const Patch& patch) noexcept;

/** True when the contact plays a law as printed that is not passive. */
bool canCreateEnergy (const Contact& contact) noexcept;

RowUse rowUse (const ParamInfo& row, const Patch& patch) noexcept;
} // namespace kolophon
