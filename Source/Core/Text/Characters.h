// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utf8.h>

#include <cstddef>
#include <string_view>

/** Characters of UTF-8 text from outside, and those among them that may be shown. No allocation. */
namespace kolophon
{
struct Character
{
    char32_t code;
    std::string_view bytes;
    bool valid; // false: one byte that does not begin a character
};

/** The first character of a text, which must not be empty. Overlong forms, halves of surrogate pairs and code points
    beyond U+10FFFF are not UTF-8 (RFC 3629). */
inline Character firstCharacter (std::string_view text) noexcept
{
    constexpr std::size_t longest = 4;
    const auto head = text.substr (0, longest);
    if (utf8::find_invalid (head.begin(), head.end()) == head.begin())
        return { static_cast<unsigned char> (text[0]), text.substr (0, 1), false };
    auto end = head.begin();
    const char32_t code = utf8::unchecked::next (end);
    return { code, text.substr (0, static_cast<std::size_t> (end - head.begin())), true };
}

/** Calls visit (character) for every character. */
template <class Visit>
void forEachCharacter (std::string_view text, Visit&& visit)
{
    while (! text.empty())
    {
        const auto c = firstCharacter (text);
        text.remove_prefix (c.bytes.size());
        visit (c);
    }
}

/** C0, DEL and C1. */
constexpr bool isControl (char32_t code) noexcept
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** False for what steers a terminal, forges a line or reorders one: control characters (ESC [ 2 J clears the screen,
    U+009B is equivalent to ESC [), separators of lines and paragraphs, overrides and isolates of the writing direction,
    noncharacters, and bytes that are not UTF-8. */
constexpr bool isHarmless (const Character& c) noexcept
{
    const bool separates = c.code == 0x2028 || c.code == 0x2029;
    const bool turnsAround = (c.code >= 0x202a && c.code <= 0x202e) || (c.code >= 0x2066 && c.code <= 0x2069);
    const bool nothing = (c.code & 0xfffe) == 0xfffe || (c.code >= 0xfdd0 && c.code <= 0xfdef);
    return c.valid && ! isControl (c.code) && ! separates && ! turnsAround && ! nothing;
}
} // namespace kolophon
