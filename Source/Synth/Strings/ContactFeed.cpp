// SPDX-License-Identifier: GPL-3.0-or-later
#include "ContactFeed.h"

#include "../../Core/Index.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
constexpr double slipFraction = 0.5;      // of the bow's speed
constexpr double momentsPerSecond = 48e3; // at least

double excess (double relativeVelocity, double bowVelocity) noexcept
{
    return std::abs (relativeVelocity) - slipFraction * std::abs (bowVelocity);
}

ContactMoment sideMoment (const VoiceGroup::Side& side, std::size_t row, std::size_t lane) noexcept
{
    const auto of = [row, lane] (const VoiceGroup::Rows& rows) { return static_cast<float> (rows[row][lane]); };
    const auto& rows = side.rows;
    ContactMoment moment { of (rows.handVelocity), of (rows.relativeVelocity), of (rows.force),
                           std::max (0.0f, of (rows.normalForce)), of (rows.elongation) };
    const double regime = rows.regime[row][lane];
    if (moment.normalForce > 0.0f && regime > 0.5)
        moment.phase = regime > 1.5 ? ContactMotion::slip : ContactMotion::stick;
    return moment;
}

} // namespace

ContactMotion contactMotion (double relativeVelocity, double bowVelocity, double normalForce) noexcept
{
    if (normalForce <= 0.0)
        return ContactMotion::lifted;
    return excess (relativeVelocity, bowVelocity) > 0.0 ? ContactMotion::slip : ContactMotion::stick;
}

double nominalPeriod (const VoiceGroup& group, int lane) noexcept
{
    const double pitch = group.isBlock (index (lane))
                             ? group.block.shakeFrequency[index (lane)]
                             : group.string.fundamental[index (lane)] * group.soundingPartial[index (lane)];
    return pitch > 0.0 ? 1.0 / pitch : 1.0;
}

int ContactFeed::stride (double timeStep) noexcept
{
    return std::max (1, static_cast<int> (1.0 / (timeStep * momentsPerSecond)));
}

void ContactFeed::restart() noexcept
{
    for (auto& each : published)
        each.follows = false;
    pendingPeriod = false;
    sinceKept = 0;
    periodBegan = -1.0;
    period = lastExcess = 0.0;
    last = {};
}

void ContactFeed::publish (const VoiceGroup& group, int lane, double startTime, int steps, double timeStep) noexcept
{
    const auto at = index (lane);
    const double nominal = nominalPeriod (group, lane);
    const int every = stride (timeStep);
    std::array<bool, VoiceGroup::maxBeside> touches {};
    for (std::size_t side = 0; side < VoiceGroup::maxBeside; ++side)
        touches[side] = group.wanted.has (side) && group.sides[side].touches (at);
    for (int n = 0; n < steps; ++n)
    {
        const auto row = index (n);
        ContactMoment moment;
        moment.bowVelocity = static_cast<float> (group.bowVelocity[row][at]);
        moment.relativeVelocity = static_cast<float> (group.relativeVelocity[row][at]);
        moment.frictionForce = static_cast<float> (group.force[row][at]);
        moment.normalForce = static_cast<float> (std::max (0.0, group.normalForce[row][at]));
        moment.elongation = static_cast<float> (group.elongation[row][at]);
        note (moment, startTime + (n + 0.5) * timeStep, timeStep, nominal);
        if (++sinceKept < every)
            continue;
        sinceKept = 0;
        const bool begins = std::exchange (pendingPeriod, false);
        published[0].push (moment, begins);
        for (std::size_t side = 0; side < VoiceGroup::maxBeside; ++side)
            if (touches[side])
                published[1 + side].push (sideMoment (group.sides[side], row, at), begins);
            else
                published[1 + side].follows = false;
    }
}

void ContactFeed::Published::push (ContactMoment moment, bool beginsPeriod) noexcept
{
    moment.beginsPeriod = beginsPeriod;
    moment.follows = follows;
    follows = queue.push (moment); // if the queue is full, the next moment does not follow this one
}

/** Detects the beginning of a period, which is that of its first slip, interpolated between two samples: a slip sooner
    than three quarters of a period after the last beginning belongs to that period. */
void ContactFeed::note (ContactMoment& moment, double time, double timeStep, double nominal) noexcept
{
    const double v = static_cast<double> (moment.relativeVelocity), bow = static_cast<double> (moment.bowVelocity);
    moment.phase = contactMotion (v, bow, static_cast<double> (moment.normalForce));
    const double over = excess (v, bow);
    if (moment.phase == ContactMotion::slip && last.phase == ContactMotion::stick)
    {
        const double whole = over - lastExcess;
        const double onset = time - (whole > 0.0 ? std::min (1.0, over / whole) : 0.0) * timeStep;
        const double since = onset - periodBegan;
        if (periodBegan < 0.0 || since >= 0.75 * nominal)
        {
            period = periodBegan >= 0.0 && since <= 1.33 * nominal ? since : nominal;
            periodBegan = onset;
            pendingPeriod = true;
        }
    }
    lastExcess = over;
    last = moment;
}
} // namespace kolophon
