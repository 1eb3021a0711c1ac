// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Core/Noise.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace kolophon::test
{
/** Seeded choices. */
struct Dice
{
    Noise noise;
    explicit Dice (std::uint64_t seed) : noise (seed) {}
    std::size_t below (std::size_t count)
    {
        return std::min (count - 1, static_cast<std::size_t> (noise.nextUniform() * static_cast<double> (count)));
    }
};

inline std::string anyBytes (std::size_t count, Dice& dice)
{
    std::string bytes;
    for (; count > 0; --count)
        bytes += static_cast<char> (dice.below (256));
    return bytes;
}

/** A text as a bad disk, a bad editor or a bad friend leaves it: letters of `alphabet` in place of others, pieces lost,
    doubled, or cut off at the end. Never empty. */
inline std::string damaged (std::string text, Dice& dice, std::string_view alphabet)
{
    for (std::size_t wounds = 1 + dice.below (4); wounds > 0; --wounds)
    {
        const auto at = dice.below (text.size());
        switch (dice.below (4))
        {
            case 0: text[at] = alphabet[dice.below (alphabet.size())]; break;
            case 1: text.erase (at, 1 + dice.below (20)); break;
            case 2: text.insert (at, text.substr (dice.below (text.size()), dice.below (60))); break;
            default: text.resize (std::max<std::size_t> (1, at)); break;
        }
        if (text.empty())
            text = alphabet[0];
    }
    return text;
}

/** Damage that leaves the grammar whole: digits become others, nothing else is touched. */
inline std::string misprinted (std::string text, Dice& dice)
{
    for (std::size_t wounds = 1 + dice.below (6); wounds > 0; --wounds)
        if (const auto digit = text.find_first_of ("0123456789", dice.below (text.size())); digit != std::string::npos)
            text[digit] = "0123456789-.e"[dice.below (13)];
    return text;
}

inline constexpr std::string_view jsonAlphabet { "{0123456789eE+-.,:[]}\"\\ntu\xff\x00 ", 29 };
} // namespace kolophon::test
