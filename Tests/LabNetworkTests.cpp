// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Json/ShallowJson.h"
#include "Lab/Scenarios/Scenario.h"
#include "Support/Rounding.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
using namespace kolophon::lab;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
Scenario scenarioOf (const char* text)
{
    return scenarioFromJson (parseShallow (text), {});
}

/** A mass on a belt, as the shorthand has it and as a network of one contact. */
constexpr auto alone = R"({ "kolophon_scenario": 1, "title": "t",
    "body": { "kind": "mass", "mass": 1, "stiffness": 400, "damping": 0.05 },
    "law": { "id": "stiction", "mu_static": 1, "mu_kinetic": 0.6 },
    "drive": { "velocity": 0.1, "normal_force": 2 }, "start": { "velocity": 0.1 },
    "run": { "seconds": 2, "rate": 4000, "passes": 2 } })";
constexpr auto network = R"({ "kolophon_scenario": 1, "title": "t",
    "bodies": { "mass": { "body": { "kind": "mass", "mass": 1, "stiffness": 400, "damping": 0.05 },
                          "start": { "velocity": 0.1 } } },
    "contacts": [ { "name": "belt", "between": [ "ground", "mass" ],
                    "law": { "id": "stiction", "mu_static": 1, "mu_kinetic": 0.6 },
                    "velocity": 0.1, "normal_force": 2 } ],
    "run": { "seconds": 2, "rate": 4000, "passes": 2 } })";
} // namespace

TEST_CASE ("a network of one contact moves as the shorthand does, in both solvers")
{
    const auto one = scenarioOf (alone), other = scenarioOf (network);
    const auto reference = runReference (one.runs[0].motion), networked = runReference (other.runs[0].motion);
    const auto stepped = runRealtime (one.runs[0].motion), together = runRealtime (other.runs[0].motion);
    REQUIRE (reference.rows.size() == networked.rows.size());
    REQUIRE (stepped.rows.size() == together.rows.size());
    REQUIRE (reference.events.size() > 10);
    REQUIRE (reference.events.size() == networked.events.size());
    const double known = 2.0 * one.runs[0].motion.tolerance; // of either reference
    for (std::size_t i = 0; i < reference.events.size(); ++i)
        CHECK_THAT (networked.events[i].time, WithinAbs (reference.events[i].time, known / 0.1)); // at the belt's speed
    for (std::size_t i = 0; i < reference.rows.size(); i += 7)
    {
        CHECK_THAT (networked.rows[i].position, WithinAbs (reference.rows[i].position, known));
        CHECK_THAT (together.rows[i].position, WithinAbs (stepped.rows[i].position, test::rounded));
        CHECK_THAT (networked.rows[i].stored, WithinAbs (reference.rows[i].stored, known));
    }
    for (std::size_t i = 0; i < 6; ++i)
        CHECK_THAT (together.events.at (i).position,
                    WithinAbs (networked.events[i].position, 4.0 * 0.1 / 4000.0)); // steps of the belt
    CHECK_THAT (networked.rows.back().residual, WithinAbs (0.0, known));
    CHECK (together.worstResidual < test::booksClose);
    CHECK (together.events.size() == stepped.events.size());
}

TEST_CASE ("laws with a memory move in a network as they do alone")
{
    for (const auto& law : { R"({ "id": "armstrong", "mu_static": 1, "mu_kinetic": 0.4, "stribeck_speed": 0.05,
                                  "memory_time": 0.05, "ageing_time": 0.2 })",
                             R"({ "id": "thermal", "mu_static": 1, "mu_kinetic": 0.4, "thermal_speed": 0.02,
                                  "thermal_time": 0.05, "stiffness": 2e4 })" })
    {
        CAPTURE (law);
        auto one = parseShallow (alone), other = parseShallow (network);
        change (one, { "law", parseShallow (law) });
        change (other, { "contacts[0].law", parseShallow (law) });
        const auto reference = runReference (scenarioFromJson (one, {}).runs[0].motion),
                   networked = runReference (scenarioFromJson (other, {}).runs[0].motion);
        REQUIRE (reference.rows.size() == networked.rows.size());
        const double known = 2.0 * scenarioFromJson (one, {}).runs[0].motion.tolerance;
        double most = 0.0;
        for (std::size_t i = 0; i < reference.rows.size(); ++i)
        {
            most = std::max (most, reference.rows[i].memory);
            CHECK_THAT (networked.rows[i].position, WithinAbs (reference.rows[i].position, known));
            // The rate of a memory is that of its law, one over 0.05 s: times of slips are known as places are, at the
            // belt's speed.
            CHECK_THAT (networked.rows[i].memory, WithinAbs (reference.rows[i].memory, known / 0.1 / 0.05));
        }
        CHECK (most > 0.05);
        CHECK_THAT (networked.rows.back().residual, WithinAbs (0.0, known));
    }
}

TEST_CASE ("columns of contacts have the contact's name, and forces between two bodies act on both")
{
    const auto scenario = scenarioOf (R"({ "kolophon_scenario": 1, "title": "t",
        "bodies": { "a": { "body": { "kind": "mass", "mass": 2 }, "start": { "velocity": 3 } },
                    "b": { "body": { "kind": "mass", "mass": 1 } } },
        "contacts": [ { "name": "pad", "between": [ "a", "b" ], "normal_force": 4,
                        "law": { "id": "coulomb", "mu_static": 0.5, "mu_kinetic": 0.5 } } ],
        "run": { "seconds": 3, "rate": 1000 } })");
    // 2 N between them: a from 3 down by 1 m/s^2, b up by 2 m/s^2; together at 1 s and 2 m/s. Heat m v^2/2, m = 2/3.
    const double known = 10.0 * scenario.runs[0].motion.tolerance; // of 1 s, and what they have by then
    for (const auto& record : { runReference (scenario.runs[0].motion), runRealtime (scenario.runs[0].motion) })
    {
        const auto speeds = columnOf (record, "u1"), others = columnOf (record, "u2"),
                   force = columnOf (record, "pad.F"), heat = columnOf (record, "pad.heat"),
                   mode = columnOf (record, "pad.mode");
        CHECK_THAT (speeds[500], WithinAbs (2.5, known));
        CHECK_THAT (others[500], WithinAbs (1.0, known));
        CHECK_THAT (speeds.back(), WithinAbs (2.0, known));
        CHECK_THAT (others.back(), WithinAbs (2.0, known));
        CHECK_THAT (force[500], WithinAbs (2.0, test::rounded));
        CHECK_THAT (force.back(), WithinAbs (0.0, test::rounded));
        CHECK_THAT (heat.back(), WithinAbs (3.0, known));
        CHECK (mode[500] == 1.0);
        CHECK (mode.back() == 0.0);
        CHECK_THROWS_WITH (columnOf (record, "other.F"), Contains ("no contact has this name"));
    }
}

TEST_CASE ("a mass that falls on a spring bounces as in closed form, in both solvers")
{
    // 1 kg at 1 m/s from 0.5 m away on 1e4 N/m: pi/100 s in contact, 1 cm deep, and back as it came.
    const auto scenario = scenarioOf (R"({ "kolophon_scenario": 1, "title": "t",
        "bodies": { "ball": { "body": { "kind": "mass", "mass": 1 }, "start": { "velocity": -1 } } },
        "contacts": [ { "name": "floor", "between": [ "ground", "ball" ],
                        "normal": { "stiffness": 10000, "gap": 0.5 } } ],
        "run": { "seconds": 1, "rate": 20000 } })");
    for (const auto& record : { runReference (scenario.runs[0].motion), runRealtime (scenario.runs[0].motion) })
    {
        const auto place = columnOf (record, "q1"), speed = columnOf (record, "u1");
        constexpr double step = 1.0 / 20000.0;
        CHECK_THAT (speed.back(), WithinAbs (1.0, 2.0 * scenario.runs[0].motion.tolerance));
        // The lowest row is half a step away at most: 100 rad/s.
        CHECK_THAT (*std::min_element (place.begin(), place.end()),
                    WithinAbs (-0.51, 0.01 * 0.5 * std::pow (100.0 * 0.5 * step, 2)));
        REQUIRE (record.events.size() == 2);
        CHECK_THAT (record.events[0].time, WithinAbs (0.5, step + test::rounded));
        CHECK_THAT (record.events[1].time - record.events[0].time, WithinAbs (0.031415926, step + test::rounded));
    }
}

TEST_CASE ("contacts that hold share the load, until together they let go")
{
    // A push t on the first of three equal masses: 2/3 and 1/3 of it pass through the contacts, until 2/3 t = 1.
    const auto scenario = scenarioOf (R"({ "kolophon_scenario": 1, "title": "t",
        "bodies": { "row": { "body": { "kind": "lumped", "masses": [ 1, 1, 1 ] } } },
        "contacts": [ { "name": "first", "between": [ "row", "row" ], "at": [ 1, 2 ],
                        "law": { "id": "stiction", "mu_static": 1, "mu_kinetic": 0.5 } },
                      { "name": "second", "between": [ "row", "row" ], "at": [ 2, 3 ],
                        "law": { "id": "stiction", "mu_static": 1, "mu_kinetic": 0.5 } } ],
        "push": [ { "body": "row", "at": 1, "force": { "kind": "ramp", "to": 2, "seconds": 2 } } ],
        "run": { "seconds": 2, "rate": 1000 } })");
    for (const auto& record : { runReference (scenario.runs[0].motion), runRealtime (scenario.runs[0].motion) })
    {
        const auto first = columnOf (record, "first.F"), second = columnOf (record, "second.F"),
                   speed = columnOf (record, "u3"), driven = columnOf (record, "u1");
        CHECK (record.worstResidual < test::booksClose);
        // A step's force is that of its middle, half a millisecond later.
        CHECK_THAT (first[900], WithinAbs (0.6, 2.0 / 3.0 * 0.0005 + test::rounded));
        CHECK_THAT (second[900], WithinAbs (0.3, 1.0 / 3.0 * 0.0005 + test::rounded));
        REQUIRE (record.events.size() == 1);
        CHECK (record.events[0].contact == 0);
        CHECK_THAT (record.events[0].time, WithinAbs (1.5, 4e-3));
        CHECK_THAT (first.back(), WithinAbs (0.5, test::rounded));
        CHECK_THAT (second.back(), WithinAbs (0.25, test::rounded));
        // all at 1.5^2/6 until then; the last two under 0.5 N, the first under t - 0.5
        CHECK_THAT (speed.back(), WithinAbs (0.375 + 0.125, 2e-3));
        CHECK_THAT (driven.back(), WithinAbs (0.375 + 0.875 - 0.25, 2e-3));
    }
}

TEST_CASE ("contacts that can no longer hold let go together, however many they are")
{
    // Under 1 N all hold what pushes them; from 0.5 s on under 0.4 N none does: 0.2 N remain of each push.
    for (const int count : { 1, 5, 12 })
    {
        auto document = parseShallow (R"({ "kolophon_scenario": 1, "title": "t",
            "bodies": { "row": { "body": { "kind": "lumped", "masses": [] } } }, "contacts": [], "push": [],
            "run": { "seconds": 1, "rate": 2000 } })");
        const auto pushOf = [] (int i) { return (i % 2 == 1 ? 1.0 : -1.0) * (0.5 + 0.01 * i); };
        for (int i = 1; i <= count; ++i)
        {
            document["bodies"]["row"]["body"]["masses"].push_back (1.0);
            document["contacts"].push_back (
                { { "name", "c" + std::to_string (i) },
                  { "between", { "ground", "row" } },
                  { "at", { 0, i } },
                  { "law", { { "id", "stiction" }, { "mu_static", 1 }, { "mu_kinetic", 0.5 } } },
                  { "normal_force", { { "kind", "steps" }, { "times", { 0, 0.5 } }, { "values", { 1, 0.4 } } } } });
            document["push"].push_back ({ { "body", "row" }, { "at", i }, { "force", pushOf (i) } });
        }
        const auto motion = scenarioFromJson (document, {}).runs[0].motion;
        for (const auto& record : { runReference (motion), runRealtime (motion) })
        {
            REQUIRE (record.events.size() == static_cast<std::size_t> (count));
            for (int i = 1; i <= std::min (count, 8) && count <= 8; ++i)
                CHECK_THAT (
                    columnOf (record, "u" + std::to_string (i)).back(),
                    WithinAbs (0.5 * (pushOf (i) - std::copysign (0.2, pushOf (i))), 0.5 / 2000.0)); // a step late
            for (int i = 1; i <= count; ++i)
                CHECK_THAT (columnOf (record, "c" + std::to_string (i) + ".F").back(),
                            WithinAbs (-std::copysign (0.2, pushOf (i)), 1e-9));
        }
    }
}

TEST_CASE ("a network that cannot be is refused with place and what is allowed")
{
    const auto with = [] (const char* path, const Json& value)
    {
        auto document = parseShallow (network);
        change (document, { path, value });
        return [document] { return scenarioFromJson (document, {}); };
    };
    CHECK_THROWS_WITH (with ("contacts[0].between", Json::array ({ "ground", "moss" }))(),
                       Contains ("contacts[0].between") && Contains ("\"moss\"") && Contains ("ground, mass"));
    CHECK_THROWS_WITH (with ("contacts[0].at", Json::array ({ 0, 2 }))(), Contains ("contacts[0].at"));
    CHECK_THROWS_WITH (with ("body", Json { { "kind", "wall" } })(), Contains ("bodies, contacts and push alone"));
    CHECK_THROWS_WITH (with ("contacts", Json::array())(), Contains ("contacts"));
    const auto lawless = with ("contacts", Json::array ({ { { "name", "a" }, { "between", { "ground", "mass" } } } }));
    CHECK_THROWS_WITH (lawless(), Contains ("contacts[0].law") && Contains ("a law, a normal, or both"));
    const auto karnopp = with ("contacts[0].law.id", "karnopp")();
    CHECK_THROWS_WITH (runReference (karnopp.runs[0].motion), Contains ("karnopp") && Contains ("realtime"));
}
