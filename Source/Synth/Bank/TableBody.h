// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "VoiceGroup.h"

namespace kolophon
{
/** One mode in all lanes: computed for strings, from the mode table for other bodies, and for a second body, which rubs
    the first, in the slots behind the first's. At the contact v = v_hand - u_first + u_second, and a force F on the
    first is -F on the second; so a pair is one bank with the modes of both, whose mobilities add up. */
using TableLanes = TwoTapMode<VoiceGroup::Lane>;

/** The bodies of all lanes whose modes come from tables or second bodies, and their knobs, for one update. [audio] */
class TableBodies
{
public:
    TableBodies (const VoiceGroup& group, double timeStep) noexcept;

    /** Overwrites mode `slot` in the lanes that have a table, or a second body there; the strings' stay. The taps of a
        table are the mean and half the difference of its two pickups; a string's odd partials go to the first tap, its
        even ones to the second. While a body is cross-faded into another, each mode's parameters are interpolated; its
        energy stays the same. */
    void fill (int slot, TableLanes& lanes) const noexcept;

private:
    struct PairOfBodies
    {
        const ModeTable* first = nullptr; // null: a string
        SecondBody second;
    };
    struct StringScale // StringModes::Scale
    {
        double fundamental, rootFundamental, shape, tap, decayRate;
    };
    struct LaneBody
    {
        PairOfBodies now, before;
        double arrived = 1.0;
        StringKnobs<double> string {}, secondString {}; // the second body's knobs, as a string's
        StringScale secondScale {};
        TableKnobs<double> table {};
        SecondBodyKnobs<double> secondKnobs {};

        /** True for a string alone, which has its modes already. */
        bool isString () const noexcept { return now.first == nullptr && ! now.second.exists() && arrived == 1.0; }
    };
    TwoTapMode<double> secondMode (const LaneBody& its, const SecondBody& second, std::size_t m) const noexcept;
    TwoTapMode<double> modeOf (const LaneBody& its, const PairOfBodies& pair, std::size_t m,
                               const TwoTapMode<double>& string) const noexcept;

    double timeStep;
    std::array<LaneBody, VoiceGroup::lanes> bodies;
};

/** Overwrites the tightening of mode `slot` over that of a first mode, and the body's mass [kg], in the lanes that have
    a table, see TightLayout-inl.h; the strings' stay. [audio] */
void fillTableTightening (const VoiceGroup& group, int slot, double timeStep, VoiceGroup::Lane& relative,
                          VoiceGroup::Lane& mass) noexcept;

/** Overwrites the static compliance at the contact [m/N] in the lanes that have a table, and adds that of second
    bodies, unless `ofFirstAlone`; the strings' stay. [audio] */
void fillTableCompliance (const VoiceGroup& group, bool ofFirstAlone, VoiceGroup::Lane& compliance) noexcept;
} // namespace kolophon
