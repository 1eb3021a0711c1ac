// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Lab/Motion/Exponent.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofSchelleng
{
using lab::Fields;

/** Parameters of a map of regimes over bow position and force. */
struct Map
{
    std::string name;
    ContactSpec contact;
};

/** Search for one limit, at several positions of the bow. */
struct Limit
{
    std::string name;
    bool largest; // f_max, or f_min
    ContactSpec contact;
    double rate, from, to; // from, to: multiples of the theory's force
    int steps;
    std::vector<double> elsewhere; // found by another program, over the theory's
    Expectation ratio, exponent;
};

struct Settings
{
    StringSpec string;
    double speed, mapSeconds, mapRate, limitSeconds;
    int passes;
    Axis positions, forces;
    std::vector<Map> maps;
    std::vector<double> betas;
    std::vector<Limit> limits;
};

Experiment bowAt (const Settings& s, const ContactSpec& contact, double beta, double force)
{
    return { s.string, contact, { beta, force, s.speed, 0.0 }, StringStart::helmholtz };
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
void draw (const Settings& s, const Map& map, StudyWorkers& workers, StudyResult& result)
{
    const auto betas = s.positions.middles(), forces = s.forces.middles();
    std::vector<Experiment> cells;
    for (const double force : forces)
        for (const double beta : betas)
            cells.push_back (bowAt (s, map.contact, beta, force));
    const auto motions = judged<RegimeMeasurement> (workers, cells, { s.mapRate, s.mapSeconds, 0.0, s.passes },
                                                    [&] (const ExperimentRecord& record, std::size_t)
                                                    { return regimeAtEnd (record, s.string, s.mapRate); });

    Table table { "map-" + fileName (map.name),
                  { "beta", "bow force [N]", regimeColumn(), "period over the string's", "slips per period", "jitter",
                    "force over f_max", "force over f_min" },
                  {},
                  { regimeMap (map.name, "beta", "bow force [N]") } };
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        if (! motions[i])
            continue;
        const auto& [position, force, speed, acceleration] = cells[i].bow;
        table.rows.push_back ({ position, force, static_cast<double> (motions[i]->regime),
                                motions[i]->period * s.string.fundamental / s.mapRate, motions[i]->slipsPerPeriod,
                                motions[i]->jitter, force / schellengMaximum (cells[i]),
                                force / modalMinimum (cells[i]) });
    }
    result.tables.push_back (std::move (table));

    Table limits { "theory-" + fileName (map.name),
                   { "beta", "largest force [N]", "smallest force [N]" },
                   {},
                   { { .title = map.name, .x = "beta", .y = { "largest force [N]", "smallest force [N]" } } } };
    for (const double beta : ladder (s.positions.low, s.positions.high, 60))
    {
        const auto e = bowAt (s, map.contact, beta, 1.0);
        limits.rows.push_back ({ beta, schellengMaximum (e), modalMinimum (e) });
    }
    result.tables.push_back (std::move (limits));
}

/** Finds the last multiple, in the order tried, with Helmholtz motion. A limit is ragged: in its last tenth the
    motion breaks off and returns, at one force or another, which no classification can avoid; up to this multiple it
    can be sustained. */
void findLimit (const Settings& s, const Limit& limit, StudyWorkers& workers, StudyResult& result)
{
    auto multiples = ladder (limit.from, limit.to, limit.steps);
    std::vector<Experiment> cells;
    for (const double beta : s.betas)
    {
        const auto e = bowAt (s, limit.contact, beta, 0.0);
        const double theory = limit.largest ? schellengMaximum (e) : modalMinimum (e);
        for (const double multiple : multiples)
            cells.push_back (bowAt (s, limit.contact, beta, multiple * theory));
    }
    const auto sings = judged<char> (workers, cells, { limit.rate, s.limitSeconds, 0.0, s.passes },
                                     [&] (const ExperimentRecord& record, std::size_t) -> char {
                                         return regimeAtEnd (record, s.string, limit.rate).regime == Regime::helmholtz;
                                     });
    if (workers.stopped())
        return;
    const std::string what = limit.largest ? "f_max/Schelleng" : "f_min/modal sum";
    Table table { "limit-" + fileName (limit.name),
                  { "beta", limit.largest ? "2 Z_0 v_b/(beta dmu) [N]" : "modal sum [N]", "found [N]", "found/theory",
                    "another program's (R.6)" },
                  {},
                  { { .title = "Limits found, over the theory's",
                      .x = "beta",
                      .y = { "found/theory" },
                      .kinds = { { limit.name } },
                      .logX = true } } };
    std::vector<double> found;
    for (std::size_t b = 0; b < s.betas.size(); ++b)
    {
        double last = 0.0;
        for (std::size_t k = 0; k < multiples.size(); ++k)
            last = *sings[b * multiples.size() + k] ? multiples[k] : last;
        const auto e = bowAt (s, limit.contact, s.betas[b], 0.0);
        const double theory = limit.largest ? schellengMaximum (e) : modalMinimum (e);
        found.push_back (last * theory);
        table.rows.push_back (
            { s.betas[b], theory, found.back(), last,
              b < limit.elsewhere.size() ? limit.elsewhere[b] : std::numeric_limits<double>::quiet_NaN() });
        result.checks.push_back (
            check (what + ", " + limit.name + ", at beta = " + text (s.betas[b]), "", last, limit.ratio));
    }
    result.tables.push_back (std::move (table));
    if (s.betas.size() > 1 && *std::min_element (found.begin(), found.end()) > 0.0)
        result.checks.push_back (
            check ("log-log slope of " + std::string (limit.largest ? "f_max" : "f_min") + ", " + limit.name, "",
                   exponentOf (s.betas, found), limit.exponent));
}

StudyResult run (const Settings& s, const StudyContext& context)
{
    const double cells = static_cast<double> (s.positions.count) * s.forces.count;
    double work = static_cast<double> (s.maps.size()) * s.mapSeconds * cells;
    for (const auto& limit : s.limits)
        work += s.limitSeconds * limit.steps * static_cast<double> (s.betas.size());
    StudyWorkers workers (context, work);
    StudyResult result;
    for (const auto& map : s.maps)
        if (! workers.stopped())
            draw (s, map, workers, result);
    for (const auto& limit : s.limits)
        if (! workers.stopped())
            findLimit (s, limit, workers, result);
    result.caption =
        "Regimes under a bow of " + text (s.speed) +
        " m/s that starts from ideal Helmholtz motion, by its position and force, and the theoretical limits: "
        "the largest force 2 Z_0 v_b/(β Δμ), and the smallest from the losses of the partials.";
    result.interrupted = workers.stopped();
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->string = readStringIn (f, "string", withoutTorsion (celloD()));
    s->speed = f.number ("bow_speed", { 1e-3, 5.0, " m/s" }, "v_b.", 0.1);
    s->passes = f.integer ("passes", 1, 16, "Passes per step of bristle laws.", 3);
    s->mapRate = f.number ("map_rate", { 8000.0, 1e6, " Hz" }, "Steps per second of the maps.", 88200.0);
    s->mapSeconds = f.number ("map_seconds", { 0.3, 60.0, " s" }, "Length of each run of the maps.", 1.0);
    s->positions = readAxis (f, "positions", "Bow positions beta of the maps.", "", { 0.03, 0.2, 26 });
    s->forces = readAxis (f, "forces", "Bow forces of the maps.", " N", { 0.005, 20.0, 32 });
    if (! f.describing() && s->positions.high > 0.5)
        f.refuse ("positions", "leaves the string; allowed: up to 0.5");
    f.list ("maps", 0, 8, "Contacts for the maps.",
            [&] (Fields& inner)
            {
                Map map { inner.text ("name", "Name of the contact."), {} };
                map.contact = readContact (inner, rigidContact (0.05));
                s->maps.push_back (map);
            });
    s->betas = f.numbers ("betas", { 0.005, 0.5 }, 0, 32, "Bow positions for the limits.");
    s->limitSeconds = f.number ("limit_seconds", { 0.3, 60.0, " s" }, "Length of each run of the limits.", 0.8);
    f.list ("limits", 0, 16, "Contacts for the limits.",
            [&] (Fields& inner)
            {
                Limit limit {};
                limit.name = inner.text ("name", "Name of the contact.");
                constexpr std::array<std::string_view, 2> which { "largest", "smallest" };
                limit.largest =
                    inner.choice ("which", which, "Kind of limit: the largest force, or the smallest.") == which[0];
                limit.contact = readContact (inner, rigidContact (0.05));
                limit.rate = inner.number ("rate", { 8000.0, 1e6, " Hz" }, "Steps per second.", 88200.0);
                limit.from = inner.number ("from", { 0.01, 100.0 }, "First multiple of the theoretical force.");
                limit.to = inner.number ("to", { 0.01, 100.0 }, "Last multiple.");
                limit.steps = inner.integer ("steps", 2, 400, "Number of multiples, in equal ratios.");
                limit.elsewhere = inner.numbers ("elsewhere", { 0.0, 100.0 }, 0, 32, "Result of another program.");
                readExpectation (inner, "ratio", "Result over the theory.", limit.ratio);
                readExpectation (inner, "exponent", "Power of beta that the forces follow.", limit.exponent);
                s->limits.push_back (limit);
            });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofSchelleng

const Study schelleng { "schelleng",
                        "Maps of a string's regimes by bow position and force, and the limits of Helmholtz motion.",
                        ofSchelleng::prepare };
} // namespace kolophon::study
