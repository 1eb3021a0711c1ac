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

/** True if the energy books of every cell balance and every sample is finite; otherwise prints an error message to
    stderr. */
bool mapChecksOut (const MapReport& report);

/** Finds those of the two parameters that change no sample of any cell: the patch does not read them. */
class IdleParameters
{
public:
    explicit IdleParameters (const MapGesture& itsGesture) : gesture (itsGesture), below (itsGesture.x.values.size()) {}

    /** Takes all cells, one after the other. */
    void add (std::size_t place, const MapCell& cell);

    std::vector<std::string> ids () const;

private:
    const MapGesture& gesture;
    std::vector<std::uint64_t> below; // hashes of the last cell of every column
    std::uint64_t left = 0;
    bool xMatters = false, yMatters = false;
};

/** map.json: one object with schema name and version. */
std::string mapJson (const MapReport& report, const MapSummary& summary);

/** Text for a terminal. */
std::string mapText (const MapReport& report, const MapSummary& summary, const std::string& folder);
} // namespace kolophon
