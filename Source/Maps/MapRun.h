// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/Parts/PartFile.h"
#include "MapTable.h"

#include <functional>
#include <string>

namespace kolophon
{
/** Options and callbacks of the computation of a map's cells. */
struct MapRun
{
    int jobs = 1;       // threads
    bool quiet = false; // no progress
    /** Takes the sound of a finished cell; called by any of the threads. May throw. */
    std::function<void (std::size_t column, std::size_t row, const std::vector<double>& sound)> keepSound;
    Portion part {}; // of the cells that this run computes
    /** Takes each finished cell, one after the other. May throw. */
    std::function<void (std::size_t place, const MapCell&)> keepCell;
};

/** Computes the cells of the part that are not `done`; the result does not depend on the number of threads. Returns
    false if interrupted: then some have not been computed. Rethrows exceptions of the threads. */
bool computeCells (const MapGesture& gesture, const std::vector<bool>& done, const MapRun& run);
} // namespace kolophon
