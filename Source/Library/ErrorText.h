// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Text/CutText.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
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

    /** Appends what fits, never half a character. */
    ErrorText& add (std::string_view more) noexcept
    {
        copyCutText (more, text.data() + length, text.size() - length);
        length += std::strlen (text.data() + length);
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
