// SPDX-License-Identifier: GPL-3.0-or-later
#include "Base64.h"

#include <array>

namespace kolophon
{
namespace
{
constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> makeValues ()
{
    std::array<std::int8_t, 256> values {};
    values.fill (-1);
    for (std::size_t i = 0; i < digits.size(); ++i)
        values[static_cast<std::uint8_t> (digits[i])] = static_cast<std::int8_t> (i);
    return values;
}
constexpr auto values = makeValues();
} // namespace

std::string base64 (std::span<const std::uint8_t> bytes)
{
    std::string text;
    text.reserve ((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3)
    {
        const auto byte = [&] (std::size_t n) { return i + n < bytes.size() ? std::uint32_t { bytes[i + n] } : 0u; };
        const auto three = byte (0) << 16 | byte (1) << 8 | byte (2);
        for (std::size_t n = 0; n < 4; ++n)
            text += i + n <= bytes.size() ? digits[three >> (18 - 6 * n) & 63] : '=';
    }
    return text;
}

std::optional<std::vector<std::uint8_t>> bytesOfBase64 (std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && text.ends_with ('='))
    {
        text.remove_suffix (1);
        ++padding;
    }
    std::vector<std::uint8_t> bytes;
    bytes.reserve (text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text)
    {
        const auto value = values[static_cast<std::uint8_t> (c)];
        if (value < 0)
            return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t> (value);
        count += 6;
        if (count >= 8)
        {
            count -= 8;
            bytes.push_back (static_cast<std::uint8_t> (bits >> count & 255));
        }
    }
    return bytes;
}
} // namespace kolophon
