// SPDX-License-Identifier: GPL-3.0-or-later
// Corrections of the guide by the motion of the body, once it sounds.
#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Bodies/LawTable.h"
#include "Guide.h"

#include <algorithm>
#include <cmath>

namespace kolophon::guide
{
bool isSkin (const ModeTable* table) noexcept
{
    constexpr double muchLoss = 2.0;
    return table != nullptr && table->loss > muchLoss;
}

bool isDense (const ModeTable* table) noexcept
{
    const std::size_t next = table != nullptr ? table->firstModes() : 0;
    return next > 0 && static_cast<std::size_t> (table->count) > next && table->ratio[next] < 2.0 * table->ratio[0];
}

Flattening flattening (const Rubbed& rubbed, double pitch, double place, double strength) noexcept
{
    constexpr double jumping = 6.5, lagging = 3.0, hot = 6.0; // [cents]
    constexpr double laggingMore = 9.0;                       // [cents/kHz]
    constexpr double lowPitch = 130.0;                        // [Hz]
    constexpr double ofStrings = 8.0, ofOthers = 50.0;        // [cents] others are soon measured
    constexpr double sharpened = 50.0, uncertain = 100.0;     // [cents] per root of B
    if (rubbed.model != BodyModel::string)
        return { rubbed.table != nullptr ? -strength * rubbed.table->sharpAt (place) : 0.0, ofOthers };
    // A stiff string sounds sharp, because its partials are, as far as a corner keeps them together; the fewer do, the
    // less is known.
    const double root = std::sqrt (rubbed.stiffness), bends = 1.0 - barness (rubbed);
    const auto known = [&] (double cents) {
        return Flattening { strength * bends * (cents - sharpened * root), ofStrings + uncertain * root };
    };
    switch (fallOf (rubbed.law))
    {
        case Fall::jump: return known (jumping * notBelow (1.0, lowPitch / pitch));
        case Fall::lag: return known (lagging + laggingMore * 0.001 * pitch);
        case Fall::heat: return known (hot);
        case Fall::none:
        case Fall::curve: break;
    }
    return known (0.0);
}

bool startsHarder (const Rubbed& rubbed) noexcept
{
    const auto fall = fallOf (rubbed.law);
    return rubbed.model == BodyModel::table ||
           (rubbed.model == BodyModel::string && (fall == Fall::jump || (rubbed.scales && fall == Fall::lag)));
}

double onset (double modeSpeed, double speed, double pressed, const Rubbed& rubbed, double strength) noexcept
{
    if (! startsHarder (rubbed))
        return 1.0;
    constexpr double speaks = 0.8;
    // A plate that is pressed harder than twice its full force rattles; a skin loses more, and bears more.
    // Friction that lags must bring it to a first rest, a string in a living hand, too.
    const bool lags = fallOf (rubbed.law) == Fall::lag;
    const double most = lags ? 7.0 : isSkin (rubbed.table) ? 3.0 : 2.0;
    const double harder = rubbed.model == BodyModel::table
                              ? std::clamp (most / pressed - 1.0, 0.0, lags ? 2.0 * most : 4.0)
                          : lags ? 8.0
                                 : 0.3;
    return 1.0 + harder * strength * (1.0 - std::min (1.0, modeSpeed / (speaks * speed)));
}

bool keepsPace (const Rubbed& rubbed) noexcept
{
    return rubbed.model == BodyModel::table && fallOf (rubbed.law) == Fall::jump;
}

double pace (double modeSpeed, double speed, const Rubbed& rubbed, double strength) noexcept
{
    if (! keepsPace (rubbed) || ! (speed > 0.0))
        return 1.0;
    constexpr double slowest = 0.02; // a bow that the body has lost waits for it, almost at rest
    const double follows = rubbed.scales ? 0.98 : 0.95;
    return 1.0 - strength * (1.0 - std::clamp (follows * modeSpeed / speed, slowest, 1.0));
}
} // namespace kolophon::guide
