// SPDX-License-Identifier: GPL-3.0-or-later
#include "CompareReport.h"

#include "../../Core/Text/HexText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Json/Json.h"
#include "../../Files/Tables/Csv.h"
#include "../Pages/Html.h"
#include "../Pages/Page.h"
#include "CompareFigures.h"
#include "RenderReport.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace kolophon
{
namespace
{
constexpr CompareColumn columns[] = {
    { "pitchHertz", "pitch [Hz]", "pitch Hz", "%.3f",
      "Fundamental frequency of the force at the bridge in the steady part of the note: the last 70 %, at most 65536 "
      "samples. An even double slip reads an octave higher.",
      &ComparedLaw::pitch },
    { "pitchErrorCents", "pitch error [cent]", "cents", "%+.2f",
      "Deviation of the pitch from the key in equal temperament. Friction flattens a bowed string under high force.",
      &ComparedLaw::pitchError },
    { "medianPitchErrorCents", "median of |pitch error| [cent]", "|cents|", "%.2f",
      "Songs: median over all notes with a steady pitch, measured while the last bowed string sounds undisturbed, "
      "without sign.",
      &ComparedLaw::medianPitchError },
    { "loudnessLufs", "loudness [LUFS]", "LUFS", "%.2f", "Integrated loudness of the file (ITU-R BS.1770).",
      &ComparedLaw::loudness },
    { "slipsPerPeriod", "slips per period [1]", "slips/period", "%.3f",
      "Number of slips per period of the string, in the steady part; songs: the median over notes. 1 is Helmholtz "
      "motion, 2 a double slip. The contact slips when bow and string differ by more than half the bow's speed.",
      &ComparedLaw::slipsPerPeriod },
    { "helmholtzSeconds", "time to Helmholtz motion [s]", "Helmholtz s", "%.4f",
      "Time from note-on to the first of eight successive periods with exactly one slip each and a length within 8 % "
      "of the string's own; a slip interrupted by less than 5 % of a period counts once. Songs: the median over notes "
      "that reach it.",
      &ComparedLaw::helmholtzTime },
    { "helmholtzShare", "notes that reach Helmholtz motion [1]", "fraction of notes", "%.2f",
      "Fraction of the notes that reach Helmholtz motion.", &ComparedLaw::helmholtzFraction },
    { "nonHarmonicDb", "non-harmonic energy [dB]", "non-harm. dB", "%.1f",
      "Energy between the harmonics of the measured pitch against all energy, from one Blackman frame of up to 65536 "
      "samples of the steady sound: noise, aliases, subharmonics. 10 bins to each side belong to a harmonic; a "
      "perfectly periodic tone reads below -73 dB.",
      &ComparedLaw::nonHarmonic },
    { "energyCreatedJoule", "energy created [J]", "created J", "%.2g",
      "Sum of all losses that came out negative beyond rounding: energy created by the law. A passive law creates "
      "none.",
      &ComparedLaw::energyCreated },
    { "relativeResidual", "ledger residual [of peak energy]", "residual", "%.1e",
      "Worst step of the energy ledger: change of the stored energy minus work, friction loss and body loss, over the "
      "peak energy. Rounding error for any law.",
      &ComparedLaw::residual },
    { "differenceDb", "difference RMS [dB of the first law]", "difference dB", "%+.1f",
      "RMS of the first law minus this law, over the RMS of the first. Two unrelated sounds of equal loudness differ "
      "by +3 dB; bowed strings are sensitive, and a shift of phase counts as a difference.",
      &ComparedLaw::difference },
};

std::string cellText (const Measured& measured, const CompareColumn& column)
{
    return measured.value ? formatted (column.format, *measured.value) : "-";
}

/** Columns in which at least one law has a value. */
std::vector<const CompareColumn*> shownColumns (const Comparison& comparison)
{
    std::vector<const CompareColumn*> shown;
    for (const auto& column : columns)
        if (std::any_of (comparison.laws.begin(), comparison.laws.end(),
                         [&column] (const ComparedLaw& law) { return (law.*column.member).value.has_value(); }))
            shown.push_back (&column);
    return shown;
}

/** "no periodic tone: viscous, dahl" for every reason of a column that is not expected anyway. */
std::vector<std::string> reasonsOf (const Comparison& comparison, const CompareColumn& column)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> found;
    for (const auto& law : comparison.laws)
    {
        const auto& measured = law.*column.member;
        if (measured.value || measured.expected)
            continue;
        auto same = std::find_if (found.begin(), found.end(),
                                  [&measured] (const auto& f) { return f.first == measured.reason; });
        if (same == found.end())
            same = found.insert (found.end(), { measured.reason, {} });
        same->second.emplace_back (law.law->id);
    }
    std::vector<std::string> lines;
    for (const auto& [reason, laws] : found)
    {
        std::string who;
        for (const auto& id : laws)
            who += (who.empty() ? "" : ", ") + id;
        lines.push_back (reason + ": " + (laws.size() == comparison.laws.size() && laws.size() > 1 ? "all" : who));
    }
    return lines;
}

std::string sentenceOfGain (const Comparison& comparison)
{
    return comparison.gain < 1.0 ? formatted ("The gain of all files is reduced by the same %.2f dB to avoid clipping.",
                                              -dbFromGain (comparison.gain))
                                 : "All files have the same gain, that of the preset.";
}
} // namespace

std::span<const CompareColumn> compareColumns () noexcept
{
    return columns;
}

std::string compareText (const Comparison& comparison)
{
    const auto shown = shownColumns (comparison);
    std::vector<std::vector<std::string>> rows { { "law" } };
    for (const auto* column : shown)
        rows.front().emplace_back (column->shortHeading);
    for (const auto& law : comparison.laws)
    {
        rows.push_back ({ std::string (law.law->id) });
        for (const auto* column : shown)
            rows.back().push_back (cellText (law.*column->member, *column));
    }
    std::vector<std::size_t> widths (rows.front().size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max (widths[i], row[i].size());

    auto text = printable (comparison.folder, longestLine) + "\n";
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            const std::string space (widths[i] - row[i].size(), ' ');
            text += i == 0 ? "  " + row[i] + space : "  " + space + row[i];
            text += i + 1 == row.size() ? "\n" : "";
        }
    for (const auto& column : columns)
        for (const auto& reason : reasonsOf (comparison, column))
            text += std::string ("  no ") + column.shortHeading + ", " + reason + "\n";
    return text;
}

std::string compareCsv (const Comparison& comparison)
{
    CsvText csv;
    for (const auto* heading : { "law", "name", "file", "difference file" })
        csv.cell (heading);
    for (const auto& column : columns)
        csv.cell (column.heading);
    csv.endRow();
    for (const auto& law : comparison.laws)
    {
        csv.cell (law.law->id).quoted (law.law->name).cell (law.file).cell (law.differenceFile);
        for (const auto& column : columns)
            csv.number ((law.*column.member).value);
        csv.endRow();
    }
    return csv.text();
}

std::string compareJson (const Comparison& comparison)
{
    Json laws = Json::array();
    for (const auto& law : comparison.laws)
    {
        Json row { { "id", law.law->id }, { "name", law.law->name }, { "file", law.file } };
        row["differenceFile"] = law.differenceFile.empty() ? Json (nullptr) : Json (law.differenceFile);
        row["hash"] = hexText (law.render.hash);
        Json reasons = Json::object();
        for (const auto& column : columns)
        {
            const auto& measured = law.*column.member;
            row[column.key] = measured.value ? Json (*measured.value) : Json (nullptr);
            if (! measured.value)
                reasons[column.key] = measured.reason;
        }
        row["generatorSteps"] = law.render.ledger.generatorSteps;
        row["nonFiniteSamples"] = law.render.nonFiniteSamples;
        row["reasons"] = reasons;
        laws.push_back (row);
    }
    const Json json { { "schema", "kolophon-compare" },
                      { "schemaVersion", 1 },
                      { "version", KOLOPHON_VERSION },
                      { "command", comparison.commandLine },
                      { "input", comparison.input },
                      { "title", comparison.title },
                      { "warnings", comparison.warnings },
                      { "preset", comparison.preset },
                      { "sampleRate", comparison.sampleRate },
                      { "bits", comparison.bits },
                      { "lengthSeconds", comparison.seconds },
                      { "gainDb", dbFromGain (comparison.gain) },
                      { "checksPassed", comparison.checksPassed },
                      { "laws", laws } };
    return terminalJson (json);
}

namespace
{
Json lawValues (const ComparedLaw& law, const std::vector<const CompareColumn*>& shown)
{
    const auto& info = *law.law;
    Json cells = Json::array();
    for (const auto* column : shown)
    {
        const auto& measured = law.*column->member;
        cells.push_back ({ { "has", measured.value.has_value() },
                           { "value", cellText (measured, *column) },
                           { "reason", measured.reason } });
    }
    return { { "id", info.id },
             { "name", info.name },
             { "cells", cells },
             { "summary", info.summary },
             { "equations", info.equations },
             { "source", info.source },
             { "passivity", info.passivity },
             { "player", htmlPlayer (law.file) },
             { "hasDifference", ! law.differenceFile.empty() },
             { "differencePlayer", htmlPlayer (law.differenceFile) },
             { "difference", law.difference.value ? formatted ("%+.1f dB", *law.difference.value) : std::string() } };
}
} // namespace

std::string comparePage (const Comparison& comparison)
{
    const auto shown = shownColumns (comparison);
    Json columnValues = Json::array(), missing = Json::array(), laws = Json::array(), figures = Json::object();
    for (const auto* column : shown)
        columnValues.push_back (
            { { "heading", column->heading }, { "short", column->shortHeading }, { "meaning", column->meaning } });
    for (const auto& column : columns)
        for (const auto& reason : reasonsOf (comparison, column))
            missing.push_back ({ { "heading", column.heading }, { "reason", reason } });
    for (const auto& law : comparison.laws)
    {
        laws.push_back (lawValues (law, shown));
        figures[std::string (law.law->id)] = pictureJson (comparePicture (comparison, law));
    }
    return page ("compare", { { "title", "Friction laws compared: " +
                                             (comparison.title.empty() ? comparison.input : comparison.title) },
                              { "input", comparison.input },
                              { "preset", comparison.preset },
                              { "sampleRate", comparison.sampleRate },
                              { "gain", sentenceOfGain (comparison) },
                              { "command", comparison.commandLine },
                              { "columns", columnValues },
                              { "hasMissing", ! missing.empty() },
                              { "missing", missing },
                              { "figures", scriptJson (dump (figures)) },
                              { "first", comparison.laws.front().law->name },
                              { "laws", laws } });
}
} // namespace kolophon
