// SPDX-License-Identifier: GPL-3.0-or-later
#include "LineMeasures.h"

#include "../../Core/Units.h"
#include "NoteTrack.h"
#include "SteadyTone.h"
#include "VibratoFit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace kolophon
{
namespace
{
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double lowestPitch = 25.0, highestPitch = 4500.0; // [Hz]
constexpr double silence = 1e-6;                            // of full scale
constexpr double frameHop = 0.005;                          // [s] between pitches
constexpr double roughFrame = 0.08, shortestFrame = 0.015;  // [s]
constexpr double periodsOfFrame = 3.0;                      // of the lowest note
constexpr double faintest = 40.0;                           // [dB] below the loudest moment: no pitch is looked for
constexpr double sameNote = 0.5;                            // [semitones]
constexpr double shortestNote = 0.04, longestPause = 0.3;   // [s]
constexpr double longestCommon = 0.12;                      // [s]
constexpr double repeatedDip = 8.0;                         // [dB]
constexpr double noteEnds = 20.0;                           // [dB] below its loudest moment, before a rest
constexpr double ofInterval = 0.1;                          // at which the crossing of an interval begins
constexpr double faintestVibrato = 1.0;                     // [cent] from which its spread is known

/** Pitch [semitones over 440 Hz] every frameHop seconds; NaN where none is heard. */
std::vector<double> pitchesOf (std::span<const double> signal, double rate, double frame, double lowest, double highest,
                               const std::vector<bool>& isLoud)
{
    const auto length = static_cast<std::size_t> (frame * rate);
    std::vector<double> pitches;
    for (std::size_t i = 0; i < isLoud.size(); ++i)
    {
        const auto middle = static_cast<std::size_t> (static_cast<double> (i) * frameHop * rate);
        pitches.push_back (nothing);
        if (! isLoud[i] || middle < length / 2 || middle + length / 2 >= signal.size())
            continue;
        const auto around = signal.subspan (middle - length / 2, length);
        std::vector<double> centred (around.begin(), around.end());
        const double mean = std::accumulate (centred.begin(), centred.end(), 0.0) / static_cast<double> (length);
        for (auto& x : centred)
            x -= mean;
        if (const auto period = periodOf (centred, rate / highest, rate / lowest))
            pitches.back() = 0.01 * centsFromRatio (rate / *period / 440.0);
    }
    return pitches;
}

/** Medians over five frames. */
std::vector<double> smoothed (const std::vector<double>& pitches)
{
    auto result = pitches;
    for (std::size_t i = 2; i + 2 < pitches.size(); ++i)
    {
        std::vector<double> near;
        for (std::size_t k = i - 2; k <= i + 2; ++k)
            if (! std::isnan (pitches[k]))
                near.push_back (pitches[k]);
        result[i] = near.size() >= 3 ? *median (near) : nothing;
    }
    return result;
}

/** Frames of one pitch: first … last. */
struct Run
{
    std::size_t first, last;
    double pitch; // [semitones over 440 Hz]
};

/** Level and pitch of a line over time. */
struct Course
{
    std::vector<double> pitches; // [semitones over 440 Hz] every frameHop seconds
    std::vector<double> levels;  // [dB] every LevelTrack::hop seconds

    /** The lowest or the loudest moment [ms] between two others, the latter included. */
    std::size_t lowest (std::size_t from, std::size_t to) const { return extreme (from, to, false); }
    std::size_t loudest (std::size_t from, std::size_t to) const { return extreme (from, to, true); }

private:
    std::size_t extreme (std::size_t from, std::size_t to, bool isHigh) const
    {
        auto found = std::min (from, levels.size() - 1);
        for (auto i = found; i <= to && i < levels.size(); ++i)
            if (isHigh ? levels[i] > levels[found] : levels[i] < levels[found])
                found = i;
        return found;
    }
};

std::size_t momentOf (std::size_t frame)
{
    return static_cast<std::size_t> (std::lround (static_cast<double> (frame) * frameHop / LevelTrack::hop));
}

std::vector<Run> runsOf (const std::vector<double>& pitches)
{
    std::vector<Run> runs;
    std::vector<double> members;
    const auto close = [&]
    {
        if (static_cast<double> (members.size()) * frameHop >= shortestNote)
            runs.back().pitch = *median (members);
        else if (! members.empty())
            runs.pop_back();
        members.clear();
    };
    for (std::size_t i = 0; i < pitches.size(); ++i)
    {
        const bool isSame = ! members.empty() && std::abs (pitches[i] - *median (members)) < sameNote;
        if (! isSame)
            close();
        if (std::isnan (pitches[i]))
            continue;
        if (members.empty())
            runs.push_back ({ i, i, pitches[i] });
        members.push_back (pitches[i]);
        runs.back().last = i;
    }
    close();
    return runs;
}

/** Removes short runs an octave or more below both neighbours: while one note rings into the next, both repeat after a
    common multiple of their periods. */
void forgetCommonPeriods (std::vector<Run>& runs)
{
    for (std::size_t i = 1; i + 1 < runs.size();)
        if (static_cast<double> (runs[i].last - runs[i].first) * frameHop < longestCommon &&
            runs[i].pitch < std::min (runs[i - 1].pitch, runs[i + 1].pitch) - 11.5)
            runs.erase (runs.begin() + static_cast<std::ptrdiff_t> (i));
        else
            ++i;
}

/** Joins runs of one pitch that a short gap without a dip parts, and parts those that a dip divides. */
std::vector<Run> notesOf (const std::vector<Run>& runs, const Course& course)
{
    // A level that comes back by less than a dip belongs to a string that rings on.
    const auto isParted = [&course] (std::size_t from, std::size_t low, std::size_t to)
    {
        const double before = course.levels[course.loudest (from, low)],
                     after = course.levels[course.loudest (low, to)];
        return std::min (before, after) - course.levels[low] >= repeatedDip && after > before - repeatedDip;
    };
    std::vector<Run> joined;
    for (const auto& run : runs)
    {
        const bool isSame = ! joined.empty() && std::abs (joined.back().pitch - run.pitch) < sameNote &&
                            static_cast<double> (run.first - joined.back().last) * frameHop < longestPause;
        if (isSame)
        {
            const auto low = course.lowest (momentOf (joined.back().last), momentOf (run.first));
            if (! isParted (momentOf (joined.back().first), low, momentOf (run.last)))
            {
                joined.back().last = run.last;
                continue;
            }
        }
        joined.push_back (run);
    }
    std::vector<Run> notes;
    const auto step = static_cast<std::size_t> (shortestNote / frameHop), halfFrame = momentOf (1) / 2;
    for (auto run : joined)
    {
        for (auto i = run.first + step; i + step <= run.last; ++i)
        {
            const auto low = course.lowest (momentOf (i - step), momentOf (i + step));
            const bool isHere = low + halfFrame >= momentOf (i) && low <= momentOf (i) + halfFrame;
            if (isHere && isParted (momentOf (run.first), low, momentOf (run.last)))
            {
                notes.push_back ({ run.first, i, run.pitch });
                run.first = i;
                i += step;
            }
        }
        notes.push_back (run);
    }
    return notes;
}

/** Frame, interpolated, at which the pitch first leaves, or last keeps away from, the note at `from` on the way to
    another: by `fraction` of the interval. */
double crossing (const std::vector<double>& pitches, std::size_t from, std::size_t to, double low, double high,
                 double fraction)
{
    const double wanted = low + fraction * (high - low);
    std::size_t before = from;
    for (auto i = from; i <= to; ++i)
    {
        if (std::isnan (pitches[i]))
            continue;
        if ((pitches[i] - wanted) * (high - low) >= 0.0)
        {
            const double span = pitches[i] - pitches[before];
            const double back = span != 0.0 ? (pitches[i] - wanted) / span : 0.0;
            return static_cast<double> (i) - std::clamp (back, 0.0, 1.0) * static_cast<double> (i - before);
        }
        before = i;
    }
    return static_cast<double> (to);
}

double fallOf (const Course& course, std::size_t from, std::size_t to, double decibels)
{
    for (auto i = from; i < to && i < course.levels.size(); ++i)
        if (course.levels[i] <= course.levels[from] - decibels)
            return static_cast<double> (i - from);
    return nothing;
}

/** Places of a note in the course [ms]. */
struct Place
{
    std::size_t begin, end, loudest;
};

LineNote measured (const Course& course, const Run& run, const Place& place)
{
    LineNote note;
    note.begin = static_cast<double> (place.begin) * LevelTrack::hop;
    note.end = static_cast<double> (place.end) * LevelTrack::hop;
    note.pitch = 440.0 * ratioFromSemitones (run.pitch);
    note.level = course.levels[place.loudest];
    note.swell = note.level - course.levels[course.lowest (place.begin, place.end)];
    note.dip = note.transition = note.vibrato = note.vibratoRate = note.vibratoHarmonic = nothing;
    return note;
}

double middleLevel (const Course& course, const Place& place)
{
    return *median ({ course.levels.begin() + static_cast<std::ptrdiff_t> (place.begin),
                      course.levels.begin() + static_cast<std::ptrdiff_t> (place.end) + 1 });
}

std::vector<LineNote> measuredNotes (const Course& course, const std::vector<Run>& runs)
{
    std::vector<Place> places;
    std::vector<bool> follows;
    for (std::size_t n = 0; n < runs.size(); ++n)
    {
        const auto first = momentOf (runs[n].first), last = momentOf (runs[n].last);
        places.push_back ({ first, std::min (last, course.levels.size() - 1), course.loudest (first, last) });
        follows.push_back (n > 0 && static_cast<double> (runs[n].first - runs[n - 1].last) * frameHop < longestPause);
    }
    const auto isAudible = [&] (std::size_t n, std::size_t moment)
    { return moment < course.levels.size() && course.levels[moment] > course.levels[places[n].loudest] - noteEnds; };
    for (std::size_t n = 0; n < runs.size(); ++n)
    {
        if (follows[n])
        {
            const double low = runs[n - 1].pitch, high = runs[n].pitch;
            const auto middle = std::abs (high - low) < sameNote
                                    ? course.lowest (places[n - 1].loudest, places[n].loudest)
                                    : momentOf (static_cast<std::size_t> (
                                          crossing (course.pitches, runs[n - 1].last, runs[n].first, low, high, 0.5)));
            places[n - 1].end = places[n].begin = middle;
        }
        else
            while (places[n].begin > 0 && isAudible (n, places[n].begin - 1) &&
                   (n == 0 || places[n].begin > places[n - 1].end))
                --places[n].begin;
        if (n + 1 == runs.size() || ! follows[n + 1])
            while (isAudible (n, places[n].end + 1) && (n + 1 == runs.size() || places[n].end < places[n + 1].begin))
                ++places[n].end;
    }
    std::vector<LineNote> notes;
    for (std::size_t n = 0; n < runs.size(); ++n)
    {
        notes.push_back (measured (course, runs[n], places[n]));
        const auto until = n + 1 < runs.size() ? places[n + 1].begin + 1 : course.levels.size();
        notes.back().fall10 = fallOf (course, places[n].loudest, until, 10.0);
        notes.back().fall20 = fallOf (course, places[n].loudest, until, 20.0);
        if (! follows[n])
            continue;
        auto& before = notes[n - 1];
        before.dip = course.levels[course.lowest (places[n - 1].loudest, places[n].loudest)] -
                     0.5 * (middleLevel (course, places[n - 1]) + middleLevel (course, places[n]));
        const double low = runs[n - 1].pitch, high = runs[n].pitch;
        if (std::abs (high - low) >= sameNote)
            before.transition =
                1000.0 * frameHop *
                (crossing (course.pitches, runs[n - 1].last, runs[n].first, low, high, 1.0 - ofInterval) -
                 crossing (course.pitches, runs[n - 1].last, runs[n].first, low, high, ofInterval));
    }
    return notes;
}

LineQuantiles quantilesOf (std::span<const LineNote> notes, double LineNote::*measure)
{
    std::vector<double> values;
    for (const auto& note : notes)
        if (! std::isnan (note.*measure))
            values.push_back (note.*measure);
    if (values.empty())
        return { nothing, nothing, nothing };
    std::sort (values.begin(), values.end());
    const auto at = [&values] (double fraction)
    {
        const double place = fraction * static_cast<double> (values.size() - 1);
        const auto below = static_cast<std::size_t> (place), above = std::min (below + 1, values.size() - 1);
        return values[below] + (place - static_cast<double> (below)) * (values[above] - values[below]);
    };
    return { at (0.1), at (0.5), at (0.9) };
}
} // namespace

Result<std::vector<LineNote>> measureLine (std::span<const double> signal, double sampleRate)
{
    double peak = 0.0;
    for (const double x : signal)
    {
        if (! std::isfinite (x))
            return inputError ("it has samples that are not numbers");
        peak = std::max (peak, std::abs (x));
    }
    if (peak < silence)
        return inputError ("it is silent");
    const LevelTrack rough (signal, sampleRate, 2.0 / roughFrame);
    const auto loud = [] (const LevelTrack& track)
    {
        const auto powers = track.powers();
        const double floor = gainFromDb (-2.0 * faintest) * *std::max_element (powers.begin(), powers.end());
        std::vector<bool> is;
        for (std::size_t i = 0; momentOf (i) < powers.size(); ++i)
            is.push_back (powers[momentOf (i)] > floor);
        return is;
    };
    auto found = runsOf (smoothed (pitchesOf (signal, sampleRate, roughFrame, lowestPitch,
                                              std::min (highestPitch, 0.4 * sampleRate), loud (rough))));
    if (found.empty())
        return inputError ("no pitch found between 25 and 4500 Hz");
    forgetCommonPeriods (found);
    const auto [low, high] =
        std::minmax_element (found.begin(), found.end(), [] (const Run& a, const Run& b) { return a.pitch < b.pitch; });
    const double lowest = 440.0 * ratioFromSemitones (low->pitch - 1.0),
                 highest = 440.0 * ratioFromSemitones (high->pitch + 1.0);
    const LevelTrack level (signal, sampleRate, lowest);
    Course course;
    course.pitches = smoothed (pitchesOf (signal, sampleRate, std::max (shortestFrame, periodsOfFrame / lowest), lowest,
                                          highest, loud (level)));
    for (const double power : level.powers())
        course.levels.push_back (10.0 * std::log10 (std::max (power, 1e-30)));
    auto runs = runsOf (course.pitches);
    forgetCommonPeriods (runs);
    auto notes = measuredNotes (course, notesOf (runs, course));
    if (notes.empty())
        return inputError ("no note found that lasts 40 ms");
    for (auto& note : notes)
        if (const auto vibrato =
                fittedVibrato (signal, sampleRate, { note.begin * sampleRate, note.end * sampleRate }, note.pitch))
        {
            note.vibrato = vibrato->cents;
            note.vibratoRate = vibrato->rate;
            note.vibratoHarmonic = vibrato->harmonic;
        }
    return notes;
}

LineSummary summaryOf (std::span<const LineNote> notes)
{
    LineSummary all { quantilesOf (notes, &LineNote::dip),
                      quantilesOf (notes, &LineNote::swell),
                      quantilesOf (notes, &LineNote::transition),
                      quantilesOf (notes, &LineNote::vibrato),
                      quantilesOf (notes, &LineNote::vibratoHarmonic),
                      quantilesOf (notes, &LineNote::fall10),
                      quantilesOf (notes, &LineNote::fall20),
                      nothing };
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (const auto& note : notes)
        if (note.vibrato >= faintestVibrato)
        {
            const double octaves = std::log2 (note.vibrato);
            sum += octaves;
            squares += octaves * octaves;
            count += 1.0;
        }
    if (count >= 2.0)
        all.vibratoSpread = std::sqrt (std::max (0.0, (squares - sum * sum / count) / (count - 1.0)));
    return all;
}
} // namespace kolophon
