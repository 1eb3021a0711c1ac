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
    if (knob == &Patch::humanTurningPercent)
        return patch.voiceHumanisePercent == 0.0 || bodyOf (patch).model != BodyModel::string;
    if (isOneOf (knob, { &Patch::voiceStrings, &Patch::voiceStoppedDecay }))
        return ! is (patch.voiceMode, VoiceMode::strings);
    if (isOneOf (knob, { &Patch::voiceVibratoDelay, &Patch::voiceVibratoGrowth }))
        return patch.voiceVibratoCents == 0.0;
    return false;
}

/** True if a string or a body of modes is played by a rigid hand on keys: it never rests for longer than a vibration.
    */
bool vibratesSteadily (const Patch& patch) noexcept
{
    return bodyOf (patch).model != BodyModel::block && is (patch.handKind, HandKind::rigid) &&
           is (patch.handDrive, Drive::keys) && choiceOf<&Patch::normalKind> (patch) == NormalForce::given;
}

/** Reason why a row of the modulators or the gesture is idle: its tempo counts in the other unit. */
std::string_view whyTempoIsIdle (Knob knob, const Patch& patch) noexcept
{
    struct Tempo
    {
        Knob sync, free, synced;
    };
    for (const auto& [sync, free, synced] :
         { Tempo { &Patch::gestureSync, &Patch::handGestureTime, &Patch::gestureBeats },
           Tempo { &Patch::lfo1Sync, &Patch::lfo1Rate, &Patch::lfo1Length },
           Tempo { &Patch::lfo2Sync, &Patch::lfo2Rate, &Patch::lfo2Length } })
    {
        if (knob == free && isOn (patch.*sync))
            return "Its sync is on.";
        if (knob == synced && ! isOn (patch.*sync))
            return "Its sync is off.";
    }
    return {};
}

/** Reason why a row is faint, by measured notes (Answer.md). */
std::string_view whyFaint (Knob knob, const Patch& patch) noexcept
{
    constexpr double faintestTexture = 8.0;   // [%] whose grain is heard beside a bowed string
    constexpr double longestVibration = 0.03; // [s] over which the grip grows within a vibration
    if (knob == &Patch::surfaceGrain && patch.surfaceTexturePercent < faintestTexture)
        return "Texture is too low for its grain to be heard.";
    if (knob == &Patch::surfaceAgeingPercent && vibratesSteadily (patch) && patch.surfaceAgeingTime > longestVibration)
        return "A contact that vibrates never rests as long as Rest time.";
    return {};
}

std::string_view whyIdle (Knob knob, const Patch& patch) noexcept
{
    const bool absolute = is (patch.handForceMode, ForceMode::absolute);
    const auto reasonIf = [] (bool condition, std::string_view reason)
    { return condition ? reason : std::string_view {}; };
    if (knob == &Patch::handPressurePercent)
        return reasonIf (absolute, "Force mode is Absolute.");
    if (knob == &Patch::handForce)
        return reasonIf (! absolute, "Force mode is Relative.");
    if (isOneOf (knob, { &Patch::handDynamicsPercent, &Patch::voiceDynamicRangeDb }) &&
        is (patch.voiceResponse, Response::direct))
        return "Response is Direct.";
    if (knob == &Patch::handDynamicsPercent)
        return reasonIf (patch.voiceDynamicRangeDb == 0.0, "Dynamic range is 0.");
    if (isOneOf (knob, { &Patch::handPosition, &Patch::handKind }))
        return reasonIf (bodyOf (patch).model == BodyModel::block, "A block has one contact point and a rigid hand.");
    if (isOneOf (knob, { &Patch::handBite, &Patch::handBiteTrackPercent, &Patch::voicePhrasingPercent }))
        return reasonIf (is (patch.handDrive, Drive::gesture), "Drive is Gesture.");
    if (isOneOf (knob, { &Patch::bodyTorsionImpedance, &Patch::bodyTorsionRatio, &Patch::bodyTorsionQuality }))
        return reasonIf (! isOn (patch.bodyTorsion), "Torsion is off.");
    if (knob == &Patch::bodyRadius)
        return reasonIf (! isOn (patch.bodyRound), "Round is off.");
    if (knob == &Patch::voiceMpeRangeSemitones)
        return reasonIf (is (patch.voiceMpe, Mpe::off), "MPE is off.");
    if (knob == &Patch::voiceSeed)
        return reasonIf (patch.voiceHumanisePercent == 0.0 && patch.voicePhrasingPercent == 0.0 &&
                             patch.sectionPlayers <= 1.0,
                         "Human and Phrasing are 0, and there is one player.");
    if (isOneOf (knob, { &Patch::sectionTogetherPercent, &Patch::sectionTuningCents, &Patch::sectionWidthPercent,
                         &Patch::sectionDivisi, &Patch::sectionBowing }))
        return reasonIf (patch.sectionPlayers <= 1.0, "There is one player.");
    if (isOneOf (knob, { &Patch::outBoxSizePercent, &Patch::outBoxCharacter }))
        return reasonIf (patch.outBox == 0.0 || patch.outBox == boxes::measured, "Box is None or Measured.");
    if (knob == &Patch::outBoxMixPercent)
        return reasonIf (patch.outBox == 0.0, "Box is None.");
    if (knob == &Patch::outRoomSize)
        return reasonIf (patch.outRoomPercent == 0.0, "Room is 0.");
    return whyTempoIsIdle (knob, patch);
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
    return row.purpose == Purpose::file ? RowUse::hidden : useInEngine (row, patch);
}

RowUse useInEngine (const Parameter& row, const Patch& patch) noexcept
{
    if (row.slot != nullptr)
    {
        const auto slot = row.slot == &Patch::contact ? Slot::a : Slot::b;
        return slot == heardSlot (patch) ? contactRow (row, heardContact (patch)) : RowUse::hidden;
    }
    if (row.isRetired || isOfOtherBody (row.member, patch) || isOfOtherSecondBody (row.member, patch) ||
        isHidden (row.member, patch))
        return RowUse::hidden;
    if (! whyIdle (row.member, patch).empty())
        return RowUse::idle;
    return whyFaint (row.member, patch).empty() ? RowUse::inUse : RowUse::faint;
}

std::string_view whyUnheard (const Parameter& row, const Patch& patch) noexcept
{
    switch (rowUse (row, patch))
    {
        case RowUse::idle: return whyIdle (row.member, patch);
        case RowUse::faint: return whyFaint (row.member, patch);
        case RowUse::inUse:
        case RowUse::hidden: break;
    }
    return {};
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
