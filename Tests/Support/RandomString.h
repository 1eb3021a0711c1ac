// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Core/Units.h"
#include "Scene.h"
#include "Synth/Bank/VoiceGroup.h"

namespace kolophon::test
{
/** Any string of the parameter table's ranges, in one lane. */
inline void randomString (VoiceGroup& group, std::size_t lane, Random& random)
{
    auto& s = group.string;
    s.fundamental[lane] = random.logUniform (20.0, 3000.0);
    s.inharmonicity[lane] = random.logUniform (1e-7, 0.1);
    s.impedance[lane] = random.logUniform (0.005, 50.0);
    s.decayRate[lane] = decayRateFromT60 (random.logUniform (0.02, 120.0));
    s.quality[lane] = random.logUniform (20.0, 5000.0);
    s.position[lane] = random.uniform (0.005, 0.5);
    s.torsionImpedance[lane] = random.logUniform (0.5, 50.0);
    s.torsionRatio[lane] = random.logUniform (1.5, 12.0);
    s.torsionQuality[lane] = random.logUniform (5.0, 500.0);
    s.airLoss[lane] = random.integer (0, 2) * random.uniform (0.0, 10.0);
    s.bendingLoss[lane] = random.integer (0, 2) * random.uniform (0.0, 0.5);
}
} // namespace kolophon::test
