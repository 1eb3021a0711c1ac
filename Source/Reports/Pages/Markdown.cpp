// SPDX-License-Identifier: GPL-3.0-or-later
#include "Markdown.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Files/Bytes/PrintableText.h"

#include <algorithm>
#include <cctype>

namespace kolophon
{
namespace
{
/** In one cell: a bar would begin the next one, a line feed the next row. */
std::string escaped (std::string_view cell)
{
    auto text = printable (cell);
    for (std::size_t at = 0; (at = text.find ('|', at)) != std::string::npos; at += 2)
        text.replace (at, 1, "\\|");
    return text;
}
} // namespace

std::string markdownText (std::string_view theirs)
{
    std::string text;
    for (const char c : printable (theirs))
    {
        if (std::string_view ("\\`*[]<>").find (c) != std::string_view::npos)
            text += '\\';
        text += c;
    }
    return text;
}

std::string markdownTable (const std::vector<std::string>& heading, const Rows& rows)
{
    std::string text = "|";
    for (const auto& cell : heading)
        text += " " + escaped (cell) + " |";
    text += "\n|";
    for (std::size_t i = 0; i < heading.size(); ++i)
        text += "---|";
    for (const auto& row : rows)
    {
        text += "\n|";
        for (const auto& cell : row)
            text += " " + escaped (cell) + " |";
    }
    return text + "\n";
}

std::string markdownAnchor (std::string_view heading)
{
    std::string text;
    for (const char c : heading)
        if (isLetterOrDigit (c) || c == '_' || c == '-')
            text += lowerCase (c);
        else if (c == ' ')
            text += '-';
    return text;
}

std::string markdownItem (std::string_view what, std::string_view words)
{
    return words.empty() ? "" : "* **" + std::string (what) + ".** " + std::string (words) + "\n";
}

std::string withoutMarkdown (std::string_view markdown)
{
    std::string text;
    for (std::size_t i = 0; i < markdown.size(); ++i)
    {
        const auto middle = markdown[i] == '[' ? markdown.find (']', i) : markdown.npos; // of a link
        if (markdown[i] == '\\' && i + 1 < markdown.size())
            text += markdown[++i];
        else if (middle < markdown.size() && markdown.substr (middle).starts_with ("]("))
        {
            text += withoutMarkdown (markdown.substr (i + 1, middle - i - 1));
            i = std::min (markdown.find (')', middle), markdown.size());
        }
        else if (markdown[i] != '`' && markdown[i] != '*')
            text += markdown[i];
    }
    return text;
}
} // namespace kolophon
