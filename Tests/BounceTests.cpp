// SPDX-License-Identifier: GPL-3.0-or-later
// Bows that are thrown, dropped and struck: flights, bounces and touches of a mass on a spring, by mechanics.
#include "Core/Units.h"
#include "Support/BowedStrings.h"
#include "Support/Listener.h"
#include "Support/NamedBody.h"
#include "Support/Rounding.h"
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

constexpr double interval = limits::controlInterval / rate; // [s] in which a hand's force stays as it is
constexpr double thrown = 0.005;                            // [s] from rest at v T/2 to the landing at v

/** A mass that lands at speed v on Hunt and Crossley's spring, which gives it back `rebound` of that, by its equation
    of motion: units are sqrt (m/k), v and v sqrt (k m). The hand presses with `press` meanwhile. */
struct Landing
{
    double seconds, peak;

    Landing (double rebound, double press)
    {
        double low = 0.0, high = 1.0 / rebound;
        for (int pass = 0; pass < 40; ++pass)
        {
            const double damping = 0.5 * (low + high);
            (leaves (damping, 0.0) < -rebound ? low : high) = damping;
        }
        leaves (0.5 * (low + high), press);
    }

private:
    double leaves (double damping, double press)
    {
        constexpr double step = 1e-3; // Runge's and Kutta's error is step^4
        const auto change = [=] (double x, double v) { return press - x * (1.0 + damping * v); };
        double x = 0.0, v = 1.0;
        seconds = peak = 0.0;
        for (;;)
        {
            const double a1 = change (x, v), v2 = v + 0.5 * step * a1, a2 = change (x + 0.5 * step * v, v2);
            const double v3 = v + 0.5 * step * a2, a3 = change (x + 0.5 * step * v2, v3);
            const double v4 = v + step * a3, a4 = change (x + step * v3, v4);
            const double next = x + step / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
            if (next < 0.0)
            {
                seconds += step * x / (x - next);
                return v;
            }
            x = next;
            v += step / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
            seconds += step;
            peak = std::max (peak, x * (1.0 + damping * v));
        }
    }
};

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
    // (w h)^2 of a touch, w 700/s; and a mass that is held by next to nothing swings at 0.5/s, for 0.04 s.
    const double own = 0.5 * std::pow (0.5 * 0.04, 2.0), ofTouch = std::pow (700.0 * timeStep, 2.0);
    CHECK_THAT (presser.motion.x2[0], WithinRel (-e * v * std::sqrt (m), own + ofTouch));
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
                                { "normal.hand_damping", 0.001 }, // the rest of the hand brakes a flight
                                { "hand.rate", perSecond } },
                              1.0);
    REQUIRE (played.touches.size() >= 6);
    const auto flight = [&played] (std::size_t n)
    { return played.touches[n + 1].at - played.touches[n].at - played.touches[n].seconds; };
    // The hand that throws goes on for up to an interval after the landing: so much faster may the bow be.
    constexpr double faster = interval / thrown;
    CHECK_THAT (played.touches[1].at - played.touches[0].at, WithinRel (1.0 / perSecond, faster));
    for (std::size_t n = 0; n < 4; ++n)
    {
        CHECK_THAT (flight (n + 1) / flight (n), WithinAbs (e, 2.0 * interval / flight (n))); // either end
        CHECK (played.touches[n].speed > 0.0); // the bow keeps its direction
    }
    const double w = std::sqrt (k / m), touching = 2.0 / rate; // [s] a sample at either end
    const Landing landing (e, 2.0 * e / (w * flight (0)));
    CHECK_THAT (played.touches[0].peak, WithinRel (landing.peak, faster));
    CHECK_THAT (played.touches[1].peak / played.touches[0].peak, // a faster bow loses a larger part
                WithinAbs (e, (1.0 - e) * faster));
    CHECK_THAT (played.touches[0].seconds, WithinAbs (landing.seconds / w, touching));
}

TEST_CASE ("a bow in the air feels no surface: it lands 5 ms after it is thrown, whatever is rough", "[bounce]")
{
    // From rest at v T/2 the hand's m v/T takes it there in T, at v. The control grid adds an interval before that, and
    // half of one in which the hand begins to press.
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
    CHECK (played.ledger.relativeResidual() < booksClose);
}

TEST_CASE ("a thrown bow comes back at its rate, the other way, and touches as long as its hair is soft", "[bounce]")
{
    const double perSecond = GENERATE (4.0, 8.0, 14.0), force = GENERATE (0.5, 1.5);
    CAPTURE (perSecond, force);
    const auto played = play (Articulation::spiccato, { { "hand.rate", perSecond }, { "hand.force", force } }, 2.0);
    const auto count = played.touches.size();
    REQUIRE (static_cast<double> (count) >= 2.0 * perSecond - 1.0);
    CHECK (played.touches[0].at >= thrown);
    CHECK (played.touches[0].at <= thrown + 1.5 * interval);
    // A bow that is late comes back sooner: what is left is that of the last landing.
    CHECK_THAT ((played.touches[count - 1].at - played.touches[0].at) / static_cast<double> (count - 1),
                WithinAbs (1.0 / perSecond, 2.0 * interval / static_cast<double> (count - 1)));
    // The stick of 5.4e-3 kg m^2 about the frog, 0.65 m of hair under 60 N, touched at 0.3 of it; the hand holds the
    // bow with a twentieth of its force.
    const double w = std::sqrt (60.0 * 0.65 * 0.7 / (5.4e-3 * 0.3));
    const Landing landing (0.75, 0.05);
    for (std::size_t n = 0; n + 1 < count; ++n)
    {
        CAPTURE (n);
        CHECK_THAT (played.touches[n].seconds, WithinAbs (landing.seconds / w, 2.0 / rate + interval));
        CHECK_THAT (played.touches[n].peak, WithinRel (force * landing.peak, interval / thrown));
        CHECK ((played.touches[n].speed > 0.0) == (n % 2 == 0));
    }
}

TEST_CASE ("a hand follows a bow that leaves as fast as it was thrown, and lets a faster one fly", "[bounce]")
{
    const auto hair = BouncingMass::hairAt (0.5);
    const BouncingBow::Wish wish { .speed = 0.3, .force = 1.0, .rate = 6.0 };
    constexpr double point = 32.0 / 48000.0, height = 1e-4;
    const auto forceAfter = [&] (double leaves)
    {
        BouncingBow bow;
        bow.start (BouncingBow::Kind::thrown);
        bow.press (hair, { 0.0005, 0.3 }, wish, point);
        bow.press (hair, { -0.001, 0.1 }, wish, point); // lands
        return bow.press (hair, { height, -leaves }, wish, point);
    };
    // Under P it rises by m u^2/(2 P) in m u/P, and falls in 2 H/v: P = m u (1 + u/v)/(t - 2 a/v), with what is left of
    // the period after two points.
    const double left = 1.0 / wish.rate - 2.0 * point - 2.0 * height / wish.speed;
    CHECK_THAT (forceAfter (0.15), WithinRel (hair.mass * 0.15 * 1.5 / left, rounded));
    CHECK_THAT (forceAfter (0.3), WithinRel (hair.mass * 0.3 * 2.0 / left, rounded));
    CHECK (forceAfter (100.0) == forceAfter (0.3));
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
    // A sample at either end, and the hand that holds the bow an interval late.
    const double middle = Landing (0.75, 0.05).seconds * std::sqrt (5.4e-3 / (0.65 * 60.0));
    CHECK_THAT (touching (0.1), WithinAbs (middle * std::sqrt (0.1 / 0.9), 2.0 / rate + interval));
    CHECK_THAT (touching (0.5), WithinAbs (middle, 2.0 / rate + interval));
}

TEST_CASE ("the stick of a bow strikes once, for milliseconds, without sliding, and falls back", "[bounce]")
{
    const auto string = play (Articulation::colLegno, {}, 0.5);
    REQUIRE (string.touches.size() == 1);
    CHECK (string.touches[0].seconds > 0.002); // the string's waves throw it back, after 0.6 to 3.5 periods of 3.4 ms
    CHECK (string.touches[0].seconds < 0.012);
    CHECK_THAT (string.touches[0].speed, WithinAbs (0.0, rounded));
    // On what hardly moves, half a period of 8 g on 50 kN/m, at ten times the bow's speed.
    const auto bar = play (Articulation::colLegno,
                           { { "body.type", static_cast<double> (bodyNamed ("Free bar")) },
                             { "body.mass", 20.0 },
                             { "hand.speed", 0.1 },
                             { "voice.velocity", 0.0 } },
                           0.5);
    REQUIRE (bar.touches.size() == 1);
    const Landing landing (0.6, 0.0);
    CHECK_THAT (bar.touches[0].seconds, WithinAbs (landing.seconds * std::sqrt (0.008 / 5e4), 2.0 / rate));
    CHECK_THAT (bar.touches[0].peak, WithinRel (landing.peak * 1.0 * std::sqrt (0.008 * 5e4), interval / thrown));
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
        CHECK (10.0 * std::log10 (peak (127.0 / 127.0) / peak (60.0 / 127.0)) > listener::dynamicStep);
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
            CHECK_THAT (played.touches[n].at,
                        WithinAbs (0.1 * static_cast<double> (n) + thrown + 0.75 * interval, 0.75 * interval));
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
