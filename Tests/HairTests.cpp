// SPDX-License-Identifier: GPL-3.0-or-later
// What hair swings like, what rest makes of a contact, and what viscosity adds to a law: in hertz, decibels, seconds
// and newtons.
#include "Core/Units.h"
#include "Physics/HandModes-inl.h"
#include "Support/RigidWall.h"
#include "Support/Rounding.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE ("hair has the frequencies of a string between two fixed ends, in hertz")
{
    // A string of length L, mass M and tension T has f_n = n sqrt (T/(M L))/2, and gives way at its middle by L/(4 T):
    // with k = 4 T/L, f_n = n sqrt (k/M)/4.
    using namespace HWY_NAMESPACE;
    const HandParameters<double> hand { 2.0, 2e4, 0.05, 0.02, 0.3 };
    for (int n = 1; n <= HandModes<double>::maxModes; ++n)
    {
        const auto mode = HandModes<double>::mode (hand, n, 1.0 / 48000.0).mode;
        CHECK_THAT (mode.frequency / (2.0 * pi), WithinRel (158.11388300841898 * n, 1e-12)); // sqrt (4e5)/4 = 158.1 Hz
        CHECK_THAT (mode.decayRate, WithinRel (0.02 * 2.0 * pi * 158.11388300841898 * n, 1e-12));
    }
    const HandParameters<double> arm { 1.0, 2e4, 0.05, 0.02, 0.3 };
    CHECK_THAT (HandModes<double>::mode (arm, 1, 1.0 / 48000.0).mode.frequency / (2.0 * pi),
                WithinRel (100.65842420897407, 1e-12));
}

TEST_CASE ("hair that is jerked in the air swings at its frequencies and dies at its damping")
{
    constexpr double rate = 48000.0, f = 158.11388300841898, zeta = 0.01;
    for (const double place : { 0.5, 0.3 })
    {
        RigidWall wall (rate, "kolophon");
        wall.takeHair (2e4, 0.05, zeta, place);
        wall.pull (0.3); // one jerk, and steadily on
        std::vector<double> swing;
        for (int n = 0; n < 24000; ++n)
        {
            REQUIRE (wall.step() == 0.0);
            swing.push_back (wall.relativeVelocity() - 0.3);
        }
        // The strongest line within a sixth of each odd partial: where it is, in 0.2 Hz.
        for (const int partial : { 1, 3, 5 })
        {
            if (partial == 3 && place == 0.3)
                continue; // sin (0.9 pi) leaves next to nothing of it
            const auto line = [&] (double frequency)
            {
                std::complex<double> sum;
                for (std::size_t n = 0; n < 9600; ++n)
                    sum += swing[n] * std::polar (1.0, -2.0 * pi * frequency * static_cast<double> (n) / rate);
                return std::abs (sum);
            };
            double best = 0.0, strongest = 0.0;
            for (double frequency = (partial - 0.7) * f; frequency < (partial + 0.7) * f; frequency += 1.0)
                if (const double here = line (frequency); here > strongest)
                    strongest = here, best = frequency;
            CAPTURE (place, partial, best);
            CHECK_THAT (best, WithinAbs (partial * f, 1.0)); // as it is looked for
        }
        // The first partial outlives the others. Its zeros tell its frequency, its peaks its damping.
        std::vector<double> times, peaks;
        double peak = 0.0;
        for (std::size_t n = 12000; n + 1 < swing.size(); ++n)
        {
            peak = std::max (peak, std::abs (swing[n]));
            if (swing[n] < 0.0 && swing[n + 1] >= 0.0)
            {
                times.push_back ((static_cast<double> (n) + swing[n] / (swing[n] - swing[n + 1])) / rate);
                peaks.push_back (peak);
                peak = 0.0;
            }
        }
        REQUIRE (times.size() > 15);
        const double cycles = static_cast<double> (times.size() - 3);
        CAPTURE (place);
        CHECK_THAT (cycles / (times.back() - times[2]),
                    WithinRel (f * std::sqrt (1.0 - zeta * zeta), std::pow (2.0 * pi * f / rate, 2) / 12.0));
        CHECK_THAT (20.0 * std::log10 (peaks[2] / peaks.back()),
                    WithinAbs (20.0 / std::log (10.0) * zeta * 2.0 * pi * cycles, 0.03)); // [dB]
    }
}

TEST_CASE ("rest makes a contact stronger and sliding wipes that out, forth and back alike")
{
    // a' = (1 - a)/tau - |v| a/D, and the force is mu N (1 + A a): at a speed v it goes to a = 1/(1 + tau |v|/D),
    // within 1/(1/tau + |v|/D). A step is a hundredth of the shortest of these times, 1.9 ms: half of that of A a.
    constexpr double rate = 48000.0, mu = 0.4, N = 2.0, A = 1.5, tau = 0.05, D = 1e-4, rest = 0.06;
    for (const double v : { 2e-3, -2e-3, 5e-2, -5e-2 })
    {
        RigidWall wall (rate, "coulomb");
        wall.group->law.muKinetic.fill (mu);
        wall.group->surface.ageing.fill (A);
        wall.group->surface.ageingTime.fill (tau);
        wall.group->surface.ageingSlip.fill (D);
        wall.press (N);
        for (int n = 0; n < static_cast<int> (rest * rate); ++n)
            wall.step();
        const double young = 1.0 / (1.0 + tau * std::abs (v) / D), aged = 1.0 - std::exp (-rest / tau);
        const double time = 1.0 / (1.0 / tau + std::abs (v) / D);
        wall.pull (v);
        for (int n = 0; n < static_cast<int> (5.0 * time * rate); ++n)
        {
            const double age = young + (aged - young) * std::exp (-n / rate / time);
            CAPTURE (v, n, age);
            REQUIRE_THAT (wall.step(), WithinAbs (std::copysign (mu * N * (1.0 + A * age), v), 0.006 * mu * N));
        }
        for (int n = 0; n < static_cast<int> (5.0 * time * rate); ++n) // and now the other way, as old as it is
        {
            wall.pull (-v);
            const double age = young + (aged - young) * std::exp (-5.0 - n / rate / time);
            CAPTURE (v, n, age);
            REQUIRE_THAT (wall.step(), WithinAbs (-std::copysign (mu * N * (1.0 + A * age), v), 0.006 * mu * N));
        }
    }
    // Lifted, it forgets: back under force it is young.
    RigidWall wall (rate, "coulomb");
    wall.group->law.muKinetic.fill (mu);
    wall.group->surface.ageing.fill (A);
    wall.group->surface.ageingTime.fill (tau);
    wall.press (N);
    for (int n = 0; n < 9600; ++n)
        wall.step();
    wall.press (0.0);
    wall.step();
    wall.press (N);
    wall.pull (0.1);
    CHECK_THAT (wall.step(), WithinAbs (mu * N, rounded));
    // So does one that ceases to age, even where it rests.
    wall.pull (0.0);
    for (int n = 0; n < 9600; ++n)
        wall.step();
    wall.group->surface.ageing.fill (0.0);
    wall.step();
    wall.group->surface.ageing.fill (A);
    wall.pull (0.1);
    CHECK_THAT (wall.step(), WithinAbs (mu * N, rounded));
}

TEST_CASE ("a rough surface has no steps, and at every point its height")
{
    // Grains of 0.3 mm at 64 samples each, four from point to point: N (1 + T sqrt (1/N) times the straight way between
    // heights).
    constexpr double rate = 48000.0, mu = 0.4, N = 2.0, texture = 0.5, grain = 3e-4;
    RigidWall wall (rate, "coulomb");
    wall.profile.roughen (5);
    wall.group->surface.texture.fill (texture);
    wall.group->surface.perGrain.fill (1.0 / grain);
    wall.group->law.muKinetic.fill (mu);
    wall.press (N);
    wall.pull (grain / 64.0 * rate);
    for (int n = 0; n < 4 * (SurfaceProfile::period + 6); ++n) // once round, where the heights begin again
    {
        const double force = wall.step() / (mu * N), onward = 0.25 * (n % 4);
        const double height = (1.0 - onward) * wall.profile.height (n / 4) + onward * wall.profile.height (n / 4 + 1);
        CAPTURE (n);
        REQUIRE_THAT (force, WithinAbs (1.0 + texture * std::sqrt (1.0 / N) * height, rounded));
    }
}

TEST_CASE ("every voice rubs its own place on a rough surface")
{
    constexpr double mu = 0.4, N = 2.0, texture = 0.5;
    RigidWall wall (48000.0, "coulomb");
    wall.profile.roughen (6);
    wall.group->surface.texture.fill (texture);
    wall.group->law.muKinetic.fill (mu);
    wall.press (N);
    wall.pull (1e-9);
    const std::array<int, VoiceGroup::lanes> places { 0, 1, 17, 511, 1023, 4096, 8190, 8191 };
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        wall.group->surfaceState.path[lane] = places[lane] + 0.5; // halfway to the next point
    wall.step();
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        const double height = 0.5 * (wall.profile.height (places[lane]) + wall.profile.height (places[lane] + 1));
        CAPTURE (lane);
        CHECK_THAT (wall.group->force[0][lane],
                    WithinAbs (mu * N * (1.0 + texture * std::sqrt (1.0 / N) * height), rounded));
    }
}

TEST_CASE ("rosin warms and cools to where heat and friction agree")
{
    // theta goes to P/(N v_T), P = N mu |v| + sigma_2 v^2: mu = mu_k + (mu_s - mu_k) exp (-theta), one root.
    constexpr double muStatic = 0.9, muKinetic = 0.25, thermalVelocity = 0.06, tau = 2e-3, N = 2.0, sigma = 0.3;
    for (const double v : { 0.02, -0.1, 0.5 })
    {
        double low = muKinetic, high = muStatic;
        for (int i = 0; i < 100; ++i)
        {
            const double mu = 0.5 * (low + high);
            const double theta = (mu * std::abs (v) + sigma * v * v / N) / thermalVelocity;
            (muKinetic + (muStatic - muKinetic) * std::exp (-theta) > mu ? low : high) = mu;
        }
        RigidWall wall (48000.0, "thermal");
        wall.group->law.muStatic.fill (muStatic);
        wall.group->law.muKinetic.fill (muKinetic);
        wall.group->law.stiffness.fill (1e5);
        wall.group->law.thermalVelocity.fill (thermalVelocity);
        wall.group->law.thermalTime.fill (tau);
        wall.group->law.viscosity.fill (sigma);
        wall.press (N);
        wall.pull (2.0 * v); // hotter first
        for (int n = 0; n < 4800; ++n)
            wall.step();
        wall.pull (v);
        double force = 0.0;
        for (int n = 0; n < 9600; ++n)
            force = wall.step();
        CAPTURE (v);
        CHECK_THAT (force, WithinAbs (std::copysign (N * low, v) + sigma * v, rounded));
    }
}

namespace
{
RigidWall armstrong (double memoryTime, double ageingTime)
{
    RigidWall wall (48000.0, "armstrong");
    wall.group->law.muStatic.fill (0.9);
    wall.group->law.muKinetic.fill (0.3);
    wall.group->law.inverseStribeckVelocity.fill (1.0 / 0.05);
    wall.group->law.memoryTime.fill (memoryTime);
    wall.group->law.ageingTime.fill (ageingTime);
    wall.press (2.0);
    return wall;
}
} // namespace

TEST_CASE ("Armstrong's contact is half-way to its full strength after its ageing time")
{
    for (const double times : { 0.5, 1.0, 3.0 })
    {
        auto wall = armstrong (1e-2, 0.02);
        for (int n = 0; n < static_cast<int> (times * 0.02 * 48000.0); ++n)
            wall.step();
        wall.pull (1e-6);                                          // starts, and has hardly moved
        const double excess = (0.9 - 0.3) * times / (times + 1.0); // S_inf t/(t + gamma)
        CAPTURE (times);
        CHECK_THAT (wall.step(), WithinAbs (2.0 * (0.3 + excess), rounded));
    }
}

TEST_CASE ("Armstrong's friction lags behind the speed by its memory")
{
    constexpr double tau = 5e-3, gamma = 1e-3, v = 0.05; // the Stribeck speed
    auto wall = armstrong (tau, gamma);
    for (int n = 0; n < 48000; ++n)
        wall.step();
    wall.pull (v);
    const double excess = 0.6 * 1.0 / (1.0 + gamma);
    for (int n = 0; n < 1200; ++n)
    {
        const double w = v * (1.0 - std::exp (-n / 48000.0 / tau)), ratio = w / 0.05;
        CAPTURE (n);
        REQUIRE_THAT (wall.step(), WithinAbs (2.0 * (0.3 + excess / (1.0 + ratio * ratio)), rounded));
    }
}

TEST_CASE ("viscosity adds sigma_2 v to every law that has it, newton by newton")
{
    constexpr double sigma = 0.7;
    for (const auto& info : lawTable())
    {
        if (info.id == "thermal") // what viscosity costs warms it, too: see rosin above
            continue;
        const bool viscous = std::find (info.uses.begin(), info.uses.end(), "viscosity") != info.uses.end();
        for (const double v : { 0.4, -0.4, 0.05 })
        {
            const auto slide = [&] (double viscosity)
            {
                RigidWall wall (48000.0, info.id);
                wall.group->law.viscosity.fill (viscosity);
                wall.group->law.stickBand.fill (1e-4);
                wall.group->law.stickRate.fill (5e4);
                wall.press (2.0);
                wall.pull (v);
                double force = 0.0;
                for (int n = 0; n < 6000; ++n)
                    force = wall.step();
                return force;
            };
            CAPTURE (info.id, v);
            CHECK_THAT (slide (sigma) - slide (0.0), WithinAbs (viscous ? sigma * v : 0.0, 1e-6));
        }
    }
}

TEST_CASE ("Dahl with viscosity climbs exponentially to Coulomb's force, and pays for the speed besides")
{
    // i = 1 at a steady speed v:  F = F_c (1 - exp (-sigma_0 |v| t/F_c)) sgn (v) + sigma_2 v.
    constexpr double rate = 96000.0, mu = 0.3, N = 2.0, stiffness = 1e4, sigma = 0.9;
    for (const double v : { 0.01, -0.01, 0.2 })
    {
        RigidWall wall (rate, "dahl");
        wall.group->law.muKinetic.fill (mu);
        wall.group->law.stiffness.fill (stiffness);
        wall.group->law.viscosity.fill (sigma);
        wall.group->law.dahlExponent.fill (1.0);
        wall.press (N);
        wall.pull (v);
        for (int n = 0; n < 2000; ++n)
        {
            const double force = wall.step(), middle = (n + 0.5) / rate; // the mean of the step
            const double spring = mu * N * (1.0 - std::exp (-stiffness * std::abs (v) * middle / (mu * N)));
            CAPTURE (v, n);
            REQUIRE_THAT (force, WithinAbs (std::copysign (spring, v) + sigma * v, 0.002 * mu * N));
        }
    }
}
