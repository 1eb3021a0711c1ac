// SPDX-License-Identifier: GPL-3.0-or-later
#include "NumberText.h"

#include "ClassicLocale.h"

#include <fast_float/fast_float.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace kolophon
{
std::string formatted (const char* format, ...)
{
    const ClassicLocale scope;
    std::va_list values, again;
    va_start (values, format);
    va_copy (again, values);
    std::string text (static_cast<std::size_t> (std::vsnprintf (nullptr, 0, format, values)), '\0');
    std::vsnprintf (text.data(), text.size() + 1, format, again);
    va_end (again);
    va_end (values);
    return text;
}

std::optional<LeadingNumber> leadingNumber (std::string_view text) noexcept
{
    double value = 0.0;
    const auto [end, error] = fast_float::from_chars (text.data(), text.data() + text.size(), value);
    if (error != std::errc {})
        return std::nullopt;
    const auto length = static_cast<std::size_t> (end - text.data());
    // Versions before 5 report no range: digits that became infinite are too large, and none but zeros make zero.
    const auto mantissa = text.substr (0, length).substr (0, text.substr (0, length).find_first_of ("eE"));
    const bool tooLarge = std::isinf (value) && mantissa.find_first_of ("0123456789") != mantissa.npos;
    const bool tooSmall = value == 0.0 && mantissa.find_first_of ("123456789") != mantissa.npos;
    if (tooLarge || tooSmall)
        return std::nullopt;
    return LeadingNumber { value, text.substr (length) };
}

std::optional<double> numberIn (std::string_view text) noexcept
{
    const auto number = leadingNumber (text);
    return number && number->rest.empty() && std::isfinite (number->value) ? std::optional (number->value)
                                                                           : std::nullopt;
}
} // namespace kolophon
