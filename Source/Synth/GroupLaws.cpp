// SPDX-License-Identifier: GPL-3.0-or-later
#include "GroupLaws.h"

#include "../Core/Index.h"
#include "VoiceParts/SideHands.h"

#include <algorithm>

namespace kolophon
{
void GroupLaws::follow (const Patch& patch, PlayedSlots& slots, double waits) noexcept
{
    const auto choices = AbruptMenus::of (patch);
    std::array<double, AbruptMenus::laws> wanted;
    std::copy_n (choices.begin(), wanted.size(), wanted.begin());
    if (waits > 0.0 && wanted != used && ! fade.isShut())
        fade.out (waits);
    else
    {
        used = wanted;
        fade = {};
    }
    groups = 0;
    setNew (patch, slots);
}

void GroupLaws::setNew (const Patch& patch, PlayedSlots& slots) noexcept
{
    for (int& g = groups; g < slots.a.groups.count(); ++g)
    {
        slots.a.groups[index (g)].setLaw (static_cast<int> (used[0]));
        slots.b.groups[index (g)].setLaw (static_cast<int> (used[1]));
        slots.each ([&] (StringSet& slot)
                    { SideHands::followKinds (slot.groups[index (g)], static_cast<int> (used[2]), patch); });
    }
}

bool GroupLaws::areFollowed (const Patch& patch, const PlayedSlots& slots) const noexcept
{
    for (int g = 0; g < slots.a.groups.count(); ++g)
        if (! SideHands::kindsMatch (slots.a.groups[index (g)], patch) ||
            ! SideHands::kindsMatch (slots.b.groups[index (g)], patch))
            return false;
    return true;
}
} // namespace kolophon
