// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Bench/PatchExperiment.h"
#include "Analysis/Bench/PlayTiles.h"
#include "Support/Scene.h"
#include "Synth/Parameters/PatchChoices.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** "First Light" with every key an octave lower. */
Preset anOctaveLower ()
{
    auto preset = *findFactoryPreset ("First Light");
    preset.tuning = KeyTuning {};
    preset.tuning->mapping = KeyMapping {};
    preset.tuning->mapping->frequency = 220.0;
    return preset;
}
} // namespace

TEST_CASE ("a tile of the map is played as the key is tuned", "[maps]")
{
    auto preset = anOctaveLower();
    auto& patch = preset.patch;
    patch.voiceGuidePercent = 0.0;
    patch.handForceMode = placeOfChoice (ForceMode::absolute);
    constexpr int key = 57; // A3: 220 Hz in equal temperament, 110 Hz here
    const double positions[] = { 0.13 };
    const auto limits = forceLimitsOf (patch, tuningOf (preset), key, positions);
    REQUIRE (limits.largest.size() == 1);
    REQUIRE (limits.smallest[0] < limits.largest[0]);

    TilePlayer player (preset, key);
    const auto play = [&] (double force)
    {
        return player.play ({ rowOf ("hand.position").toNormalised (0.13), rowOf ("hand.force").toNormalised (force) },
                            [] { return false; });
    };
    const auto inside = play (0.6 * limits.largest[0]);
    REQUIRE (inside);
    CHECK (inside->regime == Regime::helmholtz);
    CHECK_THAT (inside->period, WithinRel (48000.0 / 110.0, 0.02));
    const auto outside = play (8.0 * limits.largest[0]);
    REQUIRE (outside);
    CHECK (outside->regime != Regime::helmholtz);
}

namespace
{
/** A preset's steady bow, led by nothing but its knobs, under a kind of guide or none. */
Preset steady (std::string_view name, std::optional<GuideKind> kind)
{
    auto preset = *findFactoryPreset (name);
    auto& patch = preset.patch;
    patch.voiceGuidePercent = kind ? 100.0 : 0.0;
    patch.voiceGuideKind = placeOfChoice (kind.value_or (GuideKind::follow));
    patch.voiceHumanisePercent = patch.voicePhrasingPercent = patch.voiceVelocityPercent = 0.0;
    patch.voiceResponse = placeOfChoice (Response::direct);
    patch.surfaceTexturePercent = 0.0; // whose grain is felt in the force
    return preset;
}
const std::optional<GuideKind> everyKind[] = { std::nullopt, GuideKind::follow, GuideKind::hold };
} // namespace

TEST_CASE ("the hand's plane knows what the engine plays wherever its knobs are", "[maps]")
{
    for (const auto* name : { "First Light", "Cello Gut", "Viola Nylon" })
        for (const auto kind : everyKind)
        {
            const auto preset = steady (name, kind);
            const int key = preset.info.middleKey();
            const HandPlane plane (preset.patch, tuningOf (preset), key);
            for (const auto& place : { HandPlane::Place { 0.2, 0.3 }, HandPlane::Place { 0.7, 0.3 },
                                       HandPlane::Place { 0.95, 0.6 }, HandPlane::Place { 0.5, 0.05 } })
            {
                PreparedSynth synth (plane.at (place));
                std::vector<ProbeFrame> frames (96000);
                ProbeBuffer probes { frames.data(), frames.size(), 0 };
                render (synth, { noteOn (0, key) }, 12000, 512, &probes);
                CAPTURE (name, kind.has_value(), place.across, place.up);
                CHECK_THAT (plane.played (place).force, WithinRel (frames[probes.count - 1].normalForce, 1e-3));
            }
        }
}

TEST_CASE ("a bow that is played has its place on the hand's plane, and every bow has one inside", "[maps]")
{
    for (const auto* name : { "First Light", "Cello Gut", "Glass Rim", "Bowed Bar", "Old Hinge", "Chalk on Board" })
        for (const auto kind : everyKind)
        {
            const auto preset = steady (name, kind);
            const HandPlane plane (preset.patch, tuningOf (preset), preset.info.middleKey());
            const auto isInside = [] (double place) { return place >= 0.0 && place <= 1.0; };
            for (const double across : { 0.0, 0.15, 0.52, 0.9, 1.0 })
                for (const double up : { 0.02, 0.33, 0.5, 0.8, 1.0 })
                {
                    const auto its = plane.played ({ across, up });
                    const auto found =
                        plane.placeOf ({ its.patch.handSpeed, its.patch.handPosition, its.force }, { across, up });
                    CAPTURE (name, kind.has_value(), across, up);
                    CHECK_THAT (found.across, WithinAbs (across, 0.02));
                    CHECK_THAT (found.up, WithinAbs (up, 0.03));
                }
            for (const double position : { 0.0, 0.9 })
                for (const double force : { 0.0, 1e-3, 1e6 })
                {
                    const auto found = plane.placeOf ({ 0.2, position, force }, { 0.4, 0.4 });
                    CHECK ((isInside (found.across) && isInside (found.up)));
                }
        }
}

TEST_CASE ("a faster bow that presses as much harder keeps its place on the map", "[maps]")
{
    // Full force goes with the speed (Schelleng): half as fast again with half as much force again is the same
    // Pressure.
    const auto preset = steady ("First Light", std::nullopt);
    const HandPlane plane (preset.patch, tuningOf (preset), 57);
    const auto its = plane.played ({ 0.7, 0.35 });
    const auto found =
        plane.placeOf ({ 1.5 * its.patch.handSpeed, its.patch.handPosition, 1.5 * its.force }, { 0.5, 0.9 });
    CHECK_THAT (found.up, WithinAbs (0.35, 0.01));
}

TEST_CASE ("without a guide theory's limits lie on the plane where the knobs have them", "[maps]")
{
    // Pressure: 100 % is Schelleng's 2 Z v/(beta (mu_s - mu_k)), a decade of force per 100 %.
    const auto preset = steady ("First Light", std::nullopt);
    const HandPlane plane (preset.patch, tuningOf (preset), 57);
    const double across = rowOf ("hand.position").toNormalised (0.13);
    const auto limits = plane.limits (across);
    REQUIRE (limits);
    CHECK_THAT (limits->largest, WithinAbs (rowOf ("hand.pressure").toNormalised (100.0), 0.01));
    CHECK (limits->contain (0.5 * (limits->smallest + limits->largest)));
    CHECK_FALSE (limits->contain (limits->largest + 0.01));
    const auto glass = steady ("Glass Rim", std::nullopt);
    CHECK_FALSE (HandPlane (glass.patch, tuningOf (glass), 69).limits (0.5));
}

TEST_CASE ("theory's limits are those of the string at its tuned pitch", "[maps]")
{
    const auto preset = anOctaveLower();
    const auto& patch = preset.patch;
    constexpr int key = 50; // D3, so tuned to D2: two octaves below where the impedance is said
    const double z = patch.bodyImpedance * std::pow (2.0, 0.01 * patch.bodyImpedanceTrackPercent * 2.0);
    CHECK_THAT (impedanceAt (patch, tuningOf (preset), key), WithinRel (z, 1e-12));

    // Schelleng: 2 Z v/(beta dmu), dmu what a slip at v/beta lacks of static friction.
    const double positions[] = { 0.08, 0.2 };
    const auto limits = forceLimitsOf (patch, tuningOf (preset), key, positions);
    for (std::size_t i = 0; i < 2; ++i)
    {
        const double slip = patch.handSpeed / positions[i] / patch.contact.stribeckSpeed;
        const double drop = (patch.contact.muStatic - patch.contact.muKinetic) * (1.0 - std::exp (-slip * slip));
        CHECK_THAT (limits.largest[i], WithinRel (2.0 * z * patch.handSpeed / (positions[i] * drop), 1e-12));
    }
    CHECK (fullForceOf (patch, tuningOf (preset), key, 0.1) ==
           Approx (2.0 * fullForceOf (patch, tuningOf (preset), key, 0.2)));
}
