// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Knobs.h"

#include "Core/Threads/SequenceLock.h"
#include "Synth/Bank/VoiceGroups.h"
#include "Synth/Feeds/MeterFeed.h"
#include "Synth/Parameters/GlidingPatch.h"

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>

using namespace kolophon;
using namespace kolophon::test;

/** The parts of the instrument by themselves, without a sound. */
TEST_CASE ("a weight that is thrown upwards grows by a fifth in a step at most, and arrives as soon", "[parts]")
{
    // Its range spans four decades: a tenth of the way to 50 kg/s would be ten times its value at once, and click.
    GlidingPatch knobs;
    auto patch = Patch::defaults();
    patch.bodyImpedance = 0.3;
    knobs.setPatch (patch);
    knobs.set (placeOf ("body.impedance"), 50.0);
    double before = 0.3;
    for (int n = 0; n < 240; ++n, before = knobs.playing().bodyImpedance)
    {
        knobs.move (48000.0);
        CHECK (knobs.playing().bodyImpedance <= 1.2000001 * before);
        if (n == 60) // 40 ms: 19 of them to climb, two time constants after that
            CHECK (knobs.playing().bodyImpedance > 0.85 * 50.0);
    }
    CHECK (before > 0.999 * 50.0);
    // Down it falls as others do: to 1/e in 10 ms.
    knobs.setPatch (patch);
    knobs.set (placeOf ("body.impedance"), 0.03);
    for (int n = 0; n < 15; ++n)
        knobs.move (48000.0);
    CHECK (knobs.playing().bodyImpedance == Approx (0.03 + 0.27 * std::exp (-1.0)).epsilon (1e-6));
}

TEST_CASE ("after a rest strings are clear at once, and what was used is cleared a few kilobytes at a time", "[parts]")
{
    const auto groups = std::make_unique<VoiceGroups>();
    const auto clean = std::make_unique<VoiceGroup>();
    clean->clear();
    const auto isClean = [&clean] (const VoiceGroup& group)
    { return std::memcmp (&group, clean.get(), sizeof (VoiceGroup)) == 0; };
    constexpr std::size_t ofOnePlayer = limits::maxVoices / VoiceGroup::lanes;
    REQUIRE (groups->isTidy());
    for (int rest = 0; rest < 3; ++rest)
    {
        CAPTURE (rest);
        std::array<VoiceGroup*, ofOnePlayer> used {};
        for (std::size_t g = 0; g < ofOnePlayer; ++g)
        {
            used[g] = &(*groups)[g];
            REQUIRE (isClean (*used[g]));
            std::memset (static_cast<void*> (used[g]), 0x5a, sizeof (VoiceGroup));
        }
        groups->renew();
        for (std::size_t g = 0; g < ofOnePlayer; ++g)
        {
            CHECK (&(*groups)[g] != used[g]);
            CHECK (isClean ((*groups)[g]));
            CHECK_FALSE (isClean (*used[g])); // nobody has looked at half a megabyte
        }
        // What one point of the control grid clears, counted byte by byte.
        const auto dirty = [&used]
        {
            std::size_t count = 0;
            for (const auto* group : used)
                for (std::size_t n = 0; n < sizeof (VoiceGroup); ++n)
                    count += reinterpret_cast<const unsigned char*> (group)[n] == 0x5a ? 1 : 0;
            return count;
        };
        std::size_t before = dirty();
        CHECK (before == ofOnePlayer * sizeof (VoiceGroup));
        int points = 0;
        while (! groups->isTidy())
        {
            groups->tidy();
            ++points;
            if (points % 40 == 1)
            {
                const auto now = dirty();
                CHECK (before - now <= (points == 1 ? 1 : 40) * VoiceGroups::clearedAtOnce);
                before = now;
            }
        }
        // Soon enough: nothing rests before it has been silent for a tenth of a second, 300 points at 48 kHz.
        CHECK (points <= 250);
        for (const auto* group : used)
            CHECK (isClean (*group));
    }
}

TEST_CASE ("meters keep the largest sample between frames and the count of safety nets over a reset", "[parts]")
{
    MeterFeed meters;
    meters.countNonFinite();
    meters.reset();
    const double left[] { 0.5, -0.4 }, right[] { -0.25, 0.1 };
    meters.hear (left, right, 2, 0.9);
    meters.hear (left + 1, right + 1, 1, 1.0);
    meters.countPartials (12);
    meters.countPartials (7);
    int ticks = 1;
    for (; ! meters.isDue (5); ++ticks)
    {
    }
    CHECK (ticks == 5);
    meters.publish ({}, true);
    MeterFrame frame;
    REQUIRE (meters.collect (frame));
    CHECK (frame.peakLeft == 0.5);
    CHECK (frame.peakRight == 0.25);
    CHECK (frame.guardGain == 0.9);
    CHECK (frame.partials == 12);
    CHECK (frame.ledgerOn);
    CHECK (frame.nonFiniteBlocks == 1);
    CHECK_FALSE (meters.collect (frame));
    meters.publish ({}, false);
    REQUIRE (meters.collect (frame));
    CHECK (frame.peakLeft == 0.0);
    CHECK (frame.guardGain == 1.0);
    meters.forgetNonFinite();
    meters.publish ({}, false);
    REQUIRE (meters.collect (frame));
    CHECK (frame.nonFiniteBlocks == 0);
}

TEST_CASE ("a sequence lock tells a reader of whatever was written while it read")
{
    SequenceLock lock;
    std::atomic<int> value { 1 };
    int seen = 0;
    const auto look = [&] { seen = value.load (std::memory_order_relaxed); };
    CHECK (lock.read (look));
    CHECK (seen == 1);
    lock.write (
        [&]
        {
            value.store (2, std::memory_order_relaxed);
            CHECK_FALSE (lock.read (look)); // half of it may be there
        });
    CHECK_FALSE (lock.read (
        [&]
        {
            look();
            lock.write ([&] { value.store (3, std::memory_order_relaxed); });
        }));
    CHECK (lock.read (look));
    CHECK (seen == 3);
}
