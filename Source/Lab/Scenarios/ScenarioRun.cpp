// SPDX-License-Identifier: GPL-3.0-or-later
#include "Scenario.h"
#include "ScenarioParts.h"

#include "../../Synth/Bodies/LawTable.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon::lab::scenario
{
namespace
{
constexpr double maxSteps = 2e8, maxRows = 4e6; // of one run
constexpr std::array<std::string_view, 4> solverNames { "realtime", "reference", "both", "explicit" };

} // namespace

Solver solverOf (std::string_view name)
{
    return static_cast<Solver> (std::find (solverNames.begin(), solverNames.end(), name) - solverNames.begin());
}

std::optional<Solver> readSolver (Fields& f)
{
    static constexpr std::array<std::string_view, 4> allowed { "any", "realtime", "reference", "explicit" };
    const auto name =
        f.choice ("solver", allowed, "Solver whose record is used; any: the reference if available.", "any");
    return name == "any" ? std::nullopt : std::optional (solverOf (name));
}

Eigen::VectorXd readCoordinates (Fields& f, std::string_view name, int size, const char* meaning)
{
    const auto* json =
        f.value (name, meaning, false,
                 { { "oneOf", Json::array ({ { { "type", "number" } },
                                             { { "type", "array" }, { "items", { { "type", "number" } } } } }) } });
    if (json == nullptr)
        return {};
    const auto number = [&] (const Json& value, const std::string& path)
    {
        const double x = value.is_number() ? value.get<double>() : NAN;
        if (! (std::abs (x) <= huge))
            throw InputError ({ path, shown (value), "is not a number", "-1e12 to 1e12" });
        return x;
    };
    Eigen::VectorXd vector = Eigen::VectorXd::Zero (size);
    if (json->is_number() && size == 1)
        vector[0] = number (*json, f.pathOf (name));
    else if (json->is_array() && static_cast<int> (json->size()) == size)
        for (int i = 0; i < size; ++i)
            vector[i] =
                number ((*json)[static_cast<std::size_t> (i)], f.pathOf (name) + "[" + std::to_string (i) + "]");
    else
        f.refuse (name, "does not fit the body; allowed: " +
                            (size == 1 ? "a number" : "a list of " + std::to_string (size) + " numbers"));
    return vector;
}

namespace
{
void readStart (Fields& f, Motion& motion)
{
    const int size = motion.body.size();
    motion.start.place =
        readCoordinates (f, "position", size, "Coordinates at t = 0; one number for one mass, otherwise a list.");
    motion.start.speed = readCoordinates (f, "velocity", size, "Speeds at t = 0.");
    motion.start.elongation = f.number ("bristle", { -1e6, 1e6, " m" }, "Elongation of the bristle at t = 0.", 0.0);
    motion.start.memory = f.number ("memory", { 0.0, 1e9 }, "Flash temperature, or lagged speed, at t = 0.", 0.0);
    const auto state =
        f.text ("state", "Discrete state at t = 0, by name; default: the state that follows from the speed.", "");
    if (f.describing() || state.empty())
        return;
    const auto names = modeNames (motion);
    const auto found = std::find (names.begin(), names.end(), state);
    if (found == names.end())
    {
        std::string allowed;
        for (const auto& name : names)
            allowed += (allowed.empty() ? "" : ", ") + name;
        f.refuse ("state", "is not a state of this law; allowed: " + allowed);
    }
    motion.start.mode = static_cast<int> (found - names.begin());
}

void readRun (Fields& f, Run& run)
{
    auto& m = run.motion;
    m.seconds = f.number ("seconds", { 1e-6, 1e5, " s" }, "Length of the run.");
    m.rate = f.number ("rate", { 1e-3, 1e8, " Hz" },
                       "Steps per second of the real-time and the explicit solver; rows per second of "
                       "the reference.",
                       48000.0);
    m.every = f.integer ("every", 1, 1000000, "Steps per row of the record.", 1);
    run.csvEvery =
        f.integer ("csv_every", 0, 1000000, "Rows per line of the CSV; 0: about 40000 lines for all runs.", 0);
    run.probes = f.texts ("probes", 0, 40, "Columns of the CSV; default: all.");
    for (const auto& probe : run.probes)
        if (! isColumn (probe))
            f.refuse ("probes", "contains \"" + probe + "\", which is not a column");
    m.passes = f.integer ("passes", 1, 16,
                          "Evaluations of a bristle law in a real-time step, or of all contacts; default: 2, and 3 "
                          "with several contacts.",
                          m.network && m.network->contacts.size() > 1 ? 3 : 2);
    run.solver = solverOf (f.choice ("solver", solverNames,
                                     "realtime: the engine's steps. reference: CVODE with event location. "
                                     "both. explicit: Runge-Kutta of order 4 without event location.",
                                     "both"));
    m.tolerance = f.number ("tolerance", { 1e-12, 1e-2 }, "Relative tolerance of the reference.", 1e-9);
    m.longestStep = f.number ("longest_step", { 1e-9, 1e6, " s" }, "Longest step of the reference.", 1e6);
    if (f.describing())
        return;
    if (m.seconds * m.rate > maxSteps)
        f.refuse ("seconds", "at " + dump (m.rate) + " Hz are too many steps; allowed: up to 2e8");
    if (m.seconds * m.rate / m.every > maxRows)
        f.refuse ("seconds",
                  "at " + dump (m.rate) + " Hz are too many rows; allowed: up to 4e6 (run.every thins them)");
    if (m.seconds * m.rate < 1.0)
        f.refuse ("seconds", "at " + dump (m.rate) + " Hz is less than a step");
}

} // namespace

void readMotion (Fields& f, Run& run)
{
    BodyRead read;
    const bool network = f.has ("contacts");
    if (f.describing() || network)
        readNetwork (f, run);
    f.inside ("body", ! f.describing() && ! network, "Body of the experiment; needed unless there are contacts.",
              [&] (Fields& g) { readBody (g, read); });
    auto& motion = run.motion;
    if (network && (f.has ("body") || f.has ("law") || f.has ("drive") || f.has ("start")))
        f.refuse ("contacts", "stands beside body, law, drive or start; allowed: bodies, contacts and push alone");
    if (! network)
        motion.body = read.body;
    motion.stops = read.stops;
    run.turning = run.turning || read.turning;
    f.inside ("law", f.describing() || network ? false : ! motion.stops, "Friction law and its parameters.",
              [&] (Fields& g) { readLaw (g, motion.law); });
    if (const auto* info = findLaw (motion.law.id))
        run.lawName = info->name;
    f.inside ("drive", false, "Drive of the contact.",
              [&] (Fields& g)
              {
                  readSignal (g, "velocity", motion.bowVelocity, "Speed of the bow [m/s]; default: 0.");
                  readSignal (g, "normal_force", motion.normalForce, "Normal force [N]; default: 1.");
                  readSignal (g, "push", motion.push, "External force [N] or torque [N m]; default: 0.");
              });
    f.inside ("start", false, "State at t = 0; default: at rest.", [&] (Fields& g) { readStart (g, motion); });
    f.inside ("run", true, "Solver and its settings.", [&] (Fields& g) { readRun (g, run); });
    if (f.describing())
        return;
    if (motion.stops && motion.start.place.size() > 0 &&
        ! (motion.start.place[0] >= motion.stops->left && motion.start.place[0] <= motion.stops->right))
        throw InputError ({ f.pathOf ("start") + ".position", dump (motion.start.place[0]), "lies outside the stops",
                            dump (motion.stops->left) + " to " + dump (motion.stops->right) + " m" });
    const bool ownLaw = ! motion.law.hasRealtimeForm() && ! motion.stops && ! motion.network;
    if (ownLaw && run.solver != Solver::explicitSteps && run.solver != Solver::reference)
        throw InputError ({ f.pathOf ("run") + ".solver",
                            std::string (solverNames[static_cast<std::size_t> (run.solver)]),
                            "is not available with the law " + motion.law.id, "explicit, reference" });
}

double memoryOf (const Run& run)
{
    const auto& m = run.motion;
    const double solvers = run.solver == Solver::both ? 2.0 : 1.0;
    const auto size = static_cast<double> (m.body.size());
    constexpr double block = 16.0; // that malloc adds to a vector of coordinates, at most
    const double coordinates = size <= 8.0 ? 2.0 * (sizeof (Eigen::VectorXd) + 8.0 * size + block) : 0.0;
    const double contacts =
        m.network ? static_cast<double> (m.network->contacts.size()) * sizeof (ContactRow) + 40.0 : 0.0;
    return solvers * m.seconds * m.rate / m.every * (sizeof (Row) + coordinates + contacts) +
           static_cast<double> (m.bowVelocity.bytes() + m.normalForce.bytes() + m.push.bytes());
}
} // namespace kolophon::lab::scenario
