// SPDX-License-Identifier: GPL-3.0-or-later
#include "RowRules.h"

#include "../Synth/Bodies/BodyTable.h"
#include "../Synth/Boxes/Boxes.h"
#include "../Synth/Parameters/PatchChoices.h"
#include "../Synth/VoiceParts/SideHands.h"

#include <algorithm>
#include <initializer_list>

namespace kolophon
{
namespace
{
template <class Choice>
bool is (double value, Choice choice) noexcept
{
    return static_cast<int> (value) == static_cast<int> (choice);
}

bool isOn (double toggle) noexcept
{
    return toggle >= 0.5;
}

using Knob = double Patch::*;

bool isOneOf (Knob knob, std::initializer_list<Knob> knobs) noexcept
{
    return std::find (knobs.begin(), knobs.end(), knob) != knobs.end();
}

/** True if the law's own list contains the knob; the list holds what follows the point in an id. */
bool isUsed (const LawInfo& law, std::string_view id) noexcept
{
    const auto name = id.substr (id.find ('.') + 1);
    return std::find (law.uses.begin(), law.uses.end(), name) != law.uses.end();
}

RowUse contactRow (const Parameter& row, const Contact& contact) noexcept
{
    const auto shownIf = [] (bool condition) { return condition ? RowUse::inUse : RowUse::hidden; };
    if (row.contact == &Contact::law)
        return RowUse::inUse;
    if (! isUsed (lawOf (contact), row.id))
        return RowUse::hidden;
    const bool fixedSpring = is (contact.bristle, BristleMode::stiffness);
    if (row.contact == &Contact::travel || row.contact == &Contact::travelTrackPercent)
        return shownIf (! fixedSpring);
    return shownIf (row.contact != &Contact::stiffness || fixedSpring);
}

bool isTable (int body) noexcept
{
    return body >= 0 && bodyTable()[static_cast<std::size_t> (body)].model == BodyModel::table;
}

/** True for rows of strings, tables and blocks while another body is played. */
bool isOfOtherBody (Knob knob, const Patch& patch) noexcept
{
    const auto& body = bodyOf (patch);
    const bool isString = body.model == BodyModel::string, isBlock = body.model == BodyModel::block;
    if (isOneOf (knob, { &Patch::bodyImpedance, &Patch::bodyInharmonicity, &Patch::bodyTorsion,
                         &Patch::bodyTorsionImpedance, &Patch::bodyTorsionRatio, &Patch::bodyTorsionQuality,
                         &Patch::bodyAirLoss, &Patch::bodyBendingLoss, &Patch::voicePhrasingPercent }))
        return ! isString;
    if (knob == &Patch::bodyPickup) // read by tables, the second as well
        return isBlock || (isString && ! isTable (secondBodyAt (patch.secondBodyType)));
    if (isOneOf (knob, { &Patch::bodyMass, &Patch::bodyWarp }))
        return isString || isBlock;
    if (isOneOf (knob, { &Patch::bodyImpedanceTrackPercent, &Patch::bodyDecay, &Patch::bodyModes }))
        return isBlock;
    if (knob == &Patch::bodyTensionPercent)
    {
        const auto* const modes = modesOf (static_cast<int> (patch.bodyType));
        return ! isString && (modes == nullptr || modes->tightening <= 0.0);
    }
    if (knob == &Patch::bodyQuality)
        return isBlock || body.isFromFile; // a file has T60s instead
    if (isOneOf (knob, { &Patch::bodyRound, &Patch::bodyRadius }))
        return ! body.closedPath;
    if (isOneOf (knob, { &Patch::blockMass, &Patch::blockGap, &Patch::blockRestitution, &Patch::blockMuStatic,
                         &Patch::blockMuKinetic, &Patch::blockShake, &Patch::blockFelt }))
        return ! isBlock;
    return isOneOf (knob, { &Patch::voiceStrings, &Patch::voiceStoppedDecay }) && ! isString;
}

/** True for rows that the second body does not use, or all of them without one. */
bool isOfOtherSecondBody (Knob knob, const Patch& patch) noexcept
{
    const bool isBlock = bodyOf (patch).model == BodyModel::block; // which takes none
    if (knob == &Patch::secondBodyType)
        return isBlock;
    if (! isOneOf (knob, { &Patch::secondBodyTuning, &Patch::secondBodyIntervalSemitones, &Patch::secondBodyPitch,
                           &Patch::secondBodyMass, &Patch::secondBodyDecay, &Patch::secondBodyQuality,
                           &Patch::secondBodyPosition, &Patch::secondBodyInharmonicity, &Patch::secondBodyModes,
                           &Patch::secondBodyMixPercent, &Patch::secondBodyPanPercent }))
        return false;
    const int second = secondBodyAt (patch.secondBodyType);
    if (isBlock || second < 0)
        return true;
    const auto& body = bodyTable()[static_cast<std::size_t> (second)];
    const bool isFixed = is (patch.secondBodyTuning, SecondTuning::fixed);
    return (knob == &Patch::secondBodyInharmonicity && body.model != BodyModel::string) ||
           (knob == &Patch::secondBodyQuality && body.isFromFile) ||
           (knob == &Patch::secondBodyIntervalSemitones && isFixed) || (knob == &Patch::secondBodyPitch && ! isFixed);
}

/** True if the articulation lets the hair of a bow bounce, whose place decides what presses. */
bool bouncesOnHair (const Patch& patch) noexcept
{
    const auto kind = BouncingBow::kindOf (choiceOf<&Patch::handArticulation> (patch));
    return (kind == BouncingBow::Kind::thrown || kind == BouncingBow::Kind::dropped) &&
           choiceOf<&Patch::normalKind> (patch) == NormalForce::given && bodyOf (patch).model != BodyModel::block;
}

/** True for rows of the hand, the surface and the output that are hidden for this patch. */
bool isHidden (Knob knob, const Patch& patch) noexcept
{
    const bool isBlock = bodyOf (patch).model == BodyModel::block;
    const bool rigid = is (patch.handKind, HandKind::rigid) || isBlock;
    if (isOneOf (knob, { &Patch::handStiffness, &Patch::handMass, &Patch::handDamping }))
        return rigid;
    if (knob == &Patch::handHairPlace)
        return (rigid || ! is (patch.handKind, HandKind::hair)) && ! bouncesOnHair (patch);
    if (isOneOf (knob, { &Patch::handGestureTime, &Patch::handGestureLoop }))
        return ! is (patch.handDrive, Drive::gesture);
    if (knob == &Patch::handRate)
        return choiceOf<&Patch::handArticulation> (patch) < Articulation::tremolo ||
               choiceOf<&Patch::handArticulation> (patch) > Articulation::ricochet;
    if (knob == &Patch::handAccent)
        return patch.handAccentFrom > 127.0; // never
    if (knob == &Patch::voiceSwitchKey)
        return ! isOn (patch.voiceKeySwitches);
    if (isOneOf (knob, { &Patch::surfaceGrain, &Patch::surfaceSeed }))
        return patch.surfaceTexturePercent == 0.0;
    if (isOneOf (knob, { &Patch::sideKind, &Patch::fingerTouch, &Patch::normalKind }))
        return isBlock; // which nothing touches beside the bow
    const bool isGiven = isBlock || choiceOf<&Patch::normalKind> (patch) == NormalForce::given;
    if (isOneOf (knob, { &Patch::normalStiffness, &Patch::normalRestitution, &Patch::normalMass,
                         &Patch::normalHandStiffness, &Patch::normalHandDamping, &Patch::normalAngleDegrees }))
        return isGiven;
    if (knob == &Patch::secondBodyAngleDegrees)
        return isGiven || secondBodyAt (patch.secondBodyType) < 0;
    const auto second = choiceOf<&Patch::sideKind> (patch);
    if (isOneOf (knob, { &Patch::sidePosition, &Patch::sideHand }))
        return isBlock || second == SideContact::off;
    if (isOneOf (knob, { &Patch::sideHandStiffness, &Patch::sideHandMass, &Patch::sideHandDamping }))
        return isBlock || second == SideContact::off || choiceOf<&Patch::sideHand> (patch) == SideHand::rigid;
    if (isOneOf (knob, { &Patch::sideLaw, &Patch::sideForce, &Patch::sideSpeed }))
        return isBlock || second != SideContact::rub;
    if (isOneOf (knob, { &Patch::sideGap, &Patch::sideStiffness, &Patch::sideRestitution }))
        return isBlock || second != SideContact::stop;
    const bool isHarmonic = choiceOf<&Patch::handArticulation> (patch) == Articulation::harmonic ||
                            choiceOf<&Patch::handAccent> (patch) == Articulation::harmonic ||
                            isOn (patch.voiceKeySwitches);
    if (knob == &Patch::fingerPosition)
        return isBlock || ! isOn (patch.fingerTouch);
    if (isOneOf (knob, { &Patch::fingerForce, &Patch::fingerStiffness, &Patch::fingerDamping }))
        return isBlock || ! (isOn (patch.fingerTouch) || isHarmonic);
    if (isOneOf (knob, { &Patch::outSympatheticTuning, &Patch::outSympatheticDecay }))
        return patch.outSympatheticPercent == 0.0;
    if (isOneOf (knob, { &Patch::surfaceAgeingTime, &Patch::surfaceAgeingSlip }))
        return patch.surfaceAgeingPercent == 0.0;
    if (isOneOf (knob, { &Patch::humanStrokesPercent, &Patch::humanDriftPercent, &Patch::humanTremorPercent,
                         &Patch::humanTexturePercent, &Patch::humanFingerPercent, &Patch::humanBowLength }))
        return patch.voiceHumanisePercent == 0.0;
    if (isOneOf (knob, { &Patch::voiceStrings, &Patch::voiceStoppedDecay }))
        return ! is (patch.voiceMode, VoiceMode::strings);
    if (isOneOf (knob, { &Patch::voiceVibratoDelay, &Patch::voiceVibratoGrowth }))
        return patch.voiceVibratoCents == 0.0;
    return false;
}

bool isIdle (Knob knob, const Patch& patch) noexcept
{
    const bool absolute = is (patch.handForceMode, ForceMode::absolute);
    if (knob == &Patch::handPressurePercent)
        return absolute;
    if (knob == &Patch::handForce)
        return ! absolute;
    if (isOneOf (knob, { &Patch::handPosition, &Patch::handKind }))
        return bodyOf (patch).model == BodyModel::block;
    if (isOneOf (knob, { &Patch::handBite, &Patch::handBiteTrackPercent, &Patch::voicePhrasingPercent }))
        return is (patch.handDrive, Drive::gesture);
    if (isOneOf (knob, { &Patch::gestureBeats, &Patch::handGestureTime }))
        return isOn (patch.gestureSync) == (knob == &Patch::handGestureTime);
    if (isOneOf (knob, { &Patch::bodyTorsionImpedance, &Patch::bodyTorsionRatio, &Patch::bodyTorsionQuality }))
        return ! isOn (patch.bodyTorsion);
    if (knob == &Patch::bodyRadius)
        return ! isOn (patch.bodyRound);
    if (knob == &Patch::voiceMpeRangeSemitones)
        return is (patch.voiceMpe, Mpe::off);
    if (knob == &Patch::voiceSeed)
        return patch.voiceHumanisePercent == 0.0 && patch.voicePhrasingPercent == 0.0 && patch.sectionPlayers < 2.0;
    if (isOneOf (knob, { &Patch::sectionTogetherPercent, &Patch::sectionTuningCents, &Patch::sectionWidthPercent,
                         &Patch::sectionDivisi, &Patch::sectionBowing }))
        return patch.sectionPlayers < 2.0;
    if (isOneOf (knob, { &Patch::outBoxSizePercent, &Patch::outBoxCharacter }))
        return patch.outBox == 0.0 || patch.outBox == boxes::measured;
    if (knob == &Patch::outBoxMixPercent)
        return patch.outBox == 0.0;
    if (knob == &Patch::outRoomSize)
        return patch.outRoomPercent == 0.0;
    if (isOneOf (knob, { &Patch::lfo1Rate, &Patch::lfo1Length }))
        return isOn (patch.lfo1Sync) == (knob == &Patch::lfo1Rate);
    if (isOneOf (knob, { &Patch::lfo2Rate, &Patch::lfo2Length }))
        return isOn (patch.lfo2Sync) == (knob == &Patch::lfo2Rate);
    return false;
}
} // namespace

Slot heardSlot (const Patch& patch) noexcept
{
    return isOn (patch.compareOn) && is (patch.compareSlot, Slot::b) ? Slot::b : Slot::a;
}

const Contact& heardContact (const Patch& patch) noexcept
{
    return heardSlot (patch) == Slot::b ? patch.contactB : patch.contact;
}

const LawInfo& lawOf (const Contact& contact) noexcept
{
    return lawTable()[static_cast<std::size_t> (contact.law)];
}

const BodyInfo& bodyOf (const Patch& patch) noexcept
{
    return bodyTable()[static_cast<std::size_t> (patch.bodyType)];
}

bool canCreateEnergy (const Contact& contact) noexcept
{
    return isOn (contact.literal) && lawOf (contact).literalCanCreateEnergy;
}

RowUse rowUse (const Parameter& row, const Patch& patch) noexcept
{
    if (row.slot != nullptr)
    {
        const auto slot = row.slot == &Patch::contact ? Slot::a : Slot::b;
        return slot == heardSlot (patch) ? contactRow (row, heardContact (patch)) : RowUse::hidden;
    }
    if (row.isRetired || isOfOtherBody (row.member, patch) || isOfOtherSecondBody (row.member, patch) ||
        isHidden (row.member, patch))
        return RowUse::hidden;
    return isIdle (row.member, patch) ? RowUse::idle : RowUse::inUse;
}

bool isInUse (Touching touching, const Patch& patch) noexcept
{
    switch (touching)
    {
        case Touching::bow: return true;
        case Touching::side: return ! isHidden (&Patch::sidePosition, patch);
        case Touching::finger: return ! isHidden (&Patch::fingerForce, patch);
    }
    return false;
}

Contact contactOf (Touching touching, const Contact& bow, const Patch& patch) noexcept
{
    switch (touching)
    {
        case Touching::bow: return bow;
        case Touching::side: return SideHands::rubbing (patch);
        case Touching::finger: return SideHands::fingertip (patch);
    }
    return bow;
}
} // namespace kolophon
