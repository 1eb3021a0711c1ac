// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofGuettler
{
using lab::Fields;

struct Case
{
    std::string name;
    StringSpec string;
    ContactSpec contact;
    double rate;
    bool drawn;
    Expectation perfect, within50, within90, lightest, heaviest;
};

struct Settings
{
    StringSpec string;
    double position, seconds, threshold, force, acceleration;
    int passes, cells;
    std::vector<Case> cases;
};

std::string titleOf (const Case& c)
{
    return c.name + ", " + text (1e-3 * c.rate) + " kHz";
}

int kindOf (const Attack& attack)
{
    return ! attack.speaks ? 3 : attack.perfect ? 0 : attack.seconds < 0.05 ? 1 : attack.seconds < 0.09 ? 2 : 3;
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult run (const Settings& s, const StudyContext& context)
{
    const double cells = static_cast<double> (s.cells) * s.cells;
    StudyWorkers workers (context, static_cast<double> (s.cases.size()) * cells * s.seconds);
    StudyResult result;
    Table summary { "areas",
                    { "case", "rate [Hz]", "perfect [%]", "below 50 ms [%]", "below 90 ms [%]",
                      "lightest f_N/a of perfect [kg]", "heaviest [kg]" },
                    {} };
    for (const auto& c : s.cases)
    {
        if (workers.stopped())
            break;
        const auto map = attackMap (c.string, c.contact, s.position, s.cells, s.force, s.acceleration);
        const auto found = judged<Attack> (workers, map, { c.rate, s.seconds, 0.0, s.passes, 1, s.threshold },
                                           [&] (const ExperimentRecord& record, std::size_t)
                                           { return attackOf (record, c.string, c.rate); });
        Table table { fileName (c.name),
                      { "acceleration [m/s^2]", "bow force [N]", "transient [s]", "perfect",
                        "kind (0 perfect, 1 below 50 ms, 2 below 90 ms, 3 later)" },
                      {} };
        if (c.drawn)
            table.views.push_back ({ .title = titleOf (c),
                                     .x = "acceleration [m/s^2]",
                                     .y = { "bow force [N]" },
                                     .by = "kind (0 perfect, 1 below 50 ms, 2 below 90 ms, 3 later)",
                                     .kinds = { { "perfect", "#08519c" },
                                                { "below 50 ms", "#4f97c9" },
                                                { "below 90 ms", "#a9cfe8" },
                                                { "later", "#e6e6e6" } },
                                     .marks = true });
        for (std::size_t i = 0; i < map.size(); ++i)
            if (found[i])
                table.rows.push_back ({ map[i].bow.acceleration, map[i].bow.force,
                                        found[i]->speaks ? found[i]->seconds : std::numeric_limits<double>::quiet_NaN(),
                                        found[i]->perfect ? 1.0 : 0.0, static_cast<double> (kindOf (*found[i])) });
        result.tables.push_back (std::move (table));
        const auto attacks = present (found);
        if (attacks.size() < map.size())
            break; // percentages of an incomplete map would mislead
        const auto areas = areasOf (map, attacks);
        const auto name = [&] (const char* what) { return std::string (what) + ", " + c.name; };
        result.checks.push_back (check (name ("perfect"), "%", areas.perfect, c.perfect));
        result.checks.push_back (check (name ("below 50 ms"), "%", areas.within50, c.within50));
        result.checks.push_back (check (name ("below 90 ms"), "%", areas.within90, c.within90));
        if (areas.heaviest > 0.0)
        {
            result.checks.push_back (
                check (name ("lightest f_N/a of perfect attacks"), "kg", areas.lightest, c.lightest));
            result.checks.push_back (
                check (name ("heaviest f_N/a of perfect attacks"), "kg", areas.heaviest, c.heaviest));
        }
        summary.rows.push_back ({ static_cast<double> (summary.rows.size() + 1), c.rate, areas.perfect, areas.within50,
                                  areas.within90, areas.lightest, areas.heaviest });
    }
    result.tables.push_back (std::move (summary));
    result.caption =
        "Time from the first slip to Helmholtz motion, for a bow that starts from rest at constant acceleration (β "
        "= " +
        text (s.position) + "). Perfect: at most 1.2 periods.";
    result.interrupted = workers.stopped();
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    auto string = celloD();
    string.quality = 150.0;
    string.inharmonicity = pi * pi * 3.1e-4 / (111.0 * 0.69 * 0.69); // B of EI = 3.1e-4 N m^2
    s->string = readStringIn (f, "string", string);
    s->position = f.number ("position", { 0.005, 0.5 }, "beta.", 0.0899);
    s->cells = f.integer ("cells", 2, 200, "Cells along each side of the map.", 20);
    s->force = f.number ("most_force", { 0.01, 100.0, " N" }, "Bow force of the last row.", 4.0);
    s->acceleration =
        f.number ("most_acceleration", { 0.01, 100.0, " m/s^2" }, "Acceleration of the last column.", 3.0);
    s->seconds = f.number ("seconds", { 0.1, 10.0, " s" }, "Length of each run.", 0.3);
    s->passes = f.integer ("passes", 1, 16, "Passes per step of bristle laws.", 3);
    s->threshold = f.number ("slip_threshold", { 0.1, 10.0 },
                             "Lower limit of slip, as a fraction of v_b; a bristle on a string with torsion ripples at "
                             "the bow's speed while it sticks.",
                             2.0);
    f.list ("cases", 1, 32, "Contacts and rates.",
            [&] (Fields& inner)
            {
                Case c {};
                c.name = inner.text ("name", "Name of the contact.");
                c.string = s->string;
                if (! inner.flag ("torsion", "Lets the string twist.", true))
                    c.string = withoutTorsion (c.string);
                c.contact = readContact (inner, bristleContact (0.2, 1e5));
                c.rate = inner.number ("rate", { 8000.0, 1e6, " Hz" }, "Steps per second.", 88200.0);
                c.drawn = inner.flag ("drawn", "Draws its map.", true);
                readExpectation (inner, "perfect", "Percentage of perfect attacks.", c.perfect);
                readExpectation (inner, "within_50_ms", "Percentage of attacks below 50 ms.", c.within50);
                readExpectation (inner, "within_90_ms", "Percentage of attacks below 90 ms.", c.within90);
                readExpectation (inner, "lightest", "Smallest force over acceleration of the perfect attacks [kg].",
                                 c.lightest);
                readExpectation (inner, "heaviest", "Largest force over acceleration of the perfect attacks [kg].",
                                 c.heaviest);
                s->cases.push_back (c);
            });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofGuettler

const Study guettler { "guettler", "Maps of attacks: time from rest to Helmholtz motion.", ofGuettler::prepare };
} // namespace kolophon::study
