// SPDX-License-Identifier: GPL-3.0-or-later
#include "KnobTravel.h"

#include "../Parameters/Modulation.h"
#include "../Parameters/ParameterTable.h"

#include <algorithm>

namespace kolophon
{
bool KnobTravel::set (std::size_t parameter, double travel, std::uint64_t number) noexcept
{
    if (parameter >= parameterTable().size() || ! canBeModulated (parameterTable()[parameter]))
        return false;
    const double wanted = std::clamp (travel, -1.0, 1.0);
    if (travels[parameter] == wanted)
        return false;
    travels[parameter] = wanted;
    moved.set (parameter, wanted != 0.0);
    latest = number;
    return true;
}

void KnobTravel::clear (std::uint64_t number) noexcept
{
    if (isEmpty())
        return;
    travels.fill (0.0);
    moved.reset();
    latest = number;
}

void KnobTravel::move (Patch& patch, const KnobTravel& common, const KnobTravel& own) noexcept
{
    const auto either = common.moved | own.moved;
    if (either.none())
        return;
    const auto table = parameterTable();
    for (std::size_t i = 0; i < table.size(); ++i)
        if (either[i])
        {
            double& knob = table[i].in (patch);
            knob = movedBy (common.travels[i] + own.travels[i], knob, modulationTarget (i));
        }
}
} // namespace kolophon
