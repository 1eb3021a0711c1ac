// SPDX-License-Identifier: GPL-3.0-or-later
#include "CurveFile.h"

#include "../../Synth/Parameters/ParameterTable.h"
#include "../Bytes/PrintableText.h"
#include "../Bytes/WholeFile.h"
#include "CsvReader.h"

namespace kolophon
{
namespace
{
std::vector<CurvePoint> readCurve (std::string_view text, const ParamInfo& parameter)
{
    std::vector<CurvePoint> points;
    bool headed = false;
    for (CsvReader rows (text); rows.next();)
    {
        const auto time = rows.number (0);
        if (! time && points.empty() && ! headed)
        {
            headed = true;
            continue;
        }
        const auto place = rows.place();
        const auto shownRow = "\"" + printable (rows.written(), longestCell) + "\"";
        if (! time || rows.size() != 2)
            throw InputError (
                { place, shownRow, "is not a row of two cells", "seconds,value; with decimal commas seconds;value" });
        const double after = points.empty() ? 0.0 : points.back().seconds;
        if (! (*time >= 0.0 && *time <= longestCurve) || (! points.empty() && ! (*time > after)))
            throw InputError ({ place, shownRow, "is at a time that does not increase or is out of range",
                                "0 to 3600 s, later than the row before" });
        const auto value = parseValue (parameter, rows.value (1));
        if (! value)
        {
            auto reason = value.error().complaint();
            reason.value = printable (reason.value, longestCell); // a quoted cell may have lines
            throw InputError (std::move (reason)).in (place);
        }
        points.push_back ({ *time, *value });
    }
    if (points.empty())
        throw InputError ("no row with a time and a value");
    return points;
}
} // namespace

Result<std::vector<CurvePoint>> curveFromCsv (std::string_view text, const ParamInfo& parameter)
{
    return resultOf ([text, &parameter] { return readCurve (text, parameter); });
}

Result<std::vector<CurvePoint>> readCurveFile (const std::filesystem::path& file, const ParamInfo& parameter)
{
    return inFile (shownName (file.filename()),
                   textOf (file, largestCurveFile)
                       .and_then ([&parameter] (const std::string& text) { return curveFromCsv (text, parameter); }));
}
} // namespace kolophon
