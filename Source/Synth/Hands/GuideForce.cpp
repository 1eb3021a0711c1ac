// SPDX-License-Identifier: GPL-3.0-or-later
// The force that the guide presses with, and measures of a string that limits depend on.
#include "../../Physics/PortableMath.h"
#include "../Bodies/LawTable.h"
#include "Guide.h"

#include <algorithm>
#include <cmath>

namespace kolophon::guide
{
double towards (double bar, double ofString, double ofBar) noexcept
{
    return ofString * portable::power (ofBar / ofString, bar);
}

double firmnessOf (const Patch& patch) noexcept
{
    constexpr double usual = 3.3 / 4.3;
    const double ratio = patch.bodyTorsionImpedance;
    return patch.bodyTorsion >= 0.5 ? std::min (1.0, ratio / (1.0 + ratio) / usual) : 1.0;
}

double barness (const Rubbed& rubbed) noexcept
{
    constexpr double halfWay = 0.002, halfWayThatFollows = 0.0007;
    const double ratio = rubbed.stiffness / (rubbed.follows ? halfWayThatFollows : halfWay), square = ratio * ratio;
    const double way = rubbed.follows ? square * square : square;
    return way / (way + 1.0); // 0.03 and 0.06 of a bass's steel rope
}

double notBelow (double value, double limit) noexcept
{
    const double its = value * value, least = limit * limit;
    return std::sqrt (std::sqrt (its * its + least * least));
}

double notAbove (double value, double limit) noexcept
{
    const double ratio = value / limit, square = ratio * ratio;
    return value / std::sqrt (std::sqrt (1.0 + square * square));
}

namespace
{
struct ForceLimits
{
    double min, max; // over BodyKind::fullForce()
};

/** Limits of the force. A contact that doesn't yield reflects every kink of a string unsoftened, so it bears only a
    fraction of the force. Friction that falls in a jump has a narrow window; friction that lags behind flattens, the
    more the larger the force. */
ForceLimits forceLimitsOf (const Rubbed& rubbed) noexcept
{
    if (rubbed.model != BodyModel::string && rubbed.follows)
        return isDense (rubbed.table) && ! isSkin (rubbed.table) ? ForceLimits { 0.2, 0.3 } : ForceLimits { 0.3, 0.4 };
    if (rubbed.model != BodyModel::string)
        return { 0.3, 0.7 };
    switch (fallOf (rubbed.law))
    {
        case Fall::none: return { 0.02, 0.1 };
        case Fall::jump: return { 0.31, 0.38 };
        case Fall::heat: return { 0.25, 0.4 };
        case Fall::curve:
        case Fall::lag: break;
    }
    return readsTravel (rubbed.law) ? ForceLimits { 0.3, rubbed.follows ? 0.6 : 0.8 } : ForceLimits { 0.02, 0.2 };
}

/** Factor of the force on a body of modes under a law whose friction falls only from rest. Constant friction in sliding
    feeds no vibration, so that the drop from mu_s to mu_k has to throw the first mode to the bow's speed v by itself:
    (mu_s - mu_k) N = w_1 m_1 v, 7.7 times full force, and twice that for what other modes take; pace() finds the motion
    again that such a drop has missed. A bow that waits for the surface needs less, and throws the other modes less. The
    many modes of a skin lie so close together that they throw its surface together. A law that lags needs such a force
    at the onset only; where the contact follows the bow it flattens less under less, and 1.7 still starts C6. */
double gripOf (const Rubbed& rubbed) noexcept
{
    const auto fall = fallOf (rubbed.law);
    if (rubbed.model != BodyModel::table || (fall != Fall::jump && fall != Fall::lag))
        return 1.0;
    if (fall == Fall::lag && rubbed.follows)
        return isSkin (rubbed.table) ? 1.0 : 1.7;
    if (fall == Fall::lag)
        return isSkin (rubbed.table) ? 5.0 : 2.0;
    if (rubbed.scales)
        return isSkin (rubbed.table) ? 5.0 : 14.0;
    return isSkin (rubbed.table) ? 9.0 : 22.0;
}

/** Decades of the force over full that is played where a player asks for `pressure`, 1 at full force and 0 at a tenth
    of it: from under the least that speaks at 0 over the usual one nearly to the most at 1, to the most before it
    cracks, and what cracks at 2. */
double pressedDecades (double pressure, const ForceLimits& limits) noexcept
{
    constexpr double decade = 2.302585092994046;
    const auto decadesOf = [] (double ratio) { return portable::log (ratio) / decade; };
    const double least = decadesOf (limits.min), most = decadesOf (limits.max);
    const double middle = std::clamp (usualPressure - 1.0, least + 0.05, std::max (least + 0.05, most - 0.1));
    struct Node
    {
        double pressure, decades;
    };
    const Node nodes[] = { { 0.0, least - 0.15 },      { 0.1, least },
                           { usualPressure, middle },  { 1.0, most - 0.05 },
                           { crackingPressure, most }, { 2.0, most + 0.3 } };
    std::size_t above = 1;
    while (above + 1 < std::size (nodes) && nodes[above].pressure < pressure)
        ++above;
    const auto& [from, low] = nodes[above - 1];
    const auto& [to, high] = nodes[above];
    return low + (high - low) * (pressure - from) / (to - from);
}

double pressedOf (double asked, const ForceLimits& limits, double strength) noexcept
{
    constexpr double decade = 2.302585092994046;
    const double decades = portable::log (std::max (asked, 1e-6)) / decade;
    return portable::exp10 (decades +
                            strength * (pressedDecades (std::clamp (1.0 + decades, -1.0, 3.0), limits) - decades));
}
} // namespace

double force (double asked, double full, const Rubbed& rubbed, double strength) noexcept
{
    if (strength <= 0.0 || full <= 0.0 || rubbed.model == BodyModel::block) // a bow at rest has no window
        return asked;
    auto limits = forceLimitsOf (rubbed);
    // Schelleng's force over a bar's, 0.13 w_1 m_1 v_b/(mu_s - mu_k) with w_1 m_1 = pi Z_0/(2 sin^2 pi beta) at 0.45.
    constexpr double ofBar = 0.047;
    const double bar = barness (rubbed), firm = std::sqrt (rubbed.firmness);
    limits.min = firm * towards (bar, limits.min, 0.3 * ofBar);
    limits.max = firm * towards (bar, limits.max, 0.7 * ofBar);
    const double pressed = rubbed.follows
                               ? pressedOf (asked / full, limits, strength)
                               : notAbove (notBelow (asked / full, strength * limits.min), limits.max / strength);
    return full * pressed * (1.0 + strength * (gripOf (rubbed) - 1.0));
}
} // namespace kolophon::guide
