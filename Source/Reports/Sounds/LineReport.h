// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Notes/LineMeasures.h"

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
} // namespace kolophon
