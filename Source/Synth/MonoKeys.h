#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace kolophon
{
/** The keys that are held in Mono, oldest first: when the one that sounds goes up, the latest of the others takes over.
    [audio] */
class MonoKeys
{
public:
    static constexpr int capacity = 32; // beyond it the oldest is forgotten

    void press (int key) noexcept
    {
        release (key);
        if (count == capacity)
            release (keys[0]);
        keys[static_cast<std::size_t> (count++)] = static_cast<std::uint8_t> (key);
    }

    void release (int key) noexcept
    {
        const auto end = std::remove (keys.begin(), keys.begin() + count, static_cast<std::uint8_t> (key));
        count = static_cast<int> (end - keys.begin());
    }

    void clear () noexcept { count = 0; }
    bool empty () const noexcept { return count == 0; }

    /** Of those that are held; only where there are any. */
    int latest () const noexcept { return keys[static_cast<std::size_t> (count - 1)]; }

private:
    std::array<std::uint8_t, capacity> keys {};
    int count = 0;
};
} // namespace kolophon
