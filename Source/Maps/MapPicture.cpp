// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapPicture.h"

#include "../Analysis/Bench/RegimeSigns.h"
#include "../Core/Text/NumberText.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
struct Colour
{
    double red, green, blue; // 0…1, sRGB
};

std::string hexadecimal (const Colour& colour)
{
    const auto byte = [] (double x) { return static_cast<unsigned> (std::lround (255.0 * std::clamp (x, 0.0, 1.0))); };
    return formatted ("#%02x%02x%02x", byte (colour.red), byte (colour.green), byte (colour.blue));
}

Colour viridis (double position)
{
    constexpr std::array<unsigned, 10> points { 0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e,
                                                0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725 };
    const double place = position * (points.size() - 1);
    const auto at = std::min (static_cast<std::size_t> (place), points.size() - 2);
    const double fraction = place - static_cast<double> (at);
    const auto channel = [&] (int shift)
    {
        const auto of = [shift] (unsigned point) { return static_cast<double> ((point >> shift) & 0xff) / 255.0; };
        return of (points[at]) + fraction * (of (points[at + 1]) - of (points[at]));
    };
    return { channel (16), channel (8), channel (0) };
}

/** Conversion from OKLab (Ottosson 2020, "A perceptual color space for image processing"). */
Colour fromOkLab (double lightness, double a, double b)
{
    const auto cube = [] (double x) { return x * x * x; };
    const double l = cube (lightness + 0.3963377774 * a + 0.2158037573 * b);
    const double m = cube (lightness - 0.1055613458 * a - 0.0638541728 * b);
    const double s = cube (lightness - 0.0894841775 * a - 1.2914855480 * b);
    const auto companded = [] (double x)
    { return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow (x, 1.0 / 2.4) - 0.055; };
    return { companded (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
             companded (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
             companded (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s) };
}

Colour blueToBrown (double position)
{
    constexpr double dark = 0.42, light = 0.95; // lightness of the ends and of the middle
    constexpr double blueA = -0.035, blueB = -0.125, brownA = 0.095, brownB = 0.082;
    const double from = std::abs (2.0 * position - 1.0), lightness = light + from * (dark - light);
    return position < 0.5 ? fromOkLab (lightness, from * blueA, from * blueB)
                          : fromOkLab (lightness, from * brownA, from * brownB);
}

double positionOf (const MapScale& scale, double value)
{
    const double position = scale.logarithmic ? std::log (value / scale.low) / std::log (scale.high / scale.low)
                                              : (value - scale.low) / (scale.high - scale.low);
    return std::isfinite (position) ? std::clamp (position, 0.0, 1.0) : 0.0;
}
} // namespace

std::string percentText (std::size_t part, std::size_t whole)
{
    return fixed (100.0 * static_cast<double> (part) / static_cast<double> (std::max<std::size_t> (1, whole)), 1) +
           " %";
}

std::string regimeColour (Regime regime)
{
    return formatted ("#%06x", signOf (regime).colour);
}

std::string mapColour (MapColours colours, double position)
{
    return hexadecimal (colours == MapColours::diverging ? blueToBrown (position) : viridis (position));
}

std::string mapColour (const MapMetric& metric, const MapScale& scale, const MapCell& cell)
{
    if (metric.colours == MapColours::regimes)
        return regimeColour (cell.regime);
    const auto value = metric.value (cell);
    return value ? mapColour (metric.colours, positionOf (scale, *value)) : noValueColour;
}

MapScale mapScale (const MapMetric& metric, const MapCells& cells)
{
    MapScale scale;
    scale.logarithmic = metric.colours == MapColours::logarithmic;
    std::vector<double> values;
    for (const auto& cell : cells)
        if (const auto value = cell ? metric.value (*cell) : std::nullopt; value && std::isfinite (*value))
            values.push_back (*value);
    std::sort (values.begin(), values.end());
    const auto first = scale.logarithmic ? std::upper_bound (values.begin(), values.end(), 0.0) : values.begin();
    scale.empty = first == values.end();
    if (scale.empty)
        return scale;
    const auto count = static_cast<double> (values.end() - first - 1);
    const auto quantile = [&] (double fraction) { return *(first + std::lround (fraction * count)); };
    const auto place = [&scale] (double value) { return scale.logarithmic ? std::log (value) : value; };
    scale.low = quantile (0.0);
    scale.high = quantile (1.0);
    const double inner = place (quantile (0.99)) - place (quantile (0.01));
    if (inner > 0.0 && inner < 0.5 * (place (scale.high) - place (scale.low)))
    {
        scale.low = quantile (0.01);
        scale.high = quantile (0.99);
    }
    if (metric.colours == MapColours::diverging)
    {
        // Excludes larger values: a few cells that are an octave off would leave no colours for differences between the
        // others.
        std::vector<double> sizes;
        for (const double value : values)
            if (std::abs (value) <= metric.maxShown)
                sizes.push_back (std::abs (value));
        std::sort (sizes.begin(), sizes.end());
        const double largest = sizes.empty()
                                   ? metric.maxShown
                                   : sizes[static_cast<std::size_t> (0.98 * static_cast<double> (sizes.size() - 1))];
        scale.high = std::max (largest, 0.01 * metric.maxShown);
        scale.low = -scale.high;
    }
    // Values that differ only by rounding count as equal, because their differences would fill the colour scale.
    if (! (scale.high - scale.low > 1e-6 * std::max (std::abs (scale.low), std::abs (scale.high))))
    {
        const double room = scale.logarithmic ? 0.1 * scale.high : std::max (1e-3, 0.1 * std::abs (scale.high));
        scale.low -= room;
        scale.high += room;
    }
    scale.below =
        static_cast<int> (std::count_if (values.begin(), values.end(), [&] (double v) { return v < scale.low; }));
    scale.above =
        static_cast<int> (std::count_if (values.begin(), values.end(), [&] (double v) { return v > scale.high; }));
    return scale;
}

std::string tickText (double value)
{
    return significant (value, 4);
}
} // namespace kolophon
