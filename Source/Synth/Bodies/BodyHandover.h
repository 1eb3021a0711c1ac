// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/Handover.h"
#include "../../Physics/Bodies/ModeTable.h"

#include <cstdint>

namespace kolophon
{
/** A mode table with its number, see Synth::Given. */
struct GivenTable
{
    ModeTable table;
    std::uint32_t number = 0;
};

/** Hands mode tables to the audio thread: a voice keeps the one that it began with. */
using BodyHandover = Handover<const GivenTable>;
} // namespace kolophon
