// SPDX-License-Identifier: GPL-3.0-or-later
#include "MeasureReport.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Files/Tables/Csv.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kolophon
{
namespace
{
/** Column of the table in a terminal, which shows a selection of the measures. */
struct Column
{
    const char *measure, *heading, *format;
};
constexpr Column measureColumns[] = { { "pitch", "pitch/Hz", "%9.2f" },  { "onset", "onset/ms", "%9.1f" },
                                      { "centroid", "centr.", "%7.2f" }, { "slope", "slope", "%7.2f" },
                                      { "hnr", "HNR/dB", "%7.1f" },      { "floor", "floor", "%7.1f" },
                                      { "jitter", "jit./ct", "%8.3f" },  { "shimmer", "shim/dB", "%8.3f" },
                                      { "vibrato", "vib./ct", "%8.2f" }, { "am1-3", "1-3 Hz", "%7.3f" },
                                      { "am3-8", "3-8", "%7.3f" },       { "am8-16", "8-16", "%7.3f" },
                                      { "am16-32", "16-32", "%7.3f" },   { "am32-50", "32-50", "%7.3f" } };
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/** Rows of all notes, and their mean behind several. */
std::vector<std::pair<std::string, std::vector<NamedMeasure>>> rowsOf (std::span<const NoteNumbers> notes)
{
    std::vector<std::pair<std::string, std::vector<NamedMeasure>>> rows;
    for (const auto& note : notes)
        rows.emplace_back (note.name, note.numbers);
    if (rows.size() < 2)
        return rows;
    auto mean = rows.front().second;
    for (auto& number : mean)
        number.value = 0.0;
    for (const auto& [name, numbers] : rows)
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i].value += numbers[i].value / static_cast<double> (notes.size());
    rows.emplace_back ("mean", mean);
    return rows;
}

double find (const std::vector<NamedMeasure>& numbers, std::string_view name)
{
    const auto at = std::find_if (numbers.begin(), numbers.end(),
                                  [name] (const NamedMeasure& number) { return number.name == name; });
    return at == numbers.end() ? nothing : at->value;
}

std::string inColumn (const char* format, double value)
{
    const auto text = formatted (format, value);
    return std::isnan (value) ? std::string (text.size() > 1 ? text.size() - 1 : 0, ' ') + "-" : text;
}
} // namespace

NoteNumbers numbersOf (const MeasuredNote& note)
{
    auto numbers = namedMeasures (note.measures);
    numbers.push_back ({ "loudness", "LUFS", note.loudness.value_or (nothing) });
    if (note.distance)
    {
        numbers.push_back ({ "distance", "", note.distance->mean });
        for (std::size_t i = 0; i < distanceMeasures.size(); ++i)
            numbers.push_back ({ "outside: " + std::string (distanceMeasures[i]), "", note.distance->parts[i] });
    }
    return { note.name, std::move (numbers), note.warnings };
}

std::string measureText (std::span<const NoteNumbers> notes)
{
    const auto rows = rowsOf (notes);
    std::size_t widest = 4;
    for (const auto& row : rows)
        widest = std::max (widest, printable (row.first, longestLine).size());
    const bool measured = ! notes.empty() && std::any_of (notes.front().numbers.begin(), notes.front().numbers.end(),
                                                          [] (const auto& n) { return n.name == "distance"; });
    const auto padded = [widest] (const std::string& name)
    { return name + std::string (widest > name.size() ? widest - name.size() : 0, ' '); };
    std::string text = padded ("note");
    for (const auto& column : measureColumns)
        text += formatted ("%*s", static_cast<int> (formatted (column.format, 0.0).size()), column.heading);
    text += "    LUFS" + std::string (measured ? "  distance\n" : "\n");
    for (const auto& [name, numbers] : rows)
    {
        text += padded (printable (name, longestLine));
        for (const auto& column : measureColumns)
            text += inColumn (column.format, find (numbers, column.measure));
        text += inColumn ("%8.1f", find (numbers, "loudness"));
        text += measured ? formatted ("%10.3f\n", find (numbers, "distance")) : "\n";
    }
    if (measured)
    {
        text += "outside:";
        for (const auto part : distanceMeasures)
            text += formatted (" %s %.3f", std::string (part).c_str(),
                               find (rows.back().second, "outside: " + std::string (part)));
        text += "\n";
    }
    return text;
}

std::string measureCsv (std::span<const NoteNumbers> notes)
{
    const auto rows = rowsOf (notes);
    CsvText table;
    table.cell ("note");
    if (! rows.empty())
        for (const auto& number : rows.front().second)
            table.cell (number.unit.empty() ? number.name : number.name + " [" + number.unit + "]");
    table.endRow();
    for (const auto& [name, numbers] : rows)
    {
        table.cell (name);
        for (const auto& number : numbers)
            table.number (std::isnan (number.value) ? std::nullopt : std::optional (number.value));
        table.endRow();
    }
    return table.text();
}

std::string measureJson (std::span<const NoteNumbers> notes)
{
    auto list = Json::array();
    for (const auto& [name, numbers] : rowsOf (notes)) // a mean may follow
    {
        Json object { { "note", name } };
        if (list.size() < notes.size())
            object["warnings"] = notes[list.size()].warnings;
        for (const auto& number : numbers)
            object[number.name] = numberOrNull (number.value);
        list.push_back (std::move (object));
    }
    return terminalJson (list);
}
} // namespace kolophon
