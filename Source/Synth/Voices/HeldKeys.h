// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Control/Performance.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kolophon
{
/** The keys that are held on one string, oldest first: on the note-off of the key that sounds, the latest of the others
    takes over. [audio] */
class HeldKeys
{
public:
    static constexpr int capacity = 32; // beyond it the oldest is dropped

    struct Key
    {
        std::uint8_t channel = 0, number = 0;
        std::uint32_t note = 0; // as in PerformanceEvent

        /** The key of a note-on or a note-off. */
        static Key of (const PerformanceEvent& event) noexcept
        {
            return { static_cast<std::uint8_t> (event.channel & 15), static_cast<std::uint8_t> (event.index),
                     event.note };
        }
        bool operator== (const Key&) const noexcept = default;
    };

    /** Adds a key as the latest. */
    void add (Key key) noexcept
    {
        remove (key);
        if (count == capacity)
            remove (keys[0]);
        keys[static_cast<std::size_t> (count++)] = key;
    }

    /** Removes a key; false if it wasn't held. */
    bool remove (Key key) noexcept
    {
        return removeWhere ([key] (Key each) { return each == key; });
    }
    /** Removes the key of a note with a number. */
    bool remove (std::uint32_t note) noexcept
    {
        return removeWhere ([note] (Key each) { return each.note == note; });
    }
    bool holds (std::uint32_t note) const noexcept
    {
        return std::any_of (keys.begin(), keys.begin() + count, [note] (Key each) { return each.note == note; });
    }

    void clear () noexcept { count = 0; }
    bool empty () const noexcept { return count == 0; }

    /** The latest key. Precondition: not empty. */
    Key latest () const noexcept { return keys[static_cast<std::size_t> (count - 1)]; }

private:
    template <class Condition>
    bool removeWhere (Condition condition) noexcept
    {
        const auto end = std::remove_if (keys.begin(), keys.begin() + count, condition);
        const int before = count;
        count = static_cast<int> (end - keys.begin());
        return count != before;
    }

    std::array<Key, capacity> keys {};
    int count = 0;
};
} // namespace kolophon
