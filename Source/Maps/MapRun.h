// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/PartFile.h"
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
    std::function<void (std::size_t place, const MapCell&)> keepCell = [] (std::size_t, const MapCell&) {};
    /** Takes all finished cells, every few seconds and at the end. May throw. */
    std::function<void (const MapCells&)> save;
};

/** Computes the missing cells of the part, and nothing else; the result does not depend on the number of threads.
    Returns false if interrupted: then `cells` contains the cells finished so far. Rethrows exceptions of the
    threads. */
bool computeCells (const MapGesture& gesture, MapCells& cells, const MapRun& run);
} // namespace kolophon
