// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Synth/Control/DrawnGesture.h"

#include <string>
#include <string_view>
#include <vector>

/** Axes of the gesture editor: real units, taken from the knobs that scale the gesture. [any] */
namespace kolophon
{
/** Length of a gesture, and times within it. */
struct TimeAxis
{
    enum class Unit { seconds, frames24, frames25, frames30, beats };
    static constexpr int units = 5;

    Unit unit = Unit::seconds;
    double length = 1.0; // in that unit

    /** Axis for this patch: beats while the gesture follows the song, else the unit `wanted`. */
    static TimeAxis of (const Patch& patch, Unit wanted) noexcept;

    /** Distance between two labelled lines, in the unit: at least `leastPixels` apart on an axis of `pixels`. */
    double lineEvery (double pixels, double leastPixels) const noexcept;
    /** "0.6 s", "14 fr", "2.5 beats"; `time` is 0 … 1. */
    std::string text (double time) const;
    /** Label of a line of the axis: the value without a unit. */
    std::string number (double inUnit) const;
    /** Parses a typed time, with or without the unit; returns 0 … 1. */
    Result<double> timeFrom (std::string_view text) const;

    struct Step
    {
        std::string name;
        double inUnit; // 0: no snapping
    };
    /** Steps to which times can snap; the first turns snapping off. */
    std::vector<Step> steps () const;
};

/** Value axis of one track. */
struct ValueAxis
{
    GestureTrackKind kind;
    const Patch& patch;

    const DrawnGesture::Range& range () const noexcept { return DrawnGesture::ranges[static_cast<std::size_t> (kind)]; }
    /** "140 mm/s", "90 %" of Pressure, "1.2 N", "0.13": the value as its knob would show it. */
    std::string text (double value) const;
    /** Label of a line: all lines in one unit, three digits. */
    std::string label (double value) const;
    /** Parses a typed value; returns the value of the track. */
    Result<double> valueFrom (std::string_view text) const;
    /** Values of the labelled lines, ascending: none beyond the range of the knob. */
    std::vector<double> lines () const;

private:
    double placeAt (double octave) const;
    static double nearestPlace (double place);
};
} // namespace kolophon
