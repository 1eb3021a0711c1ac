// SPDX-License-Identifier: GPL-3.0-or-later
#include "../StudyMaps.h"
#include "BowedCells.h"

#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofBowingMachine
{
using lab::Fields;

struct Named
{
    std::string name;
    ContactSpec contact;
    double acceleration; // of a bow that starts from rest [m/s^2]; 0: the string starts in Helmholtz motion
};

struct Settings
{
    StringSpec string;
    Steps steps;
    double kept;
    MachineGrid grid;
    std::vector<Named> contacts;
    std::vector<MachineNumber> numbers;
};

std::vector<BowedCell> play (const Settings& s, const Named& named, StudyWorkers& workers)
{
    std::vector<Experiment> strokes;
    for (const double speed : s.grid.speeds)
        for (const double position : s.grid.positions)
            for (const double force : s.grid.forces)
                strokes.push_back ({ s.string,
                                     named.contact,
                                     { position, force, speed, named.acceleration },
                                     named.acceleration > 0.0 ? StringStart::rest : StringStart::helmholtz });
    const auto cells = judged<BowedCell> (workers, strokes, { s.steps.rate, s.steps.seconds, s.kept, s.steps.passes },
                                          [&] (const ExperimentRecord& record, std::size_t i)
                                          { return cellOf (record, strokes[i], s.steps.rate); });
    return present (cells);
}

Table tableOf (const Settings& s, const Named& named, const std::vector<BowedCell>& cells)
{
    Table table { fileName (named.name),
                  { "bow speed [m/s]", "beta", "bow force [N]", regimeColumn(), "period over the string's",
                    "pitch [cents]", "jitter", "centroid [Hz]", "fall of the sawtooth [N]", "ripples per period" },
                  {} };
    for (std::size_t v = 0; v < s.grid.speeds.size(); ++v)
        for (std::size_t p = 0; p < s.grid.positions.size(); ++p)
            for (std::size_t f = 0; f < s.grid.forces.size(); ++f)
            {
                const auto& cell = cells[s.grid.at (v, p, f)];
                table.rows.push_back ({ s.grid.speeds[v], s.grid.positions[p], s.grid.forces[f],
                                        static_cast<double> (cell.motion.regime), cell.periods, cell.cents,
                                        cell.motion.jitter, cell.centroid, cell.flyback, cell.ripples });
            }
    return table;
}

/** Limits of the force over the position at one speed: predicted ones of every contact, and measured ones. */
void addLimits (const Settings& s, const std::vector<std::vector<BowedCell>>& cells, std::size_t speed,
                StudyResult& result)
{
    const std::string panel = text (100.0 * s.grid.speeds[speed]) + " cm/s", place = "bow position β";
    for (const bool largest : { true, false })
    {
        const std::string force = largest ? "largest force [N]" : "smallest force [N]";
        Table limits { fileName (panel + (largest ? " largest" : " smallest")),
                       { place, force, "contact" },
                       {},
                       { { .title = panel,
                           .x = place,
                           .y = { force },
                           .by = "contact",
                           .logX = true,
                           .logY = true,
                           .label = "bow force [N]" } } };
        for (std::size_t c = 0; c < cells.size(); ++c)
        {
            limits.views[0].kinds.push_back ({ s.contacts[c].name });
            for (std::size_t p = 0; p < s.grid.positions.size(); ++p)
                if (const double limit = limitForce (s.grid, cells[c], speed, p, largest); std::isfinite (limit))
                    limits.rows.push_back ({ s.grid.positions[p], limit, static_cast<double> (c) });
        }
        if (! limits.rows.empty())
            result.tables.push_back (std::move (limits));
    }
    auto measured = measuredPoints (fileName (panel + " measured"), panel, place, "N");
    measured.views[0].logX = measured.views[0].logY = true;
    for (const auto& number : s.numbers)
    {
        const std::string_view what = machineNumbers()[number.what].id;
        const bool force = what.ends_with ("_force"), constant = what.ends_with ("t_constant");
        if (! (force || constant) || number.speed != s.grid.speeds[speed] || ! std::isfinite (number.measured.expected))
            continue;
        std::vector<double> places { number.position };
        if (! std::isfinite (number.position))
            places = s.grid.positions;
        for (const double at : places)
        {
            const double unit = force ? 1.0 : number.speed / std::pow (at, what.starts_with ("largest") ? 1.0 : 2.0);
            auto here = number.measured;
            here.expected *= unit;
            here.lowest *= unit;
            here.highest *= unit;
            addMeasured (measured, at, here);
        }
    }
    if (! measured.rows.empty())
        result.tables.push_back (std::move (measured));
}

std::string nameOf (const MachineNumber& number)
{
    std::string name = number.name.empty() ? machineNumbers()[number.what].name : number.name;
    if (std::isfinite (number.speed))
        name += ", " + text (100.0 * number.speed) + " cm/s";
    if (std::isfinite (number.position))
        name += ", beta = " + text (number.position);
    return name;
}

StudyResult run (const Settings& s, const StudyContext& context)
{
    StudyWorkers workers (context, s.steps.seconds * static_cast<double> (s.grid.size()) *
                                       static_cast<double> (s.contacts.size()));
    StudyResult result;
    std::vector<std::vector<double>> predictions (s.numbers.size());
    std::vector<std::vector<BowedCell>> played;
    for (const auto& named : s.contacts)
    {
        played.push_back (play (s, named, workers));
        const auto& cells = played.back();
        if (workers.stopped())
            break;
        result.tables.push_back (tableOf (s, named, cells));
        for (std::size_t i = 0; i < s.numbers.size(); ++i)
            predictions[i].push_back (machineNumbers()[s.numbers[i].what].of (s.grid, cells, s.numbers[i]));
    }
    result.interrupted = workers.stopped();
    if (result.interrupted)
        return result;
    Table numbers { "numbers", { "number", "measured" }, {} };
    for (const auto& named : s.contacts)
        numbers.columns.push_back (named.name);
    for (std::size_t i = 0; i < s.numbers.size(); ++i)
    {
        const auto& number = s.numbers[i];
        judgeBand (result, nameOf (number), machineNumbers()[number.what].unit, predictions[i], number.measured);
        numbers.rows.push_back ({ static_cast<double> (i + 1), number.measured.expected });
        numbers.rows.back().insert (numbers.rows.back().end(), predictions[i].begin(), predictions[i].end());
    }
    result.tables.push_back (std::move (numbers));
    if (s.grid.positions.size() > 1)
    {
        for (std::size_t v = 0; v < s.grid.speeds.size(); ++v)
            addLimits (s, played, v, result);
        result.caption =
            "Largest and smallest bow force of Helmholtz motion, over the position of the bow: predicted by "
            "each contact of the band, and measured, with the stated uncertainty.";
    }
    return result;
}

MachineNumber readNumber (Fields& f)
{
    std::vector<std::string_view> ids;
    for (const auto& info : machineNumbers())
        ids.push_back (info.id);
    MachineNumber number;
    const auto what = f.choice ("what", ids, "The number.");
    for (std::size_t i = 0; i < ids.size(); ++i)
        number.what = ids[i] == what ? i : number.what;
    number.speed = f.maybe ("speed", { 1e-4, 10.0, " m/s" }, "At this speed only.").value_or (number.speed);
    number.position = f.maybe ("position", { 1e-3, 0.5 }, "At this beta only.").value_or (number.position);
    number.name = f.text ("name", "Name in the report.", "");
    readExpectation (f, "measured", "Measured value, and what the nearest prediction must lie within.",
                     number.measured);
    return number;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->string = readStringIn (f, "string", withoutTorsion (celloD()));
    s->steps = readSteps (f, { 88200.0, 0.8, 3 });
    s->kept = f.number ("kept", { 0.05, 60.0, " s" }, "Length of the analysed end of each run.", 0.3);
    s->grid.speeds = f.numbers ("speeds", { 1e-4, 10.0, " m/s" }, 1, 32, "Speeds of the bow, ascending.");
    s->grid.positions = readAxis (f, "positions", "Bow positions beta.", "", { 0.02, 0.2, 10 }).middles();
    s->grid.forces = readAxis (f, "forces", "Bow forces.", " N", { 0.05, 4.0, 24 }).middles();
    if (! f.describing() && s->grid.positions.back() > 0.5)
        f.refuse ("positions", "leaves the string; allowed: up to 0.5");
    f.list ("contacts", 1, 16,
            "Contacts: what is plausible for rosin that was not measured. Together they are the band.",
            [&] (Fields& inner)
            {
                Named named { inner.text ("name", "Name of the contact."), {}, 0.0 };
                named.contact = readContact (inner, rigidContact (0.05));
                named.acceleration =
                    inner.number ("acceleration", { 0.0, 100.0, " m/s^2" },
                                  "Acceleration of a bow that starts from rest; 0: starts in Helmholtz motion.", 0.0);
                s->contacts.push_back (named);
            });
    f.list ("numbers", 1, 64, "Measured numbers, to be predicted.",
            [&] (Fields& inner) { s->numbers.push_back (readNumber (inner)); });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofBowingMachine

const Study bowingMachine {
    "bowing_machine", "Steady strokes of a bowing machine over speed, position and force, beside measured numbers.",
    ofBowingMachine::prepare
};
} // namespace kolophon::study
