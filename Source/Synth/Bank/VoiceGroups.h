// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Limits.h"
#include "VoiceGroup.h"

#include <array>
#include <cstddef>
#include <new>

namespace kolophon
{
inline constexpr int groupCount = limits::maxStrings / VoiceGroup::lanes;

/** The groups of one set of strings. A group is half a megabyte, too much to clear at once on the audio thread whenever
    a phrase ends. So the groups of one player have spares: after a rest the two are exchanged, and the one that has
    played is cleared in portions, one at every point of the control grid. Those of further players have none: each is
    cleared when its first string is taken, which a section's players do one after another. Memory that has not been
    played yet is reserved, and not touched. */
class VoiceGroups
{
public:
    /** Clears the groups of one player. Not real-time safe: the first instance also creates the image that groups are
        cleared from. */
    VoiceGroups();

    /** A group in use. */
    VoiceGroup& operator[] (std::size_t g) noexcept { return room (g).group(); }
    const VoiceGroup& operator[] (std::size_t g) const noexcept
    {
        return g < withSpares ? rooms[g][plays[g]].group() : others[g - withSpares].group();
    }

    /** Number of groups in use, counted from the first: those of one player, and all that use() has added since the
        last rest. */
    int count () const noexcept { return inUse; }

    /** Clears groups until group g is in use. [audio] */
    void use (int g) noexcept;

    /** Clears all groups in use at once. Not real-time safe. Spares stay as they are. [any] */
    void clear () noexcept;

    /** Makes all groups as new, spares included, which decide when a rest begins. Not real-time safe. [any] */
    void reset () noexcept;

    /** Leaves one player's groups in use. The others are at rest. [audio] */
    void forgetOthers () noexcept { inUse = withSpares; }

    /** Clears one player's groups by exchanging them for their spares, quickly if isTidy(); otherwise what is left of
        those is cleared first. Leaves no other in use. References to a group become invalid. [audio] */
    void renew () noexcept;

    /** True if every spare is clear. */
    bool isTidy () const noexcept { return cleared == withSpares * sizeof (VoiceGroup); }

    /** Clears the next portion of the spares. [audio] */
    static constexpr std::size_t clearedAtOnce = 9216; // [bytes]: everything in less than a tenth of a second
    void tidy () noexcept;

private:
    static constexpr std::size_t withSpares = limits::maxVoices / VoiceGroup::lanes;

    /** Memory of one group, which begins as nothing. */
    struct Room
    {
        VoiceGroup& group () noexcept { return *std::launder (reinterpret_cast<VoiceGroup*> (bytes)); }
        const VoiceGroup& group () const noexcept
        {
            return *std::launder (reinterpret_cast<const VoiceGroup*> (bytes));
        }
        void clear (const VoiceGroup& clean) noexcept { new (bytes) VoiceGroup (clean); }

        alignas (VoiceGroup) std::byte bytes[sizeof (VoiceGroup)];
    };
    Room& room (std::size_t g) noexcept { return g < withSpares ? rooms[g][plays[g]] : others[g - withSpares]; }

    std::array<std::array<Room, 2>, withSpares> rooms;
    std::array<Room, groupCount - withSpares> others;
    int inUse = 0;
    std::array<std::size_t, withSpares> plays {};           // index of the one in use
    std::size_t cleared = withSpares * sizeof (VoiceGroup); // [bytes] of the spares, in sequence
    const VoiceGroup& clean;
};
} // namespace kolophon
