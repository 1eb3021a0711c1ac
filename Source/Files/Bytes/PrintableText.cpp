// SPDX-License-Identifier: GPL-3.0-or-later
#include "PrintableText.h"

#include "../../Core/Text/Characters.h"
#include "../../Core/Text/NumberText.h"

#include <algorithm>
#include <vector>

namespace kolophon
{
namespace
{
std::string escaped (const Character& c)
{
    switch (c.valid ? c.code : 0)
    {
        case '\n': return "\\n";
        case '\r': return "\\r";
        case '\t': return "\\t";
        default:
            return formatted (! c.valid || c.code < 0x80 ? "\\x%02x" : (c.code <= 0xffff ? "\\u%04x" : "\\U%08x"),
                              c.code);
    }
}
} // namespace

std::string printable (std::string_view text, std::size_t maxLength)
{
    std::vector<std::string> shown;
    forEachCharacter (text, [&shown] (const Character& c)
                      { shown.push_back (isHarmless (c) ? std::string (c.bytes) : escaped (c)); });
    std::string result;
    const std::size_t tail = shown.size() > maxLength ? maxLength / 3 : 0,
                      head = shown.size() > maxLength ? maxLength - tail : shown.size();
    for (std::size_t i = 0; i < head; ++i)
        result += shown[i];
    if (shown.size() > maxLength)
        result += "…";
    for (std::size_t i = shown.size() - tail; i < shown.size(); ++i)
        result += shown[i];
    return result;
}

std::optional<std::string> firstUnprintable (std::string_view text)
{
    std::optional<std::string> found;
    unsigned long place = 0;
    forEachCharacter (text,
                      [&] (const Character& c)
                      {
                          ++place;
                          if (! found && ! isHarmless (c))
                              found = (c.valid ? formatted ("U+%04X", c.code)
                                               : formatted ("the byte 0x%02x, which is not UTF-8,", c.code)) +
                                      formatted (" at character %lu", place);
                      });
    return found;
}

std::string printableJson (std::string_view json)
{
    std::string result;
    forEachCharacter (json,
                      [&result] (const Character& c)
                      {
                          if (isHarmless (c) || c.code == '\n' || c.code == '\t')
                              result += c.bytes;
                          else if (! c.valid)
                              result += "\\ufffd";
                          else if (c.code > 0xffff) // in JSON: a pair of surrogates
                              result += formatted ("\\u%04x", 0xd800 + ((c.code - 0x10000) >> 10)) +
                                        formatted ("\\u%04x", 0xdc00 + (c.code & 0x3ff));
                          else
                              result += formatted ("\\u%04x", c.code);
                      });
    return result;
}

std::string withoutControls (std::string_view text)
{
    std::string result;
    forEachCharacter (text,
                      [&result] (const Character& c)
                      {
                          const bool kept = c.valid && (! isControl (c.code) || c.code == '\n' || c.code == '\t');
                          result += kept ? c.bytes : std::string_view ("\xef\xbf\xbd");
                      });
    return result;
}

std::string safeFileName (std::string_view name, std::size_t maxLength)
{
    std::string result;
    forEachCharacter (name,
                      [&] (const Character& c)
                      {
                          const bool forbidden =
                              c.code < 0x80 && std::string_view ("/\\:*?\"<>|").find (static_cast<char> (c.code)) !=
                                                   std::string_view::npos;
                          const auto part = isHarmless (c) && ! forbidden ? c.bytes : std::string_view ("-");
                          if (result.size() + part.size() <= maxLength)
                              result += part;
                      });
    result.erase (0, std::min (result.find_first_not_of (".- "), result.size()));
    while (result.ends_with ('.') || result.ends_with (' ')) // some systems remove them
        result.pop_back();
    return result.empty() ? "unnamed" : result;
}
} // namespace kolophon
