// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Measuring/MeasuredNotes.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/** Output of `kolophon measure`. */
namespace kolophon
{
/** Every number of a note by name: its measures, loudness, distance and parts of it. NaN: not defined. */
struct NoteNumbers
{
    std::string name;
    std::vector<NamedMeasure> numbers;
    std::vector<std::string> warnings;
};
NoteNumbers numbersOf (const MeasuredNote& note);

/** Lines for a terminal: one per note, their mean, and the parts of the distance. */
std::string measureText (std::span<const NoteNumbers> notes);

/** One row per note with every measure, loudness, and the distance with its parts; if there are several notes, the
    last row is their mean, without measures that one of them lacks. */
std::string measureCsv (std::span<const NoteNumbers> notes);
std::string measureJson (std::span<const NoteNumbers> notes);
} // namespace kolophon
