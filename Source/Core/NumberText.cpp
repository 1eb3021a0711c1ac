#include "NumberText.h"

#include "ClassicLocale.h"

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
    const auto* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars (text.data(), last, value);
    if (error != std::errc {})
        return std::nullopt;
    return LeadingNumber { value, text.substr (static_cast<std::size_t> (end - text.data())) };
}

std::optional<double> numberIn (std::string_view text) noexcept
{
    const auto number = leadingNumber (text);
    return number && number->rest.empty() && std::isfinite (number->value) ? std::optional (number->value)
                                                                           : std::nullopt;
}
} // namespace kolophon
