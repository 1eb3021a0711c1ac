// SPDX-License-Identifier: GPL-3.0-or-later
#include "Library/kolophon.h"
#include "Support/AllocationTrap.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

/* Notes with numbers, their expressions and modulation, through the library's interface. */

using namespace kolophon;

namespace
{
constexpr auto invalid = KOLOPHON_INVALID_ARGUMENT;
constexpr std::size_t second = 48000;
constexpr double pi = 3.14159265358979323846;

using Handle = std::unique_ptr<kolophon_synth, decltype (&kolophon_destroy)>;

/** An instrument without chance, vibrato, room or box. */
Handle plain ()
{
    Handle synth (kolophon_create (48000.0), kolophon_destroy);
    REQUIRE (synth != nullptr);
    for (const char* id : { "voice.humanise", "voice.vibrato", "voice.phrasing", "out.room", "out.box_mix" })
        REQUIRE (kolophon_set (synth.get(), id, 0.0) == KOLOPHON_OK);
    return synth;
}

struct Stereo
{
    std::vector<double> left, right;
};

Stereo rendered (const Handle& synth, std::size_t count)
{
    Stereo sound { std::vector<double> (count), std::vector<double> (count) };
    const AllocationTrap trap;
    REQUIRE (kolophon_render (synth.get(), sound.left.data(), sound.right.data(), count) == KOLOPHON_OK);
    CHECK (trap.allocations() == 0);
    return sound;
}

double power (const std::vector<double>& sound, std::size_t from)
{
    double sum = 0.0;
    for (std::size_t n = from; n < sound.size(); ++n)
        sum += sound[n] * sound[n];
    return sum / static_cast<double> (sound.size() - from);
}

/** Amplitude of a partial in the last half of a sound, by Fourier's definition under a Hann window. */
double amplitude (const std::vector<double>& sound, double frequency)
{
    double re = 0.0, im = 0.0;
    const auto from = sound.size() / 2, count = sound.size() - from;
    for (std::size_t n = 0; n < count; ++n)
    {
        const double x = static_cast<double> (n), window = 1.0 - std::cos (2.0 * pi * x / static_cast<double> (count));
        re += window * sound[from + n] * std::cos (2.0 * pi * frequency * x / 48000.0);
        im += window * sound[from + n] * std::sin (2.0 * pi * frequency * x / 48000.0);
    }
    return 2.0 * std::hypot (re, im) / static_cast<double> (count);
}

double decibels (double ratio)
{
    return 20.0 * std::log10 (ratio);
}
} // namespace

TEST_CASE ("two notes on one key are two by their numbers: one is tuned, released, choked without the other",
           "[library]")
{
    const auto synth = plain();
    auto* s = synth.get();
    kolophon_express_note (s, 0, 7, KOLOPHON_TUNING, 7.0); // before its beginning: A3 sounds as E4
    kolophon_begin_note (s, 0, 7, 0, 57, 0.8);
    kolophon_begin_note (s, 0, 8, 0, 57, 0.8);
    CHECK (kolophon_note_is_playing (s, 7) == 0); // waits
    const auto both = rendered (synth, 2 * second).left;
    CHECK (kolophon_note_is_playing (s, 7) == 1);
    CHECK (kolophon_note_is_playing (s, 8) == 1);
    CHECK (kolophon_note_is_playing (s, 9) == 0);
    const double fifth = 220.0 * std::exp2 (7.0 / 12.0);
    CHECK (amplitude (both, fifth) > test::listener::audible);
    CHECK (amplitude (both, 220.0) > test::listener::audible);

    kolophon_choke_note (s, 0, 7, 0, 57);
    const auto one = rendered (synth, 2 * second).left;
    CHECK (kolophon_note_is_playing (s, 7) == 0);
    CHECK (kolophon_note_is_playing (s, 8) == 1);
    CHECK (decibels (amplitude (one, fifth) / amplitude (both, fifth)) < -60.0); // Hann's window leaves less
    // The balance of chords: 6 dB per decade of notes, and as much more as they are louder than the patch.
    const double balance = (6.0 + 8.5 * (127.0 * 0.8 - 80.0) / 47.0) * std::log10 (2.0);
    CHECK (decibels (amplitude (one, 220.0) / amplitude (both, 220.0)) ==
           Approx (balance).margin (0.1 * test::listener::level));

    kolophon_release_note (s, 0, 8, 0, 57, 0.5);
    (void)rendered (synth, 20 * second);
    CHECK (kolophon_note_is_playing (s, 8) == 0);
}

TEST_CASE ("a key that was choked is up: one voice does not come back to it", "[library]")
{
    const auto synth = plain();
    auto* s = synth.get();
    kolophon_set (s, "voice.mode", 1.0); // Mono
    kolophon_begin_note (s, 0, 7, 0, 57, 0.8);
    (void)rendered (synth, second);
    kolophon_choke_note (s, 0, 7, 0, 57);
    kolophon_begin_note (s, 480, 8, 0, 64, 0.8);
    CHECK (amplitude (rendered (synth, second).left, 440.0 * std::exp2 (-5.0 / 12.0)) > test::listener::audible);
    kolophon_release_note (s, 0, 8, 0, 64, 0.5);
    (void)rendered (synth, 2 * second);
    CHECK (amplitude (rendered (synth, 2 * second).left, 220.0) < test::listener::inaudible);
}

TEST_CASE ("a note's volume and pan are amplitudes of that note", "[library]")
{
    const auto play = [] (kolophon_expression kind, double value)
    {
        const auto synth = plain();
        kolophon_express_note (synth.get(), 0, 1, kind, value);
        kolophon_begin_note (synth.get(), 0, 1, 0, 57, 0.8);
        return rendered (synth, second);
    };
    const auto whole = play (KOLOPHON_VOLUME, 1.0), half = play (KOLOPHON_VOLUME, 0.5);
    CHECK (10.0 * std::log10 (power (half.left, second / 2) / power (whole.left, second / 2)) ==
           Approx (decibels (0.5)).margin (test::rounded));
    const auto left = play (KOLOPHON_PAN, 0.0);
    CHECK (power (left.right, second / 2) < test::rounded * power (left.left, second / 2));
}

TEST_CASE ("modulation moves a knob by its travel, of one note or of all, until it is taken back", "[library]")
{
    // Where the knob of the speed has gone from the default by 0.1 of its way, it is set there by hand.
    const int speed = kolophon_parameter_index ("hand.speed");
    const double there = kolophon_parameter_value (
        speed, kolophon_parameter_position (speed, kolophon_parameter_info (speed)->default_value) + 0.1);
    const auto play = [speed] (double set, double travel, std::uint32_t note)
    {
        const auto synth = plain();
        if (set > 0.0)
            kolophon_set (synth.get(), "hand.speed", set);
        REQUIRE (kolophon_modulate (synth.get(), 0, note, speed, travel) == KOLOPHON_OK);
        kolophon_begin_note (synth.get(), 0, 1, 0, 57, 0.8);
        return rendered (synth, second).left;
    };
    const auto plainly = play (0.0, 0.0, 1), moved = play (there, 0.0, 1);
    const auto distance = [] (const auto& a, const auto& b)
    {
        double most = 0.0;
        for (std::size_t n = 0; n < second / 4; ++n)
            most = std::max (most, std::abs (a[n] - b[n]));
        return most;
    };
    CHECK (distance (plainly, moved) > test::listener::audible);
    CHECK (distance (play (0.0, 0.1, 1), moved) < test::listener::inaudible);
    CHECK (distance (play (0.0, 0.1, 0), moved) < test::listener::inaudible);
    CHECK (distance (play (0.0, 0.1, 2), plainly) == 0.0); // another note's
}

TEST_CASE ("what is no note, expression or travel is refused with the reason", "[library]")
{
    const auto synth = plain();
    auto* s = synth.get();
    const auto refused = [s] (kolophon_status status, const std::string& reason)
    {
        CHECK (status == invalid);
        CHECK (std::string (kolophon_error (s)) == reason);
    };
    const auto speed = kolophon_parameter_index ("hand.speed"), law = kolophon_parameter_index ("contact.law"),
               room = kolophon_parameter_index ("out.room");
    refused (kolophon_begin_note (s, 0, 0, 0, 57, 0.5), "note: 0 is not in its range; allowed: 1 to 16777215");
    refused (kolophon_begin_note (s, 0, 16777216, 0, 57, 0.5),
             "note: 16777216 is not in its range; allowed: 1 to 16777215");
    refused (kolophon_begin_note (s, 0, 1, 0, 57, 0.0),
             "velocity: 0 is not in its range; allowed: greater than 0, at most 1");
    refused (kolophon_release_note (s, 0, 1, 16, 57, 0.5), "channel: 16 is not in its range; allowed: 0 to 15");
    refused (kolophon_choke_note (s, 0, 1, 0, 128), "key: 128 is not in its range; allowed: 0 to 127");
    refused (kolophon_express_note (s, 0, 1, 7, 0.5), "expression: 7 is not in its range; allowed: 0 to 6");
    refused (kolophon_express_note (s, 0, 1, -1, 0.5), "expression: -1 is not in its range; allowed: 0 to 6");
    refused (kolophon_express_note (s, 0, 1, KOLOPHON_TUNING, 121.0),
             "value: 121 is not in its range; allowed: -120 to 120 semitones");
    refused (kolophon_express_note (s, 0, 1, KOLOPHON_PAN, -0.5), "value: -0.5 is not in its range; allowed: 0 to 1");
    refused (kolophon_modulate (s, 0, 1, speed, 1.5), "travel: 1.5 is not in its range; allowed: -1 to 1");
    refused (kolophon_modulate (s, 0, 1, law, 0.5), "contact.law: can't be modulated");
    refused (kolophon_modulate (s, 0, 1, room, 0.5), "out.room: can't be modulated per note; allowed: note 0");
    CHECK (kolophon_modulate (s, 0, 0, room, 0.5) == KOLOPHON_OK);
    CHECK (kolophon_modulate (s, 0, 1, -1, 0.5) == invalid);
    CHECK (kolophon_express_note (s, 0, 1, KOLOPHON_PAN, std::nan ("")) == invalid);

    CHECK (kolophon_begin_note (nullptr, 0, 1, 0, 57, 0.5) == invalid);
    CHECK (kolophon_release_note (nullptr, 0, 1, 0, 57, 0.5) == invalid);
    CHECK (kolophon_choke_note (nullptr, 0, 1, 0, 57) == invalid);
    CHECK (kolophon_express_note (nullptr, 0, 1, KOLOPHON_PAN, 0.5) == invalid);
    CHECK (kolophon_modulate (nullptr, 0, 1, speed, 0.5) == invalid);
    CHECK (kolophon_note_is_playing (nullptr, 1) == 0);

    // A choke is two events: with room for one, there is none of them.
    kolophon_reset (s);
    for (int n = 1; n < KOLOPHON_MOST_EVENTS; ++n)
        REQUIRE (kolophon_controller (s, 100, 0, 1, 0.5) == KOLOPHON_OK);
    CHECK (kolophon_choke_note (s, 0, 1, 0, 57) == KOLOPHON_QUEUE_FULL);
    CHECK (kolophon_controller (s, 100, 0, 1, 0.5) == KOLOPHON_OK);
    CHECK (kolophon_controller (s, 100, 0, 1, 0.5) == KOLOPHON_QUEUE_FULL);
}
