// SPDX-License-Identifier: GPL-3.0-or-later
// Which note-off ends which note, in a file (MIDI 1.0 leaves it open, sequencers write the first for the first), and
// what its messages of the MIDI Tuning Standard become.
#include "Support/MidiBytes.h"
#include "Synth/Control/SentTuning.h"

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Type = PerformanceEvent::Type;

namespace
{
/** What happens to key 60, in ticks of 1/96 quarter: "0+ 96- 96+ 192-". */
std::string played60 (const Song& song)
{
    std::string text;
    for (const auto& [seconds, event] : song.events)
        if ((event.type == Type::noteOn || event.type == Type::noteOff) && event.index == 60)
            text += (text.empty() ? "" : " ") + std::to_string (std::lround (seconds * 192.0)) +
                    (event.type == Type::noteOn ? "+" : "-");
    return text;
}

/** A track of ons and offs of key 60, each with its time behind the one before. */
Bytes notes (std::initializer_list<int> times, const std::string& kinds)
{
    Bytes events;
    std::size_t n = 0;
    for (const int time : times)
    {
        const auto kind = kinds[n++];
        for (const int byte : { time,
                                kind == '+'   ? 0x90
                                : kind == '-' ? 0x80
                                              : 0xb0,
                                kind == 'c' ? 123 : 60, kind == '+' ? 90 : 0 })
            events.push_back (static_cast<std::uint8_t> (byte));
    }
    return events;
}

Song oneTrack (const Bytes& events)
{
    return songOf (joined ({ header (0, 1, 96), track ({ events }) }));
}

/** A track with one system exclusive message. */
Song tuned (const Bytes& message)
{
    return oneTrack (joined ({ { 0x00, 0xf0 },
                               Bytes { static_cast<std::uint8_t> (0x80 | (message.size() >> 7)),
                                       static_cast<std::uint8_t> (message.size() & 0x7f) },
                               message }));
}

/** The tuning that a song has sent when it is over. */
SentTuning sentBy (const Song& song)
{
    SentTuning tuning;
    for (const auto& timed : song.events)
        tuning.receive (timed.event);
    return tuning;
}

/** [semitones] of a key on a channel. */
double noteOf (const Song& song, int key, int channel = 0, int program = 0)
{
    return sentBy (song).noteOf (equalTuning, program, channel, key);
}

Bytes repeated (const Bytes& bytes, int count)
{
    Bytes all;
    for (int n = 0; n < count; ++n)
        all.insert (all.end(), bytes.begin(), bytes.end());
    return all;
}
} // namespace

TEST_CASE ("the first note-off ends the first of two notes of a key, at one tick and where they overlap", "[midi]")
{
    CHECK (played60 (oneTrack (notes ({ 0, 96, 0, 96 }, "+-+-"))) == "0+ 96- 96+ 192-");
    CHECK (played60 (oneTrack (notes ({ 0, 96, 0, 96 }, "++--"))) == "0+ 96- 96+ 192-"); // on before off
    CHECK (played60 (oneTrack (notes ({ 0, 48, 48, 96 }, "++--"))) == "0+ 48- 48+ 192-");
    CHECK (played60 (oneTrack (notes ({ 0, 10, 10, 10, 10, 10 }, "+++---"))) == "0+ 10- 10+ 20- 20+ 50-");
    CHECK (played60 (oneTrack (notes ({ 0, 10, 10, 10, 10, 10, 10, 10 }, "++-+-+--"))) ==
           "0+ 10- 10+ 30- 30+ 50- 50+ 70-");
    CHECK (oneTrack (notes ({ 0, 48, 48, 96 }, "++--")).warnings.empty());
    // Two tracks in unison on one channel.
    const auto unison = songOf (
        joined ({ header (1, 2, 96), track ({ notes ({ 0, 96 }, "+-") }), track ({ notes ({ 0, 48 }, "+-") }) }));
    CHECK (played60 (unison) == "0+ 0- 0+ 96-");
    // Channels know nothing of each other.
    const auto others = oneTrack ({ 0, 0x90, 60, 9, 10, 0x91, 60, 9, 10, 0x80, 60, 0, 10, 0x81, 60, 0 });
    CHECK (others.events.size() == 4);
}

TEST_CASE ("a note of no length, and one whose off never comes, hang on no longer than to the next of their key",
           "[midi]")
{
    CHECK (played60 (oneTrack (notes ({ 0, 0, 96, 96 }, "+-+-"))) == "0+ 0- 96+ 192-");
    // Sorted by a program that puts all offs of a tick first.
    const auto reversed = oneTrack (notes ({ 0, 0, 96, 96 }, "-++-"));
    CHECK (played60 (reversed) == "0- 0+ 0- 96+ 192-");
    CHECK_THAT (warningsOf (reversed), Contains ("a note-off before its note-on"));
    CHECK (played60 (oneTrack (notes ({ 0, 0, 96 }, "-+-"))) == "0- 0+ 96-"); // that off is nobody's
    // Two ons and one off: no drone to the end of the song.
    const auto endless = oneTrack (notes ({ 0, 10, 10, 100, 10 }, "++-+-"));
    CHECK (played60 (endless) == "0+ 10- 10+ 20- 120+ 130-");
    CHECK_THAT (warningsOf (endless), Contains ("a note without a note-off"));
    const auto held = oneTrack (notes ({ 0, 10 }, "++"));
    CHECK (held.hangingNotes == 1);
    CHECK_THAT (warningsOf (held), Contains ("1 key held at the end"));
    // All notes off ends what was open; what begins behind it has its own off.
    CHECK (played60 (oneTrack (notes ({ 0, 10, 10, 10, 10 }, "++c+-"))) == "0+ 10- 10+ 30+ 40-");
}

TEST_CASE ("messages of the MIDI Tuning Standard in a file tune keys, octaves and everything", "[midi]")
{
    // Key 57 to 57 + 8192/16384 semitones; 57 is not told what 7f 7f 7f leaves.
    CHECK (noteOf (tuned ({ 0x7f, 0x7f, 0x08, 0x02, 0x00, 0x01, 57, 57, 0x40, 0x00, 0xf7 }), 57) == 57.5);
    CHECK (noteOf (tuned ({ 0x7f, 0x7f, 0x08, 0x02, 0x00, 0x02, 57, 60, 0, 1, 58, 127, 127, 127, 0xf7 }), 57) ==
           60.0 + 1.0 / 16384.0);
    CHECK (noteOf (tuned ({ 0x7f, 0x7f, 0x08, 0x02, 0x00, 0x02, 57, 60, 0, 1, 58, 127, 127, 127, 0xf7 }), 58) == 58.0);
    const auto inProgram = tuned ({ 0x7e, 0x7f, 0x08, 0x07, 0x00, 0x03, 0x01, 57, 58, 0x20, 0x00, 0xf7 });
    CHECK (noteOf (inProgram, 57, 0, 3) == 58.25);
    CHECK (noteOf (inProgram, 57, 0, 0) == 57.0);
    // Octaves: A is the tenth of twelve. Channels 1 and 16 only.
    auto octave = joined ({ { 0x7f, 0x7f, 0x08, 0x08, 0x02, 0x00, 0x01 }, Bytes (12, 0x40), { 0xf7 } });
    octave[7 + 9] = 0x72; // +50 cents
    CHECK_THAT (noteOf (tuned (octave), 57, 0), WithinAbs (57.5, 1e-12));
    CHECK_THAT (noteOf (tuned (octave), 69, 15), WithinAbs (69.5, 1e-12));
    CHECK (noteOf (tuned (octave), 57, 1) == 57.0);
    CHECK (noteOf (tuned (octave), 58, 0) == 58.0);
    octave[4] = 0x00; // channel 8 only: the lowest bit of the byte in the middle
    octave[5] = 0x01;
    octave[6] = 0x00;
    CHECK_THAT (noteOf (tuned (octave), 57, 7), WithinAbs (57.5, 1e-12));
    CHECK (noteOf (tuned (octave), 57, 8) == 57.0);
    auto fine = joined ({ { 0x7e, 0x7f, 0x08, 0x09, 0x00, 0x00, 0x02 }, repeated ({ 0x40, 0x00 }, 12), { 0xf7 } });
    fine[7] = 0x00; // C, 100 cents down
    CHECK (noteOf (tuned (fine), 60, 1) == 59.0);
    // Dumps: a name of 16 letters, then all keys, or an octave.
    auto dump = joined ({ { 0x7e, 0x00, 0x08, 0x01, 0x05 }, Bytes (16, 'x') });
    for (int key = 0; key < 128; ++key)
        dump = joined ({ dump, { static_cast<std::uint8_t> (127 - key), 0x40, 0x00 } });
    const auto dumped = tuned (joined ({ dump, { 0x00, 0xf7 } }));
    CHECK (noteOf (dumped, 60, 0, 5) == 67.5);
    CHECK (noteOf (dumped, 60, 0, 0) == 60.0);
    const auto short12 =
        tuned (joined ({ { 0x7e, 0x00, 0x08, 0x05, 0x00, 0x00 }, Bytes (16, 'x'), Bytes (12, 0x4a), { 0x00, 0xf7 } }));
    CHECK_THAT (noteOf (short12, 61), WithinAbs (61.1, 1e-5));
    // Master: 14 bits over 100 cents either way; semitones about 64.
    CHECK (noteOf (tuned ({ 0x7f, 0x7f, 0x04, 0x03, 0x00, 0x60, 0xf7 }), 57) == 57.5);
    CHECK (noteOf (tuned ({ 0x7f, 0x7f, 0x04, 0x04, 0x00, 0x42, 0xf7 }), 57) == 59.0);
    // In two pieces.
    const auto pieces = oneTrack ({ 0, 0xf0, 5, 0x7f, 0x7f, 0x04, 0x04, 0x00, 10, 0xf7, 2, 0x3f, 0xf7 });
    CHECK (noteOf (pieces, 57) == 56.0);
}

TEST_CASE ("tuning messages of a file come to a million events at most, each of which the engine must hear", "[midi]")
{
    Bytes octave { 0x00, 0xf0, 20, 0x7f, 0x7f, 0x08, 0x08, 0x03, 0x7f, 0x7f };
    octave.resize (octave.size() + 12, 0x40);
    octave.push_back (0xf7);
    const auto few = oneTrack (repeated (octave, 2)), many = oneTrack (repeated (octave, 10'000));
    CHECK (few.events.size() == 2 * 16 * 12);
    CHECK (many.events.size() <= 1'000'000);
    CHECK_THAT (warningsOf (many), Contains ("too many tuning messages"));
}

TEST_CASE ("a tuning message that is damaged or not supported is spoken of, other messages are not", "[midi]")
{
    for (const auto& message :
         { Bytes { 0x7f, 0x7f, 0x08, 0x02, 0x00, 0x02, 57, 57, 0x40, 0x00, 0xf7 },
           Bytes { 0x7f, 0x7f, 0x08, 0x02, 0x10, 0x01, 57, 57, 0x40, 0x00, 0xf7 },
           Bytes { 0x7f, 0x7f, 0x08, 0x07, 0x01, 0x00, 0x01, 57, 57, 0x40, 0x00, 0xf7 },
           Bytes { 0x7f, 0x7f, 0x08, 0x08, 0x03, 0x7f, 0x7f, 0x40, 0xf7 }, Bytes { 0x7e, 0x7f, 0x08, 0x01, 0x00, 0xf7 },
           Bytes { 0x7e, 0x7f, 0x08, 0x0b, 0xf7 }, Bytes { 0x7f, 0x7f, 0x04, 0x03, 0x00, 0xf7 } })
    {
        const auto song = tuned (message);
        CHECK (song.events.empty());
        CHECK_THAT (warningsOf (song), Contains ("an unsupported tuning message"));
    }
    CHECK (tuned ({ 0x7e, 0x7f, 0x09, 0x01, 0xf7 }).warnings.empty());
    const auto program = [] (std::uint8_t number) {
        return oneTrack ({ 0, 0xb2, 101, 0, 0, 100, 3, 0, 6, number, 0, 100, 0, 0, 6, 99 });
    };
    CHECK (program (15).warnings.empty());
    CHECK (warningsOf (program (16)) == "tuning program 16 of channel 3 is not supported; skipped\n");
    CHECK (tuned ({ 0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7f, 0x00, 0x41, 0xf7 }).warnings.empty());
}
