#pragma once

#include "../Core/Error.h"
#include "../Core/ParamInfo.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace kolophon
{
/** A parameter's course over time: rows of two cells, a time in seconds that rises and a value as --set takes it
    (a bare
    number is in the parameter's own unit). Straight lines between them. A first row that is no row of numbers is a
    heading; empty rows don't count. */
struct CurvePoint
{
    double seconds, value;
};

inline constexpr std::size_t largestCurveFile = 16 << 20; // [bytes]
inline constexpr double longestCurve = 3600.0;            // [s]

/** At least one point, or one sentence that names the line, what stands there and what is allowed. */
Result<std::vector<CurvePoint>> curveFromCsv (std::string_view text, const ParamInfo& parameter);

/** The same from a file; the sentence then begins with the file's name. */
Result<std::vector<CurvePoint>> readCurveFile (const std::filesystem::path& file, const ParamInfo& parameter);
} // namespace kolophon
