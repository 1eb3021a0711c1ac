// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kolophon
{
/** Escapes a text as a Turtle string. */
inline std::string turtle (std::string_view words)
{
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string all = "\"";
    for (const char c : words)
    {
        const auto byte = static_cast<unsigned char> (c);
        if (c == '"' || c == '\\')
            all += { '\\', c };
        else if (byte < 0x20 || byte == 0x7f)
            all += { '\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15] };
        else
            all += c;
    }
    return all + "\"";
}

/** Name after a prefix, formed from the letters and digits of a text. */
inline std::string turtleName (std::string_view words)
{
    std::string name (words);
    for (char& c : name)
        if (! (c >= 'a' && c <= 'z') && ! (c >= 'A' && c <= 'Z') && ! (c >= '0' && c <= '9'))
            c = '_';
    return name;
}
} // namespace kolophon
