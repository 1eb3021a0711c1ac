// SPDX-License-Identifier: GPL-3.0-or-later
#include "BoxLoudness.h"

#include "../../Physics/PortableMath.h"
#include "../Bodies/PrecomputedTables.h"
#include "BoxLoudnessTables.h"

#include <numbers>

namespace kolophon::boxLoudness
{
namespace
{
const Tables& tables ()
{
    static const auto all = []
    {
        auto tables = std::make_unique<Tables>();
        const double* next = finishedBoxNumbers().data();
        Tables::eachNumber (*tables, [&next] (double& number) { number = *next++; });
        return tables;
    }();
    return *all;
}

double powerOf (const Answer& answer, double mix) noexcept
{
    const double bare = 1.0 - mix;
    return bare * bare + 2.0 * mix * bare * answer.real + mix * mix * answer.square;
}
} // namespace

void prepare ()
{
    tables();
}

double atKey (int box, double mix, double size, double key, const Table* measured) noexcept
{
    const bool isMeasured = box == boxes::measured;
    if (box == 0 || mix == 0.0 || (isMeasured && measured == nullptr))
        return 0.0;
    const auto& table = isMeasured ? *measured : tables().ofBox[static_cast<std::size_t> (box)];
    const double smaller =
        isMeasured ? 0.0 : portable::log (size) * (12.0 / std::numbers::ln2); // keys are higher for a larger box
    const double here = powerOf (Between (points, (key + smaller - lowestKey) * perSemitone) (table.at), mix);
    return 10.0 / std::numbers::ln10 * portable::log (here / powerOf (table.average, mix));
}
} // namespace kolophon::boxLoudness
