#include "CompareReport.h"

#include "../Core/Units.h"
#include "../Files/Csv.h"
#include "../Files/PrintableText.h"
#include "Html.h"
#include "RenderReport.h"
#include "Shortest.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace kolophon
{
namespace
{
using Json = nlohmann::ordered_json;

constexpr CompareColumn columns[] = {
    { "pitchHertz", "pitch [Hz]", "pitch Hz", "%.3f",
      "Fundamental frequency of the force at the bridge in the steady part of the note: the last 70 %, at most 65536 "
      "samples. An even double slip reads an octave higher.",
      &ComparedLaw::pitch },
    { "pitchErrorCents", "pitch error [cent]", "cents", "%+.2f",
      "How far that lies from the key in equal temperament. Friction flattens a bowed string when it is pressed hard.",
      &ComparedLaw::pitchError },
    { "medianPitchErrorCents", "median of |pitch error| [cent]", "|cents|", "%.2f",
      "Songs: the middle one of the errors of all notes with a steady pitch, each taken while the string bowed last "
      "sounds undisturbed. Sign dropped.",
      &ComparedLaw::medianPitchError },
    { "loudnessLufs", "loudness [LUFS]", "LUFS", "%.2f", "Integrated loudness of the file (ITU-R BS.1770).",
      &ComparedLaw::loudness },
    { "slipsPerPeriod", "slips per period [1]", "slips/period", "%.3f",
      "How often the bow lets go in one period of the string, in the steady part; songs: the median over notes. 1 is "
      "Helmholtz motion, 2 a double slip. The contact slips when bow and string differ by more than half the bow's "
      "speed.",
      &ComparedLaw::slipsPerPeriod },
    { "helmholtzSeconds", "time to Helmholtz motion [s]", "Helmholtz s", "%.4f",
      "From note-on to the first of eight successive periods with exactly one slip each and a length within 8 % of "
      "the string's own; a slip interrupted by less than 5 % of a period is one. Songs: the median over notes that get "
      "there.",
      &ComparedLaw::helmholtzTime },
    { "helmholtzShare", "notes that reach Helmholtz motion [1]", "share of notes", "%.2f",
      "Share of the notes that get to Helmholtz motion.", &ComparedLaw::helmholtzShare },
    { "nonHarmonicDb", "non-harmonic energy [dB]", "non-harm. dB", "%.1f",
      "Energy between the harmonics of the measured pitch against all energy, from one Blackman frame of up to 65536 "
      "samples of the steady sound: noise, aliases, subharmonics. 10 bins to each side belong to a harmonic; a "
      "perfectly periodic tone reads below -73 dB.",
      &ComparedLaw::nonHarmonic },
    { "energyCreatedJoule", "energy created [J]", "created J", "%.2g",
      "Sum of all losses that came out negative beyond rounding: what the law made out of nothing. A passive law makes "
      "none.",
      &ComparedLaw::energyCreated },
    { "relativeResidual", "ledger residual [of peak energy]", "residual", "%.1e",
      "The worst step of the energy books: change of the stored energy minus work, friction loss and body loss, "
      "against the peak energy. It should be rounding whatever the law does.",
      &ComparedLaw::residual },
    { "differenceDb", "difference RMS [dB of the first law]", "difference dB", "%+.1f",
      "RMS of the first law minus this one, against the RMS of the first. Two unrelated sounds of equal loudness "
      "differ by +3 dB; bowed strings are sensitive, and a shift of phase is a difference too.",
      &ComparedLaw::difference },
};

template <typename... Values>
std::string line (const char* format, Values... values)
{
    char text[512];
    std::snprintf (text, sizeof text, format, values...);
    return text;
}

std::string cellText (const Measured& measured, const CompareColumn& column)
{
    return measured.value ? line (column.format, *measured.value) : "-";
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
    return comparison.gain < 1.0
               ? line ("All files are lowered by the same %.2f dB, so that none clips.", -dbFromGain (comparison.gain))
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
    std::vector<std::vector<std::string>> rows{ { "law" } };
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
    std::string text = "law,name,file,difference file";
    for (const auto& column : columns)
        text += std::string (",") + column.heading;
    text += "\n";
    for (const auto& law : comparison.laws)
    {
        text += csvCell (law.law->id) + "," + csvQuoted (law.law->name) + "," + csvCell (law.file) + "," +
                csvCell (law.differenceFile);
        for (const auto& column : columns)
        {
            const auto& value = (law.*column.member).value;
            text += "," + (value ? shortest (*value) : std::string());
        }
        text += "\n";
    }
    return text;
}

std::string compareJson (const Comparison& comparison)
{
    Json laws = Json::array();
    for (const auto& law : comparison.laws)
    {
        Json row{ { "id", law.law->id }, { "name", law.law->name }, { "file", law.file } };
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
    const Json json{ { "schema", "kolophon-compare" },
                     { "schemaVersion", 1 },
                     { "version", KOLOPHON_VERSION },
                     { "command", comparison.commandLine },
                     { "input", comparison.input },
                     { "title", comparison.title },
                     { "preset", comparison.preset },
                     { "sampleRate", comparison.sampleRate },
                     { "bits", comparison.bits },
                     { "lengthSeconds", comparison.seconds },
                     { "gainDb", dbFromGain (comparison.gain) },
                     { "figures", comparison.noFigures.empty() },
                     { "noFiguresBecause",
                       comparison.noFigures.empty() ? Json (nullptr) : Json (comparison.noFigures) },
                     { "checksPassed", comparison.checksPassed },
                     { "laws", laws } };
    return printableJson (json.dump (4, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string comparePage (const Comparison& comparison, std::span<const std::string> figures)
{
    const auto title = comparison.title.empty() ? comparison.input : comparison.title;
    const auto& first = comparison.laws.front();
    auto page = pageHead ("Friction laws compared: " + title, "  .players td { text-align: left; border: 0; }\n") +
                "<h1>Friction laws compared: " + escapedHtml (title) + "</h1>\n";
    page += "<p>The same gesture, played through each friction law: " + escapedHtml (comparison.input) + ", preset " +
            escapedHtml (comparison.preset) + ", " + std::to_string (comparison.sampleRate) + " Hz. " +
            sentenceOfGain (comparison) + " The files are aligned to the sample.</p>\n<pre>" +
            escapedHtml (comparison.commandLine) + "</pre>\n";

    const auto shown = shownColumns (comparison);
    page += "<div class=\"wide\"><table>\n<thead><tr><th>law</th>";
    for (const auto* column : shown)
        page += "<th title=\"" + escapedHtml (column->heading) + "\">" + escapedHtml (column->shortHeading) + "</th>";
    page += "</tr></thead>\n<tbody>\n";
    for (const auto& law : comparison.laws)
    {
        page += "<tr><td><a href=\"#" + std::string (law.law->id) + "\">" + escapedHtml (law.law->name) + "</a></td>";
        for (const auto* column : shown)
        {
            const auto& measured = law.*column->member;
            page += measured.value ? "<td>" + escapedHtml (cellText (measured, *column)) + "</td>"
                                   : "<td title=\"" + escapedHtml (measured.reason) + "\">–</td>";
        }
        page += "</tr>\n";
    }
    page += "</tbody>\n</table></div>\n";
    std::string missing;
    for (const auto& column : columns)
        for (const auto& reason : reasonsOf (comparison, column))
            missing += "<li>No " + escapedHtml (column.heading) + ", " + escapedHtml (reason) + "</li>\n";
    if (! missing.empty())
        page += "<ul>\n" + missing + "</ul>\n";
    page +=
        "<p>The same numbers in full precision: <a href=\"compare.csv\">compare.csv</a>, "
        "<a href=\"compare.json\">compare.json</a>.</p>\n<details>\n<summary>What the columns mean</summary>\n<dl>\n";
    for (const auto* column : shown)
        page += "<dt>" + escapedHtml (column->heading) + "</dt><dd>" + escapedHtml (column->meaning) + "</dd>\n";
    page += "</dl>\n</details>\n";
    if (! comparison.noFigures.empty())
        page += "<p><strong>This page has no figures:</strong> " + escapedHtml (comparison.noFigures) + "</p>\n";
    else
        page += "<p>Figures: friction force against sliding speed, velocity of the string under the bow and force on "
                "the bridge over four periods of the steady tone, beginning where the string slips; the spectrum of "
                "the steady sound; the first 0.3 s of the sound.</p>\n";

    for (std::size_t i = 0; i < comparison.laws.size(); ++i)
    {
        const auto& law = comparison.laws[i];
        const auto& info = *law.law;
        page += "<h2 id=\"" + std::string (info.id) + "\">" + escapedHtml (info.name) + "</h2>\n<p>" +
                escapedHtml (info.summary) + "</p>\n<details>\n<summary>Equations and source</summary>\n<pre>" +
                escapedHtml (info.equations) + "</pre>\n<p>" + escapedHtml (info.source) + "</p>\n<p>" +
                escapedHtml (info.passivity) + "</p>\n</details>\n";
        page += "<table class=\"players\">\n<tr><td>Sound</td><td>" + htmlPlayer (law.file) + "</td></tr>\n";
        if (! law.differenceFile.empty())
        {
            page += "<tr><td>Difference</td><td>" + htmlPlayer (law.differenceFile);
            if (law.difference.value)
                page += ": RMS " + line ("%+.1f dB", *law.difference.value) + " of " + escapedHtml (first.law->name);
            page += "</td></tr>\n";
        }
        page += "</table>\n";
        if (i < figures.size())
            page += "<figure>\n" + figures[i] + "</figure>\n";
    }
    return page + "</body>\n</html>\n";
}
} // namespace kolophon
