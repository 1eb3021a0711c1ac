// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Noise.h"
#include "Core/Units.h"
#include "Files/Presets/PluginState.h"
#include "Rendering/Renderer.h"
#include "Support/AllocationTrap.h"
#include "Support/ClapHost.h"
#include "Support/Listener.h"
#include "Synth/Parameters/ParameterTable.h"

#include <catch2/catch.hpp>

/* Notes of a CLAP host: each with its own id, expressions and modulation; and the sound, to the bit. */

namespace kolophon::test
{
namespace
{
/** A sound without chance, noise and sidebands: no human hand, no texture, no vibrato, no room, no box. */
void setPlain (ClapInstance& instance)
{
    for (const auto* name : { "Human", "Texture", "Vibrato", "Phrasing", "Box mix", "Room" })
        preset (instance, { { name, 0.0 } });
}

/** Amplitude of a partial of a sound, after `from`, by the definition of the Fourier transform under a Hann window. */
double amplitude (const std::vector<double>& sound, double frequency, std::size_t from, double rate = 48000.0)
{
    double re = 0.0, im = 0.0, sum = 0.0;
    const auto count = sound.size() - from;
    for (std::size_t n = 0; n < count; ++n)
    {
        const double window = 0.5 - 0.5 * std::cos (2.0 * pi * static_cast<double> (n) / static_cast<double> (count));
        const double phase = 2.0 * pi * frequency * static_cast<double> (n) / rate;
        re += window * sound[from + n] * std::cos (phase);
        im += window * sound[from + n] * std::sin (phase);
        sum += window;
    }
    return 2.0 * std::hypot (re, im) / sum;
}

double decibels (double ratio)
{
    return 20.0 * std::log10 (ratio);
}

double pitchOf (double key)
{
    return 440.0 * std::exp2 ((key - 69.0) / 12.0);
}

/** Plays events in blocks that end at these samples; both channels, one after the other. */
std::vector<double> playIn (ClapInstance& instance, const ClapEvents& events, const std::vector<std::uint32_t>& borders)
{
    ClapBlocks<double> blocks (instance);
    instance.audio (
        [&]
        {
            std::uint32_t begin = 0;
            std::size_t next = 0;
            for (const auto end : borders)
            {
                ClapEvents part;
                for (; next < events.all.size() && events.all[next].header.time < end; ++next)
                {
                    part.all.push_back (events.all[next]);
                    part.all.back().header.time -= begin;
                }
                blocks.play (end - begin, part);
                begin = end;
            }
        });
    auto all = blocks.sound[0];
    all.insert (all.end(), blocks.sound[1].begin(), blocks.sound[1].end());
    return all;
}

std::vector<double> play (const ClapEvents& events, std::uint32_t length,
                          const std::function<void (ClapInstance&)>& prepare = setPlain)
{
    ClapInstance instance (ours());
    prepare (instance);
    instance.start();
    std::vector<std::uint32_t> borders;
    for (std::uint32_t end = 512; end < length; end += 512)
        borders.push_back (end);
    borders.push_back (length);
    auto sound = playIn (instance, events, borders);
    sound.resize (length); // the left channel
    CHECK (instance.violations.empty());
    return sound;
}

constexpr std::uint32_t second = 48000;
// [dB] Of a line ten bins away, 1.5 semitones of 110 Hz for a second, Hann's window leaves 1/(10 (10^2 - 1) pi): -70.
constexpr double gone = -60.0;
constexpr int lower = 45, upper = 70; // A2 and Bb4: 466 Hz lies between partials of 110 Hz
const ForNote lowerNote { 1, 0, 0, lower }, upperNote { 2, 0, 0, upper };

void addBothNotes (ClapEvents& events)
{
    events.on (0, lower, 1);
    events.on (0, upper, 2);
}

/** Lets both notes sound for two seconds while the lower one is sent something, at their beginning. */
std::vector<double> touched (const std::function<void (ClapEvents&)>& touch)
{
    ClapEvents events;
    addBothNotes (events);
    touch (events);
    return play (events, 2 * second);
}

double levelOf (const std::vector<double>& sound, double key)
{
    return amplitude (sound, pitchOf (key), second);
}
} // namespace

TEST_CASE ("CLAP: an event in a block sounds like one at the beginning of the next, to the bit, whatever it is")
{
    Noise noise (41);
    for (int round = 0; round < 12; ++round)
    {
        ClapInstance whole (ours()), split (ours());
        const auto infos = parametersOf (whole);
        constexpr std::uint32_t length = 6000;
        std::vector<std::uint32_t> times { 0, 0, 0 };
        for (int i = 0; i < 24; ++i)
            times.push_back (static_cast<std::uint32_t> (noise.nextUniform() * (length - 1)));
        std::sort (times.begin(), times.end());
        ClapEvents events;
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            const auto time = times[i];
            const int id = static_cast<int> (noise.nextUniform() * 4.0), key = 45 + 7 * id;
            const ForNote which { id, 0, 0, static_cast<std::int16_t> (key) };
            const auto& info =
                infos[static_cast<std::size_t> (noise.nextUniform() * static_cast<double> (infos.size() - 1))];
            const double value = info.min_value + noise.nextUniform() * (info.max_value - info.min_value);
            const auto kind = i < 3 ? 0 : static_cast<int> (noise.nextUniform() * 8.0);
            if (kind == 0)
                events.on (time, key, id, noise.nextUniform());
            else if (kind == 1)
                events.off (time, key, id);
            else if (kind <= 3)
                events.express (time, static_cast<int> (noise.nextUniform() * 7.0), noise.nextUniform(), which);
            else if (kind <= 5 && (info.flags & CLAP_PARAM_IS_BYPASS) == 0)
                events.set (time, info.id, (info.flags & CLAP_PARAM_IS_STEPPED) != 0 ? std::round (value) : value);
            else if (kind == 6)
                events.modulate (time, info.id, 0.3 * (value - info.min_value), round % 2 == 0 ? which : ForNote {});
            else
            {
                auto& song = events.add (&AnyEvent::song, CLAP_EVENT_TRANSPORT, time);
                song.flags = CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_HAS_BEATS_TIMELINE | CLAP_TRANSPORT_IS_PLAYING;
                song.tempo = 60.0 + 100.0 * noise.nextUniform();
                song.song_pos_beats = static_cast<clap_beattime> (noise.nextUniform() * 16.0 * CLAP_BEATTIME_FACTOR);
            }
        }
        std::vector<std::uint32_t> borders;
        for (const auto time : times)
            if (time > 0 && (borders.empty() || time > borders.back()))
                borders.push_back (time);
        borders.push_back (length);
        whole.start (48000.0, length);
        split.start (48000.0, length);
        const auto expected = playIn (split, events, borders);
        CAPTURE (round);
        CHECK ((playIn (whole, events, { length }) == expected));
        CHECK (*std::max_element (expected.begin(), expected.end()) > listener::audible);
    }
}

TEST_CASE ("CLAP: the sound of a performance is the tool's, to the bit")
{
    ClapInstance instance (ours());
    instance.start();
    ClapEvents events;
    events.on (0, 57, 1, 0.75);
    events.on (12000, 64, 2, 0.5);
    events.off (40000, 57, 1, 0.3);
    events.off (60000, 64, 2, 0.3);
    constexpr std::uint32_t length = 96000;
    ClapBlocks<double> blocks (instance);
    instance.audio (
        [&]
        {
            for (std::uint32_t begin = 0; begin < length; begin += 480)
            {
                ClapEvents part;
                for (const auto& event : events.all)
                    if (event.header.time >= begin && event.header.time < begin + 480)
                    {
                        part.all.push_back (event);
                        part.all.back().header.time -= begin;
                    }
                blocks.play (480, part);
            }
        });

    Findings findings;
    const auto state = stateFromJson (stateOf (instance), findings);
    REQUIRE (state);
    Synth synth;
    synth.prepare (48000.0);
    givePreset (synth, state->preset);
    using Type = PerformanceEvent::Type;
    const std::vector<TimedEvent> song { { 0.0, { 0, Type::noteOn, 0, 57, 0.75 } },
                                         { 0.25, { 0, Type::noteOn, 0, 64, 0.5 } },
                                         { 40000 / 48000.0, { 0, Type::noteOff, 0, 57, 0.3 } },
                                         { 1.25, { 0, Type::noteOff, 0, 64, 0.3 } } };
    std::vector<double> left, right;
    RenderSinks sinks;
    sinks.audio = [&] (std::span<const double> l, std::span<const double> r)
    {
        left.insert (left.end(), l.begin(), l.end());
        right.insert (right.end(), r.begin(), r.end());
    };
    RenderSettings settings;
    settings.tailSeconds = 0.75;
    const auto result = renderEvents (synth, song, settings, sinks);
    REQUIRE (result.frames == length);
    CHECK ((blocks.sound[0] == left));
    CHECK ((blocks.sound[1] == right));
    CHECK (result.peak > listener::asSpeech);
}

TEST_CASE ("CLAP: a note's tuning, volume and pan are its own: the other note keeps pitch and level")
{
    const auto plain = touched ([] (ClapEvents&) {});
    REQUIRE (levelOf (plain, lower) > listener::audible);
    REQUIRE (levelOf (plain, upper) > listener::audible);

    const auto tuned =
        touched ([] (ClapEvents& events) { events.express (0, CLAP_NOTE_EXPRESSION_TUNING, 1.5, lowerNote); });
    CHECK (decibels (levelOf (tuned, lower + 1.5) / levelOf (plain, lower)) == Approx (0.0).margin (listener::level));
    CHECK (decibels (levelOf (tuned, lower) / levelOf (plain, lower)) < gone);
    CHECK (decibels (levelOf (tuned, upper) / levelOf (plain, upper)) == Approx (0.0).margin (0.1 * listener::level));

    const auto faint =
        touched ([] (ClapEvents& events) { events.express (0, CLAP_NOTE_EXPRESSION_VOLUME, 0.1, lowerNote); });
    CHECK (decibels (levelOf (faint, lower) / levelOf (plain, lower)) == Approx (-20.0).margin (0.1 * listener::level));
    CHECK (decibels (levelOf (faint, upper) / levelOf (plain, upper)) == Approx (0.0).margin (0.1 * listener::level));

    // Pan at the right: the left channel is silent.
    const auto right =
        touched ([] (ClapEvents& events) { events.express (0, CLAP_NOTE_EXPRESSION_PAN, 1.0, lowerNote); });
    CHECK (decibels (levelOf (right, lower) / levelOf (plain, lower)) < gone);
    CHECK (decibels (levelOf (right, upper) / levelOf (plain, upper)) == Approx (0.0).margin (0.1 * listener::level));
}

TEST_CASE ("CLAP: a note's pressure and expression move its own loudness, vibrato and brightness only its own string")
{
    const auto plain = touched ([] (ClapEvents&) {});
    const auto changed = [&plain] (int kind, double value)
    {
        const auto sound = touched ([=] (ClapEvents& events) { events.express (0, kind, value, lowerNote); });
        CHECK (decibels (levelOf (sound, upper) / levelOf (plain, upper)) ==
               Approx (0.0).margin (0.1 * listener::level));
        return decibels (levelOf (sound, lower) / levelOf (plain, lower));
    };
    CHECK (changed (CLAP_NOTE_EXPRESSION_PRESSURE, 1.0) > listener::level);
    CHECK (changed (CLAP_NOTE_EXPRESSION_EXPRESSION, 0.3) < -listener::twiceAsLoud);
    CHECK (changed (CLAP_NOTE_EXPRESSION_VIBRATO, 1.0) < -0.2); // energy moves from the line into its neighbours
    CHECK (std::abs (changed (CLAP_NOTE_EXPRESSION_BRIGHTNESS, 0.5)) < 1e-9);
}

TEST_CASE ("CLAP: what comes with a note-on at its sample shapes the attack already")
{
    // A note that is all at the right from its first sample on leaves the left channel as it is without that note.
    const auto prepare = [] (ClapInstance& instance)
    {
        setPlain (instance);
        preset (instance, { { "Chord balance", 0.0 }, { "Voices mode", 0.0 } });
    };
    ClapEvents alone, both;
    for (auto* events : { &alone, &both })
        events->on (0, lower, 1);
    both.on (1007, upper, 2); // between two points of the control grid
    both.express (1007, CLAP_NOTE_EXPRESSION_PAN, 1.0, upperNote);
    CHECK ((play (both, 9600, prepare) == play (alone, 9600, prepare)));
}

TEST_CASE ("CLAP: brightness moves the place of its own note's bow as CC74 would")
{
    ClapEvents byMidi, byNote;
    for (auto* events : { &byMidi, &byNote })
        events->on (0, lower, 1);
    byMidi.midi (9600, 0xb0, 74, 127);
    byNote.express (9600, CLAP_NOTE_EXPRESSION_BRIGHTNESS, 1.0, lowerNote);
    const auto expected = play (byMidi, second);
    CHECK ((play (byNote, second) == expected));
    ClapEvents untouched;
    untouched.on (0, lower, 1);
    CHECK_FALSE ((play (untouched, second) == expected));
}

TEST_CASE ("CLAP: modulation of one note moves a knob for that note alone, that of all notes for all")
{
    const ClapInstance asked (ours());
    const auto tune = idNamed (asked, "Tune");
    const auto plain = touched ([] (ClapEvents&) {});
    const auto one = touched ([=] (ClapEvents& events) { events.modulate (0, tune, 2.5, lowerNote); });
    CHECK (decibels (levelOf (one, lower + 2.5) / levelOf (plain, lower)) == Approx (0.0).margin (listener::level));
    CHECK (decibels (levelOf (one, lower) / levelOf (plain, lower)) < gone);
    CHECK (decibels (levelOf (one, upper) / levelOf (plain, upper)) == Approx (0.0).margin (0.1 * listener::level));

    const auto byKey = touched (
        [=] (ClapEvents& events) {
            events.modulate (0, tune, 2.5, { -1, -1, -1, static_cast<std::int16_t> (lower) });
        });
    CHECK ((byKey == one));

    const auto all = touched ([=] (ClapEvents& events) { events.modulate (0, tune, 2.5); });
    CHECK (decibels (levelOf (all, upper) / levelOf (plain, upper)) < gone);
    CHECK (decibels (levelOf (all, upper + 2.5) / levelOf (plain, upper)) == Approx (0.0).margin (listener::level));

    // Both add up, and what is set back to nothing is gone.
    const auto both = touched (
        [=] (ClapEvents& events)
        {
            events.modulate (0, tune, 2.5);
            events.modulate (0, tune, -2.5, lowerNote);
        });
    CHECK (decibels (levelOf (both, lower) / levelOf (plain, lower)) == Approx (0.0).margin (0.5 * listener::level));
    const auto back = touched (
        [=] (ClapEvents& events)
        {
            events.modulate (0, tune, 2.5);
            events.modulate (0, tune, 0.0);
        });
    CHECK ((back == plain));
    // Modulation is not automation: the parameter keeps its value.
    ClapInstance instance (ours());
    instance.start();
    ClapEvents events;
    events.modulate (0, tune, 2.5);
    instance.audio ([&] { ClapBlocks<float> (instance).play (64, events); });
    CHECK (valueOf (instance, tune) == 0.0);
}

TEST_CASE ("CLAP: modulation by a plain amount is automation by the same amount")
{
    ClapInstance asked (ours());
    setPlain (asked);
    for (const auto* name : { "Tune", "Level", "Force", "Speed", "Decay", "Box mix" })
    {
        const auto id = idNamed (asked, name);
        const double now = valueOf (asked, id);
        clap_param_info_t its {};
        for (const auto& info : parametersOf (asked))
            if (info.id == id)
                its = info;
        REQUIRE ((its.flags & CLAP_PARAM_IS_MODULATABLE) != 0);
        const double amount = 0.1 * (its.max_value - its.min_value);
        const double sign = now + amount > its.max_value ? -1.0 : 1.0;
        ClapEvents byModulation, byValue;
        byModulation.modulate (0, id, sign * amount);
        byValue.set (0, id, now + sign * amount);
        for (auto* events : { &byModulation, &byValue })
            events->on (0, 57, 1);
        CAPTURE (name);
        const auto expected = play (byValue, second), sound = play (byModulation, second);
        double difference = 0.0, peak = 0.0;
        for (std::size_t n = 0; n < second / 4; ++n)
        {
            difference = std::max (difference, std::abs (sound[n] - expected[n]));
            peak = std::max (peak, std::abs (expected[n]));
        }
        CHECK (difference < 1e-3 * peak); // the travel is rounded once more than the value
    }
}

TEST_CASE ("CLAP: two notes on one key are two strings, told apart by their ids, and each has its end")
{
    ClapEvents events;
    events.on (0, 57, 1);
    events.on (4800, 57, 2);
    events.express (4800, CLAP_NOTE_EXPRESSION_TUNING, 3.0, { 2, 0, 0, 57 });
    events.off (2 * second, 57, 1);
    const auto sound = play (events, 2 * second,
                             [] (ClapInstance& instance)
                             {
                                 setPlain (instance);
                                 preset (instance, { { "Voices mode", 0.0 } }); // Poly
                             });
    CHECK (levelOf (sound, 57) > listener::audible);
    CHECK (levelOf (sound, 60) > listener::audible);
}

TEST_CASE (
    "CLAP: every note-on has its note-end, after the string has rung out, at once when choked, on a stolen string")
{
    ClapInstance instance (ours());
    setPlain (instance);
    preset (instance, { { "Voices", 2.0 } });
    instance.start();
    ClapBlocks<double> blocks (instance);
    const auto endsOf = [&blocks] (int id)
    {
        std::vector<std::uint64_t> times;
        for (std::size_t i = 0; i < blocks.produced.all.size(); ++i)
            if (const auto& any = blocks.produced.all[i];
                any.header.type == CLAP_EVENT_NOTE_END && any.note.note_id == id)
                times.push_back (blocks.ends[i]);
        return times;
    };
    instance.audio (
        [&]
        {
            for (int block = 0; block < 1200; ++block)
            {
                ClapEvents events;
                if (block == 0)
                {
                    events.on (0, 40, 1);
                    events.on (10, 52, 2);
                }
                if (block == 100)
                    events.on (0, 64, 3); // takes the string of the oldest
                if (block == 200)
                    events.note (CLAP_EVENT_NOTE_CHOKE, 0, { 2, 0, 0, 52 });
                if (block == 300)
                    events.note (CLAP_EVENT_NOTE_OFF, 0, { -1, -1, -1, -1 }); // everything
                blocks.play (480, events);
            }
        });
    CHECK ((endsOf (1) == std::vector<std::uint64_t> { 100 * 480 + 479 }));
    CHECK ((endsOf (2) == std::vector<std::uint64_t> { 200 * 480 + 479 }));
    REQUIRE (endsOf (3).size() == 1);
    CHECK (endsOf (3)[0] > 300 * 480 + second / 10);
    CHECK (blocks.produced.count (CLAP_EVENT_NOTE_END) == 3);
    CHECK (blocks.produced.all.back().note.key == 64);
}

TEST_CASE ("CLAP: a note that was slurred away ends with its key, and comes back while it is held")
{
    ClapInstance instance (ours());
    instance.start(); // Strings: a key within a fifth slurs
    ClapBlocks<double> blocks (instance);
    std::map<int, int> ended;
    instance.audio (
        [&]
        {
            ClapEvents first, slurred, released, nothing;
            first.on (0, 57, 1);
            slurred.on (0, 60, 2);
            released.off (0, 57, 1);
            for (int block = 0; block < 40; ++block)
                blocks.play (480, block == 0 ? first : block == 10 ? slurred : nothing);
            for (const auto& any : blocks.produced.all)
                ++ended[any.note.note_id];
            CHECK (ended.empty()); // the first key is still down
            blocks.play (480, released);
        });
    CHECK (blocks.produced.count (CLAP_EVENT_NOTE_END) == 1);
    CHECK (blocks.produced.all.back().note.note_id == 1);
}

TEST_CASE ("CLAP: a velocity of 0 is a soft note and no note-off")
{
    ClapEvents events;
    events.on (0, 57, 1, 0.0);
    const auto sound = play (events, second);
    CHECK (levelOf (play (events, 2 * second), 57) > listener::inaudible);
}

TEST_CASE ("CLAP: nothing allocates or locks while it plays")
{
    if (! AllocationTrap::works)
        return;
    ClapInstance instance (ours());
    const auto infos = parametersOf (instance);
    instance.start();
    ClapBlocks<double> blocks (instance);
    instance.audio (
        [&]
        {
            Noise noise (47);
            for (int block = 0; block < 30; ++block)
            {
                ClapEvents events;
                events.on (0, 40 + block, block);
                events.express (0, block % 7, 0.7, { block, 0, 0, static_cast<std::int16_t> (40 + block) });
                for (int i = 0; i < 20; ++i)
                {
                    const auto& info =
                        infos[static_cast<std::size_t> (noise.nextUniform() * static_cast<double> (infos.size() - 1))];
                    events.set (100, info.id, info.default_value);
                    events.modulate (101, info.id, 0.01, i % 2 == 0 ? ForNote {} : ForNote { block, -1, -1, -1 });
                }
                events.midi (120, 0xb0, 1, 64);
                events.off (200, 38 + block, block - 2);
                clap_audio_buffer_t out {};
                std::vector<double> left (512), right (512);
                double* channels[] = { left.data(), right.data() };
                out.data64 = channels;
                out.channel_count = 2;
                clap_process_t process {};
                process.frames_count = 512;
                process.audio_outputs = &out;
                process.audio_outputs_count = 1;
                process.in_events = &events.in;
                process.out_events = &blocks.produced.out;
                const AllocationTrap trap;
                instance.plugin->process (instance.plugin, &process);
                CHECK (trap.allocations() == 0);
                CHECK (trap.locks() == 0);
            }
        });
}
} // namespace kolophon::test
