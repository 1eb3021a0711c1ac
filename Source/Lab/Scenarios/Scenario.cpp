// SPDX-License-Identifier: GPL-3.0-or-later
#include "Scenario.h"

#include <algorithm>
#include <array>

namespace kolophon::lab
{
namespace
{
constexpr std::array table {
    Column { "t", "s", "s", "time", [] (const Row& r) { return r.time; } },
    Column { "v_bow", "m/s", "rad/s", "speed of the bow", [] (const Row& r) { return r.bowVelocity; } },
    Column { "N", "N", "N m", "normal force", [] (const Row& r) { return r.normalForce; } },
    Column { "push", "N", "N m", "external force", [] (const Row& r) { return r.push; } },
    Column { "x", "m", "rad", "place of the contact", [] (const Row& r) { return r.position; } },
    Column { "u", "m/s", "rad/s", "speed of the contact", [] (const Row& r) { return r.velocity; } },
    Column { "v", "m/s", "rad/s", "relative velocity, bow minus contact",
             [] (const Row& r) { return r.relativeVelocity; } },
    Column { "F", "N", "N m", "force of the bow on the body", [] (const Row& r) { return r.force; } },
    Column { "bristle", "m", "rad", "elongation of the bristle", [] (const Row& r) { return r.elongation; } },
    Column { "memory", "", "", "flash temperature of Kolophon thermal [1], lagged speed of Armstrong [m/s]",
             [] (const Row& r) { return r.memory; } },
    Column { "mode", "", "", "discrete state, by number", [] (const Row& r) { return r.mode; } },
    Column { "H", "J", "J", "stored energy of body and bristle", [] (const Row& r) { return r.stored; } },
    Column { "P_drive", "W", "W", "power supplied by bow and push", [] (const Row& r) { return r.drivePower; } },
    Column { "P_friction", "W", "W", "power lost by friction, of a block on its floor",
             [] (const Row& r) { return r.frictionPower; } },
    Column { "P_body", "W", "W", "power lost in the body and at stops", [] (const Row& r) { return r.bodyPower; } },
    Column { "W_drive", "J", "J", "integral of P_drive", [] (const Row& r) { return r.driven; } },
    Column { "W_friction", "J", "J", "integral of P_friction", [] (const Row& r) { return r.frictionLoss; } },
    Column { "W_body", "J", "J", "integral of P_body", [] (const Row& r) { return r.bodyLoss; } },
    Column { "balance", "J", "J", "H - H(0) - W_drive + W_friction + W_body", [] (const Row& r) { return r.residual; } }
};

struct Derived
{
    std::string_view name;
    const char *unit, *turningUnit;
};
/** path: integral of v. resistance: -F, what the body feels against its motion. P_stored: dH/dt between rows. P_sum:
    P_stored + P_friction + P_body - P_drive. */
constexpr std::array derived { Derived { "path", "m", "rad" }, Derived { "resistance", "N", "N m" },
                               Derived { "P_stored", "W", "W" }, Derived { "P_sum", "W", "W" } };

bool isCoordinate (std::string_view name)
{
    return name.size() == 2 && (name[0] == 'q' || name[0] == 'u') && name[1] >= '1' && name[1] <= '8';
}

const Column* findColumn (std::string_view name)
{
    for (const auto& column : table)
        if (column.name == name)
            return &column;
    return nullptr;
}
/** "bow.F": which of ContactRow::names, behind the contact's name; negative: none. */
int contactColumn (std::string_view name)
{
    const auto dot = name.rfind ('.');
    if (dot == std::string_view::npos || dot == 0)
        return -1;
    for (int i = 0; i < static_cast<int> (std::size (ContactRow::names)); ++i)
        if (ContactRow::names[i] == name.substr (dot + 1))
            return i;
    return -1;
}
} // namespace

std::span<const Column> columns () noexcept
{
    return table;
}

bool isColumn (std::string_view name)
{
    if (contactColumn (name) >= 0)
        return true;
    for (const auto& one : derived)
        if (one.name == name)
            return true;
    return isCoordinate (name) || findColumn (name) != nullptr;
}

std::vector<double> columnOf (const Record& record, std::string_view name)
{
    std::vector<double> values;
    values.reserve (record.rows.size());
    if (const auto* column = findColumn (name))
    {
        for (const auto& row : record.rows)
            values.push_back (column->of (row));
        return values;
    }
    if (const int which = contactColumn (name); which >= 0)
    {
        const auto contact =
            std::find (record.contacts.begin(), record.contacts.end(), name.substr (0, name.rfind ('.')));
        if (contact == record.contacts.end())
            throw InputError ({ .place = "column " + std::string (name), .problem = "no contact has this name" });
        const auto at = static_cast<std::size_t> (contact - record.contacts.begin());
        for (const auto& row : record.touches)
            values.push_back (row[at].at (which));
        return values;
    }
    if (isCoordinate (name))
    {
        const auto& list = name[0] == 'q' ? record.place : record.speed;
        const Eigen::Index index = name[1] - '1';
        if (list.empty() || list.front().size() <= index)
            throw InputError ({ .place = "column " + std::string (name),
                                .problem = "the body has fewer coordinates (at most 8 are recorded)" });
        for (const auto& vector : list)
            values.push_back (vector[index]);
        return values;
    }
    double path = 0.0;
    for (std::size_t i = 0; i < record.rows.size(); ++i)
    {
        const auto& row = record.rows[i];
        const auto& before = record.rows[i == 0 ? 0 : i - 1];
        const double h = row.time - before.time;
        const double growth = h > 0.0 ? (row.stored - before.stored) / h : 0.0;
        path += 0.5 * h * (row.relativeVelocity + before.relativeVelocity);
        values.push_back (name == "path"         ? path
                          : name == "resistance" ? -row.force
                          : name == "P_stored"   ? growth
                          : i == 0               ? 0.0
                                                 : growth + row.frictionPower + row.bodyPower - row.drivePower);
    }
    return values;
}

std::string unitOf (std::string_view name, bool turning)
{
    if (const auto* column = findColumn (name))
        return turning ? column->turningUnit : column->unit;
    for (const auto& one : derived)
        if (one.name == name)
            return turning ? one.turningUnit : one.unit;
    if (const int which = contactColumn (name); which >= 0)
    {
        static constexpr const char *units[] = { "N", "m/s", "N", "m", "", "J" },
                                    *turningUnits[] = { "N m", "rad/s", "N m", "rad", "", "J" };
        return turning ? turningUnits[which] : units[which];
    }
    return name[0] == 'q' ? (turning ? "rad" : "m") : (turning ? "rad/s" : "m/s");
}
} // namespace kolophon::lab
