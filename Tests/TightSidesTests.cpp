// SPDX-License-Identifier: GPL-3.0-or-later
// A body whose tension grows with its motion, and what touches it beside the bow.
#include "Core/Units.h"
#include "Support/GroupBooks.h"
#include "Support/Scene.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Strings/StringSet.h"
#include "Synth/VoiceParts/SideHands.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;

namespace
{
/** A string of three modes (f_0 110 Hz, 0.65 m, 75 N, EA 150 kN, B 1e-4) that four things touch: a bow that holds it
    and swings, a finger that holds it elsewhere, a stop, and a mass that presses the bow on it at an angle. */
struct Touched
{
    static constexpr double f0 = 110.0, L = 0.65, T = 75.0, EA = 150000.0, B = 1e-4, decay = 3.0;
    static constexpr double mu = T / (4.0 * L * L * f0 * f0);
    static constexpr double bowAt = 0.2, fingerAt = 0.37, stopAt = 0.8, readAt = 0.3;
    static constexpr double bowStiffness = 4000.0, bowDamping = 0.6, fingerStiffness = 500.0, fingerDamping = 0.2;
    static constexpr double stopStiffness = 3000.0, gap = 3e-4;
    static constexpr double mass = 0.02, behind = 5000.0, damped = 0.9, spring = 2e4, tilt = 0.02, pressed = 2.0;

    static double frequency (int n) { return 2.0 * pi * n * f0 * std::sqrt (1.0 + B * n * n); }
    static double shapeAt (int n, double place) { return std::sqrt (2.0 / (mu * L)) * std::sin (n * pi * place); }
    /** ga_n of psi = sum ga_n q_n^2/2. */
    static double tightening (int n) { return std::sqrt (EA / L) * std::pow (n * pi / L, 2) / mu; }
    /** Of the bow. */
    static double way (double t) { return 0.4 * (1.0 - std::cos (2.0 * pi * 40.0 * t)) / (2.0 * pi * 40.0); }
    static double speed (double t) { return 0.4 * std::sin (2.0 * pi * 40.0 * t); }
};

struct Seen
{
    double displacement, tension, normalForce, stopForce;
};

/** Their equations of motion, by Runge and Kutta's method, sixteen steps to a sample. Independent of the product. */
std::vector<Seen> solved (double rate, int samples)
{
    using State = std::array<double, 11>; // q_1, q_2, q_3, their speeds, both bristles, mass, its speed, penetration
    const auto at = [] (const State& s, int first, double place)
    {
        double sum = 0.0;
        for (int n = 1; n <= 3; ++n)
            sum += Touched::shapeAt (n, place) * s[static_cast<std::size_t> (first + n - 1)];
        return sum;
    };
    const auto tension = [] (const State& s)
    {
        double psi = 0.0;
        for (std::size_t n = 1; n <= 3; ++n)
            psi += 0.5 * Touched::tightening (static_cast<int> (n)) * s[n - 1] * s[n - 1];
        return psi;
    };
    const auto pushes = [] (double stiffness, double depth) { return stiffness * std::max (0.0, depth); };
    const auto rates = [&] (const State& s, double t)
    {
        State dot {};
        const double slips = Touched::speed (t) - at (s, 3, Touched::bowAt), lets = -at (s, 3, Touched::fingerAt);
        const double bow = Touched::bowStiffness * s[6] + Touched::bowDamping * slips,
                     finger = Touched::fingerStiffness * s[7] + Touched::fingerDamping * lets,
                     stop = pushes (Touched::stopStiffness, at (s, 0, Touched::stopAt) - Touched::gap),
                     N = pushes (Touched::spring, s[10]);
        for (int n = 1; n <= 3; ++n)
        {
            const auto i = static_cast<std::size_t> (n - 1);
            const double w = Touched::frequency (n);
            dot[i] = s[i + 3];
            dot[i + 3] =
                -2.0 * Touched::decay * s[i + 3] - w * w * s[i] - tension (s) * Touched::tightening (n) * s[i] +
                Touched::shapeAt (n, Touched::bowAt) * (bow - Touched::tilt * N) +
                Touched::shapeAt (n, Touched::fingerAt) * finger - Touched::shapeAt (n, Touched::stopAt) * stop;
        }
        dot[6] = slips;
        dot[7] = lets;
        dot[8] = s[9];
        dot[9] = (Touched::pressed - N - Touched::behind * s[8] -
                  2.0 * Touched::damped * std::sqrt (Touched::behind * Touched::mass) * s[9]) /
                 Touched::mass;
        dot[10] = s[9] + Touched::tilt * at (s, 3, Touched::bowAt);
        return dot;
    };
    const auto moved = [] (State s, const State& dot, double h)
    {
        for (std::size_t i = 0; i < s.size(); ++i)
            s[i] += h * dot[i];
        return s;
    };
    std::vector<Seen> result;
    State s {};
    const int parts = 16;
    const double h = 1.0 / (rate * parts);
    for (int n = 0; n < samples; ++n)
    {
        for (int part = 0; part < parts; ++part)
        {
            const double t = (n * parts + part) * h;
            const auto a = rates (s, t), b = rates (moved (s, a, 0.5 * h), t + 0.5 * h),
                       c = rates (moved (s, b, 0.5 * h), t + 0.5 * h), d = rates (moved (s, c, h), t + h);
            for (std::size_t i = 0; i < s.size(); ++i)
                s[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        }
        result.push_back ({ at (s, 0, Touched::readAt), tension (s), pushes (Touched::spring, s[10]),
                            pushes (Touched::stopStiffness, at (s, 0, Touched::stopAt) - Touched::gap) });
    }
    return result;
}

std::unique_ptr<VoiceGroup> touchedGroup (double h)
{
    auto group = std::make_unique<VoiceGroup>();
    group->clear();
    auto& s = group->string;
    s.soundingCount.fill (3.0);
    s.fundamental.fill (Touched::f0);
    s.inharmonicity.fill (Touched::B);
    s.impedance.fill (std::sqrt (Touched::T * Touched::mu));
    s.position.fill (Touched::bowAt);
    s.decayRate.fill (Touched::decay);
    s.quality.fill (1e12);
    s.tension.fill (Touched::EA / Touched::T * pi * pi * 1e-6 / (4.0 * Touched::L * Touched::L));
    const auto holds = [] (auto& law, double stiffness, double damping)
    {
        law.muStatic.fill (1e4); // never slides
        law.muKinetic.fill (1e4);
        law.inverseStribeckVelocity.fill (10.0);
        law.stiffness.fill (stiffness);
        law.stiffnessPerForce.fill (0.0);
        law.damping.fill (damping);
        law.viscosity.fill (0.0);
        law.breakaway.fill (0.4);
    };
    auto &stop = group->sides[SideHands::beside], &finger = group->sides[SideHands::finger],
         &presser = group->sides[VoiceGroup::presser];
    holds (group->law, Touched::bowStiffness, Touched::bowDamping);
    group->bow.normalForce.fill (Touched::pressed);
    group->sidePlace[SideHands::finger].fill (Touched::fingerAt);
    holds (finger.law, Touched::fingerStiffness, Touched::fingerDamping);
    finger.bow.normalForce.fill (1.0);
    group->setSide (SideHands::beside, 0, true);
    group->sidePlace[SideHands::beside].fill (Touched::stopAt);
    stop.stop.stiffness.fill (Touched::stopStiffness);
    stop.stop.damping.fill (0.0);
    stop.stop.gap.fill (Touched::gap);
    group->tilt.fill (Touched::tilt);
    presser.stop.stiffness.fill (Touched::spring);
    presser.stop.damping.fill (0.0);
    presser.stop.gap.fill (0.0);
    presser.hand.mass.fill (Touched::mass);
    presser.hand.stiffness.fill (Touched::behind);
    presser.hand.damping.fill (Touched::damped);
    presser.gives.fill (1.0);
    updateBodies (*group, lanes::everyLaneAwake, h, true);
    group->law.residualCompliance.fill (0.0);
    for (auto& side : group->sides)
        side.law.residualCompliance.fill (0.0);
    return group;
}

/** Largest errors over the largest values. */
Seen worstOf (double rate)
{
    constexpr std::size_t lane = 3;
    const int samples = static_cast<int> (0.06 * rate);
    const double h = 1.0 / rate;
    const auto expected = solved (rate, samples);
    auto group = touchedGroup (h);
    REQUIRE (group->wanted.tight);
    REQUIRE (group->wanted.sides == 7u);
    Seen worst {}, largest {};
    GroupBooks books;
    for (int n = 0; n < samples; ++n)
    {
        group->bow.velocity.fill ((Touched::way ((n + 1) * h) - Touched::way (n * h)) / h);
        lanes::render (*group, h, 4, 1, true);
        books.check (*group, lane);
        double y = 0.0;
        for (int m = 1; m <= 3; ++m)
            y += Touched::shapeAt (m, Touched::readAt) * group->modeNow (m - 1, lane).x1 / Touched::frequency (m);
        const auto depth = [&] (std::size_t side)
        { return std::max (0.0, group->sides[side].pressed.penetration[lane]); };
        const auto& now = expected[static_cast<std::size_t> (n)];
        const auto compare = [] (double found, double wanted, double& error, double& most)
        {
            error = std::max (error, std::abs (found - wanted));
            most = std::max (most, std::abs (wanted));
        };
        compare (y, now.displacement, worst.displacement, largest.displacement);
        compare (group->tension.tension[lane], now.tension, worst.tension, largest.tension);
        compare (Touched::spring * depth (VoiceGroup::presser), now.normalForce, worst.normalForce,
                 largest.normalForce);
        compare (Touched::stopStiffness * depth (SideHands::beside), now.stopForce, worst.stopForce, largest.stopForce);
        if (n * h > 2e-3)
            REQUIRE (now.normalForce > 0.05); // the bow keeps its bristle
    }
    CHECK (std::sqrt (Touched::EA / Touched::L) * largest.tension / Touched::T > 0.05); // dT/T
    CHECK (largest.stopForce > 0.1);
    return { worst.displacement / largest.displacement, worst.tension / largest.tension,
             worst.normalForce / largest.normalForce, worst.stopForce / largest.stopForce };
}
} // namespace

TEST_CASE ("a string under tension that bow, finger, stop and a pressing mass touch moves as its equations say",
           "[sides]")
{
    // Without tension 1e-7; the tension's own error is that of a single contact's loop.
    const auto worst = worstOf (192e3);
    CAPTURE (worst.displacement, worst.tension, worst.normalForce, worst.stopForce);
    CHECK (worst.displacement < 2.5e-3);
    CHECK (worst.tension < 8e-3);
    CHECK (worst.normalForce < 1.5e-3);
    CHECK (worst.stopForce < 0.04);
}

namespace
{
/** The same string under a bow alone, or with a finger that hardly touches it. */
std::unique_ptr<VoiceGroup> bowedAlone (double h, bool hasFinger)
{
    auto group = touchedGroup (h);
    group->setSide (SideHands::beside, 0, false);
    group->sides[SideHands::beside].keepAway (0);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        for (const auto side : { static_cast<std::size_t> (SideHands::beside), VoiceGroup::presser })
            group->sides[side].keepAway (lane);
    group->sides[SideHands::finger].bow.normalForce.fill (hasFinger ? 1.0 : 0.0);
    group->sides[SideHands::finger].law.stiffness.fill (1e-9);
    group->sides[SideHands::finger].law.damping.fill (1e-9);
    updateBodies (*group, lanes::everyLaneAwake, h, true);
    group->law.residualCompliance.fill (0.0);
    for (auto& side : group->sides)
        side.law.residualCompliance.fill (0.0);
    REQUIRE (group->wanted.tight);
    REQUIRE (group->wanted.sides == (hasFinger ? 2u : 0u));
    return group;
}
} // namespace

TEST_CASE ("what hardly touches a string under tension changes nothing", "[sides]")
{
    constexpr std::size_t lane = 5;
    const double h = 1.0 / 48e3;
    auto alone = bowedAlone (h, false), touched = bowedAlone (h, true);
    double peak = 0.0;
    for (int n = 0; n < 2400; ++n)
    {
        for (auto* group : { alone.get(), touched.get() })
        {
            group->law.muStatic.fill (0.8);
            group->law.muKinetic.fill (0.3);
            group->bow.velocity.fill (0.3);
            lanes::render (*group, h, 8, 1, true);
        }
        peak = std::max (peak, std::abs (alone->force[0][lane]));
        REQUIRE (std::abs (touched->force[0][lane] - alone->force[0][lane]) < 1e-6 * peak);
        REQUIRE (std::abs (touched->tension.tension[lane] - alone->tension.tension[lane]) < 1e-6);
    }
    CHECK (peak > 0.5);
}

TEST_CASE ("a rigid bow on a tight string that a finger touches ends its steps at rest", "[sides]")
{
    constexpr std::size_t lane = 3;
    const double h = 1.0 / 48e3;
    auto group = bowedAlone (h, true);
    group->setLaw (static_cast<int> (findLaw ("coulomb") - lawTable().data()));
    group->bow.normalForce.fill (1e4);
    const auto swing = [&] (std::size_t slot, double to)
    {
        for (auto& x : group->standing.slots[slot].x1)
            x = to;
    };
    swing (0, 0.05);
    swing (1, -0.06);
    swing (2, 0.02);
    int holds = 0;
    double fastest = 0.0;
    for (int n = 0; n < 400; ++n)
    {
        lanes::render (*group, h, 3, 1, true);
        double end = 0.0;
        for (int m = 1; m <= 3; ++m)
        {
            const double each = Touched::shapeAt (m, Touched::bowAt) * group->modeNow (m - 1, lane).x2;
            end += each;
            fastest = std::max (fastest, std::abs (each));
        }
        holds += std::abs (end) < 1e-8 * fastest ? 1 : 0;
    }
    CAPTURE (holds, fastest);
    CHECK (fastest > 0.5);
    CHECK (holds > 150); // in the others that force would do work, and is limited
}
