// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Performance.h"
#include "ClapAbi.h"

#include <array>
#include <cstdint>

namespace kolophon::clap
{
/** The notes that a host has begun and the plugin has not ended. The engine knows each by a number of its own, because
    a host may leave out ids, or use one twice. [audio] */
class Notes
{
public:
    static constexpr std::size_t capacity = 64; // later notes have no number: the engine knows them by their keys

    struct Note
    {
        std::uint32_t number = 0; // 0: free
        std::int32_t id = -1;
        std::int16_t port = 0, channel = 0, key = 0;
        bool held = false;
    };
    /** Note that an event names; -1 means any. */
    struct Address
    {
        std::int32_t id;
        std::int16_t port, channel, key;

        template <class Event>
        static Address of (const Event& event) noexcept
        {
            return { event.note_id, event.port_index, event.channel, event.key };
        }
        bool isEverything () const noexcept { return id < 0 && channel < 0 && key < 0; }
        bool names (const Note& note) const noexcept
        {
            return (id < 0 || id == note.id) && (port < 0 || port == note.port) &&
                   (channel < 0 || channel == note.channel) && (key < 0 || key == note.key);
        }
    };

    /** Adds a note. Without room, its number is 0 and it is not kept. */
    Note begin (const Address& address) noexcept
    {
        Note note { 0, address.id, address.port, address.channel, address.key, true };
        for (auto& slot : notes)
            if (slot.number == 0)
            {
                latest = latest % PerformanceEvent::maxNote + 1;
                note.number = latest;
                return slot = note;
            }
        return note;
    }

    template <class Visit>
    void each (const Address& address, Visit visit) noexcept
    {
        for (auto& note : notes)
            if (note.number != 0 && address.names (note))
                visit (note);
    }

    /** Frees the notes that the engine does not play any more and for which `tell` returns true. */
    template <class IsPlaying, class Tell>
    void endFinished (IsPlaying isPlaying, Tell tell) noexcept
    {
        for (auto& note : notes)
            if (note.number != 0 && ! isPlaying (note.number) && tell (note))
                note = {};
    }

    void clear () noexcept { notes.fill ({}); }

private:
    std::array<Note, capacity> notes {};
    std::uint32_t latest = 0;
};
} // namespace kolophon::clap
