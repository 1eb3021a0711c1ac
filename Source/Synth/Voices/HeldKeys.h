// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
        bool operator== (const Key&) const noexcept = default;
    };

    void press (Key key) noexcept
    {
        release (key);
        if (count == capacity)
            release (keys[0]);
        keys[static_cast<std::size_t> (count++)] = key;
    }

    /** False if it wasn't held. */
    bool release (Key key) noexcept
    {
        const auto end = std::remove (keys.begin(), keys.begin() + count, key);
        const int before = count;
        count = static_cast<int> (end - keys.begin());
        return count != before;
    }

    void clear () noexcept { count = 0; }
    bool empty () const noexcept { return count == 0; }

    /** The latest key. Precondition: not empty. */
    Key latest () const noexcept { return keys[static_cast<std::size_t> (count - 1)]; }

private:
    std::array<Key, capacity> keys {};
    int count = 0;
};
} // namespace kolophon
