// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "../StudyBooks.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofLiteratureDafx
{
using lab::Fields;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Stroke
{
    double force, speed;
};

struct DafxSettings
{
    StringSpec string;
    ContactSpec contact;
    double position, rate, gridSeconds, strokeSeconds, kept;
    int passes, forces, speeds;
    double maxForce, maxSpeed;
    Axis mapForces, mapSpeeds;
    std::vector<Stroke> strokes;
    Expectation residual, loss, turns, jitter;
};

/** Slips, and revolutions of (velocity, elongation) about the centre from one slip to the next. */
struct Loop
{
    double smallest = 0.0, largest = 0.0; // revolutions per slip; negative: clockwise, v to the right and z up
    double jitter = infinity;             // largest relative deviation of the distance between slips from the mean
    std::size_t slips = 0;
    double v[2], z[2];                         // lowest and highest values
    std::vector<std::array<double, 2>> points; // velocity [m/s], elongation [m]
};

Loop loopOf (const ExperimentRecord& record, std::size_t shown)
{
    Loop loop;
    const auto& v = record.velocity;
    const auto& z = record.elongation;
    const auto [vLow, vHigh] = std::minmax_element (v.begin(), v.end());
    const auto [zLow, zHigh] = std::minmax_element (z.begin(), z.end());
    loop.v[0] = *vLow, loop.v[1] = *vHigh, loop.z[0] = *zLow, loop.z[1] = *zHigh;
    const double vSpan = std::max (*vHigh - *vLow, 1e-300), zSpan = std::max (*zHigh - *zLow, 1e-300);
    double angle = 0.0, turned = 0.0;
    bool slides = true; // the first slip may have begun before the record
    std::vector<std::size_t> slips;
    std::vector<double> turns;
    for (std::size_t n = 0; n < v.size(); ++n)
    {
        const double now =
            std::atan2 ((z[n] - 0.5 * (*zLow + *zHigh)) / zSpan, (v[n] - 0.5 * (*vLow + *vHigh)) / vSpan);
        turned += n > 0 ? std::remainder (now - angle, 2.0 * pi) / (2.0 * pi) : 0.0;
        angle = now;
        if (! slides && v[n] > 0.5 * *vHigh)
        {
            slides = true;
            slips.push_back (n);
            turns.push_back (turned);
        }
        slides = slides && v[n] > 0.1 * *vHigh;
    }
    loop.slips = slips.size();
    if (slips.size() > 2)
    {
        const double mean = static_cast<double> (slips.back() - slips.front()) / static_cast<double> (slips.size() - 1);
        loop.smallest = infinity;
        loop.largest = -infinity;
        loop.jitter = 0.0;
        for (std::size_t k = 1; k < slips.size(); ++k)
        {
            loop.smallest = std::min (loop.smallest, turns[k] - turns[k - 1]);
            loop.largest = std::max (loop.largest, turns[k] - turns[k - 1]);
            loop.jitter = std::max (loop.jitter, std::abs (static_cast<double> (slips[k] - slips[k - 1]) / mean - 1.0));
        }
    }
    for (std::size_t n = v.size() - std::min (v.size(), shown); n < v.size(); ++n)
        loop.points.push_back ({ v[n], z[n] });
    return loop;
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult runDafx (const DafxSettings& s, const StudyContext& context)
{
    // Grid of runs from rest over the whole range, as published and corrected.
    std::vector<Experiment> grid;
    const auto contactOf = [&] (bool literal)
    {
        auto contact = s.contact;
        contact.literal = literal;
        return contact;
    };
    for (const bool literal : { true, false })
        for (int row = 0; row < s.forces; ++row)
            for (int column = 0; column < s.speeds; ++column)
                grid.push_back ({ s.string,
                                  contactOf (literal),
                                  { s.position, s.maxForce * row / std::max (s.forces - 1, 1),
                                    s.maxSpeed * (2.0 * column / std::max (s.speeds - 1, 1) - 1.0), 0.0 },
                                  StringStart::rest });
    const auto gridded = grid.size();
    for (const double force : s.mapForces.middles())
        for (const double speed : s.mapSpeeds.middles())
            grid.push_back ({ s.string, contactOf (false), { s.position, force, speed, 0.0 }, StringStart::rest });
    std::vector<Experiment> strokes;
    for (const bool literal : { true, false })
        for (const auto& stroke : s.strokes)
            strokes.push_back (
                { s.string, contactOf (literal), { s.position, stroke.force, stroke.speed, 0.0 }, StringStart::rest });
    StudyWorkers workers (context, s.gridSeconds * static_cast<double> (grid.size()) +
                                       s.strokeSeconds * static_cast<double> (strokes.size()));
    struct Cell
    {
        Books books;
        Regime regime;
    };
    const double period = s.rate / s.string.fundamental,
                 judgedPeriods = std::min (30.0, 0.5 * s.gridSeconds * s.string.fundamental);
    const auto cells = judged<Cell> (
        workers, grid, { s.rate, s.gridSeconds, 0.0, s.passes },
        [&] (const ExperimentRecord& record, std::size_t) {
            return Cell { booksOf (record), regimeAtEnd (record, s.string, s.rate, judgedPeriods).regime };
        });
    struct Tone
    {
        Books books;
        Loop loop;
        std::vector<double> bridge;
    };
    const auto tones = judged<Tone> (
        workers, strokes, { s.rate, s.strokeSeconds, s.kept, s.passes },
        [&] (const ExperimentRecord& record, std::size_t) {
            return Tone { booksOf (record), loopOf (record, static_cast<std::size_t> (2.0 * period)), record.bridge };
        });

    StudyResult result;
    result.interrupted = workers.stopped();
    const auto half = gridded / 2;
    Worst printed, repaired;
    Table table { "range",
                  { "bow force [N]", "bow speed [m/s]", "as printed", regimeColumn(), "worst residual over peak",
                    "smallest loss over peak", "peak energy [J]" } };
    Table map { "map",
                { "bow speed [m/s]", "bow force [N]", regimeColumn() },
                {},
                { regimeMap ("Repaired: regimes over the range", "bow speed [m/s]", "bow force [N]") } };
    for (std::size_t i = 0; i < grid.size(); ++i)
    {
        if (! cells[i])
            continue;
        const auto& books = cells[i]->books;
        if (i >= gridded)
            map.rows.push_back ({ grid[i].bow.speed, grid[i].bow.force, static_cast<double> (cells[i]->regime) });
        (i < half ? printed : repaired).add (books);
        table.rows.push_back ({ grid[i].bow.force, grid[i].bow.speed, i < half ? 1.0 : 0.0,
                                static_cast<double> (cells[i]->regime), books.residual, books.smallestLoss,
                                books.peak });
    }
    result.tables.push_back (std::move (table));
    constexpr auto source = "ReferenceNumbers.md R.13";
    for (const auto& [name, worst] :
         { std::pair { std::string ("as printed"), printed }, { std::string ("repaired"), repaired } })
    {
        result.checks.push_back ({ "runs that are not finite, " + name, "", worst.infinite, 0.0, 0.0, 0.0, source });
        result.checks.push_back (
            check ("worst residual of a step over the peak of energy, " + name, "", worst.residual, s.residual));
        auto loss = s.loss;
        if (name == "as printed") // may create energy, which is reported
            loss = { loss.expected, -infinity, infinity, source };
        result.checks.push_back (
            check ("smallest loss of a step over the peak of energy, " + name, "", worst.smallestLoss, loss));
    }
    Table loops { "strokes",
                  { "bow force [N]", "bow speed [m/s]", "as printed", "slips", "fewest turns per slip",
                    "most turns per slip", "largest deviation of a period", "lowest v [m/s]", "highest v [m/s]",
                    "lowest z [m]", "highest z [m]" },
                  {} };
    Table drawn { "loops",
                  { "stroke", "relative velocity v [m/s]", "elongation z [m]" },
                  {},
                  { { .title = "Repaired: bristle loops",
                      .x = "relative velocity v [m/s]",
                      .y = { "elongation z [m]" },
                      .by = "stroke" } } };
    for (std::size_t i = 0; i < strokes.size(); ++i)
    {
        if (! tones[i])
            continue;
        const auto& e = strokes[i];
        const auto& loop = tones[i]->loop;
        const auto at = text (e.bow.force) + " N, " + text (e.bow.speed) + " m/s";
        const auto name = at + (e.contact.literal ? ", as printed" : ", repaired");
        // the number of revolutions per slip that is farthest from one
        const double odd =
            std::abs (loop.smallest + 1.0) > std::abs (loop.largest + 1.0) ? loop.smallest : loop.largest;
        result.checks.push_back (
            check ("largest number of turns of the z-v loop per period, " + name, "", odd, s.turns));
        result.checks.push_back (check ("largest deviation of a period, " + name, "", loop.jitter, s.jitter));
        loops.rows.push_back ({ e.bow.force, e.bow.speed, e.contact.literal ? 1.0 : 0.0,
                                static_cast<double> (loop.slips), loop.smallest, loop.largest, loop.jitter, loop.v[0],
                                loop.v[1], loop.z[0], loop.z[1] });
        if (e.contact.literal)
            continue;
        for (const auto& [v, z] : loop.points)
            drawn.rows.push_back ({ static_cast<double> (drawn.views[0].kinds.size()), v, z });
        drawn.views[0].kinds.push_back ({ at });
        result.sounds.push_back ({ "stroke-" + std::to_string (i - s.strokes.size() + 1), "Bridge force, " + name + ".",
                                   tones[i]->bridge, s.rate });
    }
    result.tables.push_back (std::move (loops));
    result.tables.push_back (std::move (drawn));
    result.tables.push_back (std::move (map));
    Table limit {
        "limit",
        { "bow speed [m/s]", "largest force [N]" },
        {},
        { { .title = "Repaired: regimes over the range", .x = "bow speed [m/s]", .y = { "largest force [N]" } } }
    };
    for (const double speed : ladder (s.mapSpeeds.low, s.mapSpeeds.high, 100))
    {
        const Experiment e { s.string, s.contact, { s.position, 0.0, speed, 0.0 }, StringStart::rest };
        if (const double maximum = schellengMaximum (e); maximum > s.mapForces.low && maximum < s.mapForces.high)
            limit.rows.push_back ({ speed, maximum });
    }
    result.tables.push_back (std::move (limit));
    result.caption =
        "The string and the elastoplastic contact of Willemsen, Bilbao & Serafin (DAFx-19): two periods of the "
        "loop of relative velocity and bristle elongation, which closes once per period; and the regimes over "
        "force and speed, from rest, with Schelleng's largest force without sigma_2.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepareDafx (Fields& f)
{
    auto s = std::make_shared<DafxSettings>();
    // L = 1 m, r = 0.5 mm, rho = 7850 kg/m^3, E = 2e11 N/m^2, f_0 = 196 Hz; losses 1 and 5e-3 k^2 [1/s]
    constexpr double f0 = 196.0, area = pi * 5e-4 * 5e-4, impedance = 7850.0 * area * 2.0 * f0,
                     tension = impedance * 2.0 * f0;
    constexpr double bending = 2e11 * area * 5e-4 * 5e-4 / 4.0;
    s->string = readStringIn (
        f, "string",
        { f0, impedance, pi * pi * bending / tension, 1.0, 1e12, 5e-3 * pi * pi, 110, 1.0, 1000.0, 34.0, 0 });
    ContactSpec contact { lawNamed ("dupont"), 0.8, 0.3, 0.1, 1e4, 0.1, 0.7, true };
    contact.viscosity = 0.4;
    s->contact = readContactIn (f, "contact", contact);
    s->position = f.number ("position", { 0.005, 0.5 }, "beta.", 0.25);
    s->rate = f.number ("rate", { 8000.0, 1e6, " Hz" }, "Steps per second.", 44100.0);
    s->passes = f.integer ("passes", 1, 16, "Passes per step of bristle laws.", 2);
    s->forces = f.integer ("forces", 2, 200, "Number of forces in the range, from 0.", 21);
    s->speeds = f.integer ("speeds", 2, 200, "Number of speeds in the range, to both sides.", 21);
    s->maxForce = f.number ("most_force", { 0.1, 1e4, " N" }, "End of the range of forces.", 100.0);
    s->maxSpeed = f.number ("most_speed", { 0.01, 100.0, " m/s" }, "End of the range of speeds, to both sides.", 5.0);
    s->mapForces = readAxis (f, "map_forces", "Forces of the map that is drawn.", " N", { 0.1, 100.0, 30 });
    s->mapSpeeds = readAxis (f, "map_speeds", "Speeds of the map that is drawn.", " m/s", { 0.01, 5.0, 30 });
    s->gridSeconds = f.number ("range_seconds", { 0.05, 60.0, " s" }, "Length of each run of the range.", 0.5);
    s->strokeSeconds = f.number ("stroke_seconds", { 0.2, 60.0, " s" }, "Length of each stroke.", 2.0);
    s->kept = f.number ("kept", { 0.1, 60.0, " s" }, "Length of the analysed end of each stroke.", 1.0);
    f.list ("strokes", 1, 6, "Bows whose loops are analysed.",
            [&] (Fields& inner)
            {
                s->strokes.push_back ({ inner.number ("force", { 0.01, 1e4, " N" }, "Bow force."),
                                        inner.number ("speed", { 1e-3, 100.0, " m/s" }, "Bow speed.") });
            });
    s->residual = { 0.0, -infinity, 1e-14, "ReferenceNumbers.md R.0" };
    s->loss = { 0.0, -1e-14, infinity, "ReferenceNumbers.md R.13: no energy created, up to rounding" };
    s->turns = { -1.0, -1.1, -0.9, "ReferenceNumbers.md R.13" };
    s->jitter = { 0.0, 0.0, 0.03, "ReferenceNumbers.md R.5" };
    readExpectation (f, "residual", "Worst residual of a step over the peak of energy.", s->residual);
    readExpectation (f, "loss", "Smallest loss of a step over the peak of energy.", s->loss);
    readExpectation (f, "turns", "Turns of the z-v loop per period.", s->turns);
    readExpectation (f, "deviation", "Largest deviation of a period from the mean.", s->jitter);
    return [s] (const StudyContext& context) { return runDafx (*s, context); };
}

} // namespace ofLiteratureDafx

// Willemsen, Bilbao & Serafin (DAFx-19).
const Study literatureDafx { "literature-dafx19",
                             "The string and contact of Willemsen, Bilbao & Serafin (2019) over its full range.",
                             ofLiteratureDafx::prepareDafx };
} // namespace kolophon::study
