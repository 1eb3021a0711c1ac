// SPDX-License-Identifier: GPL-3.0-or-later
#include "MidiChunks.h"

#include "../../Core/Error.h"
#include "../Bytes/FileKind.h"

#include <algorithm>
#include <optional>

namespace kolophon
{
namespace
{
using Bytes = std::span<const std::uint8_t>;

constexpr std::string_view headerSignature = "MThd";
constexpr std::size_t chunkHead = 8, shortHeader = 6;
constexpr std::size_t maxTunings = 1'000'000; // events of tuning messages: 40 MB
constexpr std::size_t maxTracks = 65535;      // the header counts them with 16 bits

std::string bytesText (std::size_t count)
{
    return std::to_string (count) + (count == 1 ? " byte" : " bytes");
}

/** Error message with the byte at which a file is wrong. */
InputError refusalAt (std::size_t offset, const std::string& what)
{
    return InputError (what + " (byte " + std::to_string (offset) + ")");
}

class ChunkReader
{
public:
    explicit ChunkReader (Bytes itsBytes) : bytes (itsBytes) {}

    MidiChunks read ()
    {
        unwrap();
        readHeader();
        while (end - at >= chunkHead)
            if (chunks.tracks.size() == maxTracks)
                leaveRest();
            else if (isAt (at, trackSignature))
                readTrack();
            else if (! skipChunk())
                skipJunk();
        if (chunks.tracks.empty())
            throw refusalAt (at, "this MIDI file contains no track");
        if (at < end)
            leaveRest();
        compareCounts();
        for (const auto& track : chunks.tracks)
            chunks.warnings = joined (std::move (chunks.warnings), track.warnings);
        return std::move (chunks);
    }

private:
    void warn (std::string_view kind, const std::string& what, std::size_t byte)
    {
        chunks.warnings.add (kind, what + " (byte " + std::to_string (byte) + ")");
    }

    std::uint32_t number (std::size_t place, int count, bool little = false) const
    {
        std::uint32_t value = 0;
        for (int i = 0; i < count; ++i)
            value = (value << 8) | bytes[place + static_cast<std::size_t> (little ? count - 1 - i : i)];
        return value;
    }

    bool isAt (std::size_t place, std::string_view signature) const
    {
        return place < end && startsWith (bytes.first (end).subspan (place), signature);
    }

    /** Next position of a signature in a range, if any. */
    std::optional<std::size_t> find (std::string_view signature, std::size_t from, std::size_t to) const
    {
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t> (std::min (from, to)),
                   stop = bytes.begin() + static_cast<std::ptrdiff_t> (to);
        const auto found = std::search (begin, stop, signature.begin(), signature.end(),
                                        [] (std::uint8_t a, char b) { return a == static_cast<std::uint8_t> (b); });
        return found == stop ? std::nullopt : std::optional (static_cast<std::size_t> (found - bytes.begin()));
    }

    /** True if a chunk begins at `place`, by its name, or the file ends there. */
    bool isBorder (std::size_t place) const
    {
        if (place == end)
            return true;
        return end - place >= chunkHead && std::all_of (bytes.begin() + static_cast<std::ptrdiff_t> (place),
                                                        bytes.begin() + static_cast<std::ptrdiff_t> (place + 4),
                                                        [] (std::uint8_t b) { return b >= 0x20 && b < 0x7f; });
    }

    /** Moves to the MIDI file's first byte: in the chunk "data" of a RIFF file, or after any leading bytes. */
    void unwrap ()
    {
        end = bytes.size();
        if (isAt (0, "RIFF") && isAt (8, "RMID"))
            openRiff();
        if (isAt (at, headerSignature))
            return;
        const auto found = find ({ "MThd\0\0\0\6", 8 }, at, end);
        if (! found)
            throw refusalAt (0, "this is not a MIDI file" + whatItIs (bytes));
        if (*found > at)
            warn ("front", bytesText (*found - at) + " before the MIDI file's header skipped", at);
        at = *found;
    }

    void openRiff ()
    {
        for (std::size_t place = 12; end - place >= chunkHead;)
        {
            const std::size_t length = number (place + 4, 4, true), body = place + chunkHead;
            if (isAt (place, "data") && isAt (body, headerSignature))
            {
                at = body;
                const bool fits = length >= chunkHead + shortHeader && length <= end - body &&
                                  (length == end - body || isRiffBorder (body + length));
                if (fits)
                    end = body + length;
                else
                    warn ("riff",
                          "the RIFF chunk around the MIDI file claims " + bytesText (length) + ", which is wrong",
                          place);
                return;
            }
            if (length > end - body)
                return;
            place = std::min (end, body + length + length % 2);
        }
    }

    /** True for another chunk, or the file's end, with or without a byte of padding in front. */
    bool isRiffBorder (std::size_t place) const { return isBorder (place) || place + 1 == end || isBorder (place + 1); }

    void readHeader ()
    {
        const auto start = at;
        if (end - start < chunkHead + shortHeader)
            throw refusalAt (start, "this MIDI file ends in its header");
        std::size_t length = number (start + 4, 4);
        const auto usual = start + chunkHead + shortHeader;
        if (length != shortHeader)
        {
            const bool holds =
                length > shortHeader && length <= end - start - chunkHead && isBorder (start + chunkHead + length);
            if (! holds)
            {
                warn ("header", "the header claims a length of " + bytesText (length) + " instead of 6", start + 4);
                length = shortHeader;
            }
        }
        chunks.header.format = static_cast<int> (number (start + 8, 2));
        counted = number (start + 10, 2);
        readDivision (number (start + 12, 2), start + 12);
        at = length == shortHeader ? usual : start + chunkHead + length;
        countPlace = start + 10;
        if (chunks.header.format > 2)
            warn ("format", "unknown MIDI file format " + std::to_string (chunks.header.format) + "; read as format 1",
                  start + 8);
    }

    void readDivision (std::uint32_t division, std::size_t place)
    {
        auto& header = chunks.header;
        if ((division & 0x8000u) == 0)
        {
            header.ticksPerQuarter = division;
            if (division == 0)
                throw refusalAt (place, "the time division is 0 ticks per quarter note");
            return;
        }
        const int frames = 256 - static_cast<int> (division >> 8), ticks = static_cast<int> (division & 0xffu);
        if (ticks == 0)
            throw refusalAt (place, "the time division is 0 ticks per frame");
        if (frames != 24 && frames != 25 && frames != 29 && frames != 30)
            warn ("frames", std::to_string (frames) + " frames per second, which SMPTE time does not allow", place);
        // "29" stands for 30 drop-frame, which runs at 30000/1001 frames per second.
        header.secondsPerTick = 1.0 / ((frames == 29 ? 30000.0 / 1001.0 : frames) * ticks);
    }

    /** Skips a chunk that is not a track; false without one. */
    bool skipChunk ()
    {
        const std::size_t length = number (at + 4, 4), body = at + chunkHead;
        if (! isBorder (at) || length > end - body || ! isBorder (body + length))
            return false;
        // A length that covers all the tracks is wrong.
        if (body + length == end && chunks.tracks.size() < counted && find (trackSignature, body, end))
            return false;
        at = body + length;
        return true;
    }

    void leaveRest ()
    {
        warn ("behind", bytesText (end - at) + " after the last track skipped", at);
        at = end;
    }

    void skipJunk ()
    {
        const auto next = find (trackSignature, at + 1, end);
        if (! next)
            return leaveRest();
        warn ("junk", bytesText (*next - at) + " between chunks skipped", at);
        at = *next;
    }

    void readTrack ()
    {
        const auto start = at;
        const auto name = "track " + std::to_string (chunks.tracks.size() + 1);
        const std::size_t length = number (at + 4, 4), body = at + chunkHead;
        const bool fits = length <= end - body;
        const auto stop = fits ? body + length : end;
        work += stop - body;
        auto track = midiTrack (bytes, body, workIsDone() ? nextTrack (body) : stop, name, tunings);
        const bool lengthHolds = fits && isBorder (stop);
        if (! track.ended && fits && ! lengthHolds)
            track = longer (std::move (track), body, name);
        if (! track.ended)
            track.warnings.add (
                "no end",
                name + (track.cut ? " ends in the middle of an event (byte " : " has no end-of-track event (byte ") +
                    std::to_string (track.end) + ")");
        at = track.ended ? behind (track, stop, lengthHolds) : track.end;
        if (! fits || at != stop)
            warn ("length", name + " claims " + bytesText (length) + ", which is wrong", start + 4);
        chunks.tracks.push_back (std::move (track));
    }

    /** Reads a track beyond its length, if no chunk follows it: up to the next track. The longer track is used if it
        contains its end that way. */
    MidiTrack longer (MidiTrack track, std::size_t body, const std::string& name)
    {
        const auto stop = nextTrack (body);
        work += stop - body;
        auto other = midiTrack (bytes, body, stop, name, tunings);
        return (other.ended && other.warnings.count() <= track.warnings.count()) || track.cut ? other : track;
    }

    std::size_t nextTrack (std::size_t from) const { return find (trackSignature, from, end).value_or (end); }

    /** True if too much has been read: wrong lengths can cause each track to be read to the file's end; after several
        times of that, only signatures are used. */
    bool workIsDone () const noexcept { return work > 8 * bytes.size(); }

    /** Position after a track. */
    std::size_t behind (const MidiTrack& track, std::size_t stop, bool lengthHolds)
    {
        if (track.end >= stop || isAt (track.end, trackSignature))
            return track.end;
        if (! lengthHolds)
            return track.end; // the bytes there are parsed as a chunk
        const auto next = find (trackSignature, track.end, stop).value_or (stop);
        warn ("stray",
              bytesText (next - track.end) + " after the end of track " + std::to_string (chunks.tracks.size() + 1) +
                  " skipped",
              track.end);
        return next;
    }

    void compareCounts ()
    {
        const auto found = chunks.tracks.size();
        if (found != counted)
            warn ("count",
                  "the header counts " + std::to_string (counted) + (counted == 1 ? " track" : " tracks") +
                      ", the file holds " + std::to_string (found),
                  countPlace);
        if (chunks.header.format == 0 && found > 1)
            warn ("format 0",
                  "a file of format 0 should contain one track; its " + std::to_string (found) + " play together",
                  countPlace - 2);
        if (chunks.header.format == 2 && found > 1)
            warn ("format 2", "a file of format 2 contains independent patterns; they play one after another",
                  countPlace - 2);
    }

    const Bytes bytes;
    std::size_t at = 0, end = 0;
    std::size_t counted = 0, countPlace = 0; // tracks, by the header
    std::size_t work = 0;                    // [bytes] that were read as events
    std::size_t tunings = maxTunings;
    MidiChunks chunks;
};
} // namespace

MidiChunks midiChunks (Bytes bytes)
{
    return ChunkReader (bytes).read();
}
} // namespace kolophon
