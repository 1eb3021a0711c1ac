// SPDX-License-Identifier: GPL-3.0-or-later
#include "RealismPage.h"

#include "../Core/NumberText.h"
#include "../Rendering/MeasuredNotes.h"
#include "Markdown.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace kolophon
{
namespace
{
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
    StringPreset { "Gut Cello", StringFamily::cello, 36 },     StringPreset { "Cello Gut", StringFamily::cello, 36 },
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
        throw InputError ("there is no preset " + std::string (preset.name));
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
} // namespace

std::string realismPage (int jobs, const std::function<bool()>& stopped)
{
    std::string text =
        "# How near recorded strings our strings are\n\n"
        "Made by `kolophon measure --page` (the build target `realism`); do not edit.\n\n"
        "593 notes of real violins, violas, cellos and basses were measured; "
        "[RecordedStrings.csv](../Measures/RecordedStrings.csv) has the values below which 5, 50 and 95 % of them lie. "
        "*Outside* says how far a note is from the middle 90 %, in widths of that range, and a *distance* is the mean "
        "over eleven measures ([RecordedStrings.h](../../Source/Analysis/RecordedStrings.h), "
        "[NoteMeasures.h](../../Source/Analysis/NoteMeasures.h) say exactly how). A sawtooth has about 1.3, white "
        "noise "
        "1.0; recordings of other players than the table's were measured to have 0.05. Below 0.1 a set passes for one "
        "more recording. The recordings' jitter was measured by a meter that smoothed it, and is converted "
        "to the present one: uncertain by a tenth.\n\n"
        "The same for any note: `kolophon measure note.wav --family cello`.\n\n## Presets\n\n"
        "Each plays 34 keys in succession from its instrument's lowest, at velocity 80, 2.5 s each, every one another "
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

    text += "\n## Violins, soft to loud\n\nG3 to E6, velocities 40, 80 and 120: the middle value, and in brackets how "
            "many of "
            "the 34 notes lie within the recordings' 5 to 95 %. Of real notes, 31 would.\n\n";
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
    return text + markdownTable (heading, rows);
}
} // namespace kolophon
