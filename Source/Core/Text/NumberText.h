// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

/** Conversions between numbers and text, with a decimal point in every locale: std::to_chars (std::format doesn't come
    with the compiler of Debian 12), and for doubles fast_float's from_chars, which the standard library of macOS lacks.
    All doubles of the program are read by leadingNumber(). */
namespace kolophon
{
/** Formats with the fewest digits that read back to the same double. */
inline std::string shortest (double value)
{
    std::array<char, 32> text {};
    return { text.data(), std::to_chars (text.data(), text.data() + text.size(), value).ptr };
}

/** Formats with at most `digits` significant digits, like "%.*g": 0.0807, 2e+04. */
inline std::string significant (double value, int digits)
{
    std::array<char, 64> text {};
    return { text.data(),
             std::to_chars (text.data(), text.data() + text.size(), value, std::chars_format::general, digits).ptr };
}

/** Formats with `decimals` digits after the point, like "%.*f". */
inline std::string fixed (double value, int decimals)
{
    std::array<char, 512> text {}; // the largest double has 309 digits in front
    return { text.data(),
             std::to_chars (text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals).ptr };
}

/** Formats with a power of ten and a fixed number of digits after the point, like "%.*e": 1.5e-15. */
inline std::string scientific (double value, int decimals)
{
    std::array<char, 512> text {};
    return {
        text.data(),
        std::to_chars (text.data(), text.data() + text.size(), value, std::chars_format::scientific, decimals).ptr
    };
}

/** Formats like std::printf in the locale "C": for lines with columns. */
#if defined(__GNUC__)
[[gnu::format (printf, 1, 2)]]
#endif
std::string
formatted (const char* format, ...);

/** A number at the beginning of a text, and the rest of the text. */
struct LeadingNumber
{
    double value;
    std::string_view rest;
};

/** Reads digits with a point and an exponent, "inf" or "nan", with or without a minus in front; nullopt if the text
    begins otherwise, or with a number out of the range of double. */
std::optional<LeadingNumber> leadingNumber (std::string_view text) noexcept;

/** Reads a finite number that makes up the whole text. */
std::optional<double> numberIn (std::string_view text) noexcept;

/** Reads an integer that makes up the whole text. */
template <std::integral Integer>
std::optional<Integer> integerIn (std::string_view text, int base = 10) noexcept
{
    Integer value {};
    const auto [end, error] = std::from_chars (text.data(), text.data() + text.size(), value, base);
    return error == std::errc {} && end == text.data() + text.size() ? std::optional (value) : std::nullopt;
}
} // namespace kolophon
