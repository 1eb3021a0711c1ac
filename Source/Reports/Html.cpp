#include "Html.h"

#include "../Files/PrintableText.h"

#include <array>
#include <cctype>
#include <cstdio>
#include <cstring>

namespace kolophon
{
namespace
{
constexpr auto common = R"(
  body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; border-top: 1px solid #ccc; padding-top: 1rem; }
  .wide { overflow-x: auto; }
  table { border-collapse: collapse; white-space: nowrap; }
  th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd; }
  th:first-child, td:first-child { text-align: left; }
  thead th { border-bottom: 2px solid #555; }
  dt { font-weight: 600; } dd { margin: 0 0 .5rem 1.5rem; }
  pre { background: #f3f3f3; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  svg { width: 100%; height: auto; } audio { vertical-align: middle; height: 2rem; }
)";
} // namespace

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
        if (std::isalnum (byte) != 0 || std::strchr ("-._~/", c) != nullptr)
            link += c;
        else
        {
            std::array<char, 4> code {};
            std::snprintf (code.data(), code.size(), "%%%02X", static_cast<unsigned> (byte));
            link += code.data();
        }
    }
    return link;
}

std::string pageHead (std::string_view title, std::string_view style)
{
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
           escapedHtml (title) + "</title>\n<style>" + common + std::string (style) + "</style>\n</head>\n<body>\n";
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
