// SPDX-License-Identifier: GPL-3.0-or-later
#include "Library/kolophon.h"
#include "Support/ClapHost.h"
#include "Support/Listener.h"

#include <catch2/catch.hpp>

#include <memory>

/* Notes with numbers are the same in both doors of the engine that have them: CLAP and the library. */

namespace kolophon::test
{
namespace
{
constexpr std::uint32_t length = 48000;

/** The same performance for both: two notes on one key and one above it, each touched in its own way. */
struct Performance
{
    ClapEvents clap;
    kolophon_synth* synth;
    const clap_param_info_t force, room; // of a voice, and of the whole instrument

    void begin (std::uint32_t time, int note, int key, double velocity)
    {
        clap.on (time, key, note, velocity);
        check (kolophon_begin_note (synth, time, static_cast<std::uint32_t> (note), 0, key, velocity));
    }
    void release (std::uint32_t time, int note, int key)
    {
        clap.off (time, key, note, 0.25);
        check (kolophon_release_note (synth, time, static_cast<std::uint32_t> (note), 0, key, 0.25));
    }
    void choke (std::uint32_t time, int note, int key)
    {
        clap.note (CLAP_EVENT_NOTE_CHOKE, time, { note, 0, 0, static_cast<std::int16_t> (key) });
        check (kolophon_choke_note (synth, time, static_cast<std::uint32_t> (note), 0, key));
    }
    void express (std::uint32_t time, int note, int clapKind, kolophon_expression kind, double value)
    {
        clap.express (time, clapKind, value, { note, -1, -1, -1 });
        check (kolophon_express_note (synth, time, static_cast<std::uint32_t> (note), kind, value));
    }
    void modulate (std::uint32_t time, int note, const clap_param_info_t& knob, const char* id, double travel)
    {
        const ForNote which = note == 0 ? ForNote {} : ForNote { note, -1, -1, -1 };
        clap.modulate (time, knob.id, travel * (knob.max_value - knob.min_value), which);
        check (
            kolophon_modulate (synth, time, static_cast<std::uint32_t> (note), kolophon_parameter_index (id), travel));
    }
    void check (kolophon_status status) const
    {
        INFO (kolophon_error (synth));
        REQUIRE (status == KOLOPHON_OK);
    }
};

void play (Performance& all)
{
    all.begin (0, 1, 50, 0.8);
    all.begin (100, 2, 50, 0.6);
    all.begin (200, 3, 64, 0.7);
    all.express (2000, 1, CLAP_NOTE_EXPRESSION_TUNING, KOLOPHON_TUNING, 0.5);
    all.express (3000, 2, CLAP_NOTE_EXPRESSION_VOLUME, KOLOPHON_VOLUME, 0.5);
    all.express (3000, 3, CLAP_NOTE_EXPRESSION_PAN, KOLOPHON_PAN, 0.25);
    all.express (4000, 1, CLAP_NOTE_EXPRESSION_BRIGHTNESS, KOLOPHON_BRIGHTNESS, 0.75);
    all.express (5000, 2, CLAP_NOTE_EXPRESSION_PRESSURE, KOLOPHON_PRESSURE, 0.5);
    all.express (6000, 3, CLAP_NOTE_EXPRESSION_VIBRATO, KOLOPHON_VIBRATO, 1.0);
    all.express (7000, 1, CLAP_NOTE_EXPRESSION_EXPRESSION, KOLOPHON_LOUDNESS, 0.5);
    all.modulate (8000, 2, all.force, "hand.force", 0.125);
    all.modulate (9000, 0, all.room, "out.room", 0.25);
    all.choke (20000, 2, 50);
    all.release (30000, 1, 50);
    all.release (36000, 3, 64);
}
} // namespace

TEST_CASE ("CLAP: notes, expressions and modulation of the library are those of the plug-in, to the bit")
{
    ClapInstance instance (ours());
    const std::unique_ptr<kolophon_synth, decltype (&kolophon_destroy)> synth (kolophon_create (48000.0),
                                                                               kolophon_destroy);
    REQUIRE (synth != nullptr);
    REQUIRE (kolophon_load_json (synth.get(), stateOf (instance).c_str()) == KOLOPHON_OK);
    instance.start();

    Performance all { {}, synth.get(), infoNamed (instance, "Force"), infoNamed (instance, "Room") };
    play (all);
    std::vector<double> left (length), right (length);
    REQUIRE (kolophon_render (synth.get(), left.data(), right.data(), length) == KOLOPHON_OK);
    ClapBlocks<double> blocks (instance);
    instance.audio (
        [&]
        {
            for (std::uint32_t begin = 0; begin < length; begin += 480)
            {
                ClapEvents part;
                for (const auto& event : all.clap.all)
                    if (event.header.time >= begin && event.header.time < begin + 480)
                    {
                        part.all.push_back (event);
                        part.all.back().header.time -= begin;
                    }
                blocks.play (480, part);
            }
        });
    CHECK ((blocks.sound[0] == left));
    CHECK ((blocks.sound[1] == right));
    CHECK (*std::max_element (left.begin(), left.end()) > listener::asSpeech);
    CHECK (instance.violations.empty());
}
} // namespace kolophon::test
