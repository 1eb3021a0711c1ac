// SPDX-License-Identifier: GPL-3.0-or-later
#include "MidiTrack.h"

#include "../../Core/Text/NumberText.h"
#include "../../Synth/Control/TuningMessage.h"

#include <utf8.h>

#include <algorithm>
#include <array>
#include <optional>

namespace kolophon
{
namespace
{
using Bytes = std::span<const std::uint8_t>;

std::string hex (unsigned value)
{
    return formatted ("0x%02x", value);
}

/** Converts a track's name, which may have any encoding. Text other than UTF-8 is taken for Latin-1; control characters
    are removed. */
std::string readableText (Bytes bytes)
{
    const bool isUtf8 = utf8::is_valid (bytes.begin(), bytes.end());
    std::string text;
    for (const auto b : bytes)
    {
        if (b >= 0x80 && ! isUtf8)
            text += { static_cast<char> (0xc0 | (b >> 6)), static_cast<char> (0x80 | (b & 0x3f)) };
        else if (b >= 0x20 && b != 0x7f)
            text += static_cast<char> (b);
    }
    return text;
}

class TrackReader
{
public:
    TrackReader (Bytes itsBytes, std::size_t begin, std::size_t itsEnd, const std::string& itsName,
                 std::size_t& itsTunings)
        : bytes (itsBytes.first (itsEnd)), position (begin), name (itsName), tunings (itsTunings)
    {
    }

    MidiTrack read ()
    {
        while (position < bytes.size() && ! track.ended && ! track.cut && ! startsTrack())
            event();
        readExclusive();
        track.end = position;
        return std::move (track);
    }

private:
    bool startsTrack () const
    {
        return bytes.size() - position >= 8 && startsWith (bytes.subspan (position), trackSignature);
    }

    void warn (std::string_view kind, const std::string& what, std::size_t byte)
    {
        track.warnings.add (kind, what + " " + placeInFile (name, byte));
    }

    /** The next byte; 0 at the end, which marks the track as truncated. */
    std::uint8_t byte () noexcept
    {
        track.cut = track.cut || position >= bytes.size();
        return position < bytes.size() ? bytes[position++] : std::uint8_t { 0 };
    }

    /** Reads a variable-length number. SMF 1.0: at most four bytes of seven bits. */
    std::uint32_t number ()
    {
        constexpr std::uint64_t largest = 0x0fffffff;
        const auto start = position;
        std::uint64_t value = 0;
        for (;;)
        {
            const auto b = byte();
            value = std::min (largest, (value << 7) | (b & 0x7fu));
            if (b < 0x80)
                break;
        }
        if (position - start > 4)
            warn ("number", "a number of more than four bytes", start);
        return static_cast<std::uint32_t> (value);
    }

    Bytes block (std::size_t length) noexcept
    {
        track.cut = track.cut || length > bytes.size() - position;
        const auto result = bytes.subspan (position, std::min (length, bytes.size() - position));
        position += result.size();
        return result;
    }

    void event ()
    {
        const auto delta = number();
        if (track.cut)
            return;
        track.length += delta;
        part = delta > 0 ? 0 : part;
        const auto start = position;
        const int status = byte();
        if (track.cut)
            return;
        if (status >= 0x80)
            return message (status, start);
        position = start;
        runOn (start);
    }

    /** Reads a message after its status. */
    void message (int status, std::size_t start)
    {
        if (status != 0xf7)
            readExclusive();
        if (status == 0xff)
            meta (start);
        else if (status == 0xf0 || status == 0xf7)
            exclusive (status, start);
        else if (status > 0xf0)
            systemMessage (status, start);
        else
            channelMessage (running = status);
    }

    /** Handles data bytes in place of a status. */
    void runOn (std::size_t start)
    {
        if (running != 0)
        {
            if (interrupted)
                warn ("running",
                      "running status across a meta event or a system exclusive message, which the standard forbids,",
                      start);
            return channelMessage (running);
        }
        while (position < bytes.size() && bytes[position] < 0x80)
            ++position;
        warn ("data",
              std::to_string (position - start) + (position - start == 1 ? " data byte" : " data bytes") +
                  " skipped where an event should start",
              start);
        const auto next = position;
        if (const int status = byte(); ! track.cut)
            message (status, next);
    }

    void meta (std::size_t start)
    {
        interrupted = true;
        const int type = byte();
        const bool typeMissing = track.cut;
        const auto body = block (number());
        if (typeMissing)
            return;
        switch (type)
        {
            case 0x2f:
                track.ended = true;
                if (track.cut || ! body.empty())
                    warn ("end", "an end-of-track event of the wrong length", start);
                track.cut = false;
                break;
            case 0x51: tempo (body, start); break;
            case 0x58:
                if (body.size() >= 2 && body[0] > 0 && body[1] < 8)
                    say (PerformanceEvent::Type::bar, 4.0 * body[0] / (1 << body[1]));
                break;
            case 0x21:
                if (body.size() == 1)
                    port = body[0];
                else
                    warn ("port", "a MIDI port event of the wrong length, skipped,", start);
                break;
            case 0x03:
                if (track.title.empty())
                    track.title = readableText (body);
                break;
            default: break;
        }
    }

    void tempo (Bytes body, std::size_t start)
    {
        const std::uint32_t tempo =
            body.size() >= 3 ? static_cast<std::uint32_t> ((body[0] << 16) + (body[1] << 8) + body[2]) : 0u;
        if (tempo == 0)
            return warn ("tempo", "a tempo event without a tempo, skipped,", start);
        if (body.size() > 3)
            warn ("tempo length", "a tempo event that is too long", start);
        track.tempi.push_back ({ track.length, tempo });
        say (PerformanceEvent::Type::tempo, 6e7 / tempo);
    }

    void say (PerformanceEvent::Type type, double value)
    {
        track.song.push_back ({ track.length, 0, { 0, type, 0, 0, value } });
    }

    /** Reads a system exclusive message or, with 0xf7, a piece of one. Without a length it is read up to its 0xf7. */
    void exclusive (int status, std::size_t start)
    {
        interrupted = true;
        const auto afterStatus = position;
        const auto length = number();
        if (length > bytes.size() - position && status == 0xf0)
            if (const auto end =
                    std::find (bytes.begin() + static_cast<std::ptrdiff_t> (afterStatus), bytes.end(), 0xf7);
                end != bytes.end())
            {
                warn ("exclusive", "a system exclusive message without its length", start);
                track.cut = false;
                position = static_cast<std::size_t> (end - bytes.begin()) + 1;
                pieces.assign (bytes.begin() + static_cast<std::ptrdiff_t> (afterStatus), end + 1);
                return readExclusive();
            }
        const auto body = block (length);
        if (status == 0xf0)
            piecesFrom = start;
        if (status == 0xf0 || ! pieces.empty())
            pieces.insert (pieces.end(), body.begin(), body.end());
        if (! pieces.empty() && pieces.back() == 0xf7)
            readExclusive();
    }

    /** Takes the collected message, if it is a tuning message. */
    void readExclusive ()
    {
        if (pieces.empty())
            return;
        if (tunings < std::max<std::size_t> (maxTuned, Tuning::keyCount))
            warn ("tunings", "too many tuning messages, skipped from here on,", piecesFrom);
        else if (tuningFromMidi (pieces,
                                 [this] (const PerformanceEvent& event)
                                 {
                                     track.events.push_back ({ track.length, part, event, port });
                                     --tunings;
                                 }) == TuningMessage::unread)
            warn ("tuning", "an unsupported tuning message, skipped,", piecesFrom);
        pieces.clear();
    }

    void systemMessage (int status, std::size_t start)
    {
        warn ("system", "the message " + hex (static_cast<unsigned> (status)) + ", which is not allowed in a file,",
              start);
        for (int data = status == 0xf2 ? 2 : status == 0xf1 || status == 0xf3 ? 1 : 0; data > 0; --data)
            if (position < bytes.size() && bytes[position] < 0x80)
                ++position;
    }

    void channelMessage (int status)
    {
        interrupted = false;
        const int kind = status & 0xf0;
        const std::size_t dataBytes = kind == 0xc0 || kind == 0xd0 ? 1 : 2;
        std::array<std::uint8_t, 3> message { static_cast<std::uint8_t> (status), 0, 0 };
        bool nameless = false; // a key or a controller that does not exist
        for (std::size_t i = 1; i <= dataBytes; ++i)
        {
            message[i] = byte();
            if (message[i] <= 127)
                continue;
            nameless = nameless || (i == 1 && (kind <= 0xb0));
            warn ("above 127",
                  "the data byte " + hex (message[i]) + (nameless ? ", its event skipped," : ", taken as 127,"),
                  position - 1);
            message[i] = 127;
        }
        if (track.cut || nameless)
            return;
        if (const auto event = eventFromMidi (Bytes (message).first (dataBytes + 1), 0))
        {
            if (event->type == PerformanceEvent::Type::noteOn)
                part = 1;
            track.events.push_back ({ track.length, part, *event, port });
        }
    }

    const Bytes bytes; // up to the limit of the track
    std::size_t position;
    const std::string& name;
    std::size_t& tunings; // events of tuning messages that may still come
    MidiTrack track;
    int running = 0;          // running status
    bool interrupted = false; // by anything other than a channel message
    int part = 0;
    std::uint8_t port = 0;
    std::vector<std::uint8_t> pieces; // of a system exclusive message, without its 0xf0
    std::size_t piecesFrom = 0;
};
} // namespace

bool startsWith (Bytes bytes, std::string_view signature)
{
    return bytes.size() >= signature.size() &&
           std::equal (signature.begin(), signature.end(), bytes.begin(),
                       [] (char a, std::uint8_t b) { return static_cast<std::uint8_t> (a) == b; });
}

std::string placeInFile (const std::string& where, std::size_t byte)
{
    return "in " + where + " (byte " + std::to_string (byte) + ")";
}

MidiTrack midiTrack (Bytes bytes, std::size_t begin, std::size_t end, const std::string& name, std::size_t& tunings)
{
    return TrackReader (bytes, begin, end, name, tunings).read();
}
} // namespace kolophon
