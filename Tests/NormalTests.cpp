// SPDX-License-Identifier: GPL-3.0-or-later
// The direction into the body: masses that rest, bounce and let go, and friction that feeds on them.
#include "Core/Units.h"
#include "Physics/Bodies/ModeTable.h"
#include "Support/BowedStrings.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Strings/StringSet.h"
#include "Synth/VoiceParts/SideHands.h"

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
/** A string in lane 0 that moves along its surface only, and a mass that presses on it. */
std::unique_ptr<VoiceGroup> pressedString (double mass, double stiffness)
{
    auto group = bowedStrings (4, 0);
    group->bow.normalForce.fill (0.0);
    group->sides[VoiceGroup::presser].hand.mass.fill (mass);
    group->sides[VoiceGroup::presser].hand.stiffness.fill (1e-3);
    group->sides[VoiceGroup::presser].hand.damping.fill (0.001);
    auto& presser = group->sides[VoiceGroup::presser];
    presser.stop.stiffness.fill (stiffness);
    presser.stop.damping.fill (0.0);
    presser.stop.gap[0] = 0.0;
    presser.gives[0] = 1.0;
    return group;
}

void run (VoiceGroup& group, int steps, double timeStep, bool booked = false)
{
    lanes::LaneFlags awake {};
    awake[0] = true;
    updateBodies (group, awake, timeStep, booked);
    lanes::render (group, timeStep, 2, steps, booked, {}, awake);
}

/** Normal force in each step [N]. */
std::vector<double> pressed (VoiceGroup& group, int steps, double timeStep)
{
    std::vector<double> force;
    for (int n = 0; n < steps; n += 50)
    {
        run (group, 50, timeStep, true);
        for (std::size_t row = 0; row < 50; ++row)
            force.push_back (group.normalForce[row][0]);
    }
    return force;
}

/** Times between two landings [s]. */
std::vector<double> landings (const std::vector<double>& force, double timeStep)
{
    std::vector<double> times;
    for (std::size_t n = 1; n < force.size(); ++n)
        if (force[n - 1] == 0.0 && force[n] > 0.0)
            times.push_back (static_cast<double> (n) * timeStep);
    return times;
}

/** One mode of mass M whose shape is 1 all along its path. */
ModeTable oneMode ()
{
    ModeTable table;
    table.count = 1;
    table.ratio[0] = 1.0;
    table.decay[0] = 1.0;
    table.shape[0].fill (1.0);
    table.left[0] = table.right[0] = 1.0;
    table.finish();
    return table;
}

int lawNamed (std::string_view id)
{
    const auto& laws = lawTable();
    const auto found = std::find_if (laws.begin(), laws.end(), [id] (const LawInfo& law) { return law.id == id; });
    REQUIRE (found != laws.end());
    return static_cast<int> (found - laws.begin());
}
} // namespace

TEST_CASE ("a mass that falls under the hand's force bounces with the period of mechanics", "[normal]")
{
    const double m = 0.03, k = 2e4, P = 0.4, height = 2e-3, timeStep = 1.0 / 96000.0;
    auto group = pressedString (m, k);
    group->bow.normalForce[0] = P;
    group->sides[VoiceGroup::presser].stop.gap[0] = height;
    const auto times = landings (pressed (*group, 96000, timeStep), timeStep);
    REQUIRE (times.size() >= 8);
    // Falls from rest; then leaves with the speed v that it came with, under P. In contact it turns about P/k.
    const double v = std::sqrt (2.0 * P * height / m), w = std::sqrt (k / m);
    const double flight = 2.0 * v * m / P, contact = 2.0 * (pi - std::atan (v * w * m / P)) / w;
    CHECK_THAT (times[0], WithinAbs (0.5 * flight, timeStep));
    CHECK_THAT ((times[7] - times[0]) / 7.0, WithinAbs (flight + contact, 2.0 * timeStep / 7.0));
}

TEST_CASE ("a mass that rests presses with what its spring leaves of the hand's force", "[normal]")
{
    const double k = 3e4, hand = 1e4, P = 0.6;
    auto group = pressedString (0.02, k);
    group->bow.normalForce[0] = P;
    group->sides[VoiceGroup::presser].hand.stiffness.fill (hand);
    group->sides[VoiceGroup::presser].hand.damping.fill (0.9);
    group->sides[VoiceGroup::presser].stop.damping.fill (2.0);
    const auto force = pressed (*group, 24000, 1.0 / 48000.0);
    CHECK_THAT (force.back(), WithinRel (P / (1.0 + hand / k), rounded));
}

TEST_CASE ("Hertz's contact lasts as long and presses as hard as Hertz says", "[normal]")
{
    // m 0.01 kg, k 3e7 N/m^1.5, 0.5 m/s: t = 2.943275 (5 m/(4 k))^0.4 v^-0.2
    const double m = 0.01, timeStep = 1e-6;
    auto group = pressedString (m, 3e7);
    group->setPresser (true); // while it touches nothing
    group->sides[VoiceGroup::presser].isHertz = true;
    group->sides[VoiceGroup::presser].motion.x2[0] = 0.5 * std::sqrt (m);
    const auto force = pressed (*group, 1000, timeStep);
    const auto touching = std::count_if (force.begin(), force.end(), [] (double N) { return N > 0.0; });
    CHECK_THAT (static_cast<double> (touching) * timeStep, WithinAbs (5.9834593e-4, 2.0 * timeStep));
    CHECK_THAT (*std::max_element (force.begin(), force.end()),
                WithinRel (30.743869, std::pow (pi * timeStep / 6e-4, 2.0)));
    const auto& state = group->sides[VoiceGroup::presser].motion;
    CHECK_THAT (state.x2[0], WithinRel (-0.5 * std::sqrt (m), 1e-6)); // it leaves at the speed it came with
}

TEST_CASE ("two modes squeal by flutter under a constant coefficient of friction, and hop", "[normal]")
{
    // x'' = -2 x + y + F, y'' = x - (2/3) y + N - 1, N = (4/3) max (0, -y), F = 0.8 N sgn (0.2 - x'), as two modes.
    // Hoffmann's minimal model; numbers: DOP853 with located events. The load of 1 moves the rest by (-3, -6).
    const double timeStep = 1e-3;
    auto table = oneMode();
    auto group = bowedStrings (1, 0);
    const double w[] = { std::sqrt (2.0 / 3.0 + 2.0 / 3.0 + std::sqrt (13.0) / 3.0),
                         std::sqrt (4.0 / 3.0 - std::sqrt (13.0) / 3.0) }; // of (8/3 +- sqrt (52)/3)/2
    double along[2], into[2];
    for (int i = 0; i < 2; ++i)
    {
        const double slope = 2.0 - w[i] * w[i], length = std::sqrt (1.0 + slope * slope); // y over x
        along[i] = 1.0 / length;
        into[i] = -slope / length; // into the belt: -y
    }
    group->setLaw (lawNamed ("coulomb"));
    group->law.muStatic.fill (0.8);
    group->law.muKinetic.fill (0.8);
    group->law.viscosity.fill (0.0);
    group->table.fill (&table);
    group->before.fill (&table);
    group->body.mass.fill (1.0 / (along[0] * along[0]));
    group->string.fundamental.fill (w[0] / (2.0 * pi));
    group->string.decayRate.fill (0.0);
    group->string.quality.fill (1e15);
    group->second[0].table = &table;
    group->second[0].first = group->second[0].count = 1;
    group->second[0].end = 2;
    group->secondKnobs.mass.fill (1.0 / (along[1] * along[1]));
    group->secondKnobs.fundamental.fill (w[1] / (2.0 * pi));
    group->secondKnobs.decayRate.fill (0.0);
    group->secondKnobs.quality.fill (1e15);
    group->tilt.fill (into[0] / along[0]);
    group->secondTilt.fill (into[1] / along[1]);
    group->sides[VoiceGroup::presser].hand.mass.fill (1e12); // a belt that does not give way
    group->bow.normalForce.fill (0.0);
    group->bow.velocity.fill (0.2);
    auto& presser = group->sides[VoiceGroup::presser];
    presser.stop.stiffness.fill (4.0 / 3.0);
    presser.stop.gap[0] = presser.gap[0] = -6.0;
    presser.gives[0] = 1.0;
    presser.pressed.penetration[0] = 0.491803279;
    presser.pressed.coordinate[0] = std::sqrt (4.0 / 3.0) * 0.491803279;
    const double x = 0.016393443 + 1e-4 + 3.0, y = -0.491803279 + 6.0;
    for (std::size_t i = 0; i < 2; ++i)
        group->standing.slots[i].x1[0] = w[i] * (along[i] * x - into[i] * y);

    struct Sample
    {
        double time, x, y;
    };
    // Until it sticks for the first time a sample's error is that of growth: 0.03 % of it in 80 s.
    const Sample expected[] = { { 20.0, 0.0160769, -0.4918832 }, { 80.0, 0.08678319, -0.4151097 } };
    std::vector<double> normal;
    std::size_t next = 0;
    for (int n = 0; n < 200000; n += 50)
    {
        run (*group, 50, timeStep, true);
        for (std::size_t row = 0; row < 50; ++row)
        {
            normal.push_back (group->normalForce[row][0]);
            REQUIRE (std::abs (group->residual[row][0]) < booksClose);
            REQUIRE (group->frictionLoss[row][0] > -1e-15);
        }
        if (next < 2 && (n + 50) * timeStep >= expected[next].time - 1e-9)
        {
            double foundX = -3.0, foundY = -6.0;
            for (std::size_t i = 0; i < 2; ++i)
            {
                const double q = group->modeNow (static_cast<int> (i), 0).x1 / w[i];
                foundX += along[i] * q;
                foundY -= into[i] * q;
            }
            CHECK_THAT (foundX, WithinAbs (expected[next].x, 2e-5)); // 0.03 % of 0.07
            CHECK_THAT (foundY, WithinAbs (expected[next].y, 2e-5));
            ++next;
        }
    }
    std::vector<double> leaves, lands;
    for (std::size_t n = 1; n < normal.size(); ++n)
    {
        if (normal[n - 1] > 0.0 && normal[n] == 0.0)
            leaves.push_back (static_cast<double> (n) * timeStep);
        if (normal[n - 1] == 0.0 && normal[n] > 0.0)
            lands.push_back (static_cast<double> (n) * timeStep);
    }
    REQUIRE (leaves.size() >= 4);
    REQUIRE (lands.size() >= 3);
    const double leavesAt[] = { 89.274186592, 93.737841379, 98.629509019 },
                 landsAt[] = { 90.532489893, 95.359907103, 99.716456273 };
    for (std::size_t i = 0; i < 3; ++i)
    {
        CHECK_THAT (leaves[i], WithinAbs (leavesAt[i], 2.0 * timeStep)); // it grows for 89 s
        CHECK_THAT (lands[i], WithinAbs (landsAt[i], 2.0 * timeStep));
    }
    const auto last = normal.end() - 66667; // the last third of the time
    const auto inAir = std::count (last, normal.end(), 0.0);
    CHECK_THAT (static_cast<double> (inAir) / 66667.0, WithinAbs (0.0861, 1e-3));
}

TEST_CASE ("sliding friction is mu times the normal force of the same step where the body moves aslant", "[normal]")
{
    const double mu = 0.5, tilt = GENERATE (-0.5, 0.5, 1.0); // friction moves the body against what presses it
    CAPTURE (tilt);
    auto group = pressedString (0.02, 2e4);
    group->setLaw (lawNamed ("coulomb"));
    group->law.muStatic.fill (mu);
    group->law.muKinetic.fill (mu);
    group->law.viscosity.fill (0.0);
    group->bow.normalForce[0] = 1.0;
    group->bow.velocity.fill (3.0);
    group->tilt.fill (tilt);
    group->sides[VoiceGroup::presser].stop.damping.fill (1.0);
    int sliding = 0;
    double most = 0.0;
    for (int n = 0; n < 4800; ++n)
    {
        run (*group, 1, 1.0 / 48000.0, true);
        const double N = group->normalForce[0][0];
        if (N < 0.05 || group->regime[0][0] < 1.5)
            continue;
        ++sliding;
        most = std::max (most, N);
        REQUIRE_THAT (std::abs (group->force[0][0]), WithinAbs (mu * N, 1e-9));
    }
    CHECK (sliding > 4000);
    CHECK (most > 1.5); // the force varies
}

namespace
{
/** Normal forces of one key of a patch [N], a sample each. */
std::vector<double> pressedByKey (Settings settings, double seconds)
{
    auto patch = Patch::defaults();
    turn (patch, { { "voice.humanise", 0.0 },
                   { "voice.phrasing", 0.0 },
                   { "surface.texture", 0.0 },
                   { "quality.oversampling", 0.0 },
                   { "voice.guide", 0.0 },
                   { "hand.force_mode", placeOfChoice (ForceMode::absolute) },
                   { "hand.bite", 100.0 } });
    turn (patch, settings);
    PreparedSynth synth (patch);
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (48000.0 * seconds));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    render (synth, { noteOn (0, 50) }, static_cast<int> (frames.size()), 512, &probes);
    std::vector<double> force;
    for (std::size_t n = 0; n < probes.count; ++n)
        force.push_back (frames[n].normalForce);
    return force;
}
} // namespace

TEST_CASE ("Hertz's spring is as stiff as the linear one under 1 N", "[normal]")
{
    // A heavy mass that rests under 1 N and swings by little: its frequency tells the stiffness.
    const auto frequency = [] (NormalForce kind)
    {
        const auto normal = pressedByKey ({ { "normal.force", placeOfChoice (kind) },
                                            { "normal.restitution", 1.0 },
                                            { "normal.hand_stiffness", 0.1 },
                                            { "normal.hand_damping", 0.001 },
                                            { "normal.mass", 0.1 },
                                            { "normal.stiffness", 1e5 },
                                            { "hand.force", 1.0 },
                                            { "hand.speed", 0.0005 } },
                                          1.0);
        double mean = 0.0;
        for (std::size_t n = normal.size() / 2; n < normal.size(); ++n)
            mean += normal[n] / static_cast<double> (normal.size() / 2);
        int crossings = 0;
        for (std::size_t n = normal.size() / 2; n < normal.size(); ++n)
            crossings += (normal[n - 1] < mean && normal[n] >= mean) ? 1 : 0;
        CHECK_THAT (mean, WithinAbs (1.0, 0.03));
        return 2.0 * crossings; // [Hz]
    };
    const double linear = std::sqrt (1e5 / 0.1) / (2.0 * pi);
    CHECK_THAT (frequency (NormalForce::spring), WithinAbs (linear, 2.0));
    CHECK_THAT (frequency (NormalForce::hertz), WithinAbs (linear, 4.0));
}

TEST_CASE ("a spring under the bow changes nothing at a right angle but the attack: N settles at the hand's force",
           "[normal]")
{
    const auto normal = pressedByKey ({ { "normal.force", placeOfChoice (NormalForce::spring) },
                                        { "normal.restitution", 0.2 },
                                        { "normal.hand_stiffness", 0.1 },
                                        { "hand.force", 0.7 } },
                                      1.0);
    constexpr double kept = 1e-5; // by a hand's spring of 0.1 N/m, of one of 20 kN/m
    CHECK_THAT (normal.back(), WithinRel (0.7, kept));
    CHECK_THAT (normal[20000], WithinRel (0.7, kept));
}

namespace
{
/** A string beside which a second contact of an arm touches lane 0; nothing else does. */
std::unique_ptr<VoiceGroup> armedString (double mass, double stiffness)
{
    auto group = bowedStrings (4, 0);
    group->bow.normalForce.fill (0.0);
    group->string.impedance.fill (1e6); // hardly moves
    for (auto& place : group->sidePlace)
        place.fill (0.5);
    auto& side = group->sides[SideHands::beside];
    eachField ([] (VoiceGroup::Lane& to, const VoiceGroup::Lane& from) { to = from; }, side.law, group->law);
    side.hand.mass.fill (mass);
    side.hand.stiffness.fill (stiffness);
    side.hand.damping.fill (0.001);
    side.gives[0] = 1.0;
    return group;
}
} // namespace

TEST_CASE ("the arm of a second bow swings about a hand that starts at once, with its mass on its spring", "[sides]")
{
    // Nothing rubs to speak of: y'' + w^2 y = -v' of a step of v: y = -(v/w) sin w t.
    const double m = 0.05, k = 3000.0, v = 0.2, timeStep = 1.0 / 48000.0, w = std::sqrt (k / m);
    auto group = armedString (m, k);
    auto& side = group->sides[SideHands::beside];
    side.law.viscosity.fill (0.0);
    side.bow.normalForce[0] = 1e-6;
    side.bow.velocity[0] = v;
    double swung = 0.0;
    for (int n = 0; n < 4800; n += 48)
    {
        run (*group, 48, timeStep, true);
        const double t = (n + 48) * timeStep, y = side.motion.x1[0] / std::sqrt (k);
        CHECK_THAT (y, WithinAbs (-v / w * std::exp (-0.001 * w * t) * std::sin (w * t), 2e-5 * v / w));
        swung = std::max (swung, std::abs (y));
        for (std::size_t row = 0; row < 48; ++row)
            REQUIRE (std::abs (group->residual[row][0]) < booksClose * m * v * v);
    }
    CHECK_THAT (swung, WithinRel (v / w, 1.0 - std::cos (0.5 * w * 48.0 * timeStep)));
}

TEST_CASE ("a rigid law on an arm sticks and slips like a mass on a spring that is pulled", "[sides]")
{
    // Stiction, mu_s 0.6, mu_k 0.3, on a body that stands: it sticks while v t grows to mu_s N/k; then half a period
    // of the spring about mu_k N/k, and sticks again: the period of the classical stick-slip mass.
    const double m = 0.02, k = 400.0, v = 0.05, N = 2.0, timeStep = 1.0 / 48000.0, w = std::sqrt (k / m);
    const double staticMu = 0.6, kineticMu = 0.3;
    auto group = armedString (m, k);
    group->setSide (SideHands::beside, lawNamed ("stiction"), false);
    auto& side = group->sides[SideHands::beside];
    side.law.muStatic.fill (staticMu);
    side.law.muKinetic.fill (kineticMu);
    side.law.inverseStribeckVelocity.fill (1e6);
    side.law.viscosity.fill (0.0);
    side.bow.normalForce[0] = N;
    side.bow.velocity[0] = v;
    std::vector<double> lets;
    double before = 0.0;
    for (int n = 0; n < 96000; ++n)
    {
        run (*group, 1, timeStep);
        const double speed = side.motion.x2[0] / std::sqrt (m) + v; // of the mass over the body
        if (before < 1e-6 && speed >= 1e-6)
            lets.push_back (n * timeStep);
        before = speed;
    }
    REQUIRE (lets.size() > 6);
    // From the let-go on: y - y_k = -A cos (w t) - (v/w) sin (w t) with A = (mu_s - mu_k) N/k, until the mass stands.
    const double A = (staticMu - kineticMu) * N / k, slip = (pi + 2.0 * std::atan (v / (w * A))) / w;
    const double stick = 2.0 * A / v;
    CHECK_THAT ((lets[6] - lets[1]) / 5.0, WithinRel (slip + stick, 0.01));
}
