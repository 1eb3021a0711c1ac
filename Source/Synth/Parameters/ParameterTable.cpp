// SPDX-License-Identifier: GPL-3.0-or-later
#include "ParameterTable.h"

#include "ModulationRows.h"
#include "ParameterRows.h"

#include <algorithm>

namespace kolophon
{
namespace
{
using namespace rows;

constexpr std::size_t contactCount = std::size (contactRows);
constexpr std::size_t tableSize = std::size (beforeContact) + std::size (afterContact) + 2 * contactCount +
                                  std::size (humanRows) + std::size (stringRows) + std::size (modulationRows) +
                                  std::size (touchRows) + std::size (gestureRows) + std::size (articulationRows) +
                                  std::size (pressRows) + std::size (boxRows) + std::size (sideRows) +
                                  std::size (tensionRows) + std::size (secondBodyRows) + std::size (normalRows) +
                                  std::size (sideHandRows) + std::size (guideRows) + std::size (phraseRows);

/** Rows in the order of Patch: the first contact in its place, the second behind it. */
constexpr auto table = []
{
    std::array<Parameter, tableSize> rows {};
    std::size_t next = 0;
    const auto addContact = [&] (bool second)
    {
        for (const auto& each : contactRows)
        {
            rows[next] = each.row;
            rows[next].id = second ? each.idB : each.idA;
            rows[next].group = second ? "Contact B" : "Contact";
            rows[next++].slot = second ? &Patch::contactB : &Patch::contact;
        }
    };
    for (const auto& row : beforeContact)
        rows[next++] = row;
    addContact (false);
    for (const auto& row : afterContact)
        rows[next++] = row;
    addContact (true);
    for (const auto& row : humanRows)
        rows[next++] = row;
    for (const auto& row : stringRows)
        rows[next++] = row;
    for (const auto& row : modulationRows)
        rows[next++] = row;
    for (const auto& row : touchRows)
        rows[next++] = row;
    for (const auto& row : gestureRows)
        rows[next++] = row;
    for (const auto& row : articulationRows)
        rows[next++] = row;
    for (const auto& row : pressRows)
        rows[next++] = row;
    for (const auto& row : boxRows)
        rows[next++] = row;
    for (const auto& row : sideRows)
        rows[next++] = row;
    for (const auto& row : tensionRows)
        rows[next++] = row;
    for (const auto& row : secondBodyRows)
        rows[next++] = row;
    for (const auto& row : normalRows)
        rows[next++] = row;
    for (const auto& row : sideHandRows)
        rows[next++] = row;
    for (const auto& row : guideRows)
        rows[next++] = row;
    for (const auto& row : phraseRows)
        rows[next++] = row;
    return rows;
}();

constexpr bool tableIsSane ()
{
    for (const auto& p : table)
    {
        if (! (p.minimum < p.maximum || (p.scale == Scale::menu && p.minimum == p.maximum)))
            return false;
        if (! (p.defaultValue >= p.minimum && p.defaultValue <= p.maximum))
            return false;
        if (p.scale == Scale::log && p.minimum <= 0.0)
            return false;
        if (p.scale == Scale::menu && p.places <= static_cast<int> (p.choices.size()))
            return false;
        if (p.label.size() > 40 || p.help.empty() || p.id.empty())
            return false;
    }
    // By places, each pair once: a compiler bounds the steps of what it works out.
    for (std::size_t i = 0; i < tableSize; ++i)
        for (std::size_t k = i + 1; k < tableSize; ++k)
            if (table[i].id == table[k].id || (table[i].member == table[k].member && table[i].slot == table[k].slot &&
                                               table[i].contact == table[k].contact))
                return false;
    return true;
}
static_assert (tableIsSane());
static_assert (std::size (table) * sizeof (double) == sizeof (Patch), "every knob of Patch needs a row");
} // namespace

std::span<const Parameter> parameterTable () noexcept
{
    return table;
}

std::optional<std::size_t> findParameter (std::string_view id) noexcept
{
    for (std::size_t i = 0; i < std::size (table); ++i)
        if (table[i].id == id)
            return i;
    return std::nullopt;
}

Patch Patch::defaults() noexcept
{
    Patch patch {};
    for (const auto& p : table)
        p.in (patch) = p.defaultValue;
    return patch;
}

Patch defaultsOfFormat1 () noexcept
{
    auto patch = Patch::defaults();
    for (const auto& p : table)
        p.in (patch) = p.before.value_or (p.defaultValue);
    return patch;
}

Patch admissible (Patch patch) noexcept
{
    for (auto* contact : { &patch.contact, &patch.contactB })
        contact->muKinetic = std::min (contact->muKinetic, contact->muStatic);
    patch.blockMuKinetic = std::min (patch.blockMuKinetic, patch.blockMuStatic);
    return patch;
}
} // namespace kolophon
