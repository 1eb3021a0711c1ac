#include "GnuplotScript.h"

#include "../Files/PrintableText.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace kolophon::gnuplot
{
namespace
{
constexpr std::size_t mostCharacters = 400; // of a title
}

Script literal (std::string_view text)
{
    if (const auto found = firstUnprintable (text))
        throw NoFigure ("a text for a picture has " + *found + " (\"" + printable (text, 60) + "\"); allowed: one line of characters");
    // gnuplot reads a quote, at the very beginning of a string, as its end: leading ones stand in a string of their own.
    const auto leading = std::min (text.find_first_not_of ('\''), text.size());
    std::string result = leading > 0 ? '"' + std::string (leading, '\'') + "\".'" : "'";
    for (const char c : text.substr (leading))
        result += c == '\'' ? std::string ("''") : std::string (1, c);
    return Script (Script::Made { result + "'" });
}

Script number (double value, int digits)
{
    std::array<char, 48> text {};
    std::snprintf (text.data(), text.size(), "%.*g", digits, value);
    return Script (Script::Made { text.data() });
}

Text& Text::operator+= (const Text& other)
{
    if (content.empty())
        return *this = other;
    if (other.content.empty())
        return *this;
    if (marked != other.marked)
    {
        content = withMarks() + other.withMarks();
        marked = true;
    }
    else
        content += other.content;
    return *this;
}

std::string Text::withMarks() const
{
    if (marked)
        return content;
    std::string text;
    for (std::size_t i = 0; i < content.size(); ++i)
    {
        const char c = content[i];
        if (std::string_view ("\\_^@&~{}").find (c) != std::string_view::npos)
            text += '\\';
        text += c;
        if (c == '\\' && std::string_view (content).substr (i + 1).starts_with ("U+"))
            text += "{}"; // else gnuplot draws the character of that number
    }
    return text;
}

Script Text::script() const
{
    if (marked)
        return literal (content) + " enhanced";
    return literal (firstUnprintable (content) ? content : printable (content, mostCharacters)) + " noenhanced";
}

Script Text::tic() const
{
    std::string text;
    for (const char c : withMarks())
        text += c == '%' ? std::string ("%%") : std::string (1, c);
    return literal (text);
}
} // namespace kolophon::gnuplot
