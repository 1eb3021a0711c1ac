#pragma once

#include "../Core/Error.h"
#include "../Synth/DrawnGesture.h"

#include <string>
#include <string_view>
#include <vector>

/** What stands on the axes of the gesture editor: real units, of the knobs that the gesture is drawn over. [any] */
namespace kolophon
{
/** The length of a gesture, and times within it. */
struct TimeAxis
{
    enum class Unit { seconds, frames24, frames25, frames30, beats };
    static constexpr int units = 5;

    Unit unit = Unit::seconds;
    double length = 1.0; // in that unit

    /** As the patch has it: beats while the gesture goes with the song, else in what is `wanted`. */
    static TimeAxis of (const Patch& patch, Unit wanted) noexcept;

    /** Between two lines with numbers that are no nearer than `leastPixels` on `pixels`; in the unit. */
    double lineEvery (double pixels, double leastPixels) const noexcept;
    /** "0.6 s", "14 fr", "2.5 beats"; `time` is 0 … 1. */
    std::string text (double time) const;
    /** What a line of the axis has beside it: the same without a unit. */
    std::string number (double inUnit) const;
    /** 0 … 1 of what was typed, with or without the unit. */
    Result<double> timeFrom (std::string_view text) const;

    struct Step
    {
        std::string name;
        double inUnit; // 0: none
    };
    /** What times may snap to; the first is nothing. */
    std::vector<Step> steps () const;
};

/** One track's values. */
struct ValueAxis
{
    GestureTrackKind kind;
    const Patch& patch;

    const DrawnGesture::Range& range () const noexcept { return DrawnGesture::ranges[static_cast<std::size_t> (kind)]; }
    /** "140 mm/s", "90 %" of Pressure, "1.2 N", "0.13": what the knob would show. */
    std::string text (double value) const;
    /** What a line has beside it: all lines in one unit, three digits. */
    std::string label (double value) const;
    /** The value of the track that was typed as that. */
    Result<double> valueFrom (std::string_view text) const;
    /** Where lines with numbers are, from below. */
    std::vector<double> lines () const;
};
} // namespace kolophon
