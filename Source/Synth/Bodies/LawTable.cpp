// SPDX-License-Identifier: GPL-3.0-or-later
#include "LawTable.h"

#include "../Parameters/LawNames.h"

namespace kolophon
{
std::span<const LawInfo> lawTable () noexcept
{
    return laws;
}

namespace
{
constexpr auto lawsThatUse (std::string_view row)
{
    std::array<bool, laws.size()> result {};
    for (std::size_t i = 0; i < laws.size(); ++i)
        for (const auto use : laws[i].uses)
            result[i] = result[i] || use == row;
    return result;
}
} // namespace

bool readsStaticFriction (int law) noexcept
{
    static constexpr auto reads = lawsThatUse ("mu_static");
    return reads[static_cast<std::size_t> (law)];
}

bool readsTravel (int law) noexcept
{
    static constexpr auto reads = lawsThatUse ("travel");
    return reads[static_cast<std::size_t> (law)];
}

Fall fallOf (int law) noexcept
{
    static constexpr auto byHeat = lawsThatUse ("thermal_speed"), bySpeed = lawsThatUse ("stribeck_speed"),
                          withMemory = lawsThatUse ("memory_time");
    const auto at = static_cast<std::size_t> (law);
    if (byHeat[at])
        return Fall::heat;
    if (bySpeed[at])
        return withMemory[at] ? Fall::lag : Fall::curve;
    return readsStaticFriction (law) ? Fall::jump : Fall::none;
}

std::string_view whySilent (int law, BodyModel model, NormalForce normal) noexcept
{
    // A block is shaken against its stops, and needs no friction that falls; under a spring, constant friction sings by
    // flutter.
    if (model == BodyModel::block || normal != NormalForce::given || fallOf (law) != Fall::none)
        return {};
    return "Friction is the same at every sliding speed, so that it only damps: the body rings when the bow grips it, "
           "and falls silent. To keep it sounding, select a law whose friction falls, or a spring as Normal force.";
}

std::string_view whyRough (int law, BodyModel model) noexcept
{
    // A string's partials are multiples of its pitch, so that all of them come back to rest on the bow together.
    if (model != BodyModel::table || fallOf (law) != Fall::jump)
        return {};
    return "Friction drops only from rest, and is the same at every sliding speed. Each time the body lets go, "
           "that drop throws all its modes at once and feeds none in between. Their pitches are not multiples of "
           "the key, so that slips differ: the tone is rough, and at most settings it rattles near the key. For a "
           "note, select a law whose friction falls with speed.";
}

const LawInfo* findLaw (std::string_view idOrName) noexcept
{
    for (const auto& law : laws)
        if (law.id == idOrName || law.name == idOrName)
            return &law;
    return nullptr;
}
} // namespace kolophon
