// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MapPicture.h"

#include <string>
#include <vector>

namespace kolophon
{
/** What is told about a map, complete or not. */
struct MapReport
{
    const MapGesture* gesture = nullptr;
    MapCells cells;
    std::vector<const MapMetric*> metrics; // that are drawn
    MapLimits limits;
    std::string subtitle;                 // what is played: preset, note, law
    std::vector<std::string> warnings {}; // what of the preset's file could not be used as written
    std::string commandLine;              // as typed
    std::string cellCommand;              // that renders one cell, but for the two values and -o
    std::string noFigures;                // why there are no pictures beside the page; empty: there are
};

/** The page: every map drawn into it, numbers of the cell under the pointer, and its sound at a click. One file, which
    needs nothing but the folder cells/ beside it. */
std::string mapPage (const MapReport& report);
} // namespace kolophon
