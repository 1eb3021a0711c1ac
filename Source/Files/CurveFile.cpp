#include "CurveFile.h"

#include "../Synth/ParameterTable.h"
#include "PrintableText.h"
#include "WholeFile.h"

#include <charconv>

namespace kolophon
{
namespace
{
std::string_view trimmed (std::string_view text) noexcept
{
    constexpr std::string_view blanks = " \t\r";
    text.remove_prefix (std::min (text.find_first_not_of (blanks), text.size()));
    return text.substr (0, text.find_last_not_of (blanks) + 1);
}

std::optional<double> numberIn (std::string_view text) noexcept
{
    double value = 0.0;
    const auto [end, error] = std::from_chars (text.data(), text.data() + text.size(), value);
    return error == std::errc {} && end == text.data() + text.size() ? std::optional (value) : std::nullopt;
}

std::vector<CurvePoint> readCurve (std::string_view text, const ParamInfo& parameter)
{
    std::vector<CurvePoint> points;
    bool headed = false;
    for (int number = 1; ! text.empty(); ++number)
    {
        const auto end = std::min (text.find ('\n'), text.size());
        const auto line = trimmed (text.substr (0, end));
        text.remove_prefix (std::min (end + 1, text.size()));
        if (line.empty())
            continue;
        const auto comma = line.find (',');
        const auto time = numberIn (trimmed (line.substr (0, comma)));
        if (! time && points.empty() && ! headed)
        {
            headed = true;
            continue;
        }
        const auto place = "line " + std::to_string (number);
        const auto shownLine = "\"" + printable (line, longestCell) + "\"";
        if (! time || comma == std::string_view::npos)
            throw Refusal ({ place, shownLine, "is not a row of two cells", "seconds,value" });
        const double after = points.empty() ? 0.0 : points.back().seconds;
        if (! (*time >= 0.0 && *time <= longestCurve) || (! points.empty() && ! (*time > after)))
            throw Refusal ({ place, shownLine, "is at a time that does not rise or is out of range",
                             "0 to 3600 s, later than the row before" });
        const auto value = parseValue (parameter, trimmed (line.substr (comma + 1)));
        if (! value)
            throw value.error().in (place);
        points.push_back ({ *time, *value });
    }
    if (points.empty())
        throw Refusal ("there is no row of a time and a value");
    return points;
}
} // namespace

Result<std::vector<CurvePoint>> curveFromCsv (std::string_view text, const ParamInfo& parameter)
{
    return resultOf ([text, &parameter] { return readCurve (text, parameter); });
}

Result<std::vector<CurvePoint>> readCurveFile (const std::filesystem::path& file, const ParamInfo& parameter)
{
    return inFile (file.filename().string(),
                   textOf (file, largestCurveFile)
                       .and_then ([&parameter] (const std::string& text) { return curveFromCsv (text, parameter); }));
}
} // namespace kolophon
