// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MapPicture.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Contents of a map's page, complete or not. */
struct MapReport
{
    const MapGesture* gesture = nullptr; // of all cells
    MapTotals totals {};
    MapGesture shownGesture {};                             // with the values that are shown
    std::vector<std::size_t> shownColumns {}, shownRows {}; // their indices, see MapAxis::shown()
    MapCells cells {};                                      // that are shown
    std::vector<const MapMetric*> metrics;                  // that are drawn
    MapLimits limits;
    std::string subtitle;                 // preset, note, law
    std::vector<std::string> warnings {}; // parts of the preset's file that could not be used as written
    std::string commandLine;              // as typed
    std::string cellCommand;              // renders one cell, without the two values and -o
};

/** Fills in what is shown of the gesture: its axes, and no cells yet. */
void chooseShown (MapReport& report);

/** Takes a finished cell, if it is one of those that are shown. */
void show (MapReport& report, std::size_t place, const MapCell& cell);

/** The page: every map drawn into it, numbers of the cell under the pointer, and its sound at a click. One file, which
    needs nothing but the folder cells/ beside it. */
std::string mapPage (const MapReport& report);
} // namespace kolophon
