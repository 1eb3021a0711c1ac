#include "../Analysis/HandWall.h"
#include "../Core/FloatEnvironment.h"
#include "StudyKit.h"
#include "StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace
{
using lab::Fields;

/** An arm, a mass on a spring, that rubs a wall under the law Stribeck. */
struct Arm
{
    double stiffness, mass, damping, muStatic, muKinetic, exponent, stribeckSpeed, normalForce;

    /** F_s - F_k [N] */
    double drop () const { return (muStatic - muKinetic) * normalForce; }
    /** Slips a second of a slow hand: the spring is stretched by 2 dF/k between two slips. */
    double quasistatic (double speed) const { return stiffness * speed / (2.0 * drop()); }
    /** Where the damper takes as much as the falling curve gives, 2 zeta sqrt (k m) = dF/v_s exp (-v/v_s) [m/s];
       faster, sliding is stable. For the exponent 1. */
    double criticalSpeed () const
    {
        return stribeckSpeed * std::log (drop() / stribeckSpeed / (2.0 * damping * std::sqrt (stiffness * mass)));
    }
};

struct Run
{
    double rate, settle, counted, slipSpeed; // [Hz], [s], [s], [m/s]
    double rest;                             // [s] between two slips, at least
};

/** What an arm did. */
struct Creak
{
    double rate = 0.0;         // slips [1/s]; 0: none began
    double share = 0.0;        // of the time that it slides
    double swing = 0.0;        // of the relative velocity, from least to most [m/s]
    std::vector<double> force; // [N] where asked for
};

/** One arm at one speed. */
struct Task
{
    Arm arm;
    double speed;
    bool keeps = false;
};

/** Up to eight, in the lanes of one wall. */
std::vector<Creak> creaksOf (std::span<const Task> tasks, const Run& run)
{
    const FloatEnvironment environment;
    HandWall wall (HandKind::arm, "stribeck", run.rate);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const auto& [arm, speed, keeps] = tasks[std::min (lane, tasks.size() - 1)];
        wall->hand.stiffness[lane] = arm.stiffness;
        wall->hand.mass[lane] = arm.mass;
        wall->hand.damping[lane] = arm.damping;
        wall->law.muStatic[lane] = arm.muStatic;
        wall->law.muKinetic[lane] = arm.muKinetic;
        wall->law.stribeckExponent[lane] = arm.exponent;
        wall->law.inverseStribeckVelocity[lane] = 1.0 / arm.stribeckSpeed;
        wall->bow.normalForce[lane] = arm.normalForce;
        wall->bow.velocity[lane] = wall->bow.last[lane] = speed; // on its way already
    }
    struct Count
    {
        bool sliding = false;
        long stuckSince = 0;
        long slips = 0, first = 0, last = 0, slid = 0;
        double least = std::numeric_limits<double>::infinity(), most = -least;
    };
    std::array<Count, VoiceGroup::lanes> counts;
    std::vector<Creak> creaks (tasks.size());
    const long rest = std::lround (run.rest * run.rate);
    const long settle = std::lround (run.settle * run.rate), end = settle + std::lround (run.counted * run.rate);
    for (long done = 0; done < end;)
    {
        const int steps = static_cast<int> (std::min<long> (VoiceGroup::maxSteps, end - done));
        wall.rubOn (steps);
        for (int row = 0; row < steps; ++row, ++done)
            for (std::size_t lane = 0; lane < tasks.size(); ++lane)
            {
                auto& count = counts[lane];
                const auto at = static_cast<std::size_t> (row);
                const double v = wall->relativeVelocity[at][lane];
                const bool slides = std::abs (v) > run.slipSpeed;
                if (done >= settle)
                {
                    if (slides && ! count.sliding && done - count.stuckSince >= rest)
                    {
                        count.last = done;
                        count.first = count.slips++ == 0 ? done : count.first;
                    }
                    count.slid += slides;
                    count.least = std::min (count.least, v);
                    count.most = std::max (count.most, v);
                    if (tasks[lane].keeps)
                        creaks[lane].force.push_back (wall->force[at][lane]);
                }
                if (count.sliding && ! slides)
                    count.stuckSince = done;
                count.sliding = slides;
            }
    }
    for (std::size_t lane = 0; lane < tasks.size(); ++lane)
    {
        const auto& count = counts[lane];
        creaks[lane].rate = count.slips > 1 ? static_cast<double> (count.slips - 1) * run.rate /
                                                  static_cast<double> (count.last - count.first)
                                            : static_cast<double> (count.slips) / run.counted;
        creaks[lane].share = static_cast<double> (count.slid) / static_cast<double> (end - settle);
        creaks[lane].swing = count.most - count.least;
    }
    return creaks;
}

std::vector<std::optional<Creak>> creaksOf (Workshop& workshop, const std::vector<Task>& tasks, const Run& run)
{
    std::vector<std::optional<Creak>> creaks (tasks.size());
    constexpr auto lanes = static_cast<std::size_t> (VoiceGroup::lanes);
    workshop.each ((tasks.size() + lanes - 1) / lanes, static_cast<double> (tasks.size()),
                   [&] (std::size_t g)
                   {
                       const auto begin = g * lanes, count = std::min (lanes, tasks.size() - begin);
                       const auto found = creaksOf (std::span (tasks).subspan (begin, count), run);
                       for (std::size_t i = 0; i < count; ++i)
                           creaks[begin + i] = found[i];
                   });
    return creaks;
}

Arm readArm (Fields& f, const Arm& o)
{
    Arm arm{};
    arm.stiffness = f.number ("stiffness", { 10.0, 1e8, " N/m" }, "Spring that pulls the arm along.", o.stiffness);
    arm.mass = f.number ("mass", { 1e-4, 50.0, " kg" }, "Mass of the arm.", o.mass);
    arm.damping = f.number ("damping", { 1e-6, 0.9 }, "Of the arm, over critical damping.", o.damping);
    arm.muStatic = f.number ("mu_static", { 1e-3, 100.0 }, "Static friction over the normal force.", o.muStatic);
    arm.muKinetic = f.number ("mu_kinetic", { 1e-3, 100.0 }, "Sliding friction over the normal force.", o.muKinetic);
    arm.exponent =
        f.number ("stribeck_exponent", { 0.5, 4.0 }, "Of the law; 1 for the critical speed to hold.", o.exponent);
    arm.stribeckSpeed =
        f.number ("stribeck_speed", { 1e-6, 1e3, " m/s" }, "v_s, over which friction falls.", o.stribeckSpeed);
    arm.normalForce = f.number ("normal_force", { 1e-3, 1e5, " N" }, "How hard it is pressed.", o.normalForce);
    if (! f.describing() && arm.muKinetic >= arm.muStatic)
        f.refuse ("mu_kinetic", "is not below mu_static; allowed: less than " + text (arm.muStatic));
    return arm;
}

Run readRun (Fields& f, const Run& o)
{
    return { f.number ("rate", { 8000.0, 1e6, " Hz" }, "Steps a second.", o.rate),
             f.number ("settle", { 0.0, 600.0, " s" }, "Before slips are counted.", o.settle),
             f.number ("counted", { 0.05, 600.0, " s" }, "While they are.", o.counted),
             f.number ("slip_speed", { 1e-12, 1.0, " m/s" }, "What slides is faster.", o.slipSpeed),
             f.number ("rest", { 0.0, 1.0, " s" }, "How long it sticks between two slips, at least.", o.rest) };
}

constexpr Arm usualArm{ 2e4, 0.05, 0.02, 0.8, 0.3, 1.0, 0.02, 10.0 };
constexpr auto armFields = "The arm, and how it rubs.";

//==============================================================================
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
    double gentle;              // v_s of the looks at the critical speed
    std::vector<double> shares; // of it
    double stable, unstable;    // above which share sliding should be steady, below which not
    Expectation creaks;
    double heardSpeed, heardSeconds;
};

StudyResult runHinge (const HingeSettings& s, const StudyContext& context)
{
    constexpr double toMilli = 1e3;
    std::vector<Task> tasks;
    const auto speeds = s.speeds.borders();
    for (const double v : speeds)
        tasks.push_back ({ s.arm, v });
    auto sharp = s.arm, gentle = s.arm;
    sharp.stribeckSpeed = s.slow.stribeckSpeed;
    gentle.stribeckSpeed = s.gentle;
    for (const double v : s.slow.speeds)
        tasks.push_back ({ sharp, v });
    for (const double share : s.shares)
        tasks.push_back ({ gentle, share * gentle.criticalSpeed() });
    Workshop workshop (context, static_cast<double> (tasks.size() + 1));
    const auto creaks = creaksOf (workshop, tasks, s.run);
    const auto heard = creaksOf (workshop, { { s.arm, s.heardSpeed, true } },
                                 { s.run.rate, s.run.settle, s.heardSeconds, s.run.slipSpeed, s.run.rest });

    StudyResult result;
    result.interrupted = workshop.stopped();
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    PlotCurve law{ "k v/(2 ΔF)", ink::grey, 3.0, 1, { {} } }, marks{ "slips counted", ink::blue, 1.8, 1, { {} } };
    marks.marks = true;
    PlotCurve edge{ "limit of steady sliding", ink::vermilion, 1.8, 2, { {} } };
    Table sweep{ "",
                 { "speed of the hand [m/s]", "slips a second", "k v/(2 dF) [1/s]", "share of time sliding",
                   "swing of v [m/s]" },
                 {} };
    double least = std::numeric_limits<double>::infinity(), most = 0.0;
    for (std::size_t i = 0; i < speeds.size(); ++i)
    {
        const double v = speeds[i], expected = s.arm.quasistatic (v);
        law.pieces[0].push_back ({ toMilli * v, expected });
        least = std::min (least, 0.5 * expected);
        most = std::max (most, 2.0 * expected);
        if (! creaks[i])
            continue;
        if (creaks[i]->rate > 0.0)
            marks.pieces[0].push_back ({ toMilli * v, creaks[i]->rate });
        sweep.rows.push_back ({ v, creaks[i]->rate, expected, creaks[i]->share, creaks[i]->swing });
    }
    result.tables.push_back (std::move (sweep));
    edge.pieces[0] = { { toMilli * s.arm.criticalSpeed(), least }, { toMilli * s.arm.criticalSpeed(), most } };
    for (std::size_t k = 0; k < s.slow.speeds.size(); ++k)
        if (const auto& creak = creaks[speeds.size() + k])
        {
            const double v = s.slow.speeds[k];
            result.checks.push_back (check ("slips a second over k v/(2 dF) at " + text (toMilli * v) +
                                                " mm/s, v_s = " + text (toMilli * sharp.stribeckSpeed) + " mm/s",
                                            "", creak->rate / sharp.quasistatic (v), s.slow.ratio));
        }
    Table near{ "critical",
                { "speed over the critical", "speed [m/s]", "slips a second", "share of time sliding",
                  "swing of v [m/s]" },
                {} };
    for (std::size_t k = 0; k < s.shares.size(); ++k)
        if (const auto& creak = creaks[speeds.size() + s.slow.speeds.size() + k])
        {
            const double share = s.shares[k];
            Expectation e{ nothing };
            e.source = "linear stability: 2 zeta sqrt (k m) against the slope of friction";
            if (share >= s.stable)
                e = { 0.0, 0.0, 0.0, e.source };
            else if (share <= s.unstable)
                e.lowest = s.creaks.lowest;
            result.checks.push_back (check ("slips a second at " + text (share) +
                                                " of the critical speed, v_s = " + text (toMilli * s.gentle) + " mm/s",
                                            "1/s", creak->rate, e));
            near.rows.push_back ({ share, share * gentle.criticalSpeed(), creak->rate, creak->share, creak->swing });
        }
    result.tables.push_back (std::move (near));
    PlotPanel rates{
        "Creaks a second of an arm on a wall", "speed of the hand [mm/s]", "slips a second", { law, edge, marks }
    };
    rates.settings = smallKey + ("set logscale xy\nset format '%g'\nset xrange [" +
                                 gnuplot::number (toMilli * 0.8 * speeds.front()) + ":" + gnuplot::number (toMilli * 1.25 * speeds.back()) +
                                 "]\nset yrange [" + gnuplot::number (least) + ":" + gnuplot::number (most) + "]\n");
    std::vector<PlotPanel> panels{ rates };
    if (heard[0])
    {
        PlotCurve force{ text (toMilli * s.heardSpeed) + " mm/s", ink::blue, 1.2, 1, { {} } };
        const auto periods = static_cast<std::size_t> (5.0 * s.run.rate / s.arm.quasistatic (s.heardSpeed));
        for (std::size_t n = 0; n < std::min (heard[0]->force.size(), periods); n += 4) // finer than a picture shows
            force.pieces[0].push_back ({ static_cast<double> (n) / s.run.rate, heard[0]->force[n] });
        PlotCurve borders{ "static and sliding friction", ink::grey, 1.4, 2, {} };
        for (const double mu : { s.arm.muStatic, s.arm.muKinetic })
            borders.pieces.push_back ({ { 0.0, mu * s.arm.normalForce },
                                        { static_cast<double> (periods) / s.run.rate, mu * s.arm.normalForce } });
        PlotPanel panel{ "The force of the creak", "time [s]", "friction force [N]", { borders, force } };
        panel.settings = smallKey;
        panels.push_back (panel);
        result.sounds.push_back ({ "creak", "Friction force of the arm at " + text (toMilli * s.heardSpeed) + " mm/s.",
                                   heard[0]->force, s.run.rate });
    }
    result.pictures.push_back ({ "",
                                 "A hinge: an arm (" + text (s.arm.stiffness) + " N/m, " + text (1e3 * s.arm.mass) +
                                     " g) rubs a wall, pressed with " + text (s.arm.normalForce) +
                                     " N. Slow, it creaks as often as its spring is stretched by 2 ΔF/k; beyond the "
                                     "dashed line its damper takes "
                                     "more than falling friction gives, and it slides.",
                                 panels });
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
    s->slow.speeds =
        f.numbers ("slow_speeds", { 1e-6, 10.0, " m/s" }, 0, 32, "Slow speeds that are held against k v/(2 dF).");
    s->slow.stribeckSpeed =
        f.number ("slow_stribeck_speed", { 1e-6, 1.0, " m/s" }, "v_s of these.", s->slow.stribeckSpeed);
    readExpectation (f, "slow_ratio", "Their slips a second over k v/(2 dF).", s->slow.ratio);
    s->gentle =
        f.number ("critical_stribeck_speed", { 1e-6, 10.0, " m/s" }, "v_s of the looks at the critical speed.", 0.05);
    s->shares = f.numbers ("critical_shares", { 0.01, 10.0 }, 0, 64, "Speeds over the critical.");
    s->stable = f.number ("stable_from", { 0.01, 10.0 }, "From this share on sliding should be steady.", 1.5);
    s->unstable = f.number ("unstable_to", { 0.01, 10.0 }, "Up to this share it should not be.", 0.3);
    s->creaks = { std::numeric_limits<double>::quiet_NaN(), 1.0, std::numeric_limits<double>::infinity(), "" };
    readExpectation (f, "creaks", "Slips a second up to there.", s->creaks);
    s->heardSpeed = f.number ("heard_speed", { 1e-6, 10.0, " m/s" }, "Speed whose force is shown and heard.", 0.012);
    s->heardSeconds = f.number ("heard_seconds", { 0.05, 30.0, " s" }, "For so long.", 3.0);
    return [s] (const StudyContext& context) { return runHinge (*s, context); };
}

//==============================================================================
struct MapSettings
{
    Arm arm;
    Run run;
    Axis speeds, stiffnesses;
    double swing, groan, stable, unstable;
    Expectation steady, creaking;
};

StudyResult runMap (const MapSettings& s, const StudyContext& context)
{
    constexpr double toMilli = 1e3;
    const auto speeds = s.speeds.middles(), stiffnesses = s.stiffnesses.middles();
    std::vector<Task> tasks;
    for (const double k : stiffnesses)
        for (const double v : speeds)
        {
            auto arm = s.arm;
            arm.stiffness = k;
            tasks.push_back ({ arm, v });
        }
    Workshop workshop (context, static_cast<double> (tasks.size()));
    const auto creaks = creaksOf (workshop, tasks, s.run);
    StudyResult result;
    result.interrupted = workshop.stopped();
    Table table{ "",
                 { "speed of the hand [m/s]", "stiffness [N/m]", "slips a second", "k v/(2 dF) [1/s]",
                   "share of time sliding", "swing of v over the speed", "speed over the critical" },
                 {} };
    enum Kind : std::size_t
    {
        creak,
        groan,
        hum,
        slide,
        stick,
        unknown
    };
    std::vector<std::size_t> kinds;
    double above = 0.0, steady = 0.0, below = 0.0, creaking = 0.0;
    for (std::size_t i = 0; i < tasks.size(); ++i)
    {
        const auto& [arm, v, keeps] = tasks[i];
        if (! creaks[i])
        {
            kinds.push_back (unknown);
            continue;
        }
        const auto& c = *creaks[i];
        const double share = v / arm.criticalSpeed();
        kinds.push_back (c.share == 0.0 ? stick
                         : c.rate > 0.0 ? (c.rate < s.groan ? creak : groan)
                                        : (c.swing > s.swing * v ? hum : slide));
        table.rows.push_back ({ v, arm.stiffness, c.rate, arm.quasistatic (v), c.share, c.swing / v, share });
        if (kinds.back() == stick) // its spring has not been stretched far enough yet
            continue;
        // where the damper always takes more, no speed is critical
        const bool always = arm.criticalSpeed() <= 0.0;
        if (always || share > s.stable)
        {
            ++above;
            steady += kinds.back() == slide ? 1.0 : 0.0;
        }
        else if (share < s.unstable)
        {
            ++below;
            creaking += kinds.back() == slide ? 0.0 : 1.0;
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
                check ("cells slower than " + text (s.unstable) + " of the critical speed that do not", "%",
                       100.0 * creaking / below, s.creaking));
    }
    PlotCurve critical{ "v_c", ink::black, 2.2, 1, { {} } };
    for (const double k : ladder (s.stiffnesses.low, s.stiffnesses.high, 100))
    {
        auto arm = s.arm;
        arm.stiffness = k;
        if (const double v = arm.criticalSpeed(); v > 0.0)
            critical.pieces[0].push_back ({ toMilli * v, k });
    }
    // k v/(2 dF) = the rate between creak and groan
    PlotCurve border{ text (s.groan) + " Hz", ink::black, 1.6, 2, { {} } };
    for (const double v : { s.speeds.low, s.speeds.high })
        border.pieces[0].push_back ({ toMilli * v, 2.0 * s.arm.drop() * s.groan / v });
    PlotPanel panel{
        "An arm on a wall", "speed of the hand [mm/s]", "stiffness of the arm [N/m]", { critical, border }
    };
    auto x = s.speeds.borders();
    for (double& v : x)
        v *= toMilli;
    panel.areas = cellAreas (x, s.stiffnesses.borders(), kinds,
                             { { "creaks", "#08519c", {} },
                               { "groans", "#8cc1e0", {} },
                               { "swings", "#f5e3a8", {} },
                               { "slides", "#e6e6e6", {} },
                               { "sticks yet", "#ffffff", {} } });
    panel.keyColumns = 4;
    panel.settings =
        smallKey + ("set logscale xy\nset format x '%g'\nset format y '10^{%L}'\nset grid front\nset xrange [" +
                    gnuplot::number (x.front()) + ":" + gnuplot::number (x.back()) + "]\nset yrange [" + gnuplot::number (s.stiffnesses.low) + ":" +
                    gnuplot::number (s.stiffnesses.high) + "]\n");
    result.pictures.push_back (
        { "",
          "What an arm of " + text (1e3 * s.arm.mass) +
              " g on a wall does, by its speed and the stiffness of its spring (" + text (s.arm.normalForce) +
              " N, v_s = " + text (toMilli * s.arm.stribeckSpeed) +
              " mm/s). Full line: faster, its damper takes more than falling friction gives. Dashed: k v/(2 ΔF) = " +
              text (s.groan) + " Hz; creaks become groans. White: in " + text (s.run.settle + s.run.counted) +
              " s its spring is not stretched far enough to slip.",
          { panel } });
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
        f.number ("swing", { 0.0, 10.0 }, "What swings by less than this share of its speed slides steadily.", 0.01);
    s->groan = f.number ("groan", { 1.0, 1000.0, " Hz" }, "Rate from which slips are heard as a tone.", 20.0);
    s->stable = f.number ("stable_from", { 0.01, 10.0 },
                          "From this share of the critical speed on sliding should be steady.", 1.5);
    s->unstable = f.number ("unstable_to", { 0.01, 10.0 }, "Up to this share it should not be.", 0.9);
    s->steady = { 100.0, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
                  "linear stability; a large swing may survive above" };
    s->creaking = { 100.0, 100.0, 100.0, "linear stability" };
    readExpectation (f, "steady", "Share of the cells above that slide steadily [%].", s->steady);
    readExpectation (f, "creaking", "Share of the cells below that do not [%].", s->creaking);
    return [s] (const StudyContext& context) { return runMap (*s, context); };
}
} // namespace

const Study hinge{ "hinge", "How often an arm that rubs a wall creaks, by the speed of the hand.", prepareHinge };
const Study hingeMap{ "hinge-map", "What such an arm does, by speed and stiffness.", prepareMap };
} // namespace kolophon::study
