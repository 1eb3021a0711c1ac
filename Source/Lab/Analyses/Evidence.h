// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Run.h"
#include "../Scenarios/ScenarioParts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

/** Functions common to all kinds of analysis: access to records, columns and times. */
namespace kolophon::lab::analysis
{
inline constexpr double never = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinite = std::numeric_limits<double>::infinity();

/** Error: an analysis of a solver that has not run. */
struct NoRecord
{
    std::string needs; // "both solvers"
};

/** Input of an analysis: one run, and the records of its solvers. All functions throw NoRecord if a solver did not run.
    */
struct Evidence
{
    const std::string& name;      // of the analysis, for complaints
    std::optional<Solver> solver; // that it asks for
    const Run& run;
    RunRecords& records;
    const Interrupt& interrupt;
    std::function<const RunRecords*(const std::string&)> recordsOf; // of another run, or null

    /** The solver's; `otherwise`: of this one where the analysis asks for none. */
    const Record& record (std::optional<Solver> otherwise = {}) const;
    const Record& ofOther (const std::string& otherRun) const;
    const Record& realtime () const; // of both, or neither
    const Record& reference () const;
};

/** Time span of an analysis. */
struct TimeSpan
{
    double from = 0.0, to = 0.0; // [s]; to = 0: to the end

    void read (Fields& f);
    bool contains (double time) const { return time >= from && (to <= 0.0 || time <= to); }
};

/** The rows of a span, and columns of them. */
class Window
{
public:
    Window (const Record& record, const TimeSpan& span);
    std::vector<double> column (std::string_view name) const;
    std::vector<double> times () const { return column ("t"); }

private:
    const Record& record;
    std::size_t begin, end;
};

/** A column at a time, by straight lines between rows. */
double at (const std::vector<double>& times, const std::vector<double>& values, double time);

struct Crossings
{
    std::vector<double> up, down; // [s]
};
Crossings crossings (const std::vector<double>& times, const std::vector<double>& values, double level);

/** Largest difference of two columns over the largest value of the second. */
double differenceOf (const Record& one, const Record& other, const std::string& column, const TimeSpan& span);

/** Number of a network's contact; -1 for no name. Throws InputError. */
int contactNamed (const Evidence& evidence, const std::string& name);

/** Number of a discrete state; -1 for no name. Throws InputError. */
int stateNamed (const Evidence& evidence, const std::string& state);

/** Reads the name of the analysed column. */
std::string readLookedAt (Fields& f);

/** One of `words` as the enumerator of its place. */
template <class Choice, std::size_t count>
Choice readChoice (Fields& f, std::string_view name, const std::array<std::string_view, count>& words,
                   const char* meaning, std::optional<std::string_view> otherwise = {})
{
    const auto word = f.choice (name, words, meaning, otherwise);
    return static_cast<Choice> (std::find (words.begin(), words.end(), word) - words.begin());
}
} // namespace kolophon::lab::analysis
