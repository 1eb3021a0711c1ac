// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace kolophon
{
/** The beginning of a UTF-8 text: at most `maxBytes` bytes, cut between characters. */
inline std::string_view cutText (std::string_view text, std::size_t maxBytes) noexcept
{
    std::size_t end = std::min (text.size(), maxBytes);
    while (end < text.size() && end > 0 && (static_cast<unsigned char> (text[end]) & 0xc0u) == 0x80u)
        --end;
    return text.substr (0, end);
}

/** The same into memory of `size` bytes, with a 0 behind it. Precondition: `size` > 0. */
inline void copyCutText (std::string_view text, char* destination, std::size_t size) noexcept
{
    destination[cutText (text, size - 1).copy (destination, size - 1)] = '\0';
}
} // namespace kolophon
