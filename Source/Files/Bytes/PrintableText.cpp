// SPDX-License-Identifier: GPL-3.0-or-later
#include "PrintableText.h"

#include "../../Core/Text/NumberText.h"

#include <utf8.h>

#include <algorithm>
#include <vector>

namespace kolophon
{
namespace
{
struct Character
{
    char32_t code;
    std::string_view bytes;
    bool valid; // false: one byte that does not begin a character
};

/** The first character of a text, which must not be empty. Overlong forms, halves of surrogate pairs and code points
    beyond U+10FFFF are not UTF-8 (RFC 3629). */
Character firstCharacter (std::string_view text)
{
    auto end = text.begin();
    char32_t code = 0;
    try
    {
        code = utf8::next (end, text.end());
    }
    catch (const utf8::exception&)
    {
        return { static_cast<unsigned char> (text[0]), text.substr (0, 1), false };
    }
    return { code, text.substr (0, static_cast<std::size_t> (end - text.begin())), true };
}

bool controls (char32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

bool harmless (const Character& c)
{
    const bool separates = c.code == 0x2028 || c.code == 0x2029;
    const bool turnsAround = (c.code >= 0x202a && c.code <= 0x202e) || (c.code >= 0x2066 && c.code <= 0x2069);
    const bool nothing = (c.code & 0xfffe) == 0xfffe || (c.code >= 0xfdd0 && c.code <= 0xfdef);
    return c.valid && ! controls (c.code) && ! separates && ! turnsAround && ! nothing;
}

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

template <class Use>
void forEachCharacter (std::string_view text, const Use& use)
{
    while (! text.empty())
    {
        const auto c = firstCharacter (text);
        text.remove_prefix (c.bytes.size());
        use (c);
    }
}
} // namespace

std::string printable (std::string_view text, std::size_t maxLength)
{
    std::vector<std::string> shown;
    forEachCharacter (text, [&shown] (const Character& c)
                      { shown.push_back (harmless (c) ? std::string (c.bytes) : escaped (c)); });
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
                          if (! found && ! harmless (c))
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
                          if (harmless (c) || c.code == '\n' || c.code == '\t')
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
                          const bool kept = c.valid && (! controls (c.code) || c.code == '\n' || c.code == '\t');
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
                          const auto part = harmless (c) && ! forbidden ? c.bytes : std::string_view ("-");
                          if (result.size() + part.size() <= maxLength)
                              result += part;
                      });
    result.erase (0, std::min (result.find_first_not_of (".- "), result.size()));
    while (result.ends_with ('.') || result.ends_with (' ')) // some systems remove them
        result.pop_back();
    return result.empty() ? "unnamed" : result;
}
} // namespace kolophon
