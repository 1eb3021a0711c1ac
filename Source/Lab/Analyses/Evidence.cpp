// SPDX-License-Identifier: GPL-3.0-or-later
#include "Evidence.h"

#include <cmath>

namespace kolophon::lab::analysis
{
namespace
{
std::string nameOf (std::optional<Solver> solver)
{
    return ! solver
               ? "of this analysis"
               : (*solver == Solver::realtime ? "realtime" : (*solver == Solver::reference ? "reference" : "explicit"));
}

const Record& required (const Record* record, const std::string& needs)
{
    if (record == nullptr)
        throw NoRecord { needs };
    return *record;
}
} // namespace

const Record& Evidence::record (std::optional<Solver> otherwise) const
{
    const auto wanted = solver ? solver : otherwise;
    return required (records.of (wanted), "the solver " + nameOf (wanted));
}

const Record& Evidence::ofOther (const std::string& otherRun) const
{
    const auto* const other = recordsOf (otherRun);
    return required (other == nullptr ? nullptr : other->of (solver),
                     "the solver " + nameOf (solver) + " for \"" + otherRun + "\"");
}

const Record& Evidence::realtime() const
{
    return required (records.reference ? records.of (Solver::realtime) : nullptr, "both solvers");
}

const Record& Evidence::reference() const
{
    return required (records.realtime ? records.of (Solver::reference) : nullptr, "both solvers");
}

void TimeSpan::read (Fields& f)
{
    from = f.number ("from", scenario::seconds, "Start of the interval.", 0.0);
    to = f.number ("to", scenario::seconds, "End of the interval; 0: the end of the run.", 0.0);
}

Window::Window (const Record& itsRecord, const TimeSpan& span) : record (itsRecord)
{
    const auto& rows = record.rows;
    const double slack = 1e-9 * (rows.empty() ? 0.0 : rows.back().time);
    const auto before = [] (const Row& row, double t) { return row.time < t; };
    const auto place = [&] (double t)
    { return static_cast<std::size_t> (std::lower_bound (rows.begin(), rows.end(), t, before) - rows.begin()); };
    begin = place (span.from - slack);
    end = span.to > 0.0 ? place (span.to + slack) : rows.size();
}

std::vector<double> Window::column (std::string_view name) const
{
    const auto all = columnOf (record, name);
    return { all.begin() + static_cast<std::ptrdiff_t> (std::min (begin, end)),
             all.begin() + static_cast<std::ptrdiff_t> (end) };
}

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
    const double fraction = (time - times[i - 1]) / (times[i] - times[i - 1]);
    return values[i - 1] + fraction * (values[i] - values[i - 1]);
}

Crossings crossings (const std::vector<double>& times, const std::vector<double>& values, double level)
{
    Crossings found;
    for (std::size_t i = 1; i < values.size(); ++i)
    {
        const bool before = values[i - 1] > level, now = values[i] > level;
        if (before == now)
            continue;
        const double fraction = (level - values[i - 1]) / (values[i] - values[i - 1]);
        (now ? found.up : found.down).push_back (times[i - 1] + fraction * (times[i] - times[i - 1]));
    }
    return found;
}

double differenceOf (const Record& one, const Record& other, const std::string& column, const TimeSpan& span)
{
    const Window left (one, span), right (other, span);
    const auto t = right.times(), y = right.column (column);
    const auto s = left.times(), x = left.column (column);
    double worst = 0.0, largest = 0.0;
    const bool sameTimes =
        s.size() == t.size() && (s.empty() || std::abs (s.back() - t.back()) < 1e-9 * (1.0 + s.back()));
    for (std::size_t i = 0; i < t.size(); ++i)
    {
        const double here = sameTimes ? x[i] : at (s, x, t[i]);
        worst = std::max (worst, std::abs (here - y[i]));
        largest = std::max (largest, std::abs (y[i]));
    }
    return t.empty() ? never : (largest > 0.0 ? worst / largest : worst);
}

int contactNamed (const Evidence& evidence, const std::string& name)
{
    if (name.empty())
        return -1;
    const auto& names = evidence.record().contacts;
    const auto found = std::find (names.begin(), names.end(), name);
    if (found == names.end())
        throw InputError (
            { .place = "analysis \"" + evidence.name + "\"", .problem = "unknown contact \"" + name + "\"" });
    return static_cast<int> (found - names.begin());
}

int stateNamed (const Evidence& evidence, const std::string& state)
{
    if (state.empty())
        return -1;
    const auto names = modeNames (evidence.run.motion);
    const auto found = std::find (names.begin(), names.end(), state);
    if (found == names.end())
    {
        std::string allowed;
        for (const auto& one : names)
            allowed += (allowed.empty() ? "" : ", ") + one;
        throw InputError ({ .place = "analysis \"" + evidence.name + "\"",
                            .problem = "unknown state \"" + state + "\"",
                            .allowed = allowed });
    }
    return static_cast<int> (found - names.begin());
}

std::string readLookedAt (Fields& f)
{
    return scenario::readColumn (f, "column", {}, "Column to analyse.");
}
} // namespace kolophon::lab::analysis
