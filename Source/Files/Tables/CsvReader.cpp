// SPDX-License-Identifier: GPL-3.0-or-later
#include "CsvReader.h"

#include "../../Core/Error.h"
#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "../Bytes/PrintableText.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr std::string_view blanks = " \t";

std::string_view firstLine (std::string_view text)
{
    return text.substr (0, text.find ('\n'));
}

/** Separator of a line: the rarest character among the possible ones. */
std::optional<char> separatorIn (std::string_view line)
{
    bool quoted = false;
    std::optional<char> found;
    for (const char c : line)
    {
        quoted = quoted != (c == '"');
        if (quoted)
            continue;
        if (c == ';')
            return c;
        if (c == '\t' || (c == ',' && ! found))
            found = c;
    }
    return found;
}

bool isNumeric (std::string_view line)
{
    const auto first = line.find_first_not_of (" \t\"");
    return first != std::string_view::npos &&
           (isDigit (line[first]) || line[first] == '-' || line[first] == '+' || line[first] == '.');
}

/** Separator of a table: that of the first row that begins with a number, because a heading may contain all of them. */
char separatorOf (std::string_view table)
{
    for (; ! table.empty(); table.remove_prefix (std::min (firstLine (table).size() + 1, table.size())))
        if (const auto line = firstLine (table); isNumeric (line))
            return separatorIn (line).value_or (',');
    return ',';
}

/** Position of a comma that may be a decimal one: digits follow it. */
std::size_t decimalComma (std::string_view cell)
{
    const auto comma = cell.find (',');
    return comma != std::string_view::npos && comma + 1 < cell.size() && isDigit (cell[comma + 1])
               ? comma
               : std::string_view::npos;
}
} // namespace

CsvReader::CsvReader (std::string_view table) : rest (table)
{
    constexpr std::string_view declaration = "sep=";
    if (const auto line = firstLine (rest); line.starts_with (declaration) && line.size() == declaration.size() + 1)
    {
        separator = line.back();
        nextLine();
    }
    else
        separator = separatorOf (table);
}

std::string_view CsvReader::nextLine()
{
    const auto line = firstLine (rest);
    rest.remove_prefix (std::min (line.size() + 1, rest.size()));
    ++lines;
    return line;
}

bool CsvReader::next()
{
    while (! rest.empty())
    {
        const auto* const begin = rest.data();
        row = nextLine();
        begun = lines;
        if (trimmed (row).empty() || row.starts_with ('#'))
            continue;
        // A quoted cell may span lines.
        while (std::count (row.begin(), row.end(), '"') % 2 != 0)
        {
            if (rest.empty())
                throw InputError ({ place(), "\"" + printable (row, longestCell) + "\"", "has an unclosed quote" });
            const auto more = nextLine();
            row = { begin, static_cast<std::size_t> (more.data() + more.size() - begin) };
        }
        split();
        return true;
    }
    return false;
}

void CsvReader::split()
{
    cells.assign (1, {});
    bool quoted = false;
    for (std::size_t i = 0; i < row.size(); ++i)
    {
        const char c = row[i];
        if (c == '"' && quoted && row.substr (i + 1, 1) == "\"")
            cells.back() += row[++i];
        else if (c == '"')
            quoted = ! quoted;
        else if (c == separator && ! quoted)
            cells.emplace_back();
        else
            cells.back() += c;
    }
    for (auto& cell : cells)
        cell = trimmed (cell);
    while (cells.size() > 1 && cells.back().empty())
        cells.pop_back();
}

std::string CsvReader::value (std::size_t index)
{
    auto text = cells[index];
    const auto refuse = [&] (const std::string& problem)
    {
        throw InputError (
            { place(), "\"" + printable (text, longestCell) + "\"", problem, "numbers with a decimal point" });
    };
    if (! isNumeric (text) && ! text.starts_with (','))
        return text;
    const auto comma = decimalComma (text), point = text.find ('.');
    if (comma == std::string::npos)
    {
        if (point != std::string::npos && lineOfPoint == 0)
            lineOfPoint = begun;
    }
    else if (separator == ',')
        refuse ("has a comma inside a number");
    else if (point < text.find_first_of (" \t") || text.find (',', comma + 1) != std::string::npos)
        refuse ("has more than one decimal point or comma");
    else
    {
        if (lineOfComma == 0)
            lineOfComma = begun;
        text[comma] = '.';
    }
    if (lineOfComma > 0 && lineOfPoint > 0)
        refuse ("and line " + std::to_string (lineOfComma == begun ? lineOfPoint : lineOfComma) +
                " mix decimal points and commas");
    return text;
}

std::optional<double> CsvReader::number (std::size_t index)
{
    const auto text = value (index);
    return numberIn (text.starts_with ('+') ? std::string_view (text).substr (1) : text);
}

std::string CsvReader::place() const
{
    return "line " + std::to_string (begun);
}
} // namespace kolophon
