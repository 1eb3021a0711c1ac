// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Listener.h"
#include "Support/RandomBody.h"
#include "Support/Sanitized.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Parameters/ParameterTable.h"
#include "Synth/Synth.h"

#include <catch2/catch.hpp>

#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;

/** Hosts give their audio threads the stack that they like: 128 kB and less are about, and the C library's thread-local
    storage comes off it, too. */
namespace
{
constexpr std::size_t smallStack = 128 * 1024, roomForFailure = 1024 * 1024;

constexpr bool isInstrumented = KOLOPHON_SANITIZED != 0; // frames are several times as large

/** Runs `what` on a thread of its own, and returns how much of the thread's stack [bytes] was written to: the stack is
    painted first, and more than enough, so that a failure is a number and no crash. */
template <class What>
std::size_t stackUsedBy (What& what)
{
    constexpr std::byte paint { 0xa5 };
    const auto free = [] (void* memory) { std::free (memory); };
    const std::unique_ptr<void, decltype (free)> memory (std::aligned_alloc (65536, roomForFailure), free);
    auto* const bottom = static_cast<std::byte*> (memory.get());
    std::fill (bottom, bottom + roomForFailure, paint);

    pthread_attr_t attributes;
    REQUIRE (pthread_attr_init (&attributes) == 0);
    REQUIRE (pthread_attr_setstack (&attributes, bottom, roomForFailure) == 0);
    pthread_t thread;
    const auto run = [] (void* task) -> void*
    {
        (*static_cast<What*> (task))();
        return nullptr;
    };
    REQUIRE (pthread_create (&thread, &attributes, run, &what) == 0);
    REQUIRE (pthread_join (thread, nullptr) == 0);
    REQUIRE (pthread_attr_destroy (&attributes) == 0);
    const auto* const deepest = std::find_if (bottom, bottom + roomForFailure, [] (std::byte b) { return b != paint; });
    return static_cast<std::size_t> (bottom + roomForFailure - deepest);
}

/** A synth and all that is done with it, prepared outside of the thread. */
struct Player
{
    static constexpr int block = 128;

    Synth synth;
    std::vector<Patch> patches;
    std::vector<PerformanceEvent> events { noteOn (0, 43),      noteOn (0, 62),
                                           noteOn (0, 74),      event (5, Type::pitchBend, 0, 0.3),
                                           control (7, 1, 0.5), noteOff (100, 62) };
    std::array<double, block> left {}, right {}, drive {};
    std::vector<ProbeFrame> frames { 4 * block };
    double peak = 0.0;

    void operator() () noexcept
    {
        for (const auto& patch : patches)
        {
            synth.setPatch (patch);
            ProbeBuffer probes { frames.data(), frames.size(), 0 };
            for (int i = 0; i < 3; ++i)
            {
                synth.render (i == 0 ? std::span<const PerformanceEvent> (events)
                                     : std::span<const PerformanceEvent> {},
                              left.data(), right.data(), block, i == 1 ? &probes : nullptr, drive.data());
                for (const double sample : left)
                    peak = std::max (peak, std::abs (sample));
            }
            MeterFrame meters;
            synth.collectMeters (meters);
            if ((&patch - patches.data()) % 8 == 7)
                synth.reset();
        }
    }
};

/** Every choice of every menu at least once, and everything else anywhere. */
std::vector<Patch> everything ()
{
    const auto base = patchWith ({ { "compare.on", 1.0 },
                                   { "surface.texture", 50.0 },
                                   { "surface.ageing", 50.0 },
                                   { "out.sympathetic", 50.0 },
                                   { "out.room", 50.0 },
                                   { "body.torsion", 1.0 },
                                   { "voice.count", 16.0 } });
    std::vector<Patch> patches;
    for (const auto& parameter : parameterTable())
        if (parameter.scale == Scale::menu || parameter.scale == Scale::toggle)
            for (double choice = 0.0;
                 choice < (parameter.scale == Scale::menu ? static_cast<double> (parameter.choices.size()) : 2.0);
                 ++choice)
                for (const double hand : { 0.0, 2.0 })
                {
                    if (! longRun() && (hand > 0.0) != (patches.size() % 2 == 1))
                        continue; // each choice with one of the two
                    patches.push_back (base);
                    parameterTable()[findParameter ("hand.kind").value()].in (patches.back()) = hand;
                    parameter.in (patches.back()) = choice;
                }
    Random random (21);
    for (int i = 0; i < 40; ++i)
        patches.push_back (random.patch());
    return patches;
}
} // namespace

TEST_CASE ("an audio thread with a stack of 128 kB plays everything", "[realtime]")
{
    auto player = std::make_unique<Player>();
    player->synth.prepare (48000.0);
    player->patches = everything();
    Random random (22);
    player->synth.setCustomBody (*randomTable (random));
    for (double& d : player->drive)
        d = random.uniform (-1.0, 1.0);
    const auto used = stackUsedBy (*player);
    CAPTURE (used);
    CHECK (player->peak > listener::audible);
    if (! isInstrumented)
        CHECK (used <= smallStack);
    CHECK (used > 4096); // it was looked at
}

TEST_CASE ("the measure of the stack sees a large frame", "[realtime]")
{
    auto guilty = []
    {
        volatile char frame[300000];
        for (std::size_t i = 0; i < sizeof frame; i += 512)
            frame[i] = 1;
    };
    CHECK (stackUsedBy (guilty) > 300000);
}
