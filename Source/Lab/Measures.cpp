#include "Measures.h"

#include "Exponent.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kolophon::lab
{
namespace
{
constexpr double never = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

/** The rows of a window, and columns of them. */
struct Window
{
    const Record& record;
    std::size_t begin, end;

    Window (const Record& itsRecord, double from, double to) : record (itsRecord)
    {
        const auto& rows = record.rows;
        const double slack = 1e-9 * (rows.empty() ? 0.0 : rows.back().time);
        const auto before = [] (const Row& row, double t) { return row.time < t; };
        begin = static_cast<std::size_t> (std::lower_bound (rows.begin(), rows.end(), from - slack, before) - rows.begin());
        end = to > 0.0 ? static_cast<std::size_t> (std::lower_bound (rows.begin(), rows.end(), to + slack, before) - rows.begin())
                       : rows.size();
    }

    std::vector<double> column (std::string_view name) const
    {
        const auto all = columnOf (record, name);
        return { all.begin() + static_cast<std::ptrdiff_t> (std::min (begin, end)), all.begin() + static_cast<std::ptrdiff_t> (end) };
    }
    std::vector<double> times() const { return column ("t"); }
};

/** A column at a time, by straight lines between rows. */
double at (const std::vector<double>& times, const std::vector<double>& values, double time)
{
    const auto after = std::lower_bound (times.begin(), times.end(), time);
    if (times.empty() || time > times.back() * (1.0 + 1e-9) + 1e-12)
        return never;
    if (after == times.end())
        return values.back();
    const auto i = static_cast<std::size_t> (after - times.begin());
    if (i == 0 || times[i] == time)
        return values[i];
    const double share = (time - times[i - 1]) / (times[i] - times[i - 1]);
    return values[i - 1] + share * (values[i] - values[i - 1]);
}

struct Crossings
{
    std::vector<double> up, down; // [s]
};

Crossings crossings (const std::vector<double>& times, const std::vector<double>& values, double level)
{
    Crossings found;
    for (std::size_t i = 1; i < values.size(); ++i)
    {
        const bool before = values[i - 1] > level, now = values[i] > level;
        if (before == now)
            continue;
        const double share = (level - values[i - 1]) / (values[i] - values[i - 1]);
        (now ? found.up : found.down).push_back (times[i - 1] + share * (times[i] - times[i - 1]));
    }
    return found;
}

double extremeOf (const Analysis& a, const Record& record)
{
    const Window window (record, a.from, a.to);
    auto values = window.column (a.column);
    if (! a.whileColumn.empty())
    {
        const auto guard = window.column (a.whileColumn);
        std::vector<double> kept;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (guard[i] >= a.whileAbove && guard[i] <= a.whileBelow)
                kept.push_back (values[i]);
        values = std::move (kept);
    }
    if (values.empty())
        return never;
    const auto [least, most] = std::minmax_element (values.begin(), values.end());
    double sum = 0.0, squares = 0.0;
    for (const double value : values)
    {
        sum += value;
        squares += value * value;
    }
    const auto count = static_cast<double> (values.size());
    return a.what == "max"            ? *most
           : a.what == "min"          ? *least
           : a.what == "peak_to_peak" ? *most - *least
           : a.what == "mean"         ? sum / count
           : a.what == "rms"          ? std::sqrt (squares / count)
                                      : values.back();
}

double areaOf (const Analysis& a, const Record& record)
{
    const Window window (record, a.from, a.to);
    const auto x = window.column (a.along), y = window.column (a.column);
    double area = 0.0;
    for (std::size_t i = 1; i < x.size(); ++i)
        area += 0.5 * (y[i] + y[i - 1]) * (x[i] - x[i - 1]);
    return x.size() < 2 ? never : area;
}

double cyclesOf (const Analysis& a, const Record& record)
{
    const Window window (record, a.from, a.to);
    const auto times = window.times(), values = window.column (a.column);
    auto [up, down] = crossings (times, values, a.level);
    if (a.what == "count")
        return static_cast<double> (up.size());
    const auto first = static_cast<std::size_t> (a.index), count = static_cast<std::size_t> (a.count);
    if (a.what == "time")
        return first < up.size() ? up[first] : never;
    if (! up.empty())
        std::erase_if (down, [begin = up.front()] (double t) { return t <= begin; });
    double sum = 0.0;
    const auto along = a.what == "jump" ? window.column (a.along) : std::vector<double>();
    for (auto i = first; i < first + count; ++i)
    {
        const bool hasNext = i + 1 < up.size();
        if (i >= up.size() || (a.what != "period" && i >= down.size()) || ((a.what != "up" && a.what != "jump") && ! hasNext))
            return never;
        sum += a.what == "period"  ? up[i + 1] - up[i]
               : a.what == "up"    ? down[i] - up[i]
               : a.what == "down"  ? up[i + 1] - down[i]
               : a.what == "jump"  ? at (times, along, down[i]) - at (times, along, up[i])
                                   : (down[i] - up[i]) / (up[i + 1] - up[i]);
    }
    return sum / a.count;
}

double crossedAt (const Analysis& a, const Record& record)
{
    const Window window (record, a.from, a.to);
    const auto times = window.times();
    const auto found = crossings (times, window.column (a.along), a.level);
    const auto& wanted = a.what == "up" ? found.up : found.down;
    const auto index = static_cast<std::size_t> (a.index);
    return index < wanted.size() ? at (times, window.column (a.column), wanted[index]) : never;
}

int stateNamed (const Analysis& a, const std::string& name, const Motion& motion)
{
    if (name.empty())
        return -1;
    const auto names = modeNames (motion);
    const auto found = std::find (names.begin(), names.end(), name);
    if (found == names.end())
    {
        std::string allowed;
        for (const auto& one : names)
            allowed += (allowed.empty() ? "" : ", ") + one;
        throw Refusal ("analysis \"" + a.name + "\": there is no state \"" + name + "\"; allowed: " + allowed);
    }
    return static_cast<int> (found - names.begin());
}

double eventsOf (const Analysis& a, const Record& record, const Motion& motion)
{
    const int from = stateNamed (a, a.fromState, motion), to = stateNamed (a, a.toState, motion);
    std::vector<double> times;
    for (const auto& event : record.events)
        if ((from < 0 || event.from == from) && (to < 0 || event.to == to) && event.time >= a.from
            && (a.to <= 0.0 || event.time <= a.to))
            times.push_back (event.time);
    if (a.what == "count")
        return static_cast<double> (times.size());
    const auto index = static_cast<std::size_t> (a.index), last = index + static_cast<std::size_t> (a.count);
    if (a.what == "period")
        return last < times.size() ? (times[last] - times[index]) / a.count : never;
    return index < times.size() ? times[index] : never;
}

double pilesOf (const Analysis& a, const Record& record)
{
    if (a.what == "count")
        return static_cast<double> (record.piles.size());
    const auto index = static_cast<std::size_t> (a.index);
    if (index >= record.piles.size())
        return never;
    const auto& pile = record.piles[index];
    return a.what == "time" ? pile.end : pile.left.value_or (never);
}

double shareOf (const Analysis& a, const Record& record, const Motion& motion)
{
    const int state = stateNamed (a, a.toState, motion);
    const Window window (record, a.from, a.to);
    const auto modes = window.column ("mode");
    const auto count = std::count_if (modes.begin(), modes.end(), [state] (double m) { return std::lround (m) == state; });
    return modes.empty() ? never : static_cast<double> (count) / static_cast<double> (modes.size());
}

double energyOf (const Analysis& a, const Record& record)
{
    if (a.what == "residual")
        return record.worstResidual;
    if (a.what == "least_loss")
        return record.leastLoss;
    double worst = 0.0, largest = record.peakEnergy;
    for (const auto& row : record.rows)
    {
        worst = std::max (worst, std::abs (row.residual));
        largest = std::max ({ largest, std::abs (row.driven), row.frictionLoss, row.bodyLoss });
    }
    return largest > 0.0 ? worst / largest : 0.0;
}

/** Largest difference of two columns over the largest value of the second. */
double differenceOf (const Record& one, const Record& other, const Analysis& a)
{
    const Window left (one, a.from, a.to), right (other, a.from, a.to);
    const auto t = right.times(), y = right.column (a.column);
    const auto s = left.times(), x = left.column (a.column);
    double worst = 0.0, largest = 0.0;
    const bool sameTimes = s.size() == t.size() && (s.empty() || std::abs (s.back() - t.back()) < 1e-9 * (1.0 + s.back()));
    for (std::size_t i = 0; i < t.size(); ++i)
    {
        const double here = sameTimes ? x[i] : at (s, x, t[i]);
        worst = std::max (worst, std::abs (here - y[i]));
        largest = std::max (largest, std::abs (y[i]));
    }
    return t.empty() ? never : (largest > 0.0 ? worst / largest : worst);
}

/** An analysis of a solver that has not run. */
struct NoRecord
{
    std::string needs;
};

std::string nameOf (std::optional<Solver> solver)
{
    return ! solver ? "that it is about" : (*solver == Solver::realtime ? "realtime" : (*solver == Solver::reference ? "reference" : "explicit"));
}

double eventDeviation (const Analysis& a, const Run& run, const RunRecords& records)
{
    if (! records.realtime || ! records.reference)
        throw NoRecord { "both solvers" };
    // A state that lasts two steps at most is a passage: an automaton may go through it in no time.
    const double shortest = 2.5 / run.motion.rate;
    const auto within = [&a, shortest] (const std::vector<Event>& events)
    {
        std::vector<Event> kept;
        for (std::size_t i = 0; i < events.size(); ++i)
        {
            auto event = events[i];
            while (i + 1 < events.size() && events[i + 1].time - event.time < shortest)
                event.to = events[++i].to;
            if (event.from != event.to && event.time >= a.from && (a.to <= 0.0 || event.time <= a.to)
                && kept.size() < static_cast<std::size_t> (a.count))
                kept.push_back (event);
        }
        return kept;
    };
    const auto one = within (records.realtime->events), other = within (records.reference->events);
    if (one.size() != other.size())
        return never;
    double worst = 0.0;
    for (std::size_t i = 0; i < one.size(); ++i)
        worst = one[i].from == other[i].from && one[i].to == other[i].to ? std::max (worst, std::abs (one[i].time - other[i].time))
                                                                         : infinite;
    return worst;
}

double pileDeviation (const RunRecords& records)
{
    if (! records.realtime || ! records.reference)
        throw NoRecord { "both solvers" };
    const auto &one = records.realtime->piles, &other = records.reference->piles;
    if (one.size() != other.size())
        return never;
    double worst = 0.0;
    for (std::size_t i = 0; i < one.size(); ++i)
    {
        const bool same = one[i].stop == other[i].stop && one[i].left.has_value() == other[i].left.has_value();
        const double left = same && one[i].left ? std::abs (*one[i].left - *other[i].left) : 0.0;
        worst = same ? std::max ({ worst, std::abs (one[i].end - other[i].end), left }) : infinite;
    }
    return worst;
}

double convergenceOf (const Analysis& a, const Run& run, const RunRecords& records, const Interrupt& interrupt)
{
    if (! records.reference)
        throw NoRecord { "the solver reference" };
    std::vector<double> steps, errors;
    const double rowRate = run.motion.rate / run.motion.every;
    for (const double rate : a.rates)
    {
        auto motion = run.motion;
        motion.rate = rate;
        motion.every = static_cast<int> (std::lround (rate / rowRate));
        if (motion.every < 1 || std::abs (motion.every * rowRate - rate) > 1e-6 * rate)
            throw Refusal ("analysis \"" + a.name + "\": a rate of " + dump (rate) + " Hz is not a multiple of the rows' "
                           + dump (rowRate) + " Hz");
        steps.push_back (1.0 / rate);
        const auto record = runRealtime (motion, interrupt);
        if (record.interrupted)
            return never;
        const double error = differenceOf (record, *records.reference, a);
        errors.push_back (a.what == "order" ? std::max (error, 1e-300) : error); // that its logarithm exists
    }
    return a.what == "error" ? errors.back() : exponentOf (steps, errors);
}

double chatterOf (const Analysis& a, const Record& record)
{
    const Window window (record, a.from, a.to);
    const auto u = window.column ("u"), t = window.times();
    long changes = 0;
    double last = 0.0;
    for (std::size_t i = 1; i < u.size(); ++i)
    {
        const double growth = u[i] - u[i - 1];
        changes += growth * last < 0.0 ? 1 : 0;
        last = growth != 0.0 ? growth : last;
    }
    return t.size() < 2 ? never : static_cast<double> (changes) / (t.back() - t.front());
}

const RunRecords* recordsOf (const Scenario& scenario, const std::vector<RunRecords>& records, const std::string& name)
{
    for (std::size_t i = 0; i < scenario.runs.size(); ++i)
        if (scenario.runs[i].name == name)
            return &records[i];
    return nullptr;
}

std::vector<double> numbersOf (const Analysis& a, const Scenario& scenario, std::size_t index, const std::vector<RunRecords>& all,
                               const Interrupt& interrupt)
{
    const auto& run = scenario.runs[index];
    const auto& records = all[index];
    if (a.kind == "event_deviation")
        return { eventDeviation (a, run, records) };
    if (a.kind == "pile_deviation")
        return { pileDeviation (records) };
    if (a.kind == "convergence")
        return { convergenceOf (a, run, records, interrupt) };
    if (a.kind == "deviation")
    {
        if (! records.realtime || ! records.reference)
            throw NoRecord { "both solvers" };
        return { differenceOf (*records.realtime, *records.reference, a) };
    }
    const bool ofSteps = a.kind == "energy" && a.what != "balance";
    const auto wanted = ofSteps && ! a.solver ? std::optional (Solver::realtime) : a.solver;
    const auto* record = records.of (wanted);
    if (record == nullptr)
        throw NoRecord { "the solver " + nameOf (wanted) };
    if (a.kind == "agreement")
    {
        const auto* other = recordsOf (scenario, all, a.other);
        const auto* theirs = other == nullptr ? nullptr : other->of (a.solver);
        if (theirs == nullptr)
            throw NoRecord { "the solver " + nameOf (a.solver) + " for \"" + a.other + "\"" };
        return { differenceOf (*record, *theirs, a) };
    }
    if (a.kind == "value")
    {
        const auto times = columnOf (*record, "t"), values = columnOf (*record, a.column);
        std::vector<double> found;
        for (const double time : a.at)
            found.push_back (at (times, values, time));
        return found;
    }
    if (a.kind == "slope")
    {
        const auto times = columnOf (*record, "t"), values = columnOf (*record, a.column);
        const double to = a.to > 0.0 ? a.to : times.back();
        return { (at (times, values, to) - at (times, values, a.from)) / (to - a.from) };
    }
    if (a.kind == "extreme")
        return { extremeOf (a, *record) };
    if (a.kind == "area")
        return { areaOf (a, *record) };
    if (a.kind == "cycles")
        return { cyclesOf (a, *record) };
    if (a.kind == "at_crossing")
        return { crossedAt (a, *record) };
    if (a.kind == "events")
        return { eventsOf (a, *record, run.motion) };
    if (a.kind == "piles")
        return { pilesOf (a, *record) };
    if (a.kind == "share")
        return { shareOf (a, *record, run.motion) };
    if (a.kind == "energy")
        return { energyOf (a, *record) };
    return { chatterOf (a, *record) };
}

/** What the engine promises of every motion. */
bool holdsForAny (const Analysis& a)
{
    return a.kind == "energy" && a.what == "residual";
}

std::string unitOfAnswer (const Analysis& a, const Run& run)
{
    if (! a.unit.empty())
        return a.unit;
    const auto column = unitOf (a.column, run.turning);
    if (a.kind == "value" || a.kind == "extreme" || a.kind == "at_crossing")
        return column;
    if (a.kind == "slope")
        return column.empty() ? "1/s" : column + "/s";
    if (a.kind == "event_deviation" || a.kind == "pile_deviation" || (a.what == "time" && a.kind != "share") || a.what == "left" || a.what == "period" || a.what == "up" || a.what == "down")
        return "s";
    if (a.what == "jump")
        return unitOf (a.along, run.turning);
    return a.kind == "chatter" ? "1/s" : (a.what == "least_loss" ? "J" : "");
}
} // namespace

const Record* RunRecords::of (std::optional<Solver> solver) const
{
    const auto pointer = [] (const std::optional<Record>& record) { return record ? &*record : nullptr; };
    if (solver)
        return pointer (*solver == Solver::realtime ? realtime : (*solver == Solver::explicitSteps ? explicitSteps : reference));
    return reference ? &*reference : (realtime ? &*realtime : pointer (explicitSteps));
}

bool RunRecords::interrupted() const
{
    return (realtime && realtime->interrupted) || (reference && reference->interrupted) || (explicitSteps && explicitSteps->interrupted);
}

RunRecords perform (const Run& run, const Interrupt& interrupt)
{
    RunRecords records;
    if (run.solver == Solver::realtime || run.solver == Solver::both)
        records.realtime = runRealtime (run.motion, interrupt);
    if (run.solver == Solver::reference || run.solver == Solver::both)
        records.reference = runReference (run.motion, interrupt);
    if (run.solver == Solver::explicitSteps)
        records.explicitSteps = runExplicit (run.motion, interrupt);
    return records;
}

std::vector<Check> answer (const Analysis& a, const Scenario& scenario, const std::vector<RunRecords>& records,
                           const Interrupt& interrupt)
{
    std::vector<Check> checks;
    const bool restated = std::any_of (scenario.restated.begin(), scenario.restated.end(), [&] (std::size_t i)
                                       { return i < scenario.analyses.size() && &scenario.analyses[i] == &a; });
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
        std::string notJudged = scenario.changedModel && ! holdsForAny (a) && ! restated ? "the model differs from the one that it is about" : "";
        try
        {
            numbers = numbersOf (a, scenario, i, records, interrupt);
        }
        catch (const NoRecord& no)
        {
            notJudged = "needs " + no.needs;
        }
        if (numbers.empty())
            numbers.assign (std::max<std::size_t> (1, a.at.size()), never);
        const auto* wanted = perRun ? &forRun->second : (forAll != a.expected.end() ? &forAll->second : nullptr);
        if (wanted != nullptr && wanted->size() != numbers.size())
            throw Refusal ("analysis \"" + a.name + "\": " + std::to_string (wanted->size()) + " numbers are expected, and it gives "
                           + std::to_string (numbers.size()));
        for (std::size_t k = 0; k < numbers.size(); ++k)
        {
            Check check;
            check.name = a.name;
            if (! run.name.empty())
                check.name += ": " + run.name;
            if (numbers.size() > 1)
                check.name += ", t = " + dump (a.at[k]) + " s";
            check.unit = unitOfAnswer (a, run);
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
    return checks;
}
} // namespace kolophon::lab
