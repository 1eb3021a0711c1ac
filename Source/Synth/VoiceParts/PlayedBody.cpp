// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayedBody.h"

#include "../../Core/Units.h"
#include "../Bodies/BodyTable.h"
#include "../Parameters/PatchChoices.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double stoppedOctave = 24.0;  // [semitones] per halving of a stopped string's decay
constexpr double dampedDecay = 0.12;    // [s] T60 under a bow that stops on the string
constexpr double easedDecay = 0.25;     // [s] the same, of one that slows down, and leaves when it is at rest
constexpr double bodyTime = 0.02;       // [s] of the cross-fade into another body
constexpr double turningQuality = 20.0; // largest Q meanwhile: a low partial with much energy turns into a high one
constexpr double limpDamping = 0.9;     // of a hand that has left the string
constexpr double comingTime = 0.4;      // [s] in which partials come to a body that is heard

BodyModel modelOf (int type) noexcept
{
    return bodyTable()[static_cast<std::size_t> (type)].model;
}
} // namespace

const ModeTable* PlayedBody::modes (int type) const noexcept
{
    return type == customBody() && theCustomModes != nullptr ? theCustomModes : modesOf (type);
}

PlayedBody::Types PlayedBody::Types::of (const Patch& patch) noexcept
{
    const int first = static_cast<int> (patch.bodyType);
    return { first, modelOf (first) == BodyModel::block ? -1 : secondBodyAt (patch.secondBodyType) };
}

/** A second body without modes: planPartials() gives it some. */
SecondBody PlayedBody::secondOf (const BodyLane& lane, int type) const noexcept
{
    SecondBody second;
    second.end = lane.second().end;
    if (type >= 0)
    {
        second.table = modes (type);
        second.isString = modelOf (type) == BodyModel::string;
    }
    return second;
}

/** Assigns bodies to the lane, which is at rest. */
void PlayedBody::assign (BodyLane& lane, Types types) noexcept
{
    theTypes = types;
    awaitsPartials = true;
    lane.set (lane.inputs().kind, modelOf (types.first) == BodyModel::block ? 1.0 : 0.0);
    lane.set (lane.inputs().table, modes (types.first));
    lane.set (lane.inputs().second, secondOf (lane, types.second));
}

void PlayedBody::follow (BodyLane& lane, const Patch& patch, double seconds) noexcept
{
    const auto wanted = Types::of (patch);
    const auto isSumOfModes = [] (int type) { return BodyKind::of (modelOf (type)).isSumOfModes(); };
    if (const double arrived = lane.arrived(); arrived < 1.0)
        return lane.set (lane.inputs().arrived, std::min (1.0, arrived + seconds / bodyTime));
    if (wanted == theTypes && settles > 0.0)
    {
        settles -= seconds;
        return;
    }
    if (wanted == theTypes)
        return fade.in (seconds);
    if (! fade.isShut())
        return fade.out (seconds);
    settles = modelOf (wanted.first) != modelOf (theTypes.first) ? Fade::settling : 0.0;
    if (isSumOfModes (wanted.first) && isSumOfModes (theTypes.first))
    {
        lane.set (lane.inputs().before, lane.table());
        lane.set (lane.inputs().table, modes (wanted.first));
        if (wanted.second >= 0 || theTypes.second >= 0)
        {
            lane.set (lane.inputs().secondBefore, lane.second());
            lane.set (lane.inputs().second, secondOf (lane, wanted.second));
        }
        lane.set (lane.inputs().arrived, 0.0);
        theTypes = wanted;
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
    lane.set (string.decayRate, decayRateFromT60 (patch.bodyDecay) + (damping.isMuted   ? decayRateFromT60 (dampedDecay)
                                                                      : damping.isEased ? decayRateFromT60 (easedDecay)
                                                                                        : finger));
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
    if (theTypes.second >= 0)
        planSecond (lane, plan, damping.isMuted);
}

/** Writes the inputs of the second body. Its taps have the gain of its own kind, over that of the first body, which the
    mix applies to both. */
void PlayedBody::planSecond (BodyLane& lane, const VoicePlan& plan, bool isMuted) noexcept
{
    const auto& patch = plan.patch;
    const auto& kind = lane.secondKind();
    const auto request = secondRequest (plan.body, kind.model());
    const bool isString = kind.model() == BodyModel::string;
    auto& second = lane.inputs().secondKnobs;
    lane.set (second.fundamental,
              isString ? request.pitch / std::sqrt (1.0 + patch.secondBodyInharmonicity) : request.pitch);
    lane.set (second.mass, request.mass);
    lane.set (second.decayRate,
              decayRateFromT60 (patch.secondBodyDecay) + (isMuted ? decayRateFromT60 (dampedDecay) : 0.0));
    lane.set (second.quality,
              lane.arrived() < 1.0 ? std::min (patch.secondBodyQuality, turningQuality) : patch.secondBodyQuality);
    lane.set (second.position, request.position);
    lane.set (second.inharmonicity, patch.secondBodyInharmonicity);
    lane.set (second.brightness, patch.bodyPickup - placeOfChoice (Pickup::velocity));
    const double mix = 0.02 * patch.secondBodyMixPercent; // 1: both in full
    const double ofFirst = lane.ofBody ([&] (const BodyKind& its, auto) { return its.gain (plan.body); });
    lane.set (second.heard, std::min (1.0, mix) * kind.gain (request) / ofFirst);
    lane.set (second.firstHeard, std::min (1.0, 2.0 - mix));
    lane.set (second.side, -0.01 * patch.secondBodyPanPercent);
}

/** Number of modes that the second body wants; 0 without one. */
int PlayedBody::wantedOfSecond (const BodyLane& lane, const VoicePlan& plan) const noexcept
{
    if (theTypes.second < 0)
        return 0;
    const auto model = lane.secondKind().model();
    return secondSlots (secondRequest (plan.body, model), lane.second().table);
}

/** Moves on what comes. True while partials come: no others do. */
bool PlayedBody::stillComing (BodyLane& lane, VoicePlan& plan) const noexcept
{
    auto& string = lane.inputs().string;
    const auto at = lane.laneIndex();
    auto second = lane.second();
    if (string.comingCount[at] == 0.0 && second.coming == 0)
        return false;
    lane.set (string.comingFraction, fade.isShut() ? 1.0 : string.comingFraction[at] + plan.seconds / comingTime);
    plan.moves = true;
    if (string.comingFraction[at] < 1.0)
        return true;
    second.coming = 0;
    lane.set (lane.inputs().second, second);
    lane.set (string.comingCount, 0.0);
    return false;
}

/** The same in mid-note: what is there stays, and what is wanted comes where there is `room`. */
void PlayedBody::growPartials (BodyLane& lane, VoicePlan& plan, int room, int ofSecond, BodyKind::Slots& count,
                               SecondBody& second) const noexcept
{
    auto& string = lane.inputs().string;
    BodyKind::Slots now { string.soundingCount[lane.laneIndex()], string.silentCount[lane.laneIndex()] };
    const bool comes = stillComing (lane, plan), isNew = ! second.exists();
    second.coming = lane.second().coming;
    if (isNew) // it comes, if there is one, in mid-note: behind the modes of the first
    {
        second.end = std::max (second.end, ofSecond > 0 ? static_cast<int> (now.sounding) : 0);
        now.sounding = std::min (now.sounding, static_cast<double> (VoiceGroup::maxSounding - ofSecond));
    }
    else
        count.sounding = std::min (count.sounding, static_cast<double> (second.first));
    // Torsional partials that move the contact already get no others.
    count = { std::max (now.sounding, comes ? 0.0 : count.sounding), now.silent > 0.0 ? now.silent : count.silent };
    if (comes && ! isNew)
        ofSecond = second.count;
    if (cutShort || count.sum() + ofSecond > room)
    {
        plan.moves = plan.moves || (! cutShort && count.sum() + ofSecond != now.sum() + second.count);
        count = now;
        ofSecond = isNew ? std::clamp (room - now.sum(), 0, ofSecond) : second.count;
    }
    if (isNew)
        second.first = static_cast<int> (count.sounding);
    const int had = second.count;
    second.count = std::clamp (ofSecond, second.count, std::max (second.count, VoiceGroup::maxSounding - second.first));
    if (comes || fade.isShut() || (count.sounding == now.sounding && (isNew || second.count == had)))
        return;
    lane.set (string.comingCount, count.sounding - now.sounding);
    lane.set (string.comingFraction, 0.0);
    second.coming = isNew ? 0 : second.count - had;
    plan.moves = true;
}

void PlayedBody::planPartials (BodyLane& lane, VoicePlan& plan, const PartialAllowance& allowance) noexcept
{
    auto& string = lane.inputs().string;
    const auto* const table = lane.table();
    const auto& kind = lane.kind();
    auto second = lane.second();
    int ofSecond = wantedOfSecond (lane, plan);
    const auto request = plan.onString();
    const auto ofFirst = [&] (double largest)
    {
        auto count = kind.slots (request, table, largest);
        count.sounding = std::min (count.sounding, static_cast<double> (VoiceGroup::maxSounding - ofSecond));
        return count;
    };
    auto count = ofFirst (std::min (plan.patch.bodyModes * plan.harmonic, 1.0 * VoiceGroup::maxSounding));
    if (awaitsPartials)
    {
        // Takes from the spare partials in proportion to its wish; waiting voices count as if they wanted all.
        const int wanted = count.sum() + ofSecond,
                  others = allowance.waiting * (static_cast<int> (plan.patch.bodyModes) + ofSecond);
        const int granted = allowance.sure + std::max (0, allowance.spare) * wanted / std::max (1, wanted + others);
        cutShort = granted < wanted;
        if (cutShort)
        {
            ofSecond = std::min (ofSecond, std::max (1, ofSecond * granted / wanted));
            count = ofFirst (granted - ofSecond);
        }
        second.first = static_cast<int> (count.sounding);
        second.count = ofSecond;
        second.coming = 0;
        lane.set (string.comingCount, 0.0);
    }
    else
        growPartials (lane, plan, allowance.sure + allowance.spare, ofSecond, count, second);
    if (second.exists())
        second.end = std::max (second.end, second.first + second.count);
    else
        second.first = 0;
    lane.set (lane.inputs().second, second);
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
    lane.set (hand.count,
              awaitsPartials ? count : std::max (count, hand.count[lane.laneIndex()])); // as in planPartials()
    awaitsPartials = false;
    if (hand.count[lane.laneIndex()] == 0.0)
        return;
    lane.set (hand.stiffness, patch.handStiffness);
    lane.set (hand.mass, patch.handMass);
    lane.set (hand.damping, off ? limpDamping : patch.handDamping);
    lane.set (hand.place, patch.handHairPlace);
}

bool PlayedBody::goesRound (const Patch& patch) const noexcept
{
    return patch.bodyRound >= 0.5 && bodyTable()[static_cast<std::size_t> (theTypes.first)].closedPath;
}
} // namespace kolophon
