// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Synth/Parameters/ParameterTable.h"

#include <string>
#include <vector>

namespace kolophon
{
/** One axis of a playability map: a parameter and its values from column to column, or from row to row. */
struct MapAxis
{
    const Parameter* parameter = nullptr;
    bool logarithmic = false;
    std::vector<double> values; // rising, in the parameter's own unit; the first and the last are the ends of the range

    /** Borders of the cells, halfway between values (on the axis' own scale); one more than values. The outer ones
        lie half a cell beyond the range. */
    std::vector<double> borders () const;

    /** Position of a value: 0 at the first border, 1 at the last. */
    double positionOf (double value) const;

    /** Display unit, and its size in the parameter's own unit: µm for a Stretch. */
    struct Spelling
    {
        std::string unit;
        double size;
    };
    Spelling spelling () const;

    /** Label of the axis: "Position (hand.position)", "Force [N] (hand.force)"; for values divided by
        spelling().size. */
    std::string label () const;
};

/** Minimum, maximum and default number of values of an axis. */
inline constexpr int fewestMapCells = 2, maxMapCells = 200, usualMapCells = 40;

/** Parses "hand.force=0.05:20 N:log:60": id=low:high[:lin|log[:cells]], both ends with or without a unit, as in
    --set. Without lin or log the axis has the scale of the parameter's knob. `option` is the name for error
    messages. Throws Failure (2). */
MapAxis mapAxisFromText (const std::string& option, const std::string& text);
} // namespace kolophon
