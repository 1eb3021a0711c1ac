// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MapLimits.h"

#include <string>
#include <vector>

/** Colours, scales and ticks of a map. */
namespace kolophon
{
/** Range of values of the colours of a metric. */
struct MapScale
{
    double low = 0.1, high = 1.0; // defaults for a map without values: both above zero, for logarithmic colours
    bool logarithmic = false;
    int below = 0, above = 0; // numbers of cells outside the range, which get the colour of its end
    bool empty = true;        // true: no cell has a value
};

/** Determines the scale of a metric over a map: from its lowest to its highest value; if the outer hundredths of the
    cells would take more than half of the range, without these. Diverging scales are symmetric about zero and
    contain 98 % of the values below the metric's `maxShown`. */
MapScale mapScale (const MapMetric& metric, const MapCells& cells);

/** Colour "#rrggbb" at a position 0…1 of the colour scale. Sequential: viridis (van der Walt & Smith 2015).
    Diverging: from blue over a light grey to brown, straight and even in the colour space OKLab (Ottosson 2020). */
std::string mapColour (MapColours colours, double position);

/** Colour "#rrggbb" of a regime, see RegimeSigns.h. */
std::string regimeColour (Regime regime);

/** Colour of a cell; noValueColour for cells without a value. */
std::string mapColour (const MapMetric& metric, const MapScale& scale, const MapCell& cell);
inline constexpr auto noValueColour = "#c6c6c6";

/** Percentage as text: "12.5 %". */
std::string percentText (std::size_t part, std::size_t whole);

/** Number on an axis as text: "0.02", "1e-14". */
std::string tickText (double value);
} // namespace kolophon
