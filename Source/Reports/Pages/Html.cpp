// SPDX-License-Identifier: GPL-3.0-or-later
#include "Html.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/PrintableText.h"

#include <cctype>
#include <cstring>

namespace kolophon
{
std::string escapedHtml (std::string_view text)
{
    std::string result;
    for (const char c : withoutControls (text))
    {
        switch (c)
        {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            case '\'': result += "&#39;"; break;
            default: result += c;
        }
    }
    return result;
}

std::string scriptJson (std::string json)
{
    json = printableJson (json);
    for (std::size_t at = 0; (at = json.find ('<', at)) != std::string::npos;)
        json.replace (at, 1, "\\u003c");
    return json;
}

std::string fileLink (std::string_view file)
{
    std::string link;
    for (const char c : file)
    {
        const auto byte = static_cast<unsigned char> (c);
        if (isLetterOrDigit (c) || std::strchr ("-._~/", c) != nullptr)
            link += c;
        else
            link += formatted ("%%%02X", static_cast<unsigned> (byte));
    }
    return link;
}

std::string htmlLink (const std::string& file)
{
    return "<a href=\"" + fileLink (file) + "\">" + escapedHtml (file) + "</a>";
}

std::string htmlPlayer (const std::string& file)
{
    return "<audio controls preload=\"none\" src=\"" + fileLink (file) + "\"></audio> " + htmlLink (file);
}
} // namespace kolophon
