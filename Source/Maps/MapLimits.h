// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Pages/Plot.h"
#include "MapTable.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Theory's limits of Helmholtz motion over a map of force against position. */
struct MapLimits
{
    std::vector<PlotPoint>
        largest; // largest force [N] at every position of the map: Schelleng 1973, see BowedStrings.h
    std::vector<PlotPoint> smallest;   // smallest, from the losses of the partials
    double bowSpeed = 0.0;             // [m/s] measured in the cells
    std::string noLargest, noSmallest; // reasons why a limit is missing; empty if it is present
};

/** Computes the limits if string, bow and friction of the patch are those of the theory: position on the x axis,
    force on the y axis, a rigid bow that moves steadily over a string, and a law that falls from static to kinetic
    friction as a Gaussian of the speed. The bow's speed is the one measured in all cells. */
MapLimits limitsOfMap (const MapGesture& gesture, const MapTotals& totals);
} // namespace kolophon
