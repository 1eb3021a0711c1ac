// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/ReferenceNote.h"
#include "../Bodies/BodyKind.h"
#include "../Hands/Human.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kolophon
{
/** Revision counters of a plan's inputs. While they don't change and nothing in the voice moves, the last plan stays
    valid and is not recomputed. */
struct Revision
{
    std::uint64_t all = 0;         // of patch, channels and keys; 0: always compute a plan
    std::uint64_t patchNumber = 0; // of the patch alone
    bool operator== (const Revision&) const = default;
};

/** The segment that a voice plans: up to the next point of the control grid. */
struct ControlSegment
{
    static constexpr int substeps = 2; // per control interval, of a quick hand: see BowStroke::needsSubsteps()

    double seconds;
    int steps;       // internal samples
    double timeStep; // [s] of one
    Revision revision {};
    HandUpdates hands {}; // the updates of humanised hands that are due
    int stepsOfHand = 0;  // internal samples in which a quick hand reaches its next target; 0: all
};

/** The values that the parts of a voice hand on to one another while one segment is planned. Each is written once, by
    the part on its left, and read by those on its right:

        EffectivePatch   patch                      every part below
        SmoothedControllers, PlayedContact, PlayedBody
                         moves                      PlanCache
        VoicePitch       above                      PlayedBody, PlayedContact, BowHand, VoiceLevel
                         swept                      VoiceLevel, PitchSweep
                         asked, body.pitch          PlayedBody, BowHand
                         isCorrecting               PlanCache
        PlayedBody       body.impedance, body.mass  BowHand, VoiceLevel, PlayedContact
        PlayedContact    body.position              PlayedBody, BowHand
        SideHands        harmonic                   PlayedBody, VoiceLevel
        VoiceLevel       gain, stage                PlanCache, which aims at them again */
struct VoicePlan
{
    const Patch& patch;             // with dynamics and guide applied
    double seconds;                 // duration of the segment
    double timeStep;                // [s] of an internal sample
    int steps;                      // internal samples
    BodyRequest body;               // inputs of the body, from key and patch
    int harmonic = 1;               // partial of the string that sounds at body.pitch
    double above = 0.0;             // semitones over D4, without bend
    double asked = 0.0;             // [Hz] before the pitch lock's correction
    double swept = 0.0;             // [semitones] of intended pitch change since the last plan
    double gain = 0.0, stage = 0.0; // targets of both ramps
    bool moves = false;             // controllers or the place on the rim move, or partials are waited for
    bool isCorrecting = false;      // the pitch lock may still correct the pitch
    bool isSubstep = false;         // plans a quick hand in the rest of the segment

    /** The string that is fingered, where body is the one that is heard: with a harmonic, one that is so many times
        lower, bowed as near to the bridge as a string at the sounding pitch would be. Stiffness sharpens partials. */
    BodyRequest onString () const noexcept
    {
        auto its = body;
        if (harmonic > 1)
        {
            const double n = harmonic, stiff = patch.bodyInharmonicity;
            its.pitch /= n * std::sqrt ((1.0 + stiff * n * n) / (1.0 + stiff));
            its.position = std::max (0.005, body.position / n);
        }
        return its;
    }

    /** A plan of `itsSteps` internal samples that nothing has been filled in yet. */
    VoicePlan (const Patch& itsPatch, double itsSeconds, double itsTimeStep, int itsSteps) noexcept
        : patch (itsPatch), seconds (itsSeconds), timeStep (itsTimeStep),
          steps (itsSteps), body { itsPatch, 0.0, 0.0, 0.0, 0.0, itsTimeStep }
    {
    }
};
} // namespace kolophon
