// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Error.h"
#include "Support/LongRun.h"
#include "Support/Motions.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::lab;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

/** The reference ends, with little work, however softly a motion begins and however near a corner is to an event; and
    it is right there. What it does is counted, whatever the machine does besides. */
namespace
{
constexpr double rise = 0.004; // [s] until the bow has its speed
constexpr double fullSpeed = 0.12;

LinearBody stringOf (int modes)
{
    LinearBody body;
    for (auto* vector : { &body.frequency, &body.decay, &body.contact, &body.pushed })
        vector->setZero (modes);
    for (int i = 0; i < modes; ++i)
    {
        const double k = i + 1.0;
        body.frequency[i] = 2.0 * pi * 150.0 * k * std::sqrt (1.0 + 1e-4 * k * k);
        body.decay[i] = 2.0 + 0.4 * k;
        body.contact[i] = body.pushed[i] = std::sin (0.15 * pi * k) / std::sqrt (5e-4);
    }
    return body;
}

struct Start
{
    const char* name;
    Signal speed;
};
const std::vector<Start>& starts ()
{
    static const std::vector<Start> all {
        { "at once", Signal::Points { { 0.0, 1.0 }, { fullSpeed, fullSpeed }, Signal::Between::linear } },
        { "as t", Signal::Ramp { 0.0, fullSpeed, 0.0, rise } },
        { "as t^2, of a cosine", Signal::Expression { "t < 0.004 ? 0.06*(1-cos(pi*t/0.004)) : 0.12", { rise } } },
        { "as t^2", Signal::Expression { "t < 0.004 ? 0.12*(t/0.004)^2 : 0.12", { rise } } },
        { "as t^3", Signal::Expression { "t < 0.004 ? 0.12*(t/0.004)^3 : 0.12", { rise } } },
        { "after a rest", Signal::Ramp { 0.0, fullSpeed, 0.001, rise } },
        { "as a difference", Signal::Expression { "0.06*(tanh((t-0.004)/0.001) + tanh(4))", {} } },
    };
    return all;
}

Motion motionUnder (const char* id, const LinearBody& body, const Signal& speed, double tolerance)
{
    Motion m;
    m.body = body;
    const bool isLiteral = std::string_view (id) == "literal lugre";
    m.law = law (isLiteral ? "lugre" : id, 0.75, 0.35, 0.08);
    m.law.knobs.literal = isLiteral ? 1.0 : 0.0;
    m.law.knobs.stiffness = 12000.0;
    m.law.knobs.damping = 0.02;
    m.law.knobs.viscosity = 0.04;
    m.law.knobs.breakaway = 0.7;
    m.bowVelocity = speed;
    m.normalForce = 0.8;
    m.seconds = longRun() ? 0.02 : 0.008;
    m.rate = 8000.0;
    m.tolerance = tolerance;
    return m;
}

constexpr const char* allLaws[] = { "kolophon", "thermal",  "literal lugre", "lugre",    "dupont",    "dahl",
                                    "coulomb",  "stiction", "viscous",       "stribeck", "hess_soom", "armstrong",
                                    "karnopp",  "switch",   "dds3",          "dds5",     "modelica" };

/** Evaluations that none of these motions needs half of. */
constexpr long plenty = 600'000;
} // namespace

TEST_CASE ("a bow is set in motion as softly as it may be, under any law, on any body: the reference ends")
{
    const std::pair<const char*, LinearBody> bodies[] { { "wall", {} },
                                                        { "mass", oneMass (0.01) },
                                                        { "sprung mass", oneMass (0.01, 0.05, 100.0) },
                                                        { "two modes", stringOf (2) },
                                                        { "eight modes", stringOf (8) } };
    const auto tolerances = longRun() ? std::vector { 1e-6, 1e-8, 1e-9, 1e-10, 1e-12 } : std::vector { 1e-12 };
    for (const auto& [name, body] : bodies)
        for (const char* id : allLaws)
            for (const auto& start : starts())
                for (const double tolerance : tolerances)
                {
                    CAPTURE (name, id, start.name, tolerance);
                    const auto record = runReference (motionUnder (id, body, start.speed, tolerance));
                    CHECK (record.rows.size() == static_cast<std::size_t> (longRun() ? 161 : 65));
                    CHECK (record.evaluations < plenty);
                }
}

TEST_CASE ("a bristle on a wall follows Dahl's closed form from the softest start")
{
    // F = F_c (1 - exp (-k x/F_c)) with x the way of the bow: v_0 T/(i + 1) (t/T)^(i + 1) under v_0 (t/T)^i.
    for (const int power : { 1, 2, 3, 5 })
        for (const double tolerance : { 1e-8, 1e-12 })
        {
            CAPTURE (power, tolerance);
            Motion motion;
            motion.law = law ("dahl", 0.5, 0.5);
            motion.law.knobs.stiffness = 12000.0;
            motion.bowVelocity = Signal::Expression { "0.12*(t/0.004)^" + std::to_string (power), {} };
            motion.seconds = rise;
            motion.rate = 10000.0;
            motion.tolerance = tolerance;
            const auto record = runReference (motion);
            REQUIRE (record.rows.size() == 41);
            CHECK (record.steps < 20'000);
            for (const auto& row : record.rows)
            {
                const double way = fullSpeed * rise / (power + 1) * std::pow (row.time / rise, power + 1);
                CHECK_THAT (row.force, WithinAbs (0.5 * (1.0 - std::exp (-12000.0 * way / 0.5)), 20.0 * tolerance));
            }
        }
}

TEST_CASE ("a mass that sticks to a bow feels what the bow's acceleration takes, to the last digits")
{
    // F = m v_bow', whose formula the reference doesn't have.
    struct Case
    {
        const char* text;
        double (*slope) (double);
    };
    const Case cases[] { { "0.12*(t/0.004)^3", [] (double t) { return 0.36 * t * t / (rise * rise * rise); } },
                         { "0.06*(1-cos(pi*t/0.004))",
                           [] (double t) { return 0.06 * pi / rise * std::sin (pi * t / rise); } } };
    for (const auto& [text, slope] : cases)
    {
        CAPTURE (text);
        Motion motion;
        motion.body = oneMass (0.1);
        motion.law = law ("stiction", 20.0, 5.0);
        motion.bowVelocity = Signal::Expression { text, {} };
        motion.seconds = rise;
        motion.rate = 10000.0;
        motion.tolerance = 1e-12;
        for (const auto& row : runReference (motion).rows)
            CHECK_THAT (row.force, WithinAbs (0.1 * slope (row.time), 1e-9));
    }
}

TEST_CASE ("a mass that breaks away under Coulomb's law has its closed form, wherever the normal force has a corner")
{
    // m u' = r t - F from t_0 = F/r on, F = 0.5 N; from t_0 + d on F = 0.499 N. Before t_0 the corner is no event.
    constexpr double mass = 0.1, r = 5.0, strong = 0.5, weak = 0.499, t0 = strong / r;
    for (const double after : { 1e-9, 1e-8, 1e-7, 1.2e-6, 1.9e-6, 3e-6, 2e-5, 1e-4, 1e-3, 1e-2 })
        for (const double tolerance : { 1e-6, 1e-9, 1e-10, 1e-12 })
        {
            CAPTURE (after, tolerance);
            Motion motion;
            motion.body = oneMass (mass);
            motion.law = law ("coulomb", 0.5, 0.5);
            motion.push = Signal::Ramp { 0.0, r, 0.0, 1.0 };
            motion.normalForce =
                Signal::Points { { 0.0, t0 + after }, { strong / 0.5, weak / 0.5 }, Signal::Between::hold };
            motion.seconds = 0.12;
            motion.rate = 1000.0;
            motion.tolerance = tolerance;
            const auto record = runReference (motion);
            REQUIRE (record.rows.size() == 121);
            CHECK (record.steps < 20'000);
            for (const auto& row : record.rows)
            {
                const double t = row.time, slid = std::max (0.0, t - t0), lighter = std::max (0.0, t - t0 - after);
                const double u = (0.5 * r * slid * slid + (strong - weak) * lighter) / mass;
                CHECK_THAT (row.velocity, WithinAbs (u, 1e-13 + 20.0 * tolerance));
            }
        }
}

TEST_CASE ("corners near what happens to a contact are passed at any distance, under any law")
{
    const auto distances = longRun() ? std::vector { 1e-10, 1e-9, 1e-8, 1e-7,  1.2e-6, 1.9e-6, 3e-6,
                                                     1e-5,  1e-4, 1e-3, -1e-9, -1e-7,  -1e-5,  -1e-4 }
                                     : std::vector { 1e-9, 1.9e-6, 1e-4, -1e-7 };
    for (const bool isString : { false, true })
        for (const char* id : allLaws)
        {
            auto motion = motionUnder (id, isString ? stringOf (8) : oneMass (0.01), starts()[1].speed, 1e-9);
            if (! isString)
            {
                motion.bowVelocity = 0.0;
                motion.push = Signal::Sine { 0.0, 1.0, 40.0, 0.0 };
            }
            const auto events = runReference (motion).events;
            const auto first =
                std::find_if (events.begin(), events.end(), [] (const Event& e) { return e.time > 1e-4; });
            if (first == events.end())
                continue;
            for (const double distance : distances)
                for (const double tolerance : { 1e-6, 1e-12 })
                {
                    CAPTURE (isString, id, first->time, distance, tolerance);
                    motion.tolerance = tolerance;
                    motion.normalForce =
                        Signal::Points { { 0.0, first->time + distance }, { 0.8, 0.7992 }, Signal::Between::hold };
                    const auto record = runReference (motion);
                    CHECK (record.rows.size() == static_cast<std::size_t> (longRun() ? 161 : 65));
                    CHECK (record.evaluations < plenty);
                }
        }
}

TEST_CASE ("a trial of the world: a block breaks away, and the normal force steps down some microseconds later")
{
    // 22 N sin (2 pi t/4 s) reaches 1.001 times the 15 N that hold the block.
    const double released = std::asin (15.015 / 22.0) / (0.5 * pi);
    for (const double after : { 1.2e-6, 1.9e-6, 3e-6, 2e-5 })
    {
        CAPTURE (after);
        Motion motion;
        motion.body = oneMass (1.0);
        motion.law = law ("stribeck", 15.0, 5.0, 0.5);
        motion.law.knobs.stribeckExponent = 1.0;
        motion.law.knobs.viscosity = 1.0;
        motion.push = Signal::Sine { 0.0, 22.0, 0.25, 0.0 };
        motion.normalForce = Signal::Points { { 0.0, released + after }, { 1.001, 1.0 }, Signal::Between::hold };
        motion.seconds = 1.0;
        motion.rate = 1000.0;
        motion.tolerance = 1e-12;
        const auto record = runReference (motion);
        REQUIRE (record.events.size() == 1);
        CHECK_THAT (record.events[0].time, WithinAbs (released, 1e-10));
    }
}

TEST_CASE ("what can't end is given up by counted work, with the tolerance that would do")
{
    Motion motion;
    motion.law = law ("coulomb", 0.5, 0.5);
    motion.normalForce = 0.0;
    motion.seconds = 1.0;
    motion.rate = 10.0;
    motion.tolerance = 1e-12;
    motion.start.place = Eigen::Vector3d::Ones();
    motion.body.mass = Eigen::MatrixXd::Identity (3, 3);
    motion.body.damping = Eigen::MatrixXd::Zero (3, 3);
    motion.body.contact = motion.body.pushed = Eigen::Vector3d::Ones();
    motion.body.stiffness = Eigen::Vector3d (1e18, 2e18, 3e18).asDiagonal(); // 1e8 swings and more
    int asked = 0;                                                           // once in 500 steps
    const auto count = [&asked] { return ++asked < 0; };
    CHECK_THROWS_WITH (runReference (motion, count),
                       Contains ("hardly advances at t = ") && Contains ("no tolerance gets past it"));
    CHECK (asked < 20'000);
    // A bow that shivers faster and faster towards a moment.
    motion.start.place.resize (0);
    motion.body = oneMass (0.01);
    motion.law = law ("lugre", 0.75, 0.35, 0.08);
    motion.law.knobs.stiffness = 12000.0;
    motion.normalForce = 0.8;
    motion.seconds = 0.02;
    motion.bowVelocity = Signal::Expression { "0.1*sin(1/(0.0101-t))", {} };
    asked = 0;
    CHECK_THROWS_AS (runReference (motion, count), InputError);
    CHECK (asked < 100'000);
}
