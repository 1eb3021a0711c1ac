// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Limits.h"
#include "VoiceGroup.h"

#include <array>
#include <cstddef>

namespace kolophon
{
inline constexpr int groupCount = limits::maxVoices / VoiceGroup::lanes;

/** The groups of one set of strings. A group is half a megabyte, too much to clear at once on the audio thread. So each
    has a spare: after a rest the two are exchanged, and the one that has played is cleared in portions, one at every
    point of the control grid. */
class VoiceGroups
{
public:
    /** Clears everything. Not real-time safe: the first instance also creates the image that groups are cleared
        from. */
    VoiceGroups();

    VoiceGroup& operator[] (std::size_t g) noexcept { return rooms[g][plays[g]]; }
    const VoiceGroup& operator[] (std::size_t g) const noexcept { return rooms[g][plays[g]]; }

    /** Clears all groups in use at once. Not real-time safe. Spares stay as they are. [any] */
    void clear () noexcept;

    /** Clears all groups by exchanging them for their spares, quickly if isTidy(); otherwise what is left of those is
        cleared first. References to a group become invalid. [audio] */
    void renew () noexcept;

    /** True if every spare is clear. */
    bool isTidy () const noexcept { return cleared == groupCount * sizeof (VoiceGroup); }

    /** Clears the next portion of the spares. [audio] */
    static constexpr std::size_t clearedAtOnce = 9216; // [bytes]: everything in less than a tenth of a second
    void tidy () noexcept;

private:
    std::array<std::array<VoiceGroup, 2>, groupCount> rooms;
    std::array<std::size_t, groupCount> plays {};           // index of the one in use
    std::size_t cleared = groupCount * sizeof (VoiceGroup); // [bytes] of the spares, in sequence
    const VoiceGroup& clean;
};
} // namespace kolophon
