// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "VoiceGroup.h"

namespace kolophon
{
/** One mode in all lanes: computed for strings, from the mode table for other bodies, and for a second body, which rubs
    the first, in the slots behind the first's. At the contact v = v_hand - u_first + u_second, and a force F on the
    first is -F on the second; so a pair is one bank with the modes of both, whose mobilities add up. */
using TableLanes = TwoTapMode<VoiceGroup::Lane>;

/** Overwrites mode `slot` in the lanes that have a table, or a second body there; the strings' stay. The taps of a table
    are the mean and half the difference of its two pickups; a string's odd partials go to the first tap, its even ones
    to the second. While a body is cross-faded into another, each mode's parameters are interpolated; its energy stays
    the same. [audio] */
void fillTableLanes (const VoiceGroup& group, int slot, double timeStep, TableLanes& lanes) noexcept;

/** Overwrites the static compliance at the contact [m/N] in the lanes that have a table, and adds that of second
    bodies; the strings' stay. [audio] */
void fillTableCompliance (const VoiceGroup& group, VoiceGroup::Lane& compliance) noexcept;
} // namespace kolophon
