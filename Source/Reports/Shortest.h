#pragma once

#include <array>
#include <charconv>
#include <string>

namespace kolophon
{
/** A number with as few digits as read back to the same double. */
inline std::string shortest (double value)
{
    std::array<char, 32> text {};
    return { text.data(), std::to_chars (text.data(), text.data() + text.size(), value).ptr };
}
} // namespace kolophon
