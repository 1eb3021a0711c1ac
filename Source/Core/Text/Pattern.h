// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace kolophon
{
/** True if a pattern matches a whole text: * stands for any run of characters, ? for any one of them (of UTF-8; an
    invalid byte counts as one). The time is bounded by the product of both lengths: after a mismatch only the last *
    is extended. fnmatch() would also interpret brackets and escapes, depends on the locale, and is not part of standard
    C++. */
inline bool fitsPattern (std::string_view pattern, std::string_view text) noexcept
{
    const auto behindCharacter = [text] (std::size_t at)
    {
        do
            ++at;
        while (at < text.size() && (static_cast<unsigned char> (text[at]) & 0xc0u) == 0x80u);
        return at;
    };
    std::size_t p = 0, t = 0, star = std::string_view::npos, retry = 0;
    while (t < text.size())
        if (p < pattern.size() && pattern[p] == '*')
        {
            star = p++;
            retry = t;
        }
        else if (p < pattern.size() && pattern[p] == '?')
        {
            ++p;
            t = behindCharacter (t);
        }
        else if (p < pattern.size() && pattern[p] == text[t])
        {
            ++p;
            ++t;
        }
        else if (star != std::string_view::npos)
        {
            p = star + 1;
            t = ++retry;
        }
        else
            return false;
    return pattern.find_first_not_of ('*', p) == std::string_view::npos;
}
} // namespace kolophon
