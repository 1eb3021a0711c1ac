// SPDX-License-Identifier: GPL-3.0-or-later
#include "RecordedStrings.h"

#include "../../Files/Tables/Csv.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace kolophon
{
/** Texts embedded at build time from Resources/Measures (see EmbedTexts.cmake). */
std::span<const std::string_view> embeddedMeasureTexts () noexcept;

namespace
{
using Row = std::array<std::optional<Quantiles>, stringFamilies.size()>;

std::map<std::string, Row, std::less<>> tableFrom (std::string_view text)
{
    std::map<std::string, Row, std::less<>> table;
    for (auto begin = text.find ('\n') + 1; begin < text.size();)
    {
        const auto end = std::min (text.find ('\n', begin), text.size());
        CsvRow cells (text.substr (begin, end - begin));
        begin = end + 1;
        const std::string name (cells.text());
        cells.text(); // the unit, not used here
        Row row;
        for (auto& family : row)
        {
            const auto low = cells.optional(), middle = cells.optional(), high = cells.optional();
            if (low && middle && high)
                family = { *low, *middle, *high };
        }
        if (! cells.complete())
            throw std::logic_error ("RecordedStrings.csv: " + name);
        table.emplace (name, row);
    }
    return table;
}

/** Lower limit of values of a measure that is compared by its logarithm; nullopt for other measures. */
std::optional<double> smallestOf (std::string_view measure, std::string_view unit)
{
    if (unit == "ms")
        return 1.0;
    if (unit == "cent")
        return 0.05;
    if (measure == "shimmer" || measure.starts_with ("am"))
        return 0.005;
    return unit == "f0" || unit == "ratio" ? std::optional (0.01) : std::nullopt;
}

/** The one of the eleven parts to which a measure belongs; nullopt for vibrato and pitch. */
std::optional<std::size_t> partOf (std::string_view measure)
{
    const bool numbered = measure.size() > 1 && measure[1] >= '0' && measure[1] <= '9';
    const std::string_view part = measure.starts_with ("partial ")        ? "partials"
                                  : measure.ends_with (" Hz")             ? "third octaves"
                                  : measure.starts_with ("am")            ? "am"
                                  : measure.starts_with ("c") && numbered ? "attack"
                                                                          : measure;
    const auto found = std::find (distanceMeasures.begin(), distanceMeasures.end(), part);
    if (found == distanceMeasures.end())
        return std::nullopt;
    return static_cast<std::size_t> (found - distanceMeasures.begin());
}
} // namespace

std::optional<Quantiles> recordedQuantiles (StringFamily family, std::string_view measure)
{
    static const auto table = tableFrom (embeddedMeasureTexts()[0]);
    const auto row = table.find (measure);
    return row == table.end() ? std::nullopt : row->second[static_cast<std::size_t> (family)];
}

double outside (std::string_view measure, std::string_view unit, double value, const Quantiles& range)
{
    double low = range.low, high = range.high;
    if (const auto smallest = smallestOf (measure, unit))
    {
        const auto logarithm = [&smallest] (double x) { return std::log (std::max (x, *smallest)); };
        value = logarithm (value);
        low = logarithm (low);
        high = logarithm (high);
    }
    return std::max ({ 0.0, low - value, value - high }) / std::max (high - low, 1e-9);
}

NoteDistance distanceFrom (StringFamily family, const NoteMeasures& note)
{
    NoteDistance distance;
    std::array<double, distanceMeasures.size()> counts {};
    for (const auto& measure : namedMeasures (note))
    {
        const auto part = partOf (measure.name);
        const auto range = recordedQuantiles (family, measure.name);
        if (! part || ! range || std::isnan (measure.value))
            continue;
        distance.parts[*part] += outside (measure.name, measure.unit, measure.value, *range);
        counts[*part] += 1.0;
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        distance.parts[i] /= std::max (1.0, counts[i]);
        distance.mean += distance.parts[i] / static_cast<double> (counts.size());
    }
    return distance;
}

NoteDistance meanOf (std::span<const NoteDistance> distances)
{
    NoteDistance mean;
    for (const auto& distance : distances)
    {
        const double weight = 1.0 / static_cast<double> (distances.size());
        mean.mean += weight * distance.mean;
        for (std::size_t i = 0; i < mean.parts.size(); ++i)
            mean.parts[i] += weight * distance.parts[i];
    }
    return mean;
}
} // namespace kolophon
