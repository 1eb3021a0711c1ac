// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Modulation.h"

#include <array>

/** The knobs of macros, amounts and sources, by number; Patch has a separate member for each, because the table needs
    them. */
namespace kolophon::knobs
{
using Member = double Patch::*;

inline constexpr std::array<Member, Modulation::macroCount> macros { &Patch::macro1Percent, &Patch::macro2Percent,
                                                                     &Patch::macro3Percent, &Patch::macro4Percent,
                                                                     &Patch::macro5Percent, &Patch::macro6Percent,
                                                                     &Patch::macro7Percent, &Patch::macro8Percent };

inline constexpr std::array<Member, Modulation::slotCount> amounts {
    &Patch::amount1Percent,  &Patch::amount2Percent,  &Patch::amount3Percent,  &Patch::amount4Percent,
    &Patch::amount5Percent,  &Patch::amount6Percent,  &Patch::amount7Percent,  &Patch::amount8Percent,
    &Patch::amount9Percent,  &Patch::amount10Percent, &Patch::amount11Percent, &Patch::amount12Percent,
    &Patch::amount13Percent, &Patch::amount14Percent, &Patch::amount15Percent, &Patch::amount16Percent
};

struct EnvelopeMembers
{
    Member attack, hold, decay, sustain, release, curve;
};
inline constexpr std::array<EnvelopeMembers, 2> envelopes {
    { { &Patch::envelope1Attack, &Patch::envelope1Hold, &Patch::envelope1Decay, &Patch::envelope1SustainPercent,
        &Patch::envelope1Release, &Patch::envelope1Curve },
      { &Patch::envelope2Attack, &Patch::envelope2Hold, &Patch::envelope2Decay, &Patch::envelope2SustainPercent,
        &Patch::envelope2Release, &Patch::envelope2Curve } }
};

struct LfoMembers
{
    Member shape, rate, sync, length, phase, trigger;
};
inline constexpr std::array<LfoMembers, 2> lfos {
    { { &Patch::lfo1Shape, &Patch::lfo1Rate, &Patch::lfo1Sync, &Patch::lfo1Length, &Patch::lfo1PhasePercent,
        &Patch::lfo1Trigger },
      { &Patch::lfo2Shape, &Patch::lfo2Rate, &Patch::lfo2Sync, &Patch::lfo2Length, &Patch::lfo2PhasePercent,
        &Patch::lfo2Trigger } }
};
} // namespace kolophon::knobs
