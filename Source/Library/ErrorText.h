// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Text/CutText.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace kolophon::library
{
/** A sentence in a buffer of fixed size: the audio thread writes it without allocation. */
class ErrorText
{
public:
    const char* get () const noexcept { return text.data(); }

    ErrorText& clear () noexcept
    {
        length = 0;
        text[0] = '\0';
        return *this;
    }

    /** Appends what fits, never half a character. A caller's text may hold anything: control characters, which would
        clear a terminal or forge a line, become question marks. */
    ErrorText& add (std::string_view more) noexcept
    {
        copyCutText (more, text.data() + length, text.size() - length);
        for (; text[length] != '\0'; ++length)
        {
            const auto byte = static_cast<unsigned char> (text[length]);
            const auto next = static_cast<unsigned char> (text[length + 1]);
            const bool isC1 = byte == 0xc2 && next >= 0x80 && next < 0xa0; // in UTF-8
            if (byte < 0x20 || byte == 0x7f || isC1)
                text[length] = '?';
            if (isC1)
                text[++length] = '?';
        }
        return *this;
    }

    ErrorText& add (double number) noexcept
    {
        std::array<char, 64> digits {};
        const double size = std::abs (number);
        const auto format =
            size == 0.0 || (size >= 1e-5 && size < 1e15) ? std::chars_format::fixed : std::chars_format::general;
        const auto end = std::to_chars (digits.data(), digits.data() + digits.size(), number, format).ptr;
        return add (std::string_view (digits.data(), static_cast<std::size_t> (end - digits.data())));
    }

private:
    std::array<char, 1024> text {};
    std::size_t length = 0;
};
} // namespace kolophon::library
