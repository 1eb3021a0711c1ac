#include "TableBody.h"

#include "../Core/Units.h"
#include "../Physics/Nyquist-inl.h"
#include "PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** One mode of a ModeTable under the player's knobs: mass-normalised, as Physics/StringModes-inl.h gives a string's. */
struct TableMode
{
    double frequency, decayRate, contact, left, right; // [rad/s], [1/s], [1/sqrt (kg)], gains on x1
};

/** Mode `m` of a body with the first frequency f_1 [Hz], ratios to the power `warp`,
    s = decay_n s_0 + (loss/Q + held_n) w/2, rubbed at `position`, of mass M [kg]; the pickups hear the velocity times
    (f_n/f_1)^brightness. Shapes fade out between 0.45 and 0.49 of the internal rate. Modes that are not `wanted` are neither
    felt nor heard. */
TableMode tableMode (const ModeTable& table, std::size_t m, double first, double warp, double decayRate,
                            double quality, double position, double mass, double brightness, double timeStep,
                            bool wanted) noexcept
{
    const bool there = wanted && m < static_cast<std::size_t> (table.count);
    const double listed = table.ratio[there ? m : 0];
    const double ratio = warp == 1.0 ? listed : portable::power (listed, warp);
    const double w = 2.0 * pi * first * ratio;
    const double fade = there ? HWY_NAMESPACE::fadeAtNyquist (w, timeStep) : 0.0, scale = fade / std::sqrt (mass);
    TableMode mode;
    mode.frequency = HWY_NAMESPACE::belowNyquist (w, timeStep);
    const double supports = 0.5 * table.held[there ? m : 0] * w;
    mode.decayRate = std::min (decayRate * table.decay[there ? m : 0] + table.loss * w / (2.0 * quality) + supports,
                               0.9 * mode.frequency);
    mode.contact = scale * ModeTable::at (table.shape[there ? m : 0], position);
    const double heard = scale * (brightness == 0.0 ? 1.0 : portable::power (ratio, brightness));
    mode.left = heard * table.left[there ? m : 0];
    mode.right = heard * table.right[there ? m : 0];
    return mode;
}

/** Static compliance [m/N] of the whole body at the contact, with the ratios as they are listed. */
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
} // namespace

namespace
{
/** Mode `m` of one lane's body; `table` null: the string's, as `string` has it. */
TableLanes::Mode modeOf (const VoiceGroup& group, std::size_t lane, const ModeTable* table, std::size_t m,
                         const TableLanes::Mode& string, double timeStep) noexcept
{
    if (table == nullptr)
        return string;
    const auto& s = group.string;
    const auto mode = tableMode (*table, m, s.fundamental[lane], group.body.warp[lane], s.decayRate[lane], s.quality[lane],
                                 s.position[lane], group.body.mass[lane], group.body.brightness[lane], timeStep,
                                 static_cast<double> (m) < s.soundingCount[lane]);
    return { mode.frequency, mode.decayRate, mode.contact, 0.5 * (mode.left + mode.right), 0.5 * (mode.left - mode.right) };
}

double blend (double before, double now, double share) noexcept
{
    return before + share * (now - before);
}
} // namespace

void fillTableLanes (const VoiceGroup& group, int slot, double timeStep, TableLanes& t) noexcept
{
    const auto m = static_cast<std::size_t> (slot);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        TableLanes::Mode string { t.frequency[lane], t.decayRate[lane], t.contact[lane], t.first[lane], 0.0 };
        if (slot % 2 == 1)
            std::swap (string.first, string.second);
        auto mode = modeOf (group, lane, group.table[lane], m, string, timeStep);
        if (const double share = group.arrived[lane]; share < 1.0)
        {
            const auto old = modeOf (group, lane, group.before[lane], m, string, timeStep);
            mode = { blend (old.frequency, mode.frequency, share), blend (old.decayRate, mode.decayRate, share),
                     blend (old.contact, mode.contact, share), blend (old.first, mode.first, share),
                     blend (old.second, mode.second, share) };
        }
        t.frequency[lane] = mode.frequency;
        t.decayRate[lane] = mode.decayRate;
        t.contact[lane] = mode.contact;
        t.first[lane] = mode.first;
        t.second[lane] = mode.second;
    }
}

void fillTableCompliance (const VoiceGroup& group, VoiceGroup::Lane& compliance) noexcept
{
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const auto of = [&, string = compliance[lane]] (const ModeTable* table)
        {
            return table == nullptr ? string
                                    : tableCompliance (*table, group.string.fundamental[lane], group.string.position[lane],
                                                       group.body.mass[lane]);
        };
        const double now = of (group.table[lane]), share = group.arrived[lane];
        compliance[lane] = share < 1.0 ? blend (of (group.before[lane]), now, share) : now;
    }
}
} // namespace kolophon
