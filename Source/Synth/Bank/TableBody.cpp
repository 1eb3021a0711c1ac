// SPDX-License-Identifier: GPL-3.0-or-later
#include "TableBody.h"

#include "../../Core/Units.h"
#include "../../Physics/Nyquist-inl.h"
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

/** Mode `m` of one lane's body; with `table` null, that of `string`. */
TwoTapMode<double> modeOf (const VoiceGroup& group, std::size_t lane, const ModeTable* table, std::size_t m,
                           const TwoTapMode<double>& string, double timeStep) noexcept
{
    if (table == nullptr)
        return string;
    return tableMode (*table, m, laneOf (group.string, lane), laneOf (group.body, lane), timeStep);
}

double blend (double before, double now, double fraction) noexcept
{
    return before + fraction * (now - before);
}

/** Tightening of mode `m` over that of a first mode: (l_m/l_1)/(w_m/w_1)^2, l: the Laplacian's eigenvalues. */
double tableTightening (const ModeTable& table, std::size_t m, double first, double warp, double count,
                        double timeStep) noexcept
{
    if (table.tightening <= 0.0 || static_cast<double> (m) >= count || m >= static_cast<std::size_t> (table.count))
        return 0.0;
    const double listed = table.ratio[m], ratio = warp == 1.0 ? listed : portable::power (listed, warp);
    const double eigenvalue = table.tightening == 1.0 ? listed : portable::power (listed, table.tightening);
    return HWY_NAMESPACE::fadeAtNyquist (2.0 * pi * first * ratio, timeStep) * eigenvalue / (ratio * ratio);
}
} // namespace

void fillTableLanes (const VoiceGroup& group, int slot, double timeStep, TableLanes& lanes) noexcept
{
    const auto m = static_cast<std::size_t> (slot);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        auto string = laneOf (lanes, lane);
        string.secondTap = 0.0;
        if (slot % 2 == 1)
            std::swap (string.tap, string.secondTap);
        auto mode = modeOf (group, lane, group.table[lane], m, string, timeStep);
        if (const double fraction = group.arrived[lane]; fraction < 1.0)
            eachField ([fraction] (double& now, double old) { now = blend (old, now, fraction); }, mode,
                       modeOf (group, lane, group.before[lane], m, string, timeStep));
        eachField ([lane] (double mine, VoiceGroup::Lane& all) { all[lane] = mine; }, mode, lanes);
    }
}

void fillTableTightening (const VoiceGroup& group, int slot, double timeStep, VoiceGroup::Lane& relative,
                          VoiceGroup::Lane& mass) noexcept
{
    const auto m = static_cast<std::size_t> (slot);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const auto of = [&, string = relative[lane]] (const ModeTable* table)
        {
            return table == nullptr ? string
                                    : tableTightening (*table, m, group.string.fundamental[lane], group.body.warp[lane],
                                                       group.string.soundingCount[lane], timeStep);
        };
        if (group.table[lane] != nullptr)
            mass[lane] = group.body.mass[lane];
        const double now = of (group.table[lane]), fraction = group.arrived[lane];
        relative[lane] = fraction < 1.0 ? blend (of (group.before[lane]), now, fraction) : now;
    }
}

void fillTableCompliance (const VoiceGroup& group, VoiceGroup::Lane& compliance) noexcept
{
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const auto of = [&, string = compliance[lane]] (const ModeTable* table)
        {
            return table == nullptr ? string
                                    : tableCompliance (*table, group.string.fundamental[lane],
                                                       group.string.position[lane], group.body.mass[lane]);
        };
        const double now = of (group.table[lane]), fraction = group.arrived[lane];
        compliance[lane] = fraction < 1.0 ? blend (of (group.before[lane]), now, fraction) : now;
    }
}
} // namespace kolophon
