// SPDX-License-Identifier: GPL-3.0-or-later
// The MIDI Tuning Standard in the engine: where keys sound, in hertz from the messages' definitions.
#include "Support/FreeString.h"
#include "Synth/Control/Channels.h"
#include "Synth/Control/TuningMessage.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

namespace
{
using Events = std::vector<PerformanceEvent>;

/** What a message, without its 0xf0, does at a sample. */
Events tuned (int at, std::initializer_list<int> message)
{
    std::vector<std::uint8_t> bytes;
    for (const int byte : message)
        bytes.push_back (static_cast<std::uint8_t> (byte));
    Events events;
    CHECK (tuningFromMidi (bytes,
                           [&] (PerformanceEvent each)
                           {
                               each.offset = at;
                               events.push_back (each);
                           }) == TuningMessage::read);
    return events;
}

Events joined (Events first, const Events& second)
{
    first.insert (first.end(), second.begin(), second.end());
    return first;
}

Events programOf (int channel, int program)
{
    return { control (1, 101, 0.0, channel), control (1, 100, 3.0 / 127.0, channel),
             control (1, 6, program / 127.0, channel) };
}
} // namespace

TEST_CASE ("a key sounds where its tuning message puts it, in the program that its channel has")
{
    const auto patch = freeString();
    const auto half = tuned (0, { 0x7f, 0x7f, 0x08, 0x02, 0x00, 0x01, 69, 69, 0x40, 0x00, 0xf7 });
    CHECK_THAT (centsOf (patch, {}), WithinAbs (0.0, exact));
    CHECK_THAT (centsOf (patch, half), WithinAbs (50.0, exact));
    CHECK_THAT (centsOf (patch, half, 70), WithinAbs (0.0, exact));
    CHECK_THAT (centsOf (patch, half, 69, 5), WithinAbs (50.0, exact)); // all channels begin with the first program
    const auto third = tuned (0, { 0x7f, 0x7f, 0x08, 0x02, 0x03, 0x01, 69, 68, 0x20, 0x00, 0xf7 });
    CHECK_THAT (centsOf (patch, third), WithinAbs (0.0, exact));
    CHECK_THAT (centsOf (patch, joined (third, programOf (0, 3))), WithinAbs (-75.0, exact));
    CHECK_THAT (centsOf (patch, joined (third, programOf (1, 3))), WithinAbs (0.0, exact));
    CHECK_THAT (centsOf (patch, joined (third, programOf (0, 16))), WithinAbs (0.0, exact)); // there is none such
    CHECK_THAT (centsOf (patch, joined (joined (third, programOf (0, 2)), { control (2, 96, 0.0) })),
                WithinAbs (-75.0, exact)); // data increment
}

TEST_CASE ("octaves and the master's tuning add up, and what sounds follows")
{
    const auto patch = freeString();
    // +50 cents for every A of channel 1; -100 cents for all; two semitones up for all.
    const auto octave =
        tuned (0, { 0x7f, 0x7f, 0x08, 0x08, 0, 0, 1, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0x72, 64, 64 });
    const auto fine = tuned (0, { 0x7f, 0x7f, 0x04, 0x03, 0x00, 0x00 });
    const auto coarse = tuned (0, { 0x7f, 0x7f, 0x04, 0x04, 0x00, 0x42 });
    CHECK_THAT (centsOf (patch, octave), WithinAbs (50.0, exact));
    CHECK_THAT (centsOf (patch, octave, 57), WithinAbs (50.0, exact));
    CHECK_THAT (centsOf (patch, octave, 68), WithinAbs (0.0, exact));
    CHECK_THAT (centsOf (patch, octave, 69, 1), WithinAbs (0.0, exact));
    CHECK_THAT (centsOf (patch, joined (octave, fine)), WithinAbs (-50.0, exact));
    CHECK_THAT (centsOf (patch, joined (octave, coarse)), WithinAbs (250.0, exact));
    const auto later = tuned (12000, { 0x7f, 0x7f, 0x04, 0x04, 0x00, 0x3f });
    CHECK_THAT (centsOf (patch, later), WithinAbs (-100.0, exact)); // a string that rings
    // Bends are semitones of whatever the key plays.
    CHECK_THAT (centsOf (patch, joined (coarse, { event (2, Type::pitchBend, 0, 0.5) })), WithinAbs (300.0, exact));
}

TEST_CASE ("a key that the scale leaves out plays where it was tuned to, and a glide ends there")
{
    auto silentA = equalTuning;
    silentA.notes[69] = Tuning::silent;
    Channels channels;
    CHECK_FALSE (channels.plays (silentA, 0, 69));
    channels.tune ({ 0, Type::tuneKey, 0, SentTuning::indexOf (0, 69), 69.5 });
    CHECK (channels.plays (silentA, 0, 69));
    CHECK (channels.noteOf (silentA, 0, 69) == 69.5);
    CHECK (channels.noteOf (silentA, 0, 70) == 70.0);
    channels.reset();
    CHECK_FALSE (channels.plays (silentA, 0, 69));

    const auto patch = freeString ({ { "voice.mode", 1.0 }, { "voice.glide", 0.1 } }); // Mono
    const auto half = tuned (0, { 0x7f, 0x7f, 0x08, 0x02, 0x00, 0x01, 69, 69, 0x40, 0x00, 0xf7 });
    CHECK_THAT (centsOf (patch, joined (half, { noteOn (100, 60), noteOff (4000, 60) })), WithinAbs (50.0, exact));
}

TEST_CASE ("a tuning says in messages what it is")
{
    Channels heard, told;
    for (const auto& event :
         joined (tuned (0, { 0x7f, 0x7f, 0x08, 0x02, 0x05, 0x02, 69, 69, 0x40, 0x01, 10, 127, 0x7f, 0x7e }),
                 joined (tuned (0, { 0x7f, 0x7f, 0x08, 0x08, 2, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }),
                         joined (tuned (0, { 0x7f, 0x7f, 0x04, 0x03, 0x01, 0x00 }),
                                 tuned (0, { 0x7f, 0x7f, 0x04, 0x04, 0x00, 0x01 })))))
        heard.tune (event);
    heard[4].tuningProgram = 5;
    for (const auto& event : heard.messages())
        if (! told.tune (event))
            told.control (event.channel, event.index, event.value);
    for (int channel = 0; channel < 16; ++channel)
        for (int key = 0; key < 128; ++key)
            REQUIRE (told.noteOf (equalTuning, channel, key) == heard.noteOf (equalTuning, channel, key));
    CHECK (heard.noteOf (equalTuning, 4, 10) != heard.noteOf (equalTuning, 3, 10));
}
