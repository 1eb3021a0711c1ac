// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

/** Classification of ASCII letters and digits, independent of the locale. The functions of <cctype> depend on it: in a
    Turkish locale the small letter of I is not i, in a Latin-1 locale half of a UTF-8 character is a letter. */
namespace kolophon
{
constexpr bool isDigit (char c) noexcept
{
    return c >= '0' && c <= '9';
}

constexpr bool isLetterOrDigit (char c) noexcept
{
    return isDigit (c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr char lowerCase (char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char> (c - 'A' + 'a') : c;
}

constexpr char upperCase (char c) noexcept
{
    return c >= 'a' && c <= 'z' ? static_cast<char> (c - 'a' + 'A') : c;
}

inline std::string lowerCase (std::string text)
{
    std::transform (text.begin(), text.end(), text.begin(), [] (char c) { return lowerCase (c); });
    return text;
}

constexpr bool equalIgnoringCase (std::string_view a, std::string_view b) noexcept
{
    return std::equal (a.begin(), a.end(), b.begin(), b.end(),
                       [] (char x, char y) { return lowerCase (x) == lowerCase (y); });
}

/** Removes blanks, tabulators and line ends around a text. */
constexpr std::string_view trimmed (std::string_view text) noexcept
{
    constexpr std::string_view blanks = " \t\r\n\f\v";
    text.remove_prefix (std::min (text.find_first_not_of (blanks), text.size()));
    return text.substr (0, text.find_last_not_of (blanks) + 1);
}
} // namespace kolophon
