// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Bench/Regime.h"
#include "Files/Json/ShallowJson.h"
#include "Studies/Bowing/BowedCells.h"
#include "Studies/StudyKit.h"
#include "Studies/StudyMaps.h"
#include "Studies/StudyTone.h"

#include "Core/Units.h"
#include "Support/Rounding.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>

using namespace kolophon;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

/** Every study that ships, from its own file, on a coarser grid: the numbers that it is held against, which are other
    people's or closed forms, must come out all the same. */
namespace
{
/** "study" of a file that ships. */
Json shipped (const std::string& name)
{
    const auto path = std::string (KOLOPHON_SOURCE_FOLDER) + "/Resources/Experiments/" + name + ".json";
    std::ifstream file (path);
    CAPTURE (path);
    REQUIRE (file);
    return Json::parse (file).at ("study");
}

/** The same with what `changes` says instead (JSON merge patch, RFC 7396). */
Json shipped (const std::string& name, const char* changes)
{
    auto study = shipped (name);
    study.merge_patch (Json::parse (changes));
    return study;
}

/** Of a list only these. */
void keep (Json& list, std::initializer_list<std::size_t> places)
{
    auto kept = Json::array();
    for (const auto place : places)
        kept.push_back (list.at (place));
    list = kept;
}

std::function<StudyResult (const StudyContext&)> prepared (const Json& study)
{
    std::function<StudyResult (const StudyContext&)> run;
    lab::Fields::read (study, "study", {},
                       [&run] (lab::Fields& f)
                       {
                           const auto kind = f.text ("kind", "");
                           for (const auto& each : mapStudies())
                               if (each.kind == kind)
                                   run = each.prepare (f);
                       });
    REQUIRE (run);
    return run;
}

StudyContext alone ()
{
    return {};
}

/** Runs it, requires every check to pass and every table to be whole. */
StudyResult passes (const Json& study)
{
    const auto result = prepared (study) (alone());
    CHECK (! result.interrupted);
    CHECK (! result.checks.empty());
    for (const auto& check : result.checks)
    {
        CAPTURE (check.name, check.obtained, check.unit, check.lowest, check.highest, check.source);
        CHECK (check.passed());
    }
    for (const auto& table : result.tables)
        for (const auto& row : table.rows)
        {
            CAPTURE (table.name);
            REQUIRE (row.size() == table.columns.size());
        }
    std::size_t views = 0;
    for (const auto& table : result.tables)
        for (const auto& view : table.views)
        {
            CAPTURE (table.name, view.title, view.x, view.y, view.by);
            auto names = view.y;
            names.push_back (view.x);
            if (! view.by.empty())
                names.push_back (view.by);
            for (const auto& name : names)
                CHECK (std::count (table.columns.begin(), table.columns.end(), name) == 1);
            ++views;
        }
    CHECK (views > 0);
    CHECK (! result.caption.empty());
    for (const auto& sound : result.sounds)
    {
        CAPTURE (sound.name);
        CHECK (sound.rate > 0.0);
        CHECK (static_cast<double> (sound.samples.size()) > 0.05 * sound.rate);
    }
    return result;
}
} // namespace

TEST_CASE ("study: strings move as Helmholtz saw it", "[study]")
{
    passes (shipped ("helmholtz"));
}

TEST_CASE ("study: Schelleng's limits, at two places of the bow", "[study]")
{
    auto study = shipped ("schelleng",
                          R"({ "positions": { "count": 4 }, "forces": { "count": 6 }, "map_seconds": 0.4,
                                            "betas": [ 0.0571, 0.1139 ] })");
    keep (study["maps"], { 0 });
    keep (study["limits"], { 1, 3 });
    for (auto& limit : study["limits"])
        limit["steps"] = 20;
    const auto result = passes (study);
    CHECK (result.tables.size() == 4);
    CHECK (result.tables[0].rows.size() == 24);
}

TEST_CASE ("study: pressed harder the tone goes flat, and above it sings low", "[study]")
{
    auto study = shipped ("flattening", R"({ "above": { "steps": 8 } })");
    keep (study["below"], { 0 });
    study["below"][0]["shares"] = { 0.2, 0.4, 0.6, 0.82 };
    passes (study);
}

TEST_CASE ("study: the wedge of attacks", "[study]")
{
    auto study = shipped ("guettler", R"({})");
    keep (study["cases"], { 2 });
    passes (study);
}

TEST_CASE ("study: every doubling of the rate cleans a note", "[study]")
{
    auto study = shipped ("aliasing", R"({ "doublings": 2 })");
    keep (study["cases"], { 0 });
    passes (study);
}

TEST_CASE ("study: the DAFx-19 set all over its range", "[study]")
{
    auto study = shipped (
        "literature-dafx19",
        R"({ "forces": 5, "speeds": 5, "range_seconds": 0.2, "map_forces": { "count": 3 }, "map_speeds": { "count": 3 } })");
    keep (study["strokes"], { 1 });
    passes (study);
}

TEST_CASE ("study: the cello string of 2025 keeps its books", "[study]")
{
    auto study = shipped ("literature-matusiak", R"({ "rates": [ 44100 ] })");
    keep (study["contacts"], { 0 });
    passes (study);
}

TEST_CASE ("study: a bar under a bow is harmonic", "[study]")
{
    passes (shipped ("bowed-bar", R"({ "map_seconds": 0.5, "forces": { "count": 2 }, "speeds": { "count": 2 } })"));
}

TEST_CASE ("study: a rim pulsates 2 n times a turn, and other numbers of nodes do not fit", "[study]")
{
    const auto coarse = R"({ "speeds": [ 0.15 ], "seconds": 6 })";
    passes (shipped ("glass", coarse));
    auto wrong = shipped ("glass", coarse);
    wrong["nodal_diameters"] = 3;
    const auto result = prepared (wrong) (alone());
    REQUIRE (result.checks.size() == 1);
    CHECK (! result.checks[0].passed());
}

TEST_CASE ("study: a saw rings the longer the more it is bent", "[study]")
{
    passes (shipped ("saw", R"({ "bends": [ 0, 10, 20, 40, 80, 160 ], "seconds": 1, "bowed_seconds": 0.1 })"));
}

TEST_CASE ("study: a hinge creaks as its spring is stretched, or slides", "[study]")
{
    passes (shipped ("hinge", R"({ "speeds": { "count": 8 }, "counted": 4, "heard_seconds": 0.5 })"));
}

//==============================================================================
namespace
{
Json smallMap ()
{
    auto study = shipped ("guettler", R"({ "cells": 5 })");
    keep (study["cases"], { 0, 3 });
    return study;
}
} // namespace

TEST_CASE ("a study gives the same numbers on any number of threads", "[study]")
{
    const auto run = prepared (smallMap());
    auto context = alone();
    const auto one = run (context);
    context.jobs = 3;
    const auto three = run (context);
    REQUIRE (one.tables.size() == three.tables.size());
    for (std::size_t t = 0; t < one.tables.size(); ++t)
    {
        REQUIRE (one.tables[t].rows.size() == three.tables[t].rows.size());
        for (std::size_t r = 0; r < one.tables[t].rows.size(); ++r)
            for (std::size_t c = 0; c < one.tables[t].rows[r].size(); ++c)
            {
                const double a = one.tables[t].rows[r][c], b = three.tables[t].rows[r][c];
                CHECK ((a == b || (std::isnan (a) && std::isnan (b))));
            }
    }
    REQUIRE (one.sounds.size() == three.sounds.size());
    for (std::size_t s = 0; s < one.sounds.size(); ++s)
        CHECK (one.sounds[s].samples == three.sounds[s].samples);
}

TEST_CASE ("a study tells how far it is, and gives what it has when it is interrupted", "[study]")
{
    const auto run = prepared (smallMap());
    std::vector<double> fractions;
    auto context = alone();
    context.progress = [&fractions] (double fraction) { fractions.push_back (fraction); };
    CHECK (! run (context).interrupted);
    REQUIRE (fractions.size() > 4);
    CHECK (std::is_sorted (fractions.begin(), fractions.end()));
    CHECK_THAT (fractions.back(), WithinAbs (1.0, 0.05));

    context.interrupted = [&fractions, before = fractions.size()] { return fractions.size() > before + 1; };
    const auto part = run (context);
    CHECK (part.interrupted);
    REQUIRE (! part.tables.empty());
    CHECK (part.tables[0].rows.size() > 0);
    CHECK (part.tables[0].rows.size() < 25);

    // and doesn't finish what it is in the middle of: a group of lanes asks every few steps
    context.interrupted = [asked = 0] () mutable { return ++asked > 5; };
    const auto none = run (context);
    CHECK (none.interrupted);
    CHECK (none.tables.at (0).rows.empty());

    // every study takes an interruption before it has begun
    context.interrupted = [] { return true; };
    for (const auto* name : { "helmholtz", "schelleng", "flattening", "guettler", "aliasing", "literature-dafx19",
                              "literature-matusiak", "bowed-bar", "glass", "saw", "hinge" })
    {
        CAPTURE (name);
        CHECK (prepared (shipped (name)) (context).interrupted);
    }
}

TEST_CASE ("what a study cannot use it refuses by its name", "[study]")
{
    const auto refusal = [] (const char* name, const char* changes) -> std::string
    {
        try
        {
            prepared (shipped (name, changes));
        }
        catch (const InputError& problem)
        {
            return problem.what();
        }
        return {};
    };
    CHECK_THAT (refusal ("schelleng", R"({ "bow_speed": -1 })"), Contains ("study.bow_speed"));
    CHECK_THAT (refusal ("schelleng", R"({ "positions": { "low": 0.3, "high": 0.2 } })"),
                Contains ("study.positions.high"));
    CHECK_THAT (refusal ("guettler", R"({ "cases": [ { "name": "x", "law": "glue" } ] })"),
                Contains ("study.cases[0].law"));
    CHECK_THAT (refusal ("guettler", R"({ "cases": [ { "name": "x", "mu_kinetic": 0.9 } ] })"),
                Contains ("mu_kinetic"));
    CHECK_THAT (refusal ("glass", R"({ "patch": { "body.colour": 3 } })"), Contains ("study.patch.body.colour"));
    CHECK_THAT (refusal ("glass", R"({ "patch": { "body.radius": "3 N" } })"), Contains ("study.patch.body.radius"));
    CHECK_THAT (refusal ("glass", R"({ "patch": { "body": { "radius": "3 N" } } })"),
                Contains ("study.patch.body.radius"));
    CHECK (refusal ("glass", R"({ "patch": { "body": { "radius": "30 mm" } } })").empty());
    CHECK_THAT (refusal ("glass", R"({ "seconds": 2 })"), Contains ("study.seconds"));
    CHECK_THAT (refusal ("hinge", R"({ "arm": { "mu_kinetic": 0.8 } })"), Contains ("study.arm.mu_kinetic"));
    CHECK_THAT (refusal ("saw", R"({ "bends": [ 10, 0 ] })"), Contains ("study.bends"));
    CHECK_THAT (refusal ("helmholtz", R"({ "shown": 9 })"), Contains ("study.shown"));
}

TEST_CASE ("every field of every study can be described", "[study]")
{
    for (const auto& study : mapStudies())
    {
        const auto schema = lab::Fields::describe ([&study] (lab::Fields& f) { (void)study.prepare (f); });
        CAPTURE (study.kind);
        CHECK (schema.at ("properties").size() >= 4);
        for (const auto& field : schema.at ("properties"))
            CHECK_FALSE (field.value ("description", "").empty());
    }
}

TEST_CASE ("the frequency of a partial is found between the bins", "[study]")
{
    const double rate = 48000.0, f = 439.37;
    std::vector<double> tone;
    for (int n = 0; n < 24000; ++n)
        tone.push_back (0.3 * std::sin (2.0 * pi * f * n / rate + 0.4) +
                        0.2 * std::sin (2.0 * pi * 3.1 * f * n / rate));
    CHECK_THAT (study::frequencyNear (tone, rate, 440.0), WithinAbs (f, 1e-4));
    CHECK_THAT (std::abs (study::lineAt (tone, rate, f)), WithinAbs (0.3, 1e-6));
    CHECK (std::abs (study::lineAt (tone, rate, 2.0 * f)) < 1e-6);
}

TEST_CASE ("maps of regimes have the colours that regimes have everywhere: those of Okabe and Ito")
{
    const auto view = study::regimeMap ("title", "x", "y");
    CHECK (view.kinds.at (static_cast<std::size_t> (Regime::helmholtz)).colour == "#0072b2");
    CHECK (view.kinds.at (static_cast<std::size_t> (Regime::anomalousLow)).colour == "#d55e00");
    CHECK (view.by == study::regimeColumn());
}

TEST_CASE ("study: a bowing machine finds Schelleng's largest force", "[study]")
{
    // A friction curve without losses worth mentioning: 2 Z_0 v/(beta dmu), 1/beta and v to the first power.
    const auto study = Json::parse (R"({ "kind": "bowing_machine",
        "string": { "fundamental": 146.93, "impedance": 0.55, "inharmonicity": 0.0, "decay_rate": 1.0, "quality": 300.0,
                    "bending_decay": 0.0, "partials": 122, "torsion_partials": 0 },
        "rate": 88200.0, "seconds": 0.5, "passes": 1, "kept": 0.15, "speeds": [ 0.1, 0.2 ],
        "positions": { "low": 0.06, "high": 0.16, "count": 2 }, "forces": { "low": 0.5, "high": 12.0, "count": 32 },
        "contacts": [ { "name": "rigid", "law": "stribeck", "mu_static": 0.8, "mu_kinetic": 0.3, "stribeck_speed": 0.05 } ],
        "numbers": [
            { "what": "largest_constant", "measured": { "expected": 2.2, "lowest": 1.87, "highest": 2.53 } },
            { "what": "largest_speed_power", "measured": { "expected": 1.0, "lowest": 0.8, "highest": 1.2 } },
            { "what": "largest_position_power", "measured": { "expected": -1.0, "lowest": -1.3, "highest": -0.7 } },
            { "what": "flyback_impedance", "measured": { "expected": 0.55, "lowest": 0.5, "highest": 0.75 } },
            { "what": "jitter", "measured": { "lowest": 0.0, "highest": 1.0 } } ] })");
    const auto result = passes (study);
    CHECK (result.checks.size() == 5); // one contact is no band
    CHECK (result.tables.front().rows.size() == 2 * 2 * 32);
}

TEST_CASE ("study: a band holds a measured number that lies in it, and shows its nearer end otherwise", "[study]")
{
    StudyResult result;
    study::judgeBand (result, "inside", "N", { 1.0, std::nan (""), 3.0 }, study::Expectation::within (2.0, 0.5, ""));
    study::judgeBand (result, "above", "N", { 1.0, 3.0 }, study::Expectation::within (4.0, 0.5, ""));
    study::judgeBand (result, "none", "N", { std::nan (""), std::nan ("") }, study::Expectation::within (4.0, 0.5, ""));
    REQUIRE (result.checks.size() == 9);
    CHECK (result.checks[0].obtained == 2.0);
    CHECK (result.checks[0].passed());
    CHECK (result.checks[1].obtained == 1.0);
    CHECK (result.checks[2].obtained == 3.0);
    CHECK (result.checks[3].obtained == 3.0);
    CHECK_FALSE (result.checks[3].passed());
    CHECK_FALSE (result.checks[6].passed());
}

TEST_CASE ("study: which force starts a string, over its acceleration", "[study]")
{
    const auto study = Json::parse (R"({ "kind": "attack_machine", "position": 0.0899, "rate": 88200.0, "seconds": 0.3,
        "forces": { "low": 0.4, "high": 4.0, "count": 7 }, "accelerations": { "low": 0.6, "high": 3.0, "count": 4 },
        "contacts": [ { "name": "bristle", "law": "kolophon", "mu_static": 0.8, "mu_kinetic": 0.3, "stribeck_speed": 0.2,
                        "stiffness": 100000.0, "damping": 0.3, "breakaway": 0.7 } ],
        "strings": [ { "name": "D", "fundamental": 146.93, "impedance": 0.54744863, "inharmonicity": 5.78949e-05,
                       "quality": 150.0, "torsion_partials": 23,
                       "numbers": [ { "what": "success", "measured": { "expected": 57.0, "lowest": 35.0, "highest": 80.0 } },
                                    { "what": "edge_force", "acceleration": 2.0, "measured": { "lowest": 0.4, "highest": 3.0 } } ] } ] })");
    const auto result = passes (study); // ReferenceNumbers.md R.8: 36 % within 50 ms and 48 % within 90 ms, here 136 ms
    CHECK (result.tables.front().rows.size() == 28);
}

TEST_CASE ("study: the modes of a glass are a ring's", "[study]")
{
    const auto study = Json::parse (R"({ "kind": "body_modes", "patch": { "body.type": "Glass" },
        "ratios": [ { "mode": 3, "ratio": { "lowest": 2.828, "highest": 2.829 } } ] })"); // 2 sqrt 2
    passes (study);
}

TEST_CASE ("study: a cup that fills", "[study]")
{
    // R/H = 0.5, load = 0.035/0.001 * 1000/2500 = 14: bending of n = 2 is 9 (1 + 6 (1 - 0.22)/16), motion
    // 1 + (1 + 3/16)/4 empty, and 14/2 more when full
    const auto study = Json::parse (R"({ "kind": "cup", "radius": 0.035, "radius_over_height": [0.5],
        "thickness": [0.001], "height_power": [1],
        "modes": [ { "waves": 3, "name": "this", "measured": { "expected": 2.6826, "lowest": 2.682, "highest": 2.683 } } ],
        "fills": [ { "volume": 1, "measured": { "expected": 0.3954, "lowest": 0.395, "highest": 0.3957 } } ],
        "between": [0.25, 0.5], "power": { "expected": 3, "lowest": 2.9999, "highest": 3.0001 } })");
    const auto result = passes (study);
    CHECK (result.checks.front().name == "this, mode with 3 waves over the one with 2");
    REQUIRE (result.tables.size() == 2);
    CHECK (result.tables[1].rows.size() == 1); // the measured one
}

TEST_CASE ("measured damping: the same losses from a table and from a quality", "[study]")
{
    auto string = withoutTorsion (celloD());
    string.decayRate = 0.0;
    string.quality = 200.0;
    auto table = string;
    table.quality = 1e9;
    table.damping = { { 1.0, 1.0 / 400.0 }, { 50.0, 1.0 / 400.0 } };
    for (const int n : { 1, 7, 50, 90 })
        CHECK_THAT (decayRateOf (table, n), WithinAbs (decayRateOf (string, n), 1e-9 * decayRateOf (string, n)));
    std::vector<Experiment> both;
    for (const auto& one : { string, table })
        both.push_back ({ one, rigidContact (0.1), { 0.1, 0.6, 0.1, 0.0 }, StringStart::helmholtz });
    const auto records = perform (both, { 88200.0, 0.1, 0.05 });
    REQUIRE (records[0].bridge.size() == records[1].bridge.size());
    double largest = 0.0, apart = 0.0;
    for (std::size_t n = 0; n < records[0].bridge.size(); ++n)
    {
        largest = std::max (largest, std::abs (records[0].bridge[n]));
        apart = std::max (apart, std::abs (records[0].bridge[n] - records[1].bridge[n]));
    }
    CHECK (apart < 1e-4 * largest); // rounding grows from slip to slip; half the losses are 1e-2 apart
    CHECK (records[1].worstResidual < test::booksClose * records[1].peakEnergy);
    // From a hundredth at the tenth partial to a tenth at the hundredth: in proportion between them and beyond.
    table.damping = { { 10.0, 1e-2 }, { 100.0, 1e-1 } };
    CHECK_THAT (decayRateOf (table, 30) / (2.0 * pi * 30.0 * table.fundamental), WithinAbs (0.03, 1e-12));
    CHECK_THAT (decayRateOf (table, 5) / (2.0 * pi * 5.0 * table.fundamental), WithinAbs (0.005, 1e-12));
}
