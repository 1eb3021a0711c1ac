#pragma once

#include "Fields.h"
#include "Motion.h"

#include <map>
#include <set>

namespace kolophon::lab
{
enum class Solver
{
    realtime,
    reference,
    both,
    explicitSteps
};

/** One motion of a scenario: the scenario as it stands, or one of its variants. */
struct Run
{
    std::string name; // empty when there is only one
    Motion motion;
    Solver solver = Solver::both;
    std::string lawName, bodyName; // for people
    bool turning = false;          // angles and torques instead of places and forces
    std::vector<std::string> probes; // columns of the CSV; none: all
    int csvEvery = 0;              // rows of the record for one of the CSV; 0: as many as give 40000 lines in all
};

/** A question to the records, and the answer that is expected. Resources/Docs/Laboratory.md lists the kinds. */
struct Analysis
{
    std::string kind, name;
    std::vector<std::string> of;     // names of runs; empty: all
    std::optional<Solver> solver;    // nothing: the run's reference where there is one
    std::string column = "x", along = "t"; // along: what an area is over
    std::string what;
    std::vector<double> at;          // [s]
    double from = 0.0, to = 0.0;     // [s]; to = 0: to the end
    double level = 0.0;
    std::string whileColumn;         // rows count while this column …
    double whileAbove = 0.0, whileBelow = 0.0; // … is between these
    int index = 0, count = 1;
    std::string fromState, toState;  // names of discrete states; empty: any
    std::vector<double> rates;       // [Hz], of a convergence
    std::string other;               // name of the run to compare with
    double scale = 1.0;
    std::string unit, source;

    std::map<std::string, std::vector<double>> expected; // by run; "" for every run
    double relative = 0.0, within = 0.0;
    std::optional<double> atLeast, atMost;
};

struct PanelLine
{
    double value;
    bool upright;
    std::string title;
};

struct PanelChoice
{
    std::string title, x = "t", xLabel, yLabel;
    std::vector<std::string> y;
    std::vector<std::string> of; // names of runs; empty: all
    std::optional<Solver> solver;
    double from = 0.0, to = 0.0; // [s]
    double xScale = 1.0, yScale = 1.0;
    std::vector<double> xRange, yRange; // two or none
    bool logarithmicX = false, logarithmicY = false;
    bool marks = false, solid = false;
    std::vector<PanelLine> lines;
};

struct PictureChoice
{
    std::string name, caption;
    int columns = 1;
    bool wide = false;
    std::vector<PanelChoice> panels;
};

/** An experiment as its file says it. */
struct Scenario
{
    std::string title, source;
    std::vector<std::string> notes;
    std::vector<Run> runs;       // none: a study
    std::vector<Analysis> analyses;
    std::vector<PictureChoice> pictures;
    Json document;               // with every --set in it

    bool changedModel = false;             // somebody's settings made other motions of it than its numbers are about …
    std::set<std::size_t> restated;        // … but for these analyses
    std::vector<std::string> remarks;      // what somebody should know about solver and settings

    /** The field "study", or null. */
    const Json* study () const { return document.contains ("study") ? &document["study"] : nullptr; }
};

/** One change of a scenario: "run.rate" = 96000. */
struct Setting
{
    std::string path;
    Json value;
};
/** "run.rate=96000": the value is JSON, or a text where it is none. Throws Refusal. */
Setting settingOf (const std::string& text);

/** Changes the value at `path`, which must be there, or be a name that its object does not have yet. Throws Refusal. */
void change (Json& document, const Setting& setting);

/** Reads and checks a scenario. `folder`: where the files that it names start from. Throws Refusal: path, value, and what
    is allowed. */
Scenario scenarioFromJson (Json document, const std::filesystem::path& folder);

/** Gives every run another solver; those that are about explicit steps, or whose law has no real-time form, stay as they are,
    and a remark says so. Throws Refusal where that is all of them. */
void useSolver (Scenario& scenario, const std::string& solver);

/** The fields of a law: "id" and its knobs, as they stand under "law". */
void readLaw (Fields& fields, LawChoice& law);

/** What a scenario file may hold, as JSON schema (draft 2020-12); `study`: that of the field "study". */
Json scenarioSchema (const Json& study);

/** All columns that a record has, as CSV, analyses and figures name them. */
struct Column
{
    std::string_view name;
    const char *unit, *turningUnit; // [m], [rad]
    const char* meaning;
    double (*of) (const Row&);
};
std::span<const Column> columns () noexcept;
/** True for a name of columns(), "path", "resistance", "P_stored", "P_sum" or a coordinate "q1" … "q8", "u1" … "u8". */
bool isColumn (std::string_view name);
/** The column as numbers, one a row. Throws Refusal for a coordinate that the body doesn't have. */
std::vector<double> columnOf (const Record& record, std::string_view name);
/** "m/s" */
std::string unitOf (std::string_view column, bool turning);
} // namespace kolophon::lab
