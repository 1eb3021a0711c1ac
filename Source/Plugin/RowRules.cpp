#include "RowRules.h"

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
    const bool isString = is (patch.bodyType, Body::string), isBlock = is (patch.bodyType, Body::block);
    const bool read = isOneOf (knob, { "type", "tune", "fine" })                           ? true
                      : isOneOf (knob, { "mass", "warp", "pickup" })                       ? ! isString && ! isBlock
                      : isOneOf (knob, { "impedance_track", "decay", "quality", "modes" }) ? ! isBlock
                                                                                           : isString;
    if (! read)
        return RowUse::hidden;
    return knob.starts_with ("torsion_") && ! isOn (patch.bodyTorsion) ? RowUse::idle : RowUse::inUse;
}

bool isIdle (std::string_view id, const Patch& patch) noexcept
{
    const bool absolute = is (patch.handForceMode, ForceMode::absolute);
    if (id == "hand.pressure")
        return absolute;
    if (id == "hand.force")
        return ! absolute;
    if (id == "hand.position")
        return is (patch.bodyType, Body::block);
    if (id == "voice.glide")
        return ! is (patch.voiceMode, VoiceMode::mono);
    if (id == "voice.seed")
        return patch.voiceHumanisePercent == 0.0;
    if (id == "out.box_mix" || id == "out.box_size")
        return patch.outBox == 0.0;
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
    if (row.group == "Block" && ! is (patch.bodyType, Body::block))
        return RowUse::hidden;
    return isIdle (row.id, patch) ? RowUse::idle : RowUse::inUse;
}
} // namespace kolophon
