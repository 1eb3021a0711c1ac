// SPDX-License-Identifier: GPL-3.0-or-later
#include "VoiceGroups.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>

namespace kolophon
{
namespace
{
const VoiceGroup& cleanGroup ()
{
    static const auto group = []
    {
        auto made = std::make_unique<VoiceGroup>();
        made->clear();
        return made;
    }();
    return *group;
}
} // namespace

VoiceGroups::VoiceGroups() : clean (cleanGroup())
{
    for (auto& pair : rooms)
        for (auto& each : pair)
            each.clear (clean);
    inUse = withSpares;
}

void VoiceGroups::use (int g) noexcept
{
    for (; inUse <= g; ++inUse)
        room (static_cast<std::size_t> (inUse)).clear (clean);
}

void VoiceGroups::clear() noexcept
{
    for (std::size_t g = 0; g < static_cast<std::size_t> (inUse); ++g)
        (*this)[g].clear();
}

void VoiceGroups::reset() noexcept
{
    renew();
    while (! isTidy())
        tidy();
}

void VoiceGroups::renew() noexcept
{
    while (! isTidy())
        tidy();
    for (auto& one : plays)
        one = 1 - one;
    cleared = 0;
    forgetOthers();
}

void VoiceGroups::tidy() noexcept
{
    // Byte by byte, over the border of two groups.
    static_assert (std::is_trivially_copyable_v<VoiceGroup>);
    std::size_t left = clearedAtOnce;
    while (left > 0 && ! isTidy())
    {
        const std::size_t g = cleared / sizeof (VoiceGroup), from = cleared % sizeof (VoiceGroup);
        const std::size_t count = std::min (left, sizeof (VoiceGroup) - from);
        std::memcpy (rooms[g][1 - plays[g]].bytes + from, reinterpret_cast<const std::byte*> (&clean) + from, count);
        cleared += count;
        left -= count;
    }
}
} // namespace kolophon
