// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Synth/Parameters/ParameterTable.h"

#include <array>
#include <string>
#include <string_view>
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

    /** Indices of the values that pictures show: all, or evenly spread ones, the first and the last among them. */
    std::vector<std::size_t> shown () const;

    /** Label of the axis: "Position (hand.position)", "Force [N] (hand.force)"; for values divided by
        spelling().size. */
    std::string label () const;
};

/** Minimum, maximum and default number of values of an axis, and the most that pictures show. */
inline constexpr int fewestMapCells = 2, maxMapCells = 10'000, usualMapCells = 40, maxShownCells = 200;

/** Parses "hand.force=0.05:20 N:log:60": id=low:high[:lin|log[:cells]], both ends with or without a unit, as in
    --set. Without lin or log the axis has the scale of the parameter's knob. `option` is the name for error
    messages. Throws Failure (2). */
MapAxis mapAxisFromText (const std::string& option, const std::string& text);

/** A parameter that the engine reads only while a menu says so. */
struct MenuOfAxis
{
    std::string_view id, menu, choice;
};

/** The menus that the two axes need, so that the engine reads both parameters. Throws Failure (2) if one menu would
    have to say two things. */
std::vector<MenuOfAxis> menusOfAxes (const MapAxis& x, const MapAxis& y);

/** Settings without which cells would not be comparable: nothing helps the hand, or takes loudness away. */
inline constexpr std::array<std::string_view, 3> unaidedSettings { "voice.response=Direct", "voice.guide=0 %",
                                                                   "voice.pitch_lock=0 %" };
inline constexpr std::array<std::string_view, 2> unguardedSettings { "out.guard=off", "compare.on=off" };
} // namespace kolophon
