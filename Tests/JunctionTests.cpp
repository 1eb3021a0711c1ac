// SPDX-License-Identifier: GPL-3.0-or-later
// What a contact of many junctions does by Physics.md 5.1: newtons, metres and hertz of a sum of junctions that break
// and form anew at random.
#include "Core/Units.h"
#include "Physics/Surface-inl.h"
#include "Support/RandomString.h"
#include "Support/RigidWall.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyKind.h"
#include "Synth/Parameters/PatchChoices.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double rate = 48000.0, mu = 0.4;

/** Force over mu N while a wall is rubbed once round the profile, `points` of it per step. */
std::vector<double> rubbed (std::uint64_t seed, double texture, double grain, double newtons, double points)
{
    RigidWall wall (rate, "coulomb");
    wall.profile.roughen (seed);
    wall.group->surface.texture.fill (texture);
    wall.group->surface.perGrain.fill (1.0 / grain);
    wall.group->law.muKinetic.fill (mu);
    wall.press (newtons);
    wall.pull (points / SurfaceProfile::pointsPerGrain * grain * rate);
    std::vector<double> forces;
    for (int n = 0; n < static_cast<int> (SurfaceProfile::period / points); ++n)
        forces.push_back (wall.step() / (mu * newtons));
    return forces;
}

double mean (const std::vector<double>& values)
{
    double sum = 0.0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double> (values.size());
}

double variance (const std::vector<double>& values)
{
    const double middle = mean (values);
    double sum = 0.0;
    for (const double value : values)
        sum += (value - middle) * (value - middle);
    return sum / static_cast<double> (values.size());
}
} // namespace

TEST_CASE ("a contact varies less, relative to its force, the more junctions carry that")
{
    // Half of Texture at one newton, and as one over the root of the number of junctions: t^2/4 (1 N)/N. Once round are
    // 512 times twice the life of a junction: the mean of the lightest is 0.2/sqrt (512) uncertain, the variance 6 %.
    for (const double newtons : { 0.25, 1.0, 4.0, 100.0 })
        for (const std::uint64_t seed : { 1u, 2u, 3u })
        {
            const auto forces = rubbed (seed, 0.2, 3e-4, newtons, 1.0);
            CAPTURE (newtons, seed);
            CHECK_THAT (mean (forces), WithinAbs (1.0, 2.0 * 0.2 / std::sqrt (512.0)));
            CHECK_THAT (variance (forces), WithinRel (0.25 * 0.2 * 0.2 / newtons, 0.04));
        }
}

TEST_CASE ("what a contact was is forgotten over half a grain, at any speed")
{
    // Junctions live for l on average: from one step to the next, s on, the mean square changes by
    // 2 (1 - exp (-s/l)) of the variance, and of white noise whose corner is v/(2 pi l) Hz nothing else is known. Four
    // times round are 2048 independent changes, whose mean square is 4 % uncertain where a step is two lives.
    for (const double grain : { 1e-4, 1e-3 })
        for (const double points : { 1.0, 2.0, 4.0, 8.0, 16.0 })
        {
            double changed = 0.0, varied = 0.0;
            for (std::uint64_t seed = 1; seed <= 4; ++seed)
            {
                const auto forces = rubbed (seed, 0.2, grain, 1.0, points);
                varied += variance (forces);
                for (std::size_t n = 1; n < forces.size(); ++n)
                    changed += (forces[n] - forces[n - 1]) * (forces[n] - forces[n - 1]) /
                               static_cast<double> (forces.size() - 1);
            }
            const double way = points / SurfaceProfile::pointsPerGrain * grain;
            CAPTURE (grain, points);
            CHECK_THAT (changed / varied, WithinRel (2.0 * (1.0 - std::exp (-way / (0.5 * grain))), 0.09));
        }
}

TEST_CASE ("no junction breaks while the contact rests")
{
    RigidWall wall (rate, "kolophon");
    wall.profile.roughen (9);
    wall.group->surface.texture.fill (0.5);
    wall.press (1.0);
    wall.pull (0.2);
    double least = 1e9, most = 0.0;
    for (int n = 0; n < 2000; ++n)
    {
        wall.step();
        least = std::min (least, wall.group->normalForce[0][0]);
        most = std::max (most, wall.group->normalForce[0][0]);
    }
    CHECK (most - least > 0.5);
    wall.pull (0.0);
    wall.step();
    wall.step();
    const double before = wall.group->normalForce[0][0];
    for (int n = 0; n < 2000; ++n)
    {
        wall.step();
        REQUIRE (wall.group->normalForce[0][0] == before);
    }
}

TEST_CASE ("junctions never push, however rough the surface and light the touch")
{
    Random random (77);
    RigidWall wall (rate, "kolophon");
    wall.profile.roughen (4);
    bool free = false;
    for (int n = 0; n < 40000; ++n)
    {
        wall.group->surface.texture.fill (random.uniform (0.0, 4.5));
        wall.group->surface.perGrain.fill (1.0 / random.logUniform (1e-5, 0.02));
        wall.press (random.logUniform (1e-4, 10.0));
        wall.pull (random.uniform (-1.0, 1.0));
        wall.step();
        REQUIRE (wall.group->normalForce[0][0] >= 0.0);
        REQUIRE (wall.group->frictionLoss[0][0] >= 0.0);
        free = free || wall.group->normalForce[0][0] == 0.0;
    }
    CHECK (free); // the light ones come off
}

TEST_CASE ("of a contact is heard what junctions add, faster than its body's highest mode")
{
    using namespace HWY_NAMESPACE;
    constexpr double top = 1000.0, sound = 0.7;
    const SurfaceProfile profile;
    SurfaceKnobs<double> knobs { 0.5, 1e3, 2.0 * pi * top, sound, 0.0, 1.0, 1e-4 };
    const auto gain = [&] (double frequency)
    {
        constexpr double fine = 1e6;
        Surface<double> surface (knobs, { 0.0, 0.0, 0.0 }, &profile, 1.0 / fine);
        const int whole = static_cast<int> (fine / frequency);
        double sum = 0.0;
        for (int n = 0; n < 40 * whole; ++n)
        {
            const double lawForce =
                2.0 * (1.25 + 0.25 * std::sin (2.0 * pi * n / whole)); // over 2 N of the hand, mu = 0.4
            const double heard = surface.radiated (0.4 * lawForce, 2.0, lawForce);
            if (n >= 20 * whole)
                sum += heard * heard;
        }
        return std::sqrt (sum / (10.0 * whole));
    };
    for (const double frequency : { 100.0, 500.0, 1000.0, 2000.0, 10000.0 }) // first order, 3 dB at the corner
        CHECK_THAT (gain (frequency),
                    WithinRel (0.4 * 0.5 * sound * frequency / std::hypot (frequency, top), 0.02)); // 0.17 dB
    Surface<double> smooth (knobs, { 0.0, 0.0, 0.0 }, &profile, 1e-5);
    CHECK (smooth.radiated (0.8, 2.0, 2.0) == 0.0); // slips of a smooth contact, however quick
    CHECK (smooth.radiated (-0.8, 2.0, 2.0) == 0.0);
    CHECK (smooth.radiated (0.0, 0.0, 0.0) == 0.0);
    knobs.contactSound = 0.0;
    CHECK (gain (1000.0) == 0.0);
}

TEST_CASE ("what a body without end would do is heard of a contact")
{
    // A string gives way by 1/(2 Z_0), and passes a force on to its bridge as it is. A table with the frequencies of a
    // string of the same mass, Z_0 = 2 f M, is one.
    ModeTable table;
    table.count = 64;
    for (std::size_t m = 0; m < 64; ++m)
        table.ratio[m] = static_cast<double> (m + 1);
    auto patch = patchWith ({});
    patch.bodyPickup = placeOfChoice (Pickup::velocity);
    patch.bodyQuality = 1000.0; // modes apart
    const double f = 220.0, M = 0.05;
    const BodyRequest request { patch, f, 0.45, M, 0.13, 1.0 / rate };
    const auto& tables = BodyKind::of (BodyModel::table);
    CHECK_THAT (tables.contactSound (request, f, 64.0, &table), WithinRel (1.0 / (2.0 * (2.0 * f * M)), 1e-12));
    CHECK_THAT (tables.highest (f, 64.0, &table), WithinRel (2.0 * pi * f * 64.0, 1e-12));
    patch.bodyPickup = placeOfChoice (Pickup::velocity) + 1.0; // the far field rises with frequency
    CHECK_THAT (tables.contactSound (request, f, 64.0, &table), WithinRel (64.0 / (2.0 * (2.0 * f * M)), 1e-12));
    patch.bodyPickup = placeOfChoice (Pickup::velocity);
    patch.bodyQuality = 4.0; // sixteen modes in the width of one: the mean square elsewhere is 2/(pi 16) of that here
    CHECK_THAT (tables.contactSound (request, f, 64.0, &table),
                WithinRel (std::sqrt (2.0 / (16.0 * pi)) / (2.0 * (2.0 * f * M)), 1e-12));
    CHECK (BodyKind::of (BodyModel::string).contactSound (request, f, 64.0, nullptr) == 1.0);
    CHECK (BodyKind::of (BodyModel::block).contactSound (request, f, 0.0, nullptr) == 0.0);
}
