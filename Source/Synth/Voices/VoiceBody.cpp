// SPDX-License-Identifier: GPL-3.0-or-later
#include "Voice.h"

#include "../../Core/Units.h"
#include "../Bodies/BodyTable.h"
#include "ContactPlan.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double referencePitch = 293.6647679174076; // [Hz] of D4
constexpr double stoppedOctave = 24.0;               // [semitones] per halving of a stopped string's decay
constexpr double dampedDecay = 0.12;                 // [s] T60 under a bow that stops on the string
constexpr double bodyTime = 0.02;                    // [s] of the cross-fade into another body
constexpr double fadeOutTime = 0.005;                // [s] of the fade-out, if no cross-fade is possible
constexpr double limpDamping = 0.9;                  // of a hand that has left the string
} // namespace

const ModeTable* Voice::modes (int bodyType) const noexcept
{
    return bodyType == customBody() && customModes != nullptr ? customModes : modesOf (bodyType);
}

/** Assigns a body to the lane, which is at rest. */
void Voice::takeBody (int type) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    body = type;
    slotsDirty = true;
    auto& coefficients = group->coefficients;
    const bool isBlock = bodyTable()[static_cast<std::size_t> (type)].model == BodyModel::block;
    coefficients.set (group->kind[at], at, isBlock ? 1.0 : 0.0);
    coefficients.set (group->table[at], at, modes (type));
}

/** Writes an input of the lane's coefficients. */
void Voice::setInput (VoiceLane& input, double value) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    group->coefficients.set (input[at], at, value);
}

/** Follows a change of body.type while the voice sounds. Bodies of modes are cross-faded, each mode keeping its energy;
    a block has no modes, and is faded out first. */
void Voice::followBody (const Patch& patch, double seconds) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const int wanted = static_cast<int> (patch.bodyType);
    const auto isSumOfModes = [] (int type)
    { return BodyKind::of (bodyTable()[static_cast<std::size_t> (type)].model).isSumOfModes(); };
    auto& coefficients = group->coefficients;
    if (const double arrived = group->arrived[at]; arrived < 1.0)
        return setInput (group->arrived, std::min (1.0, arrived + seconds / bodyTime));
    if (wanted == body)
    {
        fadeOut = std::min (1.0, fadeOut + seconds / fadeOutTime);
        return;
    }
    if (isSumOfModes (wanted) && isSumOfModes (body))
    {
        coefficients.set (group->before[at], at, group->table[at]);
        coefficients.set (group->table[at], at, modes (wanted));
        setInput (group->arrived, 0.0);
        body = wanted;
        return;
    }
    if (fadeOut > 0.0)
    {
        fadeOut = std::max (0.0, fadeOut - seconds / fadeOutTime);
        return;
    }
    remainder = { remainder.main + group->silence (lane), remainder.shadow + shadow->silence (lane) };
    wakeLanes();
    takeBody (wanted);
}

void Voice::planBody (const Plan& plan) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto& patch = plan.patch;
    const auto& request = plan.body;
    const bool muted = phase != Phase::bowing && static_cast<Lift> (static_cast<int> (patch.handLift)) == Lift::stop;
    setInput (group->string.fundamental,
              ofBody ([&] (const BodyKind& kind, auto) { return kind.fundamental (request); }));
    setInput (group->string.twist, ofBody ([] (const BodyKind& kind, auto) { return kind.twist(); }));
    setInput (group->string.inharmonicity, patch.bodyInharmonicity);
    setInput (group->string.impedance, request.impedance);
    const bool fingered = stopped && phase == Phase::ringing && kind().model() == BodyModel::string;
    const double finger =
        fingered ? decayRateFromT60 (patch.voiceStoppedDecay) * stoppedRatio (plan.above / stoppedOctave) : 0.0;
    setInput (group->string.decayRate,
              decayRateFromT60 (patch.bodyDecay) + (muted ? decayRateFromT60 (dampedDecay) : finger));
    setInput (group->string.quality, patch.bodyQuality);
    setInput (group->string.position, request.position);
    setInput (group->string.torsionImpedance, patch.bodyTorsionImpedance);
    setInput (group->string.torsionRatio, patch.bodyTorsionRatio);
    setInput (group->string.torsionQuality, patch.bodyTorsionQuality);
    setInput (group->string.airLoss, patch.bodyAirLoss);
    setInput (group->string.bendingLoss, patch.bodyBendingLoss);
    if (BodyKind::of (group->table[at], group->isBlock (at)).isScaled() || group->arrived[at] < 1.0)
    {
        // The pickups' signal relative to velocity: displacement falls with frequency, the far field rises.
        setInput (group->body.mass, request.mass);
        setInput (group->body.warp, patch.bodyWarp);
        setInput (group->body.brightness, patch.bodyPickup - static_cast<double> (static_cast<int> (Pickup::velocity)));
    }
    if (group->isBlock (at))
        planBlock (patch, request.pitch); // shaken at the note's pitch
}

/** Plans the number of partials: as many as the patch allows, the sample rate can represent and the budget has. While
    the body vibrates their number only grows, so that no energy is left behind in a mode that is not computed. */
void Voice::planPartials (Plan& plan, const PartialAllowance& allowance) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    auto& string = group->string;
    const auto* const table = group->table[at];
    const auto& kind = BodyKind::of (table, group->isBlock (at));
    auto count = kind.slots (plan.body, table, plan.patch.bodyModes);
    if (slotsDirty)
    {
        // Takes from the spare partials in proportion to its wish; waiting voices count as if they wanted all.
        const int wanted = count.sum(), others = allowance.waiting * static_cast<int> (plan.patch.bodyModes);
        const int granted = allowance.sure + std::max (0, allowance.spare) * wanted / std::max (1, wanted + others);
        cutShort = granted < wanted;
        if (cutShort)
            count = kind.slots (plan.body, table, granted);
    }
    else
    {
        const BodyKind::Slots now { string.soundingCount[at], string.silentCount[at] };
        count = { std::max (count.sounding, now.sounding), std::max (count.silent, now.silent) };
        if (cutShort || count.sum() > allowance.sure + allowance.spare)
        {
            plan.turns = plan.turns || (! cutShort && count.sum() != now.sum());
            count = now;
        }
    }
    setInput (group->string.soundingCount, count.sounding);
    setInput (group->string.silentCount, count.silent);
}

/** Writes the law's knobs. They may change at any time: none of them affects the stored energy. */
void Voice::planContact (VoiceGroup& rubbed, const Contact& contact, double relativeWeight) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    auto knobs = contactKnobs (contact, { travelRatio (travelOctaves (contact, aboveReference)), relativeWeight });
    knobs.residualCompliance = rubbed.law.residualCompliance[at]; // the body's own, see lanes::updateBodies()
    eachField ([at] (double knob, VoiceGroup::Lane& lanes) { lanes[at] = knob; }, knobs, rubbed.law);
}

void Voice::planHand (const Plan& plan) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto& patch = plan.patch;
    auto& hand = group->hand;
    const auto drive = static_cast<Drive> (static_cast<int> (patch.handDrive));
    group->bow.drivenVelocity[at] = drive == Drive::audioSpeed ? 1.0 : 0.0;
    group->bow.drivenForce[at] = drive == Drive::audioForce ? 1.0 : 0.0;

    const auto& rubbed = BodyKind::of (group->table[at], group->isBlock (at));
    const auto kind = rubbed.hand (static_cast<HandKind> (static_cast<int> (patch.handKind)));
    const double count = kind == HandKind::rigid ? 0.0 : kind == HandKind::arm ? 1.0 : VoiceGroup::maxHand;
    setInput (group->hand.kind, static_cast<double> (static_cast<int> (kind)));
    setInput (group->hand.count,
              slotsDirty ? count : std::max (count, hand.count[at])); // never fewer modes while they hold energy
    slotsDirty = false;
    if (hand.count[at] == 0.0)
        return;
    setInput (group->hand.stiffness, patch.handStiffness);
    setInput (group->hand.mass, patch.handMass);
    setInput (group->hand.damping, phase == Phase::ringing ? limpDamping : patch.handDamping);
    setInput (group->hand.place, patch.handHairPlace);
}

void Voice::planSurface (const Plan& plan) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto& patch = plan.patch;
    setInput (group->edgeDistance, 0.005 * patch.surfaceWidthPercent);
    auto& surface = group->surface;
    surface.texture[at] = 0.01 * patch.surfaceTexturePercent;
    surface.perGrain[at] = 1.0 / patch.surfaceGrain;
    surface.ageing[at] = 0.01 * patch.surfaceAgeingPercent;
    surface.ageingTime[at] = patch.surfaceAgeingTime;
    surface.ageingSlip[at] = patch.surfaceAgeingSlip;
}

void Voice::planBlock (const Patch& patch, double pitch) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    auto& block = group->block;
    block.mass[at] = patch.blockMass;
    // When shaken, the hand's amplitude falls with the note; the gap does too, so that all notes knock alike.
    block.gap[at] = patch.blockGap * (patch.blockShake >= 0.5 ? referencePitch / pitch : 1.0);
    block.restitution[at] = patch.blockRestitution;
    block.muStatic[at] = patch.blockMuStatic;
    block.muKinetic[at] = patch.blockMuKinetic;
    block.shakeFrequency[at] = patch.blockShake >= 0.5 ? pitch : 0.0;
    block.feltTime[at] = patch.blockFelt;
}

void Voice::planShadow() noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const auto copyLane = [at] (const VoiceGroup::Lane& from, VoiceGroup::Lane& to) { to[at] = from[at]; };
    eachField (copyLane, group->bow, shadow->bow);
    eachField (copyLane, group->block, shadow->block);
    eachField (copyLane, group->surface, shadow->surface);
    shadow->copyInputs (*group, lane);
    planContact (*shadow, otherContact, weight);
}
} // namespace kolophon
