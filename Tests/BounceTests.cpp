// SPDX-License-Identifier: GPL-3.0-or-later
// Bows that are thrown, dropped and struck: flights, bounces and touches of a mass on a spring, by mechanics.
#include "Core/Units.h"
#include "Support/BowedStrings.h"
#include "Support/NamedBody.h"
#include "Support/Scene.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Hands/BouncingBow.h"
#include "Synth/Parameters/PatchChoices.h"
#include "Synth/Strings/StringSet.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double rate = 48000.0;

struct Touch
{
    double at, seconds; // [s]
    double peak;        // [N]
    double speed;       // [m/s] of the bow along the body, in the middle
};

struct Played
{
    std::vector<Touch> touches;
    std::vector<ProbeFrame> frames;
    Rendering sound;
    EnergyLedger ledger;
};

std::vector<Touch> touchesOf (const std::vector<ProbeFrame>& frames)
{
    std::vector<Touch> touches;
    std::size_t first = 0;
    bool before = false;
    for (std::size_t n = 0; n < frames.size(); ++n)
    {
        const bool now = frames[n].normalForce > 1e-6;
        if (now && ! before)
        {
            first = n;
            touches.push_back ({ static_cast<double> (n) / rate, 0.0, 0.0, 0.0 });
        }
        if (now)
            touches.back().peak = std::max (touches.back().peak, frames[n].normalForce);
        if (before && ! now)
        {
            touches.back().seconds = static_cast<double> (n - first) / rate;
            touches.back().speed = frames[(n + first) / 2].bowVelocity;
        }
        before = now;
    }
    return touches;
}

/** Plays events under a steady hand that presses with a given force. */
Played play (Articulation kind, Settings more, double seconds,
             std::vector<PerformanceEvent> events = { noteOn (0, 62) })
{
    auto patch = Patch::defaults();
    turn (patch, { { "voice.humanise", 0.0 },
                   { "surface.texture", 0.0 },
                   { "voice.guide", 0.0 },
                   { "hand.force_mode", placeOfChoice (ForceMode::absolute) },
                   { "hand.force", 1.0 },
                   { "hand.rate", 8.0 },
                   { "out.box", 0.0 },
                   { "quality.ledger", 1.0 },
                   { "hand.articulation", placeOfChoice (kind) } });
    turn (patch, more);
    PreparedSynth synth (patch, rate);
    Played played;
    played.frames.resize (static_cast<std::size_t> (rate * seconds));
    ProbeBuffer probes { played.frames.data(), played.frames.size(), 0 };
    played.sound = render (synth, std::move (events), static_cast<int> (played.frames.size()), 512, &probes);
    played.frames.resize (probes.count);
    played.touches = touchesOf (played.frames);
    played.ledger = synth.ledger();
    return played;
}
} // namespace

TEST_CASE ("a contact leaves with its part of the speed, whatever that is", "[bounce]")
{
    const double e = GENERATE (0.3, 0.6, 0.9), v = GENERATE (0.02, 0.5), m = 0.02, timeStep = 1e-5;
    CAPTURE (e, v);
    auto group = bowedStrings (4, 0);
    group->bow.normalForce.fill (0.0);
    auto& presser = group->sides[VoiceGroup::presser];
    presser.isHertz = GENERATE (false, true);
    presser.hand.mass.fill (m);
    presser.hand.stiffness.fill (1e-3);
    presser.hand.damping.fill (0.001);
    presser.stop.stiffness.fill (presser.isHertz ? 1e6 : 1e4);
    presser.stop.damping.fill (BouncingBow::dampingOf (e) / v);
    presser.stop.gap[0] = 0.0;
    presser.gives[0] = 1.0;
    presser.motion.x2[0] = v * std::sqrt (m);
    lanes::LaneFlags awake {};
    awake[0] = true;
    updateBodies (*group, awake, timeStep, true);
    for (int n = 0; n < 4000; n += 50)
        lanes::render (*group, timeStep, 2, 50, true, {}, awake);
    CHECK_THAT (presser.motion.x2[0], WithinRel (-e * v * std::sqrt (m), 2e-3));
}

TEST_CASE ("a dropped bow lands with the stroke's force, and its flights shorten by its rebound", "[bounce]")
{
    // Stiff and light against the hand: each flight lasts 2 e v m/P, and each touch pi sqrt (m/k).
    const double e = 0.8, perSecond = GENERATE (5.0, 9.0), m = 0.03, k = 1e5;
    CAPTURE (perSecond);
    const auto played = play (Articulation::ricochet,
                              { { "normal.force", placeOfChoice (NormalForce::spring) },
                                { "normal.restitution", e },
                                { "normal.mass", m },
                                { "normal.stiffness", k },
                                { "hand.rate", perSecond } },
                              1.0);
    REQUIRE (played.touches.size() >= 6);
    const auto flight = [&played] (std::size_t n)
    { return played.touches[n + 1].at - played.touches[n].at - played.touches[n].seconds; };
    CHECK_THAT (played.touches[1].at - played.touches[0].at, WithinRel (1.0 / perSecond, 0.05));
    for (std::size_t n = 0; n < 4; ++n)
    {
        CHECK_THAT (flight (n + 1) / flight (n), WithinAbs (e, 0.03));
        CHECK (played.touches[n].speed > 0.0); // the bow keeps its direction
    }
    // Damping takes an eighth of the peak of pi sqrt (m/k)'s half sine; as measured by quadrature in the next test.
    CHECK_THAT (played.touches[0].peak, WithinRel (1.0, 0.12));
    CHECK_THAT (played.touches[1].peak / played.touches[0].peak, WithinAbs (e, 0.03));
    CHECK_THAT (played.touches[0].seconds, WithinRel (pi * std::sqrt (m / k), 0.1));
}

TEST_CASE ("a bow in the air feels no surface: it lands 5 ms after it is thrown, whatever is rough", "[bounce]")
{
    // From rest at v T/2 the hand's m v/T takes it there in T, at v. The control grid adds an interval before that, and
    // half of one in which the hand begins to press.
    constexpr double thrown = 0.005, interval = limits::controlInterval / rate;
    const auto kind = GENERATE (Articulation::spiccato, Articulation::ricochet, Articulation::colLegno);
    const double texture = GENERATE (0.0, 50.0, 100.0), key = GENERATE (50, 69, 85);
    CAPTURE (static_cast<int> (kind), texture, key);
    const auto played = play (kind,
                              { { "surface.texture", texture },
                                { "surface.grain", 0.02 },
                                { "normal.force", placeOfChoice (NormalForce::spring) },
                                { "normal.stiffness", 24400.0 },
                                { "normal.mass", 0.00123 } },
                              0.05, { noteOn (0, static_cast<int> (key)) });
    REQUIRE (! played.touches.empty());
    CHECK (played.touches[0].at >= thrown);
    CHECK (played.touches[0].at <= thrown + 1.5 * interval);
    CHECK (played.ledger.relativeResidual() < 1e-13);
}

TEST_CASE ("a thrown bow comes back at its rate, the other way, and touches as long as its hair is soft", "[bounce]")
{
    const double perSecond = GENERATE (4.0, 8.0, 14.0), force = GENERATE (0.5, 1.5);
    CAPTURE (perSecond, force);
    const auto played = play (Articulation::spiccato, { { "hand.rate", perSecond }, { "hand.force", force } }, 2.0);
    const auto count = played.touches.size();
    REQUIRE (static_cast<double> (count) >= 2.0 * perSecond - 1.0);
    CHECK (played.touches[0].at < 0.008); // it is thrown in 5 ms
    CHECK_THAT ((played.touches[count - 1].at - played.touches[0].at) / static_cast<double> (count - 1),
                WithinRel (1.0 / perSecond, 0.01));
    for (std::size_t n = 0; n + 1 < count; ++n)
    {
        CAPTURE (n);
        CHECK (played.touches[n].seconds > 0.02);
        CHECK (played.touches[n].seconds < 0.04);
        CHECK_THAT (played.touches[n].peak, WithinRel (force, 0.15));
        CHECK ((played.touches[n].speed > 0.0) == (n % 2 == 0));
    }
}

TEST_CASE ("a bow bounces slowest in the middle of its hair", "[bounce]")
{
    // Its stick turns about the frog: m = I/(L (1 - x))^2, and the hair pushes with k = T/(L x (1 - x)).
    const auto touching = [] (double place)
    {
        const auto played = play (Articulation::spiccato, { { "hand.hair_place", place }, { "hand.rate", 4.0 } }, 0.2);
        REQUIRE (! played.touches.empty());
        return played.touches[0].seconds;
    };
    CHECK_THAT (touching (0.1) / touching (0.5), WithinAbs (std::sqrt (0.1 / 0.9), 0.03));
    CHECK_THAT (touching (0.5), WithinRel (pi * std::sqrt (5.4e-3 / (0.65 * 60.0)), 0.15)); // and what its weight adds
}

TEST_CASE ("the stick of a bow strikes once, for milliseconds, without sliding, and falls back", "[bounce]")
{
    const auto string = play (Articulation::colLegno, {}, 0.5);
    REQUIRE (string.touches.size() == 1);
    CHECK (string.touches[0].seconds > 0.002);
    CHECK (string.touches[0].seconds < 0.012);
    CHECK_THAT (string.touches[0].speed, WithinAbs (0.0, 1e-12));
    // On what hardly moves, half a period of 8 g on 50 kN/m, at ten times the bow's speed.
    const auto bar = play (Articulation::colLegno,
                           { { "body.type", static_cast<double> (bodyNamed ("Free bar")) },
                             { "body.mass", 20.0 },
                             { "hand.speed", 0.1 },
                             { "voice.velocity", 0.0 } },
                           0.5);
    REQUIRE (bar.touches.size() == 1);
    CHECK_THAT (bar.touches[0].seconds, WithinRel (pi * std::sqrt (0.008 / 5e4), 0.15));
    CHECK_THAT (bar.touches[0].peak, WithinRel (1.0 * std::sqrt (0.008 * 5e4), 0.15));
}

TEST_CASE ("harder keys throw a bow harder", "[bounce]")
{
    for (const auto kind : { Articulation::spiccato, Articulation::ricochet, Articulation::colLegno })
    {
        CAPTURE (static_cast<int> (kind));
        const auto peak = [kind] (double velocity)
        {
            const auto played = play (kind, { { "hand.force_mode", placeOfChoice (ForceMode::relative) } }, 0.3,
                                      { noteOn (0, 62, velocity) });
            REQUIRE (! played.touches.empty());
            double square = 0.0;
            for (const double sample : played.sound.left)
                square += sample * sample;
            return square;
        };
        CHECK (peak (127.0 / 127.0) > 4.0 * peak (60.0 / 127.0));
    }
}

TEST_CASE ("a key that goes up catches a bow in the air, but not one on its first way down", "[bounce]")
{
    const auto after = [] (double seconds)
    {
        return play (Articulation::spiccato, { { "hand.rate", 4.0 } }, 1.0,
                     { noteOn (0, 62), noteOff (static_cast<int> (rate * seconds), 62) })
            .touches.size();
    };
    CHECK (after (0.001) == 1); // it lands at 5 ms
    CHECK (after (0.02) == 1);
    CHECK (after (0.1) == 1);  // it flies
    CHECK (after (0.24) == 1); // and is about to land
    CHECK (after (0.3) == 2);
    CHECK (after (0.9) == 4);
    for (const double seconds : { 0.001, 0.006, 0.1 })
        CHECK (
            play (Articulation::colLegno, {}, 0.5, { noteOn (0, 62), noteOff (static_cast<int> (rate * seconds), 62) })
                .touches.size() == 1);
}

TEST_CASE ("every key throws the bow anew", "[bounce]")
{
    const double mode = GENERATE (0.0, 1.0); // Poly, Mono
    for (const auto kind : { Articulation::spiccato, Articulation::ricochet, Articulation::colLegno })
    {
        CAPTURE (mode, static_cast<int> (kind));
        std::vector<PerformanceEvent> events;
        for (int n = 0; n < 5; ++n)
        {
            events.push_back (noteOn (n * 4800, 62));
            events.push_back (noteOff (n * 4800 + 3360, 62));
        }
        const auto played = play (kind, { { "voice.mode", mode }, { "hand.rate", 2.0 } }, 0.6, events);
        REQUIRE (played.touches.size() == 5);
        for (std::size_t n = 0; n < 5; ++n)
            CHECK_THAT (played.touches[n].at, WithinAbs (0.1 * static_cast<double> (n) + 0.0055, 0.0015));
    }
}

TEST_CASE ("a bow bounces in the same bits in every cut of the time", "[bounce]")
{
    for (const auto kind : { Articulation::spiccato, Articulation::ricochet, Articulation::colLegno })
    {
        auto patch = Patch::defaults();
        turn (patch, { { "hand.articulation", placeOfChoice (kind) }, { "voice.humanise", 70.0 } });
        const auto rendered = [&patch] (int block)
        {
            PreparedSynth synth (patch, rate);
            return render (synth,
                           { noteOn (100, 62), noteOff (5000, 62), noteOn (9000, 62), noteOn (9100, 69),
                             noteOff (16000, 62), noteOff (16000, 69) },
                           24000, block);
        };
        const auto whole = rendered (24000);
        for (const int block : { 1, 17, 511 })
            CHECK (rendered (block) == whole);
    }
}
