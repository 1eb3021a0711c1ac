#pragma once

#include "VoiceGroup.h"

namespace kolophon
{
/** One mode of every lane: a string's as it comes, the body's where the lane has a table. */
using TableLanes = TwoTapMode<VoiceGroup::Lane>;

/** Puts mode `slot` of the lanes' tables over the strings'. The taps of a table are the mean and half the difference of
    its two pickups; a string's odd partials go to the first tap, its even ones to the second. A body that turns into another
    is between the two, mode by mode: their energy stays where it is. [audio] */
void fillTableLanes (const VoiceGroup& group, int slot, double timeStep, TableLanes& lanes) noexcept;

/** Static compliance at the contact [m/N] of the lanes that have a table, over the strings'. [audio] */
void fillTableCompliance (const VoiceGroup& group, VoiceGroup::Lane& compliance) noexcept;
} // namespace kolophon
