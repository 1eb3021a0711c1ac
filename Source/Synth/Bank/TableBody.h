// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "VoiceGroup.h"

namespace kolophon
{
/** One mode in all lanes: computed for strings, from the mode table for other bodies. */
using TableLanes = TwoTapMode<VoiceGroup::Lane>;

/** Overwrites mode `slot` in the lanes that have a table; the strings' stay. The taps of a table are the mean and half
    the difference of its two pickups; a string's odd partials go to the first tap, its even ones to the second. While a
    body is cross-faded into another, each mode's parameters are interpolated; its energy stays the same. [audio] */
void fillTableLanes (const VoiceGroup& group, int slot, double timeStep, TableLanes& lanes) noexcept;

/** Overwrites the tightening of mode `slot` over that of a first mode, and the body's mass [kg], in the lanes that have
    a table, see TightLayout-inl.h; the strings' stay. [audio] */
void fillTableTightening (const VoiceGroup& group, int slot, double timeStep, VoiceGroup::Lane& relative,
                          VoiceGroup::Lane& mass) noexcept;

/** Overwrites the static compliance at the contact [m/N] in the lanes that have a table; the strings' stay. [audio] */
void fillTableCompliance (const VoiceGroup& group, VoiceGroup::Lane& compliance) noexcept;
} // namespace kolophon
