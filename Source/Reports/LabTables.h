#pragma once

#include "LabReport.h"

#include <string>
#include <vector>

namespace kolophon
{
/** What one solver made of a run. */
struct SolverRecord
{
    const char* solver;
    const lab::Record* record;
};
std::vector<SolverRecord> recordsOf (const lab::RunRecords& records);

/** Every run and solver under one another; the first two cells say which. Coordinates where there are several. */
std::string csvOf (const LabResult& result);

std::string csvOf (const Table& table);
} // namespace kolophon
