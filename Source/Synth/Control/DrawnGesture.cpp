// SPDX-License-Identifier: GPL-3.0-or-later
#include "DrawnGesture.h"

#include "../../Physics/PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** An arc of a hyperbola from (0, 0) to (1, 1): smooth, monotone, and its own mirror image under -curve. */
double onArc (double fraction, double curve) noexcept
{
    if (curve == 0.0)
        return fraction;
    return fraction / (fraction + (1.0 - fraction) * portable::exp2 (4.0 * curve));
}
} // namespace

double GestureTrack::at (double time, double otherwise) const noexcept
{
    if (count == 0)
        return otherwise;
    const auto begin = points.begin(), end = begin + count;
    const auto next = std::find_if (begin, end, [time] (const Point& p) { return p.time > time; });
    if (next == begin || next == end)
        return (next == begin ? *begin : *(end - 1)).value;
    const auto& a = *(next - 1);
    const double fraction = (time - a.time) / (next->time - a.time);
    return a.value + onArc (fraction, a.curve) * (next->value - a.value);
}

bool GestureTrack::operator== (const GestureTrack& other) const noexcept
{
    return count == other.count && std::equal (points.begin(), points.begin() + count, other.points.begin());
}

//======================================================================================================================
DrawnGesture::Point DrawnGesture::at (double time) const noexcept
{
    return { time, tracks[0].at (time, ranges[0].neutral), tracks[1].at (time, ranges[1].neutral),
             tracks[2].at (time, ranges[2].neutral) };
}

DrawnGesture DrawnGesture::fromCorners (std::initializer_list<Corner> corners) noexcept
{
    DrawnGesture gesture;
    for (const auto& corner : corners)
    {
        gesture[GestureTrackKind::speed].add ({ corner.time, corner.speed });
        gesture[GestureTrackKind::force].add ({ corner.time, corner.force });
    }
    return gesture;
}

bool DrawnGesture::hasOnlyCorners() const noexcept
{
    const auto &speed = tracks[0], &force = tracks[1];
    const auto count = static_cast<std::size_t> (speed.count);
    if (count == 0 || speed.count != force.count || tracks[2].count != 0)
        return false;
    for (std::size_t i = 0; i < count; ++i)
        if (speed.points[i].time != force.points[i].time || speed.points[i].curve != 0.0 ||
            force.points[i].curve != 0.0)
            return false;
    return true;
}

DrawnGesture DrawnGesture::door() noexcept
{
    return fromCorners ({ { 0.0, 0.0, 1.0 },
                          { 0.12, 0.35, 1.0 },
                          { 0.4, 1.0, 0.9 },
                          { 0.55, 0.45, 1.2 },
                          { 0.8, 0.7, 1.0 },
                          { 1.0, 0.0, 1.0 } });
}

double GestureClock::place (const Patch& patch) const noexcept
{
    const double all = lengths (patch);
    return loops (patch) ? all - std::floor (all) : std::min (all, 1.0);
}
} // namespace kolophon
