// SPDX-License-Identifier: GPL-3.0-or-later
#include "Csv.h"

#include "../../Core/Text/NumberText.h"
#include "../Bytes/ExitCode.h"
#include "../Bytes/PrintableText.h"
#include "../Bytes/SystemReason.h"

#include <cerrno>
#include <cmath>
#include <cstring>

namespace kolophon
{
namespace
{
constexpr std::size_t flushAt = 1u << 20; // [bytes]

/** Makes one line: shows characters that would end it or hide the sign that follows. */
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

CsvText& CsvText::add (std::string_view text)
{
    if (! first)
        written += ',';
    first = false;
    written += text;
    return *this;
}

CsvText& CsvText::cell (std::string_view text)
{
    return add (csvCell (text));
}

CsvText& CsvText::quoted (std::string_view text)
{
    return add (csvQuoted (text));
}

CsvText& CsvText::number (double value)
{
    return add (std::isnan (value) ? "nan" : shortest (value));
}

CsvText& CsvText::number (std::size_t value)
{
    return add (std::to_string (value));
}

CsvText& CsvText::number (const std::optional<double>& value)
{
    return value ? number (*value) : add ({});
}

void CsvText::endRow()
{
    written += '\n';
    first = true;
}

//==============================================================================
std::string_view CsvRow::text()
{
    if (ended)
        good = false;
    const auto comma = rest.find (',');
    const auto field = rest.substr (0, comma);
    ended = comma == std::string_view::npos;
    rest = ended ? std::string_view() : rest.substr (comma + 1);
    return field;
}

std::optional<double> CsvRow::optional()
{
    if (rest.starts_with (',') || (rest.empty() && ! ended))
    {
        text();
        return std::nullopt;
    }
    return number<double>();
}

//==============================================================================
CsvFile::CsvFile (const std::filesystem::path& target, const std::string& heading) : place (target), buffer (heading)
{
    file = std::fopen (place.path().string().c_str(), "wb");
    if (file == nullptr)
        throw Failure (ExitCode::notWritable, "cannot write " + target.string() + ": " + systemReason (errno));
}

CsvFile::~CsvFile()
{
    if (file != nullptr)
        std::fclose (file);
}

void CsvFile::row (std::span<const double> values)
{
    for (const double value : values)
        buffer.number (value);
    buffer.endRow();
    if (buffer.text().size() > flushAt)
    {
        write (buffer.text());
        buffer.clear();
    }
}

void CsvFile::write (const std::string& text)
{
    if (std::fwrite (text.data(), 1, text.size(), file) != text.size() || std::fflush (file) != 0)
        throw Failure (ExitCode::notWritable,
                       "writing " + place.target().string() + " failed: " + systemReason (errno));
}

void CsvFile::complete()
{
    write (buffer.text());
    buffer.clear();
    const bool closed = std::fclose (file) == 0;
    file = nullptr;
    if (! closed)
        throw Failure (ExitCode::notWritable,
                       "completing " + place.target().string() + " failed: " + systemReason (errno));
}
} // namespace kolophon
