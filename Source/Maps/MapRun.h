#pragma once

#include "MapTable.h"

#include <functional>
#include <string>

namespace kolophon
{
/** What computing the cells of a map needs besides them. */
struct MapRun
{
    int jobs = 1;       // threads
    bool quiet = false; // no progress
    /** Takes the sound of a finished cell; called by any of the threads. May throw. */
    std::function<void (std::size_t column, std::size_t row, const std::vector<double>& sound)> keepSound;
    /** Takes all finished cells, every few seconds and at the end. May throw. */
    std::function<void (const MapCells&)> save;
};

/** Computes the cells that are missing, and nothing else; the result does not depend on how many threads do it. False
    when an interrupt came before the end: then `cells` has what was finished. Throws what a thread threw. */
bool computeCells (const MapGesture& gesture, MapCells& cells, const MapRun& run);
} // namespace kolophon
