// SPDX-License-Identifier: GPL-3.0-or-later
#include "TableBody.h"

#include "../../Core/Units.h"
#include "../../Physics/Nyquist-inl.h"
#include "../../Physics/PortableMath.h"
#include "../../Physics/StringModes-inl.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
using String = HWY_NAMESPACE::StringModes<double>;
using ModesThere = HWY_NAMESPACE::ModesThere<double>;

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
    Modes that are not there have zero shape and taps. */
TwoTapMode<double> tableMode (const ModeTable& table, std::size_t m, const ModesThere& present,
                              const StringKnobs<double>& string, const TableKnobs<double>& body,
                              double timeStep) noexcept
{
    const bool there = static_cast<double> (m) < present.count && m < static_cast<std::size_t> (table.count);
    const double listed = table.ratio[there ? m : 0];
    const double ratio = body.warp == 1.0 ? listed : portable::power (listed, body.warp);
    const double w = 2.0 * pi * string.fundamental * ratio;
    const double fade =
        there ? present.ofMode (static_cast<double> (m + 1)) * HWY_NAMESPACE::fadeAtNyquist (w, timeStep) : 0.0;
    const double scale = fade / std::sqrt (body.mass);
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
StringKnobs<double> stringOf (const SecondBodyKnobs<double>& knobs) noexcept
{
    StringKnobs<double> string {};
    neutralise (string, [] (double& knob, double value) { knob = value; });
    string.fundamental = knobs.fundamental;
    string.inharmonicity = knobs.inharmonicity;
    string.impedance = 2.0 * knobs.fundamental * knobs.mass;
    string.decayRate = knobs.decayRate;
    string.quality = knobs.quality;
    string.position = knobs.position;
    return string;
}

/** Static compliance [m/N] of a second body at the contact; 0 without one. */
double secondCompliance (const SecondBody& second, const SecondBodyKnobs<double>& knobs) noexcept
{
    if (! second.exists())
        return 0.0;
    if (second.isString)
        return String::transverseCompliance (stringOf (knobs));
    return tableCompliance (*second.table, knobs.fundamental, knobs.position, knobs.mass);
}

double blend (double before, double now, double fraction) noexcept
{
    return before + fraction * (now - before);
}

/** Tightening of mode `m` over that of a first mode: (l_m/l_1)/(w_m/w_1)^2, l: the Laplacian's eigenvalues. */
double tableTightening (const ModeTable& table, std::size_t m, double first, double warp, const ModesThere& there,
                        double timeStep) noexcept
{
    if (table.tightening <= 0.0 || static_cast<double> (m) >= there.count ||
        m >= static_cast<std::size_t> (table.count))
        return 0.0;
    const double listed = table.ratio[m], ratio = warp == 1.0 ? listed : portable::power (listed, warp);
    const double eigenvalue = table.tightening == 1.0 ? listed : portable::power (listed, table.tightening);
    return there.ofMode (static_cast<double> (m + 1)) *
           HWY_NAMESPACE::fadeAtNyquist (2.0 * pi * first * ratio, timeStep) * eigenvalue / (ratio * ratio);
}
} // namespace

TableBodies::TableBodies (const VoiceGroup& group, double itsTimeStep) noexcept : timeStep (itsTimeStep)
{
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        auto& its = bodies[lane];
        its.now = { group.table[lane], group.second[lane] };
        its.before = { group.before[lane], group.secondBefore[lane] };
        its.arrived = group.arrived[lane];
        if (its.isString())
            continue;
        its.string = laneOf (group.string, lane);
        its.table = laneOf (group.body, lane);
        if (! its.now.second.exists() && ! its.before.second.exists())
            continue;
        its.secondKnobs = laneOf (group.secondKnobs, lane);
        its.secondString = stringOf (its.secondKnobs);
        const auto scale = String::transverseScale (its.secondString);
        its.secondScale = { scale.fundamental, scale.rootFundamental, scale.shape, scale.tap, scale.decayRate };
    }
}

/** Mode `m` of a second body. Pushed by -F it moves against the first, so its coordinate is counted the other way, as
    the hand's is (Physics/HandModes-inl.h): its shape at the contact keeps its sign, and its taps turn theirs. `side`
    moves its sound to one ear: the mix hears the sum of both taps in the middle, and partialSpread of their difference
    at the side. */
TwoTapMode<double> TableBodies::secondMode (const LaneBody& its, const SecondBody& second, std::size_t m) const noexcept
{
    const auto& knobs = its.secondKnobs;
    const ModesThere there (second.count, second.coming, its.string.comingFraction);
    TwoTapMode<double> mode;
    if (second.isString)
    {
        const auto n = static_cast<double> (m + 1);
        const auto& [fundamental, root, shape, tap, decayRate] = its.secondScale;
        static_cast<Mode<double>&> (mode) = String::transverse (
            { fundamental, root, shape, tap, decayRate }, String::partial (its.secondString, n), n, there, timeStep);
        chooseTap (mode, m);
    }
    else
        mode = tableMode (*second.table, m, there, its.secondString, { knobs.mass, 1.0, knobs.brightness }, timeStep);
    const double toSide = knobs.side * (mode.tap + mode.secondTap) / (2.0 * lanes::partialSpread);
    mode.tap = -knobs.heard * (mode.tap + toSide);
    mode.secondTap = -knobs.heard * (mode.secondTap - toSide);
    return mode;
}

/** The mode in slot `m` of a lane: `string` without a table, or the second body's behind the first's modes. */
TwoTapMode<double> TableBodies::modeOf (const LaneBody& its, const PairOfBodies& pair, std::size_t m,
                                        const TwoTapMode<double>& string) const noexcept
{
    if (pair.second.holds (static_cast<int> (m)))
        return secondMode (its, pair.second, m - static_cast<std::size_t> (pair.second.first));
    auto mode = pair.first == nullptr
                    ? string
                    : tableMode (*pair.first, m, ModesThere::of (its.string), its.string, its.table, timeStep);
    if (pair.second.exists())
    {
        mode.tap *= its.secondKnobs.firstHeard;
        mode.secondTap *= its.secondKnobs.firstHeard;
    }
    return mode;
}

void TableBodies::fill (int slot, TableLanes& lanes) const noexcept
{
    const auto m = static_cast<std::size_t> (slot);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const auto& its = bodies[lane];
        auto string = laneOf (lanes, lane);
        chooseTap (string, m);
        auto mode = its.isString() ? string : modeOf (its, its.now, m, string);
        if (its.arrived < 1.0)
            eachField ([&its] (double& now, double old) { now = blend (old, now, its.arrived); }, mode,
                       modeOf (its, its.before, m, string));
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
                                                       ModesThere::of (laneOf (group.string, lane)), timeStep);
        };
        if (group.table[lane] != nullptr)
            mass[lane] = group.body.mass[lane];
        const double now = of (group.table[lane]), fraction = group.arrived[lane];
        relative[lane] = fraction < 1.0 ? blend (of (group.before[lane]), now, fraction) : now;
    }
}

void fillTableCompliance (const VoiceGroup& group, bool ofFirstAlone, VoiceGroup::Lane& compliance) noexcept
{
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const auto of = [&, string = compliance[lane]] (const ModeTable* table, const SecondBody& second)
        {
            const double first = table == nullptr
                                     ? string
                                     : tableCompliance (*table, group.string.fundamental[lane],
                                                        group.string.position[lane], group.body.mass[lane]);
            return ofFirstAlone ? first : first + secondCompliance (second, laneOf (group.secondKnobs, lane));
        };
        const double now = of (group.table[lane], group.second[lane]), fraction = group.arrived[lane];
        compliance[lane] =
            fraction < 1.0 ? blend (of (group.before[lane], group.secondBefore[lane]), now, fraction) : now;
    }
}
} // namespace kolophon
