// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Measuring/MeasuredLines.h"

#include <span>
#include <string>
#include <vector>

/** Output of `kolophon measure --line`. */
namespace kolophon
{
/** The notes that were found in a file. */
struct MeasuredLine
{
    std::string name;
    std::vector<LineNote> notes;
};

/** Lines for a terminal: one per note, and below them the median and the 10 and 90 % of each measure. */
std::string lineText (std::span<const MeasuredLine> lines);
std::string lineJson (std::span<const MeasuredLine> lines);

/** Measures of a preset from a key upwards: a line in each manner, quick passages from a fourth and an octave higher,
    and starts of 34 loud keys. */
struct MeasuredPlaying
{
    std::vector<MeasuredLine> lines { lineManners.size() };
    std::array<PassageMeasures, 2> passages {};
    std::array<NoteStart, 34> starts {};
};
std::string playingJson (const MeasuredPlaying& playing);
} // namespace kolophon
