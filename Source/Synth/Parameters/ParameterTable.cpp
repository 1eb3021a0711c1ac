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

/** The rows of the first contact, or of the second. */
constexpr auto contact (bool second)
{
    std::array<Parameter, std::size (contactRows)> rows {};
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        rows[i] = contactRows[i].row;
        rows[i].id = second ? contactRows[i].idB : contactRows[i].idA;
        rows[i].group = second ? "Contact B" : "Contact";
        rows[i].slot = second ? &Patch::contactB : &Patch::contact;
        if (second && rows[i].purpose == Purpose::sound)
            rows[i].purpose = Purpose::laboratory; // for comparisons
    }
    return rows;
}

/** The rows of modulation: a preset uses as many of the equal sources and slots as it needs. */
constexpr auto modulation ()
{
    auto rows = std::to_array (modulationRows);
    for (auto& row : rows)
        if (row.group == "Macro" || row.group == "Modulation")
            row.purpose = Purpose::player;
    return rows;
}

template <class... Lists>
constexpr auto joined (const Lists&... lists)
{
    std::array<Parameter, (sizeof (Lists) + ...) / sizeof (Parameter)> all {};
    auto next = all.begin();
    ((next = std::copy (std::begin (lists), std::end (lists), next)), ...);
    return all;
}

/** Rows in the order of Patch: the first contact in its place, the second behind it. */
constexpr auto table = joined (beforeContact, contact (false), afterContact, contact (true), beforeModulation,
                               modulation(), afterModulation);

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
    for (std::size_t i = 0; i < table.size(); ++i)
        for (std::size_t k = i + 1; k < table.size(); ++k)
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
