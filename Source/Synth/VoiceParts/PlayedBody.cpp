// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayedBody.h"

#include "../../Core/Units.h"
#include "../Bodies/BodyTable.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr double stoppedOctave = 24.0;  // [semitones] per halving of a stopped string's decay
constexpr double dampedDecay = 0.12;    // [s] T60 under a bow that stops on the string
constexpr double bodyTime = 0.02;       // [s] of the cross-fade into another body
constexpr double bodyFadeTime = 0.015;  // [s] of the fade-out before, and of the fade-in after it
constexpr double turningQuality = 20.0; // largest Q meanwhile: a low partial with much energy turns into a high one
constexpr double limpDamping = 0.9;     // of a hand that has left the string

BodyModel modelOf (int type) noexcept
{
    return bodyTable()[static_cast<std::size_t> (type)].model;
}
} // namespace

const ModeTable* PlayedBody::modes (int type) const noexcept
{
    return type == customBody() && theCustomModes != nullptr ? theCustomModes : modesOf (type);
}

/** Assigns a body to the lane, which is at rest. */
void PlayedBody::assign (BodyLane& lane, int type) noexcept
{
    theType = type;
    awaitsPartials = true;
    lane.set (lane.inputs().kind, modelOf (type) == BodyModel::block ? 1.0 : 0.0);
    lane.set (lane.inputs().table, modes (type));
}

void PlayedBody::follow (BodyLane& lane, const Patch& patch, double seconds) noexcept
{
    const int wanted = static_cast<int> (patch.bodyType);
    const auto isSumOfModes = [] (int type) { return BodyKind::of (modelOf (type)).isSumOfModes(); };
    if (const double arrived = lane.arrived(); arrived < 1.0)
        return lane.set (lane.inputs().arrived, std::min (1.0, arrived + seconds / bodyTime));
    if (wanted == theType)
    {
        fade = std::min (1.0, fade + seconds / bodyFadeTime);
        return;
    }
    if (fade > 0.0)
    {
        fade = std::max (0.0, fade - seconds / bodyFadeTime);
        return;
    }
    if (isSumOfModes (wanted) && isSumOfModes (theType))
    {
        lane.set (lane.inputs().before, lane.table());
        lane.set (lane.inputs().table, modes (wanted));
        lane.set (lane.inputs().arrived, 0.0);
        theType = wanted;
        return;
    }
    remainder = remainder + lane.silence();
    lane.wake();
    assign (lane, wanted);
}

void PlayedBody::weigh (VoicePlan& plan) noexcept
{
    const auto& patch = plan.patch;
    plan.body.impedance =
        patch.bodyImpedance * impedanceRatio (-0.01 * patch.bodyImpedanceTrackPercent * plan.above / 12.0);
    plan.body.mass = patch.bodyMass * plan.body.impedance / patch.bodyImpedance;
    weightMoved = heldImpedance > 0.0 && (heldImpedance != patch.bodyImpedance || heldMass != patch.bodyMass);
    heldImpedance = patch.bodyImpedance;
    heldMass = patch.bodyMass;
}

void PlayedBody::plan (BodyLane& lane, const VoicePlan& plan, Damping damping) noexcept
{
    const auto& patch = plan.patch;
    const auto request = plan.onString();
    auto& string = lane.inputs().string;
    lane.set (string.fundamental,
              lane.ofBody ([&] (const BodyKind& kind, auto) { return kind.fundamental (request); }));
    lane.set (string.twist, lane.ofBody ([] (const BodyKind& kind, auto) { return kind.twist(); }));
    lane.set (string.inharmonicity, patch.bodyInharmonicity);
    lane.set (string.impedance, request.impedance);
    const double finger = damping.isFingered
                              ? decayRateFromT60 (patch.voiceStoppedDecay) * stoppedRatio (plan.above / stoppedOctave)
                              : 0.0;
    lane.set (string.decayRate,
              decayRateFromT60 (patch.bodyDecay) + (damping.isMuted ? decayRateFromT60 (dampedDecay) : finger));
    lane.set (string.quality, lane.arrived() < 1.0 ? std::min (patch.bodyQuality, turningQuality) : patch.bodyQuality);
    lane.set (string.position, request.position);
    lane.set (string.torsionImpedance, patch.bodyTorsionImpedance);
    lane.set (string.torsionRatio, patch.bodyTorsionRatio);
    lane.set (string.torsionQuality, patch.bodyTorsionQuality);
    lane.set (string.airLoss, patch.bodyAirLoss);
    lane.set (string.bendingLoss, patch.bodyBendingLoss);
    lane.set (string.tension, 0.01 * patch.bodyTensionPercent *
                                  lane.ofBody ([] (const BodyKind& kind, const ModeTable* its)
                                               { return kind.tightens (its) ? 1.0 : 0.0; }));
    if (lane.kind().isScaled() || lane.arrived() < 1.0)
    {
        // The pickups' signal relative to velocity: displacement falls with frequency, the far field rises.
        auto& body = lane.inputs().body;
        lane.set (body.mass, request.mass);
        lane.set (body.warp, patch.bodyWarp);
        lane.set (body.brightness, patch.bodyPickup - placeOfChoice (Pickup::velocity));
    }
    if (lane.isBlock())
        lane.setBlock (patch, request.pitch); // shaken at the note's pitch
}

void PlayedBody::planPartials (BodyLane& lane, VoicePlan& plan, const PartialAllowance& allowance) noexcept
{
    auto& string = lane.inputs().string;
    const auto* const table = lane.table();
    const auto& kind = lane.kind();
    const auto request = plan.onString();
    const double most = std::min (plan.patch.bodyModes * plan.harmonic, 1.0 * VoiceGroup::maxSounding);
    auto count = kind.slots (request, table, most);
    if (awaitsPartials)
    {
        // Takes from the spare partials in proportion to its wish; waiting voices count as if they wanted all.
        const int wanted = count.sum(), others = allowance.waiting * static_cast<int> (plan.patch.bodyModes);
        const int granted = allowance.sure + std::max (0, allowance.spare) * wanted / std::max (1, wanted + others);
        cutShort = granted < wanted;
        if (cutShort)
            count = kind.slots (request, table, granted);
    }
    else
    {
        const BodyKind::Slots now { string.soundingCount[lane.at()], string.silentCount[lane.at()] };
        count = { std::max (count.sounding, now.sounding), std::max (count.silent, now.silent) };
        if (cutShort || count.sum() > allowance.sure + allowance.spare)
        {
            plan.moves = plan.moves || (! cutShort && count.sum() != now.sum());
            count = now;
        }
    }
    lane.set (string.soundingCount, count.sounding);
    lane.set (string.silentCount, count.silent);
}

void PlayedBody::planHand (BodyLane& lane, const Patch& patch, bool off) noexcept
{
    lane.setDrive (choiceOf<&Patch::handDrive> (patch));
    auto& hand = lane.inputs().hand;
    const auto kind = lane.kind().hand (choiceOf<&Patch::handKind> (patch));
    const double count = kind == HandKind::rigid ? 0.0 : kind == HandKind::arm ? 1.0 : VoiceGroup::maxHand;
    lane.set (hand.kind, placeOfChoice (kind));
    lane.set (hand.count, awaitsPartials ? count : std::max (count, hand.count[lane.at()])); // as in planPartials()
    awaitsPartials = false;
    if (hand.count[lane.at()] == 0.0)
        return;
    lane.set (hand.stiffness, patch.handStiffness);
    lane.set (hand.mass, patch.handMass);
    lane.set (hand.damping, off ? limpDamping : patch.handDamping);
    lane.set (hand.place, patch.handHairPlace);
}

bool PlayedBody::goesRound (const Patch& patch) const noexcept
{
    return patch.bodyRound >= 0.5 && bodyTable()[static_cast<std::size_t> (theType)].closedPath;
}
} // namespace kolophon
