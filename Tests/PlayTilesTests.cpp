// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Bench/PatchExperiment.h"
#include "Analysis/Bench/PlayTiles.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
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
    const auto preset = anOctaveLower();
    const auto& patch = preset.patch;
    constexpr int key = 57; // A3: 220 Hz in equal temperament, 110 Hz here
    const double positions[] = { 0.13 };
    const auto limits = forceLimitsOf (patch, tuningOf (preset), key, positions);
    REQUIRE (limits.largest.size() == 1);
    REQUIRE (limits.smallest[0] < limits.largest[0]);

    TilePlayer player (preset, key);
    const auto never = [] { return false; };
    const auto inside = player.play (0.13, 0.6 * limits.largest[0], never);
    REQUIRE (inside);
    CHECK (inside->regime == Regime::helmholtz);
    CHECK_THAT (inside->period, WithinRel (48000.0 / 110.0, 0.02));
    const auto outside = player.play (0.13, 8.0 * limits.largest[0], never);
    REQUIRE (outside);
    CHECK (outside->regime != Regime::helmholtz);
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
