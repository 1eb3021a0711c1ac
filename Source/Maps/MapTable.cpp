// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapTable.h"

#include "../Core/Text/HexText.h"
#include "../Core/Text/NumberText.h"
#include "../Files/Bytes/ExitCode.h"
#include "../Files/Tables/Csv.h"
#include "../Reports/Sounds/RenderReport.h"
#include "../Shell/ChosenIds.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace kolophon
{
namespace
{
using Value = std::optional<double>;

constexpr MapMetric metrics[] = {
    { "regime", "regime", "Regime", "", "%g",
      "Motion of the string at the end of the note (its last 30 periods, at most its second half), classified by the "
      "times of slip: Helmholtz motion has one slip per period. Motion with a longer period is anomalous low; motion "
      "without a period is raucous; none: the contact never slips.",
      MapColours::regimes, 0.0, [] (const MapCell& c) { return Value (static_cast<double> (c.regime)); } },
    { "pitch", "pitch error [cent]", "Pitch error", "cent", "%+.2f cent",
      "Fundamental of the force at the bridge in the second half of the note, against the key in equal temperament. An "
      "even double slip reads an octave higher.",
      MapColours::diverging, 100.0, [] (const MapCell& c) { return c.pitchError; } },
    { "centroid", "spectral centroid [Hz]", "Spectral centroid", "Hz", "%.0f Hz",
      "Centre of the power spectrum of the sound's second half: brightness.", MapColours::logarithmic, 0.0,
      [] (const MapCell& c) { return c.centroid; } },
    { "onset", "onset [s]", "Onset", "s", "%.4f s",
      "Time from the first slip to the first of eight successive periods with one slip each and a length within 8 % of "
      "the string's own.",
      MapColours::logarithmic, 0.0, [] (const MapCell& c) { return c.onset; } },
    { "level", "level [dBFS]", "Level", "dBFS", "%.1f dBFS",
      "RMS of the sound's second half, mean power of both channels; a sine at full scale has -3.",
      MapColours::sequential, 0.0, [] (const MapCell& c) { return c.level; } },
    { "slips", "slips per period [1]", "Slips per period", "", "%.3f",
      "Number of slips per period of the key, at the end of the note.", MapColours::sequential, 0.0,
      [] (const MapCell& c) { return Value (c.slipsPerPeriod); } },
    { "share", "slip share [1]", "Slip fraction", "of the time", "%.3f of the time",
      "Fraction of the time in which the contact slips, at the end of the note: in Helmholtz motion the bow's "
      "position, or more with a rounded corner.",
      MapColours::sequential, 0.0, [] (const MapCell& c) { return Value (c.slipFraction); } },
    { "residual", "energy residual [of peak energy]", "Energy residual", "of peak energy", "%.1e of peak energy",
      "Worst step of the energy ledger over the whole note: rounding error, for any motion of the string.",
      MapColours::logarithmic, 0.0, [] (const MapCell& c) { return Value (c.residual); } },
};

std::string unitOf (const MapAxis& axis)
{
    const auto unit = unitText (axis.parameter->unit);
    return unit.empty() ? "1" : std::string (unit);
}

std::optional<Regime> regimeFromText (std::string_view text)
{
    for (int i = 0; i <= static_cast<int> (Regime::constantSlip); ++i)
        if (regimeName (static_cast<Regime> (i)) == text)
            return static_cast<Regime> (i);
    return std::nullopt;
}

/** Fault of a cell; null if it has none. */
const char* complaintAbout (const MapCell& cell)
{
    return cell.faultySamples > 0             ? "the engine computed something that is not a number"
           : ! (cell.residual <= ledgerLimit) ? "the energy ledger is off by more than 1e-12 of the peak energy"
                                              : nullptr;
}
} // namespace

std::span<const MapMetric> mapMetrics () noexcept
{
    return metrics;
}

std::vector<const MapMetric*> mapMetricsFromText (const std::string& text)
{
    const auto find = [] (std::string_view id)
    {
        const auto* found = std::find_if (std::begin (metrics), std::end (metrics),
                                          [id] (const MapMetric& metric) { return metric.id == id; });
        return found == std::end (metrics) ? nullptr : found;
    };
    return chosenIds ("--metric", text, mapMetrics(), find);
}

std::string mapValueText (const MapMetric& metric, const MapCell& cell)
{
    if (metric.colours == MapColours::regimes)
        return std::string (regimeName (cell.regime));
    const auto value = metric.value (cell);
    return value ? formatted (metric.format, *value) : "none";
}

std::string mapSoundName (std::size_t column, std::size_t row)
{
    return formatted ("cells/%03zu-%03zu.wav", column, row);
}

std::string mapRow (const MapGesture& gesture, std::size_t place, const MapCell& cell)
{
    CsvText csv;
    const auto columns = gesture.x.values.size(), column = place % columns, row = place / columns;
    csv.number (column).number (row).number (gesture.x.values[column]).number (gesture.y.values[row]);
    for (const auto& metric : metrics)
        metric.colours == MapColours::regimes ? csv.cell (regimeName (cell.regime)) : csv.number (metric.value (cell));
    csv.number (cell.bowSpeed)
        .number (cell.bowForce)
        .number (cell.soundGainDb)
        .number (std::size_t { cell.faultySamples });
    csv.cell (hexText (cell.hash)).cell (gesture.soundSeconds > 0.0 ? mapSoundName (column, row) : "");
    return csv.text();
}

std::string mapHeading (const MapGesture& gesture)
{
    CsvText csv;
    csv.cell ("column").cell ("row");
    for (const auto* axis : { &gesture.x, &gesture.y })
        csv.cell (std::string (axis->parameter->id) + " [" + unitOf (*axis) + "]");
    for (const auto& metric : metrics)
        csv.cell (metric.heading);
    for (const auto* name :
         { "bow speed [m/s]", "bow force [N]", "sound gain [dB]", "faulty samples [1]", "hash", "sound" })
        csv.cell (name);
    csv.endRow();
    return csv.text();
}

std::optional<MapRow> mapRowFrom (const MapGesture& gesture, std::string_view line)
{
    CsvRow row (line);
    const auto column = row.number<std::size_t>(), height = row.number<std::size_t>();
    const double x = row.number<double>(), y = row.number<double>();
    MapCell cell;
    const auto regime = regimeFromText (row.text());
    cell.pitchError = row.optional();
    cell.centroid = row.optional();
    cell.onset = row.optional();
    cell.level = row.optional();
    for (auto* value : { &cell.slipsPerPeriod, &cell.slipFraction, &cell.residual, &cell.bowSpeed, &cell.bowForce,
                         &cell.soundGainDb })
        *value = row.number<double>();
    cell.faultySamples = row.number<std::uint64_t>();
    cell.hash = row.number<std::uint64_t> (16);
    const auto sound = row.text();
    const auto &columns = gesture.x.values, &rows = gesture.y.values;
    if (! row.complete() || ! regime || column >= columns.size() || height >= rows.size() || columns[column] != x ||
        rows[height] != y || sound != (gesture.soundSeconds > 0.0 ? mapSoundName (column, height) : ""))
        return std::nullopt;
    cell.regime = *regime;
    return MapRow { height * columns.size() + column, cell };
}

void MapTotals::add (std::size_t place, const MapCell& cell)
{
    ++done;
    ++regimes[static_cast<std::size_t> (cell.regime)];
    if (! (cell.residual <= worstResidual) && ! std::isnan (worstResidual))
        worstResidual = cell.residual;
    slowest = std::min (slowest, cell.bowSpeed);
    fastest = std::max (fastest, cell.bowSpeed);
    if (const auto* wrong = complaintAbout (cell))
        if (faulty++ == 0 || place < firstFaulty)
        {
            firstFaulty = place;
            complaint = wrong;
        }
}
} // namespace kolophon
