// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Synth/Bank/VoiceGroup.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>

namespace kolophon::test
{
/** Eight bowed strings of the default's kind, each of another pitch. */
inline std::unique_ptr<VoiceGroup> bowedStrings (int sounding, int silent)
{
    auto group = std::make_unique<VoiceGroup>();
    group->clear();
    group->wanted.sounding = (sounding + 1) / 2 * 2;
    group->wanted.silent = (silent + 1) / 2 * 2;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const double place = static_cast<double> (lane) / 7.0;
        group->string.fundamental[lane] = 55.0 * std::exp2 (1.3 * place);
        group->string.position[lane] = 0.09 + 0.06 * place;
        group->string.soundingCount[lane] = sounding;
        group->string.silentCount[lane] = silent;
        group->string.twist[lane] = 1.0;
        group->law.stiffness[lane] = 0.0;
        group->law.stiffnessPerForce[lane] = 0.8 / 80e-6;
        group->law.damping[lane] = 0.2;
        group->law.viscosity[lane] = 0.01;
        group->law.breakaway[lane] = 0.4;
        group->bow.normalForce[lane] = 0.8 + 0.5 * place;
    }
    return group;
}

/** Of a bow that sets out for a tenth of a second, at sample n [m/s]. */
inline double bowSpeed (int n)
{
    return 0.15 * std::min (1.0, n / 4800.0);
}
} // namespace kolophon::test
