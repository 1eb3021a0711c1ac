#pragma once

#include <string>

namespace kolophon
{
/** A word as it would be typed, as far as a shell would need quotes. */
inline std::string shellWord (const std::string& word)
{
    const bool plain = ! word.empty() && word.find_first_of (" \t\n\"'\\$`&|;<>()*?#") == std::string::npos;
    return plain ? word : "\"" + word + "\"";
}
} // namespace kolophon
