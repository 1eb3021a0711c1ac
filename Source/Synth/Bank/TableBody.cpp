// SPDX-License-Identifier: GPL-3.0-or-later
#include "TableBody.h"

#include "../../Core/Units.h"
#include "../../Physics/Nyquist-inl.h"
#include "../../Physics/StringModes-inl.h"
#include "../PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** One lane of a structure of lanes. */
template <template <class> class Structure>
Structure<double> laneOf (const Structure<VoiceGroup::Lane>& lanes, std::size_t lane) noexcept
{
    Structure<double> one;
    eachField ([lane] (double& mine, const VoiceGroup::Lane& all) { mine = all[lane]; }, one, lanes);
    return one;
}

/** Mode `m` of a ModeTable, mass-normalised like a string's in Physics/StringModes-inl.h: first frequency f_1 [Hz],
    ratios to the power `warp`, s = decay_n s_0 + (loss/Q + held_n) w/2, rubbed at `position`, of mass M [kg]; the
    pickups hear the velocity times (f_n/f_1)^brightness. Shapes fade out between 0.45 and 0.49 of the internal rate.
    Modes beyond the voice's count have zero shape and taps. */
TwoTapMode<double> tableMode (const ModeTable& table, std::size_t m, const StringKnobs<double>& string,
                              const TableKnobs<double>& body, double timeStep) noexcept
{
    const bool there = static_cast<double> (m) < string.soundingCount && m < static_cast<std::size_t> (table.count);
    const double listed = table.ratio[there ? m : 0];
    const double ratio = body.warp == 1.0 ? listed : portable::power (listed, body.warp);
    const double w = 2.0 * pi * string.fundamental * ratio;
    const double fade = there ? HWY_NAMESPACE::fadeAtNyquist (w, timeStep) : 0.0, scale = fade / std::sqrt (body.mass);
    TwoTapMode<double> mode;
    mode.frequency = HWY_NAMESPACE::belowNyquist (w, timeStep);
    const double supports = 0.5 * table.held[there ? m : 0] * w;
    const double material = table.loss * w / (2.0 * string.quality);
    mode.decayRate =
        std::min (string.decayRate * table.decay[there ? m : 0] + material + supports, 0.9 * mode.frequency);
    mode.contact = scale * ModeTable::at (table.shape[there ? m : 0], string.position);
    const double heard = scale * (body.brightness == 0.0 ? 1.0 : portable::power (ratio, body.brightness));
    const double left = heard * table.left[there ? m : 0], right = heard * table.right[there ? m : 0];
    mode.tap = 0.5 * (left + right);
    mode.secondTap = 0.5 * (left - right);
    return mode;
}

/** Static compliance [m/N] of the whole body at the contact, with the ratios as listed. */
double tableCompliance (const ModeTable& table, double first, double position, double mass) noexcept
{
    double sum = ModeTable::at (table.leftOut, position);
    for (std::size_t m = 0; m < static_cast<std::size_t> (table.count); ++m)
    {
        const double shape = ModeTable::at (table.shape[m], position) / table.ratio[m];
        sum += shape * shape;
    }
    const double w = 2.0 * pi * first;
    return sum / (mass * w * w);
}

/** Odd partials of a string go to the first tap, even ones to the second. */
void chooseTap (TwoTapMode<double>& ofString, std::size_t m) noexcept
{
    ofString.secondTap = 0.0;
    if (m % 2 == 1)
        std::swap (ofString.tap, ofString.secondTap);
}

/** A second body's knobs, as a string's; a string of mass M has the impedance Z_0 = 2 f_0 M. */
StringKnobs<double> stringOf (const SecondBodyKnobs<double>& knobs, int count) noexcept
{
    StringKnobs<double> string {};
    neutralise (string, [] (double& knob, double value) { knob = value; });
    string.fundamental = knobs.fundamental;
    string.inharmonicity = knobs.inharmonicity;
    string.impedance = 2.0 * knobs.fundamental * knobs.mass;
    string.decayRate = knobs.decayRate;
    string.quality = knobs.quality;
    string.position = knobs.position;
    string.soundingCount = count;
    return string;
}

/** Mode `m` of a second body. Pushed by -F it moves against the first, so its coordinate is counted the other way, as
    the hand's is (Physics/HandModes-inl.h): its shape at the contact keeps its sign, and its taps turn theirs. `side`
    moves its sound to one ear: the mix hears the sum of both taps in the middle, and partialSpread of their difference
    at the side. */
TwoTapMode<double> secondMode (const SecondBody& second, const SecondBodyKnobs<double>& knobs, std::size_t m,
                               double timeStep) noexcept
{
    const auto string = stringOf (knobs, second.count);
    TwoTapMode<double> mode;
    if (second.isString)
    {
        static_cast<Mode<double>&> (mode) = HWY_NAMESPACE::StringModes<double>::transverse (
            string, static_cast<double> (m + 1), string.soundingCount, timeStep);
        chooseTap (mode, m);
    }
    else
        mode = tableMode (*second.table, m, string, { knobs.mass, 1.0, knobs.brightness }, timeStep);
    const double toSide = knobs.side * (mode.tap + mode.secondTap) / (2.0 * lanes::partialSpread);
    mode.tap = -knobs.heard * (mode.tap + toSide);
    mode.secondTap = -knobs.heard * (mode.secondTap - toSide);
    return mode;
}

/** The mode in one slot of a lane: `string` with `table` null, or the second body's behind the first's modes. */
TwoTapMode<double> modeOf (const VoiceGroup& group, std::size_t lane, const ModeTable* table, const SecondBody& second,
                           std::size_t m, const TwoTapMode<double>& string, double timeStep) noexcept
{
    if (second.holds (static_cast<int> (m)))
        return secondMode (second, laneOf (group.secondKnobs, lane), m - static_cast<std::size_t> (second.first),
                           timeStep);
    auto mode = table == nullptr
                    ? string
                    : tableMode (*table, m, laneOf (group.string, lane), laneOf (group.body, lane), timeStep);
    if (second.exists())
    {
        mode.tap *= group.secondKnobs.firstHeard[lane];
        mode.secondTap *= group.secondKnobs.firstHeard[lane];
    }
    return mode;
}

/** Static compliance [m/N] of a second body at the contact; 0 without one. */
double secondCompliance (const SecondBody& second, const SecondBodyKnobs<double>& knobs) noexcept
{
    if (! second.exists())
        return 0.0;
    if (second.isString)
        return HWY_NAMESPACE::StringModes<double>::transverseCompliance (stringOf (knobs, second.count));
    return tableCompliance (*second.table, knobs.fundamental, knobs.position, knobs.mass);
}

double blend (double before, double now, double fraction) noexcept
{
    return before + fraction * (now - before);
}
} // namespace

void fillTableLanes (const VoiceGroup& group, int slot, double timeStep, TableLanes& lanes) noexcept
{
    const auto m = static_cast<std::size_t> (slot);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        auto string = laneOf (lanes, lane);
        chooseTap (string, m);
        auto mode = modeOf (group, lane, group.table[lane], group.second[lane], m, string, timeStep);
        if (const double fraction = group.arrived[lane]; fraction < 1.0)
            eachField ([fraction] (double& now, double old) { now = blend (old, now, fraction); }, mode,
                       modeOf (group, lane, group.before[lane], group.secondBefore[lane], m, string, timeStep));
        eachField ([lane] (double mine, VoiceGroup::Lane& all) { all[lane] = mine; }, mode, lanes);
    }
}

void fillTableCompliance (const VoiceGroup& group, VoiceGroup::Lane& compliance) noexcept
{
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const auto of = [&, string = compliance[lane]] (const ModeTable* table, const SecondBody& second)
        {
            const double first = table == nullptr
                                     ? string
                                     : tableCompliance (*table, group.string.fundamental[lane],
                                                        group.string.position[lane], group.body.mass[lane]);
            return first + secondCompliance (second, laneOf (group.secondKnobs, lane));
        };
        const double now = of (group.table[lane], group.second[lane]), fraction = group.arrived[lane];
        compliance[lane] =
            fraction < 1.0 ? blend (of (group.before[lane], group.secondBefore[lane]), now, fraction) : now;
    }
}
} // namespace kolophon
