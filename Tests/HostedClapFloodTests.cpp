// SPDX-License-Identifier: GPL-3.0-or-later
#include "Fuzz/FuzzTargets.h"
#include "Support/ClapHost.h"
#include "Support/Damage.h"
#include "Support/Listener.h"
#include "Support/LongRun.h"
#include "Support/Soak.h"

#include <catch2/catch.hpp>

#include <dlfcn.h>
#include <pthread.h>

#include <cerrno>
#include <set>

/* More than a host usually sends, and calls in an order that the standard permits and few hosts have. */

namespace
{
std::atomic<bool> startsNone { false };
using Create = int (pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
} // namespace

/** A system that starts no further thread, while asked for. */
extern "C" int pthread_create (pthread_t* thread, const pthread_attr_t* attributes, void* (*run) (void*),
                               void* argument) noexcept
{
    static auto* const original = reinterpret_cast<Create*> (::dlsym (RTLD_NEXT, "pthread_create"));
    return startsNone ? EAGAIN : original (thread, attributes, run, argument);
}

namespace kolophon::test
{
namespace
{
constexpr int channels = 16, keys = 128;

/** A block of silence until nothing sounds; the peak of the last one. */
double peakAfter (ClapInstance& instance, ClapBlocks<float>& blocks, int count)
{
    double last = 0.0;
    instance.audio (
        [&]
        {
            ClapEvents nothing;
            for (int block = 0; block < count; ++block)
            {
                for (auto& channel : blocks.sound)
                    channel.clear();
                blocks.play (4096, nothing);
            }
            last = blocks.peak();
        });
    return last;
}

/** `count` notes at one sample, with ids from 0 on: every key of a channel, then of the next one. */
void addFlood (ClapEvents& events, int count)
{
    for (int i = 0; i < count; ++i)
        events.on (0, i % keys, i, 0.8, i / keys % channels);
}
} // namespace

TEST_CASE ("CLAP: of the travels that a sleeping plugin is told, the latest of each knob is played, however many")
{
    const auto render = [] (int flushes)
    {
        ClapInstance instance (ours());
        instance.start();
        ClapBlocks<double> blocks (instance);
        const auto all = parametersOf (instance);
        ClapEvents nothing, out, on;
        on.on (0, 60, 1);
        const auto tell = [&] (double part)
        {
            ClapEvents travels;
            for (const auto& info : all)
                if ((info.flags & CLAP_PARAM_IS_MODULATABLE) != 0)
                    travels.modulate (0, info.id, part * (info.max_value - info.min_value));
            REQUIRE (travels.all.size() > 100);
            instance.parameters->flush (instance.plugin, &travels.in, &out.out);
        };
        instance.audio (
            [&]
            {
                for (int i = 1; i <= flushes; ++i)
                    tell (0.0001 * i);
                tell (0.01);
                for (int block = 0; block < 60; ++block)
                    blocks.play (256, block == 0 ? on : nothing);
            });
        CHECK (blocks.insideBounds);
        CHECK (blocks.isFinite());
        return blocks.sound[0];
    };
    const auto once = render (0);
    CHECK (
        std::any_of (once.begin(), once.end(), [] (double sample) { return std::abs (sample) > listener::audible; }));
    CHECK ((render (1100) == once));
}

TEST_CASE ("CLAP: of any number of notes in a block each has one end, and a wildcard reaches them all")
{
    const int count = GENERATE (65, 300, channels * keys, channels * keys + 500);
    ClapInstance instance (ours());
    instance.start();
    ClapBlocks<float> blocks (instance);
    ClapEvents flood, off;
    addFlood (flood, count);
    flood.express (1, CLAP_NOTE_EXPRESSION_PRESSURE, 0.9, { -1, -1, -1, -1 });
    flood.modulate (2, idNamed (instance, "Pressure"), 0.1, { -1, 0, -1, -1 });
    off.note (CLAP_EVENT_NOTE_OFF, 3, { -1, -1, -1, -1 });
    instance.audio (
        [&]
        {
            blocks.play (512, flood);
            blocks.play (512, off);
        });
    CHECK (peakAfter (instance, blocks, 140) < listener::inaudible);
    std::map<int, int> ends;
    for (const auto& any : blocks.produced.all)
        if (any.header.type == CLAP_EVENT_NOTE_END)
            ++ends[any.note.note_id];
    CHECK (ends.size() == static_cast<std::size_t> (count));
    CHECK (blocks.produced.count (CLAP_EVENT_NOTE_END) == static_cast<std::size_t> (count));
    CHECK (blocks.wellOrdered);
    CHECK (instance.violations.empty());
}

TEST_CASE ("CLAP: an expression for everything reaches any number of notes")
{
    const int count = GENERATE (33, 1000);
    const bool atOnce = GENERATE (false, true); // after most notes have ended, or while all are there
    CAPTURE (count, atOnce);
    ClapInstance instance (ours());
    instance.start();
    ClapBlocks<float> blocks (instance);
    ClapEvents flood, quiet;
    flood.set (0, idNamed (instance, "Box mix"), 0.0);
    flood.set (0, idNamed (instance, "Room"), 0.0);
    addFlood (flood, count);
    (atOnce ? flood : quiet).express (480, CLAP_NOTE_EXPRESSION_VOLUME, 0.0, { -1, -1, -1, -1 });
    instance.audio ([&] { blocks.play (512, flood); });
    if (! atOnce)
        CHECK (peakAfter (instance, blocks, 5) > listener::audible);
    instance.audio ([&] { blocks.play (512, quiet); });
    CHECK (peakAfter (instance, blocks, 12) < listener::inaudible); // a second later, while all are held
}

TEST_CASE ("CLAP: a choke for everything silences any number of notes at once")
{
    ClapInstance instance (ours());
    instance.start();
    ClapBlocks<float> blocks (instance);
    ClapEvents flood, choke, nothing;
    flood.set (0, idNamed (instance, "Box mix"), 0.0);
    flood.set (0, idNamed (instance, "Room"), 0.0);
    addFlood (flood, 1000);
    choke.note (CLAP_EVENT_NOTE_CHOKE, 0, { -1, -1, -1, -1 });
    instance.audio (
        [&]
        {
            blocks.play (4096, flood);
            blocks.play (4096, choke);
            blocks.play (4096, nothing);
        });
    CHECK (blocks.produced.count (CLAP_EVENT_NOTE_END) == 1000);
    CHECK (peakAfter (instance, blocks, 1) < listener::audible); // the output's high-pass, which ends below 10 Hz
}

TEST_CASE ("CLAP: a host that takes no events for long still hears its notes")
{
    ClapInstance instance (ours());
    instance.start();
    ClapBlocks<float> blocks (instance);
    blocks.produced.refuses = true;
    instance.audio (
        [&]
        {
            for (int block = 0; block < 20; ++block)
            {
                ClapEvents events;
                for (int i = 0; i < 250; ++i)
                {
                    events.on (0, 40 + i % 40, 250 * block + i);
                    events.off (1, 40 + i % 40, 250 * block + i);
                }
                blocks.play (64, events);
            }
        });
    CHECK (peakAfter (instance, blocks, 140) < listener::inaudible);
    ClapEvents on;
    on.on (0, 57, 9999);
    instance.audio ([&] { blocks.play (4096, on); });
    CHECK (peakAfter (instance, blocks, 4) > listener::asSpeech);
}

TEST_CASE ("CLAP: events out of order, beyond the block or of no list harm nothing, and the notes are played")
{
    ClapInstance instance (ours());
    instance.start();
    ClapBlocks<float> blocks (instance);
    instance.parameters->flush (instance.plugin, nullptr, nullptr);
    ClapEvents events;
    events.on (3900, 50, 1);
    events.on (10, 57, 2); // earlier than the one before it
    events.on (1u << 31, 64, 3);
    events.add (&AnyEvent::note, CLAP_EVENT_NOTE_OFF, 20).header.size = 4; // too short
    instance.audio ([&] { blocks.play (4096, events); });
    CHECK (peakAfter (instance, blocks, 4) > listener::asSpeech);
    CHECK (blocks.insideBounds);
    ClapEvents off;
    off.note (CLAP_EVENT_NOTE_OFF, 0, { -1, -1, -1, -1 });
    instance.audio (
        [&]
        {
            clap_process_t empty {}; // neither buffers nor samples
            empty.in_events = &off.in;
            instance.plugin->process (instance.plugin, &empty);
            empty.in_events = nullptr;
            empty.frames_count = 4096;
            instance.plugin->process (instance.plugin, &empty);
        });
    CHECK (peakAfter (instance, blocks, 140) < listener::inaudible);
}

TEST_CASE ("CLAP: a reset plugin, a restarted one and one beside others sound like a new one, to the bit")
{
    const auto play = [] (ClapInstance& instance)
    {
        ClapBlocks<double> blocks (instance);
        ClapEvents on, nothing;
        on.on (7, 57, 1);
        instance.audio (
            [&]
            {
                for (int block = 0; block < 20; ++block)
                    blocks.play (512, block == 0 ? on : nothing);
            });
        return blocks.sound[0];
    };
    ClapInstance first (ours()), second (ours());
    first.start();
    second.start();
    const auto fresh = play (first);
    CHECK ((play (second) == fresh));
    first.audio ([&] { first.plugin->reset (first.plugin); });
    CHECK ((play (first) == fresh));
    second.stop();
    second.start();
    CHECK ((play (second) == fresh));
    CHECK (first.violations.empty());
    CHECK (second.violations.empty());
}

TEST_CASE ("CLAP: a program change while rendering offline makes the host read all values again, on its main thread")
{
    ClapInstance instance (ours());
    const clap::PluginRender* render = nullptr;
    instance.find (render, clap::renderId);
    REQUIRE (render->set (instance.plugin, clap::offline));
    instance.start();
    ClapBlocks<float> blocks (instance);
    ClapEvents events;
    events.midi (0, 0xb0, 0, 1); // bank 1: the factory presets
    events.midi (1, 0xc0, 5, 0);
    const int before = instance.rescans, flushes = instance.flushRequests;
    instance.audio ([&] { blocks.play (512, events); });
    CHECK (blocks.produced.count (CLAP_EVENT_PARAM_VALUE) == 0); // it is no gesture of the player's
    CHECK (instance.flushRequests == flushes);
    CHECK (instance.pumpUntil ([&] { return instance.rescans > before; }));
    CHECK (instance.violations.empty());
}

TEST_CASE ("CLAP: where the system starts no further thread, the plugin plays all the same, and says what is missing")
{
    startsNone = true;
    const auto instance = std::make_unique<ClapInstance> (ours(), MessagesBy::callbacks);
    startsNone = false;
    CHECK (std::any_of (instance->logged.begin(), instance->logged.end(),
                        [] (const std::string& text) { return text.find ("thread") != std::string::npos; }));
    instance->start();
    ClapBlocks<float> blocks (*instance);
    ClapEvents on;
    on.on (0, 57, 1);
    instance->audio ([&] { blocks.play (4096, on); });
    CHECK (peakAfter (*instance, blocks, 4) > listener::asSpeech);
}

TEST_CASE ("CLAP: after any minute, a plugin that is reset plays what one plays that is given its state", "[.][soak]")
{
    const Soak soak;
    TirelessPlayer player (soak.seed);
    ClapInstance instance (ours()), beside (ours());
    const auto all = parametersOf (instance);
    const auto play = [&all] (ClapInstance& its, TirelessPlayer& who, double seconds, bool turns)
    {
        constexpr std::uint32_t block = 512;
        ClapBlocks<double> blocks (its);
        its.audio (
            [&]
            {
                for (; static_cast<double> (blocks.played) < 48000.0 * seconds;)
                {
                    ClapEvents events;
                    const auto& knob = all[static_cast<std::size_t> (who.below (static_cast<int> (all.size())))];
                    if (turns && who.below (100) == 0 && std::string_view (knob.name) != "Bypass")
                        events.set (0, knob.id, knob.min_value + who.uniform() * (knob.max_value - knob.min_value));
                    who.play (block, [&events] (std::uint32_t at, auto status, auto first, auto second)
                              { events.midi (at, status, first, second); });
                    blocks.play (block, events);
                }
                its.plugin->reset (its.plugin);
            });
        CHECK (blocks.isFinite());
        return blocks.sound;
    };
    for (auto* its : { &instance, &beside })
        its->start (48000.0, 512);
    MemoryBook memory;
    for (int minute = 0; minute < soak.minutes; ++minute)
    {
        CAPTURE (minute);
        play (instance, player, 60.0, true);
        instance.pump();
        const auto saved = stateOf (instance);
        REQUIRE (load (beside, saved));
        CHECK (stateOf (beside) == saved);
        auto again = player;
        CHECK ((play (beside, again, 3.0, false) == play (instance, player, 3.0, false)));
        std::printf ("CLAP: %d min, %s\n", minute + 1, memory.note().c_str());
        std::fflush (stdout);
    }
    CHECK (memory.growth() <= 0.0);
    CHECK (instance.violations.empty());
}

TEST_CASE ("CLAP: any list of events leaves a plugin that plays", "[damaged]")
{
    Dice dice (22);
    for (int round = 0; round < rounds (300, 20000); ++round)
    {
        CAPTURE (round);
        const auto bytes = anyBytes (1 + dice.below (600), dice);
        CHECK_NOTHROW (clapTarget.read ({ reinterpret_cast<const std::uint8_t*> (bytes.data()), bytes.size() }));
    }
}
} // namespace kolophon::test
