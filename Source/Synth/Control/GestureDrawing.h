// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "DrawnGesture.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/** Editing operations on gestures. Results depend on the arguments only. [any but audio] */
namespace kolophon::drawing
{
/** Smallest distance between two points of a track, as a fraction of the gesture's length. */
inline constexpr double shortestGap = 1e-4;

/** The nearest multiple of `step` in 0 … 1; the time itself where `step` is 0. */
double snapped (double time, double step) noexcept;

/** Inserts a point, and splits the arc there. Returns its index; nothing if the track is full or has a point there
    already. */
std::optional<int> addPoint (GestureTrack& track, const DrawnGesture::Range& range, double time, double value);

/** Moves a point, within its neighbours and the range. */
void movePoint (GestureTrack& track, const DrawnGesture::Range& range, int point, double time, double value);

void removePoint (GestureTrack& track, int point);

/** Curve with which the arc from a point to the next passes through `value` at `time`, which lies between them; the
    nearest possible one. */
double curveThrough (const GestureTrack& track, int point, double time, double value) noexcept;

/** One point of a recorded trace: times rise. */
struct TracedPoint
{
    double time = 0.0; // 0 … 1
    double value = 0.0;
};

/** Fits a track to a trace with as few points as keep within `tolerance` (of half the range), at most `maxPoints`. */
GestureTrack traced (std::span<const TracedPoint> trace, const DrawnGesture::Range& range, double tolerance,
                     int maxPoints = GestureTrack::maxPoints);

/** Line drawn freehand over a track, in either direction; the latest value at each time counts. */
class Pencil
{
public:
    static constexpr std::size_t columns = 1024; // of the gesture's length

    void move (double time, double value);
    bool isEmpty () const noexcept { return last == columns; }
    std::vector<TracedPoint> line () const;

private:
    std::array<std::optional<double>, columns> values;
    std::size_t last = columns; // column; columns: none yet
};

/** Returns the track with its part between the line's beginning and end replaced by the line. */
GestureTrack drawnOver (const GestureTrack& track, const DrawnGesture::Range& range, const Pencil& pencil,
                        double tolerance);

/** Returns a random variation of a gesture, the same for the same seed: changes speeds and forces by up to `fraction`
    of their values, places by as much of an octave, times of points by as much of half the time to the next one.
    Beginning and end keep their times. */
DrawnGesture varied (const DrawnGesture& gesture, double fraction, std::uint64_t seed);

/** State of a hand at one time. */
struct HandMoment
{
    double seconds = 0.0; // from any origin; rising
    std::array<double, gestureTrackCount> values {};
};

/** Converts a recording of a hand to a gesture and its duration [s]; tracks in `kept` are copied from `before`, over
    the same part of the length. Returns nothing for less than 20 ms. */
struct RecordedGesture
{
    DrawnGesture gesture;
    double seconds = 0.0;
};
std::optional<RecordedGesture> recorded (std::span<const HandMoment> moments, const DrawnGesture& before,
                                         std::array<bool, gestureTrackCount> kept, double tolerance);
} // namespace kolophon::drawing
