// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Scene.h"
#include "Synth/Bank/VoiceGroup.h"

namespace kolophon::test
{
/** Any contact of the parameter table's ranges, in one lane, with a spring that does not depend on the force; no
    literal law, which may create energy. */
inline void randomLaw (VoiceGroup& group, std::size_t lane, Random& random)
{
    auto& l = group.law;
    l.muStatic[lane] = random.uniform (0.05, 2.0);
    l.muKinetic[lane] = l.muStatic[lane] * random.uniform (0.01, 1.0);
    l.inverseStribeckVelocity[lane] = 1.0 / random.logUniform (5e-4, 1.0);
    l.stiffness[lane] = random.logUniform (1e2, 1e7);
    l.damping[lane] = random.integer (0, 2) == 0 ? 0.0 : random.logUniform (1e-4, 50.0);
    l.viscosity[lane] = random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-4, 10.0);
    l.breakaway[lane] = random.uniform (0.0, 0.99);
    l.stickBand[lane] = random.logUniform (1e-6, 0.05);
    l.stickRate[lane] = random.logUniform (100.0, 1e6);
}
} // namespace kolophon::test
