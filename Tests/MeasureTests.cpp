// SPDX-License-Identifier: GPL-3.0-or-later
// Signals, analyses and the explicit method of the laboratory, by numbers that a pencil can check.
#include "Lab/Scenarios/Measures.h"
#include "Support/Motions.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
using namespace kolophon::lab;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE ("bursts, ramps and points begin and end where they say")
{
    const Signal bursts (
        Signal::Burst { 1.0, 2.0, 0.5, 0.25, 1.0, 3, Signal::Window::rectangle }); // offset 1, height 2
    for (const double start : { 0.5, 1.5, 2.5 })
    {
        CHECK (bursts.at (start - 1e-6) == 1.0);
        CHECK (bursts.at (start + 1e-6) == 3.0);
        CHECK (bursts.at (start + 0.25 - 1e-6) == 3.0);
        CHECK (bursts.at (start + 0.25 + 1e-6) == 1.0);
    }
    CHECK (bursts.at (3.6) == 1.0); // there are three
    CHECK (bursts.at (99.6) == 1.0);
    CHECK (bursts.corners (0.0, 10.0) == std::vector<double> { 0.5, 0.75, 1.5, 1.75, 2.5, 2.75 });

    const Signal ramp (Signal::Ramp { 1.0, 3.0, 0.5, 2.0 }); // from 1 to 3 within 2 s from 0.5 s on
    CHECK (ramp.at (0.4) == 1.0);
    CHECK (ramp.at (1.0) == 1.5);
    CHECK (ramp.at (2.6) == 3.0);
    CHECK (ramp.corners (0.0, 10.0) == std::vector<double> { 0.5, 2.5 });

    const Signal held (Signal::Points { { 0.0, 1.0, 3.0 }, { 5.0, 7.0, -1.0 }, Signal::Between::hold });
    CHECK (held.at (-1.0) == 5.0);
    CHECK (held.at (0.5) == 5.0);
    CHECK (held.at (2.9) == 7.0);
    CHECK (held.at (3.1) == -1.0);
    const Signal straight (Signal::Points { { 0.0, 1.0, 3.0 }, { 5.0, 7.0, -1.0 }, Signal::Between::linear });
    CHECK_THAT (straight.at (2.0), WithinAbs (3.0, 1e-14));

    // Fritsch & Butland's slope at t = 1 between rises of 1 in 1 s and 6 in 2 s: 3 (h_1 + h_2)/((2 h_2 + h_1)/d_1 +
    // (h_2 + 2 h_1)/d_2) = 9/(5/1 + 4/3) with d = 1 and 3.
    const Signal smooth (Signal::Points { { 0.0, 1.0, 3.0 }, { 0.0, 1.0, 7.0 }, Signal::Between::cubic });
    CHECK_THAT (smooth.slope (1.0), WithinRel (27.0 / 19.0, 1e-12));
    CHECK_THAT (smooth.at (1.0), WithinAbs (1.0, 1e-14));
}

TEST_CASE ("analyses of a handful of rows give what a pencil gives")
{
    RunRecords records;
    records.realtime.emplace();
    records.reference.emplace();
    const double velocity[] = { 1.0, 3.0, -2.0, 2.0 };
    for (int i = 0; i < 4; ++i)
    {
        Row row {};
        row.time = 10.0 + i;
        row.velocity = velocity[i];
        row.relativeVelocity = velocity[i];
        records.realtime->rows.push_back (row);
        row.velocity += i == 2 ? 1.0 : 0.0; // differs by 1 where the reference's largest is 3
        records.reference->rows.push_back (row);
    }
    records.realtime->events = { { 10.5, 0, 1, 0.0, 0.0 }, { 11.5, 1, 0, 0.0, 0.0 }, { 12.5, 0, 2, 0.0, 0.0 } };
    auto document = Json::parse (R"({
        "kolophon_scenario": 1, "title": "a mass",
        "body": { "kind": "mass", "mass": 2 },
        "law": { "id": "coulomb", "mu_static": 0.5, "mu_kinetic": 0.5 },
        "drive": { "push": 3, "normal_force": 4 },
        "run": { "seconds": 1, "rate": 1000, "solver": "both" } })");
    const auto number = [&] (const char* analysis)
    {
        document["analyses"] = Json::array ({ Json::parse (analysis) });
        const auto scenario = scenarioFromJson (document, {});
        std::vector<RunRecords> all { records };
        return evaluate (scenario.analyses[0], scenario, all).at (0).obtained;
    };
    CHECK_THAT (number (R"({ "kind": "extreme", "name": "", "solver": "realtime", "column": "u", "what": "mean" })"),
                WithinRel (1.0, 1e-14));
    CHECK_THAT (number (R"({ "kind": "extreme", "name": "", "solver": "realtime", "column": "u", "what": "rms" })"),
                WithinRel (std::sqrt (4.5), 1e-14));
    CHECK (
        number (R"({ "kind": "extreme", "name": "", "solver": "realtime", "column": "u", "what": "peak_to_peak" })") ==
        5.0);
    CHECK (number (R"({ "kind": "extreme", "name": "", "solver": "realtime", "column": "u", "what": "min" })") == -2.0);
    CHECK (number (R"({ "kind": "extreme", "name": "", "solver": "realtime", "column": "u", "what": "last" })") == 2.0);
    CHECK_THAT (
        number (
            R"({ "kind": "extreme", "name": "", "solver": "realtime", "column": "u", "what": "last", "scale": 1000 })"),
        WithinRel (2000.0, 1e-14));
    // u rises, falls and rises again: two turns in three seconds.
    CHECK_THAT (number (R"({ "kind": "chatter", "name": "", "solver": "realtime" })"), WithinRel (2.0 / 3.0, 1e-14));
    // The path is the area under v by trapezia: 2 + 0.5 + 0.
    CHECK_THAT (number (R"({ "kind": "extreme", "name": "", "solver": "realtime", "column": "path", "what": "last" })"),
                WithinRel (2.5, 1e-14));
    CHECK_THAT (number (R"({ "kind": "deviation", "name": "", "column": "u" })"), WithinRel (1.0 / 3.0, 1e-14));
    CHECK (
        number (R"({ "kind": "events", "name": "", "solver": "realtime", "what": "count", "to_state": "slip +" })") ==
        1.0);
    CHECK (number (R"({ "kind": "events", "name": "", "solver": "realtime", "what": "count" })") == 3.0);
    CHECK (number (R"({ "kind": "events", "name": "", "solver": "realtime", "what": "time", "to_state": "slip -" })") ==
           12.5);
}

TEST_CASE ("a field of whole numbers takes no halves")
{
    auto document = Json::parse (R"({
        "kolophon_scenario": 1, "title": "a string",
        "body": { "kind": "string", "fundamental": 196, "impedance": 0.36, "partials": 6, "position": 0.13, "quality": 300 },
        "law": { "id": "coulomb" }, "run": { "seconds": 0.05, "rate": 96000, "solver": "realtime" } })");
    CHECK (scenarioFromJson (document, {}).runs.at (0).motion.body.size() == 6);
    document["body"]["partials"] = 6.5;
    CHECK_THROWS_WITH (scenarioFromJson (document, {}),
                       Catch::Contains ("body.partials: 6.5") && Catch::Contains ("whole number"));
}

TEST_CASE ("the explicit method is of fourth order")
{
    // A mass on a spring, unrubbed, from x = 1: cos wt.
    const auto error = [] (double rate)
    {
        Motion motion;
        motion.body = test::oneMass (1.0, 0.0, 4.0 * pi * pi);
        motion.law = test::law ("coulomb", 0.5, 0.5);
        motion.normalForce = 0.0;
        motion.start.place = Eigen::VectorXd::Ones (1);
        motion.seconds = 1.3;
        motion.rate = rate;
        const auto record = runExplicit (motion);
        return std::abs (record.rows.back().position - std::cos (2.0 * pi * 1.3));
    };
    const double coarse = error (100.0), fine = error (200.0);
    CAPTURE (coarse, fine);
    CHECK (coarse < 1e-5); // (w h)^5/120 a step, 130 of them
    CHECK (coarse / fine > 13.0);
    CHECK (coarse / fine < 19.0);
}
