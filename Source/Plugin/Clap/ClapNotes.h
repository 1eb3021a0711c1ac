// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/Performance.h"
#include "ClapAbi.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace kolophon::clap
{
/** The notes that a host has begun and the plugin has not ended. The engine knows each by a number of its own, because
    a host may leave out ids, or use one twice. [audio] */
class Notes
{
public:
    static constexpr std::size_t capacity = 16 * 128; // every key of every channel

    struct Note
    {
        std::uint32_t number = 0; // as the engine knows it
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

    /** Adds a note. Where a host takes no ends, it makes room by those that are released; without room its number is 0
        and it is not kept. */
    Note begin (const Address& address) noexcept
    {
        Note note { 0, address.id, address.port, address.channel, address.key, true };
        if (count == capacity)
            endFinished ([] (std::uint32_t) { return false; }, [] (const Note& old) { return ! old.held; });
        if (count == capacity)
            return note;
        latest = latest % PerformanceEvent::maxNote + 1;
        note.number = latest;
        return notes[count++] = note;
    }

    /** Visits the notes that an address names, from a place in the list on, at most `maxCount`. Returns the place to
        continue from; 0: these were all. */
    template <class Visit>
    std::size_t each (const Address& address, std::size_t place, std::size_t maxCount, Visit visit) noexcept
    {
        for (; place < count; ++place)
            if (address.names (notes[place]))
            {
                if (maxCount-- == 0)
                    return place;
                visit (notes[place]);
            }
        return 0;
    }

    /** Frees the notes that the engine does not play any more and for which `tell` returns true. */
    template <class IsPlaying, class Tell>
    void endFinished (IsPlaying isPlaying, Tell tell) noexcept
    {
        const auto end = std::remove_if (notes.begin(), notes.begin() + static_cast<std::ptrdiff_t> (count),
                                         [&] (const Note& note) { return ! isPlaying (note.number) && tell (note); });
        count = static_cast<std::size_t> (end - notes.begin());
    }

    void clear () noexcept { count = 0; }

private:
    std::array<Note, capacity> notes {}; // oldest first
    std::size_t count = 0;
    std::uint32_t latest = 0;
};
} // namespace kolophon::clap
