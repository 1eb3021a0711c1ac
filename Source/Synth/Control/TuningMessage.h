// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Performance.h"
#include "SentTuning.h"

#include <cstdint>
#include <span>

namespace kolophon
{
enum class TuningMessage {
    none,  // no tuning message
    read,  // completely converted to events
    unread // a tuning message that is damaged or not supported
};

namespace detail
{
/** Reads one message of the MIDI Tuning Standard. */
class TuningReader
{
public:
    /** Takes a message without 0xf0, and with or without 0xf7. */
    explicit TuningReader (std::span<const std::uint8_t> message) noexcept
        : body (message.empty() || message.back() != 0xf7 ? message : message.first (message.size() - 1))
    {
    }

    template <class Visit>
    TuningMessage read (Visit visit) const
    {
        if (body.size() < 4 || (body[0] != 0x7e && body[0] != 0x7f) || ! isData())
            return TuningMessage::none;
        if (body[0] == 0x7f && body[2] == 0x04 && (body[3] == 0x03 || body[3] == 0x04))
            return master (visit);
        if (body[2] != 0x08)
            return TuningMessage::none;
        switch (body[3])
        {
            case 0x00: // requests for a dump
            case 0x03: return TuningMessage::none;
            case 0x01: return dump (5, visit);
            case 0x02: return keys (4, visit);
            case 0x04: return isFirstBank() ? dump (6, visit) : TuningMessage::unread;
            case 0x05: return isFirstBank() ? octaveDump (1, visit) : TuningMessage::unread;
            case 0x06: return isFirstBank() ? octaveDump (2, visit) : TuningMessage::unread;
            case 0x07: return isFirstBank() ? keys (5, visit) : TuningMessage::unread;
            case 0x08: return octave (1, visit);
            case 0x09: return octave (2, visit);
            default: return TuningMessage::unread;
        }
    }

private:
    using Type = PerformanceEvent::Type;
    static constexpr std::size_t nameLength = 16, classes = 12;

    bool isData () const noexcept
    {
        for (const auto byte : body)
            if (byte > 127)
                return false;
        return true;
    }
    bool isFirstBank () const noexcept { return body.size() > 4 && body[4] == 0; }
    int at (std::size_t place) const noexcept { return body[place]; }

    /** Offset [semitones] of an octave's note: whole cents, 64 for 0, or 14 bits over -100 … 100 cents. */
    double offset (std::size_t place, std::size_t bytes) const noexcept
    {
        return bytes == 1 ? 0.01 * (at (place) - 64) : (128 * at (place) + at (place + 1) - 8192) / 8192.0;
    }

    template <class Visit>
    TuningMessage master (Visit visit) const
    {
        if (body.size() < 6)
            return TuningMessage::unread;
        const bool fine = body[3] == 0x03;
        visit (PerformanceEvent { 0, Type::tuneAll, 0, static_cast<std::uint16_t> (fine ? 0 : 1),
                                  fine ? (128 * at (5) + at (4) - 8192) / 8192.0 : at (5) - 64.0 });
        return TuningMessage::read;
    }

    /** Reads a key's note: a semitone, and 16384ths of one; 7f 7f 7f leaves the key unchanged. */
    template <class Visit>
    void key (int program, int number, std::size_t place, Visit visit) const
    {
        if (at (place) == 127 && at (place + 1) == 127 && at (place + 2) == 127)
            return;
        visit (PerformanceEvent { 0, Type::tuneKey, 0, SentTuning::indexOf (program, number),
                                  at (place) + (128 * at (place + 1) + at (place + 2)) / 16384.0 });
    }

    template <class Visit>
    TuningMessage keys (std::size_t place, Visit visit) const
    {
        if (body.size() < place + 2)
            return TuningMessage::unread;
        const int program = at (place);
        const auto count = static_cast<std::size_t> (at (place + 1));
        place += 2;
        if (program >= SentTuning::programs || body.size() < place + 4 * count)
            return TuningMessage::unread;
        for (std::size_t n = 0; n < count; ++n, place += 4)
            key (program, at (place), place + 1, visit);
        return TuningMessage::read;
    }

    /** Reads a dump; the program is in the byte before `name`. */
    template <class Visit>
    TuningMessage dump (std::size_t name, Visit visit) const
    {
        const auto begin = name + nameLength;
        if (body.size() < begin + 3 * Tuning::keyCount || at (name - 1) >= SentTuning::programs)
            return TuningMessage::unread;
        for (int number = 0; number < Tuning::keyCount; ++number)
            key (at (name - 1), number, begin + 3 * static_cast<std::size_t> (number), visit);
        return TuningMessage::read;
    }

    template <class Visit>
    TuningMessage octaveDump (std::size_t bytes, Visit visit) const
    {
        constexpr std::size_t begin = 6 + nameLength;
        if (body.size() < begin + bytes * classes || at (5) >= SentTuning::programs)
            return TuningMessage::unread;
        for (int number = 0; number < Tuning::keyCount; ++number)
            visit (PerformanceEvent {
                0, Type::tuneKey, 0, SentTuning::indexOf (at (5), number),
                number + offset (begin + bytes * (static_cast<std::size_t> (number) % classes), bytes) });
        return TuningMessage::read;
    }

    /** Reads octave tunings. Channels are bits: 15 and 16 in the first byte, 8 to 14 in the second, 1 to 7 in the
        third. */
    template <class Visit>
    TuningMessage octave (std::size_t bytes, Visit visit) const
    {
        constexpr std::size_t begin = 7;
        if (body.size() < begin + bytes * classes)
            return TuningMessage::unread;
        const int channels = (at (4) & 3) << 14 | at (5) << 7 | at (6);
        for (int channel = 0; channel < 16; ++channel)
            for (std::size_t note = 0; (channels >> channel & 1) != 0 && note < classes; ++note)
                visit (PerformanceEvent { 0, Type::tuneOctave, static_cast<std::uint8_t> (channel),
                                          static_cast<std::uint16_t> (note), offset (begin + bytes * note, bytes) });
        return TuningMessage::read;
    }

    std::span<const std::uint8_t> body;
};
} // namespace detail

/** Largest number of events from one message: octaves of all channels. */
inline constexpr std::size_t maxTuned = 16 * 12;

/** Visits the events of a system exclusive tuning message, given without its 0xf0 (MIDI Tuning Standard, as updated by
    CA-020 and CA-021): single notes (08 02, 08 07), octaves (08 08, 08 09), dumps of either (08 01, 08 04 to 08 06),
    and the master's fine and coarse tuning (04 03, 04 04; CA-025). Real-time and non-real-time messages take effect
    immediately. Programs from 16 on, and banks other than the first, are not supported. [any] */
template <class Visit>
TuningMessage tuningFromMidi (std::span<const std::uint8_t> message, Visit visit)
{
    return detail::TuningReader (message).read (visit);
}
} // namespace kolophon
