// SPDX-License-Identifier: GPL-3.0-or-later
#include "GlidingPatch.h"

#include "../../Physics/PortableMath.h"
#include "Limits.h"
#include "ParameterTable.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double glideTime = 0.010; // [s] time constant
constexpr double arrived = 1e-7;    // relative distance at which a glide ends
constexpr double steepest = 1.2;    // factor by which a knob whose scale is logarithmic rises in a step at most
} // namespace

bool GlidingPatch::setPatch (const Patch& patch) noexcept
{
    bool differs = false;
    for (const auto& p : parameterTable())
    {
        const double value = p.nearestValid (p.in (patch));
        if (value == p.in (goal))
            continue;
        p.in (goal) = p.in (now) = value;
        differs = true;
    }
    if (! differs)
        return false;
    heard = admissible (now);
    ++made;
    return true;
}

bool GlidingPatch::jump (std::size_t parameter, double value) noexcept
{
    const auto& p = parameterTable()[parameter];
    value = p.nearestValid (value);
    if (value == p.in (goal) && value == p.in (now))
        return false;
    p.in (goal) = p.in (now) = value;
    heard = admissible (now);
    ++made;
    return true;
}

void GlidingPatch::set (std::size_t parameter, double value) noexcept
{
    if (parameter >= parameterTable().size())
        return;
    const auto& p = parameterTable()[parameter];
    p.in (goal) = p.nearestValid (value);
    if (p.isDiscrete())
        p.in (now) = p.in (goal);
    settled = false;
}

bool GlidingPatch::arrive() noexcept
{
    if (settled)
        return false;
    now = goal;
    settled = true;
    heard = admissible (now);
    ++made;
    return true;
}

bool GlidingPatch::move (double sampleRate) noexcept
{
    if (settled)
        return false;
    const double fraction = 1.0 - portable::exp (-limits::controlInterval / (sampleRate * glideTime));
    settled = true;
    for (const auto& p : parameterTable())
    {
        const double there = p.in (goal);
        double& here = p.in (now);
        if (here == there)
            continue;
        const double next = here + fraction * (there - here);
        here = p.scale == Scale::log && here > 0.0 ? std::min (next, steepest * here) : next;
        if (std::abs (there - here) <= arrived * std::max (std::abs (there), 1e-3 * (p.maximum - p.minimum)))
            here = there;
        else
            settled = false;
    }
    heard = admissible (now);
    ++made;
    return true;
}
} // namespace kolophon
