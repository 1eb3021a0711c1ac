// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "../StudyArm.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofHingeMap
{
using lab::Fields;

struct MapSettings
{
    Arm arm;
    Run run;
    Axis speeds, stiffnesses;
    double swing, groan, stable, unstable;
    Expectation steady, creaking;
};

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult runMap (const MapSettings& s, const StudyContext& context)
{
    const auto speeds = s.speeds.middles(), stiffnesses = s.stiffnesses.middles();
    std::vector<Task> tasks;
    for (const double k : stiffnesses)
        for (const double v : speeds)
        {
            auto arm = s.arm;
            arm.stiffness = k;
            tasks.push_back ({ arm, v });
        }
    StudyWorkers workers (context, static_cast<double> (tasks.size()));
    const auto creaks = creaksOf (workers, tasks, s.run);
    StudyResult result;
    result.interrupted = workers.stopped();
    Table table { "",
                  { "speed of the hand [m/s]", "stiffness [N/m]", "slips per second", "k v/(2 dF) [1/s]",
                    "share of time sliding", "swing of v over the speed", "speed over the critical",
                    "kind (0 creaks, 1 groans, 2 swings, 3 slides, 4 no slip yet)" },
                  {},
                  { { .title = "An arm on a wall",
                      .x = "speed of the hand [m/s]",
                      .y = { "stiffness [N/m]" },
                      .by = "kind (0 creaks, 1 groans, 2 swings, 3 slides, 4 no slip yet)",
                      .kinds = { { "creaks", "#08519c" },
                                 { "groans", "#8cc1e0" },
                                 { "swings", "#f5e3a8" },
                                 { "slides", "#d9d9d9" },
                                 { "no slip yet", "#ffffff" } },
                      .marks = true,
                      .logX = true,
                      .logY = true } } };
    enum Kind { creak, groan, hum, slide, stick };
    double above = 0.0, steady = 0.0, below = 0.0, creaking = 0.0;
    for (std::size_t i = 0; i < tasks.size(); ++i)
    {
        const auto& [arm, v, keeps] = tasks[i];
        if (! creaks[i])
            continue;
        const auto& c = *creaks[i];
        const double multiple = v / arm.criticalSpeed();
        const auto kind = c.fraction == 0.0 ? stick
                          : c.rate > 0.0    ? (c.rate < s.groan ? creak : groan)
                                            : (c.swing > s.swing * v ? hum : slide);
        table.rows.push_back ({ v, arm.stiffness, c.rate, arm.quasistatic (v), c.fraction, c.swing / v, multiple,
                                static_cast<double> (kind) });
        if (kind == stick) // the spring has not been extended far enough yet
            continue;
        // if the damper always absorbs more, the critical speed is undefined
        const bool always = arm.criticalSpeed() <= 0.0;
        if (always || multiple > s.stable)
        {
            ++above;
            steady += kind == slide ? 1.0 : 0.0;
        }
        else if (multiple < s.unstable)
        {
            ++below;
            creaking += kind == slide ? 0.0 : 1.0;
        }
    }
    result.tables.push_back (std::move (table));
    if (! result.interrupted)
    {
        if (above > 0.0)
            result.checks.push_back (
                check ("cells faster than " + text (s.stable) + " of the critical speed that slide steadily", "%",
                       100.0 * steady / above, s.steady));
        if (below > 0.0)
            result.checks.push_back (
                check ("cells slower than " + text (s.unstable) + " of the critical speed that do not slide steadily",
                       "%", 100.0 * creaking / below, s.creaking));
    }
    Table critical { "critical",
                     { "critical speed v_c [m/s]", "stiffness [N/m]" },
                     {},
                     { { .title = "An arm on a wall",
                         .x = "critical speed v_c [m/s]",
                         .y = { "stiffness [N/m]" },
                         .kinds = { { "v_c" } } } } };
    for (const double k : ladder (s.stiffnesses.low, s.stiffnesses.high, 100))
    {
        auto arm = s.arm;
        arm.stiffness = k;
        if (const double v = arm.criticalSpeed(); v > 0.0)
            critical.rows.push_back ({ v, k });
    }
    result.tables.push_back (std::move (critical));
    result.caption =
        "Motion of an arm of " + text (1e3 * s.arm.mass) +
        " g on a wall, by its speed and the stiffness of its spring (" + text (s.arm.normalForce) +
        " N, v_s = " + text (toMilli * s.arm.stribeckSpeed) +
        " mm/s). Beyond the line its damper removes more energy than falling friction supplies. Creaks become "
        "groans at " +
        text (s.groan) + " Hz. White: in " + text (s.run.settle + s.run.counted) +
        " s its spring is not stretched far enough to slip.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepareMap (Fields& f)
{
    auto s = std::make_shared<MapSettings>();
    s->arm = usualArm;
    f.inside ("arm", false, armFields, [&] (Fields& inner) { s->arm = readArm (inner, usualArm); });
    s->run = readRun (f, { 48000.0, 1.0, 4.0, 1e-6, 2e-4 });
    s->speeds = readAxis (f, "speeds", "Speeds of the hand.", " m/s", { 5e-4, 0.5, 40 });
    s->stiffnesses = readAxis (f, "stiffnesses", "Stiffnesses of the arm.", " N/m", { 1e2, 1e6, 40 });
    s->swing =
        f.number ("swing", { 0.0, 10.0 }, "Upper limit of steady sliding: swing as a fraction of the speed.", 0.01);
    s->groan = f.number ("groan", { 1.0, 1000.0, " Hz" }, "Slip rate that is heard as a tone.", 20.0);
    s->stable = f.number ("stable_from", { 0.01, 10.0 },
                          "Multiple of the critical speed above which sliding should be steady.", 1.5);
    s->unstable = f.number ("unstable_to", { 0.01, 10.0 },
                            "Multiple of the critical speed below which sliding should be unsteady.", 0.9);
    s->steady = { 100.0, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
                  "linear stability; a large swing may survive above" };
    s->creaking = { 100.0, 100.0, 100.0, "linear stability" };
    readExpectation (f, "steady", "Percentage of the cells above that slide steadily.", s->steady);
    readExpectation (f, "creaking", "Percentage of the cells below that do not slide steadily.", s->creaking);
    return [s] (const StudyContext& context) { return runMap (*s, context); };
}
} // namespace ofHingeMap

const Study hingeMap { "hinge-map", "Motion of such an arm, by speed and stiffness.", ofHingeMap::prepareMap };
} // namespace kolophon::study
