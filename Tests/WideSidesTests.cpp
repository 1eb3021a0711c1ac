// SPDX-License-Identifier: GPL-3.0-or-later
// A wide bow, and what touches the body beside it.
#include "Core/Units.h"
#include "Support/BowedStrings.h"
#include "Support/GroupBooks.h"
#include "Support/LongRun.h"
#include "Support/RandomLaw.h"
#include "Support/RandomString.h"
#include "Support/Scene.h"
#include "Synth/Bank/StringSet.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/VoiceParts/SideHands.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

namespace
{
constexpr double third = 1.0 / 3.0;

void widen (VoiceGroup& group, double distance)
{
    group.widen();
    group.edgeFraction.fill (third);
    group.edgeDistance.fill (distance);
}

/** A side takes over the bow's friction, and touches all lanes at a place. */
VoiceGroup::Side& touchAt (VoiceGroup& group, std::size_t which, double place)
{
    auto& side = group.sides[which];
    eachField ([] (VoiceGroup::Lane& to, const VoiceGroup::Lane& from) { to = from; }, side.law, group.law);
    group.sidePlace[which].fill (place);
    side.bow.normalForce.fill (0.5);
    return side;
}

/** A string of few modes that a bow of three points and a dashpot with a spring hold so fast that no bristle yields:
    equations of motion, whatever computes the steps, by Runge and Kutta. */
class HeldString
{
public:
    static constexpr std::size_t modes = 6, points = 4; // middle, edges, side
    static constexpr double fundamental = 110.0, impedance = 0.4, stiffness = 2e3, damping = 0.3, speed = 0.1;
    static constexpr std::array<double, points> places { 0.13, 0.1, 0.16, 0.41 };
    static constexpr std::array<double, points> shares { third, third, third, 1.0 };

    void step (double h)
    {
        const auto slope = slopeOf (now);
        const auto half = slopeOf (moved (slope, 0.5 * h)), halfAgain = slopeOf (moved (half, 0.5 * h)),
                   whole = slopeOf (moved (halfAgain, h));
        for (std::size_t i = 0; i < now.size(); ++i)
            now[i] += h / 6.0 * (slope[i] + 2.0 * (half[i] + halfAgain[i]) + whole[i]);
    }

    static double shape (std::size_t n, std::size_t point)
    {
        return std::sqrt (4.0 * fundamental / impedance) * std::sin (static_cast<double> (n + 1) * pi * places[point]);
    }

    /** Of the whole bow [N], and of the side. */
    double bow () const { return force (now, 0) + force (now, 1) + force (now, 2); }
    double side () const { return force (now, 3); }

private:
    using State = std::array<double, 2 * modes + points>; // q, q' of each mode, x of each bristle

    static double velocity (const State& s, std::size_t point) // of the contact
    {
        double v = point < 3 ? speed : 0.0;
        for (std::size_t n = 0; n < modes; ++n)
            v -= shape (n, point) * s[modes + n];
        return v;
    }
    static double force (const State& s, std::size_t point)
    {
        return shares[point] * (stiffness * s[2 * modes + point] + damping * velocity (s, point));
    }
    static State slopeOf (const State& s)
    {
        State slope {};
        for (std::size_t n = 0; n < modes; ++n)
        {
            const double w = 2.0 * pi * fundamental * static_cast<double> (n + 1);
            slope[n] = s[modes + n];
            slope[modes + n] = -w * w * s[n];
            for (std::size_t point = 0; point < points; ++point)
                slope[modes + n] += shape (n, point) * force (s, point);
        }
        for (std::size_t point = 0; point < points; ++point)
            slope[2 * modes + point] = velocity (s, point);
        return slope;
    }
    State moved (const State& slope, double h) const
    {
        State s = now;
        for (std::size_t i = 0; i < s.size(); ++i)
            s[i] += h * slope[i];
        return s;
    }

    State now {};
};

/** The same string in the engine. */
std::unique_ptr<VoiceGroup> heldString (std::size_t which)
{
    auto group = bowedStrings (HeldString::modes, 0);
    group->string.fundamental.fill (HeldString::fundamental);
    group->string.impedance.fill (HeldString::impedance);
    group->string.position.fill (HeldString::places[0]);
    group->string.decayRate.fill (1e-6);
    group->string.quality.fill (1e12);
    group->string.inharmonicity.fill (1e-12);
    group->law.muStatic.fill (1e6);
    group->law.muKinetic.fill (1e6);
    group->law.stiffness.fill (HeldString::stiffness);
    group->law.stiffnessPerForce.fill (0.0);
    group->law.damping.fill (HeldString::damping);
    group->law.viscosity.fill (0.0);
    group->bow.normalForce.fill (1.0);
    group->bow.velocity.fill (HeldString::speed);
    widen (*group, HeldString::places[2] - HeldString::places[0]);
    touchAt (*group, which, HeldString::places[3]);
    return group;
}
} // namespace

TEST_CASE ("a wide bow and a contact beside it hold a string as their equations of motion say", "[sides]")
{
    constexpr double rate = 192000.0;
    for (const auto which : { SideHands::beside, SideHands::finger })
    {
        const auto group = heldString (which);
        updateBodies (*group, lanes::everyLaneAwake, 1.0 / rate, true);
        REQUIRE (group->wide);
        REQUIRE (group->sidesInUse == 1u << which);
        group->law.residualCompliance.fill (0.0); // of modes that the equations don't have
        group->sides[which].law.residualCompliance.fill (0.0);
        HeldString expected;
        double peak = 0.0, sidePeak = 0.0;
        for (int n = 0; n < 4000; ++n)
        {
            lanes::render (*group, 1.0 / rate, 4, 1, true);
            expected.step (0.5 / rate);
            const double bow = expected.bow(), side = expected.side(); // at the middle of the step, as mean forces are
            expected.step (0.5 / rate);
            peak = std::max (peak, std::abs (bow));
            sidePeak = std::max (sidePeak, std::abs (side));
            CAPTURE (which, n, peak, sidePeak);
            REQUIRE_THAT (group->force[0][0], WithinAbs (bow, 2e-3 * peak + 1e-4));
            REQUIRE_THAT (group->sides[which].rows.force[0][0], WithinAbs (side, 2e-3 * sidePeak + 1e-4));
        }
        CHECK (peak > 0.1);
        CHECK (sidePeak > 0.05);
    }
}

TEST_CASE ("a rigid contact beside a wide bow ends its steps at rest", "[sides]")
{
    constexpr double rate = 48000.0;
    const auto group = heldString (SideHands::beside);
    group->setSide (SideHands::beside, static_cast<int> (findLaw ("coulomb") - lawTable().data()), false);
    group->sides[SideHands::beside].bow.normalForce.fill (1e4);
    int holds = 0;
    double fastest = 0.0;
    for (int n = 0; n < 600; ++n)
    {
        updateBodies (*group, lanes::everyLaneAwake, 1.0 / rate, true);
        lanes::render (*group, 1.0 / rate, 12, 1, true);
        double end = 0.0;
        for (std::size_t m = 0; m < HeldString::modes; ++m)
        {
            const double each = HeldString::shape (m, 3) * group->modeNow (static_cast<int> (m), 0).x2;
            end += each;
            fastest = std::max (fastest, std::abs (each));
        }
        holds += std::abs (end) < 1e-6 * fastest ? 1 : 0;
    }
    REQUIRE (group->wide);
    CAPTURE (holds, fastest);
    CHECK (fastest > 0.02);
    CHECK (holds > 40); // in the others that force would do work, and is limited; by chance it is one
}

TEST_CASE ("beside whatever touches, three points of a bow at one place are one", "[sides]")
{
    constexpr double rate = 192000.0;
    for (std::size_t law = 0; law <= lawTable().size(); ++law) // the last one: a stop
    {
        auto narrow = bowedStrings (24, 4), wide = bowedStrings (24, 4);
        for (auto* group : { narrow.get(), wide.get() })
        {
            group->law.stickBand.fill (1e-4);
            group->law.stickRate.fill (5e4);
            group->bow.velocity.fill (0.1);
            auto& side = touchAt (*group, SideHands::beside, 0.37);
            const bool isStop = law == lawTable().size();
            group->setSide (SideHands::beside, isStop ? 0 : static_cast<int> (law), isStop);
            side.stop.stiffness.fill (1e4);
            side.stop.damping.fill (1.0);
            side.stop.gap.fill (StopKnobs<double>::farAway);
        }
        widen (*wide, 0.0);
        double peak = 0.0, difference = 0.0;
        for (int n = 0; n < 3000; n += 60)
        {
            for (auto* group : { narrow.get(), wide.get() })
            {
                if (n == 1200) // beside a string that moves; the gap is counted from where that is at rest
                    group->sides[SideHands::beside].stop.gap.fill (1e-5);
                updateBodies (*group, lanes::everyLaneAwake, 1.0 / rate, true);
                lanes::render (*group, 1.0 / rate, 10, 60, true);
            }
            for (std::size_t row = 0; row < 60; ++row)
            {
                peak = std::max (peak, std::abs (narrow->odd[row][0]));
                difference = std::max (difference, std::abs (wide->odd[row][0] - narrow->odd[row][0]));
            }
        }
        REQUIRE (wide->sidesInUse == 1u);
        CAPTURE (law, peak, difference);
        CHECK (peak > 0.1);
        CHECK (difference < 0.02 * peak);
    }
}

TEST_CASE ("a wide bow and whatever touches beside it keep their books, whatever moves", "[sides]")
{
    const auto group = std::make_unique<VoiceGroup>();
    for (int seed = 0; seed < rounds (60, 3000); ++seed)
    {
        Random random (240000 + static_cast<std::uint64_t> (seed));
        group->clear();
        const double h = 1.0 / random.logUniform (22050.0, 192000.0);
        group->soundingSlots = 2 * random.integer (1, 20);
        group->silentSlots = 2 * random.integer (0, 4);
        group->handSlots = random.integer (0, VoiceGroup::maxHand);
        group->string.soundingCount.fill (group->soundingSlots);
        group->string.silentCount.fill (group->silentSlots);
        group->widen();
        const auto which = static_cast<std::size_t> (random.integer (0, 1));
        auto& side = group->sides[which];
        GroupBooks books;
        for (int n = 0; n < 120; ++n)
        {
            const bool rests = n >= 80;
            if (n % 10 == 0)
                group->setSide (which, random.integer (0, static_cast<int> (lawTable().size()) - 1),
                                random.integer (0, 2) == 0);
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                if (n % 5 == 0)
                {
                    randomString (*group, lane, random);
                    randomLaw (*group, lane, random);
                    eachField ([lane] (VoiceGroup::Lane& to, const VoiceGroup::Lane& from) { to[lane] = from[lane]; },
                               side.law, group->law);
                    group->hand.kind[lane] = random.integer (0, 2);
                    group->sidePlace[which][lane] = random.uniform (0.01, 0.99);
                    side.stop.stiffness[lane] = random.logUniform (1e2, 1e6);
                    side.stop.damping[lane] = random.uniform (0.0, 20.0);
                    side.hand.mass[lane] = random.logUniform (1e-4, 10.0);
                    side.hand.stiffness[lane] = random.logUniform (0.1, 1e5);
                    side.hand.damping[lane] = random.uniform (0.0, 0.9);
                }
                side.gives[lane] = random.integer (0, 1) == 0 ? 1.0 : 0.0;
                side.stop.gap[lane] = random.uniform (-1e-5, 1e-4);
                side.bow.normalForce[lane] = std::max (0.0, random.uniform (-0.5, 2.0));
                group->edgeDistance[lane] = random.uniform (0.0, 0.05);
                group->edgeFraction[lane] = random.integer (0, 3) == 0 ? 0.0 : third;
                group->bow.normalForce[lane] = std::max (0.0, random.uniform (-0.3, 5.0));
                group->bow.velocity[lane] = rests ? 0.0 : random.uniform (-0.5, 0.5);
                side.bow.velocity[lane] = rests ? 0.0 : random.uniform (-0.5, 0.5);
            }
            group->coefficients.markAll();
            group->followSides (lanes::everyLaneAwake);
            lanes::updateBodies (*group, h);
            lanes::render (*group, h, random.integer (1, 4), 1, true);
            REQUIRE (group->wide);
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                CAPTURE (seed, n, which, side.isStop, side.lawIndex, group->sidesInUse);
                books.check (*group, lane, n > 80);
            }
        }
    }
}

TEST_CASE ("a wide bow stays wide beside one contact, and is narrow beside two or on a spring", "[sides]")
{
    const auto group = bowedStrings (12, 0);
    const auto settle = [&]
    {
        for (int n = 0; n < 3; ++n)
        {
            followLaw (*group, 0, 4.0);
            updateBodies (*group, lanes::everyLaneAwake, 1.0 / 48000.0, false);
            lanes::render (*group, 1.0 / 48000.0, 2, 8, false);
        }
        return group->wide;
    };
    CHECK (settle());
    group->sides[SideHands::finger].bow.normalForce.fill (0.1);
    CHECK (settle());
    CHECK (group->sidesInUse == 2u);
    group->sides[SideHands::beside].bow.normalForce.fill (0.1);
    CHECK_FALSE (settle());
    CHECK (group->sidesInUse == 3u);
    group->sides[SideHands::finger].bow.normalForce.fill (0.0);
    group->sides[SideHands::finger].contact.bristleCoordinate.fill (0.0);
    CHECK (settle());
    CHECK (group->sidesInUse == 1u);
    group->sides[VoiceGroup::presser].stop.gap.fill (0.0);
    CHECK_FALSE (settle());
}

TEST_CASE ("the width of a bow is heard beside a finger", "[sides]")
{
    const auto play = [] (double width)
    {
        Synth synth;
        synth.prepare (48000.0);
        synth.setPatch (patchWith ({ { "surface.width", width },
                                     { "voice.humanise", 0.0 },
                                     { "finger.touch", 1.0 },
                                     { "finger.position", 0.31 } }));
        return render (synth, { noteOn (0, 55), noteOn (4001, 62), noteOff (9000, 55) }, 16000).left;
    };
    const auto whole = play (4.0), narrow = play (0.0);
    double peak = 0.0, difference = 0.0;
    for (std::size_t n = 0; n < whole.size(); ++n)
    {
        peak = std::max (peak, std::abs (whole[n]));
        difference = std::max (difference, std::abs (whole[n] - narrow[n]));
    }
    CHECK (peak > 1e-3);
    CHECK (difference > 0.05 * peak);
}
