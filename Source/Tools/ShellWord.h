#pragma once

#include <string>

namespace kolophon
{
/** A word as it would be typed, as far as a shell would need quotes. */
inline std::string shellWord (const std::string& word)
{
    if (! word.empty() && word.find_first_of (" \t\n\"'\\$`&|;<>()*?#[]{}!~") == std::string::npos)
        return word;
    if (word.find_first_of ("\"\\$`!") == std::string::npos)
        return "\"" + word + "\"";
    // Between single quotes nothing has a meaning but the quote itself.
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string ("'\\''") : std::string (1, c);
    return quoted + "'";
}
} // namespace kolophon
