#pragma once

#include "../Core/Error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/** Reading of untrusted bytes, for the source files of this folder. */
namespace kolophon
{
/** What is wrong in a file, and at which byte: "there are no samples (byte 44)". */
inline Refusal refusalAt (std::size_t offset, const std::string& what)
{
    return Refusal (what + " (byte " + std::to_string (offset) + ")");
}

/** Reads forwards through bytes that end where `end` says, and refuses to go further. */
struct ByteCursor
{
    std::span<const std::uint8_t> bytes;
    std::size_t position, end;
    std::string_view place; // "the header", "track 2": for messages

    bool atEnd () const noexcept { return position >= end; }

    void need (std::size_t count, const char* what) const
    {
        if (end - position < count)
            throw refusalAt (end, std::string (place) + " ends in the middle of " + what);
    }

    std::uint8_t byte (const char* what)
    {
        need (1, what);
        return bytes[position++];
    }

    std::uint32_t bigEndian (int count, const char* what)
    {
        need (static_cast<std::size_t> (count), what);
        std::uint32_t value = 0;
        for (int i = 0; i < count; ++i)
            value = (value << 8) | bytes[position++];
        return value;
    }

    /** At most four bytes of seven bits (SMF 1.0). */
    std::uint32_t variableLength (const char* what)
    {
        const auto start = position;
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i)
        {
            const auto b = byte (what);
            value = (value << 7) | (b & 0x7fu);
            if (b < 0x80)
                return value;
        }
        throw refusalAt (start, std::string (place) + " has a number of more than four bytes as " + what);
    }

    std::span<const std::uint8_t> block (std::size_t count, const char* what)
    {
        need (count, what);
        const auto result = bytes.subspan (position, count);
        position += count;
        return result;
    }
};
} // namespace kolophon
