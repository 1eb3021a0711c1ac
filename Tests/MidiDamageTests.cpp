// SPDX-License-Identifier: GPL-3.0-or-later
// MIDI files as the world has them: what other players play is played, and what is wrong with it is said.
#include "Support/MidiBytes.h"
#include "Support/ToolFolder.h"

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

namespace
{
const Bytes threeNotes { 0x00, 0x90, 60, 90, 0x60, 0x80, 60, 64, 0x00, 0x90, 62, 90,
                         0x60, 0x80, 62, 64, 0x00, 0x90, 64, 90, 0x60, 0x80, 64, 64 };

Bytes good ()
{
    return joined ({ header (0, 1, 96), track ({ threeNotes }) });
}

Bytes littleEndian (std::uint32_t value)
{
    Bytes bytes;
    for (const int shift : { 0, 8, 16, 24 })
        bytes.push_back (static_cast<std::uint8_t> (value >> shift));
    return bytes;
}

Bytes letters (const std::string& text)
{
    return { text.begin(), text.end() };
}

Bytes riffChunk (const std::string& name, const Bytes& body)
{
    return joined (
        { letters (name), littleEndian (static_cast<std::uint32_t> (body.size())), body, Bytes (body.size() % 2, 0) });
}

Bytes riff (std::initializer_list<Bytes> chunks)
{
    const auto body = joined ({ letters ("RMID"), joined (chunks) });
    return joined ({ letters ("RIFF"), littleEndian (static_cast<std::uint32_t> (body.size())), body });
}

/** It plays what the whole file plays, and says this, or nothing. */
void playsAs (const Bytes& whole, const Bytes& bytes, const std::string& says)
{
    const auto song = songOf (bytes);
    INFO (warningsOf (song));
    CHECK (played (song) == played (songOf (whole)));
    if (says.empty())
        CHECK (song.warnings.empty());
    else
        CHECK_THAT (warningsOf (song), Contains (says));
}

void playsAsGood (const Bytes& bytes, const std::string& says)
{
    playsAs (good(), bytes, says);
}
} // namespace

TEST_CASE ("a MIDI file in a RIFF file plays, wherever its chunk stands and however long it claims to be", "[midi]")
{
    const auto info = riffChunk ("LIST", joined ({ letters ("INFO"), riffChunk ("INAM", letters ("odd")) }));
    const auto odd = riffChunk ("DISP", letters ("1234abc"));
    const auto data = riffChunk ("data", good());
    playsAsGood (riff ({ data }), "");
    playsAsGood (riff ({ odd, info, data }), "");
    playsAsGood (riff ({ info, data, odd }), "");
    auto wrong = riff ({ info, data });
    const auto at = wrong.size() - data.size() + 4;
    for (const std::uint8_t size : std::initializer_list<std::uint8_t> { 0, 7, 255 })
    {
        wrong[at] = wrong[at + 1] = wrong[at + 2] = wrong[at + 3] = size;
        playsAsGood (wrong, "the RIFF chunk around the MIDI file");
    }
    playsAsGood (joined ({ Bytes (128, 0), good() }), "128 bytes before the MIDI file's header skipped (byte 0)");
}

TEST_CASE ("running status across meta events and system exclusive messages, with a word", "[midi]")
{
    const auto across = [] (const Bytes& between)
    {
        return joined (
            { header (0, 1, 96),
              track ({ { 0x00, 0x90, 60, 90, 0x30 }, between, { 0x30, 60, 0, 0x00, 62, 90, 0x60, 62, 0 } }) });
    };
    const auto whole =
        joined ({ header (0, 1, 96),
                  track ({ { 0x00, 0x90, 60, 90, 0x60, 0x90, 60, 0, 0x00, 0x90, 62, 90, 0x60, 0x90, 62, 0 } }) });
    for (const auto& between : { Bytes { 0xff, 0x01, 0x02, 'h', 'i' },
                                 Bytes { 0xf0, 0x05, 0x7e, 0x7f, 0x09, 0x01, 0xf7 }, Bytes { 0xf7, 0x01, 0x00 } })
        playsAs (whole, across (between), "running status across");
    // A message of the same track that names its status is no leniency.
    const auto named = joined ({ header (0, 1, 96), track ({ { 0x00, 0x90, 60, 90, 0x30, 0xff, 0x01, 0x00, 0x30, 0x90,
                                                               60, 0, 0x00, 62, 90, 0x60, 62, 0 } }) });
    playsAs (whole, named, "");
}

TEST_CASE ("a track plays without its end, behind its end, and under a length or a count that is wrong", "[midi]")
{
    const auto body = joined ({ threeNotes, endOfTrack });
    const auto file = [] (std::initializer_list<Bytes> chunks, int format = 0, int tracks = 1) {
        return joined ({ header (format, tracks, 96), joined (chunks) });
    };
    playsAsGood (good(), "");
    playsAsGood (file ({ chunk ("MTrk", threeNotes) }), "track 1 has no end-of-track event");
    playsAsGood (file ({ chunk ("MTrk", joined ({ body, Bytes (6, 0) })) }), "6 bytes");
    playsAsGood (file ({ chunk ("MTrk", joined ({ body, threeNotes, endOfTrack })) }), "28 bytes");
    playsAsGood (file ({ track ({ threeNotes }), Bytes (5, 0x55) }), "5 bytes after the last track skipped");
    playsAsGood (file ({ track ({ threeNotes }), Bytes (50, 0x95) }), "50 bytes after the last track skipped");
    for (const auto length : std::initializer_list<std::int64_t> { 0, 1, 8, 12, 26, 29, 400, 0x7fffffff, 0xffffffff })
    {
        CAPTURE (length);
        playsAsGood (file ({ chunk ("MTrk", body, length) }), ", which is wrong");
    }
    playsAsGood (file ({ chunk ("MTrk", body, 27) }), "1 byte after the last track skipped"); // of its end
    const auto silent = track ({ { 0x10, 0xff, 0x01, 0x00 } });
    const auto two = file ({ silent, track ({ threeNotes }) }, 1, 2);
    for (const std::int64_t length : { 0, 3, 6, 20, 1000, 0xffffff })
    {
        CAPTURE (length);
        playsAs (two,
                 file ({ chunk ("MTrk", { 0x10, 0xff, 0x01, 0x00, 0x00, 0xff, 0x2f, 0x00 }, length),
                         track ({ threeNotes }) },
                       1, 2),
                 "track 1 claims " + std::to_string (length) + " bytes, which is wrong");
    }
    for (const int count : { 0, 1, 3, 200 })
        playsAs (two, file ({ silent, track ({ threeNotes }) }, 1, count), "the file holds 2");
    playsAs (two, file ({ silent, track ({ threeNotes }) }, 0, 2), "format 0 should contain one track");
    playsAs (two, file ({ silent, track ({ threeNotes }) }, 7, 2), "unknown MIDI file format 7");
    playsAs (two, file ({ silent, Bytes (11, 0x81), track ({ threeNotes }) }, 1, 2), "11 bytes between chunks skipped");
    playsAs (two, file ({ silent, chunk ("XFIH", Bytes (20, 1)), track ({ threeNotes }) }, 1, 2), "");
    playsAs (two, file ({ silent, chunk ("XFIH", Bytes (4, 1), 99), track ({ threeNotes }) }, 1, 2), "between chunks");
    auto shortHeader = good();
    shortHeader[7] = 5;
    playsAsGood (shortHeader, "the header claims a length of 5 bytes");
    const auto longHeader =
        joined ({ { 'M', 'T', 'h', 'd', 0, 0, 0, 8, 0, 0, 0, 1, 0, 96, 1, 2 }, track ({ threeNotes }) });
    playsAsGood (longHeader, ""); // SMF 1.0 allows longer ones
}

TEST_CASE ("of a MIDI file that was cut off, all notes that are there play", "[midi]")
{
    const auto whole = good();
    const auto all = played (songOf (whole));
    for (std::size_t size = 0; size < whole.size(); ++size)
    {
        CAPTURE (size);
        const Bytes cut (whole.begin(), whole.begin() + static_cast<std::ptrdiff_t> (size));
        if (size < 22) // behind the track's header
        {
            CHECK_THAT (songError (cut), Contains ("test.mid: ") && Contains ("(byte "));
            continue;
        }
        const auto song = songOf (cut);
        CHECK_FALSE (song.warnings.empty());
        // Events end every four bytes; a note that is still down is let go.
        const auto events = (size - 22) / 4;
        REQUIRE (song.events.size() == std::min<std::size_t> (6, events + events % 2));
        for (std::size_t i = 0; i < std::min<std::size_t> (6, events); ++i)
            CHECK (played (song)[i] == all[i]);
        CHECK (song.hangingNotes == (events < 6 ? static_cast<int> (events % 2) : 0));
    }
}

TEST_CASE ("bytes that cannot stand in a track are passed over, and what is above its range is cut or left out",
           "[midi]")
{
    const auto with = [] (const Bytes& more) { return joined ({ header (0, 1, 96), track ({ more, threeNotes }) }); };
    playsAsGood (with ({ 0x00, 0xf1, 0x7f, 0x00, 0xf2, 1, 2, 0x00, 0xf3, 5, 0x00, 0xf6, 0x00, 0xf8, 0x00, 0xfe }),
                 "the message 0xf1, which is not allowed in a file, in track 1 (byte 23), and 5 more of this kind");
    playsAsGood (with ({ 0x00, 0x40, 0x40, 0xff, 0x01, 0x00 }), "2 data bytes skipped where an event should start");
    playsAsGood (with ({ 0x80, 0x80, 0x80, 0x80, 0x00, 0xff, 0x01, 0x00 }), "a number of more than four bytes");
    playsAsGood (with ({ 0x00, 0xff, 0x51, 0x03, 0, 0, 0 }), "a tempo event without a tempo");
    playsAsGood (with ({ 0x00, 0xff, 0x51, 0x01, 7 }), "a tempo event without a tempo");
    playsAsGood (with ({ 0x00, 0xf0, 0x7e, 0x7f, 0x09, 0x01, 0xf7 }), "without its length");
    playsAsGood (with ({ 0x00, 0x90, 0xc0, 90 }), "the data byte 0xc0, its event skipped,");
    playsAsGood (with ({ 0x00, 0xb0, 0x80, 90 }), "the data byte 0x80, its event skipped,");
    const auto loud = songOf (with ({ 0x00, 0xb0, 11, 0xff }));
    REQUIRE (loud.events.size() == 7);
    CHECK (loud.events[0].event.value == 1.0);
    CHECK_THAT (warningsOf (loud), Contains ("the data byte 0xff, taken as 127,"));
    const auto louder = songOf (with ({ 0x00, 0xb0, 11, 0x90 })); // whose lower seven bits are 16
    REQUIRE (louder.events.size() == 7);
    CHECK (louder.events[0].event.value == 1.0);
    // Each of these starts where it would without damage.
    CHECK (songOf (with ({ 0x60, 0xf8 })).events[0].seconds == 0.5);
}

TEST_CASE ("the patterns of a file of format 2 play one after the other, each at its own tempo", "[midi]")
{
    const auto fast = track ({ { 0x00, 0xff, 0x51, 0x03, 0x03, 0xd0, 0x90 }, threeNotes }); // 250 ms a quarter
    const auto song = songOf (joined ({ header (2, 2, 96), fast, track ({ threeNotes }) }));
    CHECK (song.noteCount == 6);
    CHECK_THAT (warningsOf (song), Contains ("one after another"));
    CHECK_THAT (song.duration, WithinAbs (3 * 0.25 + 3 * 0.5, 1e-12));
    std::vector<double> begins;
    for (const auto& [seconds, event] : song.events)
        if (event.type == PerformanceEvent::Type::noteOn)
            begins.push_back (seconds);
    CHECK (begins == std::vector<double> { 0.0, 0.25, 0.5, 0.75, 1.25, 1.75 });
}

TEST_CASE ("what comes behind 24 hours is left out, with a word", "[midi]")
{
    const auto song = songOf (joined (
        { header (0, 1, 1), track ({ { 0x00, 0x90, 60, 9, 0x01, 0x80, 60, 9, 0xff, 0xff, 0xff, 0x7f, 0x90, 60, 1 },
                                     { 0x01, 0x80, 60, 0 } }) }));
    CHECK (song.events.size() == 2);
    CHECK (song.duration == 0.5);
    CHECK_THAT (warningsOf (song), Contains ("24 hours"));
}

TEST_CASE ("hours in which no key is down are told of, behind a song and inside one", "[midi]")
{
    const Bytes hour { 0xe9, 0x3c }; // 13500 quarters of half a second at one tick per quarter: 6750 s
    const Bytes note { 0x00, 0x90, 60, 9, 0x01, 0x80, 60, 9 };
    const auto inside =
        songOf (joined ({ header (0, 1, 1), track ({ note, hour, { 0x90, 60, 9, 0x01, 0x80, 60, 9 } }) }));
    CHECK_THAT (warningsOf (inside), Contains ("112 minutes without notes, from 0.5 s on"));
    const auto behind =
        songOf (joined ({ header (0, 1, 1), chunk ("MTrk", joined ({ note, hour, { 0xff, 0x2f, 0x00 } })) }));
    CHECK_THAT (warningsOf (behind), Contains ("112 minutes without notes, from 0.5 s on"));
    // A note that is held so long is meant.
    const auto held = songOf (joined ({ header (0, 1, 1), track ({ { 0x00, 0x90, 60, 9 }, hour, { 0x80, 60, 9 } }) }));
    CHECK (held.warnings.empty());
}

TEST_CASE ("each MIDI port has its own channels, as far as there are sixteen", "[midi]")
{
    const Bytes first { 0x00, 0xff, 0x21, 1, 0 }, second { 0x00, 0xff, 0x21, 1, 1 };
    const Bytes note { 0x00, 0x90, 60, 90, 0x60, 0x80, 60, 64 };
    const Bytes shorter { 0x00, 0x90, 60, 90, 0x30, 0x80, 60, 64 };
    const Bytes turned { 0x10, 0xb0, 7, 0, 0x00, 0xe0, 0, 0, 0x00, 0xb0, 123, 0 };
    using Type = PerformanceEvent::Type;
    const auto ofChannel = [] (const Song& song, int channel)
    {
        std::vector<std::pair<double, Type>> found;
        for (const auto& each : song.events)
            if (each.event.channel == channel && each.event.type != Type::tempo)
                found.emplace_back (each.seconds, each.event.type);
        return found;
    };
    const std::vector<std::pair<double, Type>> alone { { 0.0, Type::noteOn }, { 0.5, Type::noteOff } };

    // What a port without notes says concerns no note.
    const auto silent = songOf (joined ({ header (1, 2, 96), track ({ first, note }), track ({ second, turned }) }));
    CHECK (ofChannel (silent, 0) == alone);
    CHECK (silent.events.size() == 2);
    CHECK (silent.warnings.empty());

    // With notes it has a channel to itself, and all that it says goes there.
    const auto both =
        songOf (joined ({ header (1, 2, 96), track ({ first, note }), track ({ second, shorter, turned }) }));
    CHECK (ofChannel (both, 0) == alone);
    CHECK (ofChannel (both, 1).size() == 5);
    CHECK (ofChannel (both, 1)[1] == std::pair (0.25, Type::noteOff));
    CHECK (both.warnings.empty());

    // One port alone is all there is, whatever its number.
    const auto only = songOf (
        joined ({ header (1, 2, 96), track ({ { 0x00, 0xff, 0x51, 3, 7, 0xa1, 0x20 } }), track ({ second, note }) }));
    CHECK (ofChannel (only, 0) == alone);

    // Seventeen channels don't fit, nor does a second port beside an MPE zone.
    std::vector<Bytes> all { first };
    for (std::uint8_t channel = 0; channel < 16; ++channel)
        all.push_back ({ 0x00, static_cast<std::uint8_t> (0x90 | channel), 60, 90, 0x01,
                         static_cast<std::uint8_t> (0x80 | channel), 60, 64 });
    Bytes every;
    for (const auto& part : all)
        every.insert (every.end(), part.begin(), part.end());
    const auto full = songOf (joined ({ header (1, 2, 96), track ({ every }), track ({ second, note }) }));
    CHECK_THAT (warningsOf (full), Contains ("more than 16 channels: channel 1 of MIDI port 2 shares a channel"));
    const Bytes zone { 0x00, 0xb0, 101, 0, 0x00, 0xb0, 100, 6, 0x00, 0xb0, 6, 15 };
    const auto mpe =
        songOf (joined ({ header (1, 2, 96), track ({ first, zone, { 0x00, 0x91, 60, 90, 0x60, 0x81, 60, 64 } }),
                          track ({ second, note }) }));
    CHECK_THAT (warningsOf (mpe), Contains ("MIDI port 2 shares a channel"));
    CHECK_THAT (warningsOf (songOf (joined ({ header (0, 1, 96), track ({ { 0x00, 0xff, 0x21, 0 }, note }) }))),
                Contains ("a MIDI port event of the wrong length"));
}

TEST_CASE ("what is no MIDI file is refused as what it is", "[midi]")
{
    CHECK (songError ({}) == "test.mid: this is not a MIDI file: it is empty (byte 0)");
    CHECK_THAT (songError (joined ({ letters ("RIFF"), littleEndian (99), letters ("WAVEfmt ") })),
                Contains ("it is a WAV file"));
    CHECK_THAT (songError (letters ("ID3\x03")), Contains ("it is an MP3 file"));
    CHECK_THAT (songError ({ 0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0, 0, 0 }), Contains ("it is an MP3 file"));
    CHECK_THAT (songError (letters ("%PDF-1.4")), Contains ("it is a PDF file"));
    CHECK_THAT (songError (letters ("<!DOCTYPE html><html>")), Contains ("it is a web page or XML"));
    CHECK_THAT (songError (header (0, 1, 96)), Contains ("contains no track") && Contains ("(byte 14)"));
    CHECK_THAT (songError (joined ({ header (0, 1, 0), track ({ threeNotes }) })), Contains ("0 ticks"));
    CHECK_THAT (songError (joined ({ header (0, 1, 0xe800), track ({ threeNotes }) })), Contains ("0 ticks"));
    playsAs (joined ({ header (0, 1, 0xe764), track ({ threeNotes }) }),
             joined ({ header (0, 1, 0xe764), track ({ threeNotes }) }), ""); // 25 frames a second
    CHECK_THAT (warningsOf (songOf (joined ({ header (0, 1, 0xe464), track ({ threeNotes }) }))),
                Contains ("28 frames per second, which SMPTE time does not allow"));
}

TEST_CASE ("a track that is said to hold the next one, too, ends where its events do", "[midi]")
{
    const Bytes end { 0x00, 0xff, 0x2f, 0x00 }, stray { 1, 2, 3 }, fourth { 0x00, 0x90, 67, 90, 0x60, 0x80, 67, 64 };
    const auto both = joined ({ header (1, 2, 96), track ({ threeNotes }), track ({ fourth }) });
    playsAs (both,
             joined ({ header (1, 2, 96), chunk ("MTrk", joined ({ threeNotes, end, stray, track ({ fourth }) })) }),
             "3 bytes after the end of track 1 skipped");
}

TEST_CASE ("lengths that make each track look as long as the file cost no more than a few readings of it", "[midi]")
{
    // Each ends inside an event, which takes the next one's signature for its data. Read up to its supposed end each
    // time, this would be some 30 million events.
    Bytes file = header (1, 160, 96);
    const auto one = chunk ("MTrk", { 0x00, 0x90, 60, 1, 0x00, 0x90, 61 }, 0x000fffff);
    for (int n = 0; n < 4000; ++n)
        file.insert (file.end(), one.begin(), one.end());
    CHECK (songOf (file).events.size() < 8 * file.size());
    // Bytes that begin one message without an end after the other.
    Bytes exclusive = header (0, 1, 96);
    const Bytes open { 0x00, 0xf0, 0xff, 0xff, 0xff, 0x7f };
    for (int n = 0; n < 100'000; ++n)
        exclusive.insert (exclusive.end(), open.begin(), open.end());
    CHECK_THAT (songError (exclusive), Contains ("contains no track"));
    const auto inTrack = joined ({ header (0, 1, 96), chunk ("MTrk", { exclusive.begin() + 14, exclusive.end() }) });
    CHECK (songOf (inTrack).noteCount == 0);
}

TEST_CASE ("a song that is not as it should be is spoken of in one line, and in the report at length", "[tool]")
{
    const ToolFolder tool;
    const auto write = [&tool] (const std::string& name, const Bytes& bytes)
    { tool.write (name, std::string (bytes.begin(), bytes.end())); };
    write ("good.mid", good());
    write ("odd.mid", joined ({ header (0, 3, 96),
                                chunk ("MTrk", joined ({ { 0x00, 0xf8, 0x00, 0x90, 0xc0, 1 }, threeNotes }), 99) }));
    const std::string render = "render odd.mid -p 'Plain String' --tail 0 -o odd.wav";
    const auto outcome = tool.run (render + " --quiet");
    CHECK (outcome.code == 0);
    CHECK (outcome.out.empty());
    CHECK (std::count (outcome.err.begin(), outcome.err.end(), '\n') == 1);
    CHECK_THAT (outcome.err, Contains ("kolophon: odd.mid: ") && Contains ("; and 4 more (--json lists all warnings)"));
    CHECK (outcome.err.size() < 420);
    const auto report = tool.json (render);
    REQUIRE (report["warnings"].size() == 5);
    for (const std::string warning : report["warnings"])
        CHECK_THAT (warning, Contains ("odd.mid: ") && Contains ("(byte "));
    CHECK (report["frames"] == 72000); // three beats of half a second
    // Each of several songs has its own.
    const auto both = tool.json ("render good.mid odd.mid -p 'Plain String' --tail 0 -o songs/");
    REQUIRE (both.size() == 2);
    CHECK (both[0]["warnings"].empty());
    CHECK (both[1]["warnings"].size() == 5);
    CHECK (both[0]["hash"] == both[1]["hash"]);
}

TEST_CASE ("a song lasts to the end of its last track, and its tail begins there", "[tool]")
{
    const ToolFolder tool;
    const auto frames = [&tool] (const Bytes& track, const std::string& tail)
    {
        const auto file = joined ({ header (0, 1, 96), chunk ("MTrk", track) });
        tool.write ("song.mid", std::string (file.begin(), file.end()));
        return tool.json ("render song.mid -p 'Plain String' --rate 44100 -o song.wav --tail " + tail)["frames"]
            .get<int>();
    };
    const Bytes note { 0x00, 0x90, 60, 90, 0x60, 0x80, 60, 64 };
    CHECK (frames (joined ({ note, endOfTrack }), "0") == 22050);
    CHECK (frames (joined ({ note, { 0x82, 0x20, 0xff, 0x2f, 0x00 } }), "0") == 88200); // three beats of rest
    CHECK (frames (joined ({ note, { 0x82, 0x20, 0xff, 0x2f, 0x00 } }), "0.5") == 110250);
    CHECK (frames ({ 0x83, 0x00, 0xff, 0x2f, 0x00 }, "0") == 88200);   // nothing but rest
    CHECK (frames ({ 0x83, 0x00, 0xff, 0x2f, 0x00 }, "auto") < 22050); // as soon as it is silent
}
