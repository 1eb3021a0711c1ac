// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Json/ShallowJson.h"
#include "Lab/Motion/WithLaw.h"
#include "Lab/Scenarios/CheckJson.h"
#include "Lab/Scenarios/Measures.h"
#include "Lab/Scenarios/Scenario.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
using namespace kolophon::lab;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** A mass of 1 kg on the ground, under 1 N. */
Json massUnder (const char* law, double speed, double seconds)
{
    auto document = parseShallow (R"({ "kolophon_scenario": 1, "title": "t", "body": { "kind": "mass", "mass": 1 },
        "drive": { "normal_force": 1 }, "run": { "rate": 2000, "tolerance": 1e-10 } })");
    document["law"] = parseShallow (law);
    document["start"]["velocity"] = speed;
    document["run"]["seconds"] = seconds;
    return document;
}

Motion motionOf (const Json& document)
{
    return scenarioFromJson (document, {}).runs[0].motion;
}

constexpr auto hill = R"({ "id": "table", "table": [ [ 0, 0.2 ], [ 1, 0.5 ], [ 2, 0.1 ] ], "viscosity": 0 })";
} // namespace

TEST_CASE ("a mass that slides under friction from a table moves as in closed form, segment by segment")
{
    // From 2 to 1 m/s mu = 0.9 - 0.4 v, so that v = 2.25 - 0.25 e^(0.4 t): 1 m/s after ln (5)/0.4.
    // Below, mu = 0.2 + 0.3 v: v = (5/3) e^(-0.3 t) - 2/3, at rest after ln (2.5)/0.3 more.
    const double bend = std::log (5.0) / 0.4, rest = bend + std::log (2.5) / 0.3;
    const auto speedAt = [&] (double t)
    {
        if (t < bend)
            return 2.25 - 0.25 * std::exp (0.4 * t);
        return t < rest ? (5.0 / 3.0) * std::exp (-0.3 * (t - bend)) - 2.0 / 3.0 : 0.0;
    };
    const auto motion = motionOf (massUnder (hill, 2.0, 8.0));
    for (const bool exact : { true, false })
    {
        const auto record = exact ? runReference (motion) : runRealtime (motion);
        for (std::size_t i = 0; i < record.rows.size(); i += 50)
            REQUIRE_THAT (record.rows[i].velocity, WithinAbs (speedAt (record.rows[i].time), exact ? 1e-7 : 2e-6));
        REQUIRE (record.events.size() == 1);
        CHECK_THAT (record.events[0].time, WithinAbs (rest, exact ? 1e-6 : 1e-3));
    }
}

TEST_CASE ("friction from a table goes on beyond its last point, and has viscosity beside it")
{
    // mu = 0.1 from 2 m/s on, s2 = 0.5: v' = -0.1 - 0.5 v, v = 3.2 e^(-t/2) - 0.2
    const auto motion = motionOf (massUnder (
        R"({ "id": "table", "table": [ [ 0, 0.2 ], [ 1, 0.5 ], [ 2, 0.1 ] ], "viscosity": 0.5 })", 3.0, 0.7));
    for (const auto& record : { runReference (motion), runRealtime (motion) })
        CHECK_THAT (record.rows.back().velocity, WithinAbs (3.2 * std::exp (-0.35) - 0.2, 1e-6));
}

TEST_CASE ("a contact with a peak lets go at that multiple of its slowest sliding, whichever friction curve it has")
{
    const struct
    {
        const char* law;
        double breaks; // [N] under 1 N
    } cases[] = { { R"({ "id": "table", "table": [ [ 0, 0.2 ], [ 1, 0.2 ] ], "peak": 1.5 })", 0.3 },
                  { R"({ "id": "coulomb", "mu_kinetic": 0.4, "peak": 2 })", 0.8 },
                  { R"({ "id": "stribeck", "mu_static": 0.5, "mu_kinetic": 0.2, "peak": 1.2 })", 0.6 },
                  { R"({ "id": "stribeck", "mu_static": 0.5, "mu_kinetic": 0.2 })", 0.5 } };
    for (const auto& one : cases)
    {
        auto document = massUnder (one.law, 0.0, 1.0);
        document["drive"]["push"] = parseShallow (R"({ "kind": "ramp", "to": 1, "seconds": 1 })");
        const auto motion = motionOf (document);
        for (const auto& record : { runReference (motion), runRealtime (motion) })
        {
            CAPTURE (one.law);
            REQUIRE (record.events.size() == 1);
            CHECK_THAT (record.events[0].time, WithinAbs (one.breaks, 1e-3));
        }
    }
    // A peak is of rest alone: a mass that slides feels none of it.
    const auto sliding = motionOf (massUnder (R"({ "id": "coulomb", "mu_kinetic": 0.4, "peak": 2 })", 1.0, 1.0));
    for (const auto& record : { runReference (sliding), runRealtime (sliding) })
        CHECK_THAT (record.rows.back().velocity, WithinAbs (0.6, 1e-9));
}

TEST_CASE ("the first root of a table from where the contact was is the one of halving along the way")
{
    test::Random random (77);
    for (int n = 0; n < 4000; ++n)
    {
        LawChoice choice;
        for (const auto& field : HWY_NAMESPACE::ContactKnobs<double>::fields())
            choice.knobs.*field.member = field.neutral;
        choice.knobs.viscosity = random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-3, 10.0);
        double v = 0.0;
        for (int i = random.integer (1, 8); i > 0; --i)
        {
            choice.table.push_back ({ v, random.uniform (0.0, 2.0) });
            v += random.logUniform (1e-3, 1.0);
        }
        const auto p = TableLaw::prepare (choice, 1e-4);
        const double N = random.logUniform (0.1, 10.0), b = random.logUniform (1e-3, 10.0),
                     C = random.uniform (-1.0, 4.0);
        const double start = random.integer (0, 2) == 0 ? 0.0 : random.uniform (0.0, 3.0);
        const auto branch = findSlip<HWY_NAMESPACE::NoFall> (p, N, b, C, start);
        CAPTURE (n, C, start, branch.speed);
        const auto f = [&] (double u) { return u + b * (N * tableAt (choice.table, u) + p.viscosity * u) - C; };
        if (branch.speed <= 0.0)
        {
            // There is none below, and the way up always has one.
            CHECK ((C <= 0.0 || f (start) > 0.0));
            for (int i = 1; C > 0.0 && i <= 2000; ++i)
                REQUIRE (f (start * i / 2000.0) > -1e-9);
            continue;
        }
        REQUIRE_THAT (f (branch.speed), WithinAbs (0.0, 1e-9 * (1.0 + C)));
        REQUIRE_THAT (branch.force, WithinRel ((C - branch.speed) / b, 1e-9) || WithinAbs (0.0, 1e-9));
        for (int i = 1; i < 2000; ++i) // none in between
            REQUIRE (f (start + (branch.speed - start) * i / 2000.0) * f (start) >= -1e-9);
    }
}

TEST_CASE ("a table or a peak that cannot be is refused with place and what is allowed")
{
    const auto refusal = [] (const char* law)
    {
        try
        {
            motionOf (massUnder (law, 1.0, 1.0));
        }
        catch (const InputError& e)
        {
            return std::string (e.what());
        }
        return std::string();
    };
    CHECK_THAT (refusal (R"({ "id": "table" })"), Contains ("law.table") && Contains ("missing"));
    CHECK_THAT (refusal (R"({ "id": "table", "table": [ [ 0.1, 0.2 ] ] })"), Contains ("law.table"));
    CHECK_THAT (refusal (R"({ "id": "table", "table": [ [ 0, 0.2 ], [ 0, 0.3 ] ] })"), Contains ("rise from 0"));
    CHECK_THAT (refusal (R"({ "id": "table", "table": [ [ 0, -0.2 ] ] })"), Contains ("law.table"));
    CHECK_THAT (refusal (R"({ "id": "table", "table": [ 0, 0.2 ] })"), Contains ("law.table"));
    CHECK_THAT (refusal (R"({ "id": "coulomb", "table": [ [ 0, 0.2 ] ] })"),
                Contains ("law.table") && Contains ("coulomb"));
    CHECK_THAT (refusal (R"({ "id": "coulomb", "peak": 0.5 })"), Contains ("law.peak"));
    CHECK_THAT (refusal (R"({ "id": "lugre", "stiffness": 1, "peak": 2 })"),
                Contains ("law.peak") && Contains ("stribeck"));
    CHECK_THAT (refusal (R"({ "id": "armstrong", "peak": 2 })"), Contains ("law.peak"));
    CHECK (refusal (R"({ "id": "hess_soom", "peak": 2 })").empty());
}

TEST_CASE ("slips are counted by the number of contacts that slide until all stick again")
{
    // Sizes 1, 3, 1 and 2; the last is not over at the end.
    auto scenario = scenarioFromJson (parseShallow (R"({ "kolophon_scenario": 1, "title": "t",
        "bodies": { "row": { "body": { "kind": "lumped", "masses": [ 1, 1, 1 ] } } },
        "contacts": [ { "name": "a", "between": [ "ground", "row" ], "at": [ 0, 1 ], "law": { "id": "coulomb" } },
                      { "name": "b", "between": [ "ground", "row" ], "at": [ 0, 2 ], "law": { "id": "coulomb" } },
                      { "name": "c", "between": [ "ground", "row" ], "at": [ 0, 3 ], "law": { "id": "coulomb" } } ],
        "run": { "seconds": 1, "rate": 1000 },
        "analyses": [ { "kind": "slips", "name": "all", "what": "count" },
                      { "kind": "slips", "name": "late", "what": "count", "from": 3 },
                      { "kind": "slips", "name": "ones", "what": "fraction", "largest": 1 },
                      { "kind": "slips", "name": "exponent", "what": "exponent", "largest": 2 },
                      { "kind": "slips", "name": "apart", "what": "distance" } ] })"),
                                      {});
    RunRecords records;
    records.reference.emplace();
    records.realtime.emplace();
    const auto slip = [] (Record& record, double time, int contact, int from, int to) {
        record.events.push_back ({ time, from, to, 0.0, 0.0, contact });
    };
    auto& r = *records.reference;
    slip (r, 1, 0, 0, 1), slip (r, 2, 0, 1, 0);
    slip (r, 3, 1, 0, 1), slip (r, 4, 2, 0, 2), slip (r, 5, 1, 1, 0), slip (r, 6, 0, 0, 1), slip (r, 7, 0, 1, 2);
    slip (r, 8, 2, 2, 0), slip (r, 9, 0, 2, 0);
    slip (r, 10, 1, 0, 1), slip (r, 11, 1, 1, 0);
    slip (r, 12, 1, 0, 1), slip (r, 13, 2, 0, 1), slip (r, 14, 2, 1, 0), slip (r, 15, 1, 1, 0);
    slip (r, 16, 2, 0, 1);
    auto& other = *records.realtime;
    slip (other, 1, 0, 0, 1), slip (other, 2, 0, 1, 0);
    slip (other, 3, 0, 0, 1), slip (other, 4, 0, 1, 0);
    std::vector<RunRecords> all;
    all.push_back (std::move (records));
    const auto obtained = [&] (std::size_t which)
    { return evaluate (scenario.analyses[which], scenario, all).at (0).obtained; };
    CHECK (obtained (0) == 4.0);
    CHECK (obtained (1) == 3.0);
    CHECK (obtained (2) == 0.5);
    CHECK_THAT (obtained (3), WithinAbs (1.0, 1e-12)); // two of size 1, one of size 2
    CHECK_THAT (obtained (4), WithinAbs (0.5, 1e-12)); // up to size 1: all against half
}

TEST_CASE ("the growth of an oscillation is read from its extremes, about any level")
{
    const auto scenario = scenarioFromJson (parseShallow (R"({ "kolophon_scenario": 1, "title": "t",
        "body": { "kind": "mass", "mass": 1, "stiffness": 400, "damping": 1 }, "law": { "id": "viscous" },
        "drive": { "push": 40, "normal_force": 0 }, "start": { "position": 0.6 },
        "run": { "seconds": 2, "rate": 20000 },
        "analyses": [ { "kind": "growth", "name": "g", "column": "x", "level": 0.1 } ] })"),
                                            {});
    std::vector<RunRecords> all (1);
    all[0].reference = runReference (scenario.runs[0].motion);
    CHECK_THAT (evaluate (scenario.analyses[0], scenario, all).at (0).obtained, WithinRel (-0.5, 1e-4)); // c/(2 m)
}

TEST_CASE ("a number that is missing, and a reason that is missing, are null for reports and pages alike")
{
    Check check { "a" };
    check.obtained = 2.0;
    check.lowest = 1.0;
    check.highest = std::numeric_limits<double>::infinity();
    check.expected = std::numeric_limits<double>::quiet_NaN();
    auto json = checkJson (check);
    CHECK (json["notJudgedBecause"].is_null());
    CHECK (json["expected"].is_null());
    CHECK (json["highest"].is_null());
    CHECK (json["lowest"] == 1.0);
    CHECK (json["judged"] == true);
    CHECK (json["passed"] == true);
    check.notJudged = "the model differs";
    json = checkJson (check);
    CHECK (json["notJudgedBecause"] == "the model differs");
    CHECK (json["judged"] == false);
}
