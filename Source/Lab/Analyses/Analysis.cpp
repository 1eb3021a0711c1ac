// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis.h"

#include "../../Files/Json/ShallowJson.h"
#include "../Scenarios/Measures.h"
#include "Analyses.h"

#include <cmath>
#include <type_traits>

namespace kolophon::lab
{
namespace
{
using analysis::infinite;
using analysis::never;
using analysis::NoRecord;

/** Every kind of the list, reading its own fields. */
template <class... Kinds>
std::vector<Fields::Kind> kindsOf (std::type_identity<std::variant<Kinds...>>,
                                   std::shared_ptr<const Question>& question)
{
    const auto reader = [&question]<class Kind> (std::type_identity<Kind>)
    {
        return [&question] (Fields& f)
        {
            Kind kind;
            kind.read (f);
            question = std::make_shared<const Question> (Question { std::move (kind) });
        };
    };
    return { Fields::Kind { Kinds::kind, Kinds::meaning, reader (std::type_identity<Kinds> {}) }... };
}

void readExpected (Fields& f, Analysis& a)
{
    const auto number = Json { { "type", "number" } };
    const auto numbers = Json { { "type", "array" }, { "items", number } };
    const auto* json = f.value (
        "expect", "Expected value: a number, a list for several numbers, or an object with one entry per run, by name.",
        false,
        { { "oneOf",
            Json::array ({ number,
                           numbers,
                           { { "type", "object" },
                             { "additionalProperties", { { "oneOf", Json::array ({ number, numbers }) } } } } }) } });
    const auto read = [&] (const std::string& key, const Json& value, const std::string& path)
    {
        std::vector<double> list;
        for (const auto& one : value.is_array() ? value : Json::array ({ value }))
        {
            if (! one.is_number() || ! std::isfinite (one.get<double>()))
                throw InputError ({ path, shown (one), "is not a finite number" });
            list.push_back (one.get<double>());
        }
        a.expected[key] = std::move (list);
    };
    if (json != nullptr && json->is_object())
        for (const auto& [key, value] : json->items())
            read (key, value, f.pathOf ("expect") + "." + key);
    else if (json != nullptr)
        read ("", *json, f.pathOf ("expect"));
    a.relative = f.number ("relative", { 0.0, 10.0 }, "Largest deviation as a fraction of the expected value.", 0.0);
    a.within = f.number ("within", { 0.0, scenario::huge }, "Largest deviation; the larger of the two applies.", 0.0);
    a.atLeast = f.maybe ("at_least", scenario::anything, "Smallest passing value.");
    a.atMost = f.maybe ("at_most", scenario::anything, "Largest passing value.");
    a.source = f.text ("source", "Source of the expected value.", "");
    a.unit = f.text ("unit", "Unit of the number; 1: a pure number. Default: the column's.", "");
    a.scale = f.number ("scale", scenario::anything, "Factor for the number: 1e6 for micrometres.", 1.0);
}

const RunRecords* recordsOf (const Scenario& scenario, const std::vector<RunRecords>& records, const std::string& name)
{
    for (std::size_t i = 0; i < scenario.runs.size(); ++i)
        if (scenario.runs[i].name == name)
            return &records[i];
    return nullptr;
}

std::vector<double> numbersOf (const Question& question, const analysis::Evidence& evidence)
{
    return std::visit (
        [&evidence] (const auto& kind) -> std::vector<double>
        {
            if constexpr (std::is_same_v<decltype (kind.evaluate (evidence)), double>)
                return { kind.evaluate (evidence) };
            else
                return kind.evaluate (evidence);
        },
        question.kind);
}

/** Times of several answers; empty: there is one. */
std::vector<double> timesOf (const Question& question)
{
    return std::visit (
        [] (const auto& kind)
        {
            if constexpr (requires { kind.times(); })
                return kind.times();
            else
                return std::vector<double>();
        },
        question.kind);
}

bool holdsForAny (const Question& question)
{
    return std::visit (
        [] (const auto& kind)
        {
            if constexpr (requires { kind.holdsForAny(); })
                return kind.holdsForAny();
            else
                return false;
        },
        question.kind);
}

/** Answers of one run as checks; `wanted`: what is expected of them, or null. */
void addChecks (std::vector<Check>& checks, const Analysis& a, const Run& run, const std::vector<double>& numbers,
                const std::vector<double>* wanted, const std::string& notJudged)
{
    if (wanted != nullptr && wanted->size() != numbers.size())
        throw InputError ({ .place = "analysis \"" + a.name + "\"",
                            .problem = std::to_string (wanted->size()) + " numbers are expected, but it gives " +
                                       std::to_string (numbers.size()) });
    const auto times = timesOf (*a.question);
    for (std::size_t k = 0; k < numbers.size(); ++k)
    {
        Check check;
        check.name = a.name;
        if (! run.name.empty())
            check.name += ": " + run.name;
        if (numbers.size() > 1)
            check.name += ", t = " + decimalText (times[k]) + " s";
        check.unit =
            a.unit == "1" ? ""
            : ! a.unit.empty()
                ? a.unit
                : std::visit ([&run] (const auto& kind) { return std::string (kind.unit (run)); }, a.question->kind);
        check.obtained = a.scale * numbers[k];
        check.lowest = a.atLeast.value_or (-infinite);
        check.highest = a.atMost.value_or (infinite);
        check.expected = never;
        check.source = a.source;
        check.notJudged = notJudged;
        if (wanted != nullptr)
        {
            const double expected = (*wanted)[k], slack = std::max (a.relative * std::abs (expected), a.within);
            check.expected = expected;
            check.lowest = std::max (check.lowest, expected - slack);
            check.highest = std::min (check.highest, expected + slack);
        }
        checks.push_back (std::move (check));
    }
}
} // namespace

void readAnalysis (Fields& f, Analysis& a)
{
    a.name = f.text ("name", "Name in the report.");
    a.of = f.texts ("of", 0, scenario::maxRuns, "Names of runs; default: all.");
    a.solver = scenario::readSolver (f);
    readExpected (f, a);
    f.kinds ("kind", kindsOf (std::type_identity<AnyAnalysis> {}, a.question), "");
}

std::string Analysis::other() const
{
    return std::visit (
        [] (const auto& kind)
        {
            if constexpr (requires { kind.other; })
                return kind.other;
            else
                return std::string();
        },
        question->kind);
}

std::vector<Check> evaluate (const Analysis& a, const Scenario& scenario, std::vector<RunRecords>& records,
                             const Interrupt& interrupt)
{
    std::vector<Check> checks;
    const bool restated =
        std::any_of (scenario.restated.begin(), scenario.restated.end(),
                     [&] (std::size_t i) { return i < scenario.analyses.size() && &scenario.analyses[i] == &a; });
    for (std::size_t i = 0; i < scenario.runs.size(); ++i)
    {
        const auto& run = scenario.runs[i];
        if (! a.of.empty() && std::find (a.of.begin(), a.of.end(), run.name) == a.of.end())
            continue;
        const auto forRun = a.expected.find (run.name), forAll = a.expected.find ("");
        const bool perRun = ! a.expected.empty() && forAll == a.expected.end();
        if (perRun && forRun == a.expected.end())
            continue; // expected of others only
        std::vector<double> numbers;
        std::string notJudged = scenario.changedModel && ! holdsForAny (*a.question) && ! restated
                                    ? "the model differs from the analysis's own"
                                    : "";
        try
        {
            numbers = numbersOf (*a.question,
                                 { a.name, a.solver, run, records[i], interrupt,
                                   [&] (const std::string& name) { return recordsOf (scenario, records, name); } });
        }
        catch (const NoRecord& no)
        {
            notJudged = "needs " + no.needs;
        }
        if (numbers.empty())
            numbers.assign (std::max<std::size_t> (1, timesOf (*a.question).size()), never);
        addChecks (checks, a, run, numbers,
                   perRun ? &forRun->second : (forAll != a.expected.end() ? &forAll->second : nullptr), notJudged);
    }
    return checks;
}
} // namespace kolophon::lab
