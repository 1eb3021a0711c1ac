#pragma once

#include <array>
#include <charconv>
#include <cstdarg>
#include <cstdio>
#include <string>

/** Numbers as text. All but formatted() write a decimal point whatever the locale is: for files. Names for what
    std::to_chars does: std::format doesn't come with the compiler of Debian 12, and a library for that alone isn't
    worth one. */
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

/** As std::printf has it: for lines with columns. */
#if defined(__GNUC__)
[[gnu::format (printf, 1, 2)]]
#endif
inline std::string
formatted (const char* format, ...)
{
    std::va_list values, again;
    va_start (values, format);
    va_copy (again, values);
    std::string text (static_cast<std::size_t> (std::vsnprintf (nullptr, 0, format, values)), '\0');
    std::vsnprintf (text.data(), text.size() + 1, format, again);
    va_end (again);
    va_end (values);
    return text;
}
} // namespace kolophon
