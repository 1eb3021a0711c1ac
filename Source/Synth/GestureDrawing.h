#pragma once

#include "DrawnGesture.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/** What is done to a gesture while somebody draws it. Functions of what they get alone. [any but audio] */
namespace kolophon::drawing
{
/** Of the gesture's length: two points of a track are never nearer. */
inline constexpr double shortestGap = 1e-4;

/** The nearest multiple of `step` in 0 … 1; the time itself where `step` is 0. */
double snapped (double time, double step) noexcept;

/** Puts in a point, on its side of the arc that was there. Its place among the points; nothing where the track is full
    or a point stands there already. */
std::optional<int> addPoint (GestureTrack& track, const DrawnGesture::Range& range, double time, double value);

/** Moves a point as far as its neighbours and the range let it. */
void movePoint (GestureTrack& track, const DrawnGesture::Range& range, int point, double time, double value);

void removePoint (GestureTrack& track, int point);

/** The curve under which the way from a point to the next goes through `value` at `time`, which lies between them; as
    near as an arc comes to it. */
double curveThrough (const GestureTrack& track, int point, double time, double value) noexcept;

/** Something that was written down: times rise. */
struct TracedPoint
{
    double time = 0.0; // 0 … 1
    double value = 0.0;
};

/** As few points as stay within `tolerance` (of half the range) of what was traced, at most `maxPoints`. */
GestureTrack traced (std::span<const TracedPoint> trace, const DrawnGesture::Range& range, double tolerance,
                     int maxPoints = GestureTrack::maxPoints);

/** A line drawn by hand over a track: to and fro; what was drawn last counts. */
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

/** The track with this line in place of what it did from the line's beginning to its end. */
GestureTrack drawnOver (const GestureTrack& track, const DrawnGesture::Range& range, const Pencil& pencil,
                        double tolerance);

/** Another one of its kind, the same for the same seed: speeds and forces by up to `fraction` of what they are, places
    by as much of an octave, points by as much of half the time to the next one. Beginning and end keep their times. */
DrawnGesture varied (const DrawnGesture& gesture, double fraction, std::uint64_t seed);

/** What a hand did at one time. */
struct HandMoment
{
    double seconds = 0.0; // from anywhere; rising
    std::array<double, gestureTrackCount> values {};
};

/** The gesture that this was, and how long [s]: a track of `kept` is that of `before`, over the same part of the
    length. Nothing for less than 20 ms. */
struct RecordedGesture
{
    DrawnGesture gesture;
    double seconds = 0.0;
};
std::optional<RecordedGesture> recorded (std::span<const HandMoment> moments, const DrawnGesture& before,
                                         std::array<bool, gestureTrackCount> kept, double tolerance);
} // namespace kolophon::drawing
