#include "Html.h"

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
    for (const char c : text)
    {
        switch (c)
        {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string pageHead (std::string_view title, std::string_view style)
{
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
           escapedHtml (title) + "</title>\n<style>" + common + std::string (style) + "</style>\n</head>\n<body>\n";
}

std::string htmlPlayer (const std::string& file)
{
    return "<audio controls preload=\"none\" src=\"" + escapedHtml (file) + "\"></audio> <a href=\"" + escapedHtml (file) +
           "\">" + escapedHtml (file) + "</a>";
}
} // namespace kolophon
