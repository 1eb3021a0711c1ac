// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Motion.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon::lab
{
enum class Solver { realtime, reference, both, explicitSteps };

/** One motion of a scenario: the scenario as it stands, or one of its variants. */
struct Run
{
    std::string name; // empty when there is only one
    Motion motion;
    Solver solver = Solver::both;
    std::string lawName, bodyName;   // for people
    bool turning = false;            // angles and torques instead of places and forces
    std::vector<std::string> probes; // columns of the CSV; none: all
    int csvEvery = 0;                // rows of the record per row of the CSV; 0: so that the CSV has 40000 lines
};

/** Results of one run: a record for each of its solvers. */
struct RunRecords
{
    std::optional<Record> realtime, reference, explicitSteps;
    std::map<double, Record> atOtherRates; // [Hz] in real time, as analyses have asked for them

    /** The solver's record, or null; nothing asked: the reference, else real time, else explicit. */
    const Record* of (std::optional<Solver> solver) const;
    bool interrupted () const;
};

/** Computes a run. Throws InputError. */
RunRecords perform (const Run& run, const Interrupt& interrupt = {});

/** All columns that a record has, as CSV, analyses and figures name them. */
struct Column
{
    std::string_view name;
    const char *unit, *turningUnit; // [m], [rad]
    const char* meaning;
    double (*of) (const Row&);
};
std::span<const Column> columns () noexcept;
/** True for a name of columns(), "path", "resistance", "P_stored", "P_sum", a coordinate "q1" … "q8", "u1" … "u8", or
    one of a contact, "bow.F". */
bool isColumn (std::string_view name);
/** The column as numbers, one a row. Throws InputError for a coordinate that the body doesn't have. */
std::vector<double> columnOf (const Record& record, std::string_view name);
/** "m/s" */
std::string unitOf (std::string_view column, bool turning);
} // namespace kolophon::lab
