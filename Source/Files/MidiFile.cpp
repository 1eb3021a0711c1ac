#include "MidiFile.h"
#include "../Core/NumberText.h"
#include "ByteCursor.h"
#include "WholeFile.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <optional>

namespace kolophon
{
namespace
{
constexpr std::size_t largestFile = 64u << 20;  // [bytes] far beyond any song; keeps a wrong path from filling memory
constexpr double longestSong = 24.0 * 3600.0;   // [s] likewise: one wrong byte can ask for centuries of silence
constexpr std::uint32_t defaultTempo = 500'000; // [µs per quarter note], SMF 1.0: 120 bpm until told otherwise

struct TickEvent
{
    std::uint64_t tick;
    int part; // 0 up to the track's first note-on at this tick, 1 from there on
    PerformanceEvent event;
};

struct TempoChange
{
    std::uint64_t tick;
    std::uint32_t tempo; // [µs per quarter note]
};

struct Header
{
    int format = 0, tracks = 0;
    std::uint32_t ticksPerQuarter = 0; // 0: SMPTE time
    double secondsPerTick = 0.0;       // SMPTE time only
};

struct Score
{
    std::vector<TickEvent> events;
    std::vector<TempoChange> tempi;
    std::vector<TickEvent> song; // tempo and bars, for what moves in time with it
    std::uint64_t lastTick = 0;
    std::string title;
};

std::string hex (unsigned value)
{
    return formatted ("0x%02x", value);
}

std::string place (const ByteCursor& cursor)
{
    return std::string (cursor.place);
}

bool isUtf8 (std::span<const std::uint8_t> bytes) noexcept
{
    for (std::size_t i = 0; i < bytes.size();)
    {
        const auto b = bytes[i++];
        if ((b >= 0x80 && b < 0xc2) || b >= 0xf5)
            return false;
        const int more = b < 0x80 ? 0 : (b < 0xe0 ? 1 : (b < 0xf0 ? 2 : 3));
        for (int k = 0; k < more; ++k)
            if (i >= bytes.size() || (bytes[i++] & 0xc0) != 0x80)
                return false;
    }
    return true;
}

/** Names of tracks come in any encoding. What is not UTF-8 is taken for Latin-1; control characters are dropped. */
std::string readableText (std::span<const std::uint8_t> bytes)
{
    const bool utf8 = isUtf8 (bytes);
    std::string text;
    for (const auto b : bytes)
    {
        if (b >= 0x80 && ! utf8)
            text += { static_cast<char> (0xc0 | (b >> 6)), static_cast<char> (0x80 | (b & 0x3f)) };
        else if (b >= 0x20 && b != 0x7f)
            text += static_cast<char> (b);
    }
    return text;
}

Header readHeader (ByteCursor& cursor)
{
    constexpr std::array<std::uint8_t, 4> signature { 'M', 'T', 'h', 'd' };
    if (cursor.end < 14 || ! std::equal (signature.begin(), signature.end(), cursor.bytes.begin()))
        throw refusalAt (0, "this is not a MIDI file (no complete MThd header)");
    cursor.position = 4;
    const auto length = cursor.bigEndian (4, "its length");
    if (length < 6 || length > cursor.end - 8)
        throw refusalAt (4, "the header says it has " + std::to_string (length) + " bytes; it should have 6");

    Header header;
    header.format = static_cast<int> (cursor.bigEndian (2, "the format"));
    header.tracks = static_cast<int> (cursor.bigEndian (2, "the number of tracks"));
    const auto division = cursor.bigEndian (2, "the time division");
    if (header.format == 2)
        throw refusalAt (8, "format 2 (independent patterns) cannot be played as one song; export it as format 1");
    if (header.format > 2)
        throw refusalAt (8, "there is no MIDI file format " + std::to_string (header.format));
    if (header.tracks == 0 || (header.format == 0 && header.tracks != 1))
        throw refusalAt (10, "a format " + std::to_string (header.format) + " file cannot have " +
                                 std::to_string (header.tracks) + " tracks");
    if ((division & 0x8000u) == 0)
    {
        header.ticksPerQuarter = division;
        if (division == 0)
            throw refusalAt (12, "the time division is 0 ticks per quarter note");
    }
    else
    {
        const int frames = 256 - static_cast<int> (division >> 8);
        const int ticks = static_cast<int> (division & 0xffu);
        if ((frames != 24 && frames != 25 && frames != 29 && frames != 30) || ticks == 0)
            throw refusalAt (12, "the time division is neither ticks per quarter note nor SMPTE time");
        // "29" stands for 30 drop-frame, which runs at 30000/1001 frames per second.
        header.secondsPerTick = 1.0 / ((frames == 29 ? 30000.0 / 1001.0 : frames) * ticks);
    }
    cursor.position = 8 + length;
    return header;
}

/** One meta event, its type byte being next. True at the end of the track. */
bool readMeta (ByteCursor& cursor, std::uint64_t tick, bool firstTrack, Score& score)
{
    const auto start = cursor.position - 1;
    const int type = cursor.byte ("a meta event");
    const auto body = cursor.block (cursor.variableLength ("a meta event's length"), "a meta event");
    if (type > 0x7f)
        throw refusalAt (start, place (cursor) + " has a meta event of the impossible type " +
                                    hex (static_cast<unsigned> (type)));
    if (type == 0x2f && ! body.empty())
        throw refusalAt (start, place (cursor) + " has an end-of-track event that is not empty");
    if (type == 0x51)
    {
        const std::uint32_t tempo = body.size() == 3 ? (body[0] << 16) + (body[1] << 8) + body[2] : 0u;
        if (tempo == 0)
            throw refusalAt (start, place (cursor) + " has a tempo event without a tempo");
        score.tempi.push_back ({ tick, tempo });
        score.song.push_back ({ tick, 0, { 0, PerformanceEvent::Type::tempo, 0, 0, 6e7 / tempo } });
    }
    if (type == 0x58 && body.size() >= 2 && body[0] > 0 && body[1] < 8)
        score.song.push_back ({ tick, 0, { 0, PerformanceEvent::Type::bar, 0, 0, 4.0 * body[0] / (1 << body[1]) } });
    if (type == 0x03 && firstTrack && score.title.empty())
        score.title = readableText (body);
    return type == 0x2f;
}

// Long: one branch for each kind of event that a track may hold.
void readTrack (ByteCursor& cursor, bool firstTrack, Score& score)
{
    std::uint64_t tick = 0;
    int runningStatus = 0;
    int part = 0;
    for (;;)
    {
        if (cursor.atEnd())
            throw refusalAt (cursor.end, place (cursor) + " stops without an end-of-track event");
        const auto delta = cursor.variableLength ("a time");
        tick += delta;
        part = delta > 0 ? 0 : part;

        const auto start = cursor.position;
        int status = cursor.byte ("an event");
        if (status == 0xff)
        {
            runningStatus = 0;
            if (readMeta (cursor, tick, firstTrack, score))
                break;
            continue;
        }
        if (status == 0xf0 || status == 0xf7)
        {
            runningStatus = 0;
            cursor.block (cursor.variableLength ("a system exclusive message's length"), "a system exclusive message");
            continue;
        }
        if (status > 0xf0)
            throw refusalAt (start, place (cursor) + " has the message " + hex (static_cast<unsigned> (status)) +
                                        ", which cannot stand in a file");
        if (status < 0x80)
        {
            if (runningStatus == 0)
                throw refusalAt (start, place (cursor) + " has a data byte where an event should start");
            --cursor.position;
            status = runningStatus;
        }
        runningStatus = status;

        const int kind = status & 0xf0;
        const std::size_t dataBytes = kind == 0xc0 || kind == 0xd0 ? 1 : 2;
        std::array<std::uint8_t, 3> message { static_cast<std::uint8_t> (status), 0, 0 };
        for (std::size_t i = 1; i <= dataBytes; ++i)
        {
            message[i] = cursor.byte ("an event");
            if (message[i] > 127)
                throw refusalAt (cursor.position - 1, place (cursor) + " has the status byte " + hex (message[i]) +
                                                          " in the middle of an event");
        }
        if (const auto event = eventFromMidi (std::span (message).first (dataBytes + 1), 0))
        {
            if (event->type == PerformanceEvent::Type::noteOn)
                part = 1;
            score.events.push_back ({ tick, part, *event });
        }
    }
    if (! cursor.atEnd())
        throw refusalAt (cursor.position, place (cursor) + " goes on after its end-of-track event");
    score.lastTick = std::max (score.lastTick, tick);
}

bool startsWith (std::span<const std::uint8_t> bytes, std::string_view signature)
{
    return bytes.size() >= signature.size() &&
           std::equal (signature.begin(), signature.end(), bytes.begin(),
                       [] (char a, std::uint8_t b) { return static_cast<std::uint8_t> (a) == b; });
}

Score readTracks (ByteCursor& cursor, const Header& header)
{
    Score score;
    for (int track = 1; track <= header.tracks;)
    {
        const auto name = "track " + std::to_string (track) + " of " + std::to_string (header.tracks);
        if (cursor.end - cursor.position < 8)
            throw refusalAt (cursor.end, "the file ends where " + name + " should start");
        const auto start = cursor.position;
        const bool isTrack = startsWith (cursor.bytes.subspan (start), "MTrk");
        cursor.position += 4;
        const auto length = cursor.bigEndian (4, "a chunk's length");
        if (length > cursor.end - cursor.position)
            throw refusalAt (start, (isTrack ? name : "the chunk before " + name) + " should have " +
                                        std::to_string (length) + " bytes, but only " +
                                        std::to_string (cursor.end - cursor.position) + " are left");
        if (isTrack)
        {
            ByteCursor inside { cursor.bytes, cursor.position, cursor.position + length, name };
            readTrack (inside, track == 1, score);
            ++track;
        }
        cursor.position += length;
    }
    // Padding behind the last track does no harm; a track that the header has not counted would be lost silently.
    if (startsWith (cursor.bytes.subspan (cursor.position), "MTrk"))
        throw refusalAt (cursor.position,
                         "there are more tracks than the " + std::to_string (header.tracks) + " that the header says");
    return score;
}

/** Goes through the ticks in order and tells their time. */
class Clock
{
public:
    Clock (const Header& h, std::vector<TempoChange>& changes) : header (h), tempi (changes)
    {
        std::stable_sort (tempi.begin(), tempi.end(), [] (const auto& a, const auto& b) { return a.tick < b.tick; });
    }

    double secondsAt (std::uint64_t tick)
    {
        if (header.ticksPerQuarter == 0)
            return static_cast<double> (tick) * header.secondsPerTick;
        for (; next < tempi.size() && tempi[next].tick <= tick; ++next)
        {
            seconds = from (tempi[next].tick);
            lastTick = tempi[next].tick;
            tempo = tempi[next].tempo;
        }
        return from (tick);
    }

private:
    double from (std::uint64_t tick) const noexcept
    {
        return seconds + static_cast<double> (tick - lastTick) * (tempo * 1e-6 / header.ticksPerQuarter);
    }

    const Header& header;
    std::vector<TempoChange>& tempi;
    std::size_t next = 0;
    double seconds = 0.0;
    std::uint64_t lastTick = 0;
    std::uint32_t tempo = defaultTempo;
};

/** Appends what a player would do at the end: keys up, pedal up. */
void releaseWhatIsHeld (Song& song)
{
    using Type = PerformanceEvent::Type;
    std::array<std::array<bool, 128>, 16> keys {};
    std::array<bool, 16> pedals {};
    for (const auto& [seconds, event] : song.events)
    {
        auto& down = keys[event.channel & 15u];
        if (event.type == Type::noteOn)
            down[event.index & 127u] = true;
        else if (event.type == Type::noteOff)
            down[event.index & 127u] = false;
        else if (event.type == Type::controller && event.index == Controller::sustain)
            pedals[event.channel & 15u] = event.value >= 0.5;
        else if (event.type == Type::controller &&
                 (event.index == Controller::allNotesOff || event.index == Controller::allSoundOff))
            down.fill (false);
    }
    for (std::uint8_t channel = 0; channel < 16; ++channel)
    {
        for (std::uint16_t key = 0; key < 128; ++key)
        {
            if (! keys[channel][key])
                continue;
            ++song.hangingNotes;
            song.events.push_back ({ song.duration, { 0, Type::noteOff, channel, key, 0.5 } });
        }
        if (pedals[channel])
            song.events.push_back ({ song.duration, { 0, Type::controller, channel, Controller::sustain, 0.0 } });
    }
}

/** Puts tempo and bars before the events of their tick. After the last event nothing moves in time with them. */
void joinSong (Score& score)
{
    std::uint64_t last = 0;
    for (const auto& each : score.events)
        last = std::max (last, each.tick);
    std::erase_if (score.song, [last] (const TickEvent& each) { return each.tick > last; });
    score.events.insert (score.events.begin(), score.song.begin(), score.song.end());
}

Song readSong (std::span<const std::uint8_t> bytes)
{
    ByteCursor cursor { bytes, 0, bytes.size(), "the header" };
    const auto header = readHeader (cursor);
    auto score = readTracks (cursor, header);
    if (header.ticksPerQuarter != 0)
        joinSong (score);
    std::stable_sort (score.events.begin(), score.events.end(),
                      [] (const TickEvent& a, const TickEvent& b)
                      { return a.tick != b.tick ? a.tick < b.tick : a.part < b.part; });

    Song song;
    song.title = std::move (score.title);
    song.trackCount = header.tracks;
    song.events.reserve (score.events.size());
    Clock clock (header, score.tempi);
    for (const auto& [tick, part, event] : score.events)
    {
        song.events.push_back ({ clock.secondsAt (tick), event });
        song.noteCount += event.type == PerformanceEvent::Type::noteOn ? 1 : 0;
    }
    song.duration = clock.secondsAt (score.lastTick);
    if (! (song.duration <= longestSong))
        throw refusalAt (bytes.size(), "the song lasts more than 24 hours");
    releaseWhatIsHeld (song);
    return song;
}
} // namespace

Result<Song> songFromMidi (std::span<const std::uint8_t> bytes, std::string_view fileName)
{
    return inFile (std::string (fileName), resultOf ([bytes] { return readSong (bytes); }));
}

Result<Song> readMidiFile (const std::filesystem::path& path)
{
    const auto text = bytesOf (path, largestFile);
    if (! text)
        return inFile (shownName (path), Result<Song> (tl::unexpect, text.error()));
    return songFromMidi ({ reinterpret_cast<const std::uint8_t*> (text->data()), text->size() }, shownName (path));
}
} // namespace kolophon
