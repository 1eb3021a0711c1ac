// SPDX-License-Identifier: GPL-3.0-or-later
#include "GestureDrawing.h"

#include "../../Core/Index.h"
#include "../../Core/Noise.h"

#include <algorithm>
#include <cmath>

namespace kolophon::drawing
{
namespace
{
using Point = GestureTrack::Point;
constexpr double shortestRecording = 0.02; // [s] shortest duration of a gesture

double inside (const DrawnGesture::Range& range, double value) noexcept
{
    return std::clamp (value, range.lowest, range.highest);
}

GestureTrack trackOf (std::span<const Point> points) noexcept
{
    GestureTrack track;
    for (const auto& point : points)
        track.add (point);
    return track;
}

std::vector<Point> pointsOf (const GestureTrack& track)
{
    return { track.points.begin(), track.points.begin() + track.count };
}

/** Point of a trace, between two that are kept, with the largest deviation from the straight line. */
struct Worst
{
    std::size_t index = 0;
    double deviation = 0.0;
};
Worst worstBetween (std::span<const TracedPoint> trace, std::size_t from, std::size_t to) noexcept
{
    Worst worst;
    const auto &a = trace[from], &b = trace[to];
    for (std::size_t i = from + 1; i < to; ++i)
    {
        const double line = a.value + (b.value - a.value) * (trace[i].time - a.time) / (b.time - a.time);
        if (const double deviation = std::abs (trace[i].value - line); deviation > worst.deviation)
            worst = { i, deviation };
    }
    return worst;
}
} // namespace

double snapped (double time, double step) noexcept
{
    if (! (step > 0.0))
        return std::clamp (time, 0.0, 1.0);
    const double nearest = step * std::round (time / step);
    return nearest <= 1.0 ? std::max (0.0, nearest) : step * std::floor (1.0 / step);
}

std::optional<int> addPoint (GestureTrack& track, const DrawnGesture::Range& range, double time, double value)
{
    auto points = pointsOf (track);
    const auto next = std::find_if (points.begin(), points.end(), [time] (const Point& p) { return p.time > time; });
    if (track.count == GestureTrack::maxPoints || (next != points.end() && next->time - time < shortestGap) ||
        (next != points.begin() && time - (next - 1)->time < shortestGap))
        return std::nullopt;
    const auto place = static_cast<int> (next - points.begin());
    points.insert (next, { std::clamp (time, 0.0, 1.0), inside (range, value) });
    track = trackOf (points);
    return place;
}

void movePoint (GestureTrack& track, const DrawnGesture::Range& range, int point, double time, double value)
{
    if (point < 0 || point >= track.count)
        return;
    const double earliest = point > 0 ? track.points[index (point - 1)].time + shortestGap : 0.0;
    const double latest = point + 1 < track.count ? track.points[index (point + 1)].time - shortestGap : 1.0;
    auto& its = track.points[index (point)];
    its.time = latest < earliest ? its.time : std::clamp (time, earliest, latest);
    its.value = inside (range, value);
}

void removePoint (GestureTrack& track, int point)
{
    auto points = pointsOf (track);
    if (point < 0 || point >= track.count)
        return;
    points.erase (points.begin() + point);
    track = trackOf (points);
}

double curveThrough (const GestureTrack& track, int point, double time, double value) noexcept
{
    if (point < 0 || point + 1 >= track.count)
        return 0.0;
    const auto &a = track.points[index (point)], &b = track.points[index (point + 1)];
    const double x = (time - a.time) / (b.time - a.time), y = (value - a.value) / (b.value - a.value);
    if (! (x > 0.0 && x < 1.0 && std::isfinite (y)))
        return a.curve;
    if (! (y > 0.0 && y < 1.0))
        return y <= 0.0 ? 1.0 : -1.0;
    return std::clamp (0.25 * std::log2 (x * (1.0 - y) / (y * (1.0 - x))), -1.0, 1.0); // y = x/(x + (1 - x) 16^curve)
}

//======================================================================================================================
GestureTrack traced (std::span<const TracedPoint> trace, const DrawnGesture::Range& range, double tolerance,
                     int maxPoints)
{
    std::vector<TracedPoint> kept;
    for (const auto& point : trace)
        if (kept.empty() || point.time - kept.back().time >= shortestGap)
            kept.push_back ({ std::clamp (point.time, 0.0, 1.0), inside (range, point.value) });
    GestureTrack track;
    if (kept.empty() || maxPoints < 1)
        return track;
    std::vector<std::size_t> corners { 0 };
    if (kept.size() > 1 && maxPoints > 1)
        corners.push_back (kept.size() - 1);
    const double allowed = tolerance * 0.5 * (range.highest - range.lowest);
    while (static_cast<int> (corners.size()) < maxPoints)
    {
        Worst worst;
        for (std::size_t i = 1; i < corners.size(); ++i)
            if (const auto here = worstBetween (kept, corners[i - 1], corners[i]); here.deviation > worst.deviation)
                worst = here;
        if (worst.deviation <= allowed)
            break;
        corners.insert (std::upper_bound (corners.begin(), corners.end(), worst.index), worst.index);
    }
    // A constant line needs no second point.
    if (corners.size() == 2 && kept[corners[0]].value == kept[corners[1]].value)
        corners.pop_back();
    for (const auto corner : corners)
        track.add ({ kept[corner].time, kept[corner].value });
    return track;
}

void Pencil::move (double time, double value)
{
    const auto column =
        static_cast<std::size_t> (std::clamp (std::lround (time * (columns - 1)), 0l, static_cast<long> (columns) - 1));
    const auto from = last == columns ? column : last;
    const double before = last == columns ? value : values[last].value_or (value);
    const auto distance = column > from ? column - from : from - column;
    for (std::size_t step = 0; step <= distance; ++step)
    {
        const double fraction = distance == 0 ? 1.0 : static_cast<double> (step) / static_cast<double> (distance);
        values[column > from ? from + step : from - step] = before + fraction * (value - before);
    }
    last = column;
}

std::vector<TracedPoint> Pencil::line() const
{
    std::vector<TracedPoint> line;
    for (std::size_t column = 0; column < columns; ++column)
        if (values[column])
            line.push_back ({ static_cast<double> (column) / (columns - 1), *values[column] });
    return line;
}

GestureTrack drawnOver (const GestureTrack& track, const DrawnGesture::Range& range, const Pencil& pencil,
                        double tolerance)
{
    const auto line = pencil.line();
    if (line.empty())
        return track;
    std::vector<Point> before, after;
    for (const auto& point : pointsOf (track))
        if (point.time < line.front().time - shortestGap)
            before.push_back (point);
        else if (point.time > line.back().time + shortestGap)
            after.push_back (point);
    if (! before.empty())
        before.back().curve = 0.0;
    const int room = GestureTrack::maxPoints - static_cast<int> (before.size() + after.size());
    const auto middle = traced (line, range, tolerance, std::max (1, room));
    for (const auto& point : pointsOf (middle))
        if (static_cast<int> (before.size() + after.size()) < GestureTrack::maxPoints)
            before.push_back (point);
    before.insert (before.end(), after.begin(), after.end());
    return trackOf (before);
}

//======================================================================================================================
DrawnGesture varied (const DrawnGesture& gesture, double fraction, std::uint64_t seed)
{
    auto result = gesture;
    for (std::size_t t = 0; t < gestureTrackCount; ++t)
    {
        const auto& from = gesture.tracks[t];
        auto& to = result.tracks[t];
        const auto& range = DrawnGesture::ranges[t];
        for (int i = 0; i < from.count; ++i)
        {
            // Random numbers of a point depend on seed, track and point alone.
            Noise first (seed);
            Noise noise (first.nextBits() ^ (1000 * (t + 1) + index (i)));
            const double later = fraction * noise.nextBipolar(), other = fraction * noise.nextBipolar();
            const auto& point = from.points[index (i)];
            auto& moved = to.points[index (i)];
            if (i > 0 && i + 1 < from.count)
                moved.time += 0.5 * later *
                              (later > 0.0 ? from.points[index (i + 1)].time - point.time
                                           : point.time - from.points[index (i - 1)].time);
            const bool isPlace = static_cast<GestureTrackKind> (t) == GestureTrackKind::place;
            moved.value = inside (range, isPlace ? point.value + other : point.value * (1.0 + other));
        }
        for (int i = 1; i < to.count; ++i) // two at the smallest distance
            if (! (to.points[index (i)].time > to.points[index (i - 1)].time))
                to = from;
    }
    return result;
}

std::optional<RecordedGesture> recorded (std::span<const HandMoment> moments, const DrawnGesture& before,
                                         std::array<bool, gestureTrackCount> kept, double tolerance)
{
    if (moments.empty() || ! (moments.back().seconds - moments.front().seconds >= shortestRecording))
        return std::nullopt;
    RecordedGesture result { before, moments.back().seconds - moments.front().seconds };
    for (std::size_t t = 0; t < gestureTrackCount; ++t)
    {
        if (kept[t])
            continue;
        std::vector<TracedPoint> trace;
        for (const auto& moment : moments)
            trace.push_back ({ (moment.seconds - moments.front().seconds) / result.seconds, moment.values[t] });
        result.gesture.tracks[t] = traced (trace, DrawnGesture::ranges[t], tolerance);
    }
    return result;
}
} // namespace kolophon::drawing
