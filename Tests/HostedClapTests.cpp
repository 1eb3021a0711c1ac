// SPDX-License-Identifier: GPL-3.0-or-later
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "Core/Noise.h"
#include "Support/ClapHost.h"
#include "Support/Listener.h"
#include "Support/Sanitized.h"

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <set>

/* The finished CLAP plugin in a host of our own, by the questions that clap-validator asks. Plugins of others, where
   they are installed, answer the same: they control the host. */

int main (int count, char** arguments)
{
    if (std::getenv ("KOLOPHON_CLAP_WINDOW") == nullptr)
        ::unsetenv ("DISPLAY");
    const int result = Catch::Session().run (count, arguments);
    kolophon::test::clapLibraries().clear();
    return result;
}

namespace kolophon::test
{
namespace
{
struct Subject
{
    std::string path;
    bool isOurs;
};

/** Ours, and what lies in the system's folder; under sanitizers, which find the leaks of others, ours alone. */
const std::vector<Subject>& subjects ()
{
    static const auto all = []
    {
        std::vector<Subject> found { { KOLOPHON_CLAP, true } };
#if ! KOLOPHON_SANITIZED
        std::error_code none;
        for (const auto& file : std::filesystem::directory_iterator ("/usr/lib/clap", none))
            if (file.path().extension() == ".clap" && file.path().stem().string().starts_with ("Za"))
                found.push_back ({ file.path().string(), false });
#endif
        return found;
    }();
    return all;
}

/** Runs a check on every plugin. */
template <class Check>
void onEach (Check check)
{
    for (const auto& subject : subjects())
    {
        INFO (subject.path);
        check (clapLibrary (subject.path), subject.isOurs);
    }
}

std::map<clap_id, double> valuesOf (const ClapInstance& instance)
{
    std::map<clap_id, double> values;
    for (const auto& info : parametersOf (instance))
        values[info.id] = valueOf (instance, info.id);
    return values;
}

double drawn (Noise& noise, const clap_param_info_t& info)
{
    const double value = info.min_value + noise.nextUniform() * (info.max_value - info.min_value);
    return (info.flags & CLAP_PARAM_IS_STEPPED) != 0 ? std::round (value) : value;
}

bool isWritable (const clap_param_info_t& info)
{
    return (info.flags & CLAP_PARAM_IS_READONLY) == 0 && (info.flags & CLAP_PARAM_IS_AUTOMATABLE) != 0;
}

/** Any values for all parameters but the bypass, in one block. */
void setAtRandom (ClapInstance& instance, Noise& noise)
{
    ClapEvents events;
    for (const auto& info : parametersOf (instance))
        if (isWritable (info) && (info.flags & CLAP_PARAM_IS_BYPASS) == 0)
            events.set (0, info.id, drawn (noise, info));
    instance.audio (
        [&]
        {
            ClapBlocks<float> blocks (instance);
            blocks.play (64, events);
        });
}

int between (Noise& noise, int low, int high)
{
    return low + static_cast<int> (noise.nextUniform() * (high - low + 0.999));
}

/** Notes with ids and expressions as a host plays them, or anything at all. */
void addNotes (ClapEvents& events, Noise& noise, std::uint32_t frames, bool isConsistent)
{
    std::vector<std::uint32_t> times;
    for (int i = 0; i < 6; ++i)
        times.push_back (static_cast<std::uint32_t> (between (noise, 0, static_cast<int> (frames) - 1)));
    std::sort (times.begin(), times.end());
    for (const auto time : times)
    {
        const auto wild = [&] (int low, int high)
        { return isConsistent ? between (noise, low, high) : between (noise, -70, 200); };
        const ForNote which { wild (0, 9), static_cast<std::int16_t> (isConsistent ? 0 : between (noise, -2, 3)),
                              static_cast<std::int16_t> (isConsistent ? 0 : between (noise, -3, 40)),
                              static_cast<std::int16_t> (wild (40, 80)) };
        const auto kind = between (noise, 0, 5);
        if (kind < 3)
            events.note (static_cast<std::uint16_t> (CLAP_EVENT_NOTE_ON + kind), time, which,
                         isConsistent ? noise.nextUniform() : 1e3 * noise.nextBipolar());
        else if (kind == 3)
            events.express (time, isConsistent ? between (noise, 0, 6) : between (noise, -5, 20),
                            isConsistent ? noise.nextUniform() : 1e6 * noise.nextBipolar(), which);
        else
            events.midi (time, static_cast<std::uint8_t> (isConsistent ? 0x90 : between (noise, 0, 255)),
                         static_cast<std::uint8_t> (between (noise, 0, isConsistent ? 127 : 255)),
                         static_cast<std::uint8_t> (between (noise, 0, isConsistent ? 127 : 255)));
    }
}

template <class Sample>
void checkBlocks (const ClapBlocks<Sample>& blocks)
{
    CHECK (blocks.isFinite());
    CHECK (blocks.insideBounds);
    CHECK (blocks.wellOrdered);
}
} // namespace

TEST_CASE ("CLAP: the descriptor is the factory's, has a category, and no feature twice")
{
    onEach (
        [] (const ClapLibrary& its, bool)
        {
            REQUIRE (its.plugins->get_plugin_count (its.plugins) >= 1);
            const auto* described = its.plugins->get_plugin_descriptor (its.plugins, 0);
            CHECK (its.plugins->get_plugin_descriptor (its.plugins, 999) == nullptr);
            const ClapInstance instance (its);
            CHECK (std::string (instance.plugin->desc->id) == described->id);
            CHECK (std::string (instance.plugin->desc->name) == described->name);
            CHECK (std::string (instance.plugin->desc->version) == described->version);
            std::set<std::string> features;
            for (auto feature = described->features; *feature != nullptr; ++feature)
                CHECK (features.insert (*feature).second);
            CHECK ((features.contains ("instrument") || features.contains ("audio-effect") ||
                    features.contains ("note-effect") || features.contains ("analyzer")));
        });
}

TEST_CASE ("CLAP: nothing comes of unknown factories, unknown ids and ids with something behind them")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            CHECK (its.entry->get_factory ("foo.bar/1") == nullptr);
            const ClapInstance instance (its);
            const auto longer = std::string (instance.plugin->desc->id) + " and more";
            CHECK (instance.plugin->get_extension (instance.plugin, "foo.bar/1") == nullptr);
            if (! isOurs) // others make a plugin of any id
                return;
            CHECK (its.plugins->create_plugin (its.plugins, &instance.host, longer.c_str()) == nullptr);
            CHECK (its.plugins->create_plugin (its.plugins, nullptr, instance.plugin->desc->id) == nullptr);
        });
}

TEST_CASE ("CLAP: instances come and go, with and without init, started and not")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            for (int i = 0; i < 5; ++i)
            {
                ClapInstance one (its), two (its);
                one.start();
                CHECK (one.violations.empty());
            }
            if (! isOurs)
                return;
            const ClapInstance host (its);
            const auto* plugin = its.plugins->create_plugin (its.plugins, &host.host, host.plugin->desc->id);
            REQUIRE (plugin != nullptr);
            plugin->destroy (plugin);
        });
}

TEST_CASE ("CLAP: parameters have ids, names and ranges that make sense, and start at their defaults")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            const ClapInstance instance (its);
            std::set<clap_id> ids;
            int bypasses = 0;
            for (const auto& info : parametersOf (instance))
            {
                CAPTURE (info.name);
                CHECK (ids.insert (info.id).second);
                CHECK (info.id != CLAP_INVALID_ID);
                CHECK (std::string (info.name) != "");
                CHECK (info.min_value < info.max_value);
                CHECK (info.default_value >= info.min_value);
                CHECK (info.default_value <= info.max_value);
                bypasses += (info.flags & CLAP_PARAM_IS_BYPASS) != 0;
                if (isOurs)
                    CHECK (valueOf (instance, info.id) == info.default_value);
                if ((info.flags & (CLAP_PARAM_IS_BYPASS | clap::paramIsEnum)) != 0)
                    CHECK ((info.flags & CLAP_PARAM_IS_STEPPED) != 0);
            }
            CHECK (bypasses <= 1);
            double value = 0.0;
            if (isOurs) // others take any number
                CHECK_FALSE (instance.parameters->get_value (instance.plugin, 0x7ffffffe, &value));
        });
}

TEST_CASE ("CLAP: every value's text reads back to a value with the same text")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            const ClapInstance instance (its);
            Noise noise (3);
            for (const auto& info : parametersOf (instance))
                for (int i = 0; i < 12; ++i)
                {
                    const double value = i == 0 ? info.min_value : i == 1 ? info.max_value : drawn (noise, info);
                    char text[CLAP_NAME_SIZE] = "", again[CLAP_NAME_SIZE] = "";
                    CAPTURE (info.name, value);
                    REQUIRE (instance.parameters->value_to_text (instance.plugin, info.id, value, text, sizeof (text)));
                    CAPTURE (text);
                    double read = 0.0;
                    if (! instance.parameters->text_to_value (instance.plugin, info.id, text, &read) && ! isOurs)
                        continue;
                    REQUIRE (
                        instance.parameters->value_to_text (instance.plugin, info.id, read, again, sizeof (again)));
                    if (isOurs)
                        CHECK (std::string (text) == again);
                }
            if (! isOurs)
                return;
            double value = 0.0;
            for (const auto* nonsense : { "", "  ", "nonsense", "1e999 m/s" })
                CHECK_FALSE (instance.parameters->text_to_value (instance.plugin, parametersOf (instance).front().id,
                                                                 nonsense, &value));
        });
}

TEST_CASE ("CLAP: random values of all parameters, and values at and beyond the ends, harm no sound")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            Noise noise (5);
            for (int round = 0; round < (isOurs ? 12 : 2); ++round)
            {
                ClapInstance instance (its);
                instance.start();
                ClapBlocks<float> blocks (instance);
                instance.audio (
                    [&]
                    {
                        for (int block = 0; block < 6; ++block)
                        {
                            ClapEvents events;
                            if (block == 0 && isOurs)
                                events.on (0, between (noise, 30, 90), 1);
                            for (const auto& info : parametersOf (instance))
                                if (isWritable (info) && (info.flags & CLAP_PARAM_IS_BYPASS) == 0)
                                    events.set (static_cast<std::uint32_t> (40 * block), info.id,
                                                round % 4 == 1             ? info.min_value
                                                : round % 4 == 2           ? info.max_value
                                                : round % 4 == 3 && isOurs ? 1e9 * noise.nextBipolar()
                                                                           : drawn (noise, info));
                            blocks.play (512, events);
                        }
                    });
                checkBlocks (blocks);
            }
        });
}

TEST_CASE ("CLAP: an event of another space changes nothing")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            ClapInstance instance (its);
            instance.start();
            const auto before = valuesOf (instance);
            ClapEvents events;
            Noise noise (7);
            for (const auto& info : parametersOf (instance))
                events.set (0, info.id, drawn (noise, info));
            for (auto& event : events.all)
                event.header.space_id = 0xb33f;
            instance.audio ([&] { ClapBlocks<float> (instance).play (128, events); });
            if (isOurs) // others look at the type alone
                CHECK ((valuesOf (instance) == before));
        });
}

TEST_CASE ("CLAP: notes and expressions, consistent ones and wildly inconsistent ones, are played or ignored")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            const bool takesNotes = isOurs;
            Noise noise (11);
            for (const bool isConsistent : { true, false })
            {
                ClapInstance instance (its);
                instance.start();
                ClapBlocks<float> blocks (instance);
                instance.audio (
                    [&]
                    {
                        for (int block = 0; block < 60; ++block)
                        {
                            ClapEvents events;
                            if (takesNotes)
                                addNotes (events, noise, 512, isConsistent);
                            if (isOurs && ! isConsistent && block % 7 == 0)
                                for (auto& event : events.all) // not even in order, and beyond the block
                                    event.header.time = static_cast<std::uint32_t> (between (noise, 0, 4000));
                            blocks.play (512, events);
                        }
                    });
                checkBlocks (blocks);
                CHECK (instance.violations.empty());
            }
        });
}

TEST_CASE ("CLAP: sample rates, block sizes and random blocks")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            Noise noise (13);
            for (const double rate : { 8000.0, 22050.0, 44100.0, 48000.0, 88200.0, 192000.0, 768000.0, 1234.5678,
                                       12345.678, 45678.901, 123456.78 })
            {
                if (rate != 44100.0 && rate != 192000.0 && ! isOurs)
                    continue;
                ClapInstance instance (its);
                if (isOurs && rate < 8000.0)
                {
                    CHECK_FALSE (instance.plugin->activate (instance.plugin, rate, 1, 512)); // says so
                    continue;
                }
                instance.start (rate);
                ClapBlocks<float> blocks (instance);
                instance.audio (
                    [&]
                    {
                        for (const int size : { 1, 2, 32, 384, 1000, 1024, 2025, 4096, 0, 0, 0, 0 })
                        {
                            const auto frames = static_cast<std::uint32_t> (size > 0 ? size : between (noise, 1, 2000));
                            ClapEvents events;
                            if (isOurs)
                                addNotes (events, noise, frames, true);
                            blocks.play (frames, events);
                        }
                    });
                checkBlocks (blocks);
            }
        });
}

TEST_CASE ("CLAP: no transport, and any transport")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            Noise noise (17);
            ClapInstance instance (its);
            instance.start();
            ClapBlocks<double> blocks (instance);
            ClapBlocks<float> floats (instance);
            instance.audio (
                [&]
                {
                    for (int block = 0; block < 40; ++block)
                    {
                        clap_event_transport_t song {};
                        song.header = { sizeof (song), 0, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_TRANSPORT, 0 };
                        song.flags = static_cast<std::uint32_t> (noise.nextBits() & 0xff);
                        song.song_pos_beats = static_cast<clap_beattime> (noise.nextBits() >> (block % 60));
                        song.bar_start = static_cast<clap_beattime> (noise.nextBits() >> (block % 50));
                        song.tempo = block % 5 == 0 ? 0.0 : 600.0 * noise.nextUniform();
                        song.tempo_inc = noise.nextBipolar();
                        song.tsig_num = static_cast<std::uint16_t> (noise.nextBits());
                        song.tsig_denom = static_cast<std::uint16_t> (between (noise, 0, 17));
                        ClapEvents events;
                        if (isOurs)
                        {
                            addNotes (events, noise, 256, true);
                            auto moved = song;
                            moved.header.time = 255;
                            moved.tempo *= 2.0;
                            events.add (&AnyEvent::song, CLAP_EVENT_TRANSPORT, 255) = moved;
                        }
                        if (isOurs)
                            blocks.play (256, events, block % 3 == 0 ? nullptr : &song);
                        else
                            floats.play (256, events, block % 3 == 0 ? nullptr : &song);
                    }
                });
            checkBlocks (blocks);
            checkBlocks (floats);
        });
}

TEST_CASE ("CLAP: a state brings back every value, in one piece or byte by byte, into another instance")
{
    onEach (
        [] (const ClapLibrary& its, bool isOurs)
        {
            Noise noise (19);
            for (const std::size_t chunk : { std::size_t { 1 } << 20, std::size_t { 17 } })
            {
                ClapInstance first (its), second (its);
                if (first.state == nullptr)
                    return;
                first.start();
                setAtRandom (first, noise);
                first.stop();
                const auto expected = valuesOf (first);
                const auto state = stateOf (first, chunk);
                REQUIRE_FALSE (state.empty());
                REQUIRE (load (second, state, chunk));
                if (isOurs)
                {
                    CHECK ((valuesOf (second) == expected));
                    CHECK (stateOf (second, 23) == state);
                    CHECK (second.violations.empty());
                }
            }
        });
}

TEST_CASE ("CLAP: values that come by flush are those that come by process, active or not")
{
    Noise noise (23);
    ClapInstance processed (ours()), flushed (ours()), flushedActive (ours());
    ClapEvents events, nothing;
    for (const auto& info : parametersOf (processed))
        if ((info.flags & CLAP_PARAM_IS_BYPASS) == 0)
            events.set (0, info.id, drawn (noise, info));
    processed.start();
    processed.audio ([&] { ClapBlocks<float> (processed).play (64, events); });
    flushed.parameters->flush (flushed.plugin, &events.in, &nothing.out);
    flushedActive.start();
    flushedActive.audio ([&] { flushedActive.parameters->flush (flushedActive.plugin, &events.in, &nothing.out); });
    CHECK ((valuesOf (flushed) == valuesOf (processed)));
    CHECK ((valuesOf (flushedActive) == valuesOf (processed)));
    CHECK (stateOf (flushed) == stateOf (processed));
}

TEST_CASE ("CLAP: what is no state is refused and changes nothing")
{
    ClapInstance instance (ours());
    instance.start();
    Noise noise (29);
    setAtRandom (instance, noise);
    instance.stop();
    const auto before = valuesOf (instance);
    const auto state = stateOf (instance);
    for (const auto& bytes : { std::string(), std::string ("nonsense"), std::string (1000, '\0'), std::string ("{}"),
                               std::string ("[1, 2]"), state.substr (0, state.size() / 2) })
    {
        CHECK_FALSE (load (instance, bytes));
        CHECK ((valuesOf (instance) == before));
    }
    CHECK (load (instance, state));
}

TEST_CASE ("CLAP: reset silences everything and keeps the values")
{
    ClapInstance instance (ours());
    instance.start();
    ClapBlocks<double> blocks (instance), afterwards (instance);
    instance.audio (
        [&]
        {
            ClapEvents events, nothing;
            events.on (0, 57, 1);
            for (int block = 0; block < 40; ++block)
                blocks.play (512, block == 0 ? events : nothing);
            instance.plugin->reset (instance.plugin);
            for (int block = 0; block < 4; ++block)
                afterwards.play (512, nothing);
        });
    CHECK (blocks.peak() > listener::audible);
    CHECK (afterwards.peak() == 0.0);
}
} // namespace kolophon::test
