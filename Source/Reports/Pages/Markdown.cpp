// SPDX-License-Identifier: GPL-3.0-or-later
#include "Markdown.h"

#include "../../Files/Bytes/PrintableText.h"

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
} // namespace kolophon
