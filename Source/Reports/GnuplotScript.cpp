// SPDX-License-Identifier: GPL-3.0-or-later
#include "GnuplotScript.h"

#include "../Core/NumberText.h"
#include "../Files/PrintableText.h"

#include <algorithm>

namespace kolophon::gnuplot
{
namespace
{
constexpr std::size_t maxCharacters = 400; // of a title
}

Script literal (std::string_view text)
{
    if (const auto found = firstUnprintable (text))
        throw NoFigure ("a text for a picture has " + *found + " (\"" + printable (text, 60) +
                        "\"); allowed: a single line of text");
    // Writes quotes as character codes in strings of their own: gnuplot 5.4 misparses two doubled quotes in a row (a
    // quote between double quotes makes it look for macros (@x) inside the next string).
    std::string result = "'";
    for (std::size_t i = 0; i < text.size();)
    {
        const auto end = std::min (text.find_first_not_of ('\'', i), text.size());
        if (end == i)
            result += text[i++];
        else
        {
            result += "'.\"";
            for (; i < end; ++i)
                result += "\\047";
            result += "\".'";
        }
    }
    return Script (Script::Made { result + "'" });
}

Script number (double value, int digits)
{
    return Script (Script::Made { significant (value, digits) });
}

Script terminal (PictureFormat format, double width, double height, Words options)
{
    return "set encoding utf8\nset terminal " +
           (format == PictureFormat::svg ? Script ("svg ") : Script ("pngcairo fontscale 0.75 ")) + options + " size " +
           number (width) + "," + number (height) + " font 'sans-serif,13' background '#ffffff'\n";
}

Script margins (double left, double right, double bottom, double top)
{
    const auto place = [] (double value) { return number (value, 5); }; // a hundredth of a pixel
    return "set lmargin at screen " + place (left) + "\nset rmargin at screen " + place (right) +
           "\nset bmargin at screen " + place (bottom) + "\nset tmargin at screen " + place (top) + "\n";
}

void Plots::add (const Script& name, const Script& rows, const Script& style)
{
    if (rows.empty())
        return;
    data += "$" + name + " << EOD\n" + rows + "EOD\n";
    next ("$" + name + " " + style);
}

void Plots::legend (const Script& style)
{
    next ("NaN " + style);
}

void Plots::next (const Script& plot)
{
    plots += (plots.empty() ? Script ("plot ") : Script (", \\\n     ")) + plot;
}

Script Plots::script() const
{
    return data + plots + "\n";
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
            text += "{}"; // else gnuplot draws the character with that number
    }
    return text;
}

Script Text::script() const
{
    if (marked)
        return literal (content) + " enhanced";
    return literal (firstUnprintable (content) ? content : printable (content, maxCharacters)) + " noenhanced";
}

Script Text::tic() const
{
    std::string text;
    for (const char c : withMarks())
        text += c == '%' ? std::string ("%%") : std::string (1, c);
    return literal (text);
}
} // namespace kolophon::gnuplot
