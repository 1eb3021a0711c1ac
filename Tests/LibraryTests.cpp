// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Fnv.h"
#include "Files/Presets/PresetFile.h"
#include "Files/Songs/MidiFile.h"
#include "Library/kolophon.h"
#include "Rendering/Renderer.h"
#include "Support/AllocationTrap.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Synth/Parameters/ParameterTable.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace kolophon;

namespace
{
struct Destroy
{
    void operator() (kolophon_synth* synth) const noexcept { kolophon_destroy (synth); }
};
using Handle = std::unique_ptr<kolophon_synth, Destroy>;

Handle made (double rate = 48000.0)
{
    Handle synth (kolophon_create (rate));
    REQUIRE (synth != nullptr);
    return synth;
}

struct Sound
{
    std::vector<double> left, right;

    std::uint64_t hash () const
    {
        Fnv fnv;
        for (std::size_t i = 0; i < left.size(); ++i)
        {
            fnv.add (left[i]);
            fnv.add (right[i]);
        }
        return fnv.value();
    }
    double peak () const
    {
        double largest = 0.0;
        for (const double sample : left)
            largest = std::max (largest, std::abs (sample));
        return largest;
    }
    bool operator== (const Sound&) const = default;
};

/** Renders in blocks of the given lengths, again and again. */
Sound rendered (kolophon_synth* synth, std::size_t count, const std::vector<std::size_t>& blocks)
{
    Sound sound { std::vector<double> (count), std::vector<double> (count) };
    for (std::size_t done = 0, i = 0; done < count; ++i)
    {
        const auto samples = std::min (blocks[i % blocks.size()], count - done);
        REQUIRE (kolophon_render (synth, &sound.left[done], &sound.right[done], samples) == KOLOPHON_OK);
        done += samples;
    }
    return sound;
}

void send (kolophon_synth* synth, std::uint32_t offset, const PerformanceEvent& event)
{
    using Type = PerformanceEvent::Type;
    const auto status = [&]
    {
        switch (event.type)
        {
            case Type::noteOn: return kolophon_note_on (synth, offset, event.channel, event.index, event.value);
            case Type::noteOff: return kolophon_note_off (synth, offset, event.channel, event.index, event.value);
            case Type::notePressure:
                return kolophon_note_pressure (synth, offset, event.channel, event.index, event.value);
            case Type::channelPressure: return kolophon_channel_pressure (synth, offset, event.channel, event.value);
            case Type::pitchBend: return kolophon_pitch_bend (synth, offset, event.channel, event.value);
            case Type::controller: return kolophon_controller (synth, offset, event.channel, event.index, event.value);
            case Type::setParameter: return kolophon_automate (synth, offset, event.index, event.value);
            case Type::panic: return kolophon_panic (synth, offset);
            case Type::tempo: return kolophon_tempo (synth, offset, event.value);
            case Type::bar: return kolophon_bar (synth, offset, event.value);
            case Type::position: return kolophon_position (synth, offset, event.value);
            case Type::tuneKey: return kolophon_tune_key (synth, offset, event.index, event.value);
            case Type::noteExpression:
            case Type::modulate:
            case Type::choke:
            case Type::tuneOctave:
            case Type::tuneAll: break;
        }
        return KOLOPHON_INTERNAL_ERROR;
    }();
    INFO (kolophon_error (synth));
    REQUIRE (status == KOLOPHON_OK);
}

/** The first seconds of a song by the renderer that the tool uses. */
std::uint64_t hashOfTool (const Preset& preset, const std::vector<TimedEvent>& events, double seconds)
{
    Synth synth;
    synth.prepare (48000.0);
    givePreset (synth, preset);
    RenderSettings settings;
    settings.tailSeconds = 0.0;
    settings.songSeconds = seconds;
    const auto result = renderEvents (synth, events, settings, {});
    REQUIRE (result.frames == std::llround (seconds * 48000.0));
    return result.hash;
}

std::uint64_t hashOfLibrary (kolophon_synth* synth, const std::vector<TimedEvent>& events, double seconds,
                             const std::vector<std::size_t>& blocks)
{
    for (const auto& [time, event] : events)
        send (synth, static_cast<std::uint32_t> (std::llround (time * 48000.0)), event);
    const auto sound = rendered (synth, static_cast<std::size_t> (std::llround (seconds * 48000.0)), blocks);
    CHECK (sound.peak() > test::listener::asSpeech);
    return sound.hash();
}

std::string errorOf (const Handle& synth)
{
    return kolophon_error (synth.get());
}
} // namespace

TEST_CASE ("the library plays the samples of the tool, whatever the block size", "[library]")
{
    using Type = PerformanceEvent::Type;
    const std::vector<TimedEvent> note { { 0.0, { 0, Type::noteOn, 0, 57, 96 / 127.0 } },
                                         { 3.0, { 0, Type::noteOff, 0, 57, 0.5 } } };
    const auto expected = hashOfTool ({}, note, 4.0);
    for (const auto& blocks : std::vector<std::vector<std::size_t>> { { 256 }, { 192000 }, { 1, 37, 4000 } })
        CHECK (hashOfLibrary (made().get(), note, 4.0, blocks) == expected);

    const auto song = readMidiFile (KOLOPHON_SOURCE_FOLDER "/Resources/Demos/pachelbel-canon-mpe.mid");
    REQUIRE (song);
    std::vector<TimedEvent> beginning;
    for (const auto& timed : song->events)
        if (timed.seconds < 4.0)
            beginning.push_back (timed);
    REQUIRE (beginning.size() > 200);
    auto synth = made();
    REQUIRE (kolophon_load_preset (synth.get(), "gut CELLO") == KOLOPHON_OK);
    CHECK (hashOfLibrary (synth.get(), beginning, 4.0, { 64, 1000, 7 }) ==
           hashOfTool (*findFactoryPreset ("Gut Cello"), beginning, 4.0));
}

TEST_CASE ("an event of the library at an offset is the same as one at the start of a block", "[library]")
{
    const auto place = kolophon_parameter_index ("hand.position");
    const auto play = [place] (bool split)
    {
        auto synth = made();
        constexpr std::size_t at = 9601, count = 24000;
        const auto events = [&] (std::uint32_t offset)
        {
            CHECK (kolophon_automate (synth.get(), offset, place, 0.3) == KOLOPHON_OK);
            CHECK (kolophon_note_pressure (synth.get(), offset, 0, 57, 0.7) == KOLOPHON_OK);
            CHECK (kolophon_pitch_bend (synth.get(), offset, 0, -0.5) == KOLOPHON_OK);
        };
        CHECK (kolophon_note_on (synth.get(), 0, 0, 57, 0.8) == KOLOPHON_OK);
        if (! split)
            events (at);
        auto sound = rendered (synth.get(), split ? at : count, { count });
        if (split)
        {
            events (0);
            const auto rest = rendered (synth.get(), count - at, { count });
            sound.left.insert (sound.left.end(), rest.left.begin(), rest.left.end());
            sound.right.insert (sound.right.end(), rest.right.begin(), rest.right.end());
        }
        double value = 0.0;
        CHECK (kolophon_get (synth.get(), "hand.position", &value) == KOLOPHON_OK);
        CHECK (value == 0.3);
        return sound;
    };
    const auto whole = play (false);
    CHECK (whole.peak() > test::listener::asSpeech);
    CHECK (whole == play (true));
}

TEST_CASE ("a parameter that is set at once leaves what glides and what fades as it was", "[library]")
{
    const auto play = [] (const char* moved, double value, bool sets)
    {
        auto synth = made();
        auto* s = synth.get();
        kolophon_note_on (s, 0, 0, 55, 0.7);
        auto sound = rendered (s, 24000, { 512 });
        kolophon_automate (s, 0, kolophon_parameter_index (moved), value);
        rendered (s, 70, { 70 }); // off the grid of 32 samples
        for (int times = 0; sets && times < 2; ++times)
            CHECK (kolophon_set (s, "out.room_size", 5.0) == KOLOPHON_OK); // of a room that is off; then as it is
        return rendered (s, 9600, { 100 });
    };
    for (const auto& [id, value] : { std::pair ("out.level", -40.0), std::pair ("hand.force", 3.0),
                                     std::pair ("contact.law", 2.0), std::pair ("body.type", 6.0) })
    {
        INFO (id);
        CHECK (play (id, value, false) == play (id, value, true));
    }

    // It takes its own value at once itself, also where it glides there already: a tenth of the amplitude.
    auto free = made(), set = made();
    for (auto* s : { free.get(), set.get() })
    {
        kolophon_set (s, "out.guard", 0.0);
        kolophon_note_on (s, 0, 0, 55, 0.7);
        rendered (s, 24000, { 512 });
    }
    kolophon_automate (set.get(), 0, kolophon_parameter_index ("out.level"), -26.0);
    rendered (free.get(), 1, { 1 });
    rendered (set.get(), 1, { 1 });
    double level = 0.0;
    kolophon_get (free.get(), "out.level", &level);
    kolophon_set (set.get(), "out.level", level - 20.0);
    kolophon_set (set.get(), "out.level", level - 20.0);
    const auto whole = rendered (free.get(), 1000, { 1000 }), tenth = rendered (set.get(), 1000, { 1000 });
    for (std::size_t n = 100; n < 1000; ++n)
        REQUIRE (std::abs (tenth.left[n] - 0.1 * whole.left[n]) < test::rounded);
}

TEST_CASE ("the library's float samples are its double ones, rounded", "[library]")
{
    auto a = made(), b = made();
    for (auto* synth : { a.get(), b.get() })
        CHECK (kolophon_note_on (synth, 700, 0, 50, 0.8) == KOLOPHON_OK);
    const auto exact = rendered (a.get(), 5000, { 5000 });
    std::vector<float> left (5000), right (5000);
    REQUIRE (kolophon_render_float (b.get(), left.data(), right.data(), 5000) == KOLOPHON_OK);
    for (std::size_t i = 0; i < left.size(); ++i)
    {
        REQUIRE (left[i] == static_cast<float> (exact.left[i]));
        REQUIRE (right[i] == static_cast<float> (exact.right[i]));
    }
}

TEST_CASE ("MIDI bytes are the events that they mean", "[library]")
{
    auto bytes = made(), events = made();
    const auto midi = [&bytes] (std::uint32_t offset, std::vector<std::uint8_t> message)
    { CHECK (kolophon_midi (bytes.get(), offset, message.data(), message.size()) == KOLOPHON_OK); };
    auto* e = events.get();
    midi (0, { 0xf0, 0x7f, 0x7f, 0x08, 0x02, 0x00, 0x01, 60, 61, 0x40, 0x00, 0xf7 }); // key 60: half a semitone over 61
    kolophon_tune_key (e, 0, 60, 61.5);
    midi (0, { 0x92, 60, 100 });
    kolophon_note_on (e, 0, 2, 60, 100 / 127.0);
    midi (2000, { 0xe2, 0x00, 0x60 });
    kolophon_pitch_bend (e, 2000, 2, 0.5);
    midi (3000, { 0xb2, 1, 127 });
    kolophon_controller (e, 3000, 2, 1, 1.0);
    midi (4000, { 0xa2, 60, 127 });
    kolophon_note_pressure (e, 4000, 2, 60, 1.0);
    midi (5000, { 0xd2, 127 });
    kolophon_channel_pressure (e, 5000, 2, 1.0);
    midi (9000, { 0x82, 60, 127 });
    kolophon_note_off (e, 9000, 2, 60, 1.0);
    midi (9000, { 0xc2, 5 }); // ignored, like clocks
    midi (9000, { 0xf8 });
    const auto played = rendered (bytes.get(), 12000, { 512 });
    CHECK (played.peak() > test::listener::asSpeech);
    CHECK (played == rendered (events.get(), 12000, { 512 }));
}

TEST_CASE ("events for later blocks wait, and too many are refused", "[library]")
{
    auto early = made(), late = made();
    CHECK (kolophon_note_on (early.get(), 1000, 0, 57, 0.8) == KOLOPHON_OK);
    CHECK (kolophon_is_silent (early.get()) == 0);
    auto sound = rendered (early.get(), 3000, { 100 });
    rendered (late.get(), 900, { 900 });
    CHECK (kolophon_note_on (late.get(), 100, 0, 57, 0.8) == KOLOPHON_OK);
    auto rest = rendered (late.get(), 2100, { 2100 });
    CHECK (std::equal (rest.left.begin(), rest.left.end(), sound.left.begin() + 900));
    CHECK (rest.peak() > test::listener::audible);
    CHECK (kolophon_voices (early.get()) == 1);
    CHECK (kolophon_is_silent (early.get()) == 0);
    CHECK (kolophon_reset (early.get()) == KOLOPHON_OK);
    CHECK (kolophon_is_silent (early.get()) == 1);
    CHECK (kolophon_voices (early.get()) == 0);

    // The later of two calls for the same sample is the later event.
    double value = 0.0;
    for (const double place : { 0.1, 0.2, 0.15 })
        kolophon_automate (late.get(), 3, kolophon_parameter_index ("hand.position"), place);
    rendered (late.get(), 4, { 4 });
    CHECK (kolophon_get (late.get(), "hand.position", &value) == KOLOPHON_OK);
    CHECK (value == 0.15);

    auto full = made();
    for (int i = 0; i < KOLOPHON_MOST_EVENTS; ++i)
        REQUIRE (kolophon_controller (full.get(), 5, 0, 20, 0.5) == KOLOPHON_OK);
    CHECK (kolophon_note_on (full.get(), 0, 0, 57, 0.8) == KOLOPHON_QUEUE_FULL);
    CHECK (errorOf (full) == "events: the queue is full; allowed: 4096 before the next block");
    rendered (full.get(), 6, { 6 });
    CHECK (kolophon_is_silent (full.get()) == 1);
    CHECK (kolophon_note_on (full.get(), 0, 0, 57, 0.8) == KOLOPHON_OK);
    CHECK (kolophon_reset (full.get()) == KOLOPHON_OK);
    CHECK (kolophon_is_silent (full.get()) == 1);
}

TEST_CASE ("the library names field, value and range of what it refuses", "[library]")
{
    auto synth = made();
    auto* s = synth.get();
    double value = 0.0;
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    const auto refused = [&synth] (kolophon_status status, kolophon_status expected, const std::string& sentence)
    {
        CHECK (status == expected);
        CHECK (errorOf (synth) == sentence);
    };
    const auto invalid = KOLOPHON_INVALID_ARGUMENT;
    refused (kolophon_note_on (s, 0, 16, 57, 0.5), invalid, "channel: 16 is not in its range; allowed: 0 to 15");
    refused (kolophon_note_on (s, 0, 0, -1, 0.5), invalid, "key: -1 is not in its range; allowed: 0 to 127");
    refused (kolophon_note_on (s, 0, 0, 57, 1.5), invalid, "velocity: 1.5 is not in its range; allowed: 0 to 1");
    refused (kolophon_note_on (s, 0, 0, 57, 0.0), invalid,
             "velocity: 0 is not in its range; allowed: greater than 0, at most 1");
    refused (kolophon_note_off (s, 2000000000u, 0, 57, 0.5), invalid,
             "offset: 2000000000 is not in its range; allowed: 0 to 1073741823 samples");
    refused (kolophon_pitch_bend (s, 0, 0, nan), invalid, "bend: nan is not in its range; allowed: -1 to 1");
    refused (kolophon_controller (s, 0, 0, 128, 0.5), invalid, "number: 128 is not in its range; allowed: 0 to 127");
    refused (kolophon_tempo (s, 0, 0.5), invalid,
             "tempo: 0.5 is not in its range; allowed: 1 to 1000 quarter notes per minute");
    refused (kolophon_tune_key (s, 0, 60, 129.0), invalid,
             "note: 129 is not in its range; allowed: 0 to 128 semitones");
    refused (kolophon_set (s, "hand.speed", 99.0), invalid,
             "hand.speed: 99 is not in its range; allowed: 0.0005 to 3 m/s");
    refused (kolophon_set (s, "body.modes", 7.5), invalid, "body.modes: 7.5 is not a whole number; allowed: 1 to 128");
    refused (kolophon_automate (s, 0, kolophon_parameter_index ("hand.speed"), -1.0), invalid,
             "hand.speed: -1 is not in its range; allowed: 0.0005 to 3 m/s");
    refused (kolophon_automate (s, 0, -1, 0.0), invalid,
             "parameter: -1 is not in its range; allowed: 0 to " + std::to_string (parameterTable().size() - 1));
    refused (kolophon_set (s, "hand.sped", 1.0), KOLOPHON_NOT_FOUND, "id: parameter not found: \"hand.sped\"");
    refused (kolophon_set (s, "\x1b[2J\xc2\x9b\xe2\x80\xae\xffµ", 1.0), KOLOPHON_NOT_FOUND,
             "id: parameter not found: \"?[2J???µ\"");
    refused (kolophon_get (s, "hand.speed", nullptr), invalid, "value: is a null pointer");
    refused (kolophon_load_preset (s, "Nothing"), KOLOPHON_NOT_FOUND, "name: preset not found: \"Nothing\"");
    refused (kolophon_set_text (s, "hand.speed", "3 kg"), KOLOPHON_INVALID_DATA,
             "hand.speed: \"3 kg\" has the wrong unit; allowed: 0.5 mm/s to 3 m/s");
    refused (kolophon_set_tuning (s, nullptr, nullptr, 300.0), invalid,
             "a4: 300 is not in its range; allowed: 400 to 480 Hz");
    refused (kolophon_set_sample_rate (s, 100.0), invalid,
             "sample_rate: 100 is not in its range; allowed: 8000 to 768000 Hz");
    const std::uint8_t shortNote[] = { 0x90, 60 }, wrongData[] = { 0x90, 60, 200 }, noStatus[] = { 60 };
    refused (kolophon_midi (s, 0, shortNote, 2), KOLOPHON_INVALID_DATA,
             "bytes: 2 bytes is not a message; allowed: 3 after this status byte");
    refused (kolophon_midi (s, 0, wrongData, 3), KOLOPHON_INVALID_DATA,
             "bytes: a data byte is not in its range; allowed: 0 to 127");
    refused (kolophon_midi (s, 0, noStatus, 1), KOLOPHON_INVALID_DATA,
             "bytes: a MIDI message begins with a status byte, 128 to 255");
    for (const auto& [status, place] : { std::pair { kolophon_load_json (s, "{"), "" },
                                         { kolophon_set_body (s, "{\"kolophon_body\": 1}"), "modes" },
                                         { kolophon_set_gesture (s, "[]"), "" },
                                         { kolophon_set_tuning (s, "! x\nx\n 1\n nonsense\n", nullptr, 440.0), "" } })
        CHECK (status == KOLOPHON_INVALID_DATA);
    CHECK_THAT (errorOf (synth), Catch::StartsWith ("scl: "));
    CHECK (kolophon_create (nan) == nullptr);
    CHECK (std::string (kolophon_error (nullptr)) ==
           "sample_rate: nan is not in its range; allowed: 8000 to 768000 Hz");
    // Nothing of all this changed the sound, or waits.
    CHECK (kolophon_is_silent (s) == 1);
    CHECK (kolophon_get (s, "hand.speed", &value) == KOLOPHON_OK);
    CHECK (value == Patch::defaults().handSpeed);
    CHECK (std::string (kolophon_state (s)) == kolophon_state (made().get()));
}

TEST_CASE ("the library takes null for everything", "[library]")
{
    const auto invalid = KOLOPHON_INVALID_ARGUMENT;
    double number = 0.0;
    std::array<double, 4> samples {};
    kolophon_energy energy;
    kolophon_destroy (nullptr);
    CHECK (kolophon_set_sample_rate (nullptr, 48000.0) == invalid);
    CHECK (std::string (kolophon_error (nullptr)) == "synth: is a null pointer");
    CHECK (kolophon_sample_rate (nullptr) == 0.0);
    CHECK (kolophon_reset (nullptr) == invalid);
    CHECK (kolophon_parameter_index (nullptr) == -1);
    CHECK (kolophon_parameter_info (-1) == nullptr);
    CHECK (kolophon_parameter_info (kolophon_parameter_count()) == nullptr);
    CHECK (std::isnan (kolophon_parameter_position (-1, 0.0)));
    CHECK (std::isnan (kolophon_parameter_value (kolophon_parameter_count(), 0.0)));
    CHECK (kolophon_parameter_text (0, 0.1, nullptr, 10) == invalid);
    CHECK (kolophon_parameter_parse (0, nullptr, &number) == invalid);
    CHECK (kolophon_parameter_parse (0, "0.1", nullptr) == invalid);
    CHECK (kolophon_parameter_parse (-1, "0.1", &number) == invalid);
    CHECK (kolophon_get (nullptr, "hand.speed", &number) == invalid);
    CHECK (kolophon_set (nullptr, "hand.speed", 0.1) == invalid);
    CHECK (kolophon_set_text (nullptr, "hand.speed", "0.1") == invalid);
    CHECK (kolophon_preset_name (-1) == nullptr);
    CHECK (kolophon_preset_name (kolophon_preset_count()) == nullptr);
    CHECK (kolophon_load_preset (nullptr, "First Light") == invalid);
    CHECK (kolophon_load_json (nullptr, "{}") == invalid);
    CHECK (std::string (kolophon_findings (nullptr)).empty());
    CHECK (kolophon_state (nullptr) == nullptr);
    CHECK (kolophon_set_body (nullptr, nullptr) == invalid);
    CHECK (kolophon_set_gesture (nullptr, nullptr) == invalid);
    CHECK (kolophon_set_tuning (nullptr, nullptr, nullptr, 440.0) == invalid);
    CHECK (kolophon_note_on (nullptr, 0, 0, 57, 0.0) == invalid);
    CHECK (kolophon_note_off (nullptr, 0, 0, 57, 0.5) == invalid);
    CHECK (kolophon_note_pressure (nullptr, 0, 0, 57, 0.5) == invalid);
    CHECK (kolophon_channel_pressure (nullptr, 0, 0, 0.5) == invalid);
    CHECK (kolophon_pitch_bend (nullptr, 0, 0, 0.5) == invalid);
    CHECK (kolophon_controller (nullptr, 0, 0, 1, 0.5) == invalid);
    CHECK (kolophon_automate (nullptr, 0, 0, 0.5) == invalid);
    CHECK (kolophon_tune_key (nullptr, 0, 60, 60.0) == invalid);
    CHECK (kolophon_midi (nullptr, 0, nullptr, 0) == invalid);
    CHECK (kolophon_tempo (nullptr, 0, 120.0) == invalid);
    CHECK (kolophon_bar (nullptr, 0, 4.0) == invalid);
    CHECK (kolophon_position (nullptr, 0, 4.0) == invalid);
    CHECK (kolophon_panic (nullptr, 0) == invalid);
    CHECK (kolophon_render (nullptr, samples.data(), samples.data(), 4) == invalid);
    CHECK (kolophon_render_float (nullptr, nullptr, nullptr, 4) == invalid);
    CHECK (kolophon_render_probes (nullptr, nullptr, nullptr, nullptr, 0, nullptr, 0, nullptr) == invalid);
    CHECK (kolophon_voices (nullptr) == 0);
    CHECK (kolophon_is_silent (nullptr) == 1);
    CHECK (kolophon_latency (nullptr) == 0);
    CHECK (kolophon_tail (nullptr) == 0.0);
    CHECK (kolophon_get_energy (nullptr, &energy) == invalid);

    auto synth = made();
    auto* s = synth.get();
    CHECK (kolophon_render (s, nullptr, nullptr, 0) == KOLOPHON_OK);
    CHECK (kolophon_render (s, nullptr, samples.data(), 4) == invalid);
    CHECK (errorOf (synth) == "left: is a null pointer");
    CHECK (kolophon_render_float (s, nullptr, nullptr, 4) == invalid);
    CHECK (kolophon_render_probes (s, nullptr, samples.data(), nullptr, 4, nullptr, 0, nullptr) == invalid);
    CHECK (kolophon_render_probes (s, nullptr, samples.data(), samples.data(), 4, nullptr, 1, nullptr) == invalid);
    CHECK (kolophon_render_probes (s, nullptr, samples.data(), samples.data(), 4, nullptr, 0, nullptr) == KOLOPHON_OK);
    CHECK (kolophon_set (s, nullptr, 0.1) == invalid);
    CHECK (kolophon_set_text (s, "hand.speed", nullptr) == invalid);
    CHECK (kolophon_load_preset (s, nullptr) == invalid);
    CHECK (kolophon_load_json (s, nullptr) == invalid);
    CHECK (kolophon_midi (s, 0, nullptr, 3) == invalid);
    CHECK (kolophon_get_energy (s, nullptr) == invalid);
}

TEST_CASE ("the library describes the parameters of the table", "[library]")
{
    REQUIRE (kolophon_parameter_count() == static_cast<std::int32_t> (parameterTable().size()));
    for (std::int32_t i = 0; i < kolophon_parameter_count(); ++i)
    {
        const auto& row = parameterTable()[static_cast<std::size_t> (i)];
        const auto* info = kolophon_parameter_info (i);
        INFO (info->id);
        CHECK (info->id == row.id);
        CHECK (kolophon_parameter_index (info->id) == i);
        CHECK (info->group == row.group);
        CHECK (info->name == row.label);
        CHECK (info->unit == unitText (row.unit));
        CHECK (info->help == row.help);
        CHECK (info->minimum == row.minimum);
        CHECK (info->maximum == row.maximum);
        CHECK (info->default_value == row.defaultValue);
        CHECK ((info->scale == KOLOPHON_MENU) == (row.scale == Scale::menu));
        REQUIRE (info->choice_count == static_cast<std::int32_t> (row.choices.size()));
        for (std::int32_t c = 0; c < info->choice_count; ++c)
            CHECK (info->choices[c] == row.choices[static_cast<std::size_t> (c)]);
        CHECK (kolophon_parameter_value (i, 0.0) == row.minimum);
        CHECK (kolophon_parameter_value (i, kolophon_parameter_position (i, row.defaultValue)) ==
               Approx (row.defaultValue).margin (test::rounded));
        std::array<char, 64> text {};
        CHECK (kolophon_parameter_text (i, row.defaultValue, text.data(), text.size()) == KOLOPHON_OK);
        CHECK (text.data() == formatValue (row, row.defaultValue));
    }
    double read = 0.25;
    const auto speed = kolophon_parameter_index ("hand.speed"), ledger = kolophon_parameter_index ("quality.ledger");
    CHECK (kolophon_parameter_parse (speed, "35 mm/s", &read) == KOLOPHON_OK);
    CHECK (read == 0.035);
    CHECK (kolophon_parameter_parse (speed, "35 km/s", &read) == KOLOPHON_INVALID_DATA);
    CHECK (std::string (kolophon_error (nullptr)).starts_with ("hand.speed: \"35 km/s\" has the wrong unit"));
    CHECK (kolophon_parameter_parse (speed, "35", &read) == KOLOPHON_INVALID_DATA); // m/s
    CHECK (read == 0.035);
    CHECK (kolophon_parameter_parse (ledger, "on", &read) == KOLOPHON_OK);
    CHECK (read == 1.0);
    std::array<char, 8> small {};
    const auto travel = kolophon_parameter_index ("contact.travel");
    REQUIRE (formatValue (parameterTable()[static_cast<std::size_t> (travel)], 80e-6) == "80 µm");
    CHECK (kolophon_parameter_text (travel, 80e-6, small.data(), 5) == KOLOPHON_OK);
    CHECK (small.data() == std::string ("80 ")); // µ takes two bytes
    CHECK (kolophon_version() == std::string (KOLOPHON_VERSION));
    CHECK (std::strlen (kolophon_instruction_set()) > 2);
    CHECK (kolophon_preset_count() == static_cast<std::int32_t> (factoryPresetNames().size()));
    CHECK (kolophon_preset_name (0) == std::string ("First Light"));
}

TEST_CASE ("a state of the library brings the whole sound back", "[library]")
{
    auto first = made(), second = made();
    auto* s = first.get();
    REQUIRE (kolophon_load_preset (s, "Glass Rim") == KOLOPHON_OK);
    REQUIRE (kolophon_set_body (s, R"({ "kolophon_body": 1, "name": "Pan", "mass": 0.6, "modes": [
        { "frequency": 412.5, "t60": 1.9 }, { "frequency": 988.1, "t60": 0.7 } ] })") == KOLOPHON_OK);
    REQUIRE (kolophon_set_gesture (
                 s, R"({ "kolophon_gesture": 1, "points": [[0, 0, 1], [0.4, 1, 0.9], [1, 0, 1]] })") == KOLOPHON_OK);
    REQUIRE (kolophon_set_tuning (s, "! pelog\nPelog\n 2\n 600.0\n 2/1\n", nullptr, 415.0) == KOLOPHON_OK);
    REQUIRE (kolophon_set (s, "hand.position", 0.23) == KOLOPHON_OK);
    REQUIRE (kolophon_set_text (s, "hand.drive", "gesture") == KOLOPHON_OK);
    double mass = 0.0, body = 0.0;
    CHECK (kolophon_get (s, "body.mass", &mass) == KOLOPHON_OK);
    CHECK (mass == 0.6);
    CHECK (kolophon_get (s, "body.type", &body) == KOLOPHON_OK);
    CHECK (body != findFactoryPreset ("Glass Rim")->patch.bodyType);
    const std::string state = kolophon_state (s);
    CHECK_THAT (state, Catch::Contains ("kolophon-state") && Catch::Contains ("Pelog") && Catch::Contains ("Pan"));
    REQUIRE (kolophon_load_json (second.get(), state.c_str()) == KOLOPHON_OK);
    CHECK (std::string (kolophon_findings (second.get())).empty());
    CHECK (kolophon_state (second.get()) == state);
    const auto play = [] (kolophon_synth* synth)
    {
        kolophon_note_on (synth, 0, 0, 62, 0.8);
        return rendered (synth, 24000, { 480 });
    };
    const auto sound = play (s);
    CHECK (sound.peak() > test::listener::audible);
    CHECK (sound == play (second.get()));
    CHECK_FALSE (sound == play (made().get()));

    // Defaults come back, and unusable parts are named.
    CHECK (kolophon_set_body (s, nullptr) == KOLOPHON_OK);
    CHECK (kolophon_set_gesture (s, nullptr) == KOLOPHON_OK);
    CHECK (kolophon_set_tuning (s, nullptr, nullptr, 440.0) == KOLOPHON_OK);
    CHECK_THAT (kolophon_state (s), ! Catch::Contains ("Pelog") && ! Catch::Contains ("custom_body"));
    CHECK (kolophon_load_json (s, R"({ "format": "kolophon-preset", "version": 4, "name": "x",
        "parameters": { "hand.sped": 1 } })") == KOLOPHON_OK);
    CHECK_THAT (kolophon_findings (s), Catch::Contains ("hand.sped"));
}

TEST_CASE ("the library plays through a measured box, keeps it in its state, and refuses what is no response",
           "[library]")
{
    auto first = made(), second = made();
    auto* s = first.get();
    std::vector<double> left, right;
    for (int n = 0; n < 2000; ++n)
    {
        left.push_back (0.3 * std::exp (-0.004 * n) * std::cos (0.2 * n));
        right.push_back (0.3 * std::exp (-0.004 * n) * std::cos (0.23 * n));
    }
    REQUIRE (kolophon_set_box (s, left.data(), right.data(), left.size(), 44100.0) == KOLOPHON_OK);
    double box = 0.0;
    CHECK (kolophon_get (s, "out.box", &box) == KOLOPHON_OK);
    CHECK (box == boxes::measured);
    const std::string state = kolophon_state (s);
    REQUIRE (kolophon_load_json (second.get(), state.c_str()) == KOLOPHON_OK);
    CHECK (std::string (kolophon_findings (second.get())).empty());
    CHECK (kolophon_state (second.get()) == state);
    const auto play = [] (kolophon_synth* synth)
    {
        kolophon_note_on (synth, 0, 0, 62, 0.8);
        return rendered (synth, 12000, { 480 });
    };
    const auto sound = play (s);
    CHECK (sound == play (second.get()));
    auto third = made(); // the same knobs without the response
    REQUIRE (kolophon_set (third.get(), "out.box", box) == KOLOPHON_OK);
    CHECK_FALSE (sound == play (third.get()));

    CHECK (kolophon_set_box (s, nullptr, nullptr, 0, 0.0) == KOLOPHON_OK);
    CHECK_THAT (kolophon_state (s), ! Catch::Contains ("measured_box"));
    std::vector<double> silence (100);
    CHECK (kolophon_set_box (s, silence.data(), nullptr, silence.size(), 48000.0) == KOLOPHON_INVALID_DATA);
    CHECK_THAT (kolophon_error (s), Catch::Contains ("is silent"));
    CHECK (kolophon_set_box (s, left.data(), nullptr, 0, 48000.0) == KOLOPHON_INVALID_ARGUMENT);
    CHECK (kolophon_set_box (s, left.data(), nullptr, left.size(), 1e6) == KOLOPHON_INVALID_ARGUMENT);
    left[3] = std::numeric_limits<double>::quiet_NaN();
    CHECK (kolophon_set_box (s, left.data(), nullptr, left.size(), 48000.0) == KOLOPHON_INVALID_DATA);
    CHECK_THAT (kolophon_error (s), Catch::Contains ("1 sample is not a number"));
}

TEST_CASE ("probes of the library are those of the engine, and its books close", "[library]")
{
    Synth engine;
    engine.prepare (48000.0);
    const PerformanceEvent on { 100, PerformanceEvent::Type::noteOn, 0, 55, 0.8 };
    std::vector<double> left (3000), right (3000);
    std::vector<ProbeFrame> frames (3000 * 8);
    ProbeBuffer buffer { frames.data(), frames.size(), 0 };
    engine.render (std::span (&on, 1), left.data(), right.data(), 3000, &buffer);

    auto synth = made();
    auto* s = synth.get();
    REQUIRE (kolophon_note_on (s, 100, 0, 55, 0.8) == KOLOPHON_OK);
    std::vector<double> l (3000), r (3000);
    std::vector<kolophon_probe> probes (3000 * KOLOPHON_PROBES_PER_SAMPLE);
    std::size_t written = 0;
    REQUIRE (kolophon_render_probes (s, nullptr, l.data(), r.data(), 3000, probes.data(), probes.size(), &written) ==
             KOLOPHON_OK);
    CHECK (l == left);
    REQUIRE (written == buffer.count);
    REQUIRE (written >= 2900);
    for (std::size_t i = 0; i < written; ++i)
    {
        const auto& p = probes[i];
        const auto& f = frames[i];
        REQUIRE (std::array { p.bow_velocity, p.normal_force, p.relative_velocity, p.friction_force,
                              p.bristle_elongation, p.surface_velocity, p.law_state, p.law_mode, p.bridge_force } ==
                 std::array { f.bowVelocity, f.normalForce, f.relativeVelocity, f.frictionForce, f.bristleElongation,
                              f.surfaceVelocity, f.lawState, f.lawMode, f.bridgeForce });
        // Blocks end elsewhere: times count from there, and energies are summed in another order.
        REQUIRE (std::abs (p.time - f.time) < test::rounded);
        const std::array mine { p.stored_energy, p.work_in, p.friction_loss, p.body_loss, p.residual },
            its { f.storedEnergy, f.workIn, f.frictionLoss, f.bodyLoss, f.residual };
        for (std::size_t n = 0; n < mine.size(); ++n)
            REQUIRE (std::abs (mine[n] - its[n]) <= 1e-14 * engine.ledger().peakEnergy);
    }
    kolophon_energy energy;
    REQUIRE (kolophon_get_energy (s, &energy) == KOLOPHON_OK);
    CHECK (energy.steps >= written);
    CHECK (energy.work_in > 0.0);
    CHECK (energy.relative_residual < test::booksClose);
    // 1e-12 of the peak, for every step: the sum of rounding errors.
    CHECK (energy.work_in - energy.friction_loss - energy.body_loss ==
           Approx (energy.stored).margin (1e-12 * static_cast<double> (energy.steps) * energy.peak));
    REQUIRE (kolophon_render_probes (s, nullptr, l.data(), r.data(), 3000, probes.data(), 5, &written) == KOLOPHON_OK);
    CHECK (written == 5);
}

TEST_CASE ("a signal drives the hands of the library", "[library]")
{
    auto driven = made(), still = made(), probed = made();
    for (auto* synth : { driven.get(), still.get(), probed.get() })
    {
        CHECK (kolophon_set_text (synth, "hand.drive", "Audio speed") == KOLOPHON_OK);
        CHECK (kolophon_note_on (synth, 0, 0, 57, 0.8) == KOLOPHON_OK);
    }
    std::vector<double> signal (4800), silence (4800, 0.0);
    for (std::size_t i = 0; i < signal.size(); ++i)
        signal[i] = 0.5 * std::sin (0.002 * static_cast<double> (i));
    Sound a { std::vector<double> (4800), std::vector<double> (4800) }, b = a;
    for (auto& [synth, drive, sound] : { std::tuple { driven.get(), &signal, &a }, { still.get(), &silence, &b } })
        REQUIRE (kolophon_render_probes (synth, drive->data(), sound->left.data(), sound->right.data(), 4800, nullptr,
                                         0, nullptr) == KOLOPHON_OK);
    CHECK (a.peak() > 100.0 * b.peak());
    // With probes, the block is rendered in pieces.
    std::vector<kolophon_probe> probes (4800 * KOLOPHON_PROBES_PER_SAMPLE);
    REQUIRE (kolophon_render_probes (probed.get(), signal.data(), b.left.data(), b.right.data(), 4800, probes.data(),
                                     probes.size(), nullptr) == KOLOPHON_OK);
    CHECK (a == b);
}

TEST_CASE ("events and rendering of the library don't allocate, not even to refuse", "[library][realtime]")
{
    if (! AllocationTrap::works)
        return;
    auto synth = made();
    auto* s = synth.get();
    const auto speed = kolophon_parameter_index ("hand.speed");
    std::vector<double> left (512), right (512);
    std::vector<float> l (512), r (512);
    std::vector<kolophon_probe> probes (512 * KOLOPHON_PROBES_PER_SAMPLE);
    const std::uint8_t note[] = { 0x91, 64, 90 }, tuning[] = { 0xf0, 0x7f, 0x7f, 8, 2, 0, 1, 60, 61, 64, 0, 0xf7 };
    kolophon_energy energy;
    double value = 0.0;
    const AllocationTrap trap;
    for (int block = 0; block < 20; ++block)
    {
        kolophon_note_on (s, 10, 0, 50 + block, 0.8);
        kolophon_note_off (s, 400, 0, 50 + block, 0.5);
        kolophon_controller (s, 20, 0, 1, 0.1);
        kolophon_pitch_bend (s, 30, 0, 0.1);
        kolophon_automate (s, 40, speed, 0.1 + 0.01 * block);
        kolophon_midi (s, 50, note, sizeof note);
        kolophon_midi (s, 50, tuning, sizeof tuning);
        kolophon_automate (s, 40, speed, -1.0);
        kolophon_set (s, "hand.speed", 0.2);
        kolophon_set (s, "hand.speed", 1e9);
        kolophon_set (s, "a parameter with a name that is longer than what a string holds by itself", 1e9);
        kolophon_get (s, "hand.speed", &value);
        kolophon_render (s, left.data(), right.data(), 512);
        kolophon_render_float (s, l.data(), r.data(), 512);
        kolophon_render_probes (s, left.data(), left.data(), right.data(), 512, probes.data(), probes.size(), nullptr);
        kolophon_get_energy (s, &energy);
        (void)kolophon_error (s);
        (void)kolophon_tail (s);
    }
    kolophon_panic (s, 0);
    kolophon_reset (s);
    CHECK (trap.allocations() == 0);
    CHECK (trap.locks() == 0);
}
