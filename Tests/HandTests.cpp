// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Physics/SurfaceProfile.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"
#include "Synth/Bodies/LawTable.h"

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
constexpr double arm = 1.0, hair = 2.0;

int lawNamed (std::string_view id)
{
    const auto* law = findLaw (id);
    REQUIRE (law != nullptr);
    return static_cast<int> (law - lawTable().data());
}

/** A hand that rubs a rigid wall: no body at all, so that nothing but the hand yields. Lane 0 is looked at. */
struct Wall
{
    std::unique_ptr<VoiceGroup> group = std::make_unique<VoiceGroup>();
    double h;
    SurfaceProfile profile;
    ContactSurroundings rubbing;

    Wall (double rate, std::string_view law, double kind, double stiffness, double mass, double damping)
        : h (1.0 / rate)
    {
        group->clear();
        group->setLaw (lawNamed (law));
        group->wanted.hand = kind == hair ? VoiceGroup::maxHand : (kind == arm ? 1 : 0);
        group->hand.kind.fill (kind);
        group->hand.stiffness.fill (stiffness);
        group->hand.mass.fill (mass);
        group->hand.damping.fill (damping);
        group->string.impedance.fill (1e15); // what a string leaves out would yield, too
        lanes::updateBodies (*group, h);
    }
    void press (double newtons) { group->bow.normalForce.fill (newtons); }
    void pull (double speed) { group->bow.velocity.fill (speed); }
    void step () { lanes::render (*group, h, 3, 1, true, rubbing); }
    double force () const { return group->force[0][0]; }
    double slip () const { return group->relativeVelocity[0][0]; }
};
} // namespace

//==============================================================================
TEST_CASE ("an arm on a wall sticks and slips with the closed-form period of a mass on a belt")
{
    // ReferenceNumbers.md R.3, with mass and belt changing places: m = 1 kg, 100 Hz, 0.5 mm/s, F_s = 1 N, F_k = 0.6 N
    const double omega = 2.0 * pi * 100.0, k = omega * omega, v = 5e-4, difference = 0.4;
    const double stick = 2.0 * difference / (k * v);
    const double slip = 2.0 / omega * (pi - std::atan (difference * omega / (k * v)));
    REQUIRE_THAT (stick + slip, WithinAbs (11.172071e-3, 0.5e-9));

    for (const char* law : { "stiction", "dds3", "karnopp" })
    {
        Wall wall (176400.0, law, arm, k, 1.0, 1e-9);
        wall.group->law.muStatic.fill (1.0);
        wall.group->law.muKinetic.fill (0.6);
        wall.group->law.inverseStribeckVelocity.fill (1e9); // H_DDS1 falls at once
        wall.group->law.stickBand.fill (1e-9);
        wall.press (1.0);
        wall.pull (v);
        wall.group->bow.last.fill (v);
        int slips = 0, first = 0, last = 0, stuckFor = 0, stuckIn = 0;
        bool sliding = false;
        for (int n = 0; n < 40 * 1971; ++n)
        {
            wall.step();
            const bool slides = std::abs (wall.slip()) > 1e-7;
            if (slides && ! sliding) // the first of them is how it starts
            {
                last = n;
                first = slips == 1 ? n : first;
                if (slips > 1)
                    stuckIn += stuckFor;
                ++slips;
                stuckFor = 0;
            }
            stuckFor += ! slides;
            sliding = slides;
        }
        CAPTURE (law, slips);
        REQUIRE (slips > 20);
        CHECK_THAT ((last - first) * wall.h / (slips - 2), WithinAbs (stick + slip, wall.h)); // it lets go at a step
        CHECK_THAT (stuckIn * wall.h / (slips - 2), WithinAbs (stick, 2.0 * wall.h));         // and sticks at one
    }
}

TEST_CASE ("hair gives way by its static compliance, wherever it is touched")
{
    for (const double place : { 0.1, 0.3, 0.5 })
    {
        const double K = 4.83e4, bristle = 3e5, away = 20e-6;
        Wall wall (48000.0, "kolophon", hair, K, 4.5e-3, 0.2);
        wall.group->hand.place.fill (place);
        wall.group->law.stiffness.fill (bristle);
        wall.group->law.muStatic.fill (2.0);
        wall.group->law.muKinetic.fill (2.0);
        wall.group->law.breakaway.fill (0.99);
        lanes::updateBodies (*wall.group, wall.h);
        wall.press (100.0); // holds whatever comes
        for (int n = 0; n < 48000; ++n)
        {
            wall.pull (n < 4800 ? away / 0.1 : 0.0);
            wall.step();
        }
        CAPTURE (place);
        CHECK_THAT (wall.force(), WithinRel (away / (1.0 / bristle + 4.0 * place * (1.0 - place) / K), rounded));
    }
}

TEST_CASE ("moving a hand in the air costs the work of its inertia")
{
    // One step of speed dv pushes the mass once: m dv^2/2. The hair's eight modes carry 8/pi^2 (1 + 1/9 + 1/25 + 1/49)
    // of it.
    const double fraction = 8.0 / (pi * pi) * (1.0 + 1.0 / 9.0 + 1.0 / 25.0 + 1.0 / 49.0);
    for (const double kind : { arm, hair })
    {
        Wall wall (96000.0, "kolophon", kind, 2e4, 0.01, 0.02);
        wall.pull (0.3);
        wall.step();
        const double mass = kind == arm ? 0.01 : 0.01 * fraction;
        CHECK_THAT (wall.group->work[0][0], WithinRel (0.5 * mass * 0.09, rounded));
        CHECK (wall.force() == 0.0);
        // and then it swings at its own frequency and damping: a quarter of a period later half is left of neither
        const double omega = std::sqrt (2e4 / 0.01) * (kind == hair ? pi / 2.0 : 1.0);
        if (kind == hair)
            continue;
        double energy = 0.0;
        const int steps = static_cast<int> (96000.0 * 10.0 * 2.0 * pi / omega);
        for (int n = 0; n < steps; ++n)
        {
            wall.step();
            energy = wall.group->stored[0][0];
        }
        CHECK_THAT (energy, WithinRel (0.5 * mass * 0.09 * std::exp (-2.0 * 0.02 * omega * (steps + 1) * wall.h),
                                       0.02)); // it falls while the mass moves: zeta more or less of it
    }
}

//==============================================================================
TEST_CASE ("a rough surface is replayed by rubbing back")
{
    Wall wall (48000.0, "coulomb", 0.0, 2e4, 0.05, 0.02);
    wall.profile.roughen (3);
    wall.rubbing.profile = &wall.profile;
    wall.group->surface.texture.fill (0.5);
    wall.group->surface.perGrain.fill (1.0 / 3e-4);
    wall.group->law.muKinetic.fill (0.4);
    wall.press (2.0);
    std::vector<double> there, back;
    const int steps = 4800;
    wall.pull (0.1);
    for (int n = 0; n < steps; ++n)
    {
        wall.step();
        there.push_back (wall.force());
    }
    wall.pull (-0.1);
    for (int n = 0; n < steps; ++n)
    {
        wall.step();
        back.push_back (-wall.force());
    }
    std::reverse (back.begin(), back.end());
    // forth, step n starts where step n of the way back ends: one step apart
    double most = 0.0, least = 1e9;
    for (std::size_t n = 1; n < there.size(); ++n)
    {
        REQUIRE_THAT (back[n - 1], WithinAbs (there[n], rounded));
        most = std::max (most, there[n]);
        least = std::min (least, there[n]);
    }
    // 33 grains: the force has a mean of 0.8 N, give or take 0.5 sqrt (1/2) of it
    CHECK (most > 0.8 * 1.2);
    CHECK (most <= 0.8 * 1.3536);
    CHECK (least < 0.8 * 0.8);
    CHECK (least >= 0.8 * 0.6464);
}

//==============================================================================
namespace
{
/** What the hand of one held note does, frame by frame. */
std::vector<ProbeFrame> watch (const Patch& patch, double seconds, const std::vector<double>& drive = {},
                               const DrawnGesture* gesture = nullptr)
{
    PreparedSynth synth (patch);
    if (gesture != nullptr)
        synth.setGesture (*gesture);
    const int samples = static_cast<int> (48000.0 * seconds);
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (samples));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    std::vector<double> left (frames.size()), right (frames.size());
    const std::vector<PerformanceEvent> events { noteOn (0, 62, 80.0 / 127.0) };
    synth.render (events, left.data(), right.data(), samples, &probes, drive.empty() ? nullptr : drive.data());
    REQUIRE (synth.ledger().relativeResidual() <= booksClose);
    return frames;
}
} // namespace

TEST_CASE ("a signal is the bow's speed, or its force")
{
    const int samples = 24000;
    std::vector<double> drive (samples);
    for (std::size_t n = 0; n < drive.size(); ++n)
        drive[n] = 0.7 * std::sin (2.0 * pi * 40.0 * static_cast<double> (n) / 48000.0);

    const auto speed = watch (patchWith ({ { "hand.drive", 2.0 }, { "hand.speed", 0.3 } }), 0.5, drive);
    for (std::size_t n = 12000; n < speed.size(); ++n)
        REQUIRE_THAT (speed[n].bowVelocity, WithinAbs (0.3 * drive[n], rounded));

    const auto force =
        watch (patchWith ({ { "hand.drive", 3.0 }, { "hand.force_mode", 1.0 }, { "hand.force", 0.9 } }), 0.5, drive);
    for (std::size_t n = 12000; n < force.size(); ++n)
        REQUIRE_THAT (force[n].normalForce, WithinAbs (0.9 * std::max (0.0, drive[n]), rounded));
}

TEST_CASE ("a hand follows the drawn gesture and lifts where it ends")
{
    const auto gesture = DrawnGesture::fromCorners ({ { 0.0, 0.0, 1.0 }, { 0.5, 1.0, 0.5 }, { 1.0, -0.5, 1.5 } });
    const auto frames = watch (patchWith ({ { "hand.drive", 1.0 },
                                            { "hand.gesture_time", 0.4 },
                                            { "hand.speed", 0.3 },
                                            { "hand.force_mode", 1.0 },
                                            { "hand.force", 1.0 } }),
                               0.6, {}, &gesture);
    const auto at = [&] (double seconds) { return frames[static_cast<std::size_t> (48000.0 * seconds)]; };
    // An interval of the control grid late at 1.5 and 2.25 m/s^2; the force, at 2.5 and 5 N/s, follows in 4 ms.
    constexpr double late = limits::controlInterval / 48000.0;
    CHECK_THAT (at (0.1).bowVelocity, WithinAbs (0.15, 1.5 * late));
    CHECK_THAT (at (0.2).bowVelocity, WithinAbs (0.3, 2.25 * late));
    CHECK_THAT (at (0.3).bowVelocity, WithinAbs (0.3 * 0.25, 2.25 * late));
    CHECK_THAT (at (0.39).bowVelocity, WithinAbs (0.3 * (0.25 - 0.75 * 0.9), 2.25 * late));
    CHECK_THAT (at (0.2).normalForce, WithinAbs (0.5, 2.5 * (0.004 + late)));
    CHECK_THAT (at (0.39).normalForce, WithinAbs (0.5 + 0.95, 5.0 * (0.004 + late)));
    CHECK (at (0.5).normalForce == 0.0);
}

TEST_CASE ("a finger that runs round the rim makes it pulsate 2 n times a turn")
{
    // ReferenceNumbers.md R.12. n = 2; v/(2 pi R) turns a second.
    const double v = 0.15, R = 0.03, expected = 4.0 * v / (2.0 * pi * R);
    Synth synth;
    synth.prepare (48000.0);
    const double glass = 6.0;
    synth.setPatch (patchWith ({ { "body.type", glass },
                                 { "body.round", 1.0 },
                                 { "body.radius", R },
                                 { "hand.speed", v },
                                 { "body.mass", 0.09 },
                                 { "body.decay", 0.3 },
                                 { "body.quality", 300.0 },
                                 { "out.box", 0.0 },
                                 { "contact.viscosity", 0.1 },
                                 { "out.width", 0.0 } }));
    const int samples = 8 * 48000;
    const auto out = render (synth, { noteOn (0, 72, 80.0 / 127.0) }, samples);
    // envelope: squares over 5 ms; its strongest rhythm between 0.5 and 20 Hz over the last six seconds
    const int hop = 240;
    std::vector<double> envelope;
    for (int begin = 2 * 48000; begin + hop <= samples; begin += hop)
    {
        double sum = 0.0;
        for (int n = begin; n < begin + hop; ++n)
            sum += out.left[static_cast<std::size_t> (n)] * out.left[static_cast<std::size_t> (n)];
        envelope.push_back (std::sqrt (sum / hop));
    }
    double mean = 0.0, best = 0.0, strongest = 0.0;
    for (const double e : envelope)
        mean += e / static_cast<double> (envelope.size());
    REQUIRE (mean > listener::audible);
    constexpr double step = 0.005; // [Hz]
    for (double f = 0.5; f < 20.0; f += step)
    {
        double c = 0.0, s = 0.0;
        for (std::size_t i = 0; i < envelope.size(); ++i)
        {
            const double window =
                std::pow (std::sin (pi * (static_cast<double> (i) + 0.5) / static_cast<double> (envelope.size())), 2);
            const double angle = 2.0 * pi * f * static_cast<double> (i) * hop / 48000.0;
            c += window * (envelope[i] - mean) * std::cos (angle);
            s += window * (envelope[i] - mean) * std::sin (angle);
        }
        if (c * c + s * s > strongest)
        {
            strongest = c * c + s * s;
            best = f;
        }
    }
    CHECK_THAT (best, WithinAbs (expected, step));
}
