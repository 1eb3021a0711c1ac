// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Analysis/Bench/StringMaps.h"
#include "../Lab/Solvers/BodyBench.h"
#include "Study.h"

#include <atomic>
#include <optional>

/** Utilities shared by the studies: readers of their fields, threads, checks. */
namespace kolophon::study
{
/** Expected value of a number and its bounds, as written in a scenario: { "expected": 1, "lowest": 0.85, "highest":
    1.15, "source": "…" }. Without bounds the number is only reported. */
struct Expectation
{
    double expected = std::numeric_limits<double>::quiet_NaN();
    double lowest = -std::numeric_limits<double>::infinity(), highest = std::numeric_limits<double>::infinity();
    std::string source = {};

    /** Expectation with the bounds expected ± tolerance. */
    static Expectation within (double expected, double tolerance, std::string source);
};
/** Replaces `e` by the value of the field, if present. */
void readExpectation (lab::Fields& f, std::string_view name, const char* meaning, Expectation& e);
Check check (std::string name, std::string unit, double obtained, const Expectation& expectation);

/** Read the fields of a string, and of a contact, from an object; `otherwise` has the values for fields that are
    left out. */
StringSpec readString (lab::Fields& f, const StringSpec& otherwise);
ContactSpec readContact (lab::Fields& f, const ContactSpec& otherwise);
/** Read them from a member object called `name`. */
StringSpec readStringIn (lab::Fields& f, std::string_view name, const StringSpec& otherwise);
ContactSpec readContactIn (lab::Fields& f, std::string_view name, const ContactSpec& otherwise);

/** Step rate, passes and length of runs: "rate", "seconds", "passes". */
struct Steps
{
    double rate, seconds;
    int passes;
};
Steps readSteps (lab::Fields& f, const Steps& otherwise);

/** Axis with cells in equal ratios: "low", "high", "count". */
struct Axis
{
    double low, high;
    int count;

    std::vector<double> borders () const; // count + 1
    std::vector<double> middles () const; // count
    double fraction (double value) const; // position of a value on the axis, 0 … 1
};
Axis readAxis (lab::Fields& f, std::string_view name, const char* meaning, const char* unit, const Axis& otherwise);

/** Reads a patch in the format of presets: parameters by id, values as texts or numbers. */
Patch readPatch (lab::Fields& f, std::string_view name, const char* meaning,
                 std::initializer_list<std::pair<std::string_view, double>> otherwise);
void set (Patch& patch, std::string_view id, double value);

//==============================================================================
/** Distributes the work of a study among threads, and stops on request. Results do not depend on the number of
    threads. */
class StudyWorkers
{
public:
    /** `whole`: amount of work of the whole study, in any unit. */
    StudyWorkers (const StudyContext& itsContext, double whole) : context (itsContext), total (whole) {}

    /** Calls task (0) … task (count - 1), some at the same time, with the amount of work `work` in total. After a
        request to stop, no further calls begin. Rethrows exceptions of tasks. */
    void each (std::size_t count, double work, const std::function<void (std::size_t)>& task);

    bool stopped () const noexcept { return stop; }

    /** Asks for a request to stop, then returns the same as stopped(); for long tasks, from any thread. */
    bool stops ()
    {
        if (! stop && context.interrupted())
            stop = true;
        return stop;
    }

private:
    const StudyContext& context;
    double total, done = 0.0;
    std::atomic<bool> stop = false;
};

/** Runs the experiments and applies judge (record, index) to each; nullopt for those that were not computed because
    the work was stopped. Work is counted in seconds of one lane. */
template <class Result>
std::vector<std::optional<Result>> judged (StudyWorkers& workers, const std::vector<Experiment>& experiments,
                                           ExperimentRun run,
                                           const std::function<Result (const ExperimentRecord&, std::size_t)>& judge)
{
    struct Group
    {
        std::size_t begin, end;
    };
    std::vector<Group> groups; // of one law, as perform() requires
    for (std::size_t i = 0; i < experiments.size(); ++i)
        if (groups.empty() || groups.back().end - groups.back().begin == VoiceGroup::lanes ||
            experiments[groups.back().begin].contact.law != experiments[i].contact.law)
            groups.push_back ({ i, i + 1 });
        else
            groups.back().end = i + 1;
    run.threads = 1;
    run.interrupted = [&workers] { return workers.stops(); };
    std::vector<std::optional<Result>> results (experiments.size());
    workers.each (groups.size(), run.seconds * static_cast<double> (experiments.size()),
                  [&] (std::size_t g)
                  {
                      const auto [begin, end] = groups[g];
                      const auto records = perform (std::span (experiments).subspan (begin, end - begin), run);
                      if (workers.stopped())
                          return;
                      for (auto i = begin; i < end; ++i)
                          results[i] = judge (records[i - begin], i);
                  });
    return results;
}

/** The results that are not nullopt, in order. */
template <class Result>
std::vector<Result> present (const std::vector<std::optional<Result>>& results)
{
    std::vector<Result> found;
    for (const auto& result : results)
        if (result)
            found.push_back (*result);
    return found;
}

//==============================================================================
/** A map of regimes over two columns, both on logarithmic axes; the table has regimeColumn(). */
View regimeMap (std::string title, std::string x, std::string y);
std::string regimeColumn ();
/** Converts a name from a scenario to a part of a file name: small letters, digits and dots, with single dashes for
    everything else. */
std::string fileName (std::string_view name);

/** "0.0807" */
std::string text (double value, int digits = 4);
} // namespace kolophon::study
