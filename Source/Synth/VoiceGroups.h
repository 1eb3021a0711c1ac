#pragma once

#include "Synth.h"
#include "VoiceGroup.h"

#include <array>
#include <cstddef>

namespace kolophon
{
inline constexpr int groupCount = Synth::maxVoices / VoiceGroup::lanes;

/** The groups of one set of strings. A group is half a megabyte, too much to clear at once on the audio thread. So each
    has a spare one: after a rest it is the spare that plays, and the other is cleared behind it, a little at every
    point of the control grid. */
class VoiceGroups
{
public:
    /** All clear. Not on the audio thread: the first one also makes what they are cleared from. */
    VoiceGroups();

    VoiceGroup& operator[] (std::size_t g) noexcept { return rooms[g][plays[g]]; }
    const VoiceGroup& operator[] (std::size_t g) const noexcept { return rooms[g][plays[g]]; }

    /** All clear at once: for who need not be back in time. Spares stay as they are. [any] */
    void clear () noexcept;

    /** As clear() leaves them: every spare takes the place of the one that played. Only while they are tidy. What was
        bound to a group is to be bound anew. [audio] */
    void renew () noexcept;

    /** Whether every spare is clear. */
    bool isTidy () const noexcept { return cleared == groupCount * sizeof (VoiceGroup); }

    /** Clears so much of the spares, or what is left. [audio] */
    static constexpr std::size_t clearedAtOnce = 9216; // [bytes]: all of it in less than a tenth of a second
    void tidy () noexcept;

private:
    std::array<std::array<VoiceGroup, 2>, groupCount> rooms;
    std::array<std::size_t, groupCount> plays {};           // which of the two
    std::size_t cleared = groupCount * sizeof (VoiceGroup); // [bytes] of the spares, one behind the other
    const VoiceGroup& clean;
};
} // namespace kolophon
