// SPDX-License-Identifier: GPL-3.0-or-later
// What touches a body beside the bow: a finger, a side contact, a stop.
#include "Core/Units.h"
#include "Physics/Bodies/ModeTable.h"
#include "Support/BowedStrings.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Parameters/PatchChoices.h"
#include "Synth/Strings/StringSet.h"
#include "Synth/VoiceParts/SideHands.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <numbers>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double rate = 48000.0;

/** Amplitude of a frequency [Hz] over a second from `from` on, under a window of von Hann. */
double amplitudeAt (const std::vector<double>& signal, int from, double frequency)
{
    const int count = static_cast<int> (rate);
    std::complex<double> sum;
    for (int n = 0; n < count; ++n)
        sum += (1.0 - std::cos (2.0 * pi * n / count)) * signal[static_cast<std::size_t> (from + n)] *
               std::polar (1.0, -2.0 * pi * frequency * n / rate);
    return std::abs (sum);
}

/** Frequency of the largest amplitude within a few cents of `near` [Hz]. */
double peakNear (const std::vector<double>& signal, int from, double near)
{
    double best = near, largest = 0.0;
    for (double cents = -12.0; cents <= 12.0; cents += 0.25)
        if (const double f = near * std::exp2 (cents / 1200.0), a = amplitudeAt (signal, from, f); a > largest)
        {
            best = f;
            largest = a;
        }
    return best;
}

double levelOver (double a, double b)
{
    return 20.0 * std::log10 (a / b);
}

Rendering playedAsHarmonic (int key, Settings more)
{
    auto patch = Patch::defaults();
    turn (patch, { { "voice.humanise", 0.0 },
                   { "voice.vibrato", 0.0 },
                   { "surface.texture", 0.0 },
                   { "voice.pitch_lock", 0.0 },
                   { "quality.oversampling", 1.0 },
                   { "hand.articulation", static_cast<double> (Articulation::harmonic) } });
    turn (patch, more);
    PreparedSynth synth (patch, rate);
    return render (synth, { noteOn (0, key) }, static_cast<int> (2.2 * rate));
}

/** One string in lane 0 with `modes` modes and no bow on it, and something beside the bow. */
std::unique_ptr<VoiceGroup> lonelyString (int modes, double place)
{
    auto group = bowedStrings (modes, 0);
    group->string.fundamental.fill (110.0);
    group->string.position.fill (0.13);
    group->string.decayRate.fill (0.5);
    group->string.quality.fill (1e9);
    group->string.inharmonicity.fill (1e-7);
    group->bow.normalForce.fill (0.0);
    for (auto& each : group->sidePlace)
        each.fill (place);
    for (auto& side : group->sides)
        eachField ([] (VoiceGroup::Lane& to, const VoiceGroup::Lane& from) { to = from; }, side.law, group->law);
    return group;
}

void run (VoiceGroup& group, int steps)
{
    lanes::LaneFlags awake {};
    awake[0] = true;
    updateBodies (group, awake, 1.0 / rate, false);
    lanes::render (group, 1.0 / rate, 8, steps, false, {}, awake);
}

/** phi^2 of partial n of the string in lane 0, at a place [1/kg]. */
double shapeSquared (const VoiceGroup& group, int n, double place)
{
    const double sine = std::sin (n * pi * place);
    return 4.0 * group.string.fundamental[0] / group.string.impedance[0] * sine * sine;
}
} // namespace

TEST_CASE ("a light finger on a node leaves the partials that have a node there: flageolets of 2 to 6", "[sides]")
{
    // On the open strings of a violin; G3 and its harmonics.
    const auto [n, key] = GENERATE (table<int, int> ({ { 2, 67 }, { 3, 74 }, { 4, 79 }, { 5, 83 }, { 6, 86 } }));
    CAPTURE (n, key);
    const auto sound = playedAsHarmonic (key, { { "voice.mode", placeOfChoice (VoiceMode::strings) },
                                                { "voice.strings", placeOfChoice (Strings::violin) } });
    const double pitch = 440.0 * std::exp2 ((key - 69) / 12.0);
    const int from = static_cast<int> (1.1 * rate);
    const double heard = peakNear (sound.left, from, pitch), its = amplitudeAt (sound.left, from, heard);
    CHECK_THAT (1200.0 * std::log2 (heard / pitch), WithinAbs (0.0, 0.5 * listener::cents));
    for (int k = 1; k < n; ++k)
    {
        CAPTURE (k);
        CHECK (levelOver (amplitudeAt (sound.left, from, heard * k / n), its) < -60.0);
    }
}

TEST_CASE ("a harmonic that no open string has is stopped two octaves lower and touched at a quarter", "[sides]")
{
    SideHands hands;
    auto patch = Patch::defaults();
    choose<&Patch::handArticulation> (patch, Articulation::harmonic);
    choose<&Patch::voiceMode> (patch, VoiceMode::strings);
    choose<&Patch::voiceStrings> (patch, Strings::cello);
    CHECK (hands.chooseHarmonic (patch, true, 48, true) == 2);  // C3 on the open C2
    CHECK (hands.chooseHarmonic (patch, true, 55, true) == 2);  // G3 on the open G2, not the third of C2
    CHECK (hands.chooseHarmonic (patch, true, 64, true) == 5);  // E4: fifth of C2
    CHECK (hands.chooseHarmonic (patch, true, 67, true) == 4);  // G4: fourth of G2, not sixth of C2
    CHECK (hands.chooseHarmonic (patch, true, 63, true) == 4);  // E flat 4: none
    CHECK (hands.chooseHarmonic (patch, false, 48, true) == 1); // not on a bar
    choose<&Patch::voiceStrings> (patch, Strings::free);
    CHECK (hands.chooseHarmonic (patch, true, 48, true) == 4);
    choose<&Patch::handArticulation> (patch, Articulation::bow);
    CHECK (hands.chooseHarmonic (patch, true, 48, false) == 4); // a held note stays what it is
    CHECK (hands.chooseHarmonic (patch, true, 48, true) == 1);

    const auto sound = playedAsHarmonic (81, { { "voice.strings", placeOfChoice (Strings::free) } });
    const int from = static_cast<int> (1.1 * rate);
    const double heard = peakNear (sound.left, from, 880.0), its = amplitudeAt (sound.left, from, heard);
    CHECK_THAT (1200.0 * std::log2 (heard / 880.0), WithinAbs (0.0, 0.5 * listener::cents));
    for (const int k : { 1, 2, 3 })
        CHECK (levelOver (amplitudeAt (sound.left, from, 220.0 * k), its) < -60.0);
}

TEST_CASE ("what touches beside the bow meets the whole string, at any number of modes", "[sides]")
{
    const double place = 0.31;
    for (const int modes : { 2, 8, 32, 128 })
    {
        auto group = lonelyString (modes, place);
        const auto& side = group->sides[SideHands::beside];
        group->sides[SideHands::beside].bow.normalForce[0] = 1.0;
        run (*group, 8);
        double kept = 0.0;
        for (std::size_t m = 0; m < static_cast<std::size_t> (modes); ++m)
            kept += std::pow (group->standing.portShapes[1][m][0] * group->standing.slots[m].r[0], 2.0);
        CAPTURE (modes, kept);
        // beta (1 - beta)/(2 Z_0 f_0), as under the bow (BodyTests.cpp)
        CHECK_THAT (kept + side.law.residualCompliance[0],
                    WithinRel (place * (1.0 - place) / (2.0 * group->string.impedance[0] * 110.0), 0.01));
    }
}

TEST_CASE ("a dashpot beside the bow adds c phi^2/2 to the decay of every partial", "[sides]")
{
    const double c = 0.02, place = 0.31; // [N s/m]
    auto group = lonelyString (6, place);
    auto& side = group->sides[SideHands::beside];
    side.law.muStatic.fill (1e-9); // no friction to speak of
    side.law.muKinetic.fill (1e-9);
    side.law.viscosity.fill (c);
    side.bow.normalForce[0] = 1.0;
    for (std::size_t m = 0; m < 6; ++m)
        group->standing.slots[m].x1[0] = 1.0;
    const int steps = 4800;
    for (int n = 0; n < steps; n += 48)
        run (*group, 48);
    lanes::flush (*group);
    for (int m = 0; m < 6; ++m)
    {
        CAPTURE (m);
        const auto now = group->modeNow (m, 0);
        const double decay = -0.5 * std::log (now.x1 * now.x1 + now.x2 * now.x2) * rate / steps; // [1/s]
        CHECK_THAT (decay, WithinRel (0.5 + 0.5 * c * shapeSquared (*group, m + 1, place), 0.01));
    }
}

TEST_CASE ("a stop at rest beside a body of one mode: half a period free, half a period against the spring", "[sides]")
{
    const double place = 0.4, stiffness = 2e4;
    auto group = lonelyString (1, place);
    group->string.soundingCount.fill (1.0);
    group->string.decayRate.fill (1e-6);
    group->setSide (SideHands::beside, 0, true);
    auto& side = group->sides[SideHands::beside];
    side.stop.gap[0] = 0.0;
    side.stop.stiffness[0] = stiffness;
    side.stop.damping[0] = 0.0;
    group->standing.slots[0].x1[0] = -0.01; // on the side away from the stop
    const double w = 2.0 * pi * 110.0 * std::sqrt (1.0 + 1e-7),
                 touching = std::sqrt (w * w + stiffness * shapeSquared (*group, 1, place));
    const double period = pi / w + pi / touching;

    // From one crossing of rest into the stop to another, ten periods later.
    std::vector<double> crossings;
    double before = -0.01, energy = 0.0;
    for (int n = 0; n < 9600; ++n)
    {
        run (*group, 1);
        const double x = group->modeNow (0, 0).x1;
        if (before < 0.0 && x >= 0.0)
            crossings.push_back ((n + before / (before - x)) / rate);
        before = x;
        VoiceGroup::Lane each;
        lanes::energies (*group, each);
        energy = each[0];
    }
    REQUIRE (crossings.size() > 12);
    CHECK_THAT ((crossings[11] - crossings[1]) / 10.0,
                WithinAbs (period, std::pow (touching / rate, 2.0) / 10.0 * pi / touching));
    CHECK_THAT (energy, WithinRel (0.5 * 0.01 * 0.01, 1e-6)); // an elastic stop gives back what it gets
}

TEST_CASE ("a stop takes the part of the speed that its rebound says", "[sides]")
{
    auto patch = Patch::defaults();
    choose<&Patch::sideKind> (patch, SideContact::stop);
    patch.sideRestitution = 0.9;
    patch.sideGap = 0.0;
    // A heavy slow mode against a stiff stop at 0.1 m/s.
    auto group = lonelyString (1, 0.5);
    group->string.soundingCount.fill (1.0);
    group->string.fundamental.fill (20.0);
    group->string.decayRate.fill (1e-6);
    group->setSide (SideHands::beside, 0, true);
    auto& side = group->sides[SideHands::beside];
    side.stop.gap[0] = 0.0;
    side.stop.stiffness[0] = 1e5;
    side.stop.damping[0] = 1.5 * (1.0 - patch.sideRestitution) / 0.1;
    const double phi = std::sqrt (shapeSquared (*group, 1, 0.5));
    group->standing.slots[0].x1[0] = 0.0;
    group->standing.slots[0].x2[0] = 0.1 / phi; // towards the stop
    for (int n = 0; n < 400; ++n)
        run (*group, 1);
    const auto now = group->modeNow (0, 0);
    REQUIRE (now.x1 < 0.0); // it has left
    const double after = phi * std::sqrt (now.x1 * now.x1 + now.x2 * now.x2);
    CHECK_THAT (after / 0.1, WithinAbs (0.9, 0.01)); // the formula's own error is the square of 0.1
}

TEST_CASE ("Stop rebound is what a stop leaves of a speed of 0.1 m/s", "[sides]")
{
    // One mode of 65 Hz, struck, that a stop touches at rest. A strike at v takes the part (1 - e) v/(0.1 m/s) of it.
    const double e = 0.9;
    ModeTable table;
    table.count = 1;
    table.ratio[0] = table.decay[0] = table.left[0] = table.right[0] = 1.0;
    table.shape[0].fill (1.0);
    table.finish();
    auto patch = Patch::defaults();
    turn (patch, { { "voice.humanise", 0.0 },
                   { "surface.texture", 0.0 },
                   { "voice.guide", 0.0 },
                   { "hand.force_mode", placeOfChoice (ForceMode::absolute) },
                   { "hand.force", 1.0 },
                   { "hand.articulation", placeOfChoice (Articulation::strike) },
                   { "side.contact", placeOfChoice (SideContact::stop) },
                   { "side.gap", 0.0 },
                   { "side.stiffness", 1e6 },
                   { "side.restitution", e },
                   { "body.type", static_cast<double> (customBody()) },
                   { "body.mass", 1.0 },
                   { "body.decay", 100.0 },
                   { "body.quality", 5000.0 },
                   { "body.tune", -24.0 } });
    PreparedSynth synth (patch, rate);
    synth.setCustomBody (table);
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (0.4 * rate));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    render (synth, { noteOn (0, 36) }, static_cast<int> (frames.size()), 512, &probes);

    std::vector<double> extremes; // of the speed, towards the stop and away from it in turn
    for (std::size_t n = 1000; n + 1 < frames.size(); ++n)
    {
        const double now = frames[n].surfaceVelocity;
        if (std::abs (now) >= std::abs (frames[n - 1].surfaceVelocity) &&
            std::abs (now) > std::abs (frames[n + 1].surfaceVelocity))
            extremes.push_back (now);
    }
    REQUIRE (extremes.size() >= 8);
    for (std::size_t n = 0; n + 1 < extremes.size(); ++n)
        if (const double v = extremes[n]; v > 0.0)
            CHECK_THAT ((1.0 + extremes[n + 1] / v) / (v / 0.1),
                        WithinRel (1.0 - e, 0.05)); // the formula is good for small parts: half of 1 - e
}

TEST_CASE ("a stop beside a bow only pushes, however few the passes", "[sides]")
{
    for (const bool withFinger : { false, true })
    {
        auto group = bowedStrings (24, 0);
        group->bow.velocity.fill (0.1);
        for (auto& side : group->sides)
            eachField ([] (VoiceGroup::Lane& to, const VoiceGroup::Lane& from) { to = from; }, side.law, group->law);
        if (withFinger)
            group->sides[SideHands::finger].bow.normalForce.fill (0.1);
        for (auto& each : group->sidePlace)
            each.fill (0.31);
        group->setSide (SideHands::beside, 0, true);
        auto& side = group->sides[SideHands::beside];
        side.stop.gap.fill (1e-5);
        side.stop.stiffness.fill (1e5);
        side.stop.damping.fill (5.0);
        int touches = 0, flies = 0;
        for (int n = 0; n < 4000; ++n)
        {
            updateBodies (*group, lanes::everyLaneAwake, 1.0 / rate, true);
            lanes::render (*group, 1.0 / rate, 1, 1, true);
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                const double N = side.rows.normalForce[0][lane];
                CAPTURE (withFinger, n, lane);
                REQUIRE (N >= 0.0);
                ++(N > 0.0 ? touches : flies);
            }
        }
        CHECK (touches > 1000);
        CHECK (flies > 1000);
    }
}

TEST_CASE ("two contacts at one place under half the force each are one contact", "[sides]")
{
    auto one = bowedStrings (24, 0), two = bowedStrings (24, 0);
    for (auto* group : { one.get(), two.get() })
    {
        group->law.damping.fill (0.0);
        group->law.viscosity.fill (0.0);
        group->bow.normalForce.fill (1.2);
        group->bow.velocity.fill (0.1);
    }
    two->sidePlace[SideHands::beside] = two->string.position;
    auto& side = two->sides[SideHands::beside];
    eachField ([] (VoiceGroup::Lane& to, const VoiceGroup::Lane& from) { to = from; }, side.law, two->law);
    two->bow.normalForce.fill (0.6);
    side.bow.normalForce.fill (0.6);
    side.bow.velocity.fill (0.1);
    for (auto* group : { one.get(), two.get() })
    {
        updateBodies (*group, lanes::everyLaneAwake, 1.0 / rate, true);
        group->law.residualCompliance.fill (0.0); // which each bristle has in series for itself
    }
    side.law.residualCompliance.fill (0.0);
    double peak = 0.0;
    for (int n = 0; n < 960; n += 48)
    {
        for (auto* group : { one.get(), two.get() })
            lanes::render (*group, 1.0 / rate, 12, 48, true);
        for (std::size_t row = 0; row < 48; ++row)
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                peak = std::max (peak, std::abs (one->odd[row][lane]));
                CAPTURE (n, row, lane);
                REQUIRE_THAT (two->odd[row][lane], WithinAbs (one->odd[row][lane], rounded));
                REQUIRE_THAT (2.0 * two->force[row][lane], WithinAbs (one->force[row][lane], rounded));
            }
    }
    CHECK (peak > 0.1);
}

TEST_CASE ("what touches beside the bow comes and goes without a click", "[sides]")
{
    auto patch = Patch::defaults();
    turn (patch, { { "voice.humanise", 0.0 }, { "surface.texture", 0.0 }, { "out.room", 0.0 } });
    PreparedSynth synth (patch, rate);
    const int at = 48000;
    const auto sound =
        render (synth,
                { noteOn (0, 60), setParameter (at, "side.force", 0.05),
                  setParameter (at, "side.contact", placeOfChoice (SideContact::rub)),
                  setParameter (at + 4800, "side.contact", placeOfChoice (SideContact::off)),
                  setParameter (at + 9600, "finger.touch", 1.0), setParameter (at + 14400, "finger.touch", 0.0) },
                2 * at);
    // The largest bend of the signal within 5 ms of each change, beside the largest in half a second before.
    const auto bend = [&] (int from, int to)
    {
        double largest = 0.0;
        for (int n = from; n < to; ++n)
        {
            const auto i = static_cast<std::size_t> (n);
            largest = std::max (largest, std::abs (sound.left[i - 1] - 2.0 * sound.left[i] + sound.left[i + 1]));
        }
        return largest;
    };
    for (const int change : { at, at + 4800, at + 9600, at + 14400 })
    {
        CAPTURE (change);
        CHECK (bend (change - 10, change + 240) <= 1.25 * bend (at / 2, at - 10));
    }
}
