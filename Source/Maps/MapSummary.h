// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MapPage.h"

#include <nlohmann/json.hpp>

namespace kolophon
{
/** Data of a run of `kolophon map`, in addition to its report. */
struct MapSummary
{
    nlohmann::ordered_json settings; // see mapSettings()
    std::size_t computed = 0;        // cells computed by this run
    double seconds = 0.0;            // [s] computation time of all runs
    bool checksPassed = true;
    std::vector<std::string> idle; // see idleParameters()
};

std::size_t cellsDone (const MapCells& cells);

/** True if the energy books of every cell balance and every sample is finite; otherwise prints an error message to
    stderr. */
bool mapChecksOut (const MapReport& report);

/** Those of the two parameters that change no sample of any cell: the patch does not read them. */
std::vector<std::string> idleParameters (const MapReport& report);

/** map.json: one object with schema name and version. */
std::string mapJson (const MapReport& report, const MapSummary& summary);

/** Text for a terminal. */
std::string mapText (const MapReport& report, const MapSummary& summary, const std::string& folder);
} // namespace kolophon
