// SPDX-License-Identifier: GPL-3.0-or-later
#include "NumberText.h"

#include "../../Core/Text/NumberText.h"

#include <array>
#include <charconv>
#include <cmath>

namespace kolophon::lab
{
std::string numberText (double value)
{
    auto text = shortest (value);
    if (const auto e = text.find ("e+"); e != std::string::npos)
        text.erase (e + 1, text[e + 2] == '0' ? 2 : 1);
    return text;
}

std::string decimalText (double value)
{
    const double size = std::abs (value);
    const bool plain = value == 0.0 || (size >= 1e-4 && size < 1e15);
    std::array<char, 32> digits {};
    const auto end = std::to_chars (digits.data(), digits.data() + digits.size(), value,
                                    plain ? std::chars_format::fixed : std::chars_format::scientific)
                         .ptr;
    std::string text (digits.data(), end);
    return plain && text.find ('.') == std::string::npos ? text + ".0" : text;
}
} // namespace kolophon::lab
