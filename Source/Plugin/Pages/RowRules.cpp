// SPDX-License-Identifier: GPL-3.0-or-later
#include "RowRules.h"

#include "../../Synth/Parameters/PatchChoices.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

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

RowUse contactRow (std::string_view knob, const Contact& contact) noexcept
{
    if (knob == "law")
        return RowUse::inUse;
    const auto uses = lawOf (contact).uses;
    if (std::find (uses.begin(), uses.end(), knob) == uses.end())
        return RowUse::hidden;
    const bool fixedSpring = is (contact.bristle, BristleMode::stiffness);
    if (knob == "travel" || knob == "travel_track")
        return fixedSpring ? RowUse::hidden : RowUse::inUse;
    if (knob == "stiffness")
        return fixedSpring ? RowUse::inUse : RowUse::hidden;
    return RowUse::inUse;
}

bool isOneOf (std::string_view knob, std::initializer_list<std::string_view> knobs) noexcept
{
    return std::find (knobs.begin(), knobs.end(), knob) != knobs.end();
}

RowUse bodyRow (std::string_view knob, const Patch& patch) noexcept
{
    const bool isString = bodyOf (patch).model == BodyModel::string, isBlock = bodyOf (patch).model == BodyModel::block;
    const bool read = isOneOf (knob, { "type", "tune", "fine" })     ? true
                      : isOneOf (knob, { "mass", "warp", "pickup" }) ? ! isString && ! isBlock
                      : isOneOf (knob, { "round", "radius" })        ? bodyOf (patch).closedPath
                      : knob == "quality" ? ! isBlock && ! bodyOf (patch).isFromFile // has T60s instead
                      : isOneOf (knob, { "impedance_track", "decay", "modes" }) ? ! isBlock
                                                                                : isString;
    if (! read)
        return RowUse::hidden;
    const bool idle =
        (knob.starts_with ("torsion_") && ! isOn (patch.bodyTorsion)) || (knob == "radius" && ! isOn (patch.bodyRound));
    return idle ? RowUse::idle : RowUse::inUse;
}

/** True for rows of the hand and of the surface that are hidden for this patch. */
bool isHidden (std::string_view id, const Patch& patch) noexcept
{
    const bool rigid = is (patch.handKind, HandKind::rigid) || bodyOf (patch).model == BodyModel::block;
    if (isOneOf (id, { "hand.stiffness", "hand.mass", "hand.damping" }))
        return rigid;
    if (id == "hand.hair_place")
        return rigid || ! is (patch.handKind, HandKind::hair);
    if (isOneOf (id, { "hand.gesture_time", "hand.gesture_loop" }))
        return ! is (patch.handDrive, Drive::gesture);
    if (id == "hand.rate")
        return choiceOf<&Patch::handArticulation> (patch) < Articulation::tremolo ||
               choiceOf<&Patch::handArticulation> (patch) > Articulation::ricochet;
    if (id == "hand.accent")
        return patch.handAccentFrom > 127.0; // never
    if (id == "voice.switch_key")
        return ! isOn (patch.voiceKeySwitches);
    if (isOneOf (id, { "surface.grain", "surface.seed" }))
        return patch.surfaceTexturePercent == 0.0;
    if (id == "surface.width")
        return ! lawOf (heardContact (patch)).hasEdges || bodyOf (patch).model == BodyModel::block;
    if (isOneOf (id, { "out.sympathetic_tuning", "out.sympathetic_decay" }))
        return patch.outSympatheticPercent == 0.0;
    if (isOneOf (id, { "surface.ageing_time", "surface.ageing_slip" }))
        return patch.surfaceAgeingPercent == 0.0;
    if (id.starts_with ("human."))
        return patch.voiceHumanisePercent == 0.0;
    if (isOneOf (id, { "voice.strings", "voice.stopped_decay" }))
        return ! is (patch.voiceMode, VoiceMode::strings) || bodyOf (patch).model != BodyModel::string;
    if (isOneOf (id, { "voice.vibrato_delay", "voice.vibrato_growth" }))
        return patch.voiceVibratoCents == 0.0;
    return false;
}

bool isIdle (std::string_view id, const Patch& patch) noexcept
{
    const bool absolute = is (patch.handForceMode, ForceMode::absolute);
    if (id == "hand.pressure")
        return absolute;
    if (id == "hand.force")
        return ! absolute;
    if (id == "hand.position" || id == "hand.kind")
        return bodyOf (patch).model == BodyModel::block;
    if (isOneOf (id, { "hand.bite", "hand.bite_track" }))
        return is (patch.handDrive, Drive::gesture);
    if (id == "gesture.beats" || id == "hand.gesture_time")
        return isOn (patch.gestureSync) == (id == "hand.gesture_time");
    if (id == "voice.mpe_range")
        return is (patch.voiceMpe, Mpe::off);
    if (id == "voice.seed")
        return patch.voiceHumanisePercent == 0.0;
    if (isOneOf (id, { "out.box_mix", "out.box_size", "out.box_character" }))
        return patch.outBox == 0.0;
    if (id == "out.room_size")
        return patch.outRoomPercent == 0.0;
    for (const auto& [lfo, sync] : { std::pair { "mod.lfo1_", patch.lfo1Sync }, { "mod.lfo2_", patch.lfo2Sync } })
        if (id.starts_with (lfo))
            return (id.ends_with ("_rate") && isOn (sync)) || (id.ends_with ("_length") && ! isOn (sync));
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

RowUse rowUse (const ParamInfo& row, const Patch& patch) noexcept
{
    const auto knob = row.id.substr (row.id.find ('.') + 1);
    if (row.group == "Contact" || row.group == "Contact B")
    {
        const auto slot = row.group == "Contact" ? Slot::a : Slot::b;
        return slot == heardSlot (patch) ? contactRow (knob, heardContact (patch)) : RowUse::hidden;
    }
    if (row.group == "Body")
        return bodyRow (knob, patch);
    if (row.group == "Block" && bodyOf (patch).model != BodyModel::block)
        return RowUse::hidden;
    if (isHidden (row.id, patch))
        return RowUse::hidden;
    return isIdle (row.id, patch) ? RowUse::idle : RowUse::inUse;
}
} // namespace kolophon
