#pragma once

#include <cstddef>
#include <string_view>

namespace kolophon
{
/** Whether a whole text is what a pattern stands for: * is any run of characters, ? any one of them (of UTF-8; a byte
    that belongs to none counts as one). In a time that is bounded by the product of both lengths: only the last * that
    was met takes more when something behind it does not fit. fnmatch() knows brackets and escapes besides, asks the
    locale, and is in no standard of C++. */
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
