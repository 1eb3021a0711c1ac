// SPDX-License-Identifier: GPL-3.0-or-later
#include "LineReport.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Json/ShallowJson.h"

#include <cmath>

namespace kolophon
{
namespace
{
/** A measure of a note: key of JSON and heading in a terminal. */
struct LineColumn
{
    const char *key, *heading, *format;
    double LineNote::*measure;
};
constexpr LineColumn lineColumns[] = { { "begin", "begin/s", "%9.3f", &LineNote::begin },
                                       { "end", "end/s", "%9.3f", &LineNote::end },
                                       { "pitch", "pitch/Hz", "%10.2f", &LineNote::pitch },
                                       { "level", "level/dB", "%10.1f", &LineNote::level },
                                       { "swell", "swell/dB", "%10.1f", &LineNote::swell },
                                       { "dip", "dip/dB", "%8.1f", &LineNote::dip },
                                       { "transition", "trans./ms", "%11.0f", &LineNote::transition },
                                       { "vibrato", "vib./ct", "%9.1f", &LineNote::vibrato },
                                       { "vibrato_rate", "rate/Hz", "%9.1f", &LineNote::vibratoRate },
                                       { "vibrato_harmonic", "2nd/dB", "%8.0f", &LineNote::vibratoHarmonic },
                                       { "fall_10", "-10/ms", "%8.0f", &LineNote::fall10 },
                                       { "fall_20", "-20/ms", "%8.0f", &LineNote::fall20 } };

/** A measure of all notes. */
struct SummaryRow
{
    const char *key, *label;
    LineQuantiles LineSummary::*measure;
};
constexpr SummaryRow summaryRows[] = { { "dip", "dip between notes (dB)", &LineSummary::dip },
                                       { "swell", "swell inside a note (dB)", &LineSummary::swell },
                                       { "transition", "transition (ms)", &LineSummary::transition },
                                       { "vibrato", "vibrato (cent)", &LineSummary::vibrato },
                                       { "vibrato_harmonic", "its second harmonic (dB)",
                                         &LineSummary::vibratoHarmonic },
                                       { "fall_10", "fall by 10 dB (ms)", &LineSummary::fall10 },
                                       { "fall_20", "fall by 20 dB (ms)", &LineSummary::fall20 } };

std::string lineCell (const char* format, double value)
{
    const auto text = formatted (format, value);
    return std::isnan (value) ? std::string (formatted (format, 0.0).size() - 1, ' ') + "-" : text;
}
} // namespace

std::string lineText (std::span<const MeasuredLine> lines)
{
    std::string text;
    for (const auto& line : lines)
    {
        text += printable (line.name, longestLine) + "\n";
        for (const auto& column : lineColumns)
            text += formatted ("%*s", static_cast<int> (formatted (column.format, 0.0).size()), column.heading);
        text += "\n";
        for (const auto& note : line.notes)
        {
            for (const auto& column : lineColumns)
                text += lineCell (column.format, note.*column.measure);
            text += "\n";
        }
        const auto all = summaryOf (line.notes);
        text += formatted ("%zu notes                      10 %%  median    90 %%\n", line.notes.size());
        for (const auto& row : summaryRows)
        {
            const auto& its = all.*row.measure;
            text += formatted ("%-26s", row.label) + lineCell ("%8.1f", its.low) + lineCell ("%8.1f", its.middle) +
                    lineCell ("%8.1f", its.high) + "\n";
        }
        text += formatted ("%-26s", "spread of vibrato (octave)") + lineCell ("%16.2f", all.vibratoSpread) + "\n";
    }
    return text;
}

namespace
{
Json listOf (std::span<const MeasuredLine> lines)
{
    auto list = Json::array();
    for (const auto& line : lines)
    {
        auto notes = Json::array();
        for (const auto& note : line.notes)
        {
            Json object;
            for (const auto& column : lineColumns)
                object[column.key] = numberOrNull (note.*column.measure);
            notes.push_back (std::move (object));
        }
        const auto all = summaryOf (line.notes);
        Json summary { { "vibrato_spread", numberOrNull (all.vibratoSpread) } };
        for (const auto& row : summaryRows)
        {
            const auto& its = all.*row.measure;
            summary[row.key] = { numberOrNull (its.low), numberOrNull (its.middle), numberOrNull (its.high) };
        }
        list.push_back ({ { "file", line.name }, { "notes", std::move (notes) }, { "summary", std::move (summary) } });
    }
    return list;
}
} // namespace

std::string lineJson (std::span<const MeasuredLine> lines)
{
    return terminalJson (listOf (lines));
}

std::string playingJson (const MeasuredPlaying& playing)
{
    auto passages = Json::array(), starts = Json::array();
    for (const auto& its : playing.passages)
        passages.push_back ({ { "first", its.first }, { "last", its.last }, { "in_tune", its.inTune } });
    for (const auto& its : playing.starts)
        starts.push_back ({ { "spread", numberOrNull (its.spread) }, { "noise", numberOrNull (its.noise) } });
    return terminalJson ({ { "lines", listOf (playing.lines) }, { "passages", passages }, { "starts", starts } });
}
} // namespace kolophon
