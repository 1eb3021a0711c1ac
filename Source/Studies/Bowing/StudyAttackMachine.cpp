// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Lab/Motion/Exponent.h"
#include "../StudyMaps.h"
#include "BowedCells.h"

#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofAttackMachine
{
using lab::Fields;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/** Attacks over force (rows) and acceleration (columns), in equal steps. */
struct AttackGrid
{
    std::vector<double> forces, accelerations; // [N], [m/s^2]
    std::vector<double> transients;            // [periods]; never: longest
};

struct Number
{
    std::size_t what = 0;
    double acceleration = none, force = none;
    Expectation measured;
};

constexpr std::array<std::string_view, 3> whats { "success", "edge_force", "transient" };

struct Named
{
    std::string name;
    ContactSpec contact;
};

struct String
{
    std::string name;
    StringSpec string;
    std::vector<Number> numbers;
};

struct Settings
{
    Steps steps;
    double position, threshold, success, longest;
    std::vector<double> forces, accelerations;
    std::vector<Named> contacts;
    std::vector<String> strings;
};

/** Share of attacks that reach Helmholtz motion within `success` periods [%]. */
double shareOf (const AttackGrid& g, double success)
{
    double good = 0.0;
    for (const double transient : g.transients)
        good += transient < success;
    return 100.0 * good / static_cast<double> (g.transients.size());
}

/** Smallest forces that still start well, one per acceleration; the next larger force must start well, too. */
std::vector<PlotPoint> edgeOf (const AttackGrid& g, double success)
{
    std::vector<PlotPoint> edge;
    const auto columns = g.accelerations.size();
    for (std::size_t a = 0; a < columns; ++a)
        for (std::size_t f = 0; f + 1 < g.forces.size(); ++f)
            if (g.transients[f * columns + a] < success && g.transients[(f + 1) * columns + a] < success)
            {
                edge.push_back ({ g.accelerations[a], g.forces[f] });
                break;
            }
    return edge;
}

/** Force of the straight line through the edge, at an acceleration. */
double edgeForce (const AttackGrid& g, double success, double acceleration)
{
    std::vector<double> x, y;
    for (const auto& point : edgeOf (g, success))
    {
        x.push_back (point.x);
        y.push_back (point.y);
    }
    if (x.size() < 3)
        return none;
    const double slope = slopeOf (x, y);
    double offset = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        offset += (y[i] - slope * x[i]) / static_cast<double> (x.size());
    return offset + slope * acceleration;
}

double transientAt (const AttackGrid& g, double force, double acceleration)
{
    const auto nearest = [] (const std::vector<double>& values, double wanted)
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < values.size(); ++i)
            if (std::abs (values[i] - wanted) < std::abs (values[best] - wanted))
                best = i;
        return best;
    };
    return g.transients[nearest (g.forces, force) * g.accelerations.size() + nearest (g.accelerations, acceleration)];
}

AttackGrid play (const Settings& s, const StringSpec& string, const ContactSpec& contact, StudyWorkers& workers)
{
    constexpr double anySpeed = 1e9; // [m/s]: out of the bow's reach
    std::vector<Experiment> strokes;
    for (const double force : s.forces)
        for (const double acceleration : s.accelerations)
            strokes.push_back ({ string, contact, { s.position, force, anySpeed, acceleration }, StringStart::rest });
    const auto found = judged<Attack> (
        workers, strokes, { s.steps.rate, s.steps.seconds, 0.0, s.steps.passes, 1, s.threshold },
        [&] (const ExperimentRecord& record, std::size_t) { return attackOf (record, string, s.steps.rate); });
    AttackGrid grid { s.forces, s.accelerations, {} };
    for (const auto& attack : present (found))
        grid.transients.push_back (attack.speaks ? std::min (attack.seconds * string.fundamental, s.longest)
                                                 : s.longest);
    return grid;
}

double predictionOf (const Settings& s, const AttackGrid& grid, const Number& number)
{
    switch (number.what)
    {
        case 0: return shareOf (grid, s.success);
        case 1: return edgeForce (grid, s.success, number.acceleration);
        default: return transientAt (grid, number.force, number.acceleration);
    }
}

std::string nameOf (const String& string, const Number& number)
{
    switch (number.what)
    {
        case 0: return "attacks that succeed, " + string.name;
        case 1: return "smallest force that starts at " + text (number.acceleration) + " m/s^2, " + string.name;
        default:
            return "transient at " + text (number.force) + " N and " + text (number.acceleration) + " m/s^2, " +
                   string.name;
    }
}

/** Smallest forces that start a string, predicted and measured. */
void addEdges (const Settings& s, const String& string, const std::vector<AttackGrid>& grids, StudyResult& result)
{
    const std::string acceleration = "acceleration of the bow [m/s^2]";
    Table edges { fileName (string.name + " edges"),
                  { acceleration, "bow force [N]", "contact" },
                  {},
                  { { .title = string.name, .x = acceleration, .y = { "bow force [N]" }, .by = "contact" } } };
    for (std::size_t c = 0; c < grids.size(); ++c)
    {
        edges.views[0].kinds.push_back ({ s.contacts[c].name });
        for (const auto& point : edgeOf (grids[c], s.success))
            edges.rows.push_back ({ point.x, point.y, static_cast<double> (c) });
    }
    auto measured = measuredPoints (fileName (string.name + " measured"), string.name, acceleration, "N");
    for (const auto& number : string.numbers)
        if (whats[number.what] == "edge_force" && std::isfinite (number.measured.expected))
            addMeasured (measured, number.acceleration, number.measured);
    result.tables.push_back (std::move (edges));
    if (! measured.rows.empty())
        result.tables.push_back (std::move (measured));
}

StudyResult run (const Settings& s, const StudyContext& context)
{
    const auto cells = static_cast<double> (s.forces.size() * s.accelerations.size());
    StudyWorkers workers (context,
                          s.steps.seconds * cells * static_cast<double> (s.contacts.size() * s.strings.size()));
    StudyResult result;
    for (const auto& string : s.strings)
    {
        std::vector<AttackGrid> grids;
        std::vector<std::vector<double>> predictions (string.numbers.size());
        for (const auto& named : s.contacts)
        {
            grids.push_back (play (s, string.string, named.contact, workers));
            const auto& grid = grids.back();
            result.interrupted = workers.stopped();
            if (result.interrupted)
                return result;
            Table table { fileName (string.name + " " + named.name),
                          { "bow force [N]", "acceleration [m/s^2]", "transient [periods]" },
                          {} };
            for (std::size_t f = 0; f < s.forces.size(); ++f)
                for (std::size_t a = 0; a < s.accelerations.size(); ++a)
                    table.rows.push_back (
                        { s.forces[f], s.accelerations[a], grid.transients[f * s.accelerations.size() + a] });
            result.tables.push_back (std::move (table));
            for (std::size_t i = 0; i < string.numbers.size(); ++i)
                predictions[i].push_back (predictionOf (s, grid, string.numbers[i]));
        }
        constexpr std::array units { "%", "N", "periods" };
        for (std::size_t i = 0; i < string.numbers.size(); ++i)
            judgeBand (result, nameOf (string, string.numbers[i]), units[string.numbers[i].what], predictions[i],
                       string.numbers[i].measured);
        addEdges (s, string, grids, result);
    }
    result.caption =
        "Smallest bow force that starts a string, over the acceleration of the bow from rest: predicted by "
        "each contact of the band, and measured.";
    return result;
}

Number readNumber (Fields& f)
{
    Number number;
    const auto what = f.choice ("what", whats,
                                "The number: percentage of attacks that succeed, smallest force that starts well at "
                                "an acceleration, or length of one transient.");
    for (std::size_t i = 0; i < whats.size(); ++i)
        number.what = whats[i] == what ? i : number.what;
    number.force = f.maybe ("force", { 1e-3, 1e3, " N" }, "Bow force of the transient.").value_or (none);
    number.acceleration =
        f.maybe ("acceleration", { 1e-3, 1e3, " m/s^2" }, "Acceleration of edge or transient.").value_or (none);
    readExpectation (f, "measured", "Measured value, and what the nearest prediction must lie within.",
                     number.measured);
    return number;
}

std::vector<double> readEqualSteps (Fields& f, std::string_view name, const char* meaning, const char* unit)
{
    double low = 0.1, high = 4.0;
    int count = 20;
    f.inside (name, false, meaning,
              [&] (Fields& inner)
              {
                  low = inner.number ("low", { 1e-3, 1e3, unit }, "First value.", low);
                  high = inner.number ("high", { 1e-3, 1e3, unit }, "Last value.", high);
                  count = inner.integer ("count", 1, 200, "Number of values, in equal steps.", count);
              });
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back (low + (high - low) * i / std::max (count - 1, 1));
    return values;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->steps = readSteps (f, { 88200.0, 0.5, 3 });
    s->position = f.number ("position", { 0.005, 0.5 }, "beta.", 0.09);
    s->threshold =
        f.number ("slip_threshold", { 0.1, 10.0 }, "Lower limit of slip, as a fraction of the bow's speed.", 2.0);
    s->success = f.number ("success", { 1.0, 1000.0 }, "Transient of an attack that fails [periods].", 20.0);
    s->longest = f.number ("longest", { 1.0, 1000.0 }, "Longest transient that is told apart [periods].", 30.0);
    s->forces = readEqualSteps (f, "forces", "Bow forces.", " N");
    s->accelerations = readEqualSteps (f, "accelerations", "Accelerations from rest.", " m/s^2");
    f.list ("contacts", 1, 16,
            "Contacts: what is plausible for rosin that was not measured. Together they are the band.",
            [&] (Fields& inner)
            {
                Named named { inner.text ("name", "Name of the contact."), {} };
                named.contact = readContact (inner, bristleContact (0.2, 1e5));
                s->contacts.push_back (named);
            });
    f.list ("strings", 1, 16, "Strings, each with its measured numbers.",
            [&] (Fields& inner)
            {
                String one { inner.text ("name", "Name of the string."), readString (inner, celloD()), {} };
                inner.list ("numbers", 1, 64, "Measured numbers, to be predicted.",
                            [&] (Fields& number) { one.numbers.push_back (readNumber (number)); });
                s->strings.push_back (one);
            });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofAttackMachine

const Study attackMachine { "attack_machine",
                            "Attacks of a bowing machine over force and acceleration, beside measured numbers.",
                            ofAttackMachine::prepare };
} // namespace kolophon::study
