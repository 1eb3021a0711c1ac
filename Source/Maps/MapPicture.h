#pragma once

#include "MapLimits.h"

#include <string>
#include <vector>

/** What the pictures of a map have in common, gnuplot's and those of its page: colours, scales, ticks. */
namespace kolophon
{
/** Which values the colours of a metric span. */
struct MapScale
{
    double low = 0.1, high = 1.0; // of a map without values, too: both above zero, for logarithmic colours
    bool logarithmic = false;
    int below = 0, above = 0; // cells whose values lie beyond and have the colour of the end
    bool empty = true;        // no cell has a value
};

/** The scale of a metric over a map: from its lowest to its highest value, but where a hundredth of the cells at either
    end would take most of the colours, without those. Diverging scales are even about zero and hold 98 % of the values
    below the metric's `maxShown`. */
MapScale mapScale (const MapMetric& metric, const MapCells& cells);

/** "#rrggbb" of a position 0…1 through the colours. Sequential: viridis (van der Walt & Smith 2015). Diverging: from
    blue
   over a light grey to brown, straight and even in the colour space OKLab (Ottosson 2020). */
std::string mapColour (MapColours colours, double position);

/** "#rrggbb" of a regime: colours by Okabe and Ito ("Color universal design") and three greys, which every kind of
    colour vision tells apart. */
const char* regimeColour (Regime regime) noexcept;

/** Colour of a cell; that of cells without a value is noValueColour. */
std::string mapColour (const MapMetric& metric, const MapScale& scale, const MapCell& cell);
inline constexpr auto noValueColour = "#c6c6c6";

/** Round values between two borders, at most about eight: 1, 2, 5 times powers of ten. */
std::vector<double> mapTicks (double low, double high, bool logarithmic);

/** "12.5 %": a part of a whole. */
std::string percentText (int part, std::size_t whole);

/** "0.02", "1e-14". */
std::string tickText (double value);

/** How many of the computed cells are in each regime, by its place. */
std::vector<int> regimeCounts (const MapCells& cells);

/** One metric drawn by gnuplot, as its input. `subtitle` says what is played. */
gnuplot::Script mapScript (const MapGesture& gesture, const MapCells& cells, const MapLimits& limits,
                           const MapMetric& metric, const std::string& subtitle, PictureFormat format);
} // namespace kolophon
