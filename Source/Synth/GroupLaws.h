// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "PlayedSlots.h"
#include "VoiceParts/AbruptMenus.h"
#include "VoiceParts/Fade.h"

#include <array>

namespace kolophon
{
/** Laws of all groups of strings. Those of a change wait until the voices that it disturbs have faded out: see
    AbruptMenus. [audio] */
class GroupLaws
{
public:
    /** Follows the patch at a point of the control grid; `waits` [s] for the voices, 0: not at all. */
    void follow (const Patch& patch, PlayedSlots& slots, double waits) noexcept;
    /** Sets the laws of the groups that don't have them yet. */
    void setNew (const Patch& patch, PlayedSlots& slots) noexcept;
    /** False if something changes that no knob says: another spring presses a bow as soon as none does. */
    bool areFollowed (const Patch& patch, const PlayedSlots& slots) const noexcept;
    bool isSettled () const noexcept { return fade.isOpen(); }

private:
    std::array<double, AbruptMenus::laws> used {};
    Fade fade;
    int groups = 0; // that have them
};
} // namespace kolophon
