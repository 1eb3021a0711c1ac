// SPDX-License-Identifier: GPL-3.0-or-later
#include "DecodedText.h"

#include "../../Core/Error.h"

#include <array>

namespace kolophon
{
std::string_view wideEncodingOf (std::string_view text)
{
    using namespace std::literals;
    struct Mark
    {
        std::string_view bytes, name;
    };
    constexpr std::array marks { Mark { "\xff\xfe\0\0"sv, "UTF-32 (little endian)" },
                                 Mark { "\0\0\xfe\xff"sv, "UTF-32 (big endian)" },
                                 Mark { "\xff\xfe"sv, "UTF-16 (little endian)" },
                                 Mark { "\xfe\xff"sv, "UTF-16 (big endian)" } };
    for (const auto& mark : marks)
        if (text.starts_with (mark.bytes))
            return mark.name;
    if (text.size() < 4)
        return {};
    const auto zero = [text] (std::size_t i) { return text[i] == '\0'; };
    if (zero (1) && zero (2) && zero (3) && ! zero (0))
        return "UTF-32 (little endian)";
    if (zero (0) && zero (1) && zero (2) && ! zero (3))
        return "UTF-32 (big endian)";
    if (zero (1) && zero (3) && ! zero (0) && ! zero (2))
        return "UTF-16 (little endian)";
    return zero (0) && zero (2) && ! zero (1) && ! zero (3) ? "UTF-16 (big endian)" : std::string_view();
}

std::string decodedText (std::string bytes)
{
    if (const auto encoding = wideEncodingOf (bytes); ! encoding.empty())
        throw InputError ("its text is in " + std::string (encoding) + "; save it in UTF-8");
    while (bytes.starts_with (utf8Mark))
        bytes.erase (0, utf8Mark.size());
    if (bytes.find ('\r') == std::string::npos)
        return bytes;
    std::size_t length = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
    {
        const bool ends = bytes[i] == '\r';
        if (ends && i + 1 < bytes.size() && bytes[i + 1] == '\n')
            ++i;
        bytes[length++] = ends ? '\n' : bytes[i];
    }
    bytes.resize (length);
    return bytes;
}
} // namespace kolophon
