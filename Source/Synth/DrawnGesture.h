#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace kolophon
{
/** A drawn gesture: the hand's speed and pressure over its time, straight lines between points. */
struct DrawnGesture
{
    static constexpr int maxPoints = 64;
    struct Point
    {
        double time;  // 0 … 1 of Gesture time, rising
        double speed; // -1 … 1 of Speed, backwards below 0
        double force; // 0 … 2 of Pressure's or Force's newtons

        bool operator== (const Point&) const noexcept = default;
    };

    int count = 0;
    std::array<Point, maxPoints> points {};

    bool operator== (const DrawnGesture&) const noexcept = default;

    /** At `time` in 0 … 1; outside the points, the nearest of them. A gesture without points is a steady stroke. */
    Point at (double time) const noexcept
    {
        if (count == 0)
            return { time, 1.0, 1.0 };
        const auto begin = points.begin(), end = begin + count;
        const auto next = std::find_if (begin, end, [time] (const Point& p) { return p.time > time; });
        if (next == begin || next == end)
        {
            const auto& p = next == begin ? *begin : *(end - 1);
            return { time, p.speed, p.force };
        }
        const auto& a = *(next - 1);
        const double fraction = (time - a.time) / (next->time - a.time);
        return { time, a.speed + fraction * (next->speed - a.speed), a.force + fraction * (next->force - a.force) };
    }

    /** A door: it hangs, gives way, drags on, and falls shut. */
    static DrawnGesture door () noexcept
    {
        DrawnGesture gesture;
        for (const Point& p : { Point { 0.0, 0.0, 1.0 },
                                { 0.12, 0.35, 1.0 },
                                { 0.4, 1.0, 0.9 },
                                { 0.55, 0.45, 1.2 },
                                { 0.8, 0.7, 1.0 },
                                { 1.0, 0.0, 1.0 } })
            gesture.points[static_cast<std::size_t> (gesture.count++)] = p;
        return gesture;
    }
};
} // namespace kolophon
