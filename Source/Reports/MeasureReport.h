// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Rendering/MeasuredNotes.h"

#include <span>
#include <string>

/** Output of `kolophon measure`. */
namespace kolophon
{
/** Lines for a terminal: one per note, their mean, and the parts of the distance. */
std::string measureText (std::span<const MeasuredNote> notes);

/** One row per note with every measure, loudness, and the distance with its parts; if there are several notes, the
    last row is their mean, without measures that one of them lacks. */
std::string measureCsv (std::span<const MeasuredNote> notes);
std::string measureJson (std::span<const MeasuredNote> notes);
} // namespace kolophon
