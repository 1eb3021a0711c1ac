// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Text/NumberText.h"
#include "PrintableText.h"

#include <string>

namespace kolophon
{
/** Quotes a word for a shell if needed, in one line of printable characters only: others are written as bytes in $'…',
    which bash, zsh and ksh read. */
inline std::string shellWord (const std::string& word)
{
    if (firstUnprintable (word))
    {
        std::string bytes = "$'";
        for (const char c : word)
        {
            const auto byte = static_cast<unsigned char> (c);
            bytes +=
                formatted (byte < 0x20 || byte > 0x7e ? "\\x%02x" : (c == '\'' || c == '\\' ? "\\%c" : "%c"), byte);
        }
        return bytes + "'";
    }
    if (! word.empty() && word.front() != '=' &&
        word.find_first_of (" \t\n\"'\\$`&|;<>()*?#[]{}!~") == std::string::npos)
        return word;
    if (word.find_first_of ("\"\\$`!") == std::string::npos)
        return "\"" + word + "\"";
    // Between single quotes only the quote itself is special.
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string ("'\\''") : std::string (1, c);
    return quoted + "'";
}
} // namespace kolophon
