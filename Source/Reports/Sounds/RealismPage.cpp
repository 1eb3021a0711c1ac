// SPDX-License-Identifier: GPL-3.0-or-later
#include "RealismPage.h"

#include "../../Analysis/Parallel.h"
#include "../../Core/Text/NumberText.h"
#include "../../Rendering/Measuring/MeasuredLines.h"
#include "../../Rendering/Measuring/MeasuredNotes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace kolophon
{
namespace
{
using Rows = std::vector<std::vector<std::string>>;

std::string markdownTable (const std::vector<std::string>& heading, const Rows& rows)
{
    std::string text = "|";
    for (const auto& cell : heading)
        text += " " + cell + " |";
    text += "\n|";
    for (std::size_t i = 0; i < heading.size(); ++i)
        text += "---|";
    for (const auto& row : rows)
    {
        text += "\n|";
        for (const auto& cell : row)
            text += " " + cell + " |";
    }
    return text + "\n";
}

constexpr int notesOfSet = 34;

/** A preset of strings, the family that it stands for, and where its 34 keys begin. */
struct StringPreset
{
    std::string_view name;
    StringFamily family;
    int lowestKey;
};
constexpr std::array stringPresets {
    StringPreset { "Bass Steel", StringFamily::bass, 28 },     StringPreset { "Bass Colossus", StringFamily::bass, 28 },
    StringPreset { "Dark Cello", StringFamily::cello, 36 },    StringPreset { "Cello Gut", StringFamily::cello, 36 },
    StringPreset { "Cello Steel", StringFamily::cello, 36 },   StringPreset { "Viola Nylon", StringFamily::viola, 48 },
    StringPreset { "First Light", StringFamily::violin, 55 },  StringPreset { "Violin Gut", StringFamily::violin, 55 },
    StringPreset { "Violin Steel", StringFamily::violin, 55 },
};

/** Soft, middle and loud keys of the violins. */
struct Dynamic
{
    std::string_view name;
    int velocity;
};
constexpr std::array dynamics { Dynamic { "soft", 40 }, Dynamic { "middle", 80 }, Dynamic { "loud", 120 } };

constexpr std::array<std::string_view, 9> livingMeasures { "hnr",   "floor",  "jitter",  "shimmer", "am1-3",
                                                           "am3-8", "am8-16", "am16-32", "am32-50" };

std::vector<MeasuredNote> notesOf (const StringPreset& preset, int velocity, int jobs,
                                   const std::function<bool()>& stopped)
{
    const auto* found = findFactoryPreset (preset.name);
    if (found == nullptr)
        throw InputError ("unknown preset " + std::string (preset.name));
    NoteSession session;
    session.keys.resize (notesOfSet);
    std::iota (session.keys.begin(), session.keys.end(), preset.lowestKey);
    session.velocity = velocity;
    session.family = preset.family;
    session.jobs = jobs;
    session.stopped = stopped;
    return measurePreset (*found, session);
}

NoteDistance distanceOf (const std::vector<MeasuredNote>& notes)
{
    std::vector<NoteDistance> distances;
    for (const auto& note : notes)
        distances.push_back (note.distance.value_or (NoteDistance {}));
    return meanOf (distances);
}

std::vector<std::string> distanceCells (std::string name, const NoteDistance& distance)
{
    std::vector<std::string> cells { std::move (name), "**" + fixed (distance.mean, 3) + "**" };
    for (const double part : distance.parts)
        cells.push_back (fixed (part, 2));
    return cells;
}

/** Medians of the measures that a hand makes, and how many of the notes lie in the recordings' middle 90 %. */
void addDynamics (Rows& rows, const StringPreset& preset, int jobs, const std::function<bool()>& stopped)
{
    for (const auto& dynamic : dynamics)
    {
        const auto notes = notesOf (preset, dynamic.velocity, jobs, stopped);
        std::vector<std::string> cells { std::string (preset.name) + ", " + std::string (dynamic.name) };
        for (const auto name : livingMeasures)
        {
            std::vector<double> values;
            int within = 0;
            for (const auto& note : notes)
                for (const auto& measure : namedMeasures (note.measures))
                    if (measure.name == name && ! std::isnan (measure.value))
                    {
                        const auto range = recordedQuantiles (preset.family, name).value();
                        values.push_back (measure.value);
                        within += measure.value >= range.low && measure.value <= range.high ? 1 : 0;
                    }
            std::sort (values.begin(), values.end());
            cells.push_back (values.empty()
                                 ? "-"
                                 : significant (values[values.size() / 2], 3) + " (" + std::to_string (within) + ")");
        }
        rows.push_back (std::move (cells));
    }
}
std::string spanText (const LineQuantiles& its, int digits)
{
    return std::isnan (its.middle)
               ? "-"
               : fixed (its.middle, digits) + " (" + fixed (its.low, digits) + " … " + fixed (its.high, digits) + ")";
}

/** Lines of every preset in every manner, and quick passages. */
std::string lineSections (int jobs, const std::function<bool()>& stopped)
{
    constexpr auto manners = lineManners.size();
    std::vector<LineSummary> lines (stringPresets.size() * manners);
    std::vector<std::array<PassageMeasures, 2>> passages (stringPresets.size());
    const auto play = [&] (std::size_t i)
    {
        const auto& preset = stringPresets[i / manners];
        lines[i] =
            summaryOf (measuredLine (*findFactoryPreset (preset.name), lineManners[i % manners], preset.lowestKey));
        if (i % manners == 0)
            for (int octave : { 0, 1 })
                passages[i / manners][static_cast<std::size_t> (octave)] =
                    measuredPassage (*findFactoryPreset (preset.name), preset.lowestKey + 5 + 7 * octave);
    };
    inParallel (lines.size(), threadsFor (jobs), play, stopped);
    Rows rows;
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        const auto& its = lines[i];
        rows.push_back ({ std::string (stringPresets[i / manners].name), std::string (lineManners[i % manners].name),
                          spanText (its.dip, 0), spanText (its.swell, 0), spanText (its.transition, 0),
                          spanText (its.vibrato, 0), fixed (its.vibratoSpread, 1), spanText (its.fall10, 0),
                          spanText (its.fall20, 0) });
    }
    const auto recorded = [&rows] (std::string_view who, std::string_view manner, std::string_view dip,
                                   std::string_view swell, std::string_view vibrato, std::string_view fall10,
                                   std::string_view fall20)
    {
        rows.push_back ({ "**" + std::string (who) + "**", std::string (manner), std::string (dip), std::string (swell),
                          "", std::string (vibrato), vibrato.empty() ? "" : "0.5", std::string (fall10),
                          std::string (fall20) });
    };
    recorded ("recorded cello", "legato", "-5 (-10 … -1)", "8.5 (4 … 15)", "5 … 17", "", "");
    recorded ("recorded cello", "détaché", "-19 (-30 … -7)", "19 (10 … 28)", "", "", "");
    recorded ("recorded bass", "legato", "-5", "5.5", "", "", "");
    recorded ("recorded bass", "détaché", "-13", "13", "", "", "");
    recorded ("recorded cello", "staccato", "", "", "", "53 … 65", "194 … 218");
    std::string text =
        "\n## Lines\n\nTwenty notes, 0.42 s from each to the next, at velocity 80, by three players (*Seed*), without "
        "the room: the median, and in brackets 10 and 90 %. *Dip*: the lowest level between two notes, over theirs. "
        "*Swell*: from the lowest to the loudest inside a note. *Spread*: standard deviation of the vibrato's depth, "
        "in "
        "octaves. *Fall*: from the loudest moment of a note. `kolophon measure melody.wav --line` measures any "
        "recording so. The recorded lines are by orchestra players; of their staccato notes one room is part.\n\n";
    text += markdownTable ({ "preset", "keys", "dip (dB)", "swell (dB)", "transition (ms)", "vibrato (cent)", "spread",
                             "fall by 10 dB (ms)", "by 20 dB (ms)" },
                           rows);
    rows.clear();
    for (std::size_t i = 0; i < passages.size(); ++i)
        for (const auto& passage : passages[i])
            rows.push_back ({ std::string (stringPresets[i].name), &passage == &passages[i][0] ? "low" : "middle",
                              fixed (passage.first, 1), fixed (passage.last, 1), std::to_string (passage.inTune) });
    text +=
        "\n## Sixteenths\n\nFifteen detached sixteenths at 160 quarter notes per minute after a rest, from a fourth "
        "and from an octave over the lowest string: the level of the first and of the last, over a held note of their "
        "key, and how many of the fifteen have their pitch 25 ms after they begin.\n\n" +
        markdownTable ({ "preset", "octave", "first (dB)", "last (dB)", "in tune" }, rows);
    return text;
}

/** Starts of hard keys. */
std::string startSection (int jobs, const std::function<bool()>& stopped)
{
    constexpr int hard = 120;
    Rows rows;
    for (const auto& preset : stringPresets)
    {
        const auto range = recordedQuantiles (preset.family, "onset").value();
        std::vector<double> onsets, spreads (notesOfSet), noises (notesOfSet);
        for (const auto& note : notesOf (preset, hard, jobs, stopped))
            onsets.push_back (note.measures.onset);
        const auto within = std::count_if (onsets.begin(), onsets.end(),
                                           [&range] (double ms) { return ms >= range.low && ms <= range.high; });
        const auto start = [&] (std::size_t i)
        {
            const int key = preset.lowestKey + static_cast<int> (i);
            const auto its = measuredStart (*findFactoryPreset (preset.name), key, hard);
            spreads[i] = its.spread;
            noises[i] = its.noise;
        };
        inParallel (spreads.size(), threadsFor (jobs), start, stopped);
        const auto span = [] (std::vector<double> values, int digits)
        {
            std::sort (values.begin(), values.end());
            const auto at = [&values] (std::size_t tenths) { return values[tenths * (values.size() - 1) / 10]; };
            return spanText ({ at (1), at (5), at (9) }, digits);
        };
        rows.push_back ({ std::string (preset.name),
                          span (onsets, 0) + ", " + std::to_string (within) + " within " + fixed (range.low, 0) +
                              " … " + fixed (range.high, 0),
                          span (spreads, 0), span (noises, 0) });
    }
    return "\n## Loud starts\n\nThe 34 keys at velocity 120: the median, and in brackets 10 and 90 %. *Onset*: how "
           "many of "
           "them lie within the recordings' 5 to 95 %. *Partials*: from the first of twelve partials to the last, to "
           "come within 6 dB of its later level; of recorded cellos about 70 to 230 ms. *Noise*: what neighbouring "
           "periods do not have in common, 50 to 100 ms after the key; on low strings mostly a motion that still "
           "changes.\n\n" +
           markdownTable ({ "preset", "onset (ms)", "partials (ms)", "noise (dB)" }, rows);
}
} // namespace

std::string realismPage (int jobs, const std::function<bool()>& stopped)
{
    std::string text =
        "# Distance of the string presets from recorded strings\n\nGenerated by `kolophon measure --page` (the build "
        "target `realism`); do not edit.\n\n593 notes of real violins, violas, cellos and basses were measured; "
        "[RecordedStrings.csv](../Measures/RecordedStrings.csv) has the values below which 5, 50 and 95 % of them lie. "
        "*Outside* is the distance of a note from the middle 90 %, in widths of that range, and a *distance* is the "
        "mean over eleven measures. A sawtooth has about 1.3, white noise 1.0; recordings of players outside the table "
        "were measured to have 0.05. Below 0.1 a set is as close as another recording. The recordings' jitter was "
        "measured by a meter that smoothed it, and is converted to the present meter, with an uncertainty of a "
        "tenth.\n\nTo measure any note: `kolophon measure note.wav --family cello`.\n\n## Presets\n\nEach preset plays "
        "34 keys in succession from its instrument's lowest, at velocity 80, 2.5 s each, every key with another "
        "stroke.\n\n";
    Rows rows;
    std::vector<NoteDistance> all;
    for (const auto& preset : stringPresets)
    {
        all.push_back (distanceOf (notesOf (preset, 80, jobs, stopped)));
        rows.push_back (distanceCells (std::string (preset.name), all.back()));
    }
    rows.push_back (distanceCells ("all nine", meanOf (all)));
    std::vector<std::string> heading { "preset", "distance" };
    heading.insert (heading.end(), distanceMeasures.begin(), distanceMeasures.end());
    text += markdownTable (heading, rows);

    text += "\n## Violins, soft to loud\n\nG3 to E6, velocities 40, 80 and 120: the median, and in brackets the number "
            "of the 34 notes within the recordings' 5 to 95 %. Of real notes, 31 would lie there.\n\n";
    rows.clear();
    for (const auto& preset : stringPresets)
        if (preset.family == StringFamily::violin)
            addDynamics (rows, preset, jobs, stopped);
    std::vector<std::string> recorded { "recordings, 5 to 95 %" };
    for (const auto name : livingMeasures)
    {
        const auto range = recordedQuantiles (StringFamily::violin, name).value();
        recorded.push_back (significant (range.low, 3) + " … " + significant (range.high, 3));
    }
    rows.push_back (recorded);
    heading = { "preset" };
    for (const auto name : livingMeasures)
        heading.push_back (std::string (name) + (name == "jitter" ? " (cent)" : " (dB)"));
    return text + markdownTable (heading, rows) + startSection (jobs, stopped) + lineSections (jobs, stopped);
}
} // namespace kolophon
