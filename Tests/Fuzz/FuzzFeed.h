// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "FuzzTargets.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

namespace kolophon::test
{
/** Arguments from bytes; zeros when they are used up. */
class Feed
{
public:
    explicit Feed (FuzzBytes bytes) : left (bytes) {}

    bool isEmpty () const noexcept { return left.empty(); }

    std::uint8_t byte () noexcept
    {
        if (left.empty())
            return 0;
        const auto first = left.front();
        left = left.subspan (1);
        return first;
    }

    /** Mostly a count as a host has it, sometimes any. */
    std::int32_t whole () noexcept
    {
        const int first = byte();
        return first < 250 ? first - 2 : static_cast<std::int32_t> (bits (4));
    }

    /** Mostly 0 … 1, sometimes any double. */
    double number () noexcept
    {
        const int kind = byte();
        if (kind < 200)
            return kind / 199.0;
        if (kind < 220)
            return static_cast<double> (static_cast<std::int16_t> (bits (2)));
        constexpr double edges[] = { -1.0, 1e300, -1e-300, 1e-12, 4.9e-324, 768000.0 };
        if (kind < 226)
            return edges[kind - 220];
        if (kind == 226)
            return std::numeric_limits<double>::quiet_NaN();
        if (kind == 227)
            return -std::numeric_limits<double>::infinity();
        const auto any = bits (8);
        double value;
        std::memcpy (&value, &any, sizeof value);
        return value;
    }

    /** A text of its length; the rest of the bytes for the longest. */
    std::string text () noexcept
    {
        const auto length = byte();
        const auto count = length == 255 ? left.size() : std::min<std::size_t> (length, left.size());
        std::string text (textOf (left.first (count)));
        left = left.subspan (count);
        std::erase (text, '\0'); // which ends a text in C
        return text;
    }

private:
    std::uint64_t bits (int bytes) noexcept
    {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i)
            value = value << 8 | byte();
        return value;
    }

    FuzzBytes left;
};
} // namespace kolophon::test
