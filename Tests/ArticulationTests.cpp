// SPDX-License-Identifier: GPL-3.0-or-later
// Other ways to start than drawing a bow: what they do to the contact, by its probes, and to the spectrum.
#include "Analysis/Notes/SteadyTone.h"
#include "Core/Units.h"
#include "Files/Presets/PresetFile.h"
#include "Support/Listener.h"
#include "Support/Scene.h"
#include "Synth/Hands/Articulation.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
struct Stroke
{
    std::vector<ProbeFrame> frames;
    Rendering sound;
    EnergyLedger ledger;
};

Stroke play (Articulation kind, double seconds, double rate = 8.0,
             std::initializer_list<std::pair<std::string_view, double>> more = {})
{
    auto patch = patchWith (more);
    patch.handArticulation = static_cast<double> (static_cast<int> (kind));
    patch.handRate = rate;
    patch.outBox = patch.outGuard = 0.0;
    patch.qualityLedger = 1.0;
    PreparedSynth synth (patch);
    Stroke stroke;
    stroke.frames.resize (static_cast<std::size_t> (48000.0 * seconds));
    ProbeBuffer probes { stroke.frames.data(), stroke.frames.size(), 0 };
    stroke.sound = render (synth, { noteOn (0, 62, 80.0 / 127.0) }, static_cast<int> (48000.0 * seconds), 512, &probes);
    stroke.frames.resize (probes.count);
    stroke.ledger = synth.ledger();
    return stroke;
}

/** How often the contact is taken up. */
int touches (const std::vector<ProbeFrame>& frames)
{
    int count = 0;
    bool before = false;
    for (const auto& frame : frames)
    {
        const bool now = frame.normalForce > 1e-6;
        count += now && ! before ? 1 : 0;
        before = now;
    }
    return count;
}
} // namespace

TEST_CASE ("a plucked string has the partials of a corner where it was pulled: sin (n pi beta)/n at the bridge",
           "[articulation]")
{
    const double beta = 0.2;
    const auto stroke = play (
        Articulation::pluck, 1.6, 8.0,
        { { "hand.position", beta }, { "body.torsion", 0.0 }, { "body.decay", 60.0 }, { "body.quality", 5000.0 } });
    // The finger leaves within 13 ms and does not come back.
    for (std::size_t n = 700; n < stroke.frames.size(); ++n)
        REQUIRE (stroke.frames[n].normalForce == 0.0);
    std::vector<double> bridge;
    for (std::size_t n = 4800; n < 4800 + 65536; ++n)
        bridge.push_back (stroke.frames[n].bridgeForce);
    const auto spectrum = amplitudeSpectrum (bridge);
    const auto partial = [&] (int n)
    {
        const auto middle = static_cast<std::size_t> (n * 293.6648 * 65536.0 / 48000.0);
        double largest = 0.0;
        for (auto k = middle - 8; k <= middle + 8; ++k)
            largest = std::max (largest, spectrum[k]);
        return 20.0 * std::log10 (largest);
    };
    for (int n = 2; n <= 4; ++n)
    {
        CAPTURE (n);
        const double expected = 20.0 * std::log10 (std::sin (n * pi * beta) / (n * std::sin (pi * beta)));
        // A finger lets go over a third of a millisecond, and the contact yields: darker than ideal, never brighter.
        CHECK (partial (n) - partial (1) < expected + 0.5);
        CHECK (partial (n) - partial (1) > expected - 1.5 * (n - 1));
    }
    CHECK (partial (5) - partial (1) < -30.0); // pulled at a node of the fifth
}

TEST_CASE ("a blow touches for two and a half milliseconds", "[articulation]")
{
    const auto stroke = play (Articulation::strike, 0.3);
    CHECK (touches (stroke.frames) == 1);
    std::size_t last = 0;
    for (std::size_t n = 0; n < stroke.frames.size(); ++n)
        if (stroke.frames[n].normalForce > 1e-6)
            last = n;
    CHECK (last > 96);  // 2 ms
    CHECK (last < 168); // 3.5 ms
    double loud = 0.0;
    for (std::size_t n = 4800; n < stroke.sound.left.size(); ++n)
        loud = std::max (loud, std::abs (stroke.sound.left[n]));
    CHECK (loud > listener::audible);
}

TEST_CASE ("a harder blow is shorter, as felt stiffens, and has the same momentum", "[articulation]")
{
    // T ~ v^-((p - 1)/(p + 1)) with p = 2.5: 10 dB louder, 0.61 of the time.
    StrokeShape::Hand hand { .speed = 0.2,
                             .force = 1.0,
                             .holding = 2.0,
                             .pitch = 440.0,
                             .rate = 8.0,
                             .bite = 1.0,
                             .jolt = 0.0,
                             .velocity = 0.0 };
    const auto blow = [&hand] (double seconds)
    {
        hand.hammerTime = seconds;
        StrokeShape stroke;
        double momentum = 0.0, last = 0.0;
        for (double time = 1e-5; time < 0.01; time += 1e-5)
        {
            const double force = stroke.move (Articulation::strike, hand, 1.0, 1e-5).force;
            momentum += force * 1e-5;
            last = force > 0.0 ? time : last;
        }
        return std::pair (momentum, last);
    };
    const auto usual = blow (StrokeShape::usualHammerTime), hard = blow (0.0015);
    // The mean of a squared sine is a half; sums of its samples know it as long as both ends are 0: to step^2.
    CHECK_THAT (usual.first, WithinRel (2.0 * 0.0025 / 2.0, std::pow (1e-5 / 0.0025, 2)));
    CHECK_THAT (hard.first, WithinRel (usual.first, std::pow (1e-5 / 0.0015, 2)));
    CHECK_THAT (hard.second, WithinAbs (0.0015, 2e-5)); // a step at either end

    const auto lastOf = [] (double velocity)
    {
        auto patch = findFactoryPreset ("Slack Skin")->patch;
        patch.voiceHumanisePercent = 0.0;
        PreparedSynth synth (patch);
        std::vector<ProbeFrame> frames (9600);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        render (synth, { noteOn (0, 45, velocity / 127.0) }, 4800, 512, &probes);
        std::size_t last = 0;
        for (std::size_t n = 0; n < probes.count; ++n)
            last = frames[n].normalForce > 1e-3 ? n : last;
        return static_cast<double> (last) / (static_cast<double> (probes.count) / 0.1);
    };
    // Velocity 127 is 8.5/60 dB louder per percent of Velocity; a blow ends on a grid of a third of a millisecond.
    const double louder = 8.5 / 60.0 * findFactoryPreset ("Slack Skin")->patch.voiceVelocityPercent;
    constexpr double late = 0.5 * limits::controlInterval / 48000.0;
    CHECK_THAT (lastOf (80.0), WithinAbs (0.0025, late));
    CHECK_THAT (lastOf (127.0), WithinAbs (0.0025 * std::pow (10.0, -louder / 20.0 * 1.5 / 3.5), late));
}

TEST_CASE ("a tremolo turns at its rate", "[articulation]")
{
    const double rate = GENERATE (4.0, 12.0);
    const auto stroke = play (Articulation::tremolo, 2.0, rate);
    int turns = 0;
    for (std::size_t n = 1; n < stroke.frames.size(); ++n)
        turns += stroke.frames[n].bowVelocity * stroke.frames[n - 1].bowVelocity < 0.0 ? 1 : 0;
    CHECK_THAT (turns, WithinAbs (2.0 * rate, 1.0));
}

TEST_CASE ("a string speaks at its pitch under a thrown bow", "[articulation]")
{
    // Of the sound's energy, at least two thirds are near the key's harmonics; and the odd ones are there, which a
    // string that slips twice per period lacks.
    const auto stroke = play (Articulation::spiccato, 1.5);
    const auto spectrum = amplitudeSpectrum (std::span<const double> (stroke.sound.left).first (65536));
    double all = 0.0, odd = 0.0, even = 0.0;
    for (std::size_t n = 1; n < spectrum.size(); ++n)
    {
        const double energy = spectrum[n] * spectrum[n];
        const double order = static_cast<double> (n) * 48000.0 / 65536.0 / 293.6648, nearest = std::round (order);
        all += energy;
        if (nearest >= 1.0 && nearest <= 8.0 && std::abs (order - nearest) < 0.06 * nearest)
            (std::fmod (nearest, 2.0) == 1.0 ? odd : even) += energy;
    }
    CHECK (odd + even > 0.67 * all);
    CHECK (odd > even);
}

TEST_CASE ("a struck bow is a blow, and then the bow", "[articulation]")
{
    const auto struck = play (Articulation::struckBow, 0.6), bowed = play (Articulation::bow, 0.6);
    for (std::size_t n = 24; n < 96; ++n) // felt slides eight times as fast
        CHECK (struck.frames[n].bowVelocity > 4.0 * bowed.frames.back().bowVelocity);
    const auto& last = struck.frames.back();
    CHECK_THAT (last.bowVelocity, WithinAbs (bowed.frames.back().bowVelocity, 1e-9));
    CHECK_THAT (last.normalForce, WithinAbs (bowed.frames.back().normalForce, 1e-6 * last.normalForce));
}

TEST_CASE ("a martele presses before it moves, starts at six times the bite, and eases in 80 ms", "[articulation]")
{
    const auto stroke = play (Articulation::martele, 0.4, 8.0, { { "hand.bite", 5.0 }, { "hand.bite_track", 0.0 } });
    const auto& frames = stroke.frames;
    const double full = frames.back().normalForce, speed = std::abs (frames.back().bowVelocity);
    double largest = 0.0;
    int atRest = 0;
    for (const auto& frame : frames)
    {
        atRest += frame.bowVelocity == 0.0 && frame.normalForce > 0.0 ? 1 : 0;
        largest = std::max (largest, frame.normalForce);
    }
    constexpr double interval = limits::controlInterval / 48.0; // [ms] of the control grid
    CHECK_THAT (atRest / 48.0, WithinAbs (12.0, interval));     // [ms]
    CHECK_THAT (largest / full, WithinAbs (1.6, 0.1));
    const auto at = [&frames] (double ms) { return frames[static_cast<std::size_t> (48.0 * ms)]; };
    CHECK_THAT (std::abs (at (16.0).bowVelocity - at (14.0).bowVelocity), WithinAbs (6.0 * 5.0 * 0.002, 0.006));
    CHECK (std::abs (at (25.0).bowVelocity) > 0.99 * speed);
    CHECK_THAT (at (52.0).normalForce / full, WithinAbs (1.3, 0.06)); // half way
    CHECK_THAT (at (110.0).normalForce / full, WithinAbs (1.0, 0.02));
}

TEST_CASE ("a bowl that is struck and then rubbed sounds at once, and goes on", "[articulation]")
{
    const auto level = [] (Articulation kind, double from, double to)
    {
        const auto stroke = play (kind, 2.0, 8.0, { { "body.type", 7.0 }, { "body.decay", 8.0 } });
        double square = 0.0;
        const auto first = static_cast<std::size_t> (48000.0 * from), end = static_cast<std::size_t> (48000.0 * to);
        for (auto n = first; n < end; ++n)
            square += stroke.sound.left[n] * stroke.sound.left[n];
        return 10.0 * std::log10 (square / static_cast<double> (end - first));
    };
    const double rubbed = level (Articulation::bow, 1.5, 2.0), late = level (Articulation::struckBow, 1.5, 2.0);
    CHECK (level (Articulation::struckBow, 0.01, 0.06) > level (Articulation::bow, 0.01, 0.06) + listener::dynamicStep);
    CHECK_THAT (late, WithinAbs (rubbed, listener::halfAsMuch));                  // the bow has taken over
    CHECK (late > level (Articulation::strike, 1.5, 2.0) + listener::halfAsMuch); // what is only struck dies away
}

TEST_CASE ("keys below the instrument choose the articulation, and are silent", "[articulation]")
{
    Synth synth;
    synth.prepare (48000.0);
    auto patch = patchWith ({ { "voice.key_switches", 1.0 }, { "voice.switch_key", 24.0 }, { "out.box", 0.0 } });
    synth.setPatch (patch);
    std::vector<ProbeFrame> frames (48000);
    const auto touched = [&] (std::vector<PerformanceEvent> events)
    {
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        synth.reset();
        render (synth, std::move (events), 48000, 512, &probes);
        int count = 0;
        for (std::size_t n = 0; n < probes.count; ++n)
            count += frames[n].normalForce > 1e-6 ? 1 : 0;
        return count;
    };
    CHECK (touched ({ noteOn (0, 25) }) == 0);                      // C#1: Pluck, and no sound
    CHECK (touched ({ noteOn (0, 62) }) < 960);                     // a finger is gone after 13 ms
    CHECK (touched ({ noteOn (0, 24), noteOn (100, 62) }) > 47000); // C1: Bow
    CHECK (touched ({ noteOn (0, 26), noteOn (100, 62) }) < 240);   // D1: felt, 2.5 ms
    CHECK (touched ({ noteOn (0, 32) }) == 0);                      // G#1: Martele
    CHECK (touched ({ noteOn (0, 33) }) == 0);                      // A1: Harmonic
    CHECK (touched ({ noteOn (0, 34) }) > 0);                       // the eleventh key is a key like any other
    patch.voiceKeySwitches = 0.0;
    synth.setPatch (patch);
    CHECK (touched ({ noteOn (0, 25) }) > 1000);
}

TEST_CASE ("keys that are struck hard play the accent", "[articulation]")
{
    const auto patch = patchWith ({ { "hand.accent", 1.0 }, { "hand.accent_from", 100.0 } });
    const auto touched = [&patch] (int velocity)
    {
        PreparedSynth synth (patch);
        std::vector<ProbeFrame> frames (24000);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        render (synth, { noteOn (0, 62, velocity / 127.0) }, 24000, 512, &probes);
        return std::count_if (frames.begin(), frames.end(), [] (const auto& f) { return f.normalForce > 1e-6; });
    };
    CHECK (touched (99) > 23000);
    CHECK (touched (100) < 960);
    CHECK (touched (127) < 960);
}
