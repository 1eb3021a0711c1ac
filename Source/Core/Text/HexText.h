// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace kolophon
{
/** Sixteen hexadecimal digits. */
inline std::string hexText (std::uint64_t value)
{
    std::string digits (16, '0');
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, value >>= 4)
        *digit = "0123456789abcdef"[value & 0xf];
    return digits;
}
} // namespace kolophon
