#pragma once

#include "../Analysis/StringMaps.h"
#include "../Lab/BodyBench.h"
#include "Study.h"

#include <atomic>
#include <optional>

/** What the studies share: readers of their fields, threads, checks and pieces of pictures. */
namespace kolophon::study
{
/** What a number should come to, as a scenario has it: { "expected": 1, "lowest": 0.85, "highest": 1.15, "source": "…"
   }. Without bounds it is only reported. */
struct Expectation
{
    double expected = std::numeric_limits<double>::quiet_NaN();
    double lowest = -std::numeric_limits<double>::infinity(), highest = std::numeric_limits<double>::infinity();
    std::string source = {};

    /** Expected, to within so much more or less. */
    static Expectation within (double expected, double tolerance, std::string source);
};
/** Replaces `e` by what the field says, if it is there. */
void readExpectation (lab::Fields& f, std::string_view name, const char* meaning, Expectation& e);
Check check (std::string name, std::string unit, double obtained, const Expectation& expectation);

/** The fields of a string, and of a contact, of an object; `otherwise` where they are left out. */
StringSpec readString (lab::Fields& f, const StringSpec& otherwise);
ContactSpec readContact (lab::Fields& f, const ContactSpec& otherwise);
/** The same as an object of its own. */
StringSpec readStringIn (lab::Fields& f, std::string_view name, const StringSpec& otherwise);
ContactSpec readContactIn (lab::Fields& f, std::string_view name, const ContactSpec& otherwise);

/** Rate, passes and lengths of runs: "rate", "seconds", "passes". */
struct Steps
{
    double rate, seconds;
    int passes;
};
Steps readSteps (lab::Fields& f, const Steps& otherwise);

/** "low", "high", "count" of an axis whose cells are in equal ratios. */
struct Axis
{
    double low, high;
    int count;

    std::vector<double> borders () const; // count + 1
    std::vector<double> middles () const; // count
    double fraction (double value) const; // how far along the axis it is, 0 … 1
};
Axis readAxis (lab::Fields& f, std::string_view name, const char* meaning, const char* unit, const Axis& otherwise);

/** A patch as presets write it: parameters by id, values as texts or numbers. */
Patch readPatch (lab::Fields& f, std::string_view name, const char* meaning,
                 std::initializer_list<std::pair<std::string_view, double>> otherwise);
void set (Patch& patch, std::string_view id, double value);

//==============================================================================
/** Divides the work of a study among threads, and stops when asked to. Results do not depend on how many there are. */
class StudyWorkers
{
public:
    /** `whole`: the work of the whole study, in any unit. */
    StudyWorkers (const StudyContext& itsContext, double whole) : context (itsContext), total (whole) {}

    /** task (0) … task (count - 1), which may run at the same time, and are `work` altogether. Once somebody wants to
       stop, no further ones begin. What a task throws is thrown here. */
    void each (std::size_t count, double work, const std::function<void (std::size_t)>& task);

    bool stopped () const noexcept { return stop; }

    /** The same, but asks; for long tasks, which any thread may be. */
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

/** judge (record, place) of every experiment; nothing where the work was stopped before. Work is counted in seconds of
   one lane. */
template <class Result>
std::vector<std::optional<Result>> judged (StudyWorkers& workers, const std::vector<Experiment>& experiments,
                                           ExperimentRun run,
                                           const std::function<Result (const ExperimentRecord&, std::size_t)>& judge)
{
    struct Group
    {
        std::size_t begin, end;
    };
    std::vector<Group> groups; // of one law, which perform() asks for
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

/** Leaves out what is missing, with the experiments that it is missing of. */
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
/** Cells of a map, one kind an area; what lies on top of each other in a column is one rectangle. `kinds` runs along
   the columns first; kinds beyond the areas stay white. */
std::vector<PlotArea> cellAreas (const std::vector<double>& x, const std::vector<double>& y,
                                 const std::vector<std::size_t>& kinds, std::vector<PlotArea> areas);

/** Areas of the regimes that a bowed string has, to be filled with cellAreas(); the kind of a regime is its place. */
std::vector<PlotArea> regimeAreas ();
std::size_t regimeArea (Regime regime);
/** "0 none, 1 Helmholtz, …", for the head of a table's column. */
std::string regimeNumbers ();

/** A curve, with a mark at each of its points. */
void addMarked (PlotPanel& panel, PlotCurve curve);

inline constexpr gnuplot::Words smallKey { "set key font ',11' samplen 1.6 width -1\n" };

/** A name of somebody's as part of a file's: small letters, digits and dots, with single dashes for all else. */
std::string fileName (std::string_view name);

/** "0.0807" */
std::string text (double value, int digits = 4);
} // namespace kolophon::study
