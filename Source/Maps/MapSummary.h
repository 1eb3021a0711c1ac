#pragma once

#include "MapPage.h"

#include <nlohmann/json.hpp>

namespace kolophon
{
/** What a run of `kolophon map` adds to its report. */
struct MapSummary
{
    nlohmann::ordered_json settings; // see mapSettings()
    std::size_t computed = 0;        // cells, by this run
    double seconds = 0.0;            // [s] that all runs took
    bool checksPassed = true;
    std::vector<std::string> idle; // see idleParameters()
};

std::size_t cellsDone (const MapCells& cells);

/** True when the books of every cell balance and every sample is a number; else says on stderr what is wrong. */
bool mapChecksOut (const MapReport& report);

/** Which of the two parameters changes no sample of any cell: the patch does not read it. */
std::vector<std::string> idleParameters (const MapReport& report);

/** map.json: one object with schema name and version. */
std::string mapJson (const MapReport& report, const MapSummary& summary);

/** For people, on a terminal. */
std::string mapText (const MapReport& report, const MapSummary& summary, const std::string& folder);
} // namespace kolophon
