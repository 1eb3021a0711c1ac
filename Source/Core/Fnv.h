// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace kolophon
{
/** FNV-1a, 64 bits (Fowler, Noll and Vo): a non-cryptographic hash of bytes. */
class Fnv
{
public:
    void add (std::uint8_t byte) noexcept { state = (state ^ byte) * 0x100000001b3u; }

    void add (std::string_view text) noexcept
    {
        for (const char c : text)
            add (static_cast<std::uint8_t> (c));
    }

    /** Adds the bits of a number, the lowest byte first on every machine. */
    void add (double number) noexcept
    {
        auto bits = std::bit_cast<std::uint64_t> (number);
        for (int i = 0; i < 8; ++i, bits >>= 8)
            add (static_cast<std::uint8_t> (bits & 0xff));
    }

    std::uint64_t value () const noexcept { return state; }

private:
    std::uint64_t state = 0xcbf29ce484222325u;
};
} // namespace kolophon
