#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

/** Numbers as text and text as numbers, with a decimal point whatever the locale is. Names for what std::to_chars and
    std::from_chars do: std::format doesn't come with the compiler of Debian 12, and a library for that alone isn't
    worth one. All doubles of the program are read by leadingNumber(). */
namespace kolophon
{
/** With as few digits as read back to the same double. */
inline std::string shortest (double value)
{
    std::array<char, 32> text {};
    return { text.data(), std::to_chars (text.data(), text.data() + text.size(), value).ptr };
}

/** With so many significant digits at the most, as "%.*g" has it: 0.0807, 2e+04. */
inline std::string significant (double value, int digits)
{
    std::array<char, 64> text {};
    return { text.data(),
             std::to_chars (text.data(), text.data() + text.size(), value, std::chars_format::general, digits).ptr };
}

/** With so many digits behind the point, as "%.*f" has it. */
inline std::string fixed (double value, int decimals)
{
    std::array<char, 512> text {}; // the largest double has 309 digits in front
    return { text.data(),
             std::to_chars (text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals).ptr };
}

/** With a power of ten and so many digits behind the point, as "%.*e" has it: 1.5e-15. */
inline std::string scientific (double value, int decimals)
{
    std::array<char, 512> text {};
    return {
        text.data(),
        std::to_chars (text.data(), text.data() + text.size(), value, std::chars_format::scientific, decimals).ptr
    };
}

/** As std::printf has it in the locale "C": for lines with columns. */
#if defined(__GNUC__)
[[gnu::format (printf, 1, 2)]]
#endif
std::string
formatted (const char* format, ...);

/** A number at the beginning of a text, and the text behind it. */
struct LeadingNumber
{
    double value;
    std::string_view rest;
};

/** Digits with a point and an exponent, "inf" or "nan", a minus in front; nothing where the text begins otherwise, or
    with a number that no double holds. */
std::optional<LeadingNumber> leadingNumber (std::string_view text) noexcept;

/** The finite number that the whole text is. */
std::optional<double> numberIn (std::string_view text) noexcept;

/** The whole number that the whole text is. */
template <std::integral Integer>
std::optional<Integer> integerIn (std::string_view text, int base = 10) noexcept
{
    Integer value {};
    const auto [end, error] = std::from_chars (text.data(), text.data() + text.size(), value, base);
    return error == std::errc {} && end == text.data() + text.size() ? std::optional (value) : std::nullopt;
}
} // namespace kolophon
