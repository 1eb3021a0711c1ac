// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Text/Characters.h"

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

    /** Appends what fits, never half a character. A caller's text may hold anything: what would clear a terminal or
        forge a line becomes a question mark. */
    ErrorText& add (std::string_view more) noexcept
    {
        bool isFull = false;
        forEachCharacter (more,
                          [&] (const Character& c)
                          {
                              const auto shown = isHarmless (c) ? c.bytes : std::string_view ("?");
                              isFull = isFull || length + shown.size() >= text.size();
                              if (! isFull)
                                  length += shown.copy (text.data() + length, shown.size());
                          });
        text[length] = '\0';
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
