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
namespace ofHinge
{
using lab::Fields;

struct Slow
{
    double stribeckSpeed;
    std::vector<double> speeds;
    Expectation ratio;
};

struct HingeSettings
{
    Arm arm;
    Run run;
    Axis speeds;
    Slow slow;
    double gentle;                 // v_s of the runs near the critical speed
    std::vector<double> multiples; // of the critical speed
    double stable, unstable;       // multiple above which sliding should be steady, and multiple below which not
    Expectation creaks;
    double heardSpeed, heardSeconds;
};

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult runHinge (const HingeSettings& s, const StudyContext& context)
{
    std::vector<Task> tasks;
    const auto speeds = s.speeds.borders();
    for (const double v : speeds)
        tasks.push_back ({ s.arm, v });
    auto sharp = s.arm, gentle = s.arm;
    sharp.stribeckSpeed = s.slow.stribeckSpeed;
    gentle.stribeckSpeed = s.gentle;
    for (const double v : s.slow.speeds)
        tasks.push_back ({ sharp, v });
    for (const double multiple : s.multiples)
        tasks.push_back ({ gentle, multiple * gentle.criticalSpeed() });
    StudyWorkers workers (context, static_cast<double> (tasks.size() + 1));
    const auto creaks = creaksOf (workers, tasks, s.run);
    const auto heard = creaksOf (workers, { { s.arm, s.heardSpeed, true } },
                                 { s.run.rate, s.run.settle, s.heardSeconds, s.run.slipSpeed, s.run.rest });

    StudyResult result;
    result.interrupted = workers.stopped();
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    Table sweep { "",
                  { "speed of the hand [m/s]", "slips per second", "k v/(2 dF) [1/s]", "share of time sliding",
                    "swing of v [m/s]" },
                  {},
                  { { .title = "Creaks per second of an arm on a wall",
                      .x = "speed of the hand [m/s]",
                      .y = { "k v/(2 dF) [1/s]" },
                      .logX = true,
                      .logY = true,
                      .label = "slips per second" },
                    { .title = "Creaks per second of an arm on a wall",
                      .x = "speed of the hand [m/s]",
                      .y = { "slips per second" },
                      .marks = true } } };
    for (std::size_t i = 0; i < speeds.size(); ++i)
    {
        const double v = speeds[i], expected = s.arm.quasistatic (v);
        if (! creaks[i])
            continue;
        sweep.rows.push_back ({ v, creaks[i]->rate, expected, creaks[i]->fraction, creaks[i]->swing });
    }
    result.tables.push_back (std::move (sweep));
    for (std::size_t k = 0; k < s.slow.speeds.size(); ++k)
        if (const auto& creak = creaks[speeds.size() + k])
        {
            const double v = s.slow.speeds[k];
            result.checks.push_back (check ("slips per second over k v/(2 dF) at " + text (toMilli * v) +
                                                " mm/s, v_s = " + text (toMilli * sharp.stribeckSpeed) + " mm/s",
                                            "", creak->rate / sharp.quasistatic (v), s.slow.ratio));
        }
    Table near { "critical",
                 { "speed over the critical", "speed [m/s]", "slips per second", "share of time sliding",
                   "swing of v [m/s]" },
                 {} };
    for (std::size_t k = 0; k < s.multiples.size(); ++k)
        if (const auto& creak = creaks[speeds.size() + s.slow.speeds.size() + k])
        {
            const double multiple = s.multiples[k];
            Expectation e { nothing };
            e.source = "linear stability: 2 zeta sqrt (k m) against the slope of friction";
            if (multiple >= s.stable)
                e = { 0.0, 0.0, 0.0, e.source };
            else if (multiple <= s.unstable)
                e.lowest = s.creaks.lowest;
            result.checks.push_back (check ("slips per second at " + text (multiple) +
                                                " of the critical speed, v_s = " + text (toMilli * s.gentle) + " mm/s",
                                            "1/s", creak->rate, e));
            near.rows.push_back (
                { multiple, multiple * gentle.criticalSpeed(), creak->rate, creak->fraction, creak->swing });
        }
    result.tables.push_back (std::move (near));
    if (heard[0])
    {
        Table force { "creak",
                      { "time [s]", "friction force [N]" },
                      {},
                      { { .title = "The force of the creak at " + text (toMilli * s.heardSpeed) + " mm/s",
                          .x = "time [s]",
                          .y = { "friction force [N]" } } } };
        const auto periods = static_cast<std::size_t> (5.0 * s.run.rate / s.arm.quasistatic (s.heardSpeed));
        for (std::size_t n = 0; n < std::min (heard[0]->force.size(), periods); n += 4)
            force.rows.push_back ({ static_cast<double> (n) / s.run.rate, heard[0]->force[n] });
        result.tables.push_back (std::move (force));
        result.sounds.push_back ({ "creak", "Friction force of the arm at " + text (toMilli * s.heardSpeed) + " mm/s.",
                                   heard[0]->force, s.run.rate });
    }
    result.caption = "A hinge: an arm (" + text (s.arm.stiffness) + " N/m, " + text (1e3 * s.arm.mass) +
                     " g) rubs a wall under " + text (s.arm.normalForce) +
                     " N. At low speed, it creaks each time its spring is stretched by 2 ΔF/k; beyond " +
                     text (s.arm.criticalSpeed(), 3) +
                     " m/s its damper removes more energy than falling friction supplies, and it slides.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepareHinge (Fields& f)
{
    auto s = std::make_shared<HingeSettings>();
    s->arm = usualArm;
    f.inside ("arm", false, armFields, [&] (Fields& inner) { s->arm = readArm (inner, usualArm); });
    s->run = readRun (f, { 48000.0, 1.0, 8.0, 1e-6, 2e-4 });
    s->speeds = readAxis (f, "speeds", "Speeds of the hand.", " m/s", { 5e-4, 0.3, 44 });
    s->slow = { 1e-4, {}, { 1.0, 0.9, 1.15, "closed form: 2 dF/k at the speed of the hand" } };
    s->slow.speeds = f.numbers ("slow_speeds", { 1e-6, 10.0, " m/s" }, 0, 32, "Low speeds compared with k v/(2 dF).");
    s->slow.stribeckSpeed = f.number ("slow_stribeck_speed", { 1e-6, 1.0, " m/s" },
                                      "Stribeck speed v_s for these speeds.", s->slow.stribeckSpeed);
    readExpectation (f, "slow_ratio", "Slips per second over k v/(2 dF).", s->slow.ratio);
    s->gentle = f.number ("critical_stribeck_speed", { 1e-6, 10.0, " m/s" },
                          "Stribeck speeds v_s for the critical speed.", 0.05);
    s->multiples = f.numbers ("critical_shares", { 0.01, 10.0 }, 0, 64, "Speeds over the critical speed.");
    s->stable = f.number ("stable_from", { 0.01, 10.0 },
                          "Multiple of the critical speed above which sliding should be steady.", 1.5);
    s->unstable = f.number ("unstable_to", { 0.01, 10.0 },
                            "Multiple of the critical speed below which sliding should be unsteady.", 0.3);
    s->creaks = { std::numeric_limits<double>::quiet_NaN(), 1.0, std::numeric_limits<double>::infinity(), "" };
    readExpectation (f, "creaks", "Slips per second up to the lower multiple.", s->creaks);
    s->heardSpeed =
        f.number ("heard_speed", { 1e-6, 10.0, " m/s" }, "Speed of the displayed and rendered force.", 0.012);
    s->heardSeconds = f.number ("heard_seconds", { 0.05, 30.0, " s" }, "Length of that run.", 3.0);
    return [s] (const StudyContext& context) { return runHinge (*s, context); };
}

} // namespace ofHinge

const Study hinge { "hinge", "Creaks of an arm on a wall, by the speed of the hand.", ofHinge::prepareHinge };
} // namespace kolophon::study
