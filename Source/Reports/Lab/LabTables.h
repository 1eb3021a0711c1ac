// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "LabReport.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Record of a run by one solver. */
struct SolverRecord
{
    const char* solver;
    const lab::Record* record;
};
std::vector<SolverRecord> recordsOf (const lab::RunRecords& records);

/** All runs and solvers in one table; the first two cells of a row name them. Includes coordinates if there are
    several. */
std::string csvOf (const LabResult& result);

std::string csvOf (const Table& table);
} // namespace kolophon
