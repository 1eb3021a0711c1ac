#include "Csv.h"

#include "PrintableText.h"

namespace kolophon
{
namespace
{
/** One line: what would end it, or hide the sign that follows, is shown. */
std::string harmless (std::string_view text)
{
    auto line = printable (text);
    const auto first = line.find_first_not_of (' ');
    if (first != std::string::npos && std::string_view ("=+-@").find (line[first]) != std::string_view::npos)
        line.insert (0, 1, '\'');
    return line;
}
} // namespace

std::string csvQuoted (std::string_view text)
{
    auto cell = harmless (text);
    for (std::size_t at = 0; (at = cell.find ('"', at)) != std::string::npos; at += 2)
        cell.insert (at, 1, '"');
    return "\"" + cell + "\"";
}

std::string csvCell (std::string_view text)
{
    auto cell = harmless (text);
    return cell.find_first_of ("\",;") == std::string::npos ? cell : csvQuoted (text);
}
} // namespace kolophon
