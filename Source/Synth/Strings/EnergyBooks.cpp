// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Index.h"
#include "StringSet.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
void EnergyBooks::open (VoiceGroups& groups) noexcept
{
    for (int g = 0; g < groups.count(); ++g)
    {
        VoiceGroup::Lane now;
        lanes::energies (groups[index (g)], now);
        for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            energy[index (g * VoiceGroup::lanes + lane)] = now[index (lane)];
    }
}

void EnergyBooks::book (int g, const VoiceGroup& group, const lanes::LaneFlags& awake, Books books, int begin,
                        int steps) noexcept
{
    const auto eachAwake = [&awake, g] (auto visit)
    {
        for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (awake[index (lane)])
                visit (g * VoiceGroup::lanes + lane, lane);
    };
    if (group.wanted.sides != 0)
        bookSides (g, group, awake, begin, steps);
    if (books == Books::everyStep)
        return eachAwake ([&] (int string, int lane) { bookSteps (string, group, lane, begin, steps); });

    // Separate sums per lane, for vectorisation.
    VoiceGroup::Lane work {}, friction {}, body {}, smallest {}, most {};
    const auto first = index (begin), last = index (begin + steps - 1);
    for (auto n = first; n <= last; ++n)
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            const double w = group.work[n][lane], f = group.frictionLoss[n][lane], b = group.bodyLoss[n][lane];
            work[lane] += w;
            friction[lane] += f;
            body[lane] += b;
            const double less = f < b ? f : b, more = f < b ? b : f, exchanged = std::abs (w);
            smallest[lane] = less < smallest[lane] ? less : smallest[lane];
            most[lane] = more > most[lane] ? more : most[lane];
            most[lane] = exchanged > most[lane] ? exchanged : most[lane];
        }
    const auto& stored = group.stored[last];
    eachAwake (
        [&] (int string, int lane)
        {
            const auto at = index (lane);
            auto& ledger = ledgers[index (string)];
            double& now = energy[index (string)];
            ledger.book ({ stored[at], work[at], friction[at], body[at], most[at], smallest[at], steps },
                         EnergyLedger::residual (stored[at] - now, work[at], friction[at], body[at]));
            now = stored[at];
            if (ledger.isGenerator (smallest[at]))
                for (auto n = first; n <= last; ++n)
                    ledger.judge (std::min (group.frictionLoss[n][at], group.bodyLoss[n][at]));
        });
}

void EnergyBooks::bookSides (int g, const VoiceGroup& group, const lanes::LaneFlags& awake, int begin,
                             int steps) noexcept
{
    for (int n = begin; n < begin + steps; ++n)
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            if (! awake[lane] || group.isBlock (lane)) // without rows of a side
                continue;
            double opposed = 0.0;
            for (std::size_t side = 0; side < group.sides.size(); ++side)
            {
                if (! group.wanted.has (side))
                    continue;
                const auto& rows = group.sides[side].rows;
                opposed = std::max (opposed, rows.exchanged[index (n)][lane]);
                if (side >= VoiceGroup::maxBeside)
                    continue;
                sides[side].work += rows.work[index (n)][lane];
                sides[side].loss += rows.loss[index (n)][lane];
            }
            ledgers[index (g * VoiceGroup::lanes) + lane].oppose (opposed);
        }
}

void EnergyBooks::bookSteps (int string, const VoiceGroup& group, int lane, int begin, int steps) noexcept
{
    const auto at = index (lane);
    auto& ledger = ledgers[index (string)];
    double before = energy[index (string)];
    for (int n = begin; n < begin + steps; ++n)
    {
        const auto row = index (n);
        const double after = group.stored[row][at], work = group.work[row][at];
        const double friction = group.frictionLoss[row][at], body = group.bodyLoss[row][at];
        ledger.book (after, work, friction, body, EnergyLedger::residual (after - before, work, friction, body));
        before = after;
    }
    energy[index (string)] = before;
}

void EnergyBooks::bookExchange (int string, double gained) noexcept
{
    double& now = energy[index (string)];
    now += gained;
    ledgers[index (string)].book (now, gained, 0.0, 0.0, 0.0);
}

void EnergyBooks::bookRest (int string, double left) noexcept
{
    ledgers[index (string)].bodyLoss += left;
    ledgers[index (string)].storedEnergy = 0.0;
    energy[index (string)] = 0.0;
}

void EnergyBooks::forgetNonFinite() noexcept
{
    for (std::size_t v = 0; v < ledgers.size(); ++v)
        if (! ledgers[v].isFinite() || ! std::isfinite (energy[v]))
        {
            ledgers[v] = {};
            energy[v] = 0.0;
        }
    for (auto& side : sides)
        if (! std::isfinite (side.work + side.loss))
            side = {};
}

EnergyLedger EnergyBooks::total() const noexcept
{
    EnergyLedger sum;
    for (const auto& ledger : ledgers)
        sum.add (ledger);
    return sum;
}
} // namespace kolophon
